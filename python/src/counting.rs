//! Numbers of placements, and how they are found.

use crate::numbers::integer;
use crate::problem::{self, refused};
use crate::waiting::{usual_memory, wait};
use armistice::clock::Instant;
use armistice::plan::{self, Gauge, Outcome, PlanError, RunError, Settings, Summary};
use armistice::report::{CountRecord, json, text};
use armistice::{MapGroup, Pieces, Problem, Quantity, Question, UpTo};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::time::Duration;

/// How something is counted.
pub(crate) fn settings(
    threads: Option<usize>,
    memory: Option<u64>,
    engine: Option<&str>,
) -> PyResult<Settings> {
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

pub(crate) fn of_plan(error: PlanError) -> PyErr {
    match error {
        PlanError::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        error => refused(error),
    }
}

pub(crate) fn of_run(error: RunError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// A number of placements, and how it was found.
#[pyclass(frozen, module = "armistice")]
pub(crate) struct Count {
    question: Question,
    summary: Summary,
    outcome: Outcome,
    planning: Duration,
}

#[pymethods]
impl Count {
    /// The number.
    #[getter]
    pub(crate) fn count<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(python, &self.outcome.count)
    }

    /// The problem.
    #[getter]
    fn problem(&self) -> problem::Problem {
        problem::Problem(self.question.problem.clone())
    }

    /// Up to symmetry, the number of all placements; else None.
    #[getter]
    fn placements<'py>(&self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.outcome.placements.as_ref().map(|number| integer(python, number)).transpose()
    }

    /// Of a problem with `max` the largest number of pieces, which so many placements reach; else None.
    #[getter]
    fn maximum(&self) -> Option<u32> {
        self.outcome.maximum
    }

    /// The numbers by number of pieces, if that was asked for: a dict whose keys are numbers, or tuples of them if there are
    /// several kinds.
    #[getter]
    fn by_number<'py>(&self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(numbers) = &self.outcome.by_number else { return Ok(None) };
        let by_number = PyDict::new(python);
        for of in numbers {
            let count = integer(python, &of.count)?;
            match of.pieces[..] {
                [number] => by_number.set_item(number, count)?,
                _ => by_number.set_item(PyTuple::new(python, &of.pieces)?, count)?,
            }
        }
        Ok(Some(by_number))
    }

    /// Name of the engine.
    #[getter]
    fn engine(&self) -> &'static str {
        self.summary.engine.0
    }

    /// Independent parts that were counted.
    #[getter]
    fn units(&self) -> usize {
        self.outcome.units_done
    }

    /// Partial placements made.
    #[getter]
    fn nodes(&self) -> u64 {
        self.outcome.nodes
    }

    /// Seconds that counting took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.outcome.elapsed.as_secs_f64()
    }

    /// Seconds that it took to decide how to count.
    #[getter]
    fn planning_seconds(&self) -> f64 {
        self.planning.as_secs_f64()
    }

    /// The result as the command writes it: JSON, of the schema armistice.count/1.
    fn json(&self) -> String {
        json::count(&self.record())
    }

    fn __int__<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.count(python)
    }

    fn __str__(&self) -> String {
        text::count(&self.record(), text::Style::Plain).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Count: {}>", self.__str__())
    }
}

impl Count {
    fn record(&self) -> CountRecord<'_> {
        CountRecord {
            problem: &self.question.problem,
            summary: &self.summary,
            outcome: &self.outcome,
            division: None,
            check: None,
            planning: self.planning,
        }
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

/// Counts.
#[pyfunction]
#[pyo3(signature = (problem, up_to, maximal, by_number, threads, memory, engine, progress, details, fixed_by))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn count<'py>(
    python: Python<'py>,
    problem: &Bound<'py, PyAny>,
    up_to: Option<&str>,
    maximal: bool,
    by_number: bool,
    threads: Option<usize>,
    memory: Option<u64>,
    engine: Option<&str>,
    progress: Option<Bound<'py, PyAny>>,
    details: bool,
    fixed_by: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let question = question(problem, up_to, maximal, by_number, fixed_by)?;
    let settings = settings(threads, memory, engine)?;
    let asked = question.clone();
    let work = move |watch: &Gauge| {
        let begun = Instant::now();
        let plan = plan::plan(&asked, &settings)?;
        let planning = begun.elapsed();
        Ok((
            plan.run_to_any_size(watch).map(|(outcome, instead)| (instead.unwrap_or(plan), outcome)),
            planning,
        ))
    };
    let planned = match progress.is_none() && has_few_choices(&question.problem) {
        true => python.detach(|| work(&Gauge::default())),
        false => wait(python, progress.as_ref(), work)?,
    };
    let (planned, planning) = planned.map_err(of_plan)?;
    let (plan, outcome) = planned.map_err(of_run)?;
    let count = Count { question, summary: plan.summary().clone(), outcome, planning };
    if details { Ok(Bound::new(python, count)?.into_any()) } else { count.count(python) }
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
    threads: Option<usize>,
    memory: Option<u64>,
    engine: Option<&str>,
    fixed_by: Option<&str>,
) -> PyResult<(String, String)> {
    let question = question(problem, up_to, maximal, by_number, fixed_by)?;
    let settings = settings(threads, memory, engine)?;
    let explained = wait(python, None, move |_| {
        let plan = plan::plan(&question, &settings)?;
        let (problem, considered) = (&question.problem, plan::consider(&plan));
        let text = text::explanation(problem, &plan, &considered, false);
        Ok((text, json::explanation(problem, &plan, &considered)))
    });
    explained?.map_err(of_plan)
}
