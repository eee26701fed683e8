//! The reasons why an answer cannot be read.

use crate::export::error::ExportError;
use crate::notation::{SquaresError, excerpt};

/// The reasons why a line of a solver cannot be understood. The fields are the words that the messages show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// An atom that is not a piece of the problem.
    #[error(
        "'{0}' is not a piece of this problem: expected at(kind,file,rank), as in the file exported from it"
    )]
    Atom(String),
    /// A variable or vertex that is not in the file.
    #[error("'{0}': the file exported from this problem has no variable or vertex of this number")]
    Number(String),
    /// A line `s` of a SAT solver with an unknown status.
    #[error("'{0}': expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN")]
    Status(String),
    /// A set of vertices whose size is missing or wrong.
    #[error("'{0}': expected size=N, weight=N: and behind it N vertices")]
    Set(String),
    /// A variable without a value.
    #[error("no value after '{0}'")]
    NoValue(String),
    /// A line `v` without its end.
    #[error("the output ends within a model: no 0 after its last literal")]
    NoEnd,
    /// A list of squares that cannot be read.
    #[error(transparent)]
    Squares(#[from] SquaresError),
    /// The problem cannot be exported, so its answers cannot be read either.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// Returns a word as messages show it.
pub(super) fn quote_word(word: &str) -> String {
    excerpt(word, 40)
}
