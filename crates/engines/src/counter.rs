//! What an engine makes of an instance: units that can be counted one by one.

use crate::board::Sets;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::random::Random;
use num_bigint::BigUint;

/// What was counted in a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Partial {
    /// Placements found, not yet weighted; the largest number there is stands for all that do not fit.
    pub placements: u128,
    /// Partial placements that were made and could still be completed.
    pub nodes: u64,
    /// Whether the unit was counted to its end.
    pub complete: bool,
}

/// What is known of a unit before it is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnitFacts {
    /// How many placements each one found in it stands for.
    pub weight: u64,
    /// What it is expected to cost, in about nanoseconds; good for comparing units.
    pub work: f64,
}

/// What every counter says of itself.
///
/// The number of placements is `factor * sum(weight(unit) * count(unit)) / divisor`, and the division has no remainder.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The engine's name and version. The version changes whenever the units do.
    pub engine: (&'static str, u32),
    /// The instructions it uses.
    pub kernel: Kernel,
    /// The units, in the order of their numbers.
    pub units: Vec<UnitFacts>,
    /// Whether there would be more units, had more been allowed.
    pub is_coarse: bool,
    /// What the weighted sum is divided by.
    pub divisor: u64,
    /// What the quotient is multiplied by.
    pub factor: BigUint,
}

impl Facts {
    /// Units that stand for one placement each, with these costs.
    pub fn plain(engine: (&'static str, u32), kernel: Kernel, costs: Vec<f64>) -> Self {
        let units = costs.into_iter().map(|work| UnitFacts { weight: 1, work }).collect();
        Self { engine, kernel, units, is_coarse: false, divisor: 1, factor: BigUint::from(1u32) }
    }

    /// What each unit is expected to cost, in about nanoseconds.
    pub(crate) fn costs(&self) -> impl Iterator<Item = f64> {
        self.units.iter().map(|unit| unit.work)
    }

    /// What all units are expected to cost, in about nanoseconds.
    pub fn work(&self) -> f64 {
        self.costs().sum()
    }
}

/// A problem divided into units that are independent, and numbered in the same way everywhere.
pub trait Divided: Send + Sync {
    /// What it says of itself and its units.
    fn facts(&self) -> &Facts;
    /// What counting all units is expected to take, by random descents where the engine can make them; by default what
    /// the units' costs add up to.
    fn estimate(&self, _effort: Effort, _random: &mut Random) -> Estimate {
        Estimate::by_model(self.facts().work())
    }
    /// What is counted in a unit, as bytes: with the same bytes, problem and version it is the same everywhere. By default
    /// its number, which is enough where units depend on nothing but the problem.
    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        into.extend_from_slice(&(unit as u64).to_le_bytes());
    }
    /// Units of one group share what is made before they can be counted, and are best counted by one process; `None` if all
    /// share alike.
    fn group(&self, _unit: usize) -> Option<usize> {
        None
    }
    /// Makes what several units share, with the threads of the pool that it is called in. Units do not rely on it, so it may
    /// be stopped.
    fn prepare(&self, _should_stop: &(dyn Fn() -> bool + Sync)) {}
    /// About how many bytes it holds.
    fn memory(&self) -> usize;
    /// What it does, where its engine's name does not say it; without a full stop.
    fn note(&self) -> Option<String> {
        None
    }
}

/// A problem made ready by an engine, which has a count of every unit.
pub trait Counter: Divided {
    /// Counts a unit. `should_stop` is asked now and then; a stopped unit returns what it has.
    fn count(&self, unit: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> Partial;
}

/// A problem of one class made ready by an engine that knows where the pieces of the placements stand that it counts.
pub trait SquareCounter: Divided {
    /// Counts a unit, and adds for each square how many of the placements have a piece there, each as often as it stands for others:
    /// its own squares, so that over squares that the maps of the instance carry to each other the sums are right.
    fn count_squares(
        &self,
        unit: usize,
        squares: &mut [u128],
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Partial;
}

/// Takes over what another engine has begun: a counter with a unit of weight 1 for each of these states of an instance, the
/// squares that are still free for each of its classes. The instance has one class at least.
pub(crate) type Successor = fn(&Instance, Vec<Sets>) -> Box<dyn Counter>;
