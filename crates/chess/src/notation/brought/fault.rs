//! Faults of a text from outside, with the line and the column.

use super::super::excerpt;
use std::error::Error;
use std::fmt;

pub(super) type BroughtResult<T> = Result<T, BroughtError>;

/// A fault in a text of several lines, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroughtError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The text at the fault, shortened if it is long; empty if the whole text is at fault.
    pub found: String,
    /// The fault.
    pub fault: BroughtFault,
}

/// The fault of a drawing or a list from outside.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BroughtFault {
    /// Nothing that could be a rank.
    #[error("expected ranks of {0}")]
    Nothing(&'static str),
    /// Ranks that are not equally long.
    #[error("this rank is {found} wide, but the first one is {expected} wide")]
    Ragged {
        /// The squares of this rank.
        found: usize,
        /// Those of the first one.
        expected: usize,
    },
    /// A list of other length than the board has squares.
    #[error("{found} squares in a row, but the board has {rows} ranks of {cols}")]
    Size {
        /// How many there are.
        found: usize,
        /// The ranks of the board.
        rows: usize,
        /// Its files.
        cols: usize,
    },
    /// The text is a list, and the size of the board is not known, so that its ranks have no end.
    #[error("{0} squares in a row: which board is this? Name it first, like 6x7")]
    NoSize(usize),
    /// A sign has no meaning.
    #[error(
        "unknown sign: expected {expected}; give its meaning with --signs '{sign}=hole' or '{sign}=open'"
    )]
    Sign {
        /// The sign.
        sign: String,
        /// The signs that would be accepted.
        expected: &'static str,
    },
    /// A letter in the drawing of a board.
    #[error(
        "a board has no pieces: draw . there, and give the pieces with --given; if this is not a piece, add \
         --signs '{0}=open' or '{0}=hole'"
    )]
    Piece(String),
    /// More regions than there are signs.
    #[error("there are {0} regions, but at most 62 are supported")]
    Regions(usize),
    /// Several drawings where there can be one.
    #[error("found {0} drawings: keep only one of them")]
    Several(usize),
    /// A record with several drawings.
    #[error("several lists may be meant: {0}; keep only one of them")]
    Which(String),
    /// Lists of the squares of each region.
    #[error(
        "lists of squares cannot be read as regions: draw the regions in ranks, like [\"aab\", \"abb\"], with \
         a name on each square"
    )]
    Squares,
    /// Lists in lists in lists.
    #[error("brackets are nested more than 32 deep")]
    Depth,
    /// No bracket, or quote, at the end.
    #[error("the closing {0} is missing")]
    NoEnd(char),
    /// A bracket at the end of nothing.
    #[error("the opening bracket is missing")]
    Bracket(char),
}

impl BroughtError {
    /// Returns a fault of `length` characters of a text, from the byte `at` on.
    pub(super) fn new(text: &str, at: usize, length: usize, fault: BroughtFault) -> Self {
        // Positions within texts in quotes are about right.
        let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let before = &text[..at];
        let line_begin = before.rfind('\n').map_or(0, |end| end + 1);
        let found: String = text[at..].chars().take(length).take_while(|&sign| sign != '\n').collect();
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_begin..].chars().count() + 1,
            found: excerpt(found.trim_end(), 24),
            fault,
        }
    }
}

impl fmt::Display for BroughtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}, ", self.line, self.column)?;
        if !self.found.is_empty() {
            write!(f, "'{}': ", self.found)?;
        }
        write!(f, "{}", self.fault)
    }
}

impl Error for BroughtError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.fault)
    }
}
