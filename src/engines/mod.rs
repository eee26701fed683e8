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

use crate::named::named;

named! {
    /// Which engine counts.
    #[derive(Default)]
    pub enum Engine {
        /// The one that is expected to be fastest.
        #[default]
        Best = "best",
        /// Opposing armies: army by army, the last one counted.
        Armies = "armies",
        /// Piece by piece over masks of free squares.
        Cells = "cells",
        /// Square by square, with equal states of the rest merged.
        Frontier = "frontier",
        /// Meeting in the middle, for one piece in every row and column.
        Halves = "halves",
        /// By the lines of two armies of queens, rooks or bishops, or of more of queens; quick near the largest sizes.
        Lines = "lines",
        /// Row by row, for one kind with a rook's moves.
        Rows = "rows",
        /// In reading order, for mixed armies whose lines are blocked.
        Shields = "shields",
        /// The definition, tried out; slow, for checking.
        Naive = "naive",
    }
}

impl Engine {
    /// All but the choice and the oracle, in the order in which they are asked.
    pub(crate) const ASKED: [Self; 7] =
        [Self::Armies, Self::Cells, Self::Lines, Self::Rows, Self::Halves, Self::Frontier, Self::Shields];
}
