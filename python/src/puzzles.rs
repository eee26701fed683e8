//! Problems with exactly one placement.

use crate::counting::time;
use crate::numbers::whole;
use crate::problem::{self, refused};
use crate::waiting::{Wait, expired};
use armistice::search::listing::Selection;
use armistice::search::puzzle::{Level, Maker, PuzzleRequest};
use armistice::{Named, Quantity};
use pyo3::prelude::*;

/// Returns whether a problem has exactly one placement.
#[pyfunction]
#[pyo3(signature = (problem, timeout))]
pub(crate) fn unique(python: Python<'_>, problem: &Bound<'_, PyAny>, timeout: Option<f64>) -> PyResult<bool> {
    let timeout = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let asked = problem.clone();
    let found = Wait { timeout, ..Wait::default() }
        .run(python, move |watch| armistice::search::puzzle::unique(&asked, Selection::default(), watch))?;
    let is_unique = found.transpose().map_err(refused)?.and_then(|found| found.is_unique());
    is_unique.ok_or_else(|| expired(python, &problem, None, None))
}

/// Makes a problem with exactly one placement.
#[pyfunction]
#[pyo3(signature = (problem, level, regions, seed, timeout))]
pub(crate) fn puzzle(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    level: Option<&str>,
    regions: Option<&Bound<'_, PyAny>>,
    seed: &Bound<'_, PyAny>,
    timeout: Option<f64>,
) -> PyResult<problem::Problem> {
    let timeout = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let named = |level: &str| {
        let names: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        Level::from_name(level)
            .ok_or_else(|| refused(format_args!("'{level}': expected one of {}", names.join(", "))))
    };
    let level = level.map(named).transpose()?;
    let regions = regions.map(|regions| whole(regions, "regions", 1..=u64::from(u32::MAX))).transpose()?;
    let seed = whole(seed, "seed", 0..=u64::MAX)?;
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let wanted = PuzzleRequest { level, regions: regions.map(|regions| regions as u32), seed };
    let asked = problem.clone();
    let made = Wait { timeout, ..Wait::default() }
        .run(python, move |watch| Maker::new(&asked, wanted).and_then(|mut maker| maker.make(watch)))?;
    match made.transpose().map_err(refused)?.flatten() {
        Some(puzzle) => Ok(problem::Problem(puzzle.problem)),
        None => Err(expired(python, &problem, None, None)),
    }
}
