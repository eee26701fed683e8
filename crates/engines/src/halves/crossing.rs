//! Conflicts between two sets of squares, written as bits.
//!
//! Given two sets of squares `A` and `B`, every conflict between a square of `A` and one of `B` is put under some
//! bit: a square of `A` *sets* bits, a square of `B` *meets* bits, and two of them are in conflict exactly if one
//! meets what the other sets. So placements on `A` and on `B`, each with the bits of its pieces joined, are at
//! peace if the two words have no bit in common. Conflicts along a row or a column are left out: sets of rows and
//! columns are handed out beforehand, so that they never meet.
//!
//! A queen's diagonal that passes through both sets is a single bit, set and met by all squares on it. What no such
//! diagonal explains (a knight's leap over the border) gets one bit for each square of `A` concerned: set by that
//! square alone, met by the squares of `B` that are in conflict with it. For queens on an 18x18 board this gives 34
//! bits between west and east, for amazons 36 more.

use super::grid::Grid;

/// Bits that squares of one set set and squares of the other meet, by the number of the square.
#[derive(Debug, Clone, Default)]
pub(super) struct Crossing {
    /// How many bits there are.
    bits: usize,
    sets: Vec<Vec<usize>>,
    meets: Vec<Vec<usize>>,
}

impl Crossing {
    /// All conflicts between two sets of squares without a common square.
    pub(super) fn new(grid: &Grid, first: &[usize], second: &[usize]) -> Self {
        let squares = grid.side * grid.side;
        let mut crossing =
            Self { bits: 0, sets: vec![Vec::new(); squares], meets: vec![Vec::new(); squares] };
        let (row, col) = (|square: usize| square / grid.side, |square: usize| square % grid.side);
        let falling = |square: usize| grid.side + row(square) - col(square);
        let rising = |square: usize| row(square) + col(square);
        for number in [&falling as &dyn Fn(usize) -> usize, &rising] {
            for diagonal in 0..2 * grid.side {
                let on = |squares: &[usize]| -> Vec<usize> {
                    squares.iter().copied().filter(|&square| number(square) == diagonal).collect()
                };
                let (first, second) = (on(first), on(second));
                let all = first.iter().all(|&a| second.iter().all(|&b| grid.conflict(a, b)));
                if all && !first.is_empty() && !second.is_empty() {
                    crossing.add(&first, &second);
                }
            }
        }
        for &square in first {
            let is_left = |&&other: &&usize| {
                row(square) != row(other)
                    && col(square) != col(other)
                    && grid.conflict(square, other)
                    && !crossing.sets[square].iter().any(|bit| crossing.meets[other].contains(bit))
            };
            let left: Vec<usize> = second.iter().filter(is_left).copied().collect();
            if !left.is_empty() {
                crossing.add(&[square], &left);
            }
        }
        crossing
    }

    fn add(&mut self, first: &[usize], second: &[usize]) {
        first.iter().for_each(|&square| self.sets[square].push(self.bits));
        second.iter().for_each(|&square| self.meets[square].push(self.bits));
        self.bits += 1;
    }

    /// How many bits there are.
    pub(super) fn bits(&self) -> usize {
        self.bits
    }

    /// For each bit how many squares of the first set set it, and how many of the second meet it.
    pub(super) fn lines(&self) -> Vec<[usize; 2]> {
        let mut lines = vec![[0; 2]; self.bits];
        for (number, squares) in [&self.sets, &self.meets].into_iter().enumerate() {
            squares.iter().flatten().for_each(|&bit| lines[bit][number] += 1);
        }
        lines
    }

    /// The bits that a square of the first set sets.
    pub(super) fn sets(&self, square: usize) -> &[usize] {
        &self.sets[square]
    }

    /// The bits that a square of the second set meets.
    pub(super) fn meets(&self, square: usize) -> &[usize] {
        &self.meets[square]
    }
}
