//! Orbits of squares under the symmetries of the problem: all squares of an orbit have the same number of
//! placements with a piece there.
//!
//! A symmetry may exchange opposing armies that are alike. If edges are joined, boards can also be shifted,
//! so a torus without holes has one orbit for each kind.

use crate::board::Square;
use crate::problem::{Pieces, Problem, Quantity};
use crate::question::Question;
use crate::symmetry::{has_too_many_exchanges, preserving_maps, symmetries_among};

/// Returns true if the placements with one of these pieces on a square must be counted. The piece must be
/// allowed on the square, some of its kind must not be pre-placed, and the square must have no pre-placed
/// piece.
pub(super) fn is_free(problem: &Problem, pieces: &Pieces, square: Square) -> bool {
    let are_given = matches!(pieces.quantity, Quantity::Exactly(_)) && pieces.free_pieces() == 0;
    let is_taken = problem.pieces().any(|other| other.fixed.contains(&square));
    !are_given && !is_taken && problem.may_stand(pieces, square)
}

/// Squares with the same number. Each comes with the index of its piece among the problem's pieces.
pub(super) type Orbit = Vec<(usize, usize)>;

/// Returns the orbits of free squares.
pub(super) fn orbits(question: &Question) -> Vec<Orbit> {
    let Question { problem, maximal, .. } = question;
    let board = problem.board();
    let maps = preserving_maps(problem, *maximal, board.maps(true));
    let group = symmetries_among(problem, *maximal, !has_too_many_exchanges(problem, maps.len()), &maps);
    let pieces_of: Vec<Vec<usize>> = group.iter().map(|symmetry| symmetry.pieces(problem)).collect();
    let mut seen = vec![vec![false; board.squares()]; problem.pieces().count()];
    let mut orbits = Vec::new();
    for (piece, pieces) in problem.pieces().enumerate().filter(|(_, pieces)| !pieces.kind.is_wall()) {
        for index in 0..board.squares() {
            if seen[piece][index] || !is_free(problem, pieces, board.square(index)) {
                continue;
            }
            // The symmetries are a group: each image of a square is its image under one of them.
            let images = group.iter().zip(&pieces_of);
            let mut orbit: Orbit =
                images.map(|(symmetry, pieces)| (pieces[piece], symmetry.map.images[index].into())).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbit.iter().for_each(|&(piece, index)| seen[piece][index] = true);
            orbits.push(orbit);
        }
    }
    orbits
}
