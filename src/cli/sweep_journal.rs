//! The journal of a sweep: where it is, when it is kept, and how a sweep goes on.

use super::args::JournalArguments;
use super::exit::UsageError;
use super::journal::{self, Kept};
use super::output;
use super::progress::{self, is_interrupted};
use armistice::Problem;
use armistice::UpTo;
use armistice::plan::{Outcome, Plan, Settings};
use armistice::report::numbers;
use armistice::run::sweep::{ResumedSweep, SweepEvent, SweepHead, SweepJournal, SweepRecord};
use std::path::Path;
use std::time::Duration;

/// What the keeper of a sweep says, for people.
fn tell(event: SweepEvent<'_>, is_quiet: bool) {
    let shown = |path: &Path| output::quoted_path(path);
    progress::note(&match event {
        SweepEvent::Began(_) if is_quiet => return,
        SweepEvent::Began(path) => journal::began(path),
        SweepEvent::Stopping(bytes) => {
            let size = numbers::grouped(&(bytes / 1_000_000).into());
            format!("the state of the sweep is being written, {size} MB; Ctrl-C leaves the one before it")
        }
        SweepEvent::Failed(path, error) => format!(
            "the state of the sweep cannot be written beside {} now: {error}; an older one is kept if there is one",
            shown(path)
        ),
        SweepEvent::GoesOn(path) => format!("the state of the sweep is written again beside {}", shown(path)),
        SweepEvent::Taken(path) => journal::taken(path),
    });
}

/// Counts by a sweep, with a journal if that is worth it or asked for; nothing if the plan is no sweep.
pub(super) fn count(
    plan: &Plan,
    arguments: &JournalArguments,
    is_quiet: bool,
) -> anyhow::Result<Option<Kept>> {
    let is_short = plan.summary().estimate.seconds < journal::NEVER_LONG;
    let folder = match &arguments.journal {
        None if is_short || arguments.no_journal => return Ok(None),
        None => journal::folder(),
        Some(_) => None,
    };
    let Some(head) = SweepHead::new(plan) else { return Ok(None) };
    let tell = |event: SweepEvent<'_>| tell(event, is_quiet);
    let session = journal::session(plan.settings());
    let keeper = match (&arguments.journal, folder) {
        (Some(path), _) => SweepJournal::create(path, head, session, &tell)
            .map_err(|error| UsageError::of_path(path, error))?,
        (None, Some(folder)) => {
            let share = |path: &Path| Some(SweepRecord::read(path).ok()?.last()?.share);
            let path = journal::free_name(&folder, &head.problem, &head.id(), is_quiet, share);
            SweepJournal::lazy(&path, head, session, &tell)
        }
        (None, None) => return Ok(None),
    };
    let is_automatic = arguments.journal.is_none();
    run(plan, &keeper, 0.0, Duration::ZERO, is_automatic, arguments, is_quiet).map(Some)
}

/// Goes on with a sweep. `typed` and `wanted` are what was given besides, and must be the same.
pub(super) fn go_on(
    path: &Path,
    typed: (Option<&Problem>, UpTo),
    wanted: &Settings,
    arguments: &JournalArguments,
    is_quiet: bool,
) -> anyhow::Result<(Plan, Kept)> {
    let fault = |fault: &dyn std::fmt::Display| UsageError::of_path(path, fault);
    let tell = |event: SweepEvent<'_>| tell(event, is_quiet);
    let resumed = SweepJournal::resume(path, wanted, journal::session(wanted), &tell);
    let resumed = resumed.map_err(|error| fault(&error))?;
    let ResumedSweep { plan, journal: keeper, before, share, passed_over } = resumed;
    journal::check_typed(path, typed, wanted, &plan)?;
    if let Some((state, why)) = passed_over {
        let state = output::quoted_path(&state);
        progress::note(&format!("{state}: {why}; the sweep goes on from the state before it"));
    }
    let before = Duration::try_from_secs_f64(before).unwrap_or_default();
    let is_automatic = journal::is_automatic(path);
    let kept = run(&plan, &keeper, share, before, is_automatic, arguments, is_quiet)?;
    Ok((plan, kept))
}

fn run(
    plan: &Plan,
    keeper: &SweepJournal<'_>,
    share: f64,
    before: Duration,
    is_automatic: bool,
    arguments: &JournalArguments,
    is_quiet: bool,
) -> anyhow::Result<Kept> {
    let outcome = journal::watch(arguments, is_quiet, |observer| {
        if share > 0.0 {
            observer.goes_on(share, 0.0);
        }
        keeper.keep(|keeper| match plan.swept() {
            Some(sweep) => sweep.run_kept(keeper, observer),
            None => plan.run(observer),
        })
    })?;
    let outcome = Outcome { elapsed: outcome.elapsed + before, ..outcome };
    if !outcome.complete && keeper.is_there() {
        let what = if is_interrupted() { "interrupted" } else { "stopped" };
        let lost = if keeper.is_kept() { "" } else { ", though not from here but from an older state" };
        progress::note(&format!("{what}; this goes on{lost}: {}", journal::command(keeper.path())));
    }
    let is_spent = outcome.complete && is_automatic && keeper.is_there();
    let spent = is_spent.then(|| keeper.path().to_owned());
    Ok(Kept { exit: journal::exit(&outcome), outcome, spent })
}
