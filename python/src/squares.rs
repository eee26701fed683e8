//! Placements by the squares of their pieces, and these numbers as pictures.

use crate::counting::{of_answer, question, settings};
use crate::drawing::look;
use crate::problem::refused;
use crate::waiting::wait;
use armistice::report::by_square::{heat_maps, json};
use armistice::report::png;
use armistice::report::svg::{self, Look};
use armistice::search;
use pyo3::prelude::*;

/// Counts the placements with a piece on each square: JSON, of the schema armistice.by-square/1.
#[pyfunction]
#[pyo3(signature = (problem, maximal, threads, memory, progress))]
pub(crate) fn by_square(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    maximal: bool,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let question = question(problem, None, maximal, false, None)?;
    let settings = settings(threads, memory, None)?;
    let found = wait(python, progress.as_ref(), move |watch| {
        let settings = settings.with_cancel(watch.token());
        search::by_square(&question, &settings, &(), watch)
    })?;
    found.map(|found| json(&found)).map_err(of_answer)
}

/// Draws such numbers as heat maps, in SVG.
#[pyfunction]
#[pyo3(signature = (numbers, kind, theme, size))]
pub(crate) fn heat(numbers: &str, kind: Option<char>, theme: &str, size: Option<&str>) -> PyResult<String> {
    drawn(numbers, kind, &look(theme, size, true)?)
}

/// Draws such numbers as heat maps, in PNG.
#[pyfunction]
#[pyo3(signature = (numbers, kind, theme, size))]
pub(crate) fn heat_png(
    python: Python<'_>,
    numbers: &str,
    kind: Option<char>,
    theme: &str,
    size: Option<&str>,
) -> PyResult<Vec<u8>> {
    let look = look(theme, size, true)?;
    let svg = drawn(numbers, kind, &look)?;
    let width = look.size.map_or_else(|| png::plain_width(&svg), |size| Ok(size.pixels()));
    python.detach(|| width.and_then(|width| png::png(&svg, width))).map_err(refused)
}

fn drawn(numbers: &str, kind: Option<char>, look: &Look) -> PyResult<String> {
    let (title, maps) = heat_maps(numbers, kind).map_err(refused)?;
    Ok(svg::heat(&maps, &title, look))
}
