//! Placements by the symmetries that they have.

use crate::counting::{of_plan, of_run, question, settings};
use crate::waiting::wait;
use armistice::plan::{self, CountError};
use armistice::report::{SymmetryRecord, json};
use pyo3::prelude::*;

fn of_count(error: CountError) -> PyErr {
    match error {
        CountError::Plan(error) => of_plan(error),
        CountError::Run(error) => of_run(error),
        error => pyo3::exceptions::PyRuntimeError::new_err(error.to_string()),
    }
}

/// Counts what each group of symmetries fixes: JSON, of the schema armistice.by-symmetry/1.
#[pyfunction]
#[pyo3(signature = (problem, up_to, maximal, threads, memory, progress))]
pub(crate) fn by_symmetry(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    up_to: Option<&str>,
    maximal: bool,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let question = question(problem, up_to, maximal, false, None)?;
    let settings = settings(threads, memory, None)?;
    let told = wait(python, progress.as_ref(), move |watch| {
        let settings = settings.with_cancel(watch.token());
        let division = plan::by_symmetry(&question, &settings)?;
        let found = division.run(|plan| Ok::<_, CountError>(plan.run(watch)?))?;
        Ok(json::by_symmetry(&SymmetryRecord { question: &question, order: division.order(), found: &found }))
    });
    told?.map_err(of_count)
}
