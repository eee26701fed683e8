//! Two opposite edges: a maximum placement of bishops, and also of princesses (bishop and knight).
//!
//! Pieces that do not attack along an edge do not attack each other on that edge. A diagonal leads from edge
//! to edge only across a whole square board, so on such a board the second edge is used without its corners.
//! This gives twice the side less 2 pieces: as many as there are diagonals of one direction, less the one
//! that the two corners would share. No leap of a knight crosses four files or more.

use crate::board::Square;
use crate::piece::Moves;

/// Returns pieces on the two shorter edges of a plain board; `None` if they attack along these. The caller
/// must check whether they attack from edge to edge.
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
