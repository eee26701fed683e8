//! Problems for other solvers.

use crate::numbers::whole_if_any;
use crate::problem::{self, refused};
use crate::waiting::wait;
use armistice::Quantity;
use armistice::export::{Export, ExportError, Format, Options};
use armistice::plan::{Gauge, Observer};
use pyo3::prelude::*;
use std::io::{self, Write};

/// A text that is written only while the caller waits for it.
struct Awaited<'a> {
    text: Vec<u8>,
    watch: &'a Gauge,
}

impl Write for Awaited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.watch.should_stop() {
            return Err(io::Error::other("stopped"));
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a problem in a format of other solvers.
#[pyfunction]
#[pyo3(signature = (problem, to, at_least, complement))]
pub(crate) fn export(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    to: &str,
    at_least: Option<&Bound<'_, PyAny>>,
    complement: bool,
) -> PyResult<String> {
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let format: Format = to.parse().map_err(refused)?;
    let at_least = whole_if_any(at_least, "at_least", 0..=u64::from(u32::MAX))?.map(|least| least as u32);
    let options = Options::default().with_at_least(at_least).with_complement(complement);
    let written = wait(python, None, move |watch| {
        let export = Export::new(&problem, format, options)?;
        let mut to = Awaited { text: Vec::new(), watch };
        Ok::<_, ExportError>(export.write(&mut to).map(|()| to.text))
    })?;
    String::from_utf8(written.map_err(refused)??).map_err(refused)
}
