//! The limits of a sweep, and its observers.

use super::checkpoint::Course;

/// The limits of a sweep.
#[derive(Clone, Copy)]
pub struct SweepLimits<'a> {
    /// The number of bytes that states may take.
    pub memory: usize,
    /// Whether states that do not fit in memory may go to files.
    pub disc: bool,
    /// Whether to use the threads of the current pool.
    pub parallel: bool,
    /// The number of states below which one thread is faster than all.
    pub parallel_threshold: usize,
    /// The number of emissions after which the sweep pauses.
    pub emissions: u64,
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Called after each step with its share of the sweep, and its emissions.
    pub progress: &'a (dyn Fn(f64, u64) + Sync),
    /// The course to which the state is offered, if a keeper wants it.
    pub course: Option<&'a Course<'a>>,
}

impl SweepLimits<'_> {
    /// Returns limits for one thread, without reports.
    pub fn single_threaded(memory: usize) -> Self {
        Self {
            memory,
            disc: false,
            parallel: false,
            parallel_threshold: usize::MAX,
            emissions: u64::MAX,
            should_stop: &|| false,
            progress: &|_, _| {},
            course: None,
        }
    }
}

/// The number of states below which one thread is faster than all.
pub const PARALLEL_THRESHOLD_STATES: usize = 1 << 14;
