//! Pieces on squares.

use crate::board::square;
use crate::numbers::shown;
use crate::problem::{self, refused, text_of};
use armistice::board::Square;
use armistice::notation::{
    ReadBy, army_diagram, fen, permutation, placement_from_diagram, placement_from_line,
    placement_from_permutation, placement_from_squares, placement_squares,
};
use armistice::report::svg::{self, Picture};
use armistice::{Quantity, report};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Pieces on the squares of a board.
///
/// `Placement(problem, text)` reads FEN ("1Q2/3Q/Q3/2Q1"), squares ("Qc1,a2,d3,b4"), a permutation ("2 4 1 3") or a diagram;
/// `Placement(problem, list)` a list of numbers (a permutation, as `permutation()` gives it), of pairs of letter and square (as
/// `squares` is) or, of one kind, of squares ("c1") or pairs of rank and file, from 1: (1, 3) is c1. It need not be one that the
/// problem asks for: `check` says.
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
    #[pyo3(signature = (problem, placement))]
    fn new(problem: &Bound<'_, PyAny>, placement: &Bound<'_, PyAny>) -> PyResult<Self> {
        let problem = problem::read(problem, Quantity::Exactly(1))?;
        Ok(Self { placement: placed(&problem, placement)?, problem, class_size: None })
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
    Ok(placed(&problem, placement)?.fault(&problem).map(|fault| fault.to_string()))
}

/// The placement that an argument is.
fn placed(problem: &armistice::Problem, argument: &Bound<'_, PyAny>) -> PyResult<armistice::Placement> {
    if let Ok(placed) = argument.cast::<Placement>() {
        let Placement { problem: other, placement, .. } = placed.get();
        // Of another problem with the same pieces it may be one of this, too.
        return match other == problem {
            true => Ok(placement.clone()),
            false => placement_from_squares(problem, &placement_squares(other, placement)).map_err(refused),
        };
    }
    if let Ok(text) = argument.cast::<PyString>() {
        return from_text(problem, &text_of(text, "placement")?);
    }
    let items: Vec<Bound<'_, PyAny>> =
        argument.try_iter().map_err(|_| unread(argument))?.collect::<PyResult<_>>()?;
    if let Ok(numbers) = items.iter().map(PyAnyMethods::extract).collect::<PyResult<Vec<i64>>>()
        && !numbers.is_empty()
    {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        return placement_from_permutation(problem, &numbers.join(" ")).map_err(refused);
    }
    let mut room = room(problem);
    let pieces = items.iter().map(|item| piece(problem, item, &mut room)).collect::<PyResult<_>>()?;
    Ok(armistice::Placement::new(pieces))
}

/// How many pieces of each kind may still come; `None` if its number is open.
fn room(problem: &armistice::Problem) -> Vec<Option<u32>> {
    let number = |pieces: &armistice::Pieces| match pieces.quantity {
        Quantity::Exactly(number) => Some(number),
        _ => None,
    };
    problem.pieces().map(number).collect()
}

/// An item of a list of pieces.
fn piece(
    problem: &armistice::Problem,
    item: &Bound<'_, PyAny>,
    room: &mut [Option<u32>],
) -> PyResult<(usize, Square)> {
    if let Ok((letter, name)) = item.extract::<(char, String)>() {
        return Ok((kind(problem, letter, room)?, square(&name)?));
    }
    let (at, is_alone) = match item.extract::<(u32, u32)>() {
        Ok((rank, file)) if rank > 0 && file > 0 => {
            (Square { row: rank as usize - 1, col: file as usize - 1 }, room.len() == 1)
        }
        _ => (square(&item.extract::<String>().map_err(|_| unread(item))?)?, room.len() == 1),
    };
    match is_alone {
        true => Ok((0, at)),
        false => Err(refused(format_args!(
            "placement: found {}, expected its kind as well, like (\"Q\", \"{at}\"): {problem} has several",
            shown(item)
        ))),
    }
}

/// The number of the kind that a letter means. Of several armies that have it the first ones are filled first, as `squares` lists
/// them.
fn kind(problem: &armistice::Problem, letter: char, room: &mut [Option<u32>]) -> PyResult<usize> {
    let these = problem.pieces().enumerate().filter(|(_, pieces)| pieces.kind.letter() == letter);
    let these: Vec<usize> = these.map(|(kind, _)| kind).collect();
    if these.len() > 1 && these.iter().any(|&kind| room[kind].is_none()) {
        let why = "the armies have open numbers of this kind: say by text whose it is, like \"Qa1 / Qc2\"";
        return Err(refused(format_args!("placement: '{letter}': {why}")));
    }
    let next = these.iter().copied().find(|&kind| room[kind] != Some(0)).or(these.last().copied());
    let kind =
        next.ok_or_else(|| refused(format_args!("placement: '{letter}': {problem} has no such kind")))?;
    room[kind] = room[kind].map(|number| number.saturating_sub(1));
    Ok(kind)
}

/// What is said of an argument, or an item of one, that is no placement.
fn unread(found: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "placement: found {}, expected text (FEN, squares, a permutation, a diagram), a Placement, or a list of numbers \
         (a permutation), of pairs like (\"Q\", \"c1\"), of squares like \"c1\" or of pairs of rank and file like (1, 3)",
        shown(found)
    ))
}
