//! The least number of diagonals that cover some squares.
//!
//! A square is an edge between its two diagonals, one of each direction. Diagonals that cover all squares are
//! a vertex cover, and a minimum vertex cover is as large as a maximum matching (Kőnig 1931). The matching
//! grows with the squares by augmenting paths (Kuhn 1955); the sets of diagonals are words. Squares of
//! different colours share no diagonal.

use crate::board::Mask;

/// A maximum matching between the diagonals of both directions.
#[derive(Clone)]
pub(super) struct DiagonalMatching {
    /// For each rising diagonal, the falling diagonals that meet it in a square to cover.
    meeting: [u64; 64],
    /// For each matched falling diagonal, the rising one that it is matched with.
    matched_with: [u8; 64],
    /// The unmatched rising diagonals that meet squares to cover.
    single: u64,
    /// The matched falling diagonals.
    falling: u64,
    /// The number of pairs of each colour.
    pairs: [u32; 2],
}

impl DiagonalMatching {
    /// Makes a matching without squares to cover.
    pub(super) fn empty() -> Self {
        Self { meeting: [0; 64], matched_with: [0; 64], single: 0, falling: 0, pairs: [0; 2] }
    }

    /// Adds squares, each by its rising and its falling diagonal.
    pub(super) fn add(&mut self, squares: impl Iterator<Item = (usize, usize)>) {
        for (rising, falling) in squares {
            // A matched diagonal already meets a square.
            if self.meeting[rising] == 0 {
                self.single |= 1 << rising;
            }
            self.meeting[rising] |= 1 << falling;
        }
        // An augmenting path may begin at any of them: a new square may be in the middle of it.
        let mut visited = 0;
        for rising in self.single.squares() {
            if self.augment(rising, &mut visited) {
                self.single = self.single.without_square(rising);
                self.pairs[rising & 1] += 1;
                // A diagonal that led nowhere still leads nowhere as long as nothing changes.
                visited = 0;
            }
        }
    }

    /// Returns true if a rising diagonal could be matched, without diagonals that were visited in vain.
    fn augment(&mut self, rising: usize, visited: &mut u64) -> bool {
        let open = self.meeting[rising] & !*visited & !self.falling;
        if open != 0 {
            let falling = open.trailing_zeros() as usize;
            self.falling |= 1 << falling;
            self.matched_with[falling] = rising as u8;
            return true;
        }
        loop {
            let rest = self.meeting[rising] & !*visited;
            if rest == 0 {
                return false;
            }
            let falling = rest.trailing_zeros() as usize;
            *visited |= 1 << falling;
            if self.augment(self.matched_with[falling].into(), visited) {
                self.matched_with[falling] = rising as u8;
                return true;
            }
        }
    }

    /// Returns the least number of diagonals that cover all squares.
    pub(super) fn diagonals(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Returns the least number of pieces with two diagonals each that can cover the squares. A piece covers
    /// squares of its own colour.
    pub(super) fn pieces(&self) -> u32 {
        self.pairs.iter().map(|pairs| pairs.div_ceil(2)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::random::Random;

    /// A comparison with all sets of diagonals of one direction: each remaining square takes a diagonal of
    /// the other direction.
    #[test]
    fn a_largest_matching_is_a_least_cover() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let lines = 2 + random.draw_below(7);
            let squares: Vec<(usize, usize)> = (0..random.draw_below(20))
                .map(|_| (random.draw_below(lines), random.draw_below(lines)))
                .collect();
            let mut matching = DiagonalMatching::empty();
            for some in squares.chunks(3) {
                matching.add(some.iter().copied());
            }
            let rest = |rising: u32| {
                let left = squares.iter().filter(|square| rising >> square.0 & 1 == 0);
                left.fold(0u32, |lines, square| lines | 1 << square.1).count_ones()
            };
            let least = (0..1u32 << lines).map(|rising| rising.count_ones() + rest(rising)).min();
            assert_eq!(Some(matching.diagonals()), least, "{squares:?}");
        }
    }
}
