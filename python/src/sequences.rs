//! Published sequences.

use crate::counting::{settings, time};
use crate::numbers::{natural, whole_if_any};
use crate::problem::refused;
use crate::waiting::wait;
use armistice::clock::Instant;
use armistice::plan::StoppingObserver;
use armistice::report::found;
use armistice::report::verification::{self as report, SequenceRecord};
use armistice::sequences::{self, Registry, RegistryEntry, TermMatch};
use pyo3::prelude::*;

/// Returns a sequence of the registry.
pub(crate) fn entry(id: &str) -> PyResult<&'static RegistryEntry> {
    let unknown = || refused(format_args!("'{id}' is not a known sequence"));
    Registry::built_in().find(id).ok_or_else(unknown)
}

/// Returns the known facts about a sequence: as text, and as JSON.
#[pyfunction]
pub(crate) fn sequence(id: &str) -> PyResult<(String, String)> {
    let entry = entry(id)?;
    Ok((report::entry(entry).trim_end().to_owned(), report::entry_json(entry)))
}

/// Returns the sequences that contain these terms, each with its name.
///
/// If there are none, returns those that nearly contain them, with the difference after the name.
#[pyfunction]
pub(crate) fn sequences_containing(terms: Vec<Bound<'_, PyAny>>) -> PyResult<Vec<(String, String)>> {
    let terms = terms.iter().map(|term| natural(term, "terms")).collect::<PyResult<Vec<_>>>()?;
    let named = |found: TermMatch<'_>| {
        let name = found.sequence.name.clone();
        let name = match found.is_whole() {
            true => name,
            false => format!("{name} ({})", found::place(&found, terms.len())),
        };
        (found.sequence.id.clone(), name)
    };
    Ok(Registry::built_in().matching(&terms).into_iter().map(named).collect())
}

/// Recounts a sequence for this number of seconds: as text, and as JSON.
#[pyfunction]
#[pyo3(signature = (id, timeout, terms, threads, memory))]
pub(crate) fn verify(
    python: Python<'_>,
    id: &str,
    timeout: f64,
    terms: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let sequence = match entry(id)? {
        RegistryEntry::Supported(sequence) => &**sequence,
        RegistryEntry::Unsupported(unsupported) => {
            return Err(refused(format_args!("{id} is out of scope: {}", unsupported.reason)));
        }
    };
    let timeout = time(timeout, "timeout")?;
    let settings = settings(threads, memory, None)?;
    let most = whole_if_any(terms, "terms", 0..=u64::MAX)?.unwrap_or(u64::MAX);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    wait(python, None, move |watch| {
        let begun = Instant::now();
        let until = StoppingObserver { observer: watch, end: begun.checked_add(timeout) };
        let settings = settings.with_cancel(watch.token());
        let verification = sequences::verify(sequence, &settings, most, &(), &until);
        let record = SequenceRecord { sequence, verification: &verification, elapsed: begun.elapsed() };
        (report::text(&record), report::json(&record))
    })
}
