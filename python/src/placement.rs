//! Pieces on squares.

use crate::problem::{self, refused};
use armistice::notation::{
    ReadBy, army_diagram, fen, permutation, placement_from_diagram, placement_from_line, placement_squares,
};
use armistice::report::svg::{self, Picture};
use armistice::{Quantity, report};
use pyo3::prelude::*;

/// Pieces on the squares of a board.
///
/// `Placement(problem, text)` reads FEN ("1Q2/3Q/Q3/2Q1"), squares ("Qc1,a2,d3,b4"), a permutation ("2 4 1 3") or a diagram. It need
/// not be one that the problem asks for: `check` says.
#[pyclass(frozen, eq, hash, module = "armistice")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Placement {
    pub(crate) problem: armistice::Problem,
    pub(crate) placement: armistice::Placement,
    /// How many placements are the same, if they were listed up to symmetry.
    pub(crate) class_size: Option<u64>,
}

#[pymethods]
impl Placement {
    #[new]
    fn new(problem: &Bound<'_, PyAny>, text: &str) -> PyResult<Self> {
        let problem = problem::read(problem, Quantity::Exactly(1))?;
        Ok(Self { placement: from_text(&problem, text)?, problem, class_size: None })
    }

    /// The problem.
    #[getter]
    fn problem(&self) -> problem::Problem {
        problem::Problem(self.problem.clone())
    }

    /// Letter and square of each piece, like [("Q", "c1"), ("Q", "a2")].
    #[getter]
    fn squares(&self) -> Vec<(char, String)> {
        let pieces = self.placement.lettered(&self.problem);
        pieces.into_iter().map(|(letter, square)| (letter, square.to_string())).collect()
    }

    /// How many placements are the same up to symmetry, if it was listed so; else None.
    #[getter]
    fn class_size(&self) -> Option<u64> {
        self.class_size
    }

    /// The placement in FEN. (Whole numbers of empty squares are written in decimal, holes are *.)
    fn fen(&self) -> PyResult<String> {
        fen(&self.problem, &self.placement).map_err(refused)
    }

    /// For each rank from the top the file of its piece, from 1; None unless each rank or each file has just one.
    fn permutation(&self) -> Option<Vec<usize>> {
        [ReadBy::Ranks, ReadBy::Files]
            .into_iter()
            .find_map(|by| permutation(&self.problem, &self.placement, by))
    }

    /// The board as a picture in SVG; with `attacks` the attacked squares are marked.
    #[pyo3(signature = (*, attacks=false))]
    fn svg(&self, attacks: bool) -> String {
        picture(&self.problem, &self.placement, attacks)
    }

    /// The board for LaTeX, drawn by TikZ alone.
    fn latex(&self) -> String {
        report::latex::tikz(&Picture::new(&self.problem, &self.placement))
    }

    fn _repr_svg_(&self) -> String {
        self.svg(false)
    }

    fn __str__(&self) -> String {
        army_diagram(&self.problem, &self.placement, false).join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Placement('{}', '{}')", self.problem, placement_squares(&self.problem, &self.placement))
    }

    fn __len__(&self) -> usize {
        self.placement.pieces().len()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String, String)) {
        let Self { problem, placement, .. } = slf.get();
        let arguments = (problem.to_string(), placement_squares(problem, placement));
        (slf.get_type().into_any().unbind(), arguments)
    }
}

/// A picture of pieces on their board.
pub(crate) fn picture(
    problem: &armistice::Problem,
    placement: &armistice::Placement,
    has_attacks: bool,
) -> String {
    let picture = Picture::new(problem, placement);
    svg::picture(&if has_attacks { picture.with_attacks(problem, placement) } else { picture })
}

/// A placement from a line in any form, or from a diagram of several.
fn from_text(problem: &armistice::Problem, text: &str) -> PyResult<armistice::Placement> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    match lines[..] {
        [line] => placement_from_line(problem, line).map_err(refused),
        _ => placement_from_diagram(problem, &lines).map_err(refused),
    }
}

/// What is wrong with a placement of a problem, in a line; None if nothing is.
#[pyfunction]
pub(crate) fn check(problem: &Bound<'_, PyAny>, placement: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    let placement = match placement.cast::<Placement>() {
        // Of another problem with the same pieces it may be one of this, too.
        Ok(placed) if placed.get().problem == problem => placed.get().placement.clone(),
        Ok(placed) => {
            let Placement { problem: other, placement, .. } = placed.get();
            from_text(&problem, &placement_squares(other, placement))?
        }
        Err(_) => from_text(&problem, &placement.extract::<String>()?)?,
    };
    Ok(placement.fault(&problem).map(|fault| fault.to_string()))
}
