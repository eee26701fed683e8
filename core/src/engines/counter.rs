//! What an engine makes of an instance: units that can be counted one by one.

use crate::engines::estimate::{Effort, Estimate, Random};
use crate::engines::kernel::Kernel;
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
