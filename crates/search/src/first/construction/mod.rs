//! Placements that are known for every size of board and need no search: each construction with its source
//! and its proof. For fewer pieces than a construction has, its first ones are used. Larger numbers are left
//! to a search.

mod edges;
mod lattice;
mod queens;

use crate::board::{Board, Square};
use crate::feature::Feature;
use crate::piece::{Moves, Range, built_in};
use crate::placement::Placement;
use crate::problem::{Pieces, Problem, Quantity};

/// The features that constructions support: one army on a rectangle, whose edges may be joined without a
/// twist, and which may have reserved squares.
const KNOWN: &[Feature] = &[Feature::ManySquares, Feature::JoinedEdges, Feature::ClosedSquares];

/// Returns a placement of one kind, if a construction has as many pieces as required. The caller must check
/// it.
pub(crate) fn construct(problem: &Problem) -> Option<Vec<Square>> {
    if !problem.has_only(KNOWN) {
        return None;
    }
    let mut all = problem.pieces();
    let (pieces, None) = (all.next()?, all.next()) else { return None };
    let number = pieces.quantity.exact_number() as usize;
    let closed = problem.reserved_squares().len() + pieces.closed.len();
    if closed == 0 {
        return with_number(problem, pieces.kind.moves(), number);
    }
    // A construction with spare pieces for each square it may lose, or otherwise with none to spare.
    [number + closed, number].into_iter().find_map(|more| {
        let mut open = Problem::new(problem.board().clone());
        open.add(Pieces::new(pieces.kind.clone(), Quantity::Exactly(more as u32))).ok()?;
        let squares = with_number(&open, pieces.kind.moves(), more)?;
        images(open.board()).into_iter().find_map(|image| {
            let image = squares.iter().map(|&square| image(square));
            let image: Vec<Square> =
                image.filter(|&square| problem.may_stand(pieces, square)).take(number).collect();
            let is_placement = |image: &Vec<Square>| {
                let pieces = image.iter().map(|&square| (0, square)).collect();
                image.len() == number && Placement::new(pieces).fault(problem).is_none()
            };
            Some(image).filter(is_placement)
        })
    })
}

/// Returns the images of a square under reflections: a reflected construction is still a construction for
/// kinds that have these symmetries.
fn images(board: &Board) -> [impl Fn(Square) -> Square; 4] {
    let (rows, cols) = (board.rows(), board.cols());
    [(false, false), (true, false), (false, true), (true, true)].map(|(down, right)| {
        move |Square { row, col }: Square| Square {
            row: if down { rows - 1 - row } else { row },
            col: if right { cols - 1 - col } else { col },
        }
    })
}

/// Like [`construct`], but for a board without reserved squares.
fn with_number(problem: &Problem, moves: &Moves, number: usize) -> Option<Vec<Square>> {
    let board = problem.board();
    let squares = on_plane(problem, moves, number).or_else(|| {
        // Each rider needs its own line.
        let is_rider = moves.rides().any(|(_, range)| range == Range::Unlimited);
        let dense = if is_rider { None } else { lattice::densest_lattice(moves, board, number) };
        dense.or_else(|| lattice::wide_lattice(moves, board, number))
    })?;
    (squares.len() == number).then_some(squares)
}

/// Returns a construction that exists only on boards without joined edges.
fn on_plane(problem: &Problem, moves: &Moves, number: usize) -> Option<Vec<Square>> {
    let board = problem.board();
    let (rows, cols) = (board.rows(), board.cols());
    let is = |letter: char| built_in(letter).is_some_and(|entry| entry.kind.moves() == moves);
    let is_rider = moves.rides().any(|(_, range)| range == Range::Unlimited);
    if !problem.has_only(&[Feature::ManySquares]) {
        return None;
    }
    let squares = match () {
        () if is('Q') => Some(queens::queens(rows, cols, number)),
        () if is('K') => Some(kings(board).take(number).collect()),
        () if is_rider => edges::edges(moves, rows, cols, number).filter(|squares| {
            let pieces = squares.iter().map(|&square| (0, square)).collect();
            Placement::new(pieces).fault(problem).is_none()
        }),
        () => None,
    };
    squares.filter(|squares| squares.len() == number)
}

/// Returns kings on every other square of every other rank.
fn kings(board: &Board) -> impl Iterator<Item = Square> {
    let (rows, cols) = (board.rows(), board.cols());
    (0..rows).step_by(2).flat_map(move |row| (0..cols).step_by(2).map(move |col| Square { row, col }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constructed(text: &str) -> bool {
        let problem = text.parse::<Problem>().unwrap();
        let Some(squares) = construct(&problem) else { return false };
        let placement = Placement::new(squares.into_iter().map(|square| (0, square)).collect());
        assert_eq!(placement.fault(&problem), None, "{text}");
        true
    }

    #[test]
    fn every_size_has_its_pattern() {
        for n in 1..=60usize {
            assert_eq!(constructed(&format!("{n}x{n} Q{n}")), n != 2 && n != 3, "{n} queens");
            assert!(constructed(&format!("{n}x{n} R{n}")));
            assert!(constructed(&format!("{n}x{n} B{}", if n == 1 { 1 } else { 2 * n - 2 })));
            let half = n.div_ceil(2);
            assert!(constructed(&format!("{n}x{n} K{}", half * half)));
            assert!(constructed(&format!("{n}x{n} N{}", (n * n).div_ceil(2))));
            for other in 1..20 {
                let shorter = n.min(other);
                for kind in ["R", "B"] {
                    assert!(constructed(&format!("{n}x{other} {kind}{shorter}")));
                }
                // Longer boards also have room for two or three of them.
                let is_constructed = constructed(&format!("{other}x{n} Q{shorter}"));
                assert!(is_constructed || shorter == 2 || shorter == 3, "{other}x{n}");
                assert!(
                    constructed(&format!("{n}x{other} B{}", if n == other { 1 } else { 2 * shorter }))
                        || n.max(other) == 1
                );
            }
        }
        for text in ["100x80 W4000", "50x50 L1250", "40x30 F600", "64x64 Z2048", "30x30 T150", "9x9 X9 X=C"] {
            assert!(constructed(text), "{text}");
        }
    }

    #[test]
    fn what_has_no_pattern_is_left_alone() {
        for text in [
            "8x8 Q9",
            "8x8 A4",
            "8x8/torus Q4",
            "8x8-a1 Q4",
            "8x8 Q4@b3",
            "8x8 Q4 K1",
            "8x8 Q*",
            "8x8 X4 X=nN",
            "12x12/torus Q12",
            "9x9/torus Q9",
            "11x11-a1/torus Q11",
            "13x13/klein Q13",
            "10x10 A10 N1",
        ] {
            assert!(!constructed(text), "{text}");
        }
    }

    /// Queens and superqueens on the torus and the cylinder, with the consequences for the plane.
    #[test]
    fn lattices_have_a_piece_in_each_rank() {
        for n in 1..=61usize {
            let is_prime_to_six = !n.is_multiple_of(2) && !n.is_multiple_of(3);
            for joined in ["torus", "cylinder"] {
                assert_eq!(
                    constructed(&format!("{n}x{n}/{joined} Q{n}")),
                    is_prime_to_six,
                    "{n} on a {joined}"
                );
            }
            let is_large = n >= 11;
            assert_eq!(
                constructed(&format!("{n}x{n}/torus A{n}")),
                n == 1 || is_prime_to_six && is_large,
                "{n}"
            );
            let is_next = !(n + 1).is_multiple_of(2) && !(n + 1).is_multiple_of(3);
            let expected = n == 1 || is_prime_to_six && is_large || is_next && n >= 10;
            assert_eq!(constructed(&format!("{n}x{n} A{n}")), expected, "{n} superqueens");
        }
    }

    /// As many princesses (bishop and knight) fit as bishops, and as many empresses (rook and knight) as
    /// rooks.
    #[test]
    fn princesses_and_empresses() {
        for n in 4..=40usize {
            assert!(constructed(&format!("{n}x{n} X{} X=BN", 2 * n - 2)));
            assert!(constructed(&format!("{n}x{} X{} X=BN", n + 3, 2 * n)));
            assert!(constructed(&format!("{n}x{n} X{n} X=RN")));
            assert!(constructed(&format!("{n}x{} X{n} X=RN", n + 5)));
            assert!(constructed(&format!("{n}x{n}/torus X{n} X=RN")));
        }
        for text in [
            "8x8/torus K16",
            "10x12/torus N60",
            "10x10/cylinder N50",
            "6x6/torus R6",
            "1000x1000/torus N500000",
        ] {
            assert!(constructed(text), "{text}");
        }
    }
}
