//! Families of problems.

use crate::problem::{Problem, refused};
use crate::sequences::entry;
use armistice::sequences::{RegistryEntry, Sequence, Term};
use armistice::{Demand, UpTo, notation};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Problems that depend on one or two variables: problem text with expressions in braces, like "{n}x{n} Q{n}", or the A-number of
/// a sequence that counts all placements of a family, like "A000170".
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

    /// Its variables, in the order in which they first appear.
    #[getter]
    fn variables(&self) -> Vec<char> {
        self.0.variables()
    }

    /// The problem at values of the variables: `at(n=8)`.
    #[pyo3(signature = (**values))]
    fn at(&self, values: Option<BTreeMap<String, i64>>) -> PyResult<Problem> {
        let variables = self.0.variables();
        let named =
            |(name, value): (String, i64)| match variables.iter().find(|known| name == known.to_string()) {
                Some(&variable) => Ok((variable, value)),
                None => {
                    let known: Vec<String> = variables.iter().map(char::to_string).collect();
                    let expected = format!("expected {}", known.join(", "));
                    Err(PyTypeError::new_err(format!("the family has no variable {name}: {expected}")))
                }
            };
        let values =
            values.unwrap_or_default().into_iter().map(named).collect::<PyResult<Vec<(char, i64)>>>()?;
        self.0.at(&values).map(Problem).map_err(refused)
    }

    /// The problem at a list of variables with values; None if there is no board of this size.
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

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// Whether some kind of a family is to be as many as possible, like `Nmax`; an expression may have a maximum of its own.
fn asks_for_maximum(family: &notation::Family) -> bool {
    let is_largest = |word: &str| word.split('@').next().is_some_and(|piece| piece.ends_with("max"));
    family.to_string().split([' ', '/']).skip(1).any(is_largest)
}

/// A family, and which placements of it count: up to what, whether only those that cannot be extended, and by what they are fixed.
type Asked = (Family, Option<String>, bool, Option<String>);

/// What a known sequence counts; `None` of text that is no A-number.
#[pyfunction]
pub(crate) fn family_of(text: &str) -> PyResult<Option<Asked>> {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if !text.strip_prefix('A').is_some_and(is_number) {
        return Ok(None);
    }
    let sequence = match entry(text)? {
        RegistryEntry::Supported(sequence) => sequence,
        RegistryEntry::Unsupported(unsupported) => {
            return Err(refused(format_args!("{text} is no family of problems: {}", unsupported.reason)));
        }
    };
    let Sequence { family, up_to, fixed_by, .. } = &**sequence;
    let is_family = (sequence.term == Term::Count
        || sequence.term == Term::Largest && asks_for_maximum(&sequence.family))
        && sequence.stabiliser.is_none()
        && sequence.dominating == Demand::Nothing;
    if !is_family {
        let why = "is more than the counts of a family";
        return Err(refused(format_args!("{text} {why}, {family}: verify(\"{text}\") counts its terms")));
    }
    let up_to = (*up_to != UpTo::Nothing).then(|| up_to.to_string());
    let fixed_by = (!fixed_by.is_identity()).then(|| fixed_by.to_string());
    Ok(Some((Family(family.clone()), up_to, sequence.maximal, fixed_by)))
}
