//! What planning has taken, by prices and not by a clock.
//!
//! Whether one more plan is worth making depends on what the others took to make. If a clock said that, the machine would choose
//! another plan whenever it has something else to do. So what is done is counted: trials of sweeps by their steps, units and
//! random descents by their number.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Seconds of planning so far, by price. Its clones are the same meter.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meter(Arc<AtomicU64>);

/// Whole numbers add up to the same sum in any order, on any thread.
const PER_SECOND: f64 = 1e9;

impl Meter {
    /// Adds seconds.
    pub(crate) fn add(&self, seconds: f64) {
        self.0.fetch_add((seconds * PER_SECOND) as u64, Ordering::Relaxed);
    }

    /// The seconds that were added.
    pub(crate) fn seconds(&self) -> f64 {
        self.0.load(Ordering::Relaxed) as f64 / PER_SECOND
    }
}
