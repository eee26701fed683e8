//! What an engine makes of a whole question that it reads itself: no instance stands between them, so the board may be of any size.

use crate::engines::estimate::Estimate;
use crate::engines::tally::Counts;
use std::time::Duration;

/// How far an engine may look at a question before it says what an answer takes.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// Bytes that the answer may take, if they are limited.
    pub memory: Option<u64>,
    /// The seconds that are at stake, of which looking takes a share; infinite if the engine is asked for by name.
    pub stake: f64,
    /// Asked now and then whether anybody still wants to know.
    pub should_stop: &'a dyn Fn() -> bool,
}

/// How a question is answered.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Whether the answer is worth the threads of the pool that it is called in.
    pub is_parallel: bool,
    /// Asked now and then whether to stop.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Told which share is done, 0 to 1, and the number of partial placements made so far, if they are counted.
    pub progress: &'a (dyn Fn(f64, u64) + Sync),
}

impl<'a> Run<'a> {
    /// On the calling thread, without a word on the way.
    #[cfg(test)]
    pub(crate) fn silent(should_stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { is_parallel: false, should_stop, progress: &|_, _| {} }
    }
}

/// Why there is no answer: it takes more memory than is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverMemory;

/// A question that is answered at once.
pub trait Direct: Send + Sync {
    /// The cost of the answer, the time that is [spent](Self::spent) already included.
    fn estimate(&self) -> Estimate;

    /// About how many bytes it will hold.
    fn memory(&self) -> usize;

    /// What it is going to do, in words, without a full stop.
    fn note(&self) -> String;

    /// The words of a state, or 0 if it has none.
    fn words(&self) -> usize {
        0
    }

    /// The time that a beginning of the answer took, which was made to see what the rest takes.
    fn spent(&self) -> Duration {
        Duration::ZERO
    }

    /// Answers; what was counted before it was stopped is not complete.
    ///
    /// # Errors
    /// If it takes more memory than is allowed.
    fn answer(&self, run: &Run<'_>) -> Result<Counts, OverMemory>;
}
