//! What a run reports while it runs: once a unit, never once a node.

use crate::clock::Instant;
use crate::engines::UnitCount;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A unit that a worker has finished.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
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
    /// The same with another share of the work.
    #[must_use]
    pub fn with_share(self, share: f64) -> Self {
        Self { share, ..self }
    }

    /// A step of a run that is not made of units.
    #[doc(hidden)]
    pub fn step(unit: usize, share: f64, nodes: u64) -> Self {
        Self { unit, share, found: 0.0, nodes, exact: None, time: Duration::ZERO }
    }
}

/// Receives the progress of a run, from several threads at once, and may stop it.
///
/// Ready ones: [`Silent`], a [`CancelToken`], a [`Deadline`], both of these beside another observer ([`Until`]), and a [`Gauge`].
///
/// ```
/// use armistice::plan::{Observer, Settings, UnitDone, plan};
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// /// Adds up what was searched.
/// #[derive(Default)]
/// struct Nodes(AtomicU64);
///
/// impl Observer for Nodes {
///     fn unit_done(&self, unit: &UnitDone) {
///         self.0.fetch_add(unit.nodes, Ordering::Relaxed);
///     }
/// }
///
/// let nodes = Nodes::default();
/// let outcome = plan(&"8x8 N5 Q2".parse()?, &Settings::default())?.run(&nodes)?;
/// assert!(outcome.complete && nodes.0.into_inner() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Sync {
    /// A run of several searches begins the next one; shares start anew.
    fn search_begins(&self, _what: &str) {}
    /// The run resumes another one: this share of the expected work is done already, and this many placements are
    /// known.
    fn goes_on(&self, _share: f64, _found: f64) {}
    /// Bounds that are known by now of the largest number that is looked for.
    fn bounds(&self, _least: Option<u32>, _most: Option<u32>) {}
    /// A unit is finished.
    fn unit_done(&self, _unit: &UnitDone) {}
    /// Asked now and then by every worker: whether to stop and leave the rest uncounted.
    fn should_stop(&self) -> bool {
        false
    }
    /// Whether it ever may say so. Whoever waits for one that does not can do the work instead.
    fn can_stop(&self) -> bool {
        true
    }
}

/// An observer that says nothing and never stops a run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn can_stop(&self) -> bool {
        false
    }
}

/// Passes on whether to stop, and says nothing: for runs inside a unit, whose progress is that of the unit.
pub(crate) struct StopIf<'a>(pub(crate) &'a (dyn Fn() -> bool + Sync));

impl Observer for StopIf<'_> {
    fn should_stop(&self) -> bool {
        (self.0)()
    }
}

/// Cancels the runs that observe it or one of its clones, from any thread.
///
/// ```
/// use armistice::plan::{CancelToken, Settings, plan};
///
/// let token = CancelToken::new();
/// let plan = plan(&"20x20 Q20".parse()?, &Settings::default())?;
/// let run = std::thread::spawn({
///     let token = token.clone();
///     move || plan.run(&token)
/// });
/// token.cancel();
/// assert!(!run.join().unwrap()?.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// One that has cancelled nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops every run that observes it, now and later. What was counted by then is a lower bound.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Observer for CancelToken {
    fn should_stop(&self) -> bool {
        self.is_cancelled()
    }
}

/// A switch that somebody else owns, such as the one that a signal handler sets: runs stop once it is `true`.
impl Observer for AtomicBool {
    fn should_stop(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Remembers how far a run is, for whoever asks from another thread, and stops it when it is told to.
///
/// ```
/// use armistice::plan::{Gauge, Settings, plan};
///
/// let gauge = Gauge::default();
/// plan(&"8x8 N5 Q2".parse()?, &Settings::default())?.run(&gauge)?;
/// assert!(gauge.share() > 0.99 && gauge.found() > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Gauge {
    stop: CancelToken,
    /// Floating-point numbers, as bits.
    share: AtomicU64,
    found: AtomicU64,
}

impl Gauge {
    /// The share of the expected work that is done, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from_bits(self.share.load(Ordering::Relaxed)).min(1.0)
    }

    /// A lower bound on the number of placements.
    #[must_use]
    pub fn found(&self) -> f64 {
        f64::from_bits(self.found.load(Ordering::Relaxed))
    }

    /// Stops every run that observes it, now and later.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// What is cancelled when it is told to stop: for [planning](super::Settings::with_cancel), which no observer watches.
    #[must_use]
    pub fn token(&self) -> CancelToken {
        self.stop.clone()
    }
}

/// Adds to a floating-point number that is kept as bits.
fn add(sum: &AtomicU64, more: f64) {
    let added = |bits| Some((f64::from_bits(bits) + more).to_bits());
    // It always has a new value.
    let _ = sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, added);
}

impl Observer for Gauge {
    fn search_begins(&self, _what: &str) {
        self.share.store(0, Ordering::Relaxed);
    }

    fn goes_on(&self, share: f64, found: f64) {
        add(&self.share, share);
        add(&self.found, found);
    }

    fn unit_done(&self, unit: &UnitDone) {
        add(&self.share, unit.share);
        add(&self.found, unit.found);
    }

    fn should_stop(&self) -> bool {
        self.stop.is_cancelled()
    }
}

/// Stops runs at a point in time.
///
/// ```
/// use armistice::plan::{Deadline, Settings, plan};
/// use std::time::Duration;
///
/// let plan = plan(&"20x20 Q20".parse()?, &Settings::default())?;
/// assert!(!plan.run(&Deadline::after(Duration::from_millis(20)))?.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline(pub Instant);

impl Deadline {
    /// So long from now; in a century if that is further than clocks go.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        let now = Instant::now();
        Self(now.checked_add(time).unwrap_or(now + CENTURY))
    }
}

/// A hundred years.
const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

impl Observer for Deadline {
    fn should_stop(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// Reports to another observer, and stops the run when that one does, or at an end.
#[derive(Clone, Copy)]
pub struct Until<'a> {
    /// To whom progress is reported.
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
        self.observer.should_stop() || self.end.is_some_and(|end| Deadline(end).should_stop())
    }

    fn can_stop(&self) -> bool {
        self.end.is_some() || self.observer.can_stop()
    }
}
