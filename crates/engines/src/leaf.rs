//! A leaf of a plan: independent units of a count, numbered in the same way everywhere.
//!
//! Every engine makes leaves, and so do counts that have plans of their own. Most leaves have many units,
//! each with a number of placements, and these are added up. A leaf that answers a [whole](Facts::is_whole)
//! question has a single unit. Its answer includes everything that the question asks for: the maximum, counts
//! by number, numbers of any size. To the surrounding tree such a leaf is a unit like any other. If it is the
//! whole plan, its answer is that of the plan.
//!
//! A single unit is either done or not. So that a long run need not start over, a leaf may have a state that
//! is written while it runs and can be read again: it is [`Resumable`].

use crate::board::Sets;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::random::Random;
use crate::engines::resumable::{RankedPlacements, Resumable};
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use num_bigint::BigUint;
use std::time::Duration;

/// The seconds from which a count is worth several threads.
const PARALLEL_THRESHOLD_SECONDS: f64 = 0.01;

/// The properties of a unit that are known before it is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnitFacts {
    /// The number of placements that each one found in it represents.
    pub weight: u64,
    /// The expected cost in approximate nanoseconds; suitable for comparing units.
    pub work: f64,
}

/// The description that every leaf has.
///
/// The number of placements is `factor * sum(weight(unit) * count(unit)) / divisor`, and the division has no
/// remainder.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The engine's name and version. The version changes whenever the units do.
    pub engine: (&'static str, u32),
    /// The instructions it uses.
    pub kernel: Kernel,
    /// The units, in the order of their numbers.
    pub units: Vec<UnitFacts>,
    /// Whether there would be more units if more were allowed.
    pub is_coarse: bool,
    /// The divisor of the weighted sum.
    pub divisor: u64,
    /// The factor of the quotient.
    pub factor: BigUint,
    /// Whether its only unit answers everything that a question asks for.
    pub is_whole: bool,
    /// Whether a whole answer has counts by number.
    pub is_by_number: bool,
}

/// The numbers of parts of a whole answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The number of counts in the answer.
    pub terms: usize,
    /// The number of parts that are counted one after another.
    pub units: usize,
    /// The number of words of a state, or 0 if there are no states.
    pub words: usize,
}

impl Extent {
    /// Returns the extent of a single count with states of `words` words.
    #[must_use]
    pub fn of_states(words: usize) -> Self {
        Self { terms: 1, units: 1, words }
    }
}

impl Facts {
    /// Creates facts for units that represent one placement each, with these costs.
    pub fn with_costs(engine: (&'static str, u32), kernel: Kernel, costs: Vec<f64>) -> Self {
        let units = costs.into_iter().map(|work| UnitFacts { weight: 1, work }).collect();
        Self {
            engine,
            kernel,
            units,
            is_coarse: false,
            divisor: 1,
            factor: BigUint::from(1u32),
            is_whole: false,
            is_by_number: false,
        }
    }

    /// Creates facts for a single unit that answers everything a question asks for.
    pub fn single_unit(engine: (&'static str, u32), is_by_number: bool) -> Self {
        Self { is_whole: true, is_by_number, ..Self::with_costs(engine, Kernel::Portable, vec![1.0]) }
    }

    /// Returns the expected cost of each unit, in approximate nanoseconds.
    pub(crate) fn costs(&self) -> impl Iterator<Item = f64> {
        self.units.iter().map(|unit| unit.work)
    }

    /// Returns the expected cost of all units, in approximate nanoseconds.
    pub fn work(&self) -> f64 {
        self.costs().sum()
    }
}

/// A problem divided into independent units, which are numbered in the same way everywhere.
pub trait Leaf: Send + Sync {
    /// Returns the description of the leaf and its units.
    fn facts(&self) -> &Facts;

    /// Counts a unit, or answers the whole question. If it is stopped, the count is not complete.
    ///
    /// # Errors
    /// The reason why there is no count.
    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError>;

    /// Returns the approximate number of bytes that it holds, or will hold.
    fn memory(&self) -> usize;

    /// Estimates the cost of counting all units, by random descents if the engine supports them. By default
    /// it is the sum of the units' costs. The estimate includes the time that is already
    /// [spent](Self::trial_time).
    fn estimate(&self, _effort: Effort, _random: &mut Random) -> Estimate {
        Estimate::by_model(self.facts().work())
    }

    /// Describes the contents of a unit as bytes: with the same bytes, problem and version, a unit is the
    /// same everywhere. By default it is the number of the unit, which suffices if units depend only on the
    /// problem.
    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        into.extend_from_slice(&(unit as u64).to_le_bytes());
    }

    /// Returns the group of a unit. Units of one group share preparations, and are best counted by one
    /// process. `None` if all units share all preparations.
    fn group(&self, _unit: usize) -> Option<usize> {
        None
    }

    /// Prepares the data that several units share, with the threads of the current pool. Units do not rely on
    /// it, so it may be stopped.
    fn prepare(&self, _should_stop: &(dyn Fn() -> bool + Sync)) {}

    /// Counts a unit, and adds for each square the number of placements with a piece there. Each placement
    /// found counts as often as it represents others, but on its own squares. So only sums over squares that
    /// the maps of the instance identify are right. `None` if the leaf does not support squares.
    fn count_squares(
        &self,
        _unit: usize,
        _squares: &mut [u128],
        _should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<UnitCount> {
        None
    }

    /// Returns a description of its method, unless the engine's name suffices; without a full stop.
    fn note(&self) -> Option<String> {
        None
    }

    /// Returns the outline of a plan that consists of this leaf, unless name, units and note suffice.
    fn outline(&self) -> Option<Outline> {
        None
    }

    /// Returns the numbers of parts of a whole answer.
    fn extent(&self) -> Extent {
        Extent::of_states(0)
    }

    /// True if a whole answer can use `threads` threads, and is worth starting them. By default it cannot.
    fn is_parallel(&self, _threads: usize) -> bool {
        false
    }

    /// Returns the time that a trial of a whole answer took. The trial showed how long the rest takes.
    fn trial_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Returns the state of a whole answer if it can be kept; `None` if it starts over after an interruption.
    fn state(&self) -> Option<&dyn Resumable> {
        None
    }

    /// True if memory was short during its trial.
    fn is_short_of_memory(&self) -> bool {
        false
    }

    /// Ranks all placements, in at most `memory` bytes. `None` if the leaf does not support ranks, if they
    /// take more memory, or if it was stopped.
    fn rank_placements(
        &self,
        _memory: usize,
        _should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Box<dyn RankedPlacements>> {
        None
    }
}

/// True if a whole answer that takes `seconds` seconds is worth several threads.
#[must_use]
pub fn is_worth_threads(seconds: f64) -> bool {
    seconds > PARALLEL_THRESHOLD_SECONDS
}

/// Takes over the work of another engine: a leaf with a unit of weight 1 for each of these states of an
/// instance. A state holds the squares that are still free for each of its classes. The instance has at least
/// one class.
pub(crate) type Successor = fn(&Instance, Vec<Sets>) -> Box<dyn Leaf>;

/// Returns the count of a unit of a leaf that cannot fail.
#[cfg(test)]
pub(crate) fn count_unit(leaf: &dyn Leaf, unit: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> UnitCount {
    leaf.count(unit, &Run::without_reports(should_stop)).and_then(|counts| counts.unit()).unwrap()
}
