//! The oracle: every placement tried out, straight from the definition.
//!
//! This file shares no table, no mask and no walk with the engines. Squares are pairs of numbers, a piece's
//! lines are walked step by step each time anew, and two pieces are at peace if neither walk meets the other's
//! square. It is slow and stays for ever: everything fast is tested against it.

use crate::board::Board;
use crate::piece::{Moves, Range};
use crate::problem::{Pieces, Problem, Quantity};

/// A square as row and column.
type Place = (i64, i64);

/// A placed piece: the number of its kind, and its square.
pub type Placed = (usize, (i64, i64));

/// Whether a piece with these moves on `from` attacks `to` on the board.
///
/// A ride goes step by step, round the edges that wrap, up to its range; it ends at an edge that does not wrap,
/// before a hole, and where it comes back to `from`.
#[must_use]
pub fn attacks(board: &Board, moves: &Moves, from: Place, to: Place) -> bool {
    let (rows, cols) = (board.rows() as i64, board.cols() as i64);
    if !(0..rows).contains(&from.0) || !(0..cols).contains(&from.1) {
        return false;
    }
    moves.rides().any(|((down, across), range)| {
        let mut at = from;
        let mut times = 0;
        loop {
            at = (at.0 + i64::from(down), at.1 + i64::from(across));
            if board.topology().rows_wrap() {
                at.0 = at.0.rem_euclid(rows);
            }
            if board.topology().cols_wrap() {
                at.1 = at.1.rem_euclid(cols);
            }
            times += 1;
            let past_range = matches!(range, Range::Times(most) if times > most);
            let off = at.0 < 0 || at.0 >= rows || at.1 < 0 || at.1 >= cols;
            if past_range || off || at == from || is_hole(board, at) {
                return false;
            }
            if at == to {
                return true;
            }
        }
    })
}

fn is_hole(board: &Board, place: Place) -> bool {
    board.holes().iter().any(|hole| (hole.row as i64, hole.col as i64) == place)
}

/// Calls `visit` with every placement of a problem with one army and exact numbers, each once.
///
/// A placement lists its pieces by kind (numbered as the problem's [`pieces`](Problem::pieces)), those of one
/// kind by increasing square, so that like pieces are not told apart. Before each piece `should_stop` is asked;
/// the answer is whether the search went to its end.
pub fn visit_placements(
    problem: &Problem,
    should_stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(&[Placed]),
) -> bool {
    let kinds: Vec<&Pieces> = problem.pieces().collect();
    extend(problem.board(), &kinds, &mut Vec::new(), should_stop, visit)
}

/// Places the next piece on every square in turn.
fn extend(
    board: &Board,
    kinds: &[&Pieces],
    placed: &mut Vec<Placed>,
    should_stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(&[Placed]),
) -> bool {
    if should_stop() {
        return false;
    }
    let number = |kind: usize| match kinds[kind].quantity {
        Quantity::Exactly(number) => number as usize,
        Quantity::Any | Quantity::Max => 0,
    };
    let of_kind = |placed: &[Placed], kind: usize| placed.iter().filter(|piece| piece.0 == kind).count();
    let Some(kind) = (0..kinds.len()).find(|&kind| of_kind(placed, kind) < number(kind)) else {
        let stands = |kind: usize, place: Place| placed.contains(&(kind, place));
        let fixed_stand = kinds.iter().enumerate().all(|(kind, pieces)| {
            pieces.fixed.iter().all(|square| stands(kind, (square.row as i64, square.col as i64)))
        });
        if fixed_stand {
            visit(placed);
        }
        return true;
    };
    let last = placed.last().filter(|piece| piece.0 == kind).map(|piece| piece.1);
    for row in 0..board.rows() as i64 {
        for col in 0..board.cols() as i64 {
            let place = (row, col);
            let in_order = last.is_none_or(|last| place > last);
            let peaceful = |&(other, there): &Placed| {
                there != place
                    && !attacks(board, kinds[kind].kind.moves(), place, there)
                    && !attacks(board, kinds[other].kind.moves(), there, place)
            };
            if in_order && !is_hole(board, place) && placed.iter().all(peaceful) {
                placed.push((kind, place));
                let go_on = extend(board, kinds, placed, should_stop, visit);
                placed.pop();
                if !go_on {
                    return false;
                }
            }
        }
    }
    true
}

/// The number of placements, and whether all were counted before `should_stop` said so.
pub fn count(problem: &Problem, should_stop: &dyn Fn() -> bool) -> (u128, bool) {
    let mut count = 0;
    let finished = visit_placements(problem, should_stop, &mut |_| count += 1);
    (count, finished)
}
