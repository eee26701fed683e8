//! The progress bar: on standard error, on terminals only, and only for counts that take a while.

use super::output;
use crate::Question;
use crate::answer::Ledger;
use crate::clock::Instant;
use crate::plan::{Observer, UnitDone, Until};
use crate::report::numbers;
use crate::run::files;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Nothing is drawn for a count that is over by then.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between two drawings.
const TICK: Duration = Duration::from_millis(200);
/// The bar's resolution.
const STEPS: f64 = 10_000.0;

/// Set by Ctrl-C and SIGTERM.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// How many counts are under way, one inside another; while none is, an interruption ends the process at once.
static COUNTING: AtomicIsize = AtomicIsize::new(0);

/// What is said if a search is ended in which nothing was found that could be lost.
static UNLESS_FOUND: Mutex<Option<&'static str>> = Mutex::new(None);
/// Time that such a search has to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// Makes Ctrl-C and SIGTERM stop a count instead of the process; a second one stops the process.
pub(super) fn catch_interruptions() -> anyhow::Result<()> {
    // Once is enough, for all problems of a batch.
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

/// Runs a search in which nothing is found before its end, so that nothing is lost if it is ended: an interruption that it
/// does not respond in time ends the process, with this message.
pub(super) fn nothing_to_lose<T>(message: &'static str, search: impl FnOnce() -> T) -> T {
    *unless_found() = Some(message);
    let found = search();
    *unless_found() = None;
    found
}

/// Whether the user wants to stop.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Whether something is being counted; when it ends, it is as before.
pub(super) struct CountingMark(isize);

impl CountingMark {
    /// While it lives, an interruption only makes [`is_interrupted`] true, so that what was counted can be written.
    pub(super) fn begin() -> Self {
        COUNTING.fetch_add(1, Ordering::Relaxed);
        Self(-1)
    }

    /// While it lives, an interruption ends the process at once, whatever is being counted.
    pub(super) fn pause() -> Self {
        Self(COUNTING.swap(0, Ordering::Relaxed))
    }
}

impl Drop for CountingMark {
    fn drop(&mut self) {
        COUNTING.fetch_add(self.0, Ordering::Relaxed);
    }
}

/// The bar that is drawn now.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Writes a line that is neither a result nor a mistake, above the bar if there is one.
pub(super) fn note(message: &str) {
    let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(|| output::note(message)),
        None => output::note(message),
    }
}

/// What the units done so far add up to.
#[derive(Clone, Default)]
struct ProgressState {
    /// Which search this is, and when it began, if the run says so.
    search: Option<(String, Instant)>,
    /// At least and at most how large the number is that is looked for.
    bounds: (Option<u32>, Option<u32>),
    share: f64,
    /// The share that was done before this run.
    before: f64,
    found: f64,
    nodes: u64,
    over: bool,
}

/// Observes a run and draws its progress.
#[derive(Default)]
struct Progress {
    /// What stands before the bar.
    label: String,
    /// Whether its progress is unknown, so that only the time is shown.
    is_endless: bool,
    state: Mutex<ProgressState>,
    changed: Condvar,
}

/// Says to stop when the user wants to, and shows nothing.
pub(super) struct Interruption;

impl Observer for Interruption {
    fn should_stop(&self) -> bool {
        is_interrupted()
    }
}

/// Shows the progress of counts of which nothing is kept.
pub(super) struct Bar<'a, E> {
    /// What stands before the progress.
    pub(super) label: &'a str,
    pub(super) is_drawn: bool,
    /// When a count that begins now must end.
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
        watch_as(self.label, self.is_drawn, |observer| search(&Until { observer, end }))
    }
}

/// Runs `count` under an observer that stops when the user interrupts and, if `drawn`, shows progress.
pub(super) fn watch<T>(drawn: bool, count: impl FnOnce(&dyn Observer) -> T) -> T {
    watch_as("", drawn, count)
}

/// The same with a word before the progress, that says what is counted.
pub(super) fn watch_as<T>(label: &str, drawn: bool, count: impl FnOnce(&dyn Observer) -> T) -> T {
    let label = if label.is_empty() { String::new() } else { format!("{label} ") };
    watch_with(&Progress { label, ..Progress::default() }, drawn, count)
}

/// The same for a search whose progress is unknown: what it looks for and for how long are shown.
pub(super) fn watch_search<T>(label: &str, search: impl FnOnce(&dyn Observer) -> T) -> T {
    watch_with(
        &Progress { label: format!("{label}, "), is_endless: true, ..Progress::default() },
        true,
        search,
    )
}

/// The same for a largest number: the bounds on it are shown, too.
pub(super) fn watch_largest<T>(drawn: bool, search: impl FnOnce(&dyn Observer) -> T) -> T {
    watch_with(&Progress { is_endless: true, ..Progress::default() }, drawn, search)
}

fn watch_with<T>(progress: &Progress, drawn: bool, count: impl FnOnce(&dyn Observer) -> T) -> T {
    let _counting = CountingMark::begin();
    std::thread::scope(|scope| {
        if drawn && std::io::stderr().is_terminal() {
            scope.spawn(|| progress.draw());
        }
        // Also ends the drawing thread if the count should panic, so that the panic is seen.
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

    /// Waits until the count is over, for at most `time`; returns whether it is.
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
            // Drawn from a copy: a terminal that is stopped must not stop the workers.
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

/// The bounds on a number, if they are known.
fn bounds(state: &ProgressState) -> String {
    let least = state.bounds.0.map_or(String::new(), |least| format!("{least} so far, "));
    let most = state.bounds.1.map_or(String::new(), |most| format!("at most {most}, "));
    least + &most
}

/// The count so far, the speed, the time left; short enough for a terminal of 60 columns.
fn message(state: &ProgressState, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let largest = bounds(state);
    if state.nodes == 0 {
        // Too little to know the speed.
        return format!("{largest}{}", numbers::time(elapsed));
    }
    let done = state.share - state.before;
    let left = Duration::try_from_secs_f64(seconds * (1.0 - state.share.min(1.0)) / done);
    let left = left.map_or("?".to_owned(), numbers::time);
    let speed = numbers::short(state.nodes as f64 / seconds);
    // A sweep knows nothing before its end.
    let bound =
        if state.found > 0.0 { format!("≥ {}, ", numbers::short(state.found)) } else { String::new() };
    format!("{largest}{bound}{speed} nodes/s, {left} left")
}
