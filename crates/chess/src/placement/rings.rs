//! Attacks among very many pieces on cylinders and tori without holes.
//!
//! A ride without limit reaches every square of its line, so two pieces on one line are in conflict. The name
//! of a line is computed from any of its squares by arithmetic alone, and a table holds the names seen
//! before. Leaps, and rides with a limited range, are followed step by step.

use crate::board::{Board, Square};
use crate::piece::{Moves, Range};
use num_integer::{Integer, gcd};
use std::collections::{HashMap, HashSet};

/// Returns the numbers of two pieces, the first of which attacks the second, if there are any.
pub(super) fn find_attack(board: &Board, pieces: &[(&Moves, Square)]) -> Option<(usize, usize)> {
    let standing: HashMap<Square, usize> =
        pieces.iter().enumerate().map(|(number, &(_, square))| (square, number)).collect();
    let mut endless: HashSet<(i32, i32)> = HashSet::new();
    for (number, &(moves, from)) in pieces.iter().enumerate() {
        for (step, range) in moves.rides() {
            let Range::Times(times) = range else {
                endless.insert(step);
                continue;
            };
            let mut at = from;
            for _ in 0..times {
                let Some(next) = board.step(at, step).filter(|&next| next != from) else { break };
                if let Some(&other) = standing.get(&next) {
                    return Some((number, other));
                }
                at = next;
            }
        }
    }
    let mut endless: Vec<(i32, i32)> = endless.into_iter().collect();
    endless.sort_unstable();
    endless.into_iter().find_map(|step| find_attack_along(board, pieces, step))
}

/// Like [`find_attack`], but only for rides with this step.
fn find_attack_along(board: &Board, pieces: &[(&Moves, Square)], step: (i32, i32)) -> Option<(usize, usize)> {
    let lines = Lines::new(board, step);
    let rides =
        |number: usize| pieces[number].0.rides().any(|(own, range)| own == step && range == Range::Unlimited);
    let mut places: Vec<((i64, i64), i64, usize)> = Vec::with_capacity(pieces.len());
    for (number, &(_, square)) in pieces.iter().enumerate() {
        let (line, place) = lines.line_and_position(square);
        places.push((line, place, number));
    }
    places.sort_unstable();
    places.chunk_by(|one, other| one.0 == other.0).filter(|line| line.len() > 1).find_map(|line| {
        // On a line with ends, no piece stands beyond the last one.
        let riders = if lines.have_ends { &line[..line.len() - 1] } else { line };
        let at = riders.iter().position(|&(.., number)| rides(number))?;
        let met = if at + 1 < line.len() { at + 1 } else { 0 };
        Some((line[at].2, line[met].2))
    })
}

/// The lines that repeat a step.
struct Lines {
    rows: i64,
    cols: i64,
    down: i64,
    right: i64,
    rows_wrap: bool,
    cols_wrap: bool,
    have_ends: bool,
}

impl Lines {
    fn new(board: &Board, (down, right): (i32, i32)) -> Self {
        let topology = board.topology();
        let (rows_wrap, cols_wrap) = (topology.rows_wrap(), topology.cols_wrap());
        Self {
            rows: board.rows() as i64,
            cols: board.cols() as i64,
            down: down.into(),
            right: right.into(),
            rows_wrap,
            cols_wrap,
            have_ends: !rows_wrap && down != 0 || !cols_wrap && right != 0,
        }
    }

    /// Returns the line of a square, and the position of the square on it if the line has ends.
    fn line_and_position(&self, square: Square) -> ((i64, i64), i64) {
        let (row, col) = (square.row as i64, square.col as i64);
        let &Self { rows, cols, down, right, .. } = self;
        if !self.have_ends {
            return (ring((row, rows, down), (col, cols, right)), 0);
        }
        // Squares are counted along a side that is not joined, from the first square of the line on the
        // board.
        if !self.rows_wrap && down != 0 {
            let (leaps, first) = (row.div_euclid(down.abs()), row.rem_euclid(down.abs()));
            let sideways = leaps * right * down.signum();
            let start = if self.cols_wrap { (col - sideways).rem_euclid(cols) } else { col - sideways };
            return ((first, start), leaps * down.signum());
        }
        let (leaps, first) = (col.div_euclid(right.abs()), col.rem_euclid(right.abs()));
        let upwards = leaps * down * right.signum();
        let start = if self.rows_wrap { (row - upwards).rem_euclid(rows) } else { row - upwards };
        ((start, first), leaps * right.signum())
    }
}

/// Returns the invariant that names a closed line: all its squares have it. The arguments give, for ranks and
/// files, the place, the length of the side and the step.
fn ring((row, rows, down): (i64, i64, i64), (col, cols, right): (i64, i64, i64)) -> (i64, i64) {
    // The ranks of the line have the same remainder modulo `common`. The line is followed to the first of
    // them.
    let common = gcd(rows, down);
    let turns = rows / common;
    let back = (row / common) * inverse(down / common, turns) % turns;
    let col = (col - back * right).rem_euclid(cols);
    // The line meets this rank again after every `turns` steps.
    (row % common, col % gcd(cols, turns * right))
}

/// Returns the inverse of a number modulo a coprime modulus.
fn inverse(number: i64, modulus: i64) -> i64 {
    number.rem_euclid(modulus).extended_gcd(&modulus).x.rem_euclid(modulus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::tests::assert_found_as_by_walking;
    use crate::problem::Problem;

    /// Pairs and triples of pieces on small boards, by lines and by walking.
    #[test]
    fn rings_find_what_walking_finds() {
        let (mut at_peace, mut in_conflict) = (0, 0);
        for text in [
            "5x5/torus Q2",
            "4x6/torus Q1 N1",
            "6x4/torus H1 R1",
            "5x7/cylinder Q1 X1 X=rR",
            "6x5/cylinder B2 K1",
            "7x4/roll Q2",
            "4x6/roll X2 X=(1,3)",
            "6x6/torus X2 Y1 X=NN Y=flB",
            "4x4/torus X2 X=fW2",
        ] {
            let problem: Problem = text.parse().unwrap();
            let board = problem.board();
            let moves: Vec<&Moves> = problem
                .pieces()
                .flat_map(|pieces| std::iter::repeat_n(pieces.kind.moves(), pieces.free_pieces() as usize))
                .collect();
            let squares: Vec<Square> = (0..board.squares()).map(|index| board.square(index)).collect();
            for seed in 0..2000usize {
                // Not random, but no pair equals the one before.
                let at = |number: usize| {
                    squares[(seed * (7 + 5 * number) + seed / 3 + 11 * number) % squares.len()]
                };
                let pieces: Vec<(&Moves, Square)> =
                    moves.iter().enumerate().map(|(number, &moves)| (moves, at(number))).collect();
                if (0..pieces.len()).any(|one| (0..one).any(|other| pieces[one].1 == pieces[other].1)) {
                    continue;
                }
                let expected = assert_found_as_by_walking(board, &pieces, find_attack(board, &pieces), text);
                if expected { in_conflict += 1 } else { at_peace += 1 }
            }
        }
        assert!(at_peace > 500 && in_conflict > 500, "{at_peace} at peace, {in_conflict} in conflict");
    }
}
