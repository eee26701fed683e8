//! Formulas of families.

use crate::counting::{sameness, settings, time};
use crate::families::Family;
use crate::numbers::{signed, whole};
use crate::problem::refused;
use crate::waiting::wait;
use armistice::clock::Instant;
use armistice::formula::{self, FormulaError, Rule, Search};
use armistice::plan::Observer;
use armistice::report::formula::{self as report, FormulaRecord, Language};
use num_bigint::BigInt;
use pyo3::prelude::*;
use std::time::Duration;

/// A formula of a family, as it was found.
#[pyclass(frozen, module = "armistice")]
pub(crate) struct Formula {
    formula: formula::Formula,
    time: Duration,
}

#[pymethods]
impl Formula {
    /// The value of the variable of the first term.
    #[getter]
    fn first(&self) -> i64 {
        self.formula.first
    }

    /// The first `count` terms; none in two variables.
    fn terms<'py>(&self, python: Python<'py>, count: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let count = usize::try_from(whole(count, "count", 0..=u64::MAX)?).unwrap_or(usize::MAX);
        let formula = self.formula.clone();
        let terms: Vec<BigInt> = wait(python, None, move |watch| {
            let terms = formula.all_terms().into_iter().flatten().take_while(|_| !watch.should_stop());
            terms.take(count).collect()
        })?;
        terms.iter().map(|term| signed(python, term)).collect()
    }

    /// The term at a value of the variable, however large; `None` if the rule is too long to be written out.
    fn term<'py>(&self, python: Python<'py>, n: i64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let formula = self.formula.clone();
        let term = wait(python, None, move |watch| {
            let place = usize::try_from(n.checked_sub(formula.first)?).ok()?;
            match &formula.rule {
                Rule::Recurrence(recurrence) if place >= formula.terms.len() => {
                    recurrence.term(n, &|| watch.should_stop())
                }
                _ => formula.all_terms()?.take_while(|_| !watch.should_stop()).nth(place),
            }
        })?;
        term.map(|term| signed(python, &term)).transpose()
    }

    /// All details as the command writes them, with this number of terms.
    fn json(&self, terms: usize) -> String {
        report::json(&self.record(terms))
    }

    fn text(&self, terms: usize) -> String {
        report::text(&self.record(terms))
    }

    fn latex(&self) -> String {
        report::latex(&self.record(0))
    }

    fn oeis(&self, terms: usize) -> String {
        report::oeis(&self.record(terms))
    }

    /// A program in a language; `None` if it would be too long.
    fn code(&self, language: &str) -> PyResult<Option<String>> {
        let language: Language = language.parse().map_err(refused)?;
        Ok(report::code(&self.formula, language))
    }
}

impl Formula {
    fn record(&self, terms: usize) -> FormulaRecord<'_> {
        FormulaRecord { formula: &self.formula, terms, sequences: self.formula.sequences(), time: self.time }
    }
}

/// Looks for a formula.
#[pyfunction]
#[pyo3(signature = (family, up_to, maximal, reached, timeout, threads, memory))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn derive(
    python: Python<'_>,
    family: &Family,
    up_to: Option<&str>,
    maximal: bool,
    reached: bool,
    timeout: f64,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<Formula> {
    let search = Search::new(settings(threads, memory, None)?, time(timeout, "timeout")?)
        .with_up_to(sameness(up_to)?)
        .with_maximal(maximal);
    let (asked, begun) = (family.0.clone(), Instant::now());
    let found = wait(python, None, move |watch| formula::derive(&asked, &search, watch))?;
    let family = &family.0;
    let formula = found.map_err(|error: FormulaError| refused(format_args!("{family}: {error}")))?;
    let formula = match formula {
        formula::Formula { reached: Some(of_largest), .. } if reached => *of_largest,
        _ if reached => {
            let why = "reached=True needs a strip with max for one kind, like '4x{n} Nmax'";
            return Err(refused(format_args!("{family}: {why}")));
        }
        formula => formula,
    };
    if let Some((sequence, n)) = formula.contradiction() {
        let id = &sequence.id;
        let why = format!("{family}: the rule that fits the counted terms is contradicted by {id} at {n}");
        return Err(refused(why));
    }
    Ok(Formula { formula, time: begun.elapsed() })
}
