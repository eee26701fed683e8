//! The journal of a count: where it is, when it is kept, and how a count goes on.

use super::args::{JournalArguments, PlacementArguments};
use super::exit::UsageError;
use super::kept::{self, folder};
use super::progress::{self, is_interrupted};
use super::{Exit, origin, output};
use crate::Named;
use crate::Problem;
use crate::Question;
use crate::clock::Instant;
use crate::engines::{Engine, Kernel};
use crate::plan::{self, Observer, Outcome, Plan, PlanError, Settings, Silent, Until};
use crate::report::numbers;
use crate::run::journal::Journal;
use crate::run::log::{Event, Place, WORTH_IT};
use crate::run::record::Session;
use crate::search::{self, SearchError, Settled};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A count with less expected work than this, in seconds, is over before a journal is worth it, even if it takes a hundred
/// times as long. To say what every unit counts takes a while, too.
const JOURNAL_THRESHOLD_SECONDS: f64 = 0.1;

/// A count that was made, and what is left of it.
pub(super) struct Kept {
    pub(super) outcome: Outcome,
    /// The automatic journal, to be removed once the result is written.
    pub(super) spent: Option<PathBuf>,
    pub(super) exit: Exit,
}

/// How counts are run.
pub(super) struct Run<'a> {
    arguments: &'a JournalArguments,
    is_quiet: bool,
    /// When the problem was taken up.
    begun: Instant,
    /// How long it took to decide how to count it.
    planned_in: Cell<Duration>,
}

/// Planning counts as a part of the time that a count may take, but for its beginning: a short limit is one for counting,
/// and no limit is passed by more than this.
const FREE: Duration = Duration::from_secs(1);

/// This process.
pub(super) fn session(settings: &Settings) -> Session {
    let kernel = settings.kernel.unwrap_or_else(Kernel::best);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Session::now(origin::machine(), kernel.name(), settings.threads.unwrap_or_else(cores))
}

/// What the writer of a journal says, for people.
pub(super) fn report(event: Event<'_>, is_quiet: bool) {
    let shown = |path: &Path| output::quoted_path(path);
    progress::note(&match event {
        Event::Began(_) | Event::StoppedBefore(..) if is_quiet => return,
        Event::Began(path) => {
            format!("this takes a while; if interrupted, resume with: {}", command(path))
        }
        Event::StoppedBefore(path, share) => format!(
            "the same count was interrupted at {}; resume it with: {}",
            numbers::percent(share),
            command(path)
        ),
        Event::PassedOver(path, why) => {
            format!("{}: {why}; the sweep resumes from the state before it", shown(path))
        }
        Event::Paused(path, error) => format!(
            "the journal {} cannot be written at the moment: {error}; the count continues, and results wait in memory",
            shown(path)
        ),
        Event::GoesOn(path) => format!("the journal {} is being written again, nothing is lost", shown(path)),
        Event::StateFailed(path, error) => format!(
            "the state of the sweep cannot be written beside {} at the moment: {error}; any older state is kept",
            shown(path)
        ),
        Event::StateWritten(path) => {
            format!("the state of the sweep is being written again beside {}", shown(path))
        }
        Event::Stopping(bytes) => {
            let size = numbers::grouped(&(bytes / 1_000_000).into());
            format!("writing the state of the sweep, {size} MB; Ctrl-C keeps the previous one")
        }
        Event::Taken(path) => {
            format!(
                "another process has taken over the journal {}; this one no longer writes it",
                shown(path)
            )
        }
    });
}

/// Removes older journals for which there is no room beside one that was begun, and says so.
fn make_room(begun: &Path, limit: u64, is_quiet: bool) {
    let (removed, left) = kept::make_room(begun, limit);
    removed.iter().for_each(|removed| progress::note(removed));
    left.iter().filter(|_| !is_quiet).for_each(|left| progress::note(left));
}

/// The command that goes on with a journal.
fn command(path: &Path) -> String {
    output::command(&["count".into(), "--resume".into(), path.as_os_str().to_owned()])
}

impl<'a> Run<'a> {
    /// Takes up a problem.
    pub(super) fn begin(arguments: &'a JournalArguments, is_quiet: bool) -> Self {
        Self { arguments, is_quiet, begun: Instant::now(), planned_in: Cell::new(Duration::ZERO) }
    }

    /// Counts what a plan is for, with a journal if that is worth it or asked for.
    pub(super) fn count(&self, plan: &Plan) -> anyhow::Result<Kept> {
        let JournalArguments { journal, no_journal, stop_after, .. } = self.arguments;
        let asked = journal.as_deref();
        let is_short = plan.summary().estimate.seconds < JOURNAL_THRESHOLD_SECONDS
            || stop_after.is_some_and(|time| time < WORTH_IT);
        let folder = if *no_journal || is_short { None } else { folder() };
        let limit = folder.as_ref().filter(|_| asked.is_none()).map(|_| kept::limit()).transpose()?;
        let is_quiet = self.is_quiet;
        let report = |event: Event<'_>| {
            report(event, is_quiet);
            if let (Event::Began(path), Some(limit)) = (event, limit) {
                make_room(path, limit, is_quiet);
            }
        };
        if let Some(place) = asked.map(Place::File).or(folder.as_deref().map(Place::Folder)) {
            let begun = Journal::begin(place, plan, session(plan.settings()), &report);
            let at = asked.unwrap_or(Path::new(""));
            if let Some(journal) = begun.map_err(|error| UsageError::of_path(at, error))? {
                return self.keep(plan, journal, asked.is_none());
            }
        }
        if asked.is_some() {
            let (engine, _) = plan.summary().engine;
            progress::note(&format!(
                "no journal is kept: the {engine} engine counts in one go, and starts over after an interruption"
            ));
        }
        let outcome = self.watch(|observer| plan.run(observer))?;
        Ok(Kept { exit: exit(&outcome), outcome, spent: None })
    }

    /// Goes on with a count. `typed`, a problem and what is the same, and `wanted` are what was given besides its journal,
    /// and must be the same.
    pub(super) fn go_on(
        &self,
        path: &Path,
        typed: (Option<&Problem>, &PlacementArguments),
        wanted: &Settings,
    ) -> anyhow::Result<(Plan, Kept)> {
        // What is filled in where no name was given: the last one.
        let latest = if path.as_os_str() == "-" { Some(kept::latest()?) } else { None };
        let path = latest.as_deref().unwrap_or(path);
        if !path.is_file() {
            let fault = if path.exists() { "not a journal: a journal is a file" } else { "no such journal" };
            return Err(UsageError::of_path(path, fault).into());
        }
        let is_quiet = self.is_quiet;
        let report = |event: Event<'_>| report(event, is_quiet);
        let resumed = Journal::resume(path, wanted, session(wanted), &report);
        let (plan, journal) = resumed.map_err(|error| UsageError::of_path(path, error))?;
        self.planned_in.set(self.begun.elapsed());
        check_typed(typed, wanted, &plan).map_err(|fault| UsageError::of_path(path, fault))?;
        // Whether it lies where the automatic ones are.
        let is_automatic = folder().is_some_and(|folder| path.parent() == Some(&folder));
        let kept = self.keep(&plan, journal, is_automatic)?;
        Ok((plan, kept))
    }

    /// Counts with a journal, and says what became of it.
    fn keep(&self, plan: &Plan, journal: Journal<'_>, is_automatic: bool) -> anyhow::Result<Kept> {
        let (outcome, left) = self.watch(|observer| journal.count(plan, observer))?;
        if left.is_short {
            let what =
                if outcome.complete { "the journal is incomplete" } else { "the latest results are lost" };
            let path = output::quoted_path(&left.path);
            progress::note(&format!("{path}: could not be written; {what}"));
        }
        if left.goes_on && !outcome.complete {
            let what = if is_interrupted() { "interrupted" } else { "stopped" };
            let from = if left.is_current { "" } else { " from an older state" };
            progress::note(&format!("{what}; resume{from} with: {}", command(&left.path)));
        }
        let is_spent = outcome.complete && is_automatic && left.is_there;
        Ok(Kept { exit: exit(&outcome), outcome, spent: is_spent.then_some(left.path) })
    }

    /// Runs under an observer that can be stopped.
    fn watch<T>(&self, count: impl FnOnce(&dyn Observer) -> T) -> T {
        progress::watch(!self.is_quiet, |observer| count(&Until { observer, end: self.end() }))
    }

    fn end(&self) -> Option<Instant> {
        self.end_after(self.planned_in.get().min(FREE))
    }

    fn end_after(&self, free: Duration) -> Option<Instant> {
        self.arguments.stop_after.and_then(|time| self.begun.checked_add(time.saturating_add(free)))
    }

    /// How long it took to decide how to count.
    pub(super) fn planned_in(&self) -> Duration {
        self.planned_in.get()
    }

    /// Finds the largest number first where only its placements are left to be counted.
    pub(super) fn settle(
        &self,
        question: Question,
        settings: &Settings,
    ) -> Result<Option<Settled>, SearchError> {
        // An interruption ends the process as long as nothing is counted.
        search::settle(question, settings, &Until { observer: &Silent, end: self.end_after(FREE) })
    }

    /// Plans; `None` if the time that it may take was over before.
    pub(super) fn plan(&self, question: &Question, settings: &Settings) -> Result<Option<Plan>, PlanError> {
        let plan = match self.end_after(FREE) {
            // An interruption ends the process as long as nothing is counted.
            None => plan::plan(question, settings).map(Some),
            end => plan::plan_unless_stopped(question, settings, &Until { observer: &Silent, end }),
        };
        self.planned_in.set(self.begun.elapsed());
        plan
    }
}

/// How a count ends: at a limit, if it was stopped but not interrupted.
fn exit(outcome: &Outcome) -> Exit {
    if outcome.complete || is_interrupted() { Exit::Complete } else { Exit::Limit }
}

/// Refuses what was typed besides the name of a journal if the journal has something else.
fn check_typed(
    (typed, placements): (Option<&Problem>, &PlacementArguments),
    wanted: &Settings,
    plan: &Plan,
) -> Result<(), String> {
    let Question { problem: counted, up_to, fixed_by, .. } = plan.question();
    let problem = plan.problem();
    let is_other =
        |typed: &&Problem| ![problem, counted].iter().any(|known| known.to_string() == typed.to_string());
    if let Some(typed) = typed.filter(is_other) {
        return Err(format!("the journal is of the problem {problem}, not of {typed}"));
    }
    if placements.up_to.is_some_and(|typed| typed != *up_to) {
        return Err(format!("the count was started with placements up to {up_to}"));
    }
    if placements.fixed_by.is_some_and(|typed| typed != *fixed_by) {
        return Err(format!("the count was started with placements fixed by {fixed_by}"));
    }
    let engine = plan.settings().engine;
    if wanted.engine != Engine::BEST && wanted.engine != engine {
        return Err(format!("the count was started with the engine {engine}"));
    }
    Ok(())
}
