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

use crate::engines::counter::Counter;
use crate::engines::reading::{ReadingCounter, Walk, ready};
use crate::engines::technique::{Ready, Suit, Technique};
use crate::engines::tuning::Tuning;
use crate::feature::Feature;
use crate::problem::Problem;
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::symmetry::classes::Classes;
use lines::outline;

/// Its name in results.
const NAME: &str = "shields";
/// Raised whenever units or their numbering change.
const VERSION: u32 = 2;

/// The engine.
pub(crate) struct ShieldsEngine;

impl Technique for ShieldsEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "In reading order, for mixed armies with blocked lines"
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[KNOWN, &[Feature::Sameness]]
    }

    fn needs(&self) -> &'static [Feature] {
        &[Feature::BlockedLines]
    }

    fn suits(&self, ready: &Ready<'_>) -> Option<Suit> {
        ready.peaceful().filter(|problem| is_for(problem)).map(|_| Suit::Shape)
    }

    fn counter(&self, ready: &Ready<'_>, tuning: Tuning) -> Option<Box<dyn Counter>> {
        Some(counter(ready.peaceful()?, None, tuning))
    }

    fn class_counter(
        &self,
        question: &Question,
        group: &[Symmetry],
        is_shifted: bool,
        tuning: Tuning,
    ) -> Option<Box<dyn Counter>> {
        let problem = &question.problem;
        is_for(problem).then(|| counter(problem, Some(Classes::new(problem, group, is_shifted)), tuning))
    }
}

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

/// A counter of placements, or of the symmetries that fix them.
fn counter(problem: &Problem, fixing: Option<Classes>, tuning: Tuning) -> Box<dyn Counter> {
    Box::new(ReadingCounter::new((NAME, VERSION), problem, ready(outline(problem)), fixing, tuning))
}

/// The placements of a problem with exact numbers, one after another.
pub fn walk(problem: &Problem) -> Box<dyn Walk> {
    ready(outline(problem)).walk()
}
