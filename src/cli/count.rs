//! `armistice count`.

use super::args::{CountArguments, FormatArgument};
use super::check::{self, Check};
use super::exit::UsageError;
use super::input::{self, Line, LineError};
use super::progress::{self, Counting};
use super::{Exit, memory, output};
use crate::engines::{self, Division, Outcome, Settings, Summary};
use crate::problem::Problem;
use crate::report::text::Style;
use crate::report::{CountRecord, DivisionRecord, json, text};
use anyhow::Context;
use num_bigint::BigUint;
use std::time::Duration;

pub(super) fn run(arguments: &CountArguments) -> anyhow::Result<Exit> {
    let settings = settings(arguments);
    progress::catch_interruptions()?;
    let mut exit = Exit::Complete;
    for line in input::lines(&arguments.question.problem, arguments.question.file.as_ref())? {
        let number = line.number;
        match answer(line, arguments, &settings) {
            Ok(Answer { result, alarm }) => {
                output::write(&result)?;
                if let Some(alarm) = alarm {
                    output::complain(&alarm);
                    exit = Exit::Failed;
                }
            }
            Err(error) => match (number, error.downcast::<UsageError>()) {
                // A batch goes on after a bad line, which keeps its place among the results.
                (Some(number), Ok(error)) => {
                    let message = format!("line {number}: {error}");
                    output::write(&failure(number, &error.to_string(), arguments))?;
                    output::complain(&message);
                    // That two counts differ is worse.
                    exit = if exit == Exit::Failed { Exit::Failed } else { Exit::Usage };
                }
                (_, error) => return Err(error.map_or_else(|error| error, Into::into)),
            },
        }
        if progress::is_interrupted() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
}

/// What the arguments mean to the engines.
fn settings(arguments: &CountArguments) -> Settings {
    Settings {
        engine: arguments.question.engine.into(),
        kernel: arguments.question.kernel.map(Into::into),
        threads: arguments.question.threads.map(usize::from),
        up_to: arguments.question.up_to.into(),
        memory: arguments.question.memory.or_else(memory::available),
        maximal: arguments.question.maximal,
        by_number: arguments.question.by_number,
        finest_units: false,
    }
}

fn usage(error: impl std::fmt::Display) -> UsageError {
    UsageError(error.to_string())
}

/// The result for one problem, ready to be written.
struct Answer {
    result: String,
    /// What is wrong with it.
    alarm: Option<String>,
}

impl From<String> for Answer {
    fn from(result: String) -> Self {
        Self { result, alarm: None }
    }
}

fn answer(line: Line, arguments: &CountArguments, settings: &Settings) -> anyhow::Result<Answer> {
    let text = match line.text {
        Ok(text) => text,
        Err(LineError::Unreadable(fault)) => return Err(usage(fault).into()),
        Err(LineError::Broken(error)) => return Err(error).context("reading problems"),
    };
    let problem: Problem = text.parse().map_err(usage)?;
    if arguments.divide {
        let division = engines::divide(&problem, settings).map_err(usage)?;
        return count_parts(&problem, division, arguments, settings).map(Answer::from);
    }
    let plan = engines::plan(&problem, settings).map_err(usage)?;
    if arguments.explain {
        let considered = engines::consider(&problem, settings);
        return Ok(match arguments.question.format {
            FormatArgument::Text => text::explanation(&problem, plan.summary(), &considered),
            FormatArgument::Json => json::explanation(&problem, plan.summary(), &considered),
        }
        .into());
    }
    let outcome = progress::watch(!arguments.quiet, |observer| plan.run(observer))?;
    let check = match arguments.double_check && outcome.complete {
        true => check(&problem, plan.summary(), &outcome, arguments, settings)?,
        false => None,
    };
    let (check, alarm) = check.map_or((None, None), |check| (Some(check.record), check.alarm));
    let (summary, outcome) = (plan.summary(), &outcome);
    let result =
        write(&CountRecord { problem: &problem, summary, outcome, division: None, check }, arguments);
    Ok(Answer { result, alarm })
}

/// Counts once more, unless that is interrupted.
fn check(
    problem: &Problem,
    summary: &Summary,
    outcome: &Outcome,
    arguments: &CountArguments,
    settings: &Settings,
) -> anyhow::Result<Option<Check>> {
    let second = engines::second(problem, settings, summary).map_err(usage)?;
    let checked = progress::watch(!arguments.quiet, |observer| second.run(observer))?;
    Ok(check::compare(problem, summary, outcome, &second, checked))
}

/// Counts part by part and adds up.
fn count_parts(
    problem: &Problem,
    division: Division,
    arguments: &CountArguments,
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
        None => engines::plan(problem, settings).map_err(usage)?.summary().clone(),
    };
    let division = Some(DivisionRecord { letter: division.letter, parts });
    let record = CountRecord { problem, summary: &summary, outcome: &sum, division, check: None };
    Ok(write(&record, arguments))
}

fn write(record: &CountRecord<'_>, arguments: &CountArguments) -> String {
    match arguments.question.format {
        FormatArgument::Json => json::count(record),
        FormatArgument::Text => text::count(record, style(arguments)),
    }
}

fn style(arguments: &CountArguments) -> Style {
    match () {
        () if arguments.quiet => Style::Number,
        () if output::is_terminal() => Style::Person,
        () => Style::Plain,
    }
}

/// What stands in the place of a result that there is none of.
fn failure(number: usize, error: &str, arguments: &CountArguments) -> String {
    match arguments.question.format {
        FormatArgument::Json => json::failure(number, error),
        FormatArgument::Text if arguments.quiet => "error\n".to_owned(),
        FormatArgument::Text => format!("line {number}: error\n"),
    }
}
