//! `armistice plan` and `armistice shard`: count in parts.

use super::args::{PlanArguments, ShardArguments, SharedArguments};
use super::exit::{UsageError, fault, fault_of_path};
use super::{Exit, input, journal, output, progress};
use crate::clock::Instant;
use crate::engines::{Engine, Kernel};
use crate::plan::{self, Plan, Settings, StoppingObserver};
use crate::report::{numbers, runs};
use crate::run::campaign::{Campaign, CampaignError, MAX_PARTS};
use crate::run::head::Head;
use crate::run::in_parts::{PartsError, plan_in_time};
use crate::run::log::JournalEvent;
use crate::run::machine::session;
use crate::run::part::{self, PartEnd, PartRun, UnusableJournal};
use crate::{Named, Problem, Question, UpTo};
use std::ffi::OsString;
use std::path::Path;

pub(super) fn plan(arguments: &PlanArguments) -> anyhow::Result<Exit> {
    let problem = problem(&arguments.problem, &arguments.shared)?;
    // A plan that exists is not checked again, and neither is an engine that the user chose.
    let (plan, head) = match arguments.shared.engine.engine == Engine::BEST && !arguments.out.exists() {
        true => head_in_time(problem, &arguments.shared)?,
        false => head(problem, &arguments.shared)?,
    };
    let by_time = || {
        let seconds = arguments.part_time.unwrap_or_default().as_secs_f64().max(f64::MIN_POSITIVE);
        (head.expected_seconds() / seconds).ceil().clamp(1.0, head.units().max(1) as f64) as usize
    };
    let parts = match arguments.parts {
        Some(parts) => parts as usize,
        // Another machine may expect another time per part, so an existing plan keeps its number of parts.
        None => Campaign::count_planned_parts(&arguments.out, &head).unwrap_or_else(by_time),
    };
    let (campaign, is_new) = campaign(&arguments.out, &plan, &head, parts, &arguments.shared)?;
    note_long_parts(&head, parts);
    let write = match arguments.format {
        super::args::FormatArgument::Text => runs::plan_text,
        super::args::FormatArgument::Json => runs::plan_json,
    };
    let here = seconds_here(plan.question(), &arguments.shared, &head);
    output::write(&write(&campaign, plan.summary(), here, is_new))?;
    Ok(Exit::Complete)
}

/// Returns the expected time on one core of this machine, if it differs from that of the plan. Plans are made
/// for a core with AVX-512, so that they are the same on every machine.
fn seconds_here(question: &Question, shared: &SharedArguments, head: &Head) -> Option<f64> {
    if shared.engine.kernel.is_some() || Kernel::best() == Kernel::Avx512 {
        return None;
    }
    let plan = plan::plan(question, &shared.settings().with_memory(None)).ok()?;
    let seconds = plan.summary().estimate.seconds;
    let is_other = (seconds / head.expected_seconds() - 1.0).abs() > SMALL_DIFFERENCE;
    (Head::new(&plan)?.engines() == head.engines() && is_other).then_some(seconds)
}

/// The largest relative difference between two times that are considered equal.
const SMALL_DIFFERENCE: f64 = 0.05;

fn problem(typed: &[OsString], shared: &SharedArguments) -> anyhow::Result<Problem> {
    Ok(shared.lines.apply(input::one_problem(typed)?))
}

/// Plans a count in parts. The head is the same on every machine.
fn head(problem: Problem, shared: &SharedArguments) -> anyhow::Result<(Plan, Head)> {
    let question = shared.question(problem);
    let plan = plan::plan(&question, &settings_of_parts(shared)).map_err(fault)?;
    with_head(plan, &question)
}

/// Like [`head`], but refuses a problem that is counted in one go before its parts are planned.
fn head_in_time(problem: Problem, shared: &SharedArguments) -> anyhow::Result<(Plan, Head)> {
    let question = shared.question(problem);
    let plan = plan_in_time(&question, &settings_of_parts(shared), &shared.settings());
    let plan = plan.map_err(|error| match error {
        PartsError::Plan(error) => fault(error),
        PartsError::AtOnce { problem, seconds } => UsageError(format!(
            "{problem}: planning the parts takes longer than the whole count, which one thread completes in about \
             {}: {}",
            numbers::expected_time(seconds),
            count_command(&question)
        ))
        .into(),
        error => error.into(),
    })?;
    with_head(plan, &question)
}

/// Returns the settings of a plan in parts.
fn settings_of_parts(shared: &SharedArguments) -> Settings {
    // The memory of this machine does not matter, because others may count.
    shared.settings().with_shared(true).with_memory(shared.limits.memory)
}

/// Returns the plan with its head.
fn with_head(plan: Plan, question: &Question) -> anyhow::Result<(Plan, Head)> {
    let head = Head::new(&plan).filter(|head| !head.is_swept());
    let problem = &question.problem;
    let fault = || {
        UsageError(format!(
            "{problem}: this count cannot be divided into parts; give exact numbers, or * for kinds of which \
             few fit"
        ))
    };
    let head = head.ok_or_else(fault)?;
    Ok((plan, head))
}

/// Opens the campaign in a folder, or begins it.
fn campaign(
    folder: &Path,
    plan: &Plan,
    head: &Head,
    parts: usize,
    shared: &SharedArguments,
) -> anyhow::Result<(Campaign, bool)> {
    if parts > MAX_PARTS {
        return Err(UsageError(format!("{parts} parts: at most {MAX_PARTS} are supported")).into());
    }
    // A campaign that exists is not checked again.
    if Campaign::count_planned_parts(folder, head).is_none() {
        check_worth(plan, shared)?;
    }
    Campaign::create(folder, head, parts).map_err(|error| fault_of_path(folder, error))
}

/// The least expected time of all parts, in seconds, for which they are compared with a count in one go.
const WORTH_COMPARING: f64 = 60.0;
/// The speed-up of a count in one go for which parts are refused.
const TIMES_QUICKER: f64 = 100.0;
/// The longest reasonable part, in seconds: a month.
const LONG_PART: f64 = 30.0 * 86400.0;

/// Refuses parts if one thread counts the problem much sooner in one go, unless the user asked for their
/// engine.
fn check_worth(parts: &Plan, shared: &SharedArguments) -> anyhow::Result<()> {
    let seconds = parts.summary().estimate.seconds;
    if shared.engine.engine != Engine::BEST || seconds < WORTH_COMPARING {
        return Ok(());
    }
    let Ok(whole) = plan::plan(parts.question(), &shared.settings()) else { return Ok(()) };
    let at_once = whole.summary().estimate.seconds;
    if at_once * TIMES_QUICKER > seconds {
        return Ok(());
    }
    let (problem, (engine, _)) = (parts.problem(), parts.summary().engine);
    // If the parts are a sum over numbers, no engine can be named for them.
    let named = parts.settings().clone().with_engine(Engine::from_name(engine).unwrap_or_default());
    let insist = match plan::plan(parts.question(), &named) {
        Ok(_) => format!("; --engine {engine} makes parts all the same"),
        Err(_) => String::new(),
    };
    Err(UsageError(format!(
        "{problem}: all parts together take about {}, but one thread counts it in one go in about {}: {}{insist}",
        numbers::expected_time(seconds),
        numbers::expected_time(at_once),
        count_command(parts.question())
    ))
    .into())
}

/// Returns the command that counts a question in one go.
fn count_command(question: &Question) -> String {
    let mut command = vec!["count".into(), question.problem.to_string().into()];
    if question.up_to != UpTo::Nothing {
        command.extend(["--up-to".into(), question.up_to.to_string().into()]);
    }
    output::command(&command)
}

/// Warns if a part takes very long.
fn note_long_parts(head: &Head, parts: usize) {
    let (units, seconds) = (head.units().max(1), head.expected_seconds());
    let each = seconds / parts.min(units) as f64;
    if each > LONG_PART {
        let advice = match parts < units {
            true => format!("make more parts, at most {}", numbers::group_digits(&units.into())),
            false => "there are no smaller parts".to_owned(),
        };
        output::note(&format!("a part takes about {} on one core: {advice}", numbers::expected_time(each)));
    }
}

/// Refuses typed options that differ from the plan in the folder.
fn check_typed(plan: &Plan, shared: &SharedArguments) -> Result<(), String> {
    let Question { up_to, .. } = plan.question();
    if shared.up_to.is_some_and(|typed| typed != *up_to) {
        return Err(format!("the plan counts placements up to {up_to}: leave --up-to out"));
    }
    if shared.lines.apply(plan.problem().clone()) != *plan.problem() {
        return Err(format!("the plan is of {}: leave --lines out", plan.problem()));
    }
    let (engine, version) = plan.summary().engine;
    let typed = shared.engine.engine;
    if typed != Engine::BEST && typed.name() != engine {
        return Err(format!(
            "the plan is counted by {engine} {version}, not by {typed}: leave --engine out, or make another plan with it"
        ));
    }
    Ok(())
}

pub(super) fn run(arguments: &ShardArguments) -> anyhow::Result<Exit> {
    let ShardArguments { problem: typed, part, out, budget, dry_run, quiet, shared } = arguments;
    progress::catch_interruptions()?;
    let campaign = match (part.of, typed.is_empty()) {
        (Some(parts), false) => {
            let (plan, head) = head(problem(typed, shared)?, shared)?;
            campaign(out, &plan, &head, parts, shared)?.0
        }
        (None, false) => {
            return Err(
                UsageError::new("how many parts are there? give both numbers, like --part 3/64").into()
            );
        }
        (of, true) => {
            let campaign = Campaign::open(out).map_err(|error| fault_of_path(out, error))?;
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
    let settings = shared.settings();
    let plan = campaign.plan(&settings).map_err(|error| fault_of_path(out, error))?;
    if typed.is_empty() {
        check_typed(&plan, shared).map_err(|fault| UsageError::of_path(out, fault))?;
    }
    if let Some(path) = part::find_finished(&campaign, part.part)?.filter(|_| !dry_run) {
        say(format!("{name} is already counted: {}", path.display()));
        return Ok(Exit::Complete);
    }
    let Some(ledger) = plan.units() else {
        return Err(UsageError::of_path(out, CampaignError::Changed).into());
    };
    if *dry_run {
        output::write(&runs::need_text(&name, plan.summary()))?;
        return Ok(Exit::Complete);
    }
    let useless = |journal: UnusableJournal<'_>| {
        progress::note(&match journal {
            UnusableJournal::SetAside(path, fault) => {
                let path = path.display();
                format!("a journal of this part cannot be used and was renamed to {path}: {fault}")
            }
            UnusableJournal::Unreadable(path, fault) => {
                let path = path.display();
                format!("{path}: a journal of this part cannot be read and is left alone: {fault}")
            }
        });
    };
    let run = PartRun::new(&campaign, ledger, part.part, &useless)?;
    let (units, known) = run.units();
    if known > 0 {
        say(format!("{name}: {known} of {units} units were already counted"));
    }
    let begun = Instant::now();
    let end = budget.map(|time| begun + time);
    let report = |event: JournalEvent<'_>| journal::report(event, *quiet);
    let session = session(&settings);
    let counting = progress::watch_as(&name, !quiet, |observer| {
        run.count(ledger, &session, &StoppingObserver { observer, end }, &report)
    });
    match counting {
        Ok(PartEnd::Finished(path)) => {
            let time = numbers::time(begun.elapsed());
            say(format!("{name}: {} in {time}, {}", numbers::count_noun(units, "unit"), path.display()));
            Ok(Exit::Complete)
        }
        Ok(PartEnd::Stopped { done, of }) => {
            let times = runs::unit_times(&campaign.head, plan.summary()).filter(|_| done == known);
            say(match times {
                Some(times) if done == 0 => {
                    format!("{name}: stopped before the first of {of} units was done: {times}")
                }
                Some(times) => {
                    format!("{name}: stopped before another unit was done; {done} of {of} are saved: {times}")
                }
                None => format!("{name}: stopped after {done} of {of} units, which are saved"),
            });
            Ok(if progress::is_interrupted() { Exit::Interrupted } else { Exit::Limit })
        }
        Err(error) => Err(error.into()),
    }
}
