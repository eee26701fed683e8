//! `armistice plan` and `armistice shard`: a count in parts.

use super::args::{PlanArguments, ShardArguments, SharedArguments};
use super::exit::UsageError;
use super::{Exit, input, journal, output, progress};
use crate::Problem;
use crate::clock::Instant;
use crate::plan::{self, Plan, Until};
use crate::report::{numbers, runs};
use crate::run::campaign::{Campaign, CampaignError, MAX_PARTS};
use crate::run::head::Head;
use crate::run::log::JournalEvent;
use crate::run::machine::session;
use crate::run::part::{self, PartEnd, PartError, PartRun};
use std::ffi::OsString;
use std::path::Path;

pub(super) fn plan(arguments: &PlanArguments) -> anyhow::Result<Exit> {
    let problem = problem(&arguments.problem, &arguments.shared)?;
    let (plan, head) = head(problem, &arguments.shared)?;
    let by_time = || {
        let seconds = arguments.part_time.unwrap_or_default().as_secs_f64().max(f64::MIN_POSITIVE);
        (head.expected_seconds() / seconds).ceil().clamp(1.0, head.units().max(1) as f64) as usize
    };
    let parts = match arguments.parts {
        Some(parts) => parts as usize,
        // How long a part takes is another number elsewhere: a plan that is there stays.
        None => planned(&arguments.out, &head).unwrap_or_else(by_time),
    };
    let (campaign, is_new) = campaign(&arguments.out, &head, parts)?;
    let write = match arguments.format {
        super::args::FormatArgument::Text => runs::plan_text,
        super::args::FormatArgument::Json => runs::plan_json,
    };
    output::write(&write(&campaign, plan.summary(), is_new))?;
    Ok(Exit::Complete)
}

/// The number of parts of a plan for the same count, if there is one.
fn planned(folder: &Path, head: &Head) -> Option<usize> {
    let known = Campaign::open(folder).ok()?;
    known.head.is_of(head).then_some(known.parts)
}

fn problem(typed: &[OsString], shared: &SharedArguments) -> anyhow::Result<Problem> {
    Ok(shared.lines.apply(input::one_problem(typed)?))
}

/// What a problem's count in parts begins with: the same everywhere.
fn head(problem: Problem, shared: &SharedArguments) -> anyhow::Result<(Plan, Head)> {
    // The memory that matters is that of the machines that count.
    let settings = shared.settings().with_shared(true).with_memory(shared.limits.memory);
    let question = shared.question(problem);
    let plan = plan::plan(&question, &settings).map_err(UsageError::new)?;
    let head = Head::new(&plan).filter(|head| !head.is_swept());
    let problem = &question.problem;
    let (name, _) = plan.summary().engine;
    let fault = || {
        UsageError(format!(
            "{problem}: the {name} engine counts in one go, without parts: give exact numbers, or `*` for kinds of which few fit"
        ))
    };
    let head = head.ok_or_else(fault)?;
    Ok((plan, head))
}

fn campaign(folder: &Path, head: &Head, parts: usize) -> anyhow::Result<(Campaign, bool)> {
    if parts > MAX_PARTS {
        return Err(UsageError(format!("{parts} parts: at most {MAX_PARTS} are supported")).into());
    }
    Ok(Campaign::create(folder, head, parts).map_err(|error| UsageError::of_path(folder, error))?)
}

pub(super) fn run(arguments: &ShardArguments) -> anyhow::Result<Exit> {
    let ShardArguments { problem: typed, part, out, budget, quiet, shared } = arguments;
    progress::catch_interruptions()?;
    let campaign = match (part.of, typed.is_empty()) {
        (Some(parts), false) => {
            let (_, head) = head(problem(typed, shared)?, shared)?;
            campaign(out, &head, parts)?.0
        }
        (None, false) => {
            return Err(
                UsageError::new("how many parts are there? give both numbers, like --part 3/64").into()
            );
        }
        (of, true) => {
            let campaign = Campaign::open(out).map_err(|error| UsageError::of_path(out, error))?;
            if of.is_some_and(|of| of != campaign.parts) {
                let fault = format!("the plan has {} parts", campaign.parts);
                return Err(UsageError::of_path(out, fault).into());
            }
            campaign
        }
    };
    if part.part >= campaign.parts {
        let fault = format!("parts are numbered 0 to {}", campaign.parts - 1);
        return Err(UsageError(fault).into());
    }
    let say = |message: String| {
        if !quiet {
            progress::note(&message);
        }
    };
    let name = format!("part {} of {}", part.part, campaign.parts);
    if let Some(path) = part::finished(&campaign, part.part) {
        say(format!("{name} is already counted: {}", path.display()));
        return Ok(Exit::Complete);
    }
    let settings = shared.settings();
    let plan = campaign.plan(&settings).map_err(|error| UsageError::of_path(out, error))?;
    let Some(ledger) = plan.units() else {
        return Err(UsageError::of_path(out, CampaignError::Changed).into());
    };
    let set_aside = |path: &Path, fault: &str| {
        let path = path.display();
        progress::note(&format!("a journal of this part cannot be used and was renamed to {path}: {fault}"));
    };
    let run = PartRun::new(&campaign, ledger, part.part, &set_aside);
    let (units, known) = run.units();
    if known > 0 {
        say(format!("{name}: {known} of {units} units were already counted"));
    }
    let begun = Instant::now();
    let end = budget.map(|time| begun + time);
    let report = |event: JournalEvent<'_>| journal::report(event, *quiet);
    let session = session(&settings);
    let counting = progress::watch_as(&name, !quiet, |observer| {
        run.count(ledger, &session, &Until { observer, end }, &report)
    });
    match counting {
        Ok(PartEnd::Finished(path)) => {
            let time = numbers::time(begun.elapsed());
            say(format!("{name}: {} in {time}, {}", numbers::counted(units, "unit"), path.display()));
            Ok(Exit::Complete)
        }
        Ok(PartEnd::Stopped { done, of }) => {
            say(format!("{name}: stopped after {done} of {of} units, which are saved"));
            Ok(if progress::is_interrupted() { Exit::Interrupted } else { Exit::Limit })
        }
        Err(error @ PartError::Head(_)) => Err(UsageError::of_path(out, error).into()),
        Err(error) => Err(error.into()),
    }
}
