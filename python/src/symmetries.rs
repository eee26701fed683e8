//! Placements by their symmetries.

use crate::counting::{of_answer, question, settings};
use crate::waiting::wait;
use armistice::answer;
use armistice::report::json;
use pyo3::prelude::*;

/// Counts the placements that each group of symmetries fixes: JSON, of the schema armistice.by-symmetry/1.
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
    let found = wait(python, progress.as_ref(), move |watch| {
        let settings = settings.with_cancel(watch.token());
        answer::by_symmetry(&question, &settings, &(), watch)
    })?;
    found.map(|found| json::by_symmetry(&found)).map_err(of_answer)
}
