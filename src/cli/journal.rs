//! The journal of a count: where it is, when it is kept, and how it resumes a count.

use super::args::{JournalArguments, PlacementArguments};
use super::exit::{self, UsageError, fault_of_path};
use super::kept::{self, folder};
use super::progress::{self, is_interrupted};
use super::{Exit, output};
use crate::Problem;
use crate::Question;
use crate::answer::{Answer, AnswerError, Ledger};
use crate::clock::Instant;
use crate::engines::Engine;
use crate::plan::{Observer, Outcome, Plan, Settings, Silent, StoppingObserver};
use crate::report::{explanation, numbers};
use crate::run::journal::Journal;
use crate::run::log::{JournalEvent, Place, Report, WORTH_IT};
use crate::run::machine::session;
use std::cell::{Cell, OnceCell};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The least expected work, in seconds, for which a journal is kept. A shorter count ends before a journal is
/// worthwhile, even if it takes a hundred times as long. Recording the result
/// of every unit takes time, too.
const JOURNAL_THRESHOLD_SECONDS: f64 = 0.1;

/// The state of a count that is being run, with its journal.
pub(super) struct Run<'a> {
    arguments: &'a JournalArguments,
    is_quiet: bool,
    /// The command that resumes a longer run, such as a table, of which the count is a part.
    whole: Option<&'a str>,
    /// The time at which work on the problem began.
    begun: Instant,
    /// The time that planning took; empty until the count begins.
    planned_in: OnceCell<Duration>,
    /// The journal with which the count resumes, and whether it is an automatic one.
    resumed: Cell<Option<(Journal<'static>, bool)>>,
    /// The automatic journal of a complete count, which is removed once the result is written.
    spent: Cell<Option<PathBuf>>,
    /// The reason why no journal could be begun.
    fault: Cell<Option<anyhow::Error>>,
}

/// The part of the planning time that does not count against a time limit. A short limit therefore limits the
/// counting, and no limit is exceeded by more than this.
const FREE: Duration = Duration::from_secs(1);

/// Reports an event of a journal to the user.
pub(super) fn report(event: JournalEvent<'_>, is_quiet: bool) {
    let shown = |path: &Path| output::quoted_path(path);
    progress::note(&match event {
        JournalEvent::Began(_) | JournalEvent::StoppedBefore(..) if is_quiet => return,
        JournalEvent::Began(path) => return begins(&command(path)),
        JournalEvent::StoppedBefore(path, share) => format!(
            "the same count was interrupted at {}, and continues there: {}",
            numbers::percent(share),
            shown(path)
        ),
        JournalEvent::PassedOver(path, why) => {
            format!("{}: {why}; the sweep resumes from the state before it", shown(path))
        }
        JournalEvent::Paused(path, error) => format!(
            "the journal {} cannot be written at the moment: {error}; the count continues, and results wait in memory",
            shown(path)
        ),
        JournalEvent::GoesOn(path) => {
            format!("the journal {} is being written again, nothing is lost", shown(path))
        }
        JournalEvent::StateFailed(path, error) => format!(
            "the state of the sweep cannot be written next to {} at the moment: {error}; any older state is kept",
            shown(path)
        ),
        JournalEvent::StateWritten(path) => {
            format!("the state of the sweep is being written again next to {}", shown(path))
        }
        JournalEvent::Stopping(bytes) => {
            let size = numbers::group_digits(&(bytes / 1_000_000).into());
            format!("writing the state of the sweep, {size} MB; Ctrl-C keeps the previous one")
        }
        JournalEvent::NoRoom(path, error) => format!(
            "the result {} cannot be written at the moment: {error}; it waits for room, and Ctrl-C writes it elsewhere",
            shown(path)
        ),
        JournalEvent::Taken(path) => {
            format!(
                "another process has taken over the journal {}; this one no longer writes it",
                shown(path)
            )
        }
    });
}

/// Tells the user how to resume the count that begins.
fn begins(command: &str) {
    progress::note(&format!("this takes a while; if interrupted, resume with: {command}"));
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes older journals if there is no room for all, and says so.
fn make_room(begun: &Path, limit: u64, is_quiet: bool) {
    let (removed, left) = kept::make_room(begun, limit);
    removed.iter().for_each(|removed| progress::note(removed));
    left.iter().filter(|_| !is_quiet).for_each(|left| progress::note(left));
}

/// Returns the command that resumes a count from its journal.
fn command(path: &Path) -> String {
    output::command(&["count".into(), "--resume".into(), path.as_os_str().to_owned()])
}

impl<'a> Run<'a> {
    /// Begins work on a problem.
    pub(super) fn begin(arguments: &'a JournalArguments, is_quiet: bool) -> Self {
        let begun = Instant::now();
        let (planned_in, resumed, spent) = (OnceCell::new(), Cell::new(None), Cell::new(None));
        let fault = Cell::new(None);
        Self { arguments, is_quiet, whole: None, begun, planned_in, resumed, spent, fault }
    }

    /// Marks the count as a part of a longer run, which the command `whole` resumes.
    pub(super) fn with_whole(self, whole: Option<&'a str>) -> Self {
        Self { whole, ..self }
    }

    /// Resumes a count. `typed` (a problem and options of its placements) and `wanted` come from the command
    /// line, and must agree with the journal.
    pub(super) fn go_on(
        &self,
        path: &Path,
        typed: (Option<&Problem>, &PlacementArguments),
        wanted: &Settings,
    ) -> anyhow::Result<Answer> {
        // `-` is the default value, which means the latest journal.
        let latest = if path.as_os_str() == "-" { Some(kept::latest_journal()?) } else { None };
        let path = latest.as_deref().unwrap_or(path);
        if !fs::metadata(path).map_err(|error| fault_of_path(path, error))?.is_file() {
            return Err(UsageError::of_path(path, "not a journal: a journal is a file").into());
        }
        let report: Report<'static> =
            if self.is_quiet { &|event| report(event, true) } else { &|event| report(event, false) };
        let resumed = Journal::resume(path, wanted, session(wanted), report);
        let (plan, journal) = resumed.map_err(|error| fault_of_path(path, error))?;
        let planning = *self.planned_in.get_or_init(|| self.begun.elapsed());
        check_typed(typed, wanted, &plan).map_err(|fault| UsageError::of_path(path, fault))?;
        // Automatic journals all lie in the same folder.
        let is_automatic = folder().is_some_and(|folder| path.parent() == Some(&folder));
        self.resumed.set(Some((journal, is_automatic)));
        self.check_request(Answer::from_plan(plan, planning, self, &Silent))
    }

    /// Returns the result, or an error that says whether the request is to blame.
    pub(super) fn check_request<T>(&self, found: Result<T, AnswerError>) -> anyhow::Result<T> {
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => exit::check_request(found),
        }
    }

    /// Counts with a journal, and reports the state of the journal.
    fn keep(
        &self,
        plan: &Plan,
        (journal, is_automatic): (Journal<'_>, bool),
        end: Option<Instant>,
    ) -> Result<Outcome, AnswerError> {
        let (outcome, left) = progress::watch(!self.is_quiet, |observer| {
            journal.count(plan, &StoppingObserver { observer, end })
        })?;
        if left.is_short {
            let what =
                if outcome.complete { "the journal is incomplete" } else { "the latest results are lost" };
            let path = output::quoted_path(&left.path);
            progress::note(&format!("{path}: could not be written; {what}"));
        }
        if left.goes_on && !outcome.complete && self.whole.is_none() {
            let what = if is_interrupted() { "interrupted" } else { "stopped" };
            let from = if left.is_current { "" } else { " from an older state" };
            progress::note(&format!("{what}; resume{from} with: {}", command(&left.path)));
        }
        if outcome.complete && is_automatic && left.is_there {
            self.spent.set(Some(left.path));
        }
        Ok(outcome)
    }

    /// Returns the automatic journal that the result makes unnecessary.
    pub(super) fn spent_journal(&self) -> Option<PathBuf> {
        self.spent.take()
    }

    /// Returns the time at which the count must end.
    fn end(&self) -> Option<Instant> {
        self.end_after(*self.planned_in.get_or_init(|| self.begun.elapsed()).min(&FREE))
    }

    fn end_after(&self, free: Duration) -> Option<Instant> {
        self.arguments.budget.and_then(|time| self.begun.checked_add(time.saturating_add(free)))
    }

    /// Runs a plan until `end`, with a journal if that is worthwhile or requested. If an automatic journal of
    /// this count exists, the count resumes from it.
    pub(super) fn count_until(&self, plan: &Plan, end: Option<Instant>) -> Result<Outcome, AnswerError> {
        if let Some(resumed) = self.resumed.take() {
            return self.keep(plan, resumed, end);
        }
        if let Some(lack) = explanation::lack_of_memory(plan).filter(|_| !self.is_quiet) {
            progress::note(&format!("{}: the fastest plan needs {lack}", plan.problem()));
        }
        let JournalArguments { journal, no_journal, budget, .. } = self.arguments;
        let asked = journal.as_deref();
        let is_short = plan.summary().estimate.seconds < JOURNAL_THRESHOLD_SECONDS
            || budget.is_some_and(|time| time < WORTH_IT);
        let folder = if *no_journal || is_short { None } else { folder() };
        let limit = folder.as_ref().filter(|_| asked.is_none()).map(|_| kept::limit()).transpose();
        let limit = limit.map_err(|error| AnswerError::Ledger(error.to_string()))?;
        let (is_quiet, whole, stopped) = (self.is_quiet, self.whole, Mutex::new(Vec::new()));
        let report = |event: JournalEvent<'_>| match event {
            JournalEvent::StoppedBefore(path, share) => lock(&stopped).push((path.to_owned(), share)),
            JournalEvent::Began(path) => {
                match whole {
                    Some(whole) => begins(whole),
                    None => report(event, is_quiet),
                }
                limit.iter().for_each(|&limit| make_room(path, limit, is_quiet));
            }
            _ => report(event, is_quiet),
        };
        if let Some(place) = asked.map(Place::File).or(folder.as_deref().map(Place::Folder)) {
            let begun = Journal::begin(place, plan, session(plan.settings()), &report);
            let at = asked.unwrap_or(Path::new(""));
            let begun = begun.map_err(|error| {
                let fault = fault_of_path(at, error);
                let told = AnswerError::Ledger(fault.to_string());
                self.fault.set(Some(fault));
                told
            })?;
            let stopped = std::mem::take(&mut *lock(&stopped));
            if let Some((plan, journal)) = self.taken_up(plan, stopped, &report) {
                return self.keep(&plan, (journal, true), end);
            }
            if let Some(journal) = begun {
                return self.keep(plan, (journal, asked.is_none()), end);
            }
        }
        if asked.is_some() {
            let (engine, _) = plan.summary().engine;
            progress::note(&format!(
                "no journal is kept: the {engine} engine counts in one go, and starts over after an interruption"
            ));
        }
        Ok(self.watch(plan.question(), &Silent, |observer| plan.run(&StoppingObserver { observer, end }))?)
    }

    /// Returns the journal of the same count with the largest share done, and its plan; `None` if none can be
    /// used.
    fn taken_up<'r>(
        &self,
        plan: &Plan,
        mut stopped: Vec<(PathBuf, f64)>,
        report_to: Report<'r>,
    ) -> Option<(Plan, Journal<'r>)> {
        stopped.sort_by(|one, other| other.1.total_cmp(&one.1));
        for (path, share) in stopped {
            match Journal::resume(&path, plan.settings(), session(plan.settings()), report_to) {
                Ok((again, journal)) if again.question() == plan.question() => {
                    report(JournalEvent::StoppedBefore(&path, share), self.is_quiet);
                    return Some((again, journal));
                }
                Ok(_) => {}
                Err(error) => progress::note(&UsageError::of_path(&path, error).to_string()),
            }
        }
        None
    }

    /// Says when planning must end. Until the count begins, an interruption ends the process.
    pub(super) fn patience(&self) -> StoppingObserver<'static> {
        StoppingObserver { observer: &Silent, end: self.end_after(FREE) }
    }
}

impl Ledger for Run<'_> {
    /// A double-check keeps no journal and has no time limit.
    fn watch<T>(
        &self,
        _question: &Question,
        _observer: &dyn Observer,
        search: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        progress::watch(!self.is_quiet, search)
    }

    fn count(&self, plan: &Plan, _observer: &dyn Observer) -> Result<Outcome, AnswerError> {
        self.count_until(plan, self.end())
    }
}

/// Returns how a count ended: at a limit if it was stopped but not interrupted.
pub(super) fn exit(outcome: &Outcome) -> Exit {
    if outcome.complete || is_interrupted() { Exit::Complete } else { Exit::Limit }
}

/// Refuses typed options that differ from those of the journal.
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
