//! What a run tells while it runs: once a unit, never once a node.

use std::time::Instant;

/// A unit that a worker has finished.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnitDone {
    /// Its number in the plan.
    pub unit: usize,
    /// Its share of the estimated work of the plan, 0 to 1.
    pub share: f64,
    /// A lower bound on how many of the placements asked for it stands for (on the classes, up to symmetry).
    pub found: f64,
    /// Partial placements made.
    pub nodes: u64,
}

/// Receives the progress of a run, from several threads at once.
pub trait Observer: Sync {
    /// A run of several searches begins the next one; shares start anew.
    fn search_begins(&self, _what: &str) {}
    /// A unit is finished.
    fn unit_done(&self, unit: &UnitDone);
    /// Asked now and then by every worker: whether to stop and leave the rest uncounted.
    fn should_stop(&self) -> bool;
}

/// An observer that says nothing and never stops a run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn unit_done(&self, _: &UnitDone) {}

    fn should_stop(&self) -> bool {
        false
    }
}

/// Tells another observer, and stops the run when that one does, or at an end.
#[derive(Clone, Copy)]
pub struct Until<'a> {
    /// Who hears of the progress.
    pub observer: &'a dyn Observer,
    /// When to stop; never if `None`.
    pub end: Option<Instant>,
}

impl Observer for Until<'_> {
    fn search_begins(&self, what: &str) {
        self.observer.search_begins(what);
    }

    fn unit_done(&self, unit: &UnitDone) {
        self.observer.unit_done(unit);
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop() || self.end.is_some_and(|end| Instant::now() >= end)
    }
}
