//! Numbers of placements, and explanations of their plans.

use crate::numbers::{integer, size, whole, whole_if_any};
use crate::problem::{self, refused};
use crate::waiting::{Wait, expired, usual_memory, wait};
use armistice::answer::{AnswerError, answer, plan_answer};
use armistice::plan::{self, PlanError, Settings, Silent};
use armistice::report::{self, explanation, json, text};
use armistice::run::answer_in_file;
use armistice::search::{self, Effort, EstimateOrCount};
use armistice::{MapGroup, Pieces, Problem, Quantity, Question, UpTo};
use num_bigint::BigUint;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::Duration;

pyo3::create_exception!(
    armistice,
    JournalInUse,
    PyOSError,
    "Another process writes the journal: give this count another one, or wait."
);

/// The most threads: more than machines have.
const MAX_THREADS: u64 = 1024;

/// Reads the settings of a count from the arguments.
pub(crate) fn settings(
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    engine: Option<&str>,
) -> PyResult<Settings> {
    let threads = whole_if_any(threads, "threads", 1..=MAX_THREADS)?.map(|threads| threads as usize);
    let memory = memory.map(|memory| size(memory, "memory")).transpose()?;
    let settings = Settings::default().with_threads(threads).with_memory(memory.or_else(usual_memory));
    Ok(match engine {
        Some(engine) => settings.with_engine(engine.parse().map_err(refused)?),
        None => settings,
    })
}

/// Reads the symmetries under which placements count as equivalent.
pub(crate) fn sameness(up_to: Option<&str>) -> PyResult<UpTo> {
    up_to.map_or(Ok(UpTo::Nothing), |up_to| up_to.parse().map_err(refused))
}

/// Reads the question from the arguments.
pub(crate) fn question(
    problem: &Bound<'_, PyAny>,
    up_to: Option<&str>,
    maximal: bool,
    by_number: bool,
    fixed_by: Option<&str>,
) -> PyResult<Question> {
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let question = Question::new(problem).with_up_to(sameness(up_to)?);
    let fixed_by = fixed_by.map_or(Ok(MapGroup::default()), |maps| maps.parse().map_err(refused))?;
    Ok(question.with_maximal(maximal).with_by_number(by_number).with_fixed_by(fixed_by))
}

/// Returns the exception for a question without an answer.
pub(crate) fn of_answer(error: impl Into<AnswerError>) -> PyErr {
    match error.into() {
        error @ AnswerError::Plan(PlanError::Memory { .. }) => PyMemoryError::new_err(error.to_string()),
        AnswerError::File { message, kind: ErrorKind::ResourceBusy } => JournalInUse::new_err(message),
        AnswerError::File { message, kind } => io::Error::new(kind, message).into(),
        error if error.is_refusal() => refused(error),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// The number of choices below which a count is done before another thread would have begun.
const FEW: f64 = 1e5;

/// Returns whether the pieces have few choices of squares, without regard to attacks.
fn has_few_choices(problem: &Problem) -> bool {
    let squares = problem.board().open_area() as f64;
    let choices = |pieces: &Pieces| match pieces.quantity {
        Quantity::Exactly(number) if f64::from(number) < squares => {
            (0..number).map(|taken| (squares - f64::from(taken)) / f64::from(taken + 1)).product()
        }
        Quantity::Exactly(_) => 1.0,
        _ => squares.exp2(),
    };
    problem.pieces().map(choices).product::<f64>() < FEW
}

/// Reads a time limit in seconds.
pub(crate) fn time(seconds: f64, name: &str) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|error| refused(format_args!("{name}: {error}")))
}

/// Counts placements, and returns the number. With details, returns the result as text, as JSON, and whether
/// the journal has it.
#[pyfunction]
#[pyo3(signature = (
    problem, up_to, maximal, by_number, threads, memory, engine, progress, details, fixed_by, timeout, journal, double_check
))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn count<'py>(
    python: Python<'py>,
    problem: &Bound<'py, PyAny>,
    up_to: Option<&str>,
    maximal: bool,
    by_number: bool,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
    engine: Option<&str>,
    progress: Option<Bound<'py, PyAny>>,
    details: bool,
    fixed_by: Option<&str>,
    timeout: Option<f64>,
    journal: Option<PathBuf>,
    double_check: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let question = question(problem, up_to, maximal, by_number, fixed_by)?;
    let settings = settings(threads, memory, engine)?.with_double_check(double_check);
    let timeout = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let asked = question.problem.clone();
    let is_waited_for = progress.is_some() || timeout.is_some() || journal.is_some() || double_check;
    let answered = match is_waited_for || !has_few_choices(&question.problem) {
        false => Some(python.detach(|| Ok((answer(&question, &settings, &(), &Silent)?, true)))),
        true => {
            let wait = Wait { progress: progress.as_ref(), timeout, has_journal: journal.is_some() };
            wait.run(python, move |watch| match &journal {
                Some(file) => answer_in_file(&question, &settings.with_cancel(watch.token()), file, watch),
                None => Ok((answer(&question, &settings, &(), watch)?, true)),
            })?
        }
    };
    let late = |count: &BigUint| Ok::<_, PyErr>(expired(python, &asked, Some(integer(python, count)?), None));
    let (answer, is_kept) = match answered {
        None | Some(Err(AnswerError::Stopped)) => return Err(late(&BigUint::ZERO)?),
        Some(answered) => answered.map_err(of_answer)?,
    };
    if !answer.outcome.complete {
        return Err(late(&answer.outcome.count)?);
    }
    match &answer.check {
        Some(Err(AnswerError::Stopped)) => return Err(late(&answer.outcome.count)?),
        Some(Err(error)) => return Err(of_answer(error.clone())),
        _ => {}
    }
    if let Some(alarm) = text::alarm(&answer) {
        return Err(PyRuntimeError::new_err(alarm));
    }
    if !details {
        return Ok((integer(python, &answer.outcome.count)?, is_kept).into_pyobject(python)?.into_any());
    }
    let written = text::count(&answer, text::Style::Plain).trim_end().to_owned();
    Ok((written, json::count(&answer), is_kept).into_pyobject(python)?.into_any())
}

/// Returns an estimate, or a count if that is faster: as text, as JSON, and whether it is a count.
#[pyfunction]
#[pyo3(signature = (problem, relative, timeout, seed, threads, memory, progress))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn estimate<'py>(
    python: Python<'py>,
    problem: &Bound<'py, PyAny>,
    relative: Option<f64>,
    timeout: Option<f64>,
    seed: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(String, String, bool)> {
    let question = question(problem, None, false, false, None)?;
    let settings = settings(threads, memory, None)?;
    let time = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let seed = whole(seed, "seed", 0..=u64::MAX)?;
    let effort = Effort { relative, time, seed, counts: true };
    let found = wait(python, progress.as_ref(), move |watch| {
        search::estimate(&question, effort, &settings.with_cancel(watch.token()), watch)
    })?;
    Ok(match found.map_err(of_answer)? {
        EstimateOrCount::Counted(answer) => {
            (text::count(&answer, text::Style::Plain).trim_end().to_owned(), json::count(&answer), true)
        }
        EstimateOrCount::About(about) => {
            let written = report::estimate::text(&about, text::Style::Plain).trim_end().to_owned();
            (written, report::estimate::json(&about), false)
        }
    })
}

/// Explains how a problem would be counted: as text, and as JSON.
#[pyfunction]
#[pyo3(signature = (problem, up_to, maximal, by_number, threads, memory, engine, fixed_by))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn explain(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    up_to: Option<&str>,
    maximal: bool,
    by_number: bool,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    engine: Option<&str>,
    fixed_by: Option<&str>,
) -> PyResult<(String, String)> {
    let question = question(problem, up_to, maximal, by_number, fixed_by)?;
    let settings = settings(threads, memory, engine)?;
    let explained = wait(python, None, move |watch| {
        let plan = plan_answer(&question, &settings.with_cancel(watch.token()), watch)?;
        let (considered, glance) = (plan::consider(&plan), search::glance(&plan, watch));
        let text = explanation::text(&plan, &considered, glance.as_ref(), false);
        Ok((text, explanation::json(&plan, &considered, glance.as_ref())))
    });
    explained?.map_err(|error: AnswerError| of_answer(error))
}
