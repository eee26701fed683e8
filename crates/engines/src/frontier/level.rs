//! The states that a sweep has after some steps.

use super::program::SweepStep;
use super::stream::file::StateFile;
use super::table::StateTable;

/// States after some steps.
pub(super) struct SweepLevel {
    /// The number of steps done.
    pub(super) at: usize,
    /// The tables: `parts` for each group.
    pub(super) tables: Vec<StateTable>,
    pub(super) parts: usize,
    /// States that memory does not hold, instead of tables.
    pub(super) on_disc: Option<StateFile>,
    /// The number of words of a coefficient.
    pub(super) words: usize,
    /// The maximum number of bits of a coefficient summed over all states.
    pub(super) sum_bits: f64,
    /// The share of the sweep that the level represents.
    pub(super) share: f64,
}

impl SweepLevel {
    pub(super) fn states(&self) -> usize {
        let on_disc = self.on_disc.as_ref().map_or(0, StateFile::states);
        on_disc + self.tables.iter().map(StateTable::len).sum::<usize>()
    }

    pub(super) fn memory(&self) -> usize {
        self.tables.iter().map(StateTable::memory).sum()
    }

    /// Returns the level after a step, with these tables.
    pub(super) fn followed_by(&self, step: &SweepStep, tables: Vec<StateTable>, parts: usize) -> Self {
        let sum_bits = self.sum_bits + growth(step);
        Self { at: self.at + 1, tables, parts, on_disc: None, words: self.words, sum_bits, share: self.share }
    }
}

/// Returns the maximum number of bits by which the sum of a coefficient over all states can grow in a step.
pub(super) fn growth(step: &SweepStep) -> f64 {
    (step.moves.len() as f64).log2()
}
