//! Placements in reading order, piece by piece: one search, for engines that differ in a rule.
//!
//! Where peace is no matter of pairs, what is forbidden now can be allowed later. Order helps: with pieces placed from the
//! first square to the last, all squares up to the last piece are decided, and so is what depends on them alone. Where the
//! next piece can stand, and whether those that are left can still make peace, is a matter of the engine's
//! [`ReadingRule`]; all else is the same ([`search`]). The first pieces make units ([`units`]); the last piece is not
//! placed but counted; up to symmetry the placements are gone through once more, and of each it is asked how many
//! symmetries fix it ([`crate::symmetry::classes`]). Placements are listed in the same order ([`Walk`]).
//!
//! An engine works its tables out once, without a width ([`ReadingProblem`]); the search is compiled for each rule and
//! each width.

mod lines;
mod order;
mod rule;
mod search;
mod tables;
mod units;
mod walk;

use crate::engines::counter::{Counter, Divided, Facts, Partial};
use crate::engines::estimate::{self, Effort, Estimate};
use crate::engines::random::Random;
use crate::engines::tuning::Tuning;
use crate::problem::Problem;
use crate::symmetry::classes::Classes;
pub(super) use lines::{Along, Lame, along, lame, lines, number};
pub(super) use rule::{ReadingNode, ReadingRule, Widen};
pub(super) use search::ready;
pub(super) use tables::{ReadingProblem, free, given, pairs};
use units::PlacementUnit;
pub use walk::{Reading, Walk, WalkEnd};

/// A problem made ready to be counted.
pub(crate) struct ReadingCounter {
    tables: Box<dyn Reading>,
    units: Vec<PlacementUnit>,
    /// If not placements are counted but the symmetries that fix them.
    fixing: Option<Classes>,
    facts: Facts,
}

impl ReadingCounter {
    /// A counter of the placements of a problem with exact numbers; or of the symmetries that fix them, as
    /// [`Classes::fixing`] counts these.
    pub(super) fn new(
        engine: (&'static str, u32),
        problem: &Problem,
        tables: Box<dyn Reading>,
        fixing: Option<Classes>,
        tuning: Tuning,
    ) -> Self {
        let Tuning { kernel, granularity, .. } = tuning;
        // More pieces than squares: the search would place as many as there is room for, in every way, and find nothing.
        let units = if problem.given_pieces() > problem.board().open_area() as u64 {
            Vec::new()
        } else {
            units::split(&*tables, granularity)
        };
        let costs = units.iter().map(|unit| unit.work).collect();
        Self { tables, units, fixing, facts: Facts::plain(engine, kernel, costs) }
    }
}

impl Divided for ReadingCounter {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let total = self.facts.work();
        if total < effort.worth {
            return Estimate::by_model(total);
        }
        let are_looked_at = self.fixing.is_some() || self.tables.is_walked();
        let mut sample = |unit: usize, random: &mut Random| {
            let PlacementUnit { pieces, .. } = &self.units[unit];
            units::sample(&*self.tables, pieces, are_looked_at, random)
        };
        estimate::by_descents(&mut self.facts.costs(), &mut sample, effort, random)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        for &(square, kind) in &self.units[unit].pieces {
            into.extend_from_slice(&(square as u16).to_le_bytes());
            into.extend_from_slice(&(kind as u16).to_le_bytes());
        }
    }

    fn memory(&self) -> usize {
        let pieces: usize = self.units.iter().map(|unit| unit.pieces.len()).sum();
        pieces * size_of::<(usize, usize)>()
            + self.units.len() * size_of::<PlacementUnit>()
            + self.tables.memory()
    }
}

impl Counter for ReadingCounter {
    fn count(&self, unit: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> Partial {
        let pieces = &self.units[unit].pieces;
        self.tables.count(pieces, self.fixing.as_ref(), self.facts.kernel, should_stop)
    }
}
