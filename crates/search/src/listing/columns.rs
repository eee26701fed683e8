//! What columns of a board have in common: whether each can be a variable of its own.

use crate::board::{Board, Square};
use crate::piece::{Moves, Range};

/// The open squares as bits.
pub(super) fn open_squares(board: &Board) -> Vec<u64> {
    let mut open = vec![!0; board.squares().div_ceil(64)];
    if let Some(last) = open.last_mut() {
        *last >>= (64 - board.squares() % 64) % 64;
    }
    for &hole in board.holes() {
        let index = board.index(hole);
        open[index / 64] &= !(1 << (index % 64));
    }
    open
}

/// How many squares of each column are open.
pub(super) fn open_by_column(board: &Board) -> Vec<usize> {
    let mut open = vec![board.rows(); board.cols()];
    board.holes().iter().for_each(|hole| open[hole.col] -= 1);
    open
}

/// Whether of any two squares of a column only one can have a piece that is in conflict along these rides.
pub(super) fn columns_exclude(board: &Board, reach: &Moves) -> bool {
    let rows = board.rows();
    let mut upright = Moves::default();
    for (step, range) in reach.rides().filter(|(step, _)| step.1 == 0) {
        upright.add(step, range);
    }
    let is_long = |range| match range {
        Range::Times(times) => times as usize + 1 >= rows,
        Range::Unlimited => true,
    };
    if board.is_rectangle()
        && board.holes().is_empty()
        && upright.rides().any(|((by, _), range)| by.abs() == 1 && is_long(range))
    {
        return true;
    }
    let mut seen = vec![false; rows];
    // Columns without holes are all alike.
    let mut has_whole = false;
    (0..board.cols()).all(|col| {
        let open: Vec<usize> = (0..rows).filter(|&row| board.is_open(Square { row, col })).collect();
        if open.len() == rows && std::mem::replace(&mut has_whole, true) {
            return true;
        }
        open.iter().all(|&row| {
            seen.fill(false);
            seen[row] = true;
            let attacked = upright.attacked(board, Square { row, col });
            attacked.filter(|square| square.col == col).for_each(|square| seen[square.row] = true);
            open.iter().all(|&row| seen[row])
        })
    })
}
