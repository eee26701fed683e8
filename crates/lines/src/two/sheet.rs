//! Counts of squares: one byte for each diagonal of one square colour; and what squares are worth.

/// Room for the diagonals of one family and one square colour.
pub(super) const FAMILY: usize = 32;
/// Room for both families: those that fall to the right first, then those that rise.
pub(super) const LINES: usize = 2 * FAMILY;

/// How many squares of an army are alive on each diagonal of one square colour.
#[repr(C, align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DiagonalCounts(pub(super) [u8; LINES]);

impl Default for DiagonalCounts {
    fn default() -> Self {
        Self([0; LINES])
    }
}

/// How many squares of an army are alive on each diagonal of both square colours.
///
/// There are four parts, all of the same length: the falling diagonals of either colour, then the rising ones. Boards
/// with sides up to 16 need one register of [`DiagonalCounts`], larger ones two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sheet<const N: usize>(pub(super) [DiagonalCounts; N]);

impl<const N: usize> Default for Sheet<N> {
    fn default() -> Self {
        Self([DiagonalCounts::default(); N])
    }
}

impl<const N: usize> Sheet<N> {
    /// Room for the diagonals of one family and one square colour.
    pub(super) const QUARTER: usize = LINES * N / 4;

    /// The count on a diagonal.
    pub(super) fn line(&mut self, family: usize, colour: usize, number: usize) -> &mut u8 {
        let lane = (2 * family + colour) * Self::QUARTER + number;
        &mut self.0[lane / LINES].0[lane % LINES]
    }

    /// Takes `less` off the counts.
    #[inline(always)]
    pub(super) fn take(&mut self, less: &Self) {
        for (counts, less) in self.0.iter_mut().zip(&less.0) {
            for (count, less) in counts.0.iter_mut().zip(&less.0) {
                *count = count.wrapping_sub(*less);
            }
        }
    }

    /// The counts of one square colour.
    pub(super) fn colour(&self, colour: usize) -> DiagonalCounts {
        let mut counts = DiagonalCounts::default();
        for (family, part) in counts.0.as_chunks_mut::<FAMILY>().0.iter_mut().enumerate() {
            part[..Self::QUARTER].copy_from_slice(self.quarter(family, colour));
        }
        counts
    }

    /// The counts of one family and square colour.
    #[inline(always)]
    pub(super) fn quarter(&self, family: usize, colour: usize) -> &[u8] {
        let lane = (2 * family + colour) * Self::QUARTER;
        &self.0[lane / LINES].0[lane % LINES..][..Self::QUARTER]
    }
}

/// Where the squares of a [`Sheet`] are, in a form that suits [`SheetLanes::flow`](super::lanes::SheetLanes::flow).
#[derive(Debug, Clone, Copy)]
pub(super) struct SheetPlaces {
    /// The rows of each army, as they are and reflected.
    pub(super) rows: [[u32; 2]; 2],
    /// For each army the rising diagonals on which row 0 has a square and, moved down by one, those on which row 1
    /// has one; two rows further on they are moved along by one. Even ones come first, odd ones in the second half.
    pub(super) steps: [[u64; 2]; 2],
    /// By how much numbers of falling diagonals are larger than those of rising ones in row 0.
    pub(super) shift: usize,
}

/// What a white and a black square are worth in each of the bounds.
///
/// A bound with the weights α and β is the largest α·white + β·black of any labelling of one family's diagonals, so
/// labellings that reach `m1` white and `m2` black squares exist only if it is at least α·m1 + β·m2. One ratio alone
/// is weak, because a lopsided labelling pays for it; together they enclose what can be reached.
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
