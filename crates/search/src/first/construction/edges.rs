//! Two opposite edges: where bishops are at their most, and princesses (bishop and knight) too.
//!
//! Whatever attacks along no edge is at peace on one of them. From edge to edge a diagonal leads only across a whole square
//! board, so there the second edge is without its corners: twice the side less 2, as many as there are diagonals of one
//! direction less the one that both corners of it would share. No leap of a knight leads across four files or more.

use crate::board::Square;
use crate::piece::Moves;

/// Pieces on the two shorter edges of a plain board; `None` if they attack along these. Whether they attack from edge to edge is
/// to be checked.
pub(super) fn edges(moves: &Moves, rows: usize, cols: usize, number: usize) -> Option<Vec<Square>> {
    let (short, long) = (rows.min(cols), rows.max(cols));
    let is_along = |(down, right): (i32, i32)| if rows <= cols { right == 0 } else { down == 0 };
    if moves.rides().any(|(step, _)| is_along(step)) {
        return None;
    }
    let square = |along: usize, edge: usize| {
        if rows <= cols { Square { row: along, col: edge } } else { Square { row: edge, col: along } }
    };
    let first = (0..short).map(|along| square(along, 0));
    let second = match (short == long, short) {
        (_, 0..=1) if long == 1 => 0..0,
        // The corners are in line with those of the first edge.
        (true, _) => 1..short - 1,
        (false, _) => 0..short,
    };
    let squares: Vec<Square> =
        first.chain(second.map(|along| square(along, long - 1))).take(number).collect();
    (squares.len() == number).then_some(squares)
}
