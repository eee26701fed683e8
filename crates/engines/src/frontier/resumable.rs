//! A state that is written while a sweep runs, and read again.

use super::{CheckpointError, SweepKeeper, SweepRecipe};
use crate::engines::error::RunError;
use crate::engines::leaf::Run;
use crate::engines::tally::Counts;
use std::io::{Read, Seek};

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
    /// Sums that fail a check, and states that cannot be kept in memory or in files.
    fn count_kept(&self, keeper: &dyn SweepKeeper, run: &Run<'_>) -> Result<Counts, RunError>;
}

/// Where a state is read from.
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}
