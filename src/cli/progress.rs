//! The progress bar. It is drawn on standard error, only on terminals, and only for counts that take a while.

use super::output;
use crate::Question;
use crate::answer::Ledger;
use crate::clock::Instant;
use crate::plan::{Observer, StoppingObserver, UnitDone};
use crate::report::numbers;
use crate::run::files;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time before the bar is first drawn. Shorter counts have no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two drawings.
const TICK: Duration = Duration::from_millis(200);
/// The resolution of the bar.
const STEPS: f64 = 10_000.0;

/// Whether Ctrl-C or SIGTERM arrived.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The number of counts that are running, one inside another. If there is none, an interruption ends the
/// process at once.
static COUNTING: AtomicIsize = AtomicIsize::new(0);

/// The message if an interruption ends a search that has found nothing yet.
static UNLESS_FOUND: Mutex<Option<&'static str>> = Mutex::new(None);
/// The time that such a search has to stop by itself.
const GRACE: Duration = Duration::from_millis(500);

/// Makes Ctrl-C and SIGTERM stop a count instead of the process. A second interruption ends the process.
pub(super) fn catch_interruptions() -> anyhow::Result<()> {
    // All problems of a batch share one handler.
    static IS_CAUGHT: AtomicBool = AtomicBool::new(false);
    if IS_CAUGHT.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) || COUNTING.load(Ordering::Relaxed) == 0 {
            quit();
        }
        if unless_found().is_some() {
            std::thread::sleep(GRACE);
            if let Some(message) = unless_found().take() {
                note(message);
                quit();
            }
        }
    })?;
    Ok(())
}

fn unless_found() -> MutexGuard<'static, Option<&'static str>> {
    UNLESS_FOUND.lock().unwrap_or_else(PoisonError::into_inner)
}

fn quit() -> ! {
    files::give_up_drafts();
    std::process::exit(130)
}

/// Runs a search that finds nothing before its end, so that ending it loses nothing. If it does not respond
/// to an interruption in time, the process ends with this message.
pub(super) fn nothing_to_lose<T>(message: &'static str, search: impl FnOnce() -> T) -> T {
    *unless_found() = Some(message);
    let found = search();
    *unless_found() = None;
    found
}

/// Whether the user has interrupted the run.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// A mark that a count is running or paused. Dropping it restores the earlier state.
pub(super) struct CountingMark(isize);

impl CountingMark {
    /// Marks a count as running. Until the mark is dropped, an interruption only makes [`is_interrupted`]
    /// true, so that the result so far can be written.
    pub(super) fn begin() -> Self {
        COUNTING.fetch_add(1, Ordering::Relaxed);
        Self(-1)
    }

    /// Pauses all counts. Until the mark is dropped, an interruption ends the process at once.
    pub(super) fn pause() -> Self {
        Self(COUNTING.swap(0, Ordering::Relaxed))
    }
}

impl Drop for CountingMark {
    fn drop(&mut self) {
        COUNTING.fetch_add(self.0, Ordering::Relaxed);
    }
}

/// The bar that is being drawn.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Writes a line that is neither a result nor an error, above the bar if there is one.
pub(super) fn note(message: &str) {
    let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(|| output::note(message)),
        None => output::note(message),
    }
}

/// The sums over the units that are done.
#[derive(Clone, Default)]
struct ProgressState {
    /// The name of the search and the time when it began, if the run reports them.
    search: Option<(String, Instant)>,
    /// The lower and the upper bound on the number that is searched for.
    bounds: (Option<u32>, Option<u32>),
    share: f64,
    /// The share that was done before this run.
    before: f64,
    found: f64,
    nodes: u64,
    over: bool,
}

/// An observer that draws the progress of a run.
#[derive(Default)]
struct Progress {
    /// The text before the bar.
    label: String,
    /// Whether the progress is unknown, so that only the time is shown.
    is_endless: bool,
    state: Mutex<ProgressState>,
    changed: Condvar,
}

/// An observer that stops a run if the user interrupts, and shows nothing.
pub(super) struct Interruption;

impl Observer for Interruption {
    fn should_stop(&self) -> bool {
        is_interrupted()
    }
}

/// Shows the progress of counts without a journal.
pub(super) struct Bar<'a, E> {
    /// The text before the progress.
    pub(super) label: &'a str,
    pub(super) is_drawn: bool,
    /// Returns the time at which a count that begins now must end.
    pub(super) end: E,
}

impl<E: Fn() -> Option<Instant>> Ledger for Bar<'_, E> {
    fn watch<T>(
        &self,
        _question: &Question,
        _observer: &dyn Observer,
        search: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        let end = (self.end)();
        watch_as(self.label, self.is_drawn, |observer| search(&StoppingObserver { observer, end }))
    }
}

/// Runs `count` under an observer that stops when the user interrupts and, if `drawn` is true, shows
/// progress.
pub(super) fn watch<T>(drawn: bool, count: impl FnOnce(&dyn Observer) -> T) -> T {
    watch_as("", drawn, count)
}

/// Like [`watch`], with a word before the progress that names the count.
pub(super) fn watch_as<T>(label: &str, drawn: bool, count: impl FnOnce(&dyn Observer) -> T) -> T {
    let label = if label.is_empty() { String::new() } else { format!("{label} ") };
    watch_with(&Progress { label, ..Progress::default() }, drawn, count)
}

/// Like [`watch`], for a search whose progress is unknown. Shows the label and the time.
pub(super) fn watch_search<T>(label: &str, search: impl FnOnce(&dyn Observer) -> T) -> T {
    watch_with(
        &Progress { label: format!("{label}, "), is_endless: true, ..Progress::default() },
        true,
        search,
    )
}

/// Like [`watch`], for the search for a maximum. Shows the bounds and the time.
pub(super) fn watch_largest<T>(drawn: bool, search: impl FnOnce(&dyn Observer) -> T) -> T {
    watch_with(&Progress { is_endless: true, ..Progress::default() }, drawn, search)
}

fn watch_with<T>(progress: &Progress, drawn: bool, count: impl FnOnce(&dyn Observer) -> T) -> T {
    let _counting = CountingMark::begin();
    std::thread::scope(|scope| {
        if drawn && std::io::stderr().is_terminal() {
            scope.spawn(|| progress.draw());
        }
        // Dropping this also ends the drawing thread if the count panics, so that the panic is visible.
        let _end = ProgressEnd(progress);
        count(progress)
    })
}

struct ProgressEnd<'a>(&'a Progress);

impl Drop for ProgressEnd<'_> {
    fn drop(&mut self) {
        self.0.update(|state| state.over = true);
        self.0.changed.notify_all();
    }
}

impl Observer for Progress {
    fn search_begins(&self, what: &str) {
        let search = Some((format!("{what} "), Instant::now()));
        self.update(|state| {
            *state = ProgressState { search, bounds: state.bounds, ..ProgressState::default() }
        });
    }

    fn bounds(&self, least: Option<u32>, most: Option<u32>) {
        self.update(|state| state.bounds = (least, most));
    }

    fn goes_on(&self, share: f64, found: f64) {
        self.update(|state| *state = ProgressState { share, before: share, found, ..state.clone() });
    }

    fn unit_done(&self, unit: &UnitDone) {
        self.update(|state| {
            state.share += unit.share;
            state.found += unit.found;
            state.nodes += unit.nodes;
        });
    }

    fn should_stop(&self) -> bool {
        is_interrupted()
    }
}

impl Progress {
    fn state(&self) -> MutexGuard<'_, ProgressState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, change: impl FnOnce(&mut ProgressState)) {
        change(&mut self.state());
    }

    /// Waits at most `time` for the end of the count. Returns whether it has ended.
    fn is_over_after(&self, time: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), time, |state| !state.over);
        waited.unwrap_or_else(PoisonError::into_inner).0.over
    }

    fn draw(&self) {
        let start = Instant::now();
        if self.is_over_after(PATIENCE) {
            return;
        }
        let bar = ProgressBar::with_draw_target(Some(STEPS as u64), ProgressDrawTarget::stderr());
        let template =
            if self.is_endless { "{prefix}{msg}" } else { "{prefix}{percent:>3} % {wide_bar} {msg}" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(self.label.clone());
        let current = |bar| *BAR.lock().unwrap_or_else(PoisonError::into_inner) = bar;
        current(Some(bar.clone()));
        loop {
            // The state is copied, because a stopped terminal must not stop the workers.
            let state = self.state().clone();
            let (label, start) = state.search.clone().unwrap_or((self.label.clone(), start));
            bar.set_prefix(label);
            bar.set_position((state.share.min(1.0) * STEPS) as u64);
            bar.set_message(match self.is_endless {
                true => format!("{}{}; Ctrl-C stops it", bounds(&state), numbers::time(start.elapsed())),
                false => message(&state, start.elapsed()),
            });
            if self.is_over_after(TICK) {
                break;
            }
        }
        current(None);
        bar.finish_and_clear();
    }
}

/// Writes the bounds on a number, if they are known.
fn bounds(state: &ProgressState) -> String {
    let least = state.bounds.0.map_or(String::new(), |least| format!("{least} so far, "));
    let most = state.bounds.1.map_or(String::new(), |most| format!("at most {most}, "));
    least + &most
}

/// Writes the count so far, the speed and the remaining time, short enough for a terminal of 60 columns.
fn message(state: &ProgressState, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let largest = bounds(state);
    if state.nodes == 0 {
        // Too little is done to estimate the speed.
        return format!("{largest}{}", numbers::time(elapsed));
    }
    let done = state.share - state.before;
    let left = Duration::try_from_secs_f64(seconds * (1.0 - state.share.min(1.0)) / done);
    let left = left.map_or("?".to_owned(), numbers::time);
    let speed = numbers::shorten(state.nodes as f64 / seconds);
    // A sweep has no lower bound before its end.
    let bound =
        if state.found > 0.0 { format!("≥ {}, ", numbers::shorten(state.found)) } else { String::new() };
    format!("{largest}{bound}{speed} nodes/s, {left} left")
}
