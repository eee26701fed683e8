//! `armistice count`.

use super::Exit;
use super::args::{CountArguments, QuestionArguments};
use super::batch::{self, ResultForm, Written};
use super::exit::{UsageError, checked};
use super::journal::{Run, exit};
use super::misread::Misread;
use super::progress::{self, Bar, CountingMark, Interruption};
use super::{by_square, certified, estimate, input, output, whole_file};
use crate::answer::{self, Answer, AnswerError};
use crate::plan::{self, Plan, Settings, Shrunk};
use crate::report::text::Style;
use crate::report::{json, numbers, text};
use crate::search;
use crate::{BigUint, Demand, Placement, PlacementFault, Problem, Question};
use std::path::Path;
use std::time::Duration;

pub(super) fn run(arguments: &CountArguments) -> anyhow::Result<Exit> {
    let QuestionArguments { input, limits, format, engine, .. } = &arguments.question;
    let settings = engine.settings(limits).with_double_check(arguments.double_check);
    let form = ResultForm::new(*format, arguments.quiet).verbose(arguments.verbose);
    if let Some(path) = &arguments.journal.resume {
        progress::catch_interruptions()?;
        return batch::answer_all(std::iter::once((None, Ok(()))), form, |()| {
            go_on(path, arguments, form, &settings)
        });
    }
    batch::run(input, form, |text| answer(text, arguments, form, &settings))
}

fn answer(
    text: &str,
    arguments: &CountArguments,
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<Written> {
    let problem: Problem = text.parse().map_err(|error| Misread::new(text, error))?;
    let question = arguments.question.question(arguments.question.input.lines.apply(problem));
    if let Some(format) = arguments.by_square {
        return by_square::answer(&question, arguments, (form, format), settings);
    }
    if let Some(wanted) = arguments.estimate {
        return estimate::answer(&question, wanted, arguments, form, settings);
    }
    if arguments.divide || arguments.by_symmetry || arguments.by_pairs {
        // Between two parts, too, an interruption must not lose those that were counted.
        let _counting = CountingMark::begin();
        let is_drawn = !arguments.quiet;
        let bar = Bar { label: "", is_drawn, end: || None };
        if arguments.by_pairs {
            let found = checked(search::by_pairs(&question, settings, &bar, &Interruption))?;
            let result = match form {
                ResultForm::Json => json::by_pairs(&found),
                ResultForm::Text(style) => text::by_pairs(&found, style),
            };
            return Ok(result.into());
        }
        return Ok(match arguments.divide {
            true => form.count(&checked(answer::divided(&question, settings, &bar, &Interruption))?),
            false => {
                let found = checked(answer::by_symmetry(&question, settings, &bar, &Interruption))?;
                match form {
                    ResultForm::Json => json::by_symmetry(&found),
                    ResultForm::Text(style) => text::by_symmetry(&found, style),
                }
            }
        }
        .into());
    }
    if let Some(path) = &arguments.certificate {
        whole_file::check(path)?;
    }
    let run = Run::begin(&arguments.journal, arguments.quiet);
    let found = match arguments.explain {
        true => answer::planned(&question, settings, &run.patience())
            .map(|plan| Ok(explanation(&plan, arguments, form).into())),
        false => answer::answer(&question, settings, &run, &run.patience()).map(|answer| {
            let written = finish(&answer, &run, form)?;
            match &arguments.certificate {
                Some(path) if answer.outcome.complete => {
                    certified::write(&answer, path, written, arguments, settings)
                }
                _ => Ok(written),
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
            Ok(Written { exit: Exit::Limit, ..result.into() })
        }
        Err(error) if error.is_large_board() => {
            Err(UsageError::new(too_large(&error, &question, settings)).into())
        }
        found => checked(found)?,
    }
}

/// That a board is too large, and which one is not.
fn too_large(error: &AnswerError, question: &Question, settings: &Settings) -> String {
    let solved = || format!("{error}; `armistice solve` may find one of them");
    plan::shrunk(question, settings).map_or_else(solved, |Shrunk { plan, is_largest }| {
        let (board, seconds) = (plan.problem().board(), plan.summary().seconds());
        let time = Duration::try_from_secs_f64(seconds).map_or("for ever".to_owned(), numbers::time);
        let which =
            if is_largest { "is the largest board of this shape" } else { "is a board of this shape" };
        format!("{error}; {board} {which} on which they can be, in about {time}")
    })
}

fn explanation(plan: &Plan, arguments: &CountArguments, form: ResultForm) -> String {
    let considered = plan::consider(plan);
    match form {
        ResultForm::Text(_) => text::explanation(plan, &considered, arguments.verbose),
        ResultForm::Json => json::explanation(plan, &considered),
    }
}

/// Goes on with a count that was stopped.
fn go_on(
    path: &Path,
    arguments: &CountArguments,
    form: ResultForm,
    settings: &Settings,
) -> anyhow::Result<Written> {
    let input = &arguments.question.input;
    let typed = match input.problem.is_empty() {
        true => None,
        false => Some(input.lines.apply(input::one_problem(&input.problem)?)),
    };
    let run = Run::begin(&arguments.journal, arguments.quiet);
    let answer = run.go_on(path, (typed.as_ref(), &arguments.question.placements), settings)?;
    finish(&answer, &run, form)
}

/// Which given pieces attack each other, if that is why there is no placement.
fn why_none(answer: &Answer) -> Option<String> {
    let (problem, outcome) = (&answer.question.problem, &answer.outcome);
    if !outcome.complete || outcome.count != BigUint::ZERO || answer.question.dominating != Demand::Nothing {
        return None;
    }
    let kinds = problem.pieces().enumerate();
    let given = kinds.flat_map(|(kind, pieces)| pieces.fixed.iter().map(move |&square| (kind, square)));
    let fault = Placement::new(given.collect()).fault(problem);
    fault
        .filter(|fault| matches!(fault, PlacementFault::Attack(..)))
        .map(|fault| format!("no placement: {fault}"))
}

/// Writes a count as the answer to a problem.
fn finish(answer: &Answer, run: &Run<'_>, form: ResultForm) -> anyhow::Result<Written> {
    if let Some(Err(error @ AnswerError::Plan(_))) = &answer.check {
        return Err(UsageError::new(error).into());
    }
    if let (ResultForm::Text(Style::Plain | Style::Person | Style::Verbose), Some(why)) =
        (form, why_none(answer))
    {
        output::note(&why);
    }
    let (result, alarm) = (form.count(answer), text::alarm(answer));
    let exit = if alarm.is_some() { Exit::Failed } else { exit(&answer.outcome) };
    // Interrupted while it was checked, it is counted without a check when it goes on: that takes no time.
    Ok(Written { result, exit, alarm, spent: run.spent() })
}
