//! Hoppers and lame leapers: attacks that depend on who stands where.
//!
//! A grasshopper attacks nobody until somebody stands beside its prey on the right line, and a Chinese horse nobody whom its
//! way to is closed. So a piece that comes may start a war between two others, or end one, and no table of pairs says what is
//! allowed. But every attack is a matter of one line of one piece: what its first squares hold. From the lines of the pieces
//! that stand, each followed to its second piece at most, four sets of squares follow for a further piece ([`view`]):
//!
//! * where it would be attacked, and from where it would attack;
//! * where it would be the hurdle of an attack between two others;
//! * for each attack that there is, where it would stand in the way: it must be in all of these.
//!
//! So the last piece is not placed but counted. Before it pieces are placed in reading order ([`crate::engines::reading`]),
//! and a partial placement is given up where no square that is still to come would end one of its attacks.
//!
//! Lines are lists of squares, followed one by one: on a torus nothing is before or behind, and on small boards lines are
//! short. A partial placement costs about 10 ns for each line of its pieces.

mod lines;
mod rule;
mod view;

use crate::engines::counter::Counter;
use crate::engines::kernel::Kernel;
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
const NAME: &str = "hurdles";
/// Raised whenever units or their numbering change.
const VERSION: u32 = 1;

/// The engine.
pub(crate) struct HurdlesEngine;

impl Technique for HurdlesEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "In reading order, for hoppers and lame leapers"
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[KNOWN, &[Feature::Sameness]]
    }

    fn needs(&self) -> &'static [Feature] {
        &[Feature::Hops, Feature::BlockedLines]
    }

    fn refuses(&self, question: &Question) -> Option<&'static str> {
        (!is_for(&question.problem))
            .then_some("the engine hurdles counts walls beside hoppers and lame leapers")
    }

    fn suits(&self, ready: &Ready<'_>) -> Option<Suit> {
        ready.peaceful().filter(|problem| !problem.has_fixed_moves() && is_for(problem)).map(|_| Suit::Shape)
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
    Feature::Walls,
    Feature::Armies,
    Feature::BlockedLines,
    Feature::Hops,
];

/// Whether it counts a problem. Walls are counted here beside what hops; else other engines are quicker.
pub fn is_for(problem: &Problem) -> bool {
    let is_needed = !problem.has_fixed_moves() || (problem.is_blocked() && problem.walls().is_none());
    is_needed && problem.has_only(KNOWN)
}

/// A counter of placements, or of the symmetries that fix them. Lists are followed as fast without further instructions.
fn counter(problem: &Problem, fixing: Option<Classes>, tuning: Tuning) -> Box<dyn Counter> {
    let tuning = Tuning { kernel: Kernel::Portable, ..tuning };
    Box::new(ReadingCounter::new((NAME, VERSION), problem, ready(outline(problem)), fixing, tuning))
}

/// The placements of a problem with exact numbers, one after another.
pub fn walk(problem: &Problem) -> Box<dyn Walk> {
    ready(outline(problem)).walk()
}
