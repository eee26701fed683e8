//! `armistice count`.

use super::Exit;
use super::args::{CountArguments, QuestionArguments};
use super::batch::{self, ProblemResult, ResultForm};
use super::certified::{self, CertificateFile};
use super::exit::{self, UsageError};
use super::journal::{Run, exit};
use super::misread::MisreadProblem;
use super::progress::{self, is_interrupted};
use super::{by_square, estimate, input, output, regions, subtotals};
use crate::answer::{self, Answer, AnswerError};
use crate::plan::{self, Observer, Plan, Settings, SmallerBoard};
use crate::report::text::Style;
use crate::report::{explanation, json, numbers, text};
use crate::search;
use crate::{BigUint, Demand, Placement, PlacementFault, Problem, Quantity, Question};
use std::path::Path;

pub(super) fn run(arguments: &CountArguments) -> anyhow::Result<Exit> {
    let QuestionArguments { input, format, .. } = &arguments.question;
    let settings = arguments.question.settings().with_double_check(arguments.double_check);
    let form = ResultForm::new(*format, arguments.quiet).with_method(arguments.verbose);
    if let Some(path) = &arguments.journal.resume {
        progress::catch_interruptions()?;
        return batch::answer_all(std::iter::once((None, Ok(()))), form, |()| {
            go_on(path, arguments, form, &settings)
        });
    }
    let certificate = CertificateFile::from_arguments(arguments);
    batch::run(input, form, Quantity::Exactly(1), |text| {
        answer(text, arguments, form, &settings, &certificate)
    })
}

fn answer(
    text: &str,
    arguments: &CountArguments,
    form: ResultForm,
    settings: &Settings,
    certificate: &CertificateFile<'_>,
) -> anyhow::Result<ProblemResult> {
    let problem: Problem = text.parse().map_err(|error| MisreadProblem::new(text, error))?;
    let question = arguments.question.question(arguments.question.input.lines.apply(problem));
    if let Some(format) = arguments.by_square {
        return by_square::answer(&question, arguments, (form, format), settings);
    }
    if let Some(wanted) = arguments.estimate {
        return estimate::answer(&question, wanted, arguments, form, settings);
    }
    if arguments.divide || arguments.by_symmetry || arguments.by_pairs {
        return subtotals::answer(&question, arguments, form, settings);
    }
    let certificate = certificate.take(&question.problem)?;
    let run = Run::begin(&arguments.journal, arguments.quiet);
    let found = match arguments.explain {
        true => answer::plan_answer(&question, settings, &run.patience())
            .map(|plan| Ok(explain(&plan, arguments, form, &run.patience()).into())),
        false => answer::answer(&question, settings, &run, &run.patience()).map(|answer| {
            let written = finish(&answer, &run, form)?;
            note_meaning(&answer.question, arguments, form);
            match certificate {
                Some(path) => certified::write(&answer, path, written, arguments, settings),
                None => Ok(written),
            }
        }),
    };
    match found {
        Err(AnswerError::Stopped) => {
            let problem = &question.problem;
            let result = match form {
                ResultForm::Text(Style::Number) => "≥0\n".to_owned(),
                ResultForm::Text(_) => format!("{problem}: nothing known yet, stopped during planning\n"),
                ResultForm::Json => json::not_planned(problem),
            };
            hint(&question, form);
            Ok(ProblemResult { exit: Exit::Limit, ..result.into() })
        }
        Err(error) if error.is_large_board() => {
            Err(UsageError::new(too_large(&error, &question, settings)).into())
        }
        found => run.check_request(found)?,
    }
}

/// The way out if a count is out of reach.
const ESTIMATE: &str = "'count --estimate 5%' estimates the number of placements";

/// Suggests an estimate for a count that was stopped before it had found anything.
fn hint(question: &Question, form: ResultForm) {
    let is_for_people = matches!(form, ResultForm::Text(Style::Plain | Style::Person | Style::Verbose));
    if is_for_people && !is_interrupted() && search::is_estimated(question) {
        output::note(ESTIMATE);
    }
}

/// Says that a board is too large, and suggests an estimate or a smaller board of the same shape.
fn too_large(error: &AnswerError, question: &Question, settings: &Settings) -> String {
    let shrunk = plan::find_smaller_board(question, settings).map(|SmallerBoard { plan, is_largest }| {
        let (board, seconds) = (plan.problem().board(), plan.summary().seconds());
        let time = numbers::expected_time(seconds);
        let which =
            if is_largest { "is the largest board of this shape" } else { "is a board of this shape" };
        format!("{board} {which} on which placements of these pieces can be counted, in about {time}")
    });
    let estimate = search::is_estimated(question).then(|| ESTIMATE.to_owned());
    match (shrunk, estimate) {
        (Some(shrunk), Some(estimate)) => format!("this board is too large: {shrunk}; {estimate}"),
        (Some(shrunk), None) => format!("this board is too large: {shrunk}"),
        (None, Some(estimate)) => format!("{error}; {estimate}"),
        (None, None) => format!("{error}; 'armistice solve' may find one of the placements"),
    }
}

fn explain(plan: &Plan, arguments: &CountArguments, form: ResultForm, observer: &dyn Observer) -> String {
    let (considered, glance) = (plan::consider(plan), search::glance(plan, observer));
    match form {
        ResultForm::Text(_) => explanation::text(plan, &considered, glance.as_ref(), arguments.verbose),
        ResultForm::Json => explanation::json(plan, &considered, glance.as_ref()),
    }
}

/// Resumes a count that was stopped.
fn go_on(
    path: &Path,
    arguments: &CountArguments,
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<ProblemResult> {
    let input = &arguments.question.input;
    let typed = match input.problem.is_empty() {
        true => None,
        false => Some(input.lines.apply(input::one_problem(&input.problem)?)),
    };
    let run = Run::begin(&arguments.journal, arguments.quiet);
    let answer = run.go_on(path, (typed.as_ref(), &arguments.question.placements), settings)?;
    finish(&answer, &run, form)
}

/// Explains why there is no placement: the regions are those of a puzzle with kings, or pre-placed pieces
/// attack each other.
fn why_none(answer: &Answer) -> Option<String> {
    let (problem, outcome) = (&answer.question.problem, &answer.outcome);
    if !outcome.complete || outcome.count != BigUint::ZERO || answer.question.dominating != Demand::Nothing {
        return None;
    }
    if let Some(kings) = regions::kings_meant(problem) {
        return Some(kings);
    }
    let kinds = problem.pieces().enumerate();
    let given = kinds.flat_map(|(kind, pieces)| pieces.fixed.iter().map(move |&square| (kind, square)));
    let fault = Placement::new(given.collect()).fault(problem);
    fault
        .filter(|fault| matches!(fault, PlacementFault::Attack(..)))
        .map(|fault| format!("no placement: {fault}"))
}

/// Notes how the problem was understood, if that may not be what the user meant. On a terminal the note is
/// part of the answer.
fn note_meaning(question: &Question, arguments: &CountArguments, form: ResultForm) {
    let QuestionArguments { input, .. } = &arguments.question;
    let is_one = input.file.is_none() && input.problem != ["-"];
    if matches!(form, ResultForm::Text(Style::Plain)) && is_one {
        text::groups(&question.problem).iter().for_each(|groups| output::note(groups));
    }
}

/// Writes a count as the answer to a problem.
fn finish(answer: &Answer, run: &Run<'_>, form: ResultForm) -> anyhow::Result<ProblemResult> {
    if let Some(Err(error @ AnswerError::Plan(_))) = &answer.check {
        return exit::check_request(Err(error.clone()));
    }
    if matches!(form, ResultForm::Text(Style::Plain | Style::Person | Style::Verbose)) {
        why_none(answer).iter().for_each(|why| output::note(why));
    }
    let (result, alarm) = (form.count(answer), text::alarm(answer));
    let exit = if alarm.is_some() { Exit::Failed } else { exit(&answer.outcome) };
    // The journal goes even if the double-check was interrupted: a resumed run would only repeat the count,
    // without a check.
    Ok(ProblemResult { result, exit, alarm, spent: run.spent_journal() })
}
