//! `armistice count`.

use super::Exit;
use super::args::{CountArguments, QuestionArguments};
use super::batch::{self, Answer, Form};
use super::check::{self, Check};
use super::exit::UsageError;
use super::input;
use super::journal::{Kept, Run};
use super::max;
use super::misread::Misread;
use super::progress::{self, Counting};
use crate::Problem;
use crate::Question;
use crate::clock::Instant;
use crate::plan::{self, Division, Outcome, Plan, PlanError, Settings, Summary};
use crate::report::text::Style;
use crate::report::{CountRecord, DivisionRecord, SymmetryRecord, json, text};
use num_bigint::BigUint;
use std::path::Path;
use std::time::Duration;

pub(super) fn run(arguments: &CountArguments) -> anyhow::Result<Exit> {
    let QuestionArguments { input, limits, format, engine, .. } = &arguments.question;
    let settings = engine.settings(limits);
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
    let problem: Problem = text.parse().map_err(|error| Misread::new(text, error))?;
    let question = arguments.question.question(arguments.question.input.lines.apply(problem));
    let problem = &question.problem;
    if arguments.divide {
        let division = plan::divide(&question, settings).map_err(UsageError::new)?;
        return count_parts(&question, division, arguments, form, settings).map(Answer::from);
    }
    if arguments.by_symmetry {
        return by_symmetry(&question, form, settings);
    }
    let run = Run::begin(&arguments.journal, arguments.quiet);
    let Some(plan) = planned(&run, &question, arguments, settings)? else {
        let result = match form {
            Form::Text(Style::Number) => "≥0\n".to_owned(),
            Form::Text(_) => format!("{problem}: nothing known yet, stopped during planning\n"),
            Form::Json => json::not_planned(problem),
        };
        return Ok(Answer { exit: Exit::Limit, ..result.into() });
    };
    if arguments.explain {
        let (problem, considered) = (&plan.question().problem, plan::consider(&plan));
        return Ok(match form {
            Form::Text(_) => text::explanation(problem, &plan, &considered, arguments.verbose),
            Form::Json => json::explanation(problem, &plan, &considered),
        }
        .into());
    }
    if let Some(lack) = text::lack_of_memory(&plan).filter(|_| !arguments.quiet) {
        progress::note(&format!("{problem}: the fastest plan needs {lack}"));
    }
    let (plan, kept) = progress::run_or_instead(plan, |plan| run.count(plan))?;
    finish(&plan, run.planned_in(), kept, arguments, form)
}

/// The plan of a count; `None` if the time that it may take was over before.
fn planned(
    run: &Run<'_>,
    question: &Question,
    arguments: &CountArguments,
    settings: &Settings,
) -> anyhow::Result<Option<Plan>> {
    // A second count is to find the number once more.
    let (question, asked) = match arguments.double_check {
        true => (question.clone(), None),
        false => match max::checked(run.settle(question.clone(), settings))? {
            Some(settled) => (settled.question, settled.asked),
            None => return Ok(None),
        },
    };
    let plan = run.plan(&question, settings).map_err(UsageError::new)?;
    Ok(plan.map(|plan| plan.for_largest(asked)))
}

/// Goes on with a count that was stopped.
fn go_on(path: &Path, arguments: &CountArguments, form: Form, settings: &Settings) -> anyhow::Result<Answer> {
    let input = &arguments.question.input;
    let typed = match input.problem.is_empty() {
        true => None,
        false => Some(input.lines.apply(input::one_problem(&input.problem)?)),
    };
    let run = Run::begin(&arguments.journal, arguments.quiet);
    let (plan, kept) = run.go_on(path, (typed.as_ref(), &arguments.question.placements), settings)?;
    finish(&plan, run.planned_in(), kept, arguments, form)
}

/// Checks a count if that was asked for, and writes it as the answer to a problem.
fn finish(
    plan: &Plan,
    planning: Duration,
    Kept { outcome, spent, exit }: Kept,
    arguments: &CountArguments,
    form: Form,
) -> anyhow::Result<Answer> {
    let check = match arguments.double_check && outcome.complete {
        true => check(plan, &outcome, arguments)?,
        false => None,
    };
    let (check, alarm) = check.map_or((None, None), |check| (Some(check.record), check.alarm));
    let (summary, outcome) = (plan.summary(), &outcome);
    let record = CountRecord { problem: plan.problem(), summary, outcome, division: None, check, planning };
    let result = write(&record, form);
    let exit = if alarm.is_some() { Exit::Failed } else { exit };
    // Interrupted while it was checked, it is counted without a check when it goes on: that takes no time.
    Ok(Answer { result, exit, alarm, spent })
}

/// Counts once more, unless that is interrupted.
fn check(plan: &Plan, outcome: &Outcome, arguments: &CountArguments) -> anyhow::Result<Option<Check>> {
    // The second plan is one of its own.
    let (question, summary) = (plan.question(), plan.summary());
    let second = plan::second(question, plan.settings(), summary).map_err(UsageError::new)?;
    let checked = progress::watch(!arguments.quiet, |observer| second.run(observer))?;
    Ok(check::compare(&question.problem, summary, outcome, &second, checked))
}

/// Counts part by part and adds up.
fn count_parts(
    question: &Question,
    division: Division,
    arguments: &CountArguments,
    form: Form,
    settings: &Settings,
) -> anyhow::Result<String> {
    let mut sum = Outcome::zero();
    let begun = Instant::now();
    let mut parts = Vec::new();
    let mut summary: Option<Summary> = None;
    // Between two parts, too, an interruption must not lose those that were counted.
    let _counting = Counting::begin();
    for (square, plan) in division.parts {
        let outcome = progress::watch(!arguments.quiet, |observer| plan.run(observer))?;
        let units = summary.as_ref().map_or(0, |summary| summary.units) + plan.summary().units;
        summary.insert(plan.summary().clone()).units = units;
        sum.add(&outcome);
        sum.complete &= !progress::is_interrupted();
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
        None => plan::plan(question, settings).map_err(UsageError::new)?.summary().clone(),
    };
    let division = Some(DivisionRecord { letter: division.letter, parts });
    let problem = &question.problem;
    let planning = begun.elapsed().saturating_sub(sum.elapsed);
    let record = CountRecord { problem, summary: &summary, outcome: &sum, division, check: None, planning };
    Ok(write(&record, form))
}

/// Counts what each group of symmetries fixes, and shows how many placements have which.
fn by_symmetry(question: &Question, form: Form, settings: &Settings) -> anyhow::Result<Answer> {
    let division = plan::by_symmetry(question, settings).map_err(UsageError::new)?;
    // Between two counts, too, an interruption must not lose what is known.
    let _counting = Counting::begin();
    let count = |plan: &Plan| -> anyhow::Result<Outcome> {
        let mut outcome = progress::watch(true, |observer| plan.run(observer))?;
        outcome.complete &= !progress::is_interrupted();
        Ok(outcome)
    };
    let found = division.run(count).map_err(|error| match error.downcast::<PlanError>() {
        Ok(error) => UsageError::new(error).into(),
        Err(error) => error,
    })?;
    let record = SymmetryRecord { question, order: division.order(), found: &found };
    Ok(Answer::from(match form {
        Form::Json => json::by_symmetry(&record),
        Form::Text(style) => text::by_symmetry(&record, style),
    }))
}

fn write(record: &CountRecord<'_>, form: Form) -> String {
    match form {
        Form::Json => json::count(record),
        Form::Text(style) => text::count(record, style),
    }
}
