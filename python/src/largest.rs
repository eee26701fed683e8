//! The largest number of pieces, the largest armies, and the smallest placements that cannot be extended.

use crate::counting::{of_answer, sameness, settings};
use crate::listing::checked;
use crate::numbers::integer;
use crate::placement::Placement;
use crate::problem::{self, refused};
use crate::waiting::wait;
use armistice::report::{armies, json, text};
use armistice::search::{self, ArmiesQuestion, Finder, LargestArmies};
use armistice::{Demand, Problem, Quantity, Question};
use num_bigint::BigUint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The largest number of pieces that fit, with a placement that has them.
#[pyclass(frozen, module = "armistice")]
pub(crate) struct Largest(Found);

enum Found {
    /// Of one army.
    Pieces(Box<search::Largest>),
    /// Of several.
    Armies(Box<LargestArmies>),
}

#[pymethods]
impl Largest {
    /// The largest number, or of opposing armies the list of their numbers; None if there is no placement.
    #[getter]
    fn number<'py>(&self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match &self.0 {
            Found::Pieces(largest) => match largest.number {
                Some(number) => Some(number.into_pyobject(python)?.into_any()),
                None => None,
            },
            Found::Armies(armies) => match &armies.largest {
                Some(attained) => Some(sizes(&attained.problem).into_pyobject(python)?.into_any()),
                None => None,
            },
        })
    }

    /// A placement that has them; None if there is none.
    #[getter]
    fn placement(&self) -> PyResult<Option<Placement>> {
        match &self.0 {
            Found::Pieces(largest) if largest.number.is_none() => Ok(None),
            // With the number in place of `max` it is the placement of a problem.
            Found::Pieces(largest) => {
                checked(&largest.question.problem, Demand::Nothing, largest.placement.clone(), None).map(Some)
            }
            Found::Armies(armies) => match &armies.largest {
                Some(attained) => {
                    checked(&attained.problem, Demand::Nothing, attained.placement.clone(), None).map(Some)
                }
                None => Ok(None),
            },
        }
    }

    /// Whether no larger number can be reached.
    #[getter]
    fn proved(&self) -> bool {
        match &self.0 {
            Found::Pieces(largest) => largest.proved,
            Found::Armies(armies) => armies.proved,
        }
    }

    /// How many placements reach it, if that was asked for; else None.
    #[getter]
    fn count<'py>(&self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = match &self.0 {
            Found::Pieces(largest) => &largest.outcome,
            Found::Armies(armies) => &armies.outcome,
        };
        let count: Option<&BigUint> = outcome.as_ref().map(|outcome| &outcome.count);
        count.map(|count| integer(python, count)).transpose()
    }

    /// For each size of the first army, from one on, the largest of the second, if that was asked for; else None.
    #[getter]
    fn curve(&self) -> Option<Vec<u32>> {
        match &self.0 {
            Found::Pieces(_) => None,
            Found::Armies(armies) => armies.curve(),
        }
    }

    /// Seconds that it took.
    #[getter]
    fn seconds(&self) -> f64 {
        match &self.0 {
            Found::Pieces(largest) => largest.elapsed.as_secs_f64(),
            Found::Armies(armies) => armies.elapsed.as_secs_f64(),
        }
    }

    /// The result as the command writes it: JSON, of the schema armistice.max/1 or armistice.armies/1.
    fn json(&self) -> String {
        match &self.0 {
            Found::Pieces(largest) => json::largest(largest),
            Found::Armies(armies) => armies::json(armies),
        }
    }

    fn __int__(&self) -> PyResult<u32> {
        match &self.0 {
            Found::Pieces(largest) => largest.number.ok_or_else(|| refused("there is no placement")),
            Found::Armies(_) => Err(pyo3::exceptions::PyTypeError::new_err("armies have a number each")),
        }
    }

    fn __str__(&self) -> String {
        let text = match &self.0 {
            Found::Pieces(largest) => text::largest(largest, text::Style::Plain),
            Found::Armies(armies) => armies::text(armies, text::Style::Plain),
        };
        text.trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let first = self.__str__().lines().next().unwrap_or_default().to_owned();
        format!("<Largest: {first}>")
    }

    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        Ok(self
            .placement()?
            .map(|placed| crate::placement::picture(&placed.problem, &placed.placement, false)))
    }
}

/// How many pieces each army has.
fn sizes(problem: &Problem) -> Vec<u32> {
    let size = |army: &armistice::Army| army.pieces().iter().map(|pieces| pieces.quantity.given()).sum();
    problem.armies().iter().map(size).collect()
}

/// Finds the largest number.
#[pyfunction]
#[pyo3(signature = (problem, count, up_to, maximal, ratio, curve, threads, memory, progress))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn maximum(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    count: bool,
    up_to: Option<&str>,
    maximal: bool,
    ratio: bool,
    curve: bool,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Largest> {
    let problem = problem::read(problem, if ratio { Quantity::Exactly(1) } else { Quantity::Max })?;
    if problem.armies().len() == 1 && (ratio || curve) {
        return Err(refused("ratio and curve are for opposing armies, like 8x8 Q/Q"));
    }
    let question = Question::new(problem).with_up_to(sameness(up_to)?).with_maximal(maximal);
    let settings = settings(threads, memory, None)?;
    let found = wait(python, progress.as_ref(), move |watch| match question.problem.armies().len() {
        1 => {
            search::largest(&question, &settings, Finder::Best, count, watch).map(Box::new).map(Found::Pieces)
        }
        _ => {
            let asked = ArmiesQuestion { count, ratio, pareto: curve, ..ArmiesQuestion::default() };
            search::largest_armies(&question, &settings, asked, watch).map(Box::new).map(Found::Armies)
        }
    })?;
    found.map(Largest).map_err(of_answer)
}

/// Finds the smallest number of pieces that are enough: the number, how many placements have it, and one of them.
#[pyfunction]
#[pyo3(signature = (problem, dominating, threads, memory, progress))]
pub(crate) fn minimum<'py>(
    python: Python<'py>,
    problem: &Bound<'py, PyAny>,
    dominating: Option<&str>,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Option<u32>, Bound<'py, PyAny>, Option<Placement>)> {
    let problem = problem::read(problem, Quantity::Any)?;
    let demand = dominating.map_or(Ok(Demand::Nothing), |demand| demand.parse().map_err(refused))?;
    let settings = settings(threads, memory, None)?;
    let found =
        wait(python, progress.as_ref(), move |watch| search::smallest(&problem, demand, &settings, watch))?;
    let stopped = || PyRuntimeError::new_err("the search was stopped");
    let smallest = found.map_err(of_answer)?.ok_or_else(stopped)?;
    let placement = smallest.placement.map(|(problem, placement)| checked(&problem, demand, placement, None));
    Ok((smallest.number, integer(python, &smallest.count)?, placement.transpose()?))
}
