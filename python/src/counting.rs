//! Numbers of placements, and how they are found.

use crate::numbers::{integer, whole_if_any};
use crate::problem::{self, refused};
use crate::waiting::{usual_memory, wait};
use armistice::answer::{AnswerError, answer, planned};
use armistice::plan::{self, PlanError, Settings, Silent};
use armistice::report::{json, text};
use armistice::{MapGroup, Pieces, Problem, Quantity, Question, UpTo};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

/// More threads than machines have.
const MAX_THREADS: u64 = 1024;

/// How something is counted.
pub(crate) fn settings(
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    engine: Option<&str>,
) -> PyResult<Settings> {
    let threads = whole_if_any(threads, "threads", 1..=MAX_THREADS)?.map(|threads| threads as usize);
    let memory = whole_if_any(memory, "memory", 0..=u64::MAX)?;
    let settings = Settings::default().with_threads(threads).with_memory(memory.or_else(usual_memory));
    Ok(match engine {
        Some(engine) => settings.with_engine(engine.parse().map_err(refused)?),
        None => settings,
    })
}

/// What counts as the same.
pub(crate) fn sameness(up_to: Option<&str>) -> PyResult<UpTo> {
    up_to.map_or(Ok(UpTo::Nothing), |up_to| up_to.parse().map_err(refused))
}

/// What is asked.
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

/// The exception for what has no answer.
pub(crate) fn of_answer(error: impl Into<AnswerError>) -> PyErr {
    match error.into() {
        error @ AnswerError::Plan(PlanError::Memory { .. }) => PyMemoryError::new_err(error.to_string()),
        error if error.is_refusal() => refused(error),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// What is so few is counted before another thread would have begun.
const FEW: f64 = 1e5;

/// Whether there are few ways to choose squares for the pieces, even if nothing attacked anything.
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

/// Counts: the number; or, with details, the result as text, and as JSON.
#[pyfunction]
#[pyo3(signature = (problem, up_to, maximal, by_number, threads, memory, engine, progress, details, fixed_by))]
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
) -> PyResult<Bound<'py, PyAny>> {
    let question = question(problem, up_to, maximal, by_number, fixed_by)?;
    let settings = settings(threads, memory, engine)?;
    let answer = match progress.is_none() && has_few_choices(&question.problem) {
        true => python.detach(|| answer(&question, &settings, &(), &Silent)),
        false => wait(python, progress.as_ref(), move |watch| answer(&question, &settings, &(), watch))?,
    };
    let answer = answer.map_err(of_answer)?;
    if !details {
        return integer(python, &answer.outcome.count);
    }
    let written = (text::count(&answer, text::Style::Plain).trim_end().to_owned(), json::count(&answer));
    Ok(written.into_pyobject(python)?.into_any())
}

/// How a problem would be counted: as text, and as JSON.
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
        let plan = planned(&question, &settings.with_cancel(watch.token()), watch)?;
        let considered = plan::consider(&plan);
        Ok((text::explanation(&plan, &considered, false), json::explanation(&plan, &considered)))
    });
    explained?.map_err(|error: AnswerError| of_answer(error))
}
