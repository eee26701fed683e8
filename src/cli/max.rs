//! `armistice max`.

use super::args::MaxArguments;
use super::batch::{self, ResultForm, Written};
use super::exit::{UsageError, checked};
use super::misread::Misread;
use super::{Exit, output, progress};
use crate::clock::Instant;
use crate::notation::problem_with_bare;
use crate::plan::{Settings, Until};
use crate::report::{armies, curve, json, text};
use crate::search::{self, SearchError};
use crate::{Problem, Quantity, Question};
use std::ffi::OsString;

pub(super) fn run(arguments: &MaxArguments) -> anyhow::Result<Exit> {
    let settings = arguments.limits.settings();
    let form = ResultForm::new(arguments.format, arguments.quiet).verbose(arguments.verbose);
    batch::run(&arguments.input, form, |text| {
        let bare = if arguments.ratio { Quantity::Exactly(1) } else { Quantity::Max };
        let problem = problem_with_bare(text, bare).map_err(|error| Misread::new(text, error))?;
        match problem.has_enemies() {
            false => pieces(&arguments.question(problem), arguments, form, &settings),
            true => {
                let problem = arguments.input.lines.apply(problem);
                armies(&arguments.question(problem), arguments, form, &settings)
            }
        }
    })
}

/// The largest number of non-attacking pieces.
fn pieces(
    question: &Question,
    arguments: &MaxArguments,
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<Written> {
    if arguments.ratio {
        return Err(UsageError::new("--ratio is for opposing armies, like 8x8 Q2/R").into());
    }
    if arguments.pareto || arguments.aggressor || arguments.curve.is_some() {
        return Err(
            UsageError::new("--pareto, --curve and --aggressor are for two armies, like 8x8 Q/Q").into()
        );
    }
    let end = end(arguments);
    let found = progress::watch_largest(!arguments.quiet, |observer| {
        let until = Until { observer, end };
        search::largest(question, settings, arguments.engine, arguments.count, &until)
    });
    let largest = match (found, with_open_number(&question.problem)) {
        (Err(error @ SearchError::NothingToMaximise), Some(meant)) => {
            let words = std::iter::once("max").chain(meant.split(' ')).map(OsString::from);
            let command = output::command(&words.collect::<Vec<_>>());
            return Err(UsageError(format!("{error}; did you mean {command}?")).into());
        }
        (found, _) => checked(found)?,
    };
    let is_counted = !arguments.count || largest.outcome.as_ref().is_some_and(|outcome| outcome.complete);
    let result = match form {
        ResultForm::Json => json::largest(&largest),
        ResultForm::Text(style) => text::largest(&largest, style),
    };
    Ok(written(result, largest.proved && is_counted))
}

/// When a search that begins now must end.
fn end(arguments: &MaxArguments) -> Option<Instant> {
    arguments.budget.and_then(|budget| Instant::now().checked_add(budget))
}

/// An answer, and whether the search for it came to its end.
fn written(result: String, is_complete: bool) -> Written {
    Written { exit: if is_complete { Exit::Complete } else { Exit::Limit }, ..result.into() }
}

/// The problem with the number of its only kind left open; `None` if it has several, or more than a number.
fn with_open_number(problem: &Problem) -> Option<String> {
    let (Some(only), None) = (problem.pieces().next(), problem.pieces().nth(1)) else { return None };
    let text = problem.to_string();
    let (before, number) = text.rsplit_once(only.kind.letter())?;
    let is_number = number == "*" || number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("{before}{}", only.kind.letter()))
}

/// The largest opposing armies.
fn armies(
    question: &Question,
    arguments: &MaxArguments,
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<Written> {
    let end = end(arguments);
    let found = progress::watch(!arguments.quiet, |observer| {
        let until = Until { observer, end };
        search::largest_armies(question, settings, arguments.armies_question(), &until)
    });
    let found = checked(found)?;
    let result = match (form, arguments.curve) {
        (ResultForm::Json, _) => armies::json(&found),
        (ResultForm::Text(_), Some(format)) => curve::curve(&found, format),
        (ResultForm::Text(style), None) => armies::text(&found, style),
    };
    Ok(written(result, found.proved))
}
