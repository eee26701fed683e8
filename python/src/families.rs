//! Families of problems.

use crate::numbers::shown;
use crate::problem::{Problem, refused};
use crate::sequences::entry;
use armistice::sequences::{RegistryEntry, Sequence};
use armistice::{Demand, UpTo, notation};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Problems that depend on one or two variables.
///
/// A family is problem text with expressions in braces, like "{n}x{n} Q{n}", or the A-number of a sequence
/// that counts all placements of a family, like "A000170".
#[pyclass(frozen, eq, module = "armistice")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Family(pub(crate) notation::Family);

#[pymethods]
impl Family {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        match family_of(text)? {
            None => text.parse().map(Self).map_err(refused),
            Some((family, None, false, None)) => Ok(family),
            Some((Self(family), ..)) => {
                let why = "counts not all placements of";
                Err(refused(format_args!(
                    "{text} {why} {family}: table and formula take its number, which says which"
                )))
            }
        }
    }

    /// The variables, in the order in which they first appear.
    #[getter]
    fn variables(&self) -> Vec<char> {
        self.0.variables()
    }

    /// The problem at values of the variables: `at(n=8)`, or `at(8)`, in the order of `variables`.
    #[pyo3(signature = (*in_order, **by_name))]
    fn at(&self, in_order: &Bound<'_, PyTuple>, by_name: Option<&Bound<'_, PyDict>>) -> PyResult<Problem> {
        let variables = self.0.variables();
        let known = || variables.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
        let wrong = |why: String| Err(PyTypeError::new_err(format!("{why}: expected {}", known())));
        if in_order.len() > variables.len() {
            return wrong(format!("found {} values", in_order.len()));
        }
        let mut values = Vec::new();
        for (&variable, value) in variables.iter().zip(in_order) {
            values.push((variable, of_variable(&value, variable)?));
        }
        for (name, value) in by_name.into_iter().flatten() {
            let name = name.to_string();
            match variables.iter().position(|known| name == known.to_string()) {
                None => return wrong(format!("the family has no variable {name}")),
                Some(place) if place < in_order.len() => return wrong(format!("{name} is given twice")),
                Some(place) => values.push((variables[place], of_variable(&value, variables[place])?)),
            }
        }
        self.0.problem_at(&values).map(Problem).map_err(refused)
    }

    /// The problem at a list of variables with values; None if there is no board of this size.
    fn at_if_any(&self, values: Vec<(char, i64)>) -> PyResult<Option<Problem>> {
        match self.0.problem_at(&values) {
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

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// Reads the value that an argument gives to a variable.
fn of_variable(value: &Bound<'_, PyAny>, variable: char) -> PyResult<i64> {
    value.extract().map_err(|_| {
        PyTypeError::new_err(format!("{variable}: found {}, expected a whole number", shown(value)))
    })
}

/// A family and the placements of it that count: up to which symmetries, whether only maximal ones, and fixed
/// by which maps.
type Asked = (Family, Option<String>, bool, Option<String>);

/// Returns the family of a known sequence; `None` if the text is not an A-number.
#[pyfunction]
pub(crate) fn family_of(text: &str) -> PyResult<Option<Asked>> {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if !text.strip_prefix('A').is_some_and(is_number) {
        return Ok(None);
    }
    let sequence = match entry(text)? {
        RegistryEntry::Supported(sequence) => sequence,
        RegistryEntry::Unsupported(unsupported) => {
            return Err(refused(format_args!("{text} is not a family of problems: {}", unsupported.reason)));
        }
    };
    let Sequence { family, up_to, fixed_by, dominating, .. } = &**sequence;
    let beside = sequence
        .beside_counts()
        .or((*dominating != Demand::Nothing).then_some("the placements that attack certain squares"));
    if let Some(beside) = beside {
        let why = format_args!("is not a single family: its terms are {beside} of {family}").to_string();
        return Err(refused(format_args!("{text} {why}; verify(\"{text}\") counts them")));
    }
    let up_to = (*up_to != UpTo::Nothing).then(|| up_to.to_string());
    let fixed_by = (!fixed_by.is_identity()).then(|| fixed_by.to_string());
    Ok(Some((Family(family.clone()), up_to, sequence.maximal, fixed_by)))
}
