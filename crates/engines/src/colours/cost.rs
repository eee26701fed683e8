//! The expected work and memory of the engine.

use super::symmetry::Symmetry;
use crate::engines::halves::grid::Grid;
use crate::engines::kernel::Kernel;

/// The model of a count.
pub(super) struct Model {}

impl Model {
    pub(super) fn new(_grid: &Grid, _symmetry: &Symmetry, _kernel: Kernel) -> Self {
        Self {}
    }

    /// Returns the expected time of a row set.
    pub(super) fn cost(&self, _pieces: usize) -> f64 {
        1e6
    }

    pub(super) fn memory(&self) -> usize {
        1_000_000
    }
}
