//! Counts the ways in which the last classes can stand on the squares left to them.
//!
//! These classes do not attack each other and only cannot share a square. A single class gives a binomial.
//! With several classes, a square is of a *sort* that tells which of the classes may use it. The first class
//! takes its pieces from the sorts open to it in every combination, and the rest of each sort is left to the
//! other classes.

use crate::board::Mask;

/// Binomial coefficients, and the numbers of pieces of the classes.
pub(super) struct Tail {
    pieces: Vec<u32>,
    /// `binomials[k][n]`; the largest number represents all numbers that do not fit.
    binomials: Vec<Vec<u128>>,
    /// For a single class, the number of ways by the number of squares; `None` unless all fit and 1,024 of
    /// them can be added.
    short: Option<Vec<u64>>,
}

impl Tail {
    /// Prepares boards of `squares` squares, and pools of squares of which up to `most` are chosen.
    pub(super) fn new(pieces: Vec<u32>, squares: usize, most: u32) -> Self {
        let most = pieces.iter().copied().max().unwrap_or(0).max(most) as usize;
        let mut binomials = vec![vec![1u128; squares + 1]];
        for k in 1..=most {
            let mut column = vec![0u128; squares + 1];
            for n in 1..=squares {
                column[n] = column[n - 1].saturating_add(binomials[k - 1][n - 1]);
            }
            binomials.push(column);
        }
        let short = match pieces[..] {
            [single] => {
                binomials[single as usize].iter().map(|&ways| u64::try_from(ways << 10).ok()).collect()
            }
            _ => None,
        };
        let short = short.map(|ways: Vec<u64>| ways.into_iter().map(|ways| ways >> 10).collect());
        Self { pieces, binomials, short }
    }

    /// Returns the number of ways to choose `k` of `n`.
    #[inline(always)]
    pub(super) fn binomial(&self, n: u32, k: u32) -> u128 {
        self.binomials[k as usize][n as usize]
    }

    /// Returns the number of classes.
    pub(super) fn classes(&self) -> usize {
        self.pieces.len()
    }

    /// Returns the ways of a single class by the number of squares, each below 2^54.
    #[inline(always)]
    pub(super) fn short(&self) -> Option<&[u64]> {
        self.short.as_deref()
    }

    /// Returns the number of ways to place all classes, given the squares open to each.
    #[inline(always)]
    pub(super) fn ways<M: Mask>(&self, free: &[M]) -> u128 {
        match free {
            [] => 1,
            [free] => self.binomial(free.count(), self.pieces[0]),
            _ => self.ways_of_many(free),
        }
    }

    fn ways_of_many<M: Mask>(&self, free: &[M]) -> u128 {
        let mut sorts = vec![0u32; 1 << free.len()];
        let all = free.iter().fold(M::EMPTY, |all, &free| all.or(free));
        for square in all.squares() {
            let open = |sort: usize, class: usize| sort | usize::from(free[class].contains(square)) << class;
            sorts[(0..free.len()).fold(0, open)] += 1;
        }
        self.share(0, self.pieces[0], 1, &mut sorts)
    }

    /// Takes `left` more pieces of a class from the sorts from `sort` on, then the pieces of the classes
    /// after it.
    fn share(&self, class: usize, left: u32, sort: usize, sorts: &mut [u32]) -> u128 {
        if left == 0 {
            return match self.pieces.get(class + 1) {
                Some(&pieces) => self.share(class + 1, pieces, 1, sorts),
                None => 1,
            };
        }
        let Some(sort) = (sort..sorts.len()).find(|&sort| sort >> class & 1 == 1 && sorts[sort] > 0) else {
            return 0;
        };
        let open = sorts[sort];
        let mut ways = 0u128;
        for taken in 0..=open.min(left) {
            sorts[sort] = open - taken;
            let rest = self.share(class, left - taken, sort + 1, sorts);
            if rest > 0 {
                ways = ways.saturating_add(self.binomial(open, taken).saturating_mul(rest));
            }
        }
        sorts[sort] = open;
        ways
    }

    pub(super) fn memory(&self) -> usize {
        self.binomials.iter().map(|column| column.len() * size_of::<u128>()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of ways of several classes, square by square.
    fn tried(free: &[u64], pieces: &[u32], square: usize) -> u128 {
        if square == 8 {
            return u128::from(pieces.iter().all(|&left| left == 0));
        }
        let mut ways = tried(free, pieces, square + 1);
        for class in (0..free.len()).filter(|&class| free[class].contains(square) && pieces[class] > 0) {
            let mut left = pieces.to_vec();
            left[class] -= 1;
            ways += tried(free, &left, square + 1);
        }
        ways
    }

    #[test]
    fn classes_share_squares_in_every_way() {
        for (free, pieces) in [
            (vec![0b1111_0000u64], vec![2]),
            (vec![0b1111_0000, 0b0001_1111], vec![2, 3]),
            (vec![0b1111_1111, 0b0011_1100, 0b1010_1010], vec![2, 1, 2]),
            (vec![0b0000_1111, 0b1111_0000, 0b1001_1001], vec![1, 4, 3]),
            (vec![0b11, 0b111], vec![3, 1]),
        ] {
            let tail = Tail::new(pieces.clone(), 8, 8);
            assert_eq!(tail.ways(&free), tried(&free, &pieces, 0), "{free:?} {pieces:?}");
        }
    }
}
