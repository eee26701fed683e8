//! The order of squares, and of candidates.

use crate::board::{Board, Mask, Square};

/// Squares in reading order: top rank first, each rank from left to right.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Order {
    rows: usize,
    cols: usize,
}

impl Order {
    pub(crate) fn of(board: &Board) -> Self {
        Self { rows: board.rows(), cols: board.cols() }
    }

    pub(crate) fn square(self, at: usize) -> Square {
        Square { row: self.rows - 1 - at / self.cols, col: at % self.cols }
    }

    pub(crate) fn index(self, Square { row, col }: Square) -> usize {
        (self.rows - 1 - row) * self.cols + col
    }
}

/// Takes the first candidate in reading order from the squares for each kind: a square and a kind.
#[inline(always)]
pub(super) fn take<M: Mask>(todo: &mut [M]) -> Option<(usize, usize)> {
    let candidates = todo.iter().enumerate().filter_map(|(kind, todo)| Some((todo.lowest()?, kind)));
    let (square, kind) = candidates.min()?;
    todo[kind] = todo[kind].without_lowest();
    Some((square, kind))
}
