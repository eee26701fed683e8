//! Why no placement is looked for.

use crate::plan::RunError;

/// Why no placement is looked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FirstError {
    /// Opposing armies.
    #[error("{0} armies on a board of more than 32 ranks or files: there, one army is looked for")]
    Armies(usize),
    /// Blocked lines, on a large board or without numbers.
    #[error(
        "where lines are blocked, placements of exact numbers are looked for, on boards of up to 32 ranks and files"
    )]
    Blocked,
    /// Kinds without a number on a large board.
    #[error(
        "on a board of more than 32 ranks or files exact numbers are needed: give one in place of * or max"
    )]
    NoNumber,
    /// No way that fits.
    #[error(
        "no pattern is known for these pieces, and the board is too large to search: up to 67 million squares for all \
         kinds together"
    )]
    TooLarge,
    /// What was found failed its check.
    #[error("internal check failed: {0}; please report this problem")]
    Unsound(String),
    /// A count that failed.
    #[error(transparent)]
    Run(#[from] RunError),
}
