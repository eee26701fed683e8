//! Problems for other solvers.

use crate::problem::{self, refused};
use armistice::Quantity;
use armistice::export::{Export, Format, Options};
use pyo3::prelude::*;

/// A problem in a format of other solvers.
#[pyfunction]
#[pyo3(signature = (problem, to, at_least, complement))]
pub(crate) fn export(
    problem: &Bound<'_, PyAny>,
    to: &str,
    at_least: Option<u32>,
    complement: bool,
) -> PyResult<String> {
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let format: Format = to.parse().map_err(refused)?;
    let options = Options::default().with_at_least(at_least).with_complement(complement);
    let export = Export::new(&problem, format, options).map_err(refused)?;
    let mut text = Vec::new();
    export.write(&mut text)?;
    String::from_utf8(text).map_err(refused)
}
