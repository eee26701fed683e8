//! Boards.

use crate::numbers::whole;
use crate::problem::{refused, text_of};
use armistice::board::{self, Square, Topology};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A rectangular board, perhaps wrapped, perhaps with holes.
///
/// `Board(rows, cols=rows, topology="plane", holes=())`; holes are squares such as "c3". The topology says
/// how edges meet:
///
/// - "plane": edges do not meet;
/// - "cylinder": the first and the last file are neighbours; "roll": the first and the last rank; "torus":
///   both;
/// - "moebius": the first and the last file are joined with a twist; "klein": like "moebius", and the first
///   and the last rank are neighbours;
/// - "projective": both pairs of edges are joined with a twist.
///
/// `Board("8x8/torus-c3")` reads problem text, also for boards that are not rectangles: `Board("hexagon:5")`.
#[pyclass(frozen, eq, hash, module = "armistice")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) board::Board);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (rows, cols=None, topology=None, holes=None),
        text_signature = "(rows, cols=None, topology='plane', holes=())"
    )]
    fn new(
        rows: &Bound<'_, PyAny>,
        cols: Option<&Bound<'_, PyAny>>,
        topology: Option<&str>,
        holes: Option<Vec<String>>,
    ) -> PyResult<Self> {
        if let Ok(text) = rows.cast::<PyString>() {
            return match (cols, topology, &holes) {
                (None, None, None) => text_of(text, "rows")?.parse().map(Self).map_err(refused),
                _ => Err(PyTypeError::new_err(
                    "a board as text says everything: expected no further arguments",
                )),
            };
        }
        let topology: Topology = topology.map_or(Ok(Topology::default()), str::parse).map_err(refused)?;
        let side = |value, name| whole(value, name, 0..=u64::from(u32::MAX)).map(|side| side as usize);
        let rows = side(rows, "rows")?;
        let cols = cols.map_or(Ok(rows), |cols| side(cols, "cols"))?;
        let mut board = board::Board::new(rows, cols, topology).map_err(refused)?;
        for hole in &holes.unwrap_or_default() {
            board = board.with_hole(square(hole)?).map_err(refused)?;
        }
        Ok(Self(board))
    }

    /// Number of ranks.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Number of files.
    #[getter]
    fn cols(&self) -> usize {
        self.0.cols()
    }

    /// The topology, by name.
    #[getter]
    fn topology(&self) -> String {
        self.0.topology().to_string()
    }

    /// Squares where no piece can stand.
    #[getter]
    fn holes(&self) -> Vec<String> {
        self.0.holes().iter().map(ToString::to_string).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn _repr_svg_(&self) -> Option<String> {
        let problem = armistice::Problem::new(self.0.clone());
        crate::placement::picture(&problem, &armistice::Placement::default())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// Reads a square from its name.
pub(crate) fn square(name: &str) -> PyResult<Square> {
    name.parse().map_err(|error| refused(format_args!("'{name}': {error}")))
}
