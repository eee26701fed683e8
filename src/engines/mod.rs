//! Engines that count.
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod cells;
pub(crate) mod counter;
pub(crate) mod estimate;
pub(crate) mod frontier;
pub(crate) mod halves;
pub(crate) mod instance;
pub(crate) mod kernel;
pub(crate) mod labelling;
pub(crate) mod model;
pub mod naive;
pub(crate) mod one_by_one;
pub(crate) mod rows;
pub(crate) mod shields;
pub(crate) mod tally;
pub(crate) mod tuning;
pub(crate) mod units;

pub use estimate::Estimate;
pub use frontier::{CheckpointError, SweepKeeper, SweepPause, SweepRecipe, SweepState, SweepWay};
pub use kernel::Kernel;
pub use tally::Tally;

/// Which engine counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// The one that is expected to be fastest.
    #[default]
    Best,
    /// Army by army, the last one counted.
    Armies,
    /// Piece by piece over masks.
    Cells,
    /// Square by square, with equal states of the rest merged.
    Frontier,
    /// Meeting in the middle, for one piece in every row and column.
    Halves,
    /// By the lines of two armies of queens, rooks or bishops, or of three or four of queens.
    Lines,
    /// Row by row, for one kind with a rook's moves.
    Rows,
    /// In reading order, for mixed armies whose lines are blocked.
    Shields,
    /// The definition, tried out. Slow.
    Naive,
}

impl Engine {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Best,
        Self::Armies,
        Self::Cells,
        Self::Frontier,
        Self::Halves,
        Self::Lines,
        Self::Rows,
        Self::Shields,
        Self::Naive,
    ];

    /// Its name in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(engine, _)| *engine == self).map_or("best", |(_, name)| name)
    }

    /// All but [`Engine::Best`], with the names they have in results; the oracle last.
    pub(crate) const NAMES: [(Self, &'static str); 8] = [
        (Self::Armies, "armies"),
        (Self::Cells, "cells"),
        (Self::Lines, "lines"),
        (Self::Rows, "rows"),
        (Self::Halves, "halves"),
        (Self::Frontier, "frontier"),
        (Self::Shields, "shields"),
        (Self::Naive, "naive"),
    ];
}
