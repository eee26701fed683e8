//! Why a problem cannot be exported.

use super::format::Format;
use crate::Feature;

/// The most squares of a board that is exported.
pub const MAX_SQUARES: usize = 1 << 20;

/// Why a problem cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Conflict is no matter of two pieces.
    #[error(
        "with blocked lines, a third piece decides whether two attack each other, which no format can express: use the rule sight"
    )]
    Blocked,
    /// Others decide which pieces are in conflict.
    #[error(
        "with hoppers or lame leapers, a third piece decides whether two attack each other, which no format can express: take other kinds"
    )]
    Hops,
    /// What no pairs of pieces say.
    #[error("{} are not exported: only conflicts between pairs of pieces are", .0.words())]
    Other(Feature),
    /// Walls decide which pieces are in conflict.
    #[error(
        "with walls (#), a wall decides whether two pieces attack each other, which no format can express: give holes instead"
    )]
    Walls,
    /// A board whose squares could not be numbered.
    #[error("a board of {0} squares: boards of up to {max} are exported", max = MAX_SQUARES)]
    TooLarge(usize),
    /// A formula has no objective.
    #[error("cnf cannot maximise: ask for at least k pieces with --at-least k, or use lp, asp, mzn or opb")]
    Maximum,
    /// A least number of nothing.
    #[error("--at-least: no kind has max")]
    NothingToMaximise,
    /// A graph does not say how large a set is to be.
    #[error("--at-least: a graph does not say how large its sets are to be; the tool that reads it is told")]
    SizeOfSets,
    /// A complement of no graph.
    #[error("--complement: only graphs have one, not {0}")]
    NoGraph(Format),
    /// Numbers of which a set of vertices has no notion.
    #[error(
        "{0}: independent sets cannot have some numbers exact and others open; use cnf, asp, lp, mzn or opb"
    )]
    MixedNumbers(Format),
    /// Given pieces at war leave no graph.
    #[error("{0}: the given pieces attack each other, so that there is no placement")]
    GivenAttack(Format),
    /// More numbers than the format has.
    #[error("{0}: more than {1} variables or vertices")]
    TooMany(Format, usize),
}
