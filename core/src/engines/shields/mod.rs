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
//! counted ([`search`]).
//!
//! Round an edge that wraps everything lies ahead and behind at once. There only pairs are judged while pieces are placed,
//! and whole placements are walked in the end.
//!
//! Up to symmetry, placements are gone through once more, and of each it is asked how many symmetries fix it
//! ([`crate::symmetry::classes`]).

mod lines;
mod search;
mod units;

use crate::engines::counter::{Counter, Facts, Partial};
use crate::engines::estimate::{self, Effort, Estimate, Random};
use crate::engines::technique::{Ready, Suit, Technique};
use crate::engines::tuning::Tuning;
use crate::problem::Problem;
use crate::question::{Ask, Question};
use crate::symmetry::Symmetry;
use crate::symmetry::classes::Classes;
use crate::with_mask;
pub(crate) use lines::Tables;
use search::{Count, Leaf};
pub(crate) use search::{Search, Step};
use units::Unit;

/// Its name in results.
const NAME: &str = "shields";
/// Raised whenever units or their numbering change.
const VERSION: u32 = 2;

/// The engine.
pub(crate) struct Entry;

impl Technique for Entry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "In reading order, for mixed armies with blocked lines"
    }

    fn answers(&self, ask: Ask) -> bool {
        ask == Ask::Blocked
    }

    fn refuses(&self, question: &Question) -> Option<&'static str> {
        (!question.problem.is_blocked())
            .then_some("the shields engine is for mixed armies with blocked lines: use the engine best")
    }

    fn suits(&self, ready: &Ready<'_>) -> Option<Suit> {
        ready.problem.filter(|problem| problem.is_blocked()).map(|_| Suit::Shape)
    }

    fn counter(&self, ready: &Ready<'_>, tuning: Tuning) -> Option<Box<dyn Counter>> {
        Some(Box::new(Shields::new(ready.problem?, None, tuning)))
    }

    fn class_counter(
        &self,
        problem: &Problem,
        group: &[Symmetry],
        is_shifted: bool,
        tuning: Tuning,
    ) -> Option<Box<dyn Counter>> {
        let classes = Classes::new(problem, group, is_shifted);
        problem
            .is_blocked()
            .then(|| Box::new(Shields::new(problem, Some(classes), tuning)) as Box<dyn Counter>)
    }
}

/// A problem made ready to be counted.
pub(crate) struct Shields {
    tables: Box<dyn Count>,
    units: Vec<Unit>,
    /// If not placements are counted but the symmetries that fix them.
    fixing: Option<Classes>,
    facts: Facts,
}

impl Shields {
    /// A counter of the placements of a problem with exact numbers; or of the symmetries that fix them, as
    /// [`Classes::fixing`] counts these.
    fn new(problem: &Problem, fixing: Option<Classes>, tuning: Tuning) -> Self {
        let Tuning { kernel, granularity, .. } = tuning;
        let tables: Box<dyn Count> =
            with_mask!(problem.board().squares(), M => Box::new(Tables::<M>::new(problem)));
        // More pieces than squares: the search would place as many as there is room for, in every way, and find nothing.
        let units = if problem.given_pieces() > problem.board().open_area() as u64 {
            Vec::new()
        } else {
            units::split(&*tables, granularity)
        };
        let costs = units.iter().map(|unit| unit.work).collect();
        Self { tables, units, fixing, facts: Facts::plain((NAME, VERSION), kernel, costs) }
    }

    fn leaf(&self) -> Leaf<'_> {
        Leaf { fixing: self.fixing.as_ref(), is_walked: self.tables.is_walked() }
    }
}

impl Counter for Shields {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let total = self.facts.work();
        if total < effort.worth {
            return Estimate::by_model(total);
        }
        let mut sample = |unit: usize, random: &mut Random| {
            let Unit { pieces, .. } = &self.units[unit];
            units::sample(&*self.tables, pieces, self.leaf(), random)
        };
        estimate::by_descents(&mut self.facts.costs(), &mut sample, effort, random)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        for &(square, kind) in &self.units[unit].pieces {
            into.extend_from_slice(&(square as u16).to_le_bytes());
            into.extend_from_slice(&(kind as u16).to_le_bytes());
        }
    }

    fn count(&self, unit: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> Partial {
        let pieces = &self.units[unit].pieces;
        self.tables.count(pieces, self.leaf(), self.facts.kernel, should_stop)
    }

    fn memory(&self) -> usize {
        let pieces: usize = self.units.iter().map(|unit| unit.pieces.len()).sum();
        pieces * size_of::<(usize, usize)>() + self.units.len() * size_of::<Unit>() + self.tables.memory()
    }
}
