//! The largest number of pieces, the largest armies, and the smallest placements that cannot be extended.

use crate::counting::{of_plan, sameness, settings};
use crate::listing::checked;
use crate::numbers::integer;
use crate::placement::Placement;
use crate::problem::{self, refused};
use crate::waiting::wait;
use armistice::report::{ArmiesRecord, LargestRecord, armies, json, text};
use armistice::search::{self, ArmiesQuestion, Finder, LargestArmies, SearchError};
use armistice::{Problem, Quantity, Question};
use num_bigint::BigUint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The largest number of pieces that fit, with a placement that has them.
#[pyclass(frozen, module = "armistice")]
pub(crate) struct Largest {
    question: Question,
    found: Found,
}

enum Found {
    /// Of one army.
    Pieces(Box<search::Largest>, bool),
    /// Of several.
    Armies(Box<LargestArmies>, ArmiesQuestion),
}

#[pymethods]
impl Largest {
    /// The largest number, or of opposing armies the list of their numbers; None if there is no placement.
    #[getter]
    fn number<'py>(&self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match &self.found {
            Found::Pieces(largest, _) => match largest.number {
                Some(number) => Some(number.into_pyobject(python)?.into_any()),
                None => None,
            },
            Found::Armies(armies, _) => match &armies.largest {
                Some(attained) => Some(sizes(&attained.problem).into_pyobject(python)?.into_any()),
                None => None,
            },
        })
    }

    /// A placement that has them; None if there is none.
    #[getter]
    fn placement(&self) -> PyResult<Option<Placement>> {
        match &self.found {
            Found::Pieces(largest, _) if largest.number.is_none() => Ok(None),
            // With the number in place of `max` it is the placement of a problem.
            Found::Pieces(largest, _) => {
                checked(&self.question.problem, largest.placement.clone(), None).map(Some)
            }
            Found::Armies(armies, _) => match &armies.largest {
                Some(attained) => checked(&attained.problem, attained.placement.clone(), None).map(Some),
                None => Ok(None),
            },
        }
    }

    /// Whether no larger number can be reached.
    #[getter]
    fn proved(&self) -> bool {
        match &self.found {
            Found::Pieces(largest, _) => largest.proved,
            Found::Armies(armies, _) => armies.proved,
        }
    }

    /// How many placements reach it, if that was asked for; else None.
    #[getter]
    fn count<'py>(&self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = match &self.found {
            Found::Pieces(largest, _) => &largest.outcome,
            Found::Armies(armies, _) => &armies.outcome,
        };
        let count: Option<&BigUint> = outcome.as_ref().map(|outcome| &outcome.count);
        count.map(|count| integer(python, count)).transpose()
    }

    /// Seconds that it took.
    #[getter]
    fn seconds(&self) -> f64 {
        match &self.found {
            Found::Pieces(largest, _) => largest.elapsed.as_secs_f64(),
            Found::Armies(armies, _) => armies.elapsed.as_secs_f64(),
        }
    }

    /// The result as the command writes it: JSON, of the schema armistice.max/1 or armistice.armies/1.
    fn json(&self) -> String {
        self.written(json::largest, armies::json)
    }

    fn __int__(&self) -> PyResult<u32> {
        match &self.found {
            Found::Pieces(largest, _) => largest.number.ok_or_else(|| refused("there is no placement")),
            Found::Armies(..) => Err(pyo3::exceptions::PyTypeError::new_err("armies have a number each")),
        }
    }

    fn __str__(&self) -> String {
        let plain = text::Style::Plain;
        self.written(|record| text::largest(record, plain), |record| armies::text(record, plain))
            .trim_end()
            .to_owned()
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

impl Largest {
    fn written(
        &self,
        pieces: impl FnOnce(&LargestRecord<'_>) -> String,
        armies: impl FnOnce(&ArmiesRecord<'_>) -> String,
    ) -> String {
        let (problem, up_to) = (&self.question.problem, self.question.up_to);
        match &self.found {
            Found::Pieces(largest, is_counted) => {
                pieces(&LargestRecord { problem, largest, is_counted: *is_counted, up_to })
            }
            Found::Armies(found, question) => {
                armies(&ArmiesRecord { problem, found, question: *question, up_to })
            }
        }
    }
}

/// How many pieces each army has.
fn sizes(problem: &Problem) -> Vec<u32> {
    let size = |army: &armistice::Army| army.pieces().iter().map(|pieces| pieces.quantity.given()).sum();
    problem.armies().iter().map(size).collect()
}

/// Finds the largest number.
#[pyfunction]
#[pyo3(signature = (problem, count, up_to, maximal, threads, memory, progress))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn maximum(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    count: bool,
    up_to: Option<&str>,
    maximal: bool,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Largest> {
    let problem = problem::read(problem, Quantity::Max)?;
    let question = Question::new(problem).with_up_to(sameness(up_to)?).with_maximal(maximal);
    let settings = settings(threads, memory, None)?;
    let asked = question.clone();
    let found = wait(python, progress.as_ref(), move |watch| match asked.problem.armies().len() {
        1 => {
            let largest = search::largest(&asked, &settings, Finder::Best, count, watch)?;
            Ok(Found::Pieces(Box::new(largest), count))
        }
        _ => {
            let question = ArmiesQuestion { count, ..ArmiesQuestion::default() };
            let armies = search::largest_armies(&asked, &settings, question, watch)?;
            Ok(Found::Armies(Box::new(armies), question))
        }
    })?;
    let found = found.map_err(of_largest)?;
    Ok(Largest { question, found })
}

/// Finds the smallest number with which no further piece fits: the number, how many placements have it, and one of them.
#[pyfunction]
#[pyo3(signature = (problem, threads, memory, progress))]
pub(crate) fn minimum<'py>(
    python: Python<'py>,
    problem: &Bound<'py, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Option<u32>, Bound<'py, PyAny>, Option<Placement>)> {
    let problem = problem::read(problem, Quantity::Any)?;
    let settings = settings(threads, memory, None)?;
    let found = wait(python, progress.as_ref(), move |watch| search::smallest(&problem, &settings, watch))?;
    let stopped = || PyRuntimeError::new_err("the search was stopped");
    let smallest = found.map_err(of_largest)?.ok_or_else(stopped)?;
    let placement = smallest.placement.map(|(problem, placement)| checked(&problem, placement, None));
    Ok((smallest.number, integer(python, &smallest.count)?, placement.transpose()?))
}

fn of_largest(error: SearchError) -> PyErr {
    match error {
        SearchError::Plan(error) => of_plan(error),
        error @ (SearchError::Run(_) | SearchError::Unsound(_)) => PyRuntimeError::new_err(error.to_string()),
        error => refused(error),
    }
}
