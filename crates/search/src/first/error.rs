//! Why no placement is looked for.

use crate::plan::RunError;

/// Why no placement is looked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FirstError {
    /// Opposing armies.
    #[error("{0} armies on a board of more than 32 ranks or files: only single armies are supported there")]
    Armies(usize),
    /// Blocked lines or hops, on a large board or without numbers.
    #[error(
        "with blocked lines, hoppers or lame leapers, the search needs exact numbers and a board of up to 32 ranks and files"
    )]
    Blocked,
    /// Kinds without a number on a large board.
    #[error("a board of more than 32 ranks or files needs exact numbers: give one instead of * or max")]
    NoNumber,
    /// Walls on a large board, beside numbers that are looked for, or too many ways to put them up.
    #[error(
        "with walls (#), the search needs exact or any numbers, a board of up to 32 ranks and files, and few walls"
    )]
    Walls,
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
    /// Placements that cannot be listed, and why.
    #[error("{0}")]
    Unlisted(String),
}
