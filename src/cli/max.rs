//! `armistice max`.

use super::args::MaxArguments;
use super::batch::{self, Form};
use super::exit::UsageError;
use super::{Exit, progress};
use crate::engines::{self, LargestError, Settings};
use crate::notation::problem_with_bare;
use crate::problem::{Problem, Quantity};
use crate::report::{ArmiesRecord, LargestRecord, armies, json, text};

pub(super) fn run(arguments: &MaxArguments) -> anyhow::Result<Exit> {
    let settings = Settings { up_to: arguments.up_to.unwrap_or_default(), ..arguments.limits.settings() };
    let form = Form::new(arguments.format, arguments.quiet);
    batch::run(&arguments.input, form, |text| {
        let problem = problem_with_bare(text, Quantity::Max).map_err(UsageError::new)?;
        let result = match problem.armies().len() {
            1 => pieces(&problem, arguments, form, &settings)?,
            _ => armies(&arguments.input.lines.apply(problem), arguments, form, &settings)?,
        };
        Ok(result.into())
    })
}

/// The largest number of pieces at peace.
fn pieces(
    problem: &Problem,
    arguments: &MaxArguments,
    form: Form,
    settings: &Settings,
) -> anyhow::Result<String> {
    if arguments.pareto || arguments.aggressor {
        return Err(UsageError::new("--pareto and --aggressor are for two armies, like 8x8 Q/Q").into());
    }
    let is_counted = arguments.count;
    let found = progress::watch(false, |observer| {
        engines::largest(problem, settings, arguments.engine, is_counted, observer)
    });
    let record = LargestRecord { problem, largest: &checked(found)?, is_counted, up_to: settings.up_to };
    Ok(match form {
        Form::Json => json::largest(&record),
        Form::Text(style) => text::largest(&record, style),
    })
}

/// The largest opposing armies.
fn armies(
    problem: &Problem,
    arguments: &MaxArguments,
    form: Form,
    settings: &Settings,
) -> anyhow::Result<String> {
    let question = arguments.armies_question();
    let found = progress::watch(!arguments.quiet, |observer| {
        engines::largest_armies(problem, settings, question, observer)
    });
    let record = ArmiesRecord { problem, found: &checked(found)?, question, up_to: settings.up_to };
    Ok(match form {
        Form::Json => armies::json(&record),
        Form::Text(style) => armies::text(&record, style),
    })
}

/// What was found; whose fault it is if nothing was.
fn checked<T>(found: Result<T, LargestError>) -> anyhow::Result<T> {
    match found {
        Ok(found) => Ok(found),
        Err(error @ (LargestError::Run(_) | LargestError::Unsound(_))) => Err(error.into()),
        Err(error) => Err(UsageError::new(error).into()),
    }
}
