//! `armistice count --estimate`.

use super::args::{CountArguments, EstimateArgument};
use super::batch::{ProblemResult, ResultForm};
use super::exit::{Exit, check_request};
use super::{journal, output, progress};
use crate::Question;
use crate::plan::Settings;
use crate::report;
use crate::report::text::Style;
use crate::search::{self, Effort, EstimateOrCount};

/// Writes an estimate, or a count if that is quicker.
pub(super) fn answer(
    question: &Question,
    wanted: EstimateArgument,
    arguments: &CountArguments,
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<ProblemResult> {
    let (relative, time) = match wanted {
        EstimateArgument::Relative(relative) => (Some(relative), None),
        EstimateArgument::Time(time) => (None, Some(time)),
    };
    let budget = arguments.journal.budget;
    let time = time.into_iter().chain(budget).min();
    let effort = Effort { relative, time, seed: arguments.seed, counts: true };
    let found =
        progress::watch(!arguments.quiet, |observer| search::estimate(question, effort, settings, observer));
    Ok(match check_request(found)? {
        EstimateOrCount::Counted(answer) => {
            if matches!(form, ResultForm::Text(Style::Plain | Style::Person | Style::Verbose)) {
                output::note("counted, which is quicker than an estimate");
            }
            ProblemResult { exit: journal::exit(&answer.outcome), ..form.count(&answer).into() }
        }
        EstimateOrCount::About(estimate) => {
            let result = match form {
                ResultForm::Json => report::estimate::json(&estimate),
                ResultForm::Text(style) => report::estimate::text(&estimate, style),
            };
            let exit = if estimate.complete { Exit::Complete } else { Exit::Limit };
            ProblemResult { exit, ..result.into() }
        }
    })
}
