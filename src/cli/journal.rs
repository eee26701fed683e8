//! The journal of a count: where it is, when it is kept, and how a count goes on.

use super::args::JournalArguments;
use super::exit::UsageError;
use super::progress::{self, is_interrupted};
use super::{Exit, origin, output, sweep_journal};
use armistice::Named;
use armistice::Problem;
use armistice::engines::{Engine, Kernel};
use armistice::plan::{Counted, Observer, Outcome, Plan, Settings, UnitPlan};
use armistice::report::numbers;
use armistice::run::head::Head;
use armistice::run::journal::{Event, Journal, JournalError};
use armistice::run::lock::{self, Lock};
use armistice::run::record::{Record, Session};
use armistice::{Question, UpTo};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A count that was made, and what is left of it.
pub(super) struct Kept {
    pub(super) outcome: Outcome,
    /// The journal that nobody asked for, to be removed once the result is written.
    pub(super) spent: Option<PathBuf>,
    pub(super) exit: Exit,
}

/// A run that goes on.
pub(super) struct Resumed {
    pub(super) plan: Plan,
    known: Counted,
    journal: Journal,
    /// Time that it took so far.
    before: Duration,
    is_automatic: bool,
}

/// This process.
pub(super) fn session(settings: &Settings) -> Session {
    let kernel = settings.kernel.unwrap_or_else(Kernel::best);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Session::now(origin::machine(), kernel.name(), settings.threads.unwrap_or_else(cores))
}

/// What the writer of a journal says, for people.
pub(super) fn tell(event: Event<'_>, is_quiet: bool) {
    let shown = |path: &Path| output::quoted_path(path);
    let message = match event {
        Event::Began(_) if is_quiet => return,
        Event::Began(path) => began(path),
        Event::Paused(path, error) => format!(
            "the journal {} cannot be written now: {error}; the count goes on, and what is counted waits in memory",
            shown(path)
        ),
        Event::GoesOn(path) => format!("the journal {} is written again, nothing is lost", shown(path)),
        Event::Taken(path) => taken(path),
    };
    progress::note(&message);
}

/// What is said when a journal is begun.
pub(super) fn began(path: &Path) -> String {
    format!("this takes a while; if it is stopped, this goes on: {}", command(path))
}

/// What is said when another process writes a journal from now on.
pub(super) fn taken(path: &Path) -> String {
    let path = output::quoted_path(path);
    format!("another process has taken over the journal {path}; this one writes it no more")
}

/// The command that goes on with a journal.
pub(super) fn command(path: &Path) -> String {
    output::command(&["count".into(), "--resume".into(), path.as_os_str().to_owned()])
}

/// Counts what a plan is for, with a journal if that is worth it or asked for.
pub(super) fn count(plan: &Plan, arguments: &JournalArguments, is_quiet: bool) -> anyhow::Result<Kept> {
    if let Some(kept) = sweep_journal::count(plan, arguments, is_quiet)? {
        return Ok(kept);
    }
    let is_automatic = arguments.journal.is_none();
    // To say what every unit counts takes a while, which a short count is not worth.
    let is_short = plan.summary().estimate.seconds < NEVER_LONG;
    let path = match &arguments.journal {
        Some(path) => Some(path.clone()),
        None if arguments.no_journal || is_short => None,
        None => folder(),
    };
    let head = path.as_ref().and_then(|_| Head::new(plan));
    let (Some(ledger), Some(path), Some(head)) = (plan.units(), path, head) else {
        if arguments.journal.is_some() {
            let (engine, _) = plan.summary().engine;
            progress::note(&format!(
                "no journal is kept: the {engine} engine counts in one go, and begins anew after a stop"
            ));
        }
        let outcome = watch(arguments, is_quiet, |observer| plan.run(observer))?;
        return Ok(Kept { exit: exit(&outcome), outcome, spent: None });
    };
    let journal = match is_automatic {
        true => {
            let share = |path: &Path| Record::read(path).ok().map(|record| record.share());
            let path = free_name(&path, &head.problem, &head.id(), is_quiet, share);
            Journal::lazy(&path, &head, session(plan.settings()))
        }
        false => Journal::create(&path, &head, session(plan.settings()))
            .map_err(|error: JournalError| UsageError::of_path(&path, error))?,
    };
    let known = Counted::none(ledger.units());
    run(plan, ledger, journal, &known, Duration::ZERO, is_automatic, arguments, is_quiet)
}

/// A count with less expected work than this, in seconds, is over before a journal is worth it, even if it takes a hundred
/// times as long.
pub(super) const NEVER_LONG: f64 = 0.1;

/// Goes on with a count.
pub(super) fn go_on(
    resumed: Resumed,
    arguments: &JournalArguments,
    is_quiet: bool,
) -> anyhow::Result<(Plan, Kept)> {
    let Resumed { plan, known, journal, before, is_automatic } = resumed;
    let kept = match plan.units() {
        Some(ledger) => run(&plan, ledger, journal, &known, before, is_automatic, arguments, is_quiet)?,
        None => return Err(UsageError::new("a plan without units has no journal").into()),
    };
    Ok((plan, kept))
}

#[allow(clippy::too_many_arguments, reason = "what a run is made of, said once")]
fn run(
    plan: &Plan,
    ledger: &UnitPlan,
    mut journal: Journal,
    known: &Counted,
    before: Duration,
    is_automatic: bool,
    arguments: &JournalArguments,
    is_quiet: bool,
) -> anyhow::Result<Kept> {
    let seconds = plan.summary().estimate.seconds / plan.summary().threads.max(1) as f64;
    let expected = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let tell = |event: Event<'_>| tell(event, is_quiet);
    let outcome = watch(arguments, is_quiet, |observer| {
        if known.done() > 0 {
            let share = ledger.share_of(known);
            let found = ledger.add_up(known).map(|outcome| outcome.count).unwrap_or_default();
            observer.goes_on(share, found.to_string().parse().unwrap_or(f64::INFINITY));
        }
        journal.keep(ledger, observer, expected, &tell, |observer| ledger.run_from(known, observer))
    })?;
    let outcome = Outcome { elapsed: outcome.elapsed + before, ..outcome };
    if !journal.is_written() && journal.is_begun() {
        let what =
            if outcome.complete { "the journal is not complete" } else { "what was counted last is lost" };
        progress::note(&format!(
            "{}: its disk could not be written; {what}",
            output::quoted_path(journal.path())
        ));
    }
    if !outcome.complete && journal.has_lines() {
        let what = if is_interrupted() { "interrupted" } else { "stopped" };
        progress::note(&format!("{what}; this goes on: {}", command(journal.path())));
    }
    let is_spent = outcome.complete && is_automatic && journal.is_there();
    let spent = is_spent.then(|| journal.path().to_owned());
    Ok(Kept { exit: exit(&outcome), outcome, spent })
}

/// Runs under an observer that stops when it was told to.
pub(super) fn watch<T>(
    arguments: &JournalArguments,
    is_quiet: bool,
    count: impl FnOnce(&dyn Observer) -> T,
) -> T {
    let end = arguments.stop_after.map(|time| Instant::now() + time);
    progress::watch(!is_quiet, |observer| count(&armistice::plan::Until { observer, end }))
}

/// How a count ends: at a limit, if it was stopped and nobody interrupted it.
pub(super) fn exit(outcome: &Outcome) -> Exit {
    if outcome.complete || is_interrupted() { Exit::Complete } else { Exit::Limit }
}

/// Reads a journal and makes its plan again. `typed` and `wanted` are what was given besides, and must be the same.
pub(super) fn resume(
    path: &Path,
    typed: (Option<&Problem>, UpTo),
    wanted: &Settings,
) -> anyhow::Result<Resumed> {
    let fault = |fault: &dyn std::fmt::Display| UsageError::of_path(path, fault);
    if !path.is_file() {
        return Err(fault(&"there is no such journal").into());
    }
    let session = session(wanted);
    // Before it is read: nobody else may write to it from here on.
    let lock = Lock::take(path, &session).map_err(|error| fault(&error))?;
    let record = Record::read(path).map_err(|error| fault(&error))?;
    if record.seal.is_some() {
        return Err(fault(&"this is a result and finished: armistice merge adds up").into());
    }
    let (plan, known) = record.plan_again(wanted).map_err(|error| fault(&error))?;
    check_typed(path, typed, wanted, &plan)?;
    let before = Duration::try_from_secs_f64(record.seconds()).unwrap_or_default();
    let journal =
        Journal::go_on(path, &record.head, record.whole, lock, session).map_err(|error| fault(&error))?;
    let is_automatic = is_automatic(path);
    Ok(Resumed { plan, known, journal, before, is_automatic })
}

/// Refuses what was typed besides the name of a journal if the journal has something else.
pub(super) fn check_typed(
    path: &Path,
    (typed, up_to): (Option<&Problem>, UpTo),
    wanted: &Settings,
    plan: &Plan,
) -> Result<(), UsageError> {
    let (Question { problem, up_to: begun, .. }, settings) = (plan.question(), plan.settings());
    let fault = if let Some(typed) = typed.filter(|typed| typed.to_string() != problem.to_string()) {
        format!("the journal is of the problem {problem}, and not of {typed}")
    } else if up_to != UpTo::Nothing && up_to != *begun {
        format!("its placements are counted up to {begun}, as it was begun")
    } else if wanted.engine != Engine::BEST && wanted.engine != settings.engine {
        format!("it is counted by the engine {}, as it was begun", settings.engine)
    } else {
        return Ok(());
    };
    Err(UsageError::of_path(path, fault))
}

/// Where journals are kept that nobody asked for.
pub(super) fn folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = || {
        let home = || variable("HOME").map(|home| home.join(".local/state"));
        variable("XDG_STATE_HOME").or_else(home).or_else(|| variable("LOCALAPPDATA"))
    };
    variable("ARMISTICE_RUNS").or_else(|| state().map(|state| state.join("armistice/runs")))
}

/// Whether a journal lies where those are that nobody asked for.
pub(super) fn is_automatic(path: &Path) -> bool {
    folder().is_some_and(|folder| path.parent() == Some(&folder))
}

/// The longest part of a file's name that says what is counted.
const LONGEST_NAME: usize = 40;

/// A name for the journal of a count, that says what is counted and is not taken. If the same count was stopped before, that is
/// said; `share_of` reads in a journal how far it came.
pub(super) fn free_name(
    folder: &Path,
    problem: &str,
    id: &str,
    is_quiet: bool,
    share_of: impl Fn(&Path) -> Option<f64>,
) -> PathBuf {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let slug: String = problem.chars().take(LONGEST_NAME).map(plain).collect();
    let mut path = folder.join(format!("{slug}-{id}.jsonl"));
    let mut number = 1;
    while path.exists() {
        if !is_quiet
            && lock::owner_of(&path).is_none()
            && let Some(share) = share_of(&path)
        {
            let (share, command) = (numbers::percent(share), command(&path));
            progress::note(&format!("the same count was stopped at {share}; that goes on with: {command}"));
        }
        number += 1;
        path = folder.join(format!("{slug}-{id}-{number}.jsonl"));
    }
    path
}
