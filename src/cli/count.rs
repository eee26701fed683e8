//! `armistice count`.

use super::Exit;
use super::args::{CountArguments, QuestionArguments};
use super::batch::{self, Answer, Form};
use super::check::{self, Check};
use super::exit::UsageError;
use super::input;
use super::journal::{Again, Kept, Run};
use super::progress::{self, Counting};
use crate::plan::{self, Division, Outcome, Plan, Settings, Summary};
use crate::problem::Problem;
use crate::report::{CountRecord, DivisionRecord, json, text};
use num_bigint::BigUint;
use std::path::Path;
use std::time::Duration;

pub(super) fn run(arguments: &CountArguments) -> anyhow::Result<Exit> {
    let QuestionArguments { input, placements, by_number, limits, format, engine } = &arguments.question;
    let settings = Settings { by_number: *by_number, ..engine.settings(placements, limits) };
    let form = Form::new(*format, arguments.quiet);
    if let Some(path) = &arguments.journal.resume {
        progress::catch_interruptions()?;
        return batch::answer_all(std::iter::once((None, Ok(()))), form, |()| {
            go_on(path, arguments, form, &settings)
        });
    }
    batch::run(input, form, |text| answer(text, arguments, form, &settings))
}

fn answer(text: &str, arguments: &CountArguments, form: Form, settings: &Settings) -> anyhow::Result<Answer> {
    let problem: Problem = text.parse().map_err(UsageError::new)?;
    let problem = arguments.question.input.lines.apply(problem);
    if arguments.divide {
        let division = plan::divide(&problem, settings).map_err(UsageError::new)?;
        return count_parts(&problem, division, arguments, form, settings).map(Answer::from);
    }
    let plan = plan::plan(&problem, settings).map_err(UsageError::new)?;
    if arguments.explain {
        let considered = plan::consider(&problem, settings);
        return Ok(match form {
            Form::Text(_) => text::explanation(&problem, plan.summary(), &considered),
            Form::Json => json::explanation(&problem, plan.summary(), &considered),
        }
        .into());
    }
    let run = Run { arguments: &arguments.journal, is_quiet: arguments.quiet };
    let kept = run.count(&problem, settings, &plan)?;
    finish(&problem, &plan, kept, arguments, form, settings)
}

/// Goes on with a count that was stopped.
fn go_on(path: &Path, arguments: &CountArguments, form: Form, settings: &Settings) -> anyhow::Result<Answer> {
    let input = &arguments.question.input;
    let typed = match input.problem.is_empty() {
        true => None,
        false => Some(input.lines.apply(input::one_problem(&input.problem)?)),
    };
    let run = Run { arguments: &arguments.journal, is_quiet: arguments.quiet };
    let Again { problem, settings, plan, kept } = run.go_on(path, typed.as_ref(), settings)?;
    finish(&problem, &plan, kept, arguments, form, &settings)
}

/// Checks a count if that was asked for, and writes it.
fn finish(
    problem: &Problem,
    plan: &Plan,
    Kept { outcome, spent, exit }: Kept,
    arguments: &CountArguments,
    form: Form,
    settings: &Settings,
) -> anyhow::Result<Answer> {
    let check = match arguments.double_check && outcome.complete {
        true => check(problem, plan.summary(), &outcome, arguments, settings)?,
        false => None,
    };
    let (check, alarm) = check.map_or((None, None), |check| (Some(check.record), check.alarm));
    let (summary, outcome) = (plan.summary(), &outcome);
    let result = write(&CountRecord { problem, summary, outcome, division: None, check }, form);
    let exit = if alarm.is_some() { Exit::Failed } else { exit };
    // Interrupted while it was checked, it is counted without a check when it goes on: that takes no time.
    Ok(Answer { result, exit, alarm, spent })
}

/// Counts once more, unless that is interrupted.
fn check(
    problem: &Problem,
    summary: &Summary,
    outcome: &Outcome,
    arguments: &CountArguments,
    settings: &Settings,
) -> anyhow::Result<Option<Check>> {
    let second = plan::second(problem, settings, summary).map_err(UsageError::new)?;
    let checked = progress::watch(!arguments.quiet, |observer| second.run(observer))?;
    Ok(check::compare(problem, summary, outcome, &second, checked))
}

/// Counts part by part and adds up.
fn count_parts(
    problem: &Problem,
    division: Division,
    arguments: &CountArguments,
    form: Form,
    settings: &Settings,
) -> anyhow::Result<String> {
    let mut sum = Outcome {
        count: BigUint::ZERO,
        maximum: None,
        by_number: None,
        placements: None,
        complete: true,
        units_done: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    let mut parts = Vec::new();
    let mut summary: Option<Summary> = None;
    // Between two parts, too, an interruption must not lose those that were counted.
    let _counting = Counting::begin();
    for (square, plan) in division.parts {
        let outcome = progress::watch(!arguments.quiet, |observer| plan.run(observer))?;
        let units = summary.map_or(0, |summary| summary.units) + plan.summary().units;
        summary = Some(Summary { units, ..plan.summary().clone() });
        sum.count += &outcome.count;
        sum.complete &= outcome.complete && !progress::is_interrupted();
        sum.units_done += outcome.units_done;
        sum.nodes += outcome.nodes;
        sum.elapsed += outcome.elapsed;
        if !sum.complete {
            break;
        }
        if outcome.count != BigUint::ZERO {
            parts.push((square, outcome.count));
        }
    }
    let summary = match summary {
        Some(summary) => summary,
        // No square can take the first piece.
        None => plan::plan(problem, settings).map_err(UsageError::new)?.summary().clone(),
    };
    let division = Some(DivisionRecord { letter: division.letter, parts });
    let record = CountRecord { problem, summary: &summary, outcome: &sum, division, check: None };
    Ok(write(&record, form))
}

fn write(record: &CountRecord<'_>, form: Form) -> String {
    match form {
        Form::Json => json::count(record),
        Form::Text(style) => text::count(record, style),
    }
}
