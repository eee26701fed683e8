//! The operations of the search on counts of squares: one byte for each diagonal of one square colour.
//!
//! A diagonal that is given to one army takes the squares of the other off the diagonals that cross it, which is one
//! subtraction under a mask; and all bounds are sums of the larger of two weighted counts. Two implementations:
//! [`Portable`], in plain loops for any processor (and compiled again for AVX2), and AVX-512 intrinsics in
//! [`super::lanes_avx512`].

use std::array;

/// Room for the diagonals of one family and one square colour.
pub(super) const FAMILY: usize = 32;
/// Room for both families: those that fall to the right first, then those that rise.
pub(super) const LINES: usize = 2 * FAMILY;

/// How many squares of an army are alive on each diagonal of one square colour.
#[repr(C, align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts(pub(super) [u8; LINES]);

impl Default for Counts {
    fn default() -> Self {
        Self([0; LINES])
    }
}

/// What a white and a black square are worth in each of the bounds.
///
/// A bound with the weights α and β is the largest α·white + β·black of any labelling of one family's diagonals, so
/// labellings that reach `m1` white and `m2` black squares exist only if it is at least α·m1 + β·m2. One ratio alone is
/// weak, because a lopsided labelling pays for it; together they enclose what can be reached.
pub(super) const WEIGHTS: [(u8, u8); 16] = [
    (1, 1),
    (2, 1),
    (1, 2),
    (3, 2),
    (2, 3),
    (3, 1),
    (1, 3),
    (4, 3),
    (3, 4),
    (4, 1),
    (1, 4),
    (5, 4),
    (4, 5),
    (5, 3),
    (3, 5),
    (6, 1),
];

/// A number for each of the [`WEIGHTS`].
#[repr(C, align(32))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds(pub(super) [u16; WEIGHTS.len()]);

impl Bounds {
    /// What armies of these sizes are worth.
    pub(super) fn of(white: u32, black: u32) -> Self {
        Self(WEIGHTS.map(|(alpha, beta)| (u32::from(alpha) * white + u32::from(beta) * black) as u16))
    }

    /// What is left to be reached when others reach `reached`.
    #[inline(always)]
    pub(super) fn less(&self, reached: &Self) -> Self {
        Self(array::from_fn(|weights| self.0[weights].saturating_sub(reached.0[weights])))
    }

    /// The larger of each.
    #[inline(always)]
    pub(super) fn max(&self, other: &Self) -> Self {
        Self(array::from_fn(|weights| self.0[weights].max(other.0[weights])))
    }
}

/// The operations, once for each set of instructions. A value stands for the right to use these.
pub(super) trait Lanes: Copy {
    /// Takes `less` off the counts.
    fn take(self, counts: &mut Counts, less: &Counts);

    /// Clears the count of `line` and takes one off the counts of `crossing`, a set of lines.
    fn clear(self, counts: &mut Counts, line: usize, crossing: u64);

    /// For each of the weights the smaller of both families' bounds.
    fn bounds(self, white: &Counts, black: &Counts) -> Bounds;

    /// Whether each bound is at least its target.
    fn reach(self, bounds: &Bounds, targets: &Bounds) -> bool;

    /// What bounds of labellings with one line given to an army demand: for each army the contested lines that the other
    /// one cannot have. `None` if no labelling reaches the targets.
    fn forced(self, white: &Counts, black: &Counts, targets: &Bounds) -> Option<[u64; 2]>;

    /// The lines with at least `least` squares of either army.
    fn contested(self, white: &Counts, black: &Counts, least: u8) -> u64;
}

/// The larger of two weighted counts, added up.
#[inline(always)]
fn larger(white: &[u8], black: &[u8], (alpha, beta): (u8, u8)) -> u16 {
    let mut sum = 0;
    for (white, black) in white.iter().zip(black) {
        sum += u16::from((alpha.wrapping_mul(*white)).max(beta.wrapping_mul(*black)));
    }
    sum
}

/// The operations in plain loops.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Lanes for Portable {
    #[inline(always)]
    fn take(self, counts: &mut Counts, less: &Counts) {
        for (count, less) in counts.0.iter_mut().zip(&less.0) {
            *count = count.wrapping_sub(*less);
        }
    }

    #[inline(always)]
    fn clear(self, counts: &mut Counts, line: usize, crossing: u64) {
        let mut rest = crossing;
        while rest != 0 {
            let count = &mut counts.0[rest.trailing_zeros() as usize];
            *count = count.wrapping_sub(1);
            rest &= rest - 1;
        }
        counts.0[line % LINES] = 0;
    }

    #[inline(always)]
    fn bounds(self, white: &Counts, black: &Counts) -> Bounds {
        let sum = |family: usize, weights: (u8, u8)| {
            let range = family * FAMILY..(family + 1) * FAMILY;
            larger(&white.0[range.clone()], &black.0[range], weights)
        };
        Bounds(WEIGHTS.map(|weights| sum(0, weights).min(sum(1, weights))))
    }

    #[inline(always)]
    fn reach(self, bounds: &Bounds, targets: &Bounds) -> bool {
        let mut reached = true;
        for (bound, target) in bounds.0.iter().zip(&targets.0) {
            reached &= bound >= target;
        }
        reached
    }

    #[inline(always)]
    fn forced(self, white: &Counts, black: &Counts, targets: &Bounds) -> Option<[u64; 2]> {
        // By how much more than can be spared a line is worth less to white than to black, and the other way round.
        let mut over = [[0_u8; LINES]; 2];
        for (index, &(alpha, beta)) in WEIGHTS.iter().enumerate() {
            for family in 0..2 {
                let range = family * FAMILY..(family + 1) * FAMILY;
                let (white, black) = (&white.0[range.clone()], &black.0[range.clone()]);
                let sum = larger(white, black, (alpha, beta));
                let spare = sum.checked_sub(targets.0[index])?.min(255) as u8;
                for (line, (white, black)) in white.iter().zip(black).enumerate() {
                    let (white, black) = (alpha.wrapping_mul(*white), beta.wrapping_mul(*black));
                    let line = family * FAMILY + line;
                    over[0][line] |= white.saturating_sub(black).saturating_sub(spare);
                    over[1][line] |= black.saturating_sub(white).saturating_sub(spare);
                }
            }
        }
        let contested = self.contested(white, black, 1);
        let lines = over
            .map(|over| (0..LINES).map(|line| u64::from(over[line] != 0) << line).sum::<u64>() & contested);
        (lines[0] & lines[1] == 0).then_some(lines)
    }

    #[inline(always)]
    fn contested(self, white: &Counts, black: &Counts, least: u8) -> u64 {
        let mut lines = 0;
        for line in 0..LINES {
            lines |= u64::from(white.0[line].min(black.0[line]) >= least) << line;
        }
        lines
    }
}
