//! `armistice count --by-square`: where the pieces of placements are.

use super::args::{BesideArgument, CountArguments};
use super::batch::{ResultForm, Written};
use super::exit::{UsageError, checked};
use super::progress::{Bar, CountingMark, Interruption, is_interrupted};
use super::{Exit, time};
use crate::Question;
use crate::clock::Instant;
use crate::plan::{Settings, Until};
use crate::report::by_square::{SquaresFormat, csv, json, text};
use crate::search::{BySquare, by_square, by_square_beside};

pub(super) fn answer(
    question: &Question,
    arguments: &CountArguments,
    (form, format): (ResultForm, SquaresFormat),
    settings: &Settings,
) -> anyhow::Result<Written> {
    // Between two squares, too, an interruption must not lose those that were counted.
    let _counting = CountingMark::begin();
    let found = match arguments.beside {
        None => vec![squares(question, arguments, settings)?],
        Some(beside) => squares_beside(question, arguments, beside, settings)?,
    };
    let result = match (form, format) {
        (ResultForm::Json, _) => found.iter().map(json).collect(),
        (ResultForm::Text(_), SquaresFormat::Csv) => csv(&found),
        (ResultForm::Text(style), SquaresFormat::Text) => {
            found.iter().map(|found| text(found, style)).collect::<String>()
        }
    };
    let is_whole = found.iter().all(|found| found.complete) || is_interrupted();
    Ok(Written { exit: if is_whole { Exit::Complete } else { Exit::Limit }, ..result.into() })
}

/// The numbers of all squares, as far as there is time.
fn squares(question: &Question, arguments: &CountArguments, settings: &Settings) -> anyhow::Result<BySquare> {
    let end = time::end(arguments.journal.budget);
    let (bar, observer) = (bar(end), Until { observer: &Interruption, end });
    checked(by_square(question, settings, &bar, &observer))
}

/// The same beside a piece of each kind that can stand on a square.
fn squares_beside(
    question: &Question,
    arguments: &CountArguments,
    beside: BesideArgument,
    settings: &Settings,
) -> anyhow::Result<Vec<BySquare>> {
    let end = time::end(arguments.journal.budget);
    let (bar, observer) = (bar(end), Until { observer: &Interruption, end });
    let mut found = Vec::new();
    for piece in beside.pieces(&question.problem) {
        found.extend(checked(by_square_beside(question, (piece, beside.square), settings, &bar, &observer))?);
    }
    if found.is_empty() {
        let fault = format!("{}: no free piece can stand on {}", question.problem, beside.square);
        return Err(UsageError(fault).into());
    }
    Ok(found)
}

fn bar(end: Option<Instant>) -> Bar<'static, impl Fn() -> Option<Instant>> {
    Bar { label: "", is_drawn: true, end: move || end }
}
