//! Counts in parts, whose plans and results are text.

use crate::counting::{question, settings};
use crate::numbers::{integer, whole};
use crate::problem::refused;
use crate::waiting::wait;
use armistice::run::{PartPlan, PartsError, merge_parts};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// A plan with the text and the number of threads from which it was made.
type KnownPlan = (String, usize, Arc<PartPlan>);

/// The last plan. A process usually counts several parts of one plan.
static LAST: Mutex<Option<KnownPlan>> = Mutex::new(None);

fn of_parts(error: PartsError) -> PyErr {
    match error {
        PartsError::Run(error) => PyRuntimeError::new_err(error.to_string()),
        error => refused(error),
    }
}

/// Returns a plan with this text, for this number of threads.
fn plan_again(text: &str, threads: usize) -> Result<Arc<PartPlan>, PartsError> {
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, with, plan)) = &*last()
        && (known.as_str(), *with) == (text, threads)
    {
        return Ok(Arc::clone(plan));
    }
    let settings = armistice::plan::Settings::default().with_threads(threads);
    let plan = Arc::new(PartPlan::from_text(text, &settings)?);
    *last() = Some((text.to_owned(), threads, Arc::clone(&plan)));
    Ok(plan)
}

/// Plans a count in parts, and returns the text of the plan.
#[pyfunction]
#[pyo3(signature = (problem, parts, up_to, engine))]
pub(crate) fn plan_parts(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    parts: &Bound<'_, PyAny>,
    up_to: Option<&str>,
    engine: Option<&str>,
) -> PyResult<String> {
    let question = question(problem, up_to, false, false, None)?;
    let parts = whole(parts, "parts", 1..=1_000_000)? as usize;
    let settings = settings(None, None, engine)?.with_threads(1).with_memory(None);
    let planned = wait(python, None, move |watch| {
        PartPlan::new(&question, parts, &settings.with_cancel(watch.token())).map(|plan| plan.text())
    })?;
    planned.map_err(of_parts)
}

/// Reads a plan: the problem, the numbers of parts and units, and the expected seconds of all parts.
#[pyfunction]
pub(crate) fn read_plan(python: Python<'_>, text: String) -> PyResult<(String, usize, usize, f64)> {
    let read = wait(python, None, move |_| plan_again(&text, 1))?.map_err(of_parts)?;
    Ok((read.problem().to_string(), read.parts(), read.units(), read.expected_seconds()))
}

/// Counts a part, and returns the text of the result.
#[pyfunction]
pub(crate) fn count_part(
    python: Python<'_>,
    text: String,
    part: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let part = whole(part, "part", 0..=1_000_000)? as usize;
    let threads = whole(threads, "threads", 1..=1024)? as usize;
    let counted =
        wait(python, None, move |watch| plan_again(&text, threads).and_then(|plan| plan.count(part, watch)))?;
    counted.map_err(of_parts)?.ok_or_else(|| PyRuntimeError::new_err("stopped"))
}

/// Adds up the results of all parts.
#[pyfunction]
pub(crate) fn merge(python: Python<'_>, results: Vec<String>) -> PyResult<Bound<'_, PyAny>> {
    let settings = armistice::plan::Settings::default();
    let merged = wait(python, None, move |_| merge_parts(&results, &settings))?;
    integer(python, &merged.map_err(of_parts)?)
}
