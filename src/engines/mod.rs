//! Engines that count, and the plan that puts them to work.
//!
//! Each engine is a `Counter`: a problem made ready and split into weighted units that are independent and
//! numbered in the same way everywhere. A [`Plan`] holds the counters that a question needs (one for a plain count,
//! one for each symmetry up to symmetry) and runs their units over the cores.
//!
//! | file | engine |
//! |---|---|
//! | `armies` | opposing armies: army by army, the last one counted; by the lines that each may have; in reading order where lines are blocked |
//! | [`naive`] | the definition, tried out; the oracle that the others are tested against |
//! | `cells` | piece by piece over masks, the last two counted together; for any mix |
//! | `rows` | row by row, with every row to come in one register; for one kind with a rook's moves |
//! | `halves` | pairs of half boards, counted 512 at a time; for one piece in every row and column |
//! | `frontier` | square by square, with equal states of the rest merged; for many pieces, any number, the largest number |
//! | `largest` | branch and bound for the largest number, with a placement that has it |
//! | [`listing`] | placements one after another, and what a search does to find them |
//! | `fixed` | placements that a symmetry keeps, as instances of a smaller board for cells and rows |
//!
//! `plan` and `choice` say which one is taken, `estimate` what it will take, and `second` how a count can be checked;
//! `ledger` is a plan's units one by one, for counts that are continued
//! or shared; `classes` tells which placements are the same, `units` splits for cells and rows, and `driver` runs units.

mod armies;
mod cells;
mod choice;
mod classes;
mod driver;
mod estimate;
mod first;
mod fixed;
mod frontier;
mod halves;
mod instance;
mod kernel;
mod largest;
mod ledger;
pub mod listing;
pub mod naive;
mod observer;
mod outcome;
mod plan;
mod rows;
mod second;
mod tally;
mod units;

pub use armies::{ArmiesQuestion, LargestArmies, Refutation, Standing, largest_armies};
pub use estimate::Estimate;
pub use first::{First, FirstError, find_first};
pub use fixed::EXCHANGED;
pub use frontier::{CheckpointError, SweepKeeper, SweepPause, SweepRecipe, SweepState, SweepWay};
pub use kernel::Kernel;
pub use largest::{Finder, Largest, LargestError, largest};
pub use ledger::{Counted, Ledger, Recipe, TermFacts};
pub use observer::{Observer, Silent, UnitCount, UnitDone, Until};
pub use outcome::{NumberCount, Outcome, RunError};
pub use plan::{
    Considered, Division, Engine, Plan, PlanError, Settings, Summary, UpTo, consider, divide, plan,
};
pub use second::{Difference, Second, agree, second};
pub use tally::Tally;

use estimate::{Effort, Random};
use num_bigint::BigUint;

/// What was counted in a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Partial {
    /// Placements found, not yet weighted; the largest number there is stands for all that do not fit.
    pub(crate) placements: u128,
    /// Partial placements that were made and could still be completed.
    pub(crate) nodes: u64,
    /// Whether the unit was counted to its end.
    pub(crate) complete: bool,
}

/// A problem made ready by an engine.
///
/// The number of placements is `factor * sum(weight(unit) * count(unit)) / divisor`, and the division has no
/// remainder.
pub(crate) trait Counter: Send + Sync {
    /// The engine's name and version. The version changes whenever the units do.
    fn engine(&self) -> (&'static str, u32);
    /// The instructions it uses, if it has a choice.
    fn kernel(&self) -> Option<Kernel>;
    /// How many units there are.
    fn units(&self) -> usize;
    /// Whether there would be more units, had more been allowed.
    fn is_coarse(&self) -> bool {
        false
    }
    /// How many placements each one found in the unit stands for.
    fn weight(&self, unit: usize) -> u64;
    /// What the unit is expected to cost, in about nanoseconds; good for comparing units.
    fn work(&self, unit: usize) -> f64;
    /// What counting all units is expected to take, by random descents where the engine can make them; by default what
    /// the units' works add up to.
    fn estimate(&self, _effort: Effort, _random: &mut Random) -> Estimate {
        Estimate::by_model((0..self.units()).map(|unit| self.work(unit)).sum())
    }
    /// What is counted in a unit, as bytes: with the same bytes, problem and version it is the same everywhere. By default
    /// its number, which is enough where units depend on nothing but the problem.
    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        into.extend_from_slice(&(unit as u64).to_le_bytes());
    }
    /// Units of one group share what is made before they can be counted, and are best counted by one process; nothing if all
    /// share alike.
    fn group(&self, _unit: usize) -> Option<usize> {
        None
    }
    /// What the weighted sum is divided by.
    fn divisor(&self) -> u64;
    /// What the quotient is multiplied by.
    fn factor(&self) -> &BigUint;
    /// Makes what several units share, with the threads of the pool that it is called in. Units do not rely on it.
    fn prepare(&self) {}
    /// Counts a unit. `should_stop` is asked now and then; a stopped unit returns what it has.
    fn count(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> Partial;
    /// About how many bytes it holds.
    fn memory(&self) -> usize;
}
