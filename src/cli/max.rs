//! `armistice max`.

use super::args::MaxArguments;
use super::batch::{self, Form};
use super::exit::UsageError;
use super::misread::Misread;
use super::{Exit, progress};
use crate::Quantity;
use crate::Question;
use crate::notation::problem_with_bare;
use crate::plan::Settings;
use crate::report::{ArmiesRecord, LargestRecord, armies, json, text};
use crate::search::{self, SearchError};

pub(super) fn run(arguments: &MaxArguments) -> anyhow::Result<Exit> {
    let settings = arguments.limits.settings();
    let form = Form::new(arguments.format, arguments.quiet);
    batch::run(&arguments.input, form, |text| {
        let bare = if arguments.ratio { Quantity::Exactly(1) } else { Quantity::Max };
        let problem = problem_with_bare(text, bare).map_err(|error| Misread::new(text, error))?;
        let result = match problem.armies().len() {
            1 => pieces(&arguments.question(problem), arguments, form, &settings)?,
            _ => {
                let problem = arguments.input.lines.apply(problem);
                armies(&arguments.question(problem), arguments, form, &settings)?
            }
        };
        Ok(result.into())
    })
}

/// The largest number of pieces at peace.
fn pieces(
    question: &Question,
    arguments: &MaxArguments,
    form: Form,
    settings: &Settings,
) -> anyhow::Result<String> {
    if arguments.ratio {
        return Err(UsageError::new("--ratio is for opposing armies, like 8x8 Q2/R").into());
    }
    if arguments.pareto || arguments.aggressor {
        return Err(UsageError::new("--pareto and --aggressor are for two armies, like 8x8 Q/Q").into());
    }
    let is_counted = arguments.count;
    let found = progress::watch_largest(!arguments.quiet, |observer| {
        search::largest(question, settings, arguments.engine, is_counted, observer)
    });
    let record = LargestRecord {
        problem: &question.problem,
        largest: &checked(found)?,
        is_counted,
        up_to: question.up_to,
    };
    Ok(match form {
        Form::Json => json::largest(&record),
        Form::Text(style) => text::largest(&record, style),
    })
}

/// The largest opposing armies.
fn armies(
    question: &Question,
    arguments: &MaxArguments,
    form: Form,
    settings: &Settings,
) -> anyhow::Result<String> {
    let asked = arguments.armies_question();
    let found = progress::watch(!arguments.quiet, |observer| {
        search::largest_armies(question, settings, asked, observer)
    });
    let record = ArmiesRecord {
        problem: &question.problem,
        found: &checked(found)?,
        question: asked,
        up_to: question.up_to,
    };
    Ok(match form {
        Form::Json => armies::json(&record),
        Form::Text(style) => armies::text(&record, style),
    })
}

/// What was found; whose fault it is if nothing was.
pub(super) fn checked<T>(found: Result<T, SearchError>) -> anyhow::Result<T> {
    match found {
        Ok(found) => Ok(found),
        Err(error @ (SearchError::Run(_) | SearchError::Unsound(_))) => Err(error.into()),
        Err(error) => Err(UsageError::new(error).into()),
    }
}
