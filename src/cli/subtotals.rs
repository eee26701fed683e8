//! `armistice count --divide`, `--by-symmetry` and `--by-pairs`: count placements in several classes.

use super::args::CountArguments;
use super::batch::{ProblemResult, ResultForm};
use super::exit::check_request;
use super::progress::{Bar, CountingMark, Interruption, is_interrupted};
use super::{Exit, time};
use crate::Question;
use crate::answer;
use crate::plan::{Settings, StoppingObserver};
use crate::report::{json, text};
use crate::search;

/// Counts each class. If the count stops early, writes the numbers known by then.
pub(super) fn answer(
    question: &Question,
    arguments: &CountArguments,
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<ProblemResult> {
    // An interruption between two classes must not lose the counted numbers either.
    let _counting = CountingMark::begin();
    let end = time::end(arguments.journal.budget);
    let bar = Bar { label: "", is_drawn: !arguments.quiet, end: || end };
    let observer = StoppingObserver { observer: &Interruption, end };
    let (result, is_complete) = if arguments.by_pairs {
        let found = check_request(search::by_pairs(question, settings, &bar, &observer))?;
        let result = match form {
            ResultForm::Json => json::by_pairs(&found),
            ResultForm::Text(style) => text::by_pairs(&found, style),
        };
        (result, found.complete)
    } else if arguments.by_symmetry {
        let found = check_request(answer::by_symmetry(question, settings, &bar, &observer))?;
        let result = match form {
            ResultForm::Json => json::by_symmetry(&found),
            ResultForm::Text(style) => text::by_symmetry(&found, style),
        };
        (result, found.complete)
    } else {
        let found = check_request(answer::answer_by_parts(question, settings, &bar, &observer))?;
        (form.count(&found), found.outcome.complete)
    };
    let exit = if is_complete || is_interrupted() { Exit::Complete } else { Exit::Limit };
    Ok(ProblemResult { exit, ..result.into() })
}
