//! The baseline: what a textbook on backtracking would write, with masks.
//!
//! One piece at a time on every free square, pieces of one kind by increasing squares, each placement reached and
//! counted as one. No symmetry, no counting of several pieces at once, no lanes. Boards of up to 64 squares.

use armistice::conflict::Conflicts;
use armistice::{Problem, Quantity};

/// The number of placements of a problem with one army and exact numbers.
pub(crate) fn count(problem: &Problem) -> u64 {
    let board = problem.board();
    let kinds: Vec<_> = problem.pieces().map(|pieces| pieces.kind.moves()).collect();
    let conflicts: Conflicts<u64> = Conflicts::new(board, &kinds);
    let number = |quantity| match quantity {
        Quantity::Exactly(number) => number as usize,
        Quantity::Any | Quantity::Max => 0,
    };
    let pieces: Vec<usize> = problem
        .pieces()
        .enumerate()
        .flat_map(|(kind, pieces)| std::iter::repeat_n(kind, number(pieces.quantity)))
        .collect();
    let free = vec![board.open_squares::<u64>(); kinds.len()];
    place(&conflicts, &pieces, &free)
}

fn place(conflicts: &Conflicts<u64>, pieces: &[usize], free: &[u64]) -> u64 {
    let Some((&kind, rest)) = pieces.split_first() else { return 1 };
    let mut count = 0;
    let mut squares = free[kind];
    let mut next = [0; 16];
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        for (other, (next, &free)) in next.iter_mut().zip(free).enumerate() {
            *next = free & !conflicts.of(kind, square, other);
        }
        // A further piece of the kind stands on a higher square.
        next[kind] &= squares;
        count += place(conflicts, rest, &next[..free.len()]);
    }
    count
}
