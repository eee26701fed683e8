//! Families of problems.

use crate::problem::{Problem, refused};
use armistice::notation;
use pyo3::prelude::*;

/// Problems that depend on one or two variables: problem text with expressions in braces, like "{n}x{n} Q{n}".
#[pyclass(frozen, eq, module = "armistice")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Family(pub(crate) notation::Family);

#[pymethods]
impl Family {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(refused)
    }

    /// Its variables, in the order in which they first appear.
    #[getter]
    fn variables(&self) -> Vec<char> {
        self.0.variables()
    }

    /// The problem at these values, a list of pairs of variable and number.
    fn at(&self, values: Vec<(char, i64)>) -> PyResult<Problem> {
        self.0.at(&values).map(Problem).map_err(refused)
    }

    /// The same, or None if there is no board of this size.
    fn at_if_any(&self, values: Vec<(char, i64)>) -> PyResult<Option<Problem>> {
        match self.0.at(&values) {
            Ok(problem) => Ok(Some(Problem(problem))),
            Err(error) if error.is_empty_board() || error.is_large_board() => Ok(None),
            Err(error) => Err(refused(error)),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Family('{}')", self.0)
    }
}
