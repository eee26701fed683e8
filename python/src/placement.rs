//! Pieces on squares.

use crate::board::square;
use crate::drawing::MAX_SIDE;
use crate::numbers::shown;
use crate::problem::{self, refused, text_of, warn};
use armistice::Quantity;
use armistice::board::Square;
use armistice::notation::{
    Legend, PermutationAxis, RecordContent, army_diagram, fen, permutation, placement_from_permutation,
    placement_from_squares, placement_squares, placements_from_text,
};
use armistice::report::svg::{self, Picture};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};
use std::hash::{Hash, Hasher};

/// Pieces on the squares of a board.
///
/// `Placement(problem, text)` reads FEN ("1Q2/3Q/Q3/2Q1"), squares ("Qc1,a2,d3,b4"), a permutation ("2 4 1
/// 3"), a diagram, or the lists of other programs ('[".Q..", "...Q", "Q...", "..Q."]', "[(1, 2), (2, 4),
/// (3, 1), (4, 3)]"). `Placement(problem, list)` reads a list of numbers (a permutation, like the result of
/// `permutation()`) or of pairs of letter and square (like `squares`). If the problem has one kind, the list
/// may also contain squares ("c1") or pairs of rank and file, from 1: (1, 3) is c1. `Placement(problem,
/// dict)` reads letters by square, {"c1": "Q"}. The placement need not be valid for the problem; `check`
/// tells whether it is.
///
/// It is a mapping from squares to letters: `"c1" in placement`, `placement["c1"]`, `for square in
/// placement`, `dict(placement)`.
#[pyclass(frozen, eq, hash, mapping, module = "armistice")]
#[derive(Clone)]
pub(crate) struct Placement {
    pub(crate) problem: armistice::Problem,
    pub(crate) placement: armistice::Placement,
    /// The number of equivalent placements, if they were listed up to symmetry.
    pub(crate) class_size: Option<u64>,
}

/// The size of the class depends on the listing, not on the placement, so it does not affect equality.
impl PartialEq for Placement {
    fn eq(&self, other: &Self) -> bool {
        (&self.problem, &self.placement) == (&other.problem, &other.placement)
    }
}

impl Eq for Placement {}

impl Hash for Placement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.problem, &self.placement).hash(state);
    }
}

#[pymethods]
impl Placement {
    #[new]
    #[pyo3(signature = (problem, placement, *, class_size=None))]
    fn new(
        problem: &Bound<'_, PyAny>,
        placement: &Bound<'_, PyAny>,
        class_size: Option<u64>,
    ) -> PyResult<Self> {
        let problem = problem::read(problem, Quantity::Exactly(1))?;
        Ok(Self { placement: placed(&problem, placement)?, problem, class_size })
    }

    /// The problem.
    #[getter]
    fn problem(&self) -> problem::Problem {
        problem::Problem(self.problem.clone())
    }

    /// Letter and square of each piece, like [("Q", "c1"), ("Q", "a2")].
    #[getter]
    fn squares(&self) -> Vec<(char, String)> {
        let pieces = self.placement.letters_and_squares(&self.problem);
        pieces.into_iter().map(|(letter, square)| (letter, square.to_string())).collect()
    }

    /// The number of placements equivalent under symmetry, if it was listed up to symmetry; else None.
    #[getter]
    fn class_size(&self) -> Option<u64> {
        self.class_size
    }

    /// The placement in FEN. (Numbers of empty squares are written in decimal, holes are *.)
    fn fen(&self) -> PyResult<String> {
        fen(&self.problem, &self.placement).map_err(refused)
    }

    /// For each rank from the top, the file of its piece, from 1; None unless each rank or each file has
    /// exactly one piece.
    fn permutation(&self) -> Option<Vec<usize>> {
        [PermutationAxis::Ranks, PermutationAxis::Files]
            .into_iter()
            .find_map(|by| permutation(&self.problem, &self.placement, by))
    }

    /// The names of the squares with pieces.
    fn keys(&self) -> Vec<String> {
        self.placement.pieces().iter().map(|(_, square)| square.to_string()).collect()
    }

    /// The letters of its pieces, in the order of `keys`.
    fn values(&self) -> Vec<char> {
        self.placement.letters_and_squares(&self.problem).into_iter().map(|(letter, _)| letter).collect()
    }

    /// Pairs of square and letter, like [("c1", "Q"), ("a2", "Q")].
    fn items(&self) -> Vec<(String, char)> {
        self.keys().into_iter().zip(self.values()).collect()
    }

    /// The letter of the piece on a square; the default if the square is empty.
    #[pyo3(signature = (square, default=None))]
    fn get<'py>(
        &self,
        square: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let letter = self.letter_on(square).map(|letter| letter.into_pyobject(square.py()));
        Ok(letter.transpose()?.map(Bound::into_any).or(default))
    }

    fn __getitem__(&self, name: &Bound<'_, PyAny>) -> PyResult<char> {
        let empty = || PyKeyError::new_err(format!("{}: no piece stands there", shown(name)));
        self.letter_on(name).ok_or_else(empty)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        self.letter_on(name).is_some()
    }

    fn __iter__<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.keys().into_pyobject(python)?.try_iter()
    }

    fn _repr_svg_(&self) -> Option<String> {
        picture(&self.problem, &self.placement)
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

    fn __getnewargs_ex__<'py>(
        &self,
        python: Python<'py>,
    ) -> PyResult<((String, String), Bound<'py, PyDict>)> {
        let keywords = PyDict::new(python);
        keywords.set_item("class_size", self.class_size)?;
        Ok(((self.problem.to_string(), placement_squares(&self.problem, &self.placement)), keywords))
    }
}

impl Placement {
    /// Returns the letter of the piece on a square; `None` if it is empty or not a square.
    fn letter_on(&self, name: &Bound<'_, PyAny>) -> Option<char> {
        let square: Square = name.extract::<String>().ok()?.parse().ok()?;
        let mut pieces = self.placement.letters_and_squares(&self.problem).into_iter();
        pieces.find(|&(_, other)| other == square).map(|(letter, _)| letter)
    }
}

/// Draws pieces on their board; `None` if the board is too large for a picture.
pub(crate) fn picture(problem: &armistice::Problem, placement: &armistice::Placement) -> Option<String> {
    let longest = problem.board().rows().max(problem.board().cols());
    (longest <= MAX_SIDE).then(|| svg::picture(&Picture::new(problem, placement)))
}

/// Reads a placement from text in any form.
fn from_text(python: Python<'_>, problem: &armistice::Problem, text: &str) -> PyResult<armistice::Placement> {
    let read =
        placements_from_text(problem, text, &Legend::default(), RecordContent::Placement).map_err(refused)?;
    warn(python, &read.notes)?;
    let [placement] = &read.value[..] else {
        return Err(refused(format_args!("{} placements, and one was expected", read.value.len())));
    };
    Ok(placement.clone())
}

/// Returns the fault of a placement of a problem, in a line; None if it is valid.
#[pyfunction]
pub(crate) fn check(problem: &Bound<'_, PyAny>, placement: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let problem = problem::read(problem, Quantity::Exactly(1))?;
    Ok(placed(&problem, placement)?.fault(&problem).map(|fault| fault.to_string()))
}

/// Returns the placement that an argument represents.
fn placed(problem: &armistice::Problem, argument: &Bound<'_, PyAny>) -> PyResult<armistice::Placement> {
    if let Ok(placed) = argument.cast::<Placement>() {
        let Placement { problem: other, placement, .. } = placed.get();
        // A placement of another problem with the same pieces may also be valid for this one.
        return match other == problem {
            true => Ok(placement.clone()),
            false => placement_from_squares(problem, &placement_squares(other, placement)).map_err(refused),
        };
    }
    if let Ok(text) = argument.cast::<PyString>() {
        return from_text(argument.py(), problem, &text_of(text, "placement")?);
    }
    if let Ok(squares) = argument.cast::<PyDict>() {
        let mut room = room(problem);
        let pieces = squares.iter().map(|(square, letter)| {
            let pair = (letter, square).into_pyobject(argument.py())?;
            piece(problem, &pair, &mut room)
        });
        return Ok(armistice::Placement::new(pieces.collect::<PyResult<_>>()?));
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

/// Returns the number of pieces of each kind that may still come; `None` if the number of the kind is open.
fn room(problem: &armistice::Problem) -> Vec<Option<u32>> {
    let number = |pieces: &armistice::Pieces| match pieces.quantity {
        Quantity::Exactly(number) => Some(number),
        _ => None,
    };
    problem.pieces().map(number).collect()
}

/// Reads an item of a list of pieces.
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

/// Returns the number of the kind that a letter means.
///
/// If several armies have the letter, the first ones are filled first, in the order of `squares`.
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

/// Returns the error for an argument, or an item of one, that is not a placement.
fn unread(found: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "placement: found {}, expected text (FEN, squares, a permutation, a diagram), a Placement, or a list of numbers \
         (a permutation), of pairs like (\"Q\", \"c1\"), of squares like \"c1\" or of pairs of rank and file like (1, 3)",
        shown(found)
    ))
}
