//! Opposing armies whose lines are blocked: a piece can shield one behind it.
//!
//! If riders see only up to the first piece, attacks depend on more than pairs. Whether a rook may stand
//! before an enemy depends on the pieces between them, and another piece can step between two that attack
//! each other. So no table of conflicts says what is allowed. But along each line only *neighbours* matter.
//! Pieces are placed in reading order. The neighbours of a new piece among the standing ones are then the
//! nearest pieces *behind* it, each on a line of its own. Later pieces lie ahead and cannot step between
//! them. So attacks can be judged piece by piece and definitively.
//!
//! For this purpose each partial placement keeps *dangers* ([`lines`]), sets of squares ahead of the standing
//! pieces: the squares that the nearest piece behind attacks, and those from which a rider would see it. A
//! new piece clears the line ahead of it and sets its own dangers there. This costs only one `and_not` and
//! one `or` for each danger. Leaps cannot be blocked, so they and the first steps of riders depend on pairs, as
//! elsewhere. The last piece is not placed but counted ([`crate::engines::reading`]).
//!
//! Across an edge that wraps, all squares lie both ahead and behind. In that case only pairs are judged while
//! pieces are placed, and whole placements are checked at the end.

mod lines;
mod rule;

use crate::engines::reading::{ReadingEngine, Walk, prepare};
use crate::feature::Feature;
use crate::problem::Problem;
use crate::question::Demand;
use lines::outline;

/// The engine. It is a static, since other packages would compile the contents of a constant themselves,
/// without optimisation.
pub(crate) static ENGINE: ReadingEngine = ReadingEngine {
    name: "shields",
    version: 2,
    about: "In reading order, for mixed armies with blocked lines",
    features: &[KNOWN, &[Feature::Sameness]],
    needs: &[Feature::BlockedLines],
    is_for: |problem, demand| demand == Demand::Nothing && is_for(problem),
    refusal: "the shields engine counts armies with blocked lines",
    is_quicker: |_| true,
    is_portable: false,
    tables: |problem, _| prepare(outline(problem)),
};

/// The supported features, in addition to boards and pre-placed pieces.
const KNOWN: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::GivenPieces,
    Feature::Armies,
    Feature::BlockedLines,
];

/// True if the engine counts a problem.
pub fn is_for(problem: &Problem) -> bool {
    problem.is_blocked() && problem.has_only(KNOWN)
}

/// Walks through the placements of a problem with exact numbers, one after another.
pub fn walk(problem: &Problem) -> Box<dyn Walk> {
    prepare(outline(problem)).walk()
}
