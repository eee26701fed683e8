//! What a sweep may take, and to whom it reports.

use super::checkpoint::Course;

/// How a sweep may go on.
#[derive(Clone, Copy)]
pub struct SweepLimits<'a> {
    /// Bytes that states may take.
    pub memory: usize,
    /// Whether states that memory does not hold may go to files.
    pub disc: bool,
    /// Whether to use the threads of the pool that it is called in.
    pub parallel: bool,
    /// Below this many states one thread is faster than all.
    pub parallel_threshold: usize,
    /// Emissions after which it pauses.
    pub emissions: u64,
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Called after each step with its share of the sweep, and its emissions.
    pub progress: &'a (dyn Fn(f64, u64) + Sync),
    /// Where the state is offered to whoever keeps it.
    pub course: Option<&'a Course<'a>>,
}

impl SweepLimits<'_> {
    /// One thread, without reports.
    pub fn alone(memory: usize) -> Self {
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

/// Below this many states one thread is faster than all.
pub const PARALLEL_THRESHOLD_STATES: usize = 1 << 14;
