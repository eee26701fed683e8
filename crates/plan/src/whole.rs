//! A leaf that answers a whole question at once.
//!
//! Most leaves say how many placements there are, unit by unit, and no more. The definition, tried out, and a sweep of the board
//! come to everything that a question asks for in one go: the largest number, counts by number, numbers of any size. To the
//! tree around it such a leaf is a single unit. Where it is all of a plan, its answer is that of the plan.
//!
//! A single unit is done or not. So that a run that takes long need not start over, a leaf may have a state, which is written
//! while it runs and read again: it is [`Resumable`].

use super::observer::Observer;
use super::outcome::{Outcome, RunError};
use super::summary::Summary;
use crate::engines::counter::Divided;
use crate::engines::expression::Outline;
use crate::engines::frontier::{CheckpointError, RankedPlacements, SweepKeeper, SweepRecipe};
use std::io::{Read, Seek};

/// What answers a question at once.
pub(crate) trait Whole: Divided {
    /// Answers. Progress is reported to the observer, which can stop the run.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    fn answer(&self, observer: &dyn Observer) -> Result<Outcome, RunError>;

    /// What it is, as it is shown.
    fn outline(&self) -> Outline;

    /// What a plan says that is nothing else, if that is more than what can be said of any plan with one unit.
    fn summary(&self, of_any: Summary) -> Summary {
        of_any
    }

    /// Its state, if that can be kept; `None` if it starts over after an interruption.
    fn state(&self) -> Option<&dyn Resumable> {
        None
    }

    /// Whether memory was short when its beginning was tried.
    fn is_short_of_memory(&self) -> bool {
        false
    }

    /// All placements by rank, held in this many bytes at most; `None` if it cannot, if they take more, or if it was stopped.
    fn ranked(&self, _memory: usize, _observer: &dyn Observer) -> Option<RankedPlacements> {
        None
    }
}

/// What has a state that can be kept while it runs, and from which it goes on: a sweep.
pub trait Resumable: Sync {
    /// How the same sweep is planned again.
    fn recipe(&self) -> SweepRecipe;

    /// Reads a state that a sweep has written, with the hash that it had then: the plan goes on from there when it is run.
    /// Returns the share of the count that is done.
    ///
    /// # Errors
    /// States that are damaged, or of another sweep; then nothing has changed.
    fn load(&self, from: Box<dyn Source>, digest: &str) -> Result<f64, CheckpointError>;

    /// Counts, and offers the state of the sweep to the keeper now and then.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    fn run_kept(&self, keeper: &dyn SweepKeeper, observer: &dyn Observer) -> Result<Outcome, RunError>;
}

/// Where a state is read from.
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}
