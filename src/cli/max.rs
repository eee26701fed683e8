//! `armistice max`.

use super::args::MaxArguments;
use super::batch::{self, ResultForm};
use super::exit::{UsageError, checked};
use super::misread::Misread;
use super::{Exit, progress};
use crate::Quantity;
use crate::Question;
use crate::notation::problem_with_bare;
use crate::plan::Settings;
use crate::report::{armies, curve, json, text};
use crate::search;

pub(super) fn run(arguments: &MaxArguments) -> anyhow::Result<Exit> {
    let settings = arguments.limits.settings();
    let form = ResultForm::new(arguments.format, arguments.quiet);
    batch::run(&arguments.input, form, |text| {
        let bare = if arguments.ratio { Quantity::Exactly(1) } else { Quantity::Max };
        let problem = problem_with_bare(text, bare).map_err(|error| Misread::new(text, error))?;
        let result = match problem.has_enemies() {
            false => pieces(&arguments.question(problem), arguments, form, &settings)?,
            true => {
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
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<String> {
    if arguments.ratio {
        return Err(UsageError::new("--ratio is for opposing armies, like 8x8 Q2/R").into());
    }
    if arguments.pareto || arguments.aggressor || arguments.curve.is_some() {
        return Err(
            UsageError::new("--pareto, --curve and --aggressor are for two armies, like 8x8 Q/Q").into()
        );
    }
    let found = progress::watch_largest(!arguments.quiet, |observer| {
        search::largest(question, settings, arguments.engine, arguments.count, observer)
    });
    let largest = checked(found)?;
    Ok(match form {
        ResultForm::Json => json::largest(&largest),
        ResultForm::Text(style) => text::largest(&largest, style),
    })
}

/// The largest opposing armies.
fn armies(
    question: &Question,
    arguments: &MaxArguments,
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<String> {
    let found = progress::watch(!arguments.quiet, |observer| {
        search::largest_armies(question, settings, arguments.armies_question(), observer)
    });
    let found = checked(found)?;
    Ok(match (form, arguments.curve) {
        (ResultForm::Json, _) => armies::json(&found),
        (ResultForm::Text(_), Some(format)) => curve::curve(&found, format),
        (ResultForm::Text(style), None) => armies::text(&found, style),
    })
}
