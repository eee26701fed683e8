//! Published sequences.

use crate::counting::settings;
use crate::numbers::natural;
use crate::problem::refused;
use crate::waiting::wait;
use armistice::clock::Instant;
use armistice::plan::Until;
use armistice::report::verification::{self as report, SequenceRecord};
use armistice::sequences::{self, Entry, Registry, Watched};
use pyo3::prelude::*;
use std::time::Duration;

fn entry(id: &str) -> PyResult<&'static Entry> {
    let unknown = || refused(format_args!("\"{id}\": not in the registry of sequences"));
    Registry::built_in().find(id).ok_or_else(unknown)
}

/// What is known of a sequence, as JSON.
#[pyfunction]
pub(crate) fn sequence(id: &str) -> PyResult<String> {
    entry(id).map(report::entry_json)
}

/// The sequences with these terms, each with its name.
#[pyfunction]
pub(crate) fn sequences_with(terms: Vec<Bound<'_, PyAny>>) -> PyResult<Vec<(String, String)>> {
    let terms = terms.iter().map(natural).collect::<PyResult<Vec<_>>>()?;
    let found = Registry::built_in().with_terms(&terms);
    Ok(found.into_iter().map(|sequence| (sequence.id.clone(), sequence.name.clone())).collect())
}

/// Counts a sequence again, for as many seconds: as text, and as JSON.
#[pyfunction]
#[pyo3(signature = (id, budget, terms, threads, memory))]
pub(crate) fn verify(
    python: Python<'_>,
    id: &str,
    budget: f64,
    terms: Option<usize>,
    threads: Option<usize>,
    memory: Option<u64>,
) -> PyResult<(String, String)> {
    let sequence = match entry(id)? {
        Entry::Supported(sequence) => &**sequence,
        Entry::Unsupported(unsupported) => {
            return Err(refused(format_args!("{id} is out of scope: {}", unsupported.reason)));
        }
    };
    let budget =
        Duration::try_from_secs_f64(budget).map_err(|error| refused(format_args!("budget: {error}")))?;
    let settings = settings(threads, memory, None)?;
    wait(python, None, move |watch| {
        let begun = Instant::now();
        let runner = Watched(Until { observer: watch, end: begun.checked_add(budget) });
        let verification = sequences::verify(sequence, &settings, terms.unwrap_or(usize::MAX), &runner);
        let record = SequenceRecord { sequence, verification: &verification, elapsed: begun.elapsed() };
        (report::text(&record), report::json(&record))
    })
}
