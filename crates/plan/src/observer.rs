//! Progress reports of a run, once for each unit and never for each node.

use crate::clock::Instant;
use crate::engines::UnitCount;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A unit that a worker has finished.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct UnitDone {
    /// The number of the unit in the plan.
    pub unit: usize,
    /// Its share of the estimated work of the plan, 0 to 1.
    pub share: f64,
    /// A lower bound on the number of counted placements that the unit represents (of classes, up to
    /// symmetry).
    pub found: f64,
    /// The number of partial placements that were made.
    pub nodes: u64,
    /// The exact count of the unit, if the run consists of units; the weighted sum of these counts is the
    /// answer.
    pub exact: Option<UnitCount>,
    /// The time that a thread took for the unit.
    pub time: Duration,
}

impl UnitDone {
    /// Returns this report with another share of the work.
    #[must_use]
    pub fn with_share(self, share: f64) -> Self {
        Self { share, ..self }
    }

    /// Returns a step of a run that does not consist of units.
    #[doc(hidden)]
    pub fn step(unit: usize, share: f64, nodes: u64) -> Self {
        Self { unit, share, found: 0.0, nodes, exact: None, time: Duration::ZERO }
    }
}

/// Receives the progress of a run, from several threads at once, and may stop it.
///
/// The library has these observers: [`Silent`], a [`CancelToken`], a [`Deadline`], another observer with a
/// deadline ([`StoppingObserver`]), and a [`Gauge`].
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
    /// Reports that a run of several searches begins the next one; shares start again at zero.
    fn search_begins(&self, _what: &str) {}
    /// Reports that the run resumes an earlier one: the share of the expected work that is done, and the
    /// number of placements found so far.
    fn goes_on(&self, _share: f64, _found: f64) {}
    /// Reports the current bounds on the maximum that the run looks for.
    fn bounds(&self, _least: Option<u32>, _most: Option<u32>) {}
    /// Reports that a unit is finished.
    fn unit_done(&self, _unit: &UnitDone) {}
    /// Returns whether to stop and leave the rest uncounted. Every worker calls it regularly.
    fn should_stop(&self) -> bool {
        false
    }
    /// Returns whether [`should_stop`](Self::should_stop) can ever return true. If not, the caller may do the
    /// work on its own thread.
    fn can_stop(&self) -> bool {
        true
    }
}

/// An observer that reports nothing and never stops a run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn can_stop(&self) -> bool {
        false
    }
}

/// An observer that only passes on whether to stop, for runs inside a unit; the unit reports the progress.
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
    /// Returns a token that has not been cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops every run that observes it, now and later. Placements counted until then are a lower bound.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the token was cancelled.
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

/// A switch that other code owns, such as a signal handler: runs stop once it is `true`.
impl Observer for AtomicBool {
    fn should_stop(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Records the progress of a run for other threads, and stops the run on request.
///
/// ```
/// use armistice::plan::{Gauge, Settings, plan};
///
/// let gauge = Gauge::default();
/// plan(&"8x8 N5 Q2".parse()?, &Settings::default())?.run(&gauge)?;
/// assert!(gauge.share() > 0.99 && gauge.lower_bound() > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Gauge {
    stop: CancelToken,
    /// The share and the number of placements found, as bits of floating-point numbers.
    share: AtomicU64,
    found: AtomicU64,
}

impl Gauge {
    /// Returns the share of the expected work that is done, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from_bits(self.share.load(Ordering::Relaxed)).min(1.0)
    }

    /// Returns a lower bound on the number of placements.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        f64::from_bits(self.found.load(Ordering::Relaxed))
    }

    /// Stops every run that observes it, now and later.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Returns the token that [`stop`](Self::stop()) cancels, for [planning](super::Settings::with_cancel),
    /// which has no observer.
    #[must_use]
    pub fn token(&self) -> CancelToken {
        self.stop.clone()
    }
}

/// Adds to a floating-point number that is stored as bits.
fn add(sum: &AtomicU64, more: f64) {
    let added = |bits| Some((f64::from_bits(bits) + more).to_bits());
    // The closure never returns `None`, so the update always succeeds.
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
/// assert!(!plan.run(&Deadline::from_now(Duration::from_millis(20)))?.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline(pub Instant);

impl Deadline {
    /// Returns the deadline after this time from now; if the clock cannot represent it, in a century.
    #[must_use]
    pub fn from_now(time: Duration) -> Self {
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

/// Reports to another observer, and stops the run when that observer does, or at an end.
#[derive(Clone, Copy)]
pub struct StoppingObserver<'a> {
    /// The observer that receives the progress.
    pub observer: &'a dyn Observer,
    /// The time at which to stop; `None` for never.
    pub end: Option<Instant>,
}

impl Observer for StoppingObserver<'_> {
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
