//! Boards.

use crate::problem::refused;
use armistice::board::{self, Square, Topology};
use pyo3::prelude::*;

/// A rectangular board, perhaps wrapped, perhaps with holes.
///
/// `Board(rows, cols=rows, topology="plane", holes=())`: the topology is "plane", "cylinder" (the first and the last file are
/// neighbours) or "torus" (ranks as well); holes are squares such as "c3". `Board.parse("8x8/torus-c3")` reads problem text.
#[pyclass(frozen, eq, hash, module = "armistice")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) board::Board);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (rows, cols=None, topology="plane", holes=Vec::new()))]
    fn new(rows: usize, cols: Option<usize>, topology: &str, holes: Vec<String>) -> PyResult<Self> {
        let topology: Topology = topology.parse().map_err(refused)?;
        let cols = cols.unwrap_or(rows);
        let size = match rows.max(cols) > board::MAX_SIDE {
            true => board::Board::large(rows, cols, topology),
            false => board::Board::new(rows, cols, topology),
        };
        let mut board = size.map_err(refused)?;
        for hole in &holes {
            board = board.with_hole(square(hole)?).map_err(refused)?;
        }
        Ok(Self(board))
    }

    /// The board of a text such as "8x8", "6x9/torus" or "10x10-c3,d4".
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(refused)
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

    /// "plane", "cylinder" or "torus".
    #[getter]
    fn topology(&self) -> String {
        self.0.topology().to_string()
    }

    /// Squares on which nothing stands.
    #[getter]
    fn holes(&self) -> Vec<String> {
        self.0.holes().iter().map(ToString::to_string).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board.parse('{}')", self.0)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().getattr("parse")?.unbind(), (slf.get().0.to_string(),)))
    }
}

/// A square from its name.
pub(crate) fn square(name: &str) -> PyResult<Square> {
    name.parse().map_err(|error| refused(format_args!("\"{name}\": {error}")))
}
