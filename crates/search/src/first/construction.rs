//! Placements that are known for every size of board, written down without a search.
//!
//! * Queens: even numbers, then odd ones, with a few exchanged for two remainders modulo 6 (E. Pauls 1874; in this form B.
//!   Bernhardsson, *Explicit solutions to the N-queens problem for all N*, SIGART Bulletin 2, 1991).
//! * Rooks on a diagonal, bishops along two opposite edges, kings on every other square of every other rank.
//! * Leapers, knights among them: the squares whose `row + factor * col` is a multiple of some number that no leap keeps.
//!
//! Fewer pieces than a pattern has are its first ones. What is larger than these patterns is left to a search.

use crate::board::Square;
use crate::feature::Feature;
use crate::piece::{Moves, Range, built_in};
use crate::problem::Problem;

/// Patterns of leapers repeat after no more rows than this.
const MAX_PERIOD: i64 = 24;

/// A placement of one kind on a plain board, if a pattern has as many pieces as are asked for. It is to be checked.
pub(crate) fn construct(problem: &Problem) -> Option<Vec<Square>> {
    if !problem.has_only(&[Feature::ManySquares]) {
        return None;
    }
    let (board, mut all) = (problem.board(), problem.pieces());
    let (pieces, None) = (all.next()?, all.next()) else { return None };
    let (rows, cols, number) = (board.rows(), board.cols(), pieces.quantity.given() as usize);
    let moves = pieces.kind.moves();
    let is = |letter: char| built_in(letter).is_some_and(|entry| entry.kind.moves() == moves);
    let squares = match () {
        () if is('Q') => queens(rows, cols, number),
        () if is('R') => (0..rows.min(cols)).map(|at| Square { row: at, col: at }).take(number).collect(),
        () if is('B') => bishops(rows, cols, number),
        () if is('K') => {
            let ranks = (0..rows).step_by(2);
            ranks
                .flat_map(|row| (0..cols).step_by(2).map(move |col| Square { row, col }))
                .take(number)
                .collect()
        }
        () => leapers(moves, rows, cols, number)?,
    };
    (squares.len() == number).then_some(squares)
}

/// Queens on the square board in the corner, in the files' order; none for boards of 2 and 3, which have no such placement.
fn queens(rows: usize, cols: usize, number: usize) -> Vec<Square> {
    let n = rows.min(cols);
    let evens = (2..=n).step_by(2);
    let odds = (1..=n).step_by(2);
    let ranks: Vec<usize> = match n % 6 {
        _ if n == 2 || n == 3 => return Vec::new(),
        // 3 1 7 9 11 ... 5
        2 => evens.chain([3, 1]).chain(odds.skip(3)).chain([5]).collect(),
        // 4 6 8 ... 2 5 7 9 ... 1 3
        3 => evens.skip(1).chain([2]).chain(odds.skip(2)).chain([1, 3]).collect(),
        _ => evens.chain(odds).collect(),
    };
    ranks.into_iter().enumerate().map(|(col, rank)| Square { row: rank - 1, col }).take(number).collect()
}

/// Bishops on the two shorter edges: those of one edge never meet, and those of both only across a whole square board.
fn bishops(rows: usize, cols: usize, number: usize) -> Vec<Square> {
    let (short, long) = (rows.min(cols), rows.max(cols));
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
    first.chain(second.map(|along| square(along, long - 1))).take(number).collect()
}

/// The densest pattern with as many squares as pieces; `None` for riders.
fn leapers(moves: &Moves, rows: usize, cols: usize, number: usize) -> Option<Vec<Square>> {
    for period in 1..=MAX_PERIOD {
        for factor in 0..period {
            let keeps = |((down, right), range): ((i32, i32), Range)| match range {
                Range::Times(times) => (1..=i64::from(times))
                    .any(|time| time * (i64::from(down) + factor * i64::from(right)) % period == 0),
                Range::Unlimited => true,
            };
            if moves.rides().any(keeps) {
                continue;
            }
            let is_in = |square: &Square| (square.row as i64 + factor * square.col as i64) % period == 0;
            let all = (0..rows).flat_map(|row| (0..cols).map(move |col| Square { row, col }));
            let squares: Vec<Square> = all.filter(is_in).take(number).collect();
            if squares.len() == number {
                return Some(squares);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::Placement;

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
                assert_eq!(constructed(&format!("{other}x{n} Q{shorter}")), shorter != 2 && shorter != 3);
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
            "8x8 H4",
            "8x8 X4 X=nN",
        ] {
            assert!(!constructed(text), "{text}");
        }
    }
}
