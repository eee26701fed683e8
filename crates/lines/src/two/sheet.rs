//! Counts of squares, one byte for each diagonal of one square colour, and the worth of squares.

/// The room for the diagonals of one family and one square colour.
pub(super) const FAMILY: usize = 32;
/// The room for both families: those that fall to the right first, then those that rise.
pub(super) const LINES: usize = 2 * FAMILY;

/// The number of live squares of an army on each diagonal of one square colour.
#[repr(C, align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DiagonalCounts(pub(super) [u8; LINES]);

impl Default for DiagonalCounts {
    fn default() -> Self {
        Self([0; LINES])
    }
}

/// The number of live squares of an army on each diagonal of both square colours.
///
/// There are four parts of equal length: the falling diagonals of either colour, then the rising ones. Boards
/// with sides up to 16 need one register of [`DiagonalCounts`], larger ones two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sheet<const N: usize>(pub(super) [DiagonalCounts; N]);

impl<const N: usize> Default for Sheet<N> {
    fn default() -> Self {
        Self([DiagonalCounts::default(); N])
    }
}

impl<const N: usize> Sheet<N> {
    /// The room for the diagonals of one family and one square colour.
    pub(super) const QUARTER: usize = LINES * N / 4;

    /// Returns the count on a diagonal.
    pub(super) fn line(&mut self, family: usize, colour: usize, number: usize) -> &mut u8 {
        let lane = (2 * family + colour) * Self::QUARTER + number;
        &mut self.0[lane / LINES].0[lane % LINES]
    }

    /// Subtracts `less` from the counts.
    #[inline(always)]
    pub(super) fn take(&mut self, less: &Self) {
        for (counts, less) in self.0.iter_mut().zip(&less.0) {
            for (count, less) in counts.0.iter_mut().zip(&less.0) {
                *count = count.wrapping_sub(*less);
            }
        }
    }

    /// Returns the counts of one square colour.
    pub(super) fn colour(&self, colour: usize) -> DiagonalCounts {
        let mut counts = DiagonalCounts::default();
        for (family, part) in counts.0.as_chunks_mut::<FAMILY>().0.iter_mut().enumerate() {
            part[..Self::QUARTER].copy_from_slice(self.quarter(family, colour));
        }
        counts
    }

    /// Returns the counts of one family and square colour.
    #[inline(always)]
    pub(super) fn quarter(&self, family: usize, colour: usize) -> &[u8] {
        let lane = (2 * family + colour) * Self::QUARTER;
        &self.0[lane / LINES].0[lane % LINES..][..Self::QUARTER]
    }
}

/// The squares of a [`Sheet`], in a form that suits [`SheetLanes::flow`](super::lanes::SheetLanes::flow).
#[derive(Debug, Clone, Copy)]
pub(super) struct SheetPlaces {
    /// The rows of each army, unchanged and reflected.
    pub(super) rows: [[u32; 2]; 2],
    /// For each army, the rising diagonals on which row 0 has a square and, moved down by one, those on which
    /// row 1 has one. Two rows further on they are shifted by one. Even diagonals come first, odd ones in the
    /// second half.
    pub(super) steps: [[u64; 2]; 2],
    /// The difference between the numbers of falling and of rising diagonals in row 0.
    pub(super) shift: usize,
}

/// The worth of a white and of a black square in each of the bounds.
///
/// A bound with the weights α and β is the maximum of α·white + β·black over the labellings of one family's
/// diagonals. Labellings with `m1` white and `m2` black squares therefore exist only if the bound is at least
/// α·m1 + β·m2. One ratio alone is weak, because a lopsided labelling exploits it. Together the ratios
/// enclose the attainable pairs.
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
