//! Ranks, files and diagonals.

/// A rectangle of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) ranks: usize,
    pub(super) files: usize,
}

impl Grid {
    /// Returns the diagonals of a square, the rising one and the falling one.
    #[inline]
    pub(super) fn diagonals(self, rank: usize, file: usize) -> (usize, usize) {
        (file + self.ranks - 1 - rank, file + rank)
    }

    /// Returns the shorter side.
    pub(super) fn side(self) -> usize {
        self.ranks.min(self.files)
    }
}
