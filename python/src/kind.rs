//! Kinds of pieces.

use crate::board::Board;
use crate::numbers::shown;
use crate::problem::refused;
use armistice::board::Square;
use armistice::notation::{attack_diagram, kind_named};
use armistice::piece::{self, Moves, Range};
use armistice::report::svg::{Picture, picture};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A kind of piece: a letter and its moves.
///
/// `Kind("X", "NN")` reads Betza notation, and `Kind("N")` or `Kind("knight")` is a built-in kind.
/// `Kind.leaper("X", 1, 4)` leaps one square along ranks or files and four across, to all sides.
/// `Kind.steps("X", [(1, 4)])` makes only the given steps.
#[pyclass(frozen, eq, hash, module = "armistice")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Kind(pub(crate) piece::Kind);

#[pymethods]
impl Kind {
    #[new]
    #[pyo3(signature = (letter, betza=None))]
    fn new(letter: &str, betza: Option<&str>) -> PyResult<Self> {
        match betza {
            Some(betza) => piece::Kind::from_betza(one_letter(letter)?, betza).map(Self).map_err(refused),
            None => Self::named(letter),
        }
    }

    /// A kind that leaps m squares one way and n the other, to all sides: `Kind.leaper("X", 1, 2)` moves like
    /// a knight. For several leaps, give a list: `Kind.leaper("X", [(1, 2), (1, 4)])`. It repeats its leaps
    /// without limit if `rides` is true.
    #[staticmethod]
    #[pyo3(signature = (letter, m, n=None, *, rides=false))]
    fn leaper(
        letter: &str,
        m: &Bound<'_, PyAny>,
        n: Option<&Bound<'_, PyAny>>,
        rides: bool,
    ) -> PyResult<Self> {
        let leaps = match n {
            Some(n) => vec![(whole_step(m, "m")?, whole_step(n, "n")?)],
            None => {
                pairs(m, "m", "a number, beside n, or a list of pairs of numbers, like [(1, 2), (1, 4)]")?
            }
        };
        let all_sides = |(m, n): (i32, i32)| {
            [(m, n), (n, m)]
                .into_iter()
                .flat_map(|(up, right)| [(up, right), (up, -right), (-up, right), (-up, -right)])
        };
        made(letter, leaps.into_iter().flat_map(all_sides), rides)
    }

    /// A kind that makes each of these steps and no others, (ranks up, files to the right): `Kind.steps("X",
    /// [(1, 2), (1, -2)])` leaps only forwards. It repeats its steps without limit if `rides` is true.
    #[staticmethod]
    #[pyo3(signature = (letter, steps, *, rides=false))]
    fn steps(letter: &str, steps: &Bound<'_, PyAny>, rides: bool) -> PyResult<Self> {
        let steps =
            pairs(steps, "steps", "a list of pairs (ranks up, files to the right), like [(1, 2), (1, -2)]")?;
        made(letter, steps.into_iter(), rides)
    }

    /// Its letter in problem text.
    #[getter]
    fn letter(&self) -> char {
        self.0.letter()
    }

    /// Its usual English name, or None.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.0.name()
    }

    /// Its moves in Betza notation.
    #[getter]
    fn betza(&self) -> &str {
        self.0.betza()
    }

    /// The squares of a board that it attacks from one of them, by name, lowest first, on an otherwise empty
    /// board.
    fn attacks(&self, board: &Board, square: &str) -> PyResult<Vec<String>> {
        let from = crate::board::square(square)?;
        if !board.0.has(from) {
            return Err(refused(format_args!("{square} is not on the board {}", board.0)));
        }
        let moves = self.0.moves();
        let hopped = moves.hop_squares(&board.0, from, &|_| false);
        let mut attacked: Vec<Square> = moves.attacked_squares(&board.0, from).chain(hopped).collect();
        attacked.sort_unstable();
        attacked.dedup();
        Ok(attacked.iter().map(ToString::to_string).collect())
    }

    fn __str__(&self) -> String {
        attack_diagram(&diagram_board(), &self.0).join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Kind('{}', '{}')", self.0.letter(), self.0.betza())
    }

    fn _repr_svg_(&self) -> String {
        picture(&Picture::of_kind(&diagram_board(), &self.0))
    }

    fn __getnewargs__(&self) -> (char, String) {
        (self.0.letter(), self.0.betza().to_owned())
    }
}

impl Kind {
    /// Returns the built-in kind with this letter or name.
    pub(crate) fn named(text: &str) -> PyResult<Self> {
        let lettered = || piece::built_in(one_letter(text).ok()?).map(|entry| &entry.kind);
        let unknown = || {
            let advice = "no kind of this name: give its moves in Betza notation as well";
            refused(format_args!("'{text}': {advice}"))
        };
        kind_named(text).or_else(lettered).cloned().map(Self).ok_or_else(unknown)
    }
}

/// Returns the kind that makes these steps, once or repeatedly.
fn made(letter: &str, steps: impl Iterator<Item = (i32, i32)>, rides: bool) -> PyResult<Kind> {
    let range = if rides { Range::Unlimited } else { Range::Times(1) };
    let moves: Moves = steps.map(|step| (step, range)).collect();
    piece::Kind::from_moves(one_letter(letter)?, moves).map(Kind).map_err(refused)
}

/// Reads the length of a step.
fn whole_step(value: &Bound<'_, PyAny>, name: &str) -> PyResult<i32> {
    value.extract().map_err(|_| wrong_steps(value, name, "a whole number of squares"))
}

/// Reads pairs of numbers from an argument.
fn pairs(value: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyResult<Vec<(i32, i32)>> {
    value.extract().map_err(|_| wrong_steps(value, name, expected))
}

fn wrong_steps(value: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    PyTypeError::new_err(format!("{name}: found {}, expected {expected}", shown(value)))
}

/// Returns a board that is large enough for most kinds and has a square in the middle.
fn diagram_board() -> armistice::board::Board {
    "9x9".parse().unwrap_or_else(|_| unreachable!("a board of nine ranks and files"))
}

fn one_letter(text: &str) -> PyResult<char> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'A'..='Z'), None) => Ok(letter),
        _ => Err(refused(format_args!("'{text}': expected a letter from A to Z"))),
    }
}
