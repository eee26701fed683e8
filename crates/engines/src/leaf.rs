//! A leaf of a plan: independent units of a count, numbered in the same way everywhere.
//!
//! Every engine makes leaves, and so does what counts by plans of its own. Most leaves have many units, each with a number of
//! placements, and these are added up. A leaf that answers a [whole](Facts::is_whole) question has a single unit, and comes to
//! everything that the question asks for in one go: the largest number, counts by number, numbers of any size. To the
//! tree around it such a leaf is a unit like any other. Where it is all of a plan, its answer is that of the plan.
//!
//! A single unit is done or not. So that a run that takes long need not start over, a leaf may have a state, which is written
//! while it runs and read again: it is [`Resumable`].

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

/// What takes longer than this is worth other threads, in seconds.
const PARALLEL_THRESHOLD_SECONDS: f64 = 0.01;

/// What is known of a unit before it is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnitFacts {
    /// How many placements each one found in it stands for.
    pub weight: u64,
    /// What it is expected to cost, in about nanoseconds; good for comparing units.
    pub work: f64,
}

/// What every leaf says of itself.
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
    /// Whether its one unit comes to everything that a question asks for.
    pub is_whole: bool,
    /// Whether a whole answer has counts by number.
    pub is_by_number: bool,
}

/// How many parts a whole answer is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Counts that go into the answer.
    pub terms: usize,
    /// Parts that are counted one after another.
    pub units: usize,
    /// The words of a state, or 0 if it has none.
    pub words: usize,
}

impl Extent {
    /// A single count with states of this many words.
    #[must_use]
    pub fn of_states(words: usize) -> Self {
        Self { terms: 1, units: 1, words }
    }
}

impl Facts {
    /// Units that stand for one placement each, with these costs.
    pub fn plain(engine: (&'static str, u32), kernel: Kernel, costs: Vec<f64>) -> Self {
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

    /// A single unit that comes to everything a question asks for.
    pub fn whole(engine: (&'static str, u32), is_by_number: bool) -> Self {
        Self { is_whole: true, is_by_number, ..Self::plain(engine, Kernel::Portable, vec![1.0]) }
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
pub trait Leaf: Send + Sync {
    /// What it says of itself and its units.
    fn facts(&self) -> &Facts;

    /// Counts a unit, or answers the whole question; what was counted before it was stopped is not complete.
    ///
    /// # Errors
    /// Why it has no count.
    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError>;

    /// About how many bytes it holds, or will hold.
    fn memory(&self) -> usize;

    /// What counting all units is expected to take, by random descents where the engine can make them; by default what
    /// the units' costs add up to. The time that is [spent](Self::spent) is included.
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

    /// Counts a unit, and adds for each square how many of the placements have a piece there, each as often as it stands for others:
    /// its own squares, so that over squares that the maps of the instance carry to each other the sums are right. `None` if it
    /// does not know where pieces stand.
    fn count_squares(
        &self,
        _unit: usize,
        _squares: &mut [u128],
        _should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<UnitCount> {
        None
    }

    /// What it does, where its engine's name does not say it; without a full stop.
    fn note(&self) -> Option<String> {
        None
    }

    /// How a plan that is this leaf alone is shown, if name, units and note do not say it.
    fn outline(&self) -> Option<Outline> {
        None
    }

    /// The parts of a whole answer.
    fn extent(&self) -> Extent {
        Extent::of_states(0)
    }

    /// Whether a whole answer uses this number of threads, and is worth starting them. By default none does.
    fn is_parallel(&self, _threads: usize) -> bool {
        false
    }

    /// The time that a beginning of a whole answer took, which was made to see what the rest takes.
    fn spent(&self) -> Duration {
        Duration::ZERO
    }

    /// The state of a whole answer, if that can be kept; `None` if it starts over after an interruption.
    fn state(&self) -> Option<&dyn Resumable> {
        None
    }

    /// Whether memory was short when its beginning was tried.
    fn is_short_of_memory(&self) -> bool {
        false
    }

    /// All placements by rank, held in this many bytes at most; `None` if it cannot, if they take more, or if it was stopped.
    fn ranked(
        &self,
        _memory: usize,
        _should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Box<dyn RankedPlacements>> {
        None
    }
}

/// Whether a whole answer that takes this long is worth other threads.
#[must_use]
pub fn is_worth_threads(seconds: f64) -> bool {
    seconds > PARALLEL_THRESHOLD_SECONDS
}

/// Takes over what another engine has begun: a leaf with a unit of weight 1 for each of these states of an instance, the
/// squares that are still free for each of its classes. The instance has one class at least.
pub(crate) type Successor = fn(&Instance, Vec<Sets>) -> Box<dyn Leaf>;

/// What is counted in a unit of a leaf that does not fail.
#[cfg(test)]
pub(crate) fn counted(leaf: &dyn Leaf, unit: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> UnitCount {
    leaf.count(unit, &Run::silent(should_stop)).and_then(|counts| counts.unit()).unwrap()
}
