//! The reasons why a problem cannot be exported.

use super::format::Format;
use crate::Feature;

/// The most squares of a board that can be exported.
pub const MAX_SQUARES: usize = 1 << 20;

/// The reasons why a problem cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A conflict does not depend on two pieces alone.
    #[error(
        "with blocked lines, a third piece decides whether two attack each other, which no format can express: use the rule sight"
    )]
    Blocked,
    /// Other pieces decide which pieces are in conflict.
    #[error(
        "with hoppers or lame leapers, a third piece decides whether two attack each other, which no format can express: take other kinds"
    )]
    Hops,
    /// The problem has a feature that pairs of pieces cannot express.
    #[error("{} cannot be exported, because the formats express only conflicts between pairs of pieces", .0.words())]
    Other(Feature),
    /// A number has a range.
    #[error("ranges of numbers (like Q2..5) cannot be exported: give an exact number, or * for any number")]
    Ranges,
    /// Walls decide which pieces are in conflict.
    #[error(
        "with walls (#), a wall decides whether two pieces attack each other, which no format can express: give holes instead"
    )]
    Walls,
    /// The board has too many squares to number.
    #[error("a board of {0} squares: boards of up to {max} are exported", max = MAX_SQUARES)]
    TooLarge(usize),
    /// A formula has no objective.
    #[error("cnf cannot maximise: ask for at least k pieces with --at-least k, or use lp, asp, mzn or opb")]
    Maximum,
    /// A least number was given, but no pieces are written `max`.
    #[error("--at-least needs a kind with max, like Qmax")]
    NothingToMaximise,
    /// A graph does not state the required size of a set.
    #[error("--at-least does not apply to a graph; give the size to the program that reads the graph")]
    SizeOfSets,
    /// A complement was requested of a format that is not a graph.
    #[error("--complement applies only to graphs, not to {0}")]
    NoGraph(Format),
    /// A set of vertices cannot express these numbers.
    #[error(
        "{0}: independent sets cannot have some numbers exact and others open; use cnf, asp, lp, mzn or opb"
    )]
    MixedNumbers(Format),
    /// Pre-placed pieces that attack each other leave no graph.
    #[error("{0}: the pre-placed pieces attack each other, so there is no placement")]
    GivenAttack(Format),
    /// The problem needs more numbers than the format has.
    #[error("{0}: more than {1} variables or vertices")]
    TooMany(Format, usize),
}
