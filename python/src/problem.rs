//! Problems: a board, and the armies on it.

use crate::board::{Board, square};
use crate::kind::Kind;
use crate::numbers::{shown, whole};
use armistice::notation::{Legend, problem_with_bare, read_drawings};
use armistice::{Lines, Placement, ProblemBuilder, Quantity};
use pyo3::exceptions::{PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::ffi::CString;

/// Returns the exception for a rejection by the library, with its message.
pub(crate) fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the characters of a string. (Strings of Python may contain halves of characters, which are
/// invalid.)
pub(crate) fn text_of(text: &Bound<'_, PyString>, name: &str) -> PyResult<String> {
    text.extract().map_err(|_| {
        refused(format_args!("{name}: found {}, expected characters that UTF-8 has", shown(text)))
    })
}

/// A board, one or more armies, and the number of pieces of each kind.
///
/// `Problem("8x8 Q5 N2")` reads problem text; `Problem("8x8", {"Q": 5, "N": 2})` builds the same problem from
/// parts. An army is a dict from kinds (letters, or `Kind`) to a number, "*" for any number, "max" for as
/// many as possible, or a list of the squares on which its pieces stand. Pieces of one of several armies do
/// not attack each other. `lines` is "sight" (along whole lines) or "blocked" (up to the first piece), which
/// affects opposing armies.
#[pyclass(frozen, eq, hash, module = "armistice")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Problem(pub(crate) armistice::Problem);

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (board, *armies, lines=None))]
    fn new(board: &Bound<'_, PyAny>, armies: &Bound<'_, PyTuple>, lines: Option<&str>) -> PyResult<Self> {
        let lines: Option<Lines> = lines.map(str::parse).transpose().map_err(refused)?;
        let problem = match armies.is_empty() {
            true => read(board, Quantity::Exactly(1))?,
            false => {
                let board = match board.extract::<PyRef<'_, Board>>() {
                    Ok(board) => board.0.clone(),
                    Err(_) => board_text(board)?.parse().map_err(refused)?,
                };
                let mut builder = armistice::Problem::builder(board);
                for (number, army) in armies.iter().enumerate() {
                    if number > 0 {
                        builder = builder.begin_army();
                    }
                    let army = army.cast_into::<PyDict>().map_err(|_| {
                        PyTypeError::new_err("an army is a dict from kinds to numbers, like {\"Q\": 8}")
                    })?;
                    for (kind, pieces) in army.iter() {
                        builder = put(builder, &kind, &pieces)?;
                    }
                }
                builder.build().map_err(refused)?
            }
        };
        Ok(Self(match lines {
            Some(lines) => problem.with_lines(lines),
            None => problem,
        }))
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.0.board().clone())
    }

    /// The kinds, each of them once.
    #[getter]
    fn kinds(&self) -> Vec<Kind> {
        self.0.kinds().into_iter().cloned().map(Kind).collect()
    }

    /// For each army a dict from letters to numbers of pieces, or to "*", "max" and ranges like "2..5" if the number
    /// is open.
    #[getter]
    fn armies<'py>(&self, python: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let army = |army: &armistice::Army| {
            let pieces = PyDict::new(python);
            for of in army.pieces() {
                let letter = of.kind.letter();
                match of.quantity {
                    Quantity::Exactly(number) => pieces.set_item(letter, number)?,
                    Quantity::Within(span) => pieces.set_item(letter, span.to_string())?,
                    Quantity::Any => pieces.set_item(letter, "*")?,
                    Quantity::Max => pieces.set_item(letter, "max")?,
                }
            }
            Ok(pieces)
        };
        self.0.armies().iter().map(army).collect()
    }

    /// "sight" or "blocked".
    #[getter]
    fn lines(&self) -> String {
        self.0.lines().to_string()
    }

    /// The hash of the text by which runs and results name the problem.
    #[getter]
    fn identity(&self) -> String {
        self.0.identity()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Problem('{}')", self.0)
    }

    /// The board, with the pre-placed pieces.
    fn _repr_svg_(&self) -> Option<String> {
        let given = self.0.pieces().enumerate();
        let given = given.flat_map(|(piece, of)| of.fixed.iter().map(move |&square| (piece, square)));
        crate::placement::picture(&self.0, &Placement::new(given.collect()))
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// Returns the text of a board.
fn board_text(board: &Bound<'_, PyAny>) -> PyResult<String> {
    let found = || format!("board: found {}, expected text like \"8x8\", or a Board", shown(board));
    text_of(board.cast::<PyString>().map_err(|_| PyTypeError::new_err(found()))?, "board")
}

/// Puts pieces of a kind into the army that was begun last.
fn put(
    builder: ProblemBuilder,
    kind: &Bound<'_, PyAny>,
    pieces: &Bound<'_, PyAny>,
) -> PyResult<ProblemBuilder> {
    let (quantity, squares) = match pieces.extract::<String>() {
        Ok(text) => match armistice::notation::quantity(&text) {
            Some(quantity) => (quantity, Vec::new()),
            None => {
                return Err(refused(format_args!(
                    "'{text}': expected a number, '*', 'max', a range like '2..5' or a list of squares"
                )));
            }
        },
        Err(_) => match pieces.extract::<Vec<String>>() {
            Ok(squares) => (Quantity::Exactly(squares.len() as u32), squares),
            Err(_) => {
                let number = whole(pieces, "a number of pieces", 0..=u64::from(u32::MAX))?;
                (Quantity::Exactly(number as u32), Vec::new())
            }
        },
    };
    let builder = match kind.extract::<PyRef<'_, Kind>>() {
        Ok(kind) => builder.put(kind.0.clone(), quantity),
        Err(_) => builder.put(Kind::named(&kind.extract::<String>()?)?.0, quantity),
    };
    let squares = squares.iter().map(|name| square(name)).collect::<PyResult<Vec<_>>>()?;
    Ok(if squares.is_empty() { builder } else { builder.on_squares(squares) })
}

/// Returns the problem that an argument represents: an object or text. A letter without a number means the
/// quantity `bare`.
pub(crate) fn read(problem: &Bound<'_, PyAny>, bare: Quantity) -> PyResult<armistice::Problem> {
    if let Ok(problem) = problem.cast::<Problem>() {
        return Ok(problem.get().0.clone());
    }
    let text = match problem.cast::<PyString>() {
        Ok(text) => text_of(text, "problem")?,
        Err(_) => {
            let expected = "expected text like \"8x8 Q8\", or a Problem";
            return Err(PyTypeError::new_err(format!("problem: found {}, {expected}", shown(problem))));
        }
    };
    // Files are not opened here.
    if text.contains("=@") {
        return problem_with_bare(&text, bare).map_err(refused);
    }
    let read =
        read_drawings(&text, &Legend::default(), &mut |_: &str| Err(String::new())).map_err(refused)?;
    warn(problem.py(), &read.notes)?;
    let [text] = &read.value[..] else { return Err(refused("several drawings, and one was expected")) };
    problem_with_bare(text, bare).map_err(refused)
}

/// Says how signs were read that could mean something else.
pub(crate) fn warn(python: Python<'_>, notes: &[String]) -> PyResult<()> {
    for note in notes {
        let note = CString::new(note.as_str())?;
        PyErr::warn(python, &python.get_type::<PyUserWarning>(), &note, 1)?;
    }
    Ok(())
}
