//! Why an answer cannot be read.

use crate::export::error::ExportError;
use crate::notation::{SquaresError, excerpt};

/// Why a line of a solver cannot be understood. The numbers are those of what is named.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// An atom that is no piece of the problem.
    #[error(
        "\"{0}\": no piece of this problem: expected at(kind,file,rank), as in the file exported from it"
    )]
    Atom(String),
    /// A variable or vertex that the file does not have.
    #[error("\"{0}\": the file exported from this problem has no variable or vertex of this number")]
    Number(String),
    /// A line `s` of a SAT solver that says none of what they say.
    #[error("\"{0}\": expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN")]
    Status(String),
    /// A set of vertices whose size is missing, or another one.
    #[error("\"{0}\": expected size=N, weight=N: and behind it N vertices")]
    Set(String),
    /// A variable without a value.
    #[error("no value after \"{0}\"")]
    NoValue(String),
    /// A line `v` without its end.
    #[error("the output ends within a model: no 0 after its last literal")]
    NoEnd,
    /// A list of squares that is none.
    #[error(transparent)]
    Squares(#[from] SquaresError),
    /// What cannot be exported cannot be read either.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// A word as messages show it.
pub(super) fn shown(word: &str) -> String {
    excerpt(word, 40)
}
