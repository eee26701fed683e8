//! What an engine makes of a whole question that it reads itself: no instance stands between them, so the board may be of any size.

use crate::engines::estimate::Estimate;
use crate::engines::tally::Found;

/// A question that is answered at once.
pub trait Direct: Send + Sync {
    /// What answering is expected to take.
    fn estimate(&self) -> Estimate;

    /// About how many bytes it will hold.
    fn memory(&self) -> usize;

    /// What it is going to do, in words, without a full stop.
    fn note(&self) -> String;

    /// Answers, with the threads of the pool that it is called in if it is worth that; `None` if it was stopped. `should_stop` is asked
    /// now and then, and `progress` is told which share is done, 0 to 1.
    fn answer(
        &self,
        is_parallel: bool,
        should_stop: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(f64) + Sync),
    ) -> Option<Found>;
}
