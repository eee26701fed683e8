//! Long work, while Python waits for it.
//!
//! The work runs on [another thread](workers) that does not use Python. The calling thread waits without the
//! interpreter's lock, so that other threads can run. Twenty times a second it checks for Ctrl-C and for the
//! time limit, and reports the progress to the caller's function. If one of them ends the wait, the work is
//! stopped. Its partial result is an answer only if the time limit stopped it.

use crate::workers;
use armistice::clock::Instant;
use armistice::plan::Gauge;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The time between two checks of signals and progress.
const LOOKS: Duration = Duration::from_millis(50);
/// The time that stopped work may take to return its partial result.
const GRACE: Duration = Duration::from_secs(2);
/// The time that a journal may take to be written, unless Ctrl-C is pressed again.
const GRACE_OF_JOURNALS: Duration = Duration::from_secs(60);

/// The conditions of a wait.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wait<'a, 'py> {
    /// The function that receives the share of the work that is done, from 0 to 1, and a lower bound on the
    /// number of placements.
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
    /// The time limit of the work.
    pub(crate) timeout: Option<Duration>,
    /// Whether the work is kept in a file, which must be complete before the wait ends.
    pub(crate) has_journal: bool,
}

impl Wait<'_, '_> {
    /// Does some work and waits for it. `None` if its time is over and it did not answer soon.
    ///
    /// # Errors
    /// Returns an interruption, an exception of the caller's function, or a panic of the work.
    pub(crate) fn run<T: Send + 'static>(
        self,
        python: Python<'_>,
        work: impl FnOnce(&Gauge) -> T + Send + 'static,
    ) -> PyResult<Option<T>> {
        let watch = Arc::new(Gauge::default());
        let (done, mut made) = mpsc::sync_channel(1);
        let theirs = Arc::clone(&watch);
        workers::begin(move || {
            // The caller may no longer wait.
            let _ = done.send(work(&theirs));
        })?;
        let mut end = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        // After the work is stopped: the error that stopped it, if there is one.
        let mut stopped: Option<Option<PyErr>> = None;
        loop {
            let looked = python.detach(move || {
                let looked = made.recv_timeout(LOOKS);
                (made, looked)
            });
            made = looked.0;
            match looked.1 {
                Ok(result) => match stopped.flatten() {
                    Some(error) => return Err(error),
                    None => return self.tell(&watch).map(|()| Some(result)),
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let fault = "internal error: the computation was interrupted; please report this problem";
                    return Err(PyRuntimeError::new_err(fault));
                }
            }
            let tell = |()| if stopped.is_none() { self.tell(&watch) } else { Ok(()) };
            let grace = if self.has_journal { GRACE_OF_JOURNALS } else { GRACE };
            let is_over = end.is_some_and(|end| Instant::now() >= end);
            let stop = match python.check_signals().and_then(tell) {
                Ok(()) if !is_over => continue,
                Ok(()) => match stopped {
                    Some(error) => return error.map_or(Ok(None), Err),
                    None => None,
                },
                // At the second interruption, the caller does not want to wait any more.
                Err(error) if !self.has_journal || matches!(stopped, Some(Some(_))) => {
                    watch.stop();
                    return Err(error);
                }
                Err(error) => Some(error),
            };
            watch.stop();
            (end, stopped) = (Instant::now().checked_add(grace), Some(stop));
        }
    }

    fn tell(self, watch: &Gauge) -> PyResult<()> {
        self.progress
            .map_or(Ok(()), |progress| progress.call1((watch.share(), watch.lower_bound())).map(|_| ()))
    }
}

/// Does some work without a time limit.
///
/// # Errors
/// Returns the errors of [`Wait::run`].
pub(crate) fn wait<T: Send + 'static>(
    python: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Gauge) -> T + Send + 'static,
) -> PyResult<T> {
    let answered = Wait { progress, ..Wait::default() }.run(python, work)?;
    answered.ok_or_else(|| PyRuntimeError::new_err("internal error: the computation was stopped"))
}

/// Returns the exception for work whose time is over, with its partial result.
pub(crate) fn expired(
    python: Python<'_>,
    problem: &armistice::Problem,
    at_least: Option<Bound<'_, PyAny>>,
    placement: Option<crate::placement::Placement>,
) -> PyErr {
    let made = python.import("armistice").and_then(|module| {
        module.getattr("TimeoutExpired")?.call1((problem.to_string(), at_least, placement))
    });
    made.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the default memory limit of counts. It is asked of the system once.
pub(crate) fn usual_memory() -> Option<u64> {
    static MEMORY: OnceLock<Option<u64>> = OnceLock::new();
    *MEMORY.get_or_init(armistice::plan::available_memory)
}
