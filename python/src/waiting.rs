//! Long work, while Python waits for it.
//!
//! The work runs on [another thread](workers) that knows nothing of Python. The thread that called waits without the interpreter's
//! lock, so that others run, and looks up twenty times a second: for Ctrl-C, and to tell the caller's function how far the work
//! is. If either of them ends the wait, the work is told to stop and left alone; it ends by itself.

use crate::workers;
use armistice::plan::Gauge;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Between two looks at signals and progress.
const LOOKS: Duration = Duration::from_millis(50);

/// Does some work and waits for it. The caller's function is called with the share of the work that is done, from 0 to 1, and a
/// lower bound on the number of placements found.
///
/// # Errors
/// An interruption, whatever the caller's function raises, and a panic of the work.
pub(crate) fn wait<T: Send + 'static>(
    python: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Gauge) -> T + Send + 'static,
) -> PyResult<T> {
    let watch = Arc::new(Gauge::default());
    let (done, made) = mpsc::sync_channel(1);
    let theirs = Arc::clone(&watch);
    workers::begin(move || {
        // Whoever waited may be gone.
        let _ = done.send(work(&theirs));
    })?;
    let stop = |error: PyErr| {
        watch.stop();
        error
    };
    let tell = || match progress {
        Some(progress) => progress.call1((watch.share(), watch.found())).map(|_| ()),
        None => Ok(()),
    };
    let mut made = made;
    loop {
        let looked = python.detach(move || {
            let looked = made.recv_timeout(LOOKS);
            (made, looked)
        });
        made = looked.0;
        match looked.1 {
            Ok(result) => {
                tell()?;
                return Ok(result);
            }
            Err(RecvTimeoutError::Timeout) => {
                python.check_signals().map_err(stop)?;
                tell().map_err(stop)?;
            }
            Err(RecvTimeoutError::Disconnected) => {
                let fault = "internal error: the computation broke off; please report this problem";
                return Err(PyRuntimeError::new_err(fault));
            }
        }
    }
}

/// Memory that counts may take if nobody says, asked of the system once.
pub(crate) fn usual_memory() -> Option<u64> {
    static MEMORY: OnceLock<Option<u64>> = OnceLock::new();
    *MEMORY.get_or_init(armistice::plan::available_memory)
}
