//! `armistice solve --unique`: whether there is exactly one placement.

use super::args::SolveArguments;
use super::exit::{UsageError, check_request};
use super::written::usual_form;
use super::{Exit, output, progress, regions, time};
use crate::Problem;
use crate::notation::PermutationAxis;
use crate::plan::StoppingObserver;
use crate::report::Solution;
use crate::report::puzzle::{found_placements, unique_json, verdict};
use crate::report::solution::{self, Form};
use crate::report::steps::steps as written_steps;
use crate::search::listing::Selection;
use crate::search::puzzle::{solving_steps, unique};

pub(super) fn run(problem: &Problem, arguments: &SolveArguments) -> anyhow::Result<Exit> {
    let form = arguments.format.unwrap_or_else(|| usual_form(problem));
    let selection = &arguments.selection;
    let selection = Selection {
        up_to: selection.up_to.unwrap_or_default(),
        maximal: selection.maximal,
        dominating: selection.demand.demand(),
    };
    let end = time::end(arguments.budget);
    progress::catch_interruptions()?;
    let answer = progress::watch_search("a second placement", |observer| {
        unique(problem, selection, &StoppingObserver { observer, end })
    });
    let answer = check_request(answer)?;
    // The steps of the only placement.
    let steps = match (arguments.steps, answer.is_unique()) {
        (true, Some(true)) => {
            let steps = progress::watch_search("the steps", |observer| {
                solving_steps(problem, &StoppingObserver { observer, end })
            });
            check_request(steps)?
        }
        _ => None,
    };
    let is_explained = !arguments.steps || answer.is_unique() != Some(true) || steps.is_some();
    if form == Form::Json {
        let asked = arguments.steps.then_some(steps.as_deref());
        output::write(&unique_json(problem, selection, &answer, asked))?;
    } else {
        let mut text = String::new();
        for (number, placement) in (1..).zip(found_placements(&answer)) {
            let solution =
                Solution { problem, placement, number, class_size: None, read_by: PermutationAxis::Ranks };
            text += &solution::write(&solution, form).map_err(UsageError::new)?;
        }
        let verdict = verdict(problem, selection, &answer);
        let steps = steps.map(|steps| written_steps(problem, &steps)).unwrap_or_default();
        // Programs read the other forms.
        if matches!(form, Form::Diagram | Form::Unicode) {
            output::write(&format!("{verdict}\n{steps}{text}"))?;
        } else {
            verdict.lines().chain(steps.lines()).for_each(output::note);
            output::write(&text)?;
        }
    }
    if found_placements(&answer).is_empty() && answer.is_unique() == Some(false) {
        regions::kings_meant(problem).iter().for_each(|kings| output::note(kings));
    }
    Ok(match answer.is_unique() {
        Some(true) if is_explained => Exit::Complete,
        Some(false) => Exit::Failed,
        _ if progress::is_interrupted() => Exit::Interrupted,
        _ => Exit::Limit,
    })
}
