//! What a run tells while it runs: once a unit, never once a node.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
    /// What was counted in it, if the run is made of units; their sum, with weights, is the count.
    pub exact: Option<UnitCount>,
    /// The time that a thread took for it.
    pub time: Duration,
}

impl UnitDone {
    /// A step of a run that is not made of units.
    pub(crate) fn step(unit: usize, share: f64, nodes: u64) -> Self {
        Self { unit, share, found: 0.0, nodes, exact: None, time: Duration::ZERO }
    }
}

/// What was counted in a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnitCount {
    /// Placements found, not yet weighted.
    pub placements: u128,
    /// Partial placements made.
    pub nodes: u64,
}

/// Receives the progress of a run, from several threads at once.
pub trait Observer: Sync {
    /// A run of several searches begins the next one; shares start anew.
    fn search_begins(&self, _what: &str) {}
    /// The run goes on where another one stopped: so much of the expected work is done already, and so many placements are
    /// known.
    fn goes_on(&self, _share: f64, _found: f64) {}
    /// Of a largest number that is looked for it is known by now that it is at least, and at most, so many.
    fn bounds(&self, _least: Option<u32>, _most: Option<u32>) {}
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

/// A switch as an observer: once it is set, by whomever, runs that it observes stop.
///
/// ```
/// use armistice::plan::{Settings, plan};
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let cancelled = AtomicBool::new(false);
/// let plan = plan(&"20x20 Q20".parse()?, &Settings::default())?;
/// cancelled.store(true, Ordering::Relaxed); // by another thread, as a rule
/// assert!(!plan.run(&cancelled)?.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Observer for AtomicBool {
    fn unit_done(&self, _: &UnitDone) {}

    fn should_stop(&self) -> bool {
        self.load(Ordering::Relaxed)
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

    fn goes_on(&self, share: f64, found: f64) {
        self.observer.goes_on(share, found);
    }

    fn bounds(&self, least: Option<u32>, most: Option<u32>) {
        self.observer.bounds(least, most);
    }

    fn unit_done(&self, unit: &UnitDone) {
        self.observer.unit_done(unit);
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop() || self.end.is_some_and(|end| Instant::now() >= end)
    }
}
