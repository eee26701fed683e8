//! Opposing armies whose lines are blocked: a piece can shield one behind it.
//!
//! Where a rider sees up to the first piece only, peace is no matter of pairs: whether a rook may stand before an enemy
//! depends on what stands between them, and what is at war now can be at peace once another piece steps in. So no table of
//! conflicts says what is allowed. But along each line only *neighbours* matter. Pieces are placed in reading order, and
//! then the neighbours of a new piece among those that stand already are the nearest ones *behind* it, each on a line of its
//! own; what comes later lies ahead and cannot step between them. So peace is judged piece by piece and for good.
//!
//! For this each partial placement keeps *dangers* ([`lines`]), sets of squares ahead of what stands: the squares that the
//! nearest piece behind attacks, and those from which a rider would see it. A piece that is placed sweeps the line ahead
//! of it clean and sets its own dangers there; one more and-not and one more or for each danger is all that it costs. Leaps,
//! which nothing blocks, and the first steps of riders are a matter of pairs as always. The last piece is not placed but
//! counted ([`crate::engines::reading`]).
//!
//! Round an edge that wraps everything lies ahead and behind at once. There only pairs are judged while pieces are placed,
//! and whole placements are walked in the end.

mod lines;
mod rule;

use crate::engines::reading::{ReadingEngine, Walk, ready};
use crate::feature::Feature;
use crate::problem::Problem;
use crate::question::Demand;
use lines::outline;

/// The engine. A static, since other packages would compile what a constant has for themselves, without optimisation.
pub(crate) static ENGINE: ReadingEngine = ReadingEngine {
    name: "shields",
    version: 2,
    about: "In reading order, for mixed armies with blocked lines",
    features: &[KNOWN, &[Feature::Sameness]],
    needs: &[Feature::BlockedLines],
    is_for: |problem, demand| demand == Demand::Nothing && is_for(problem),
    refusal: "the engine shields counts armies whose lines are blocked",
    is_quicker: |_| true,
    is_portable: false,
    tables: |problem, _| ready(outline(problem)),
};

/// What it knows beside boards and given pieces.
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

/// Whether it counts a problem.
pub fn is_for(problem: &Problem) -> bool {
    problem.is_blocked() && problem.has_only(KNOWN)
}

/// The placements of a problem with exact numbers, one after another.
pub fn walk(problem: &Problem) -> Box<dyn Walk> {
    ready(outline(problem)).walk()
}
