//! Names of half boards: the placements on quarters that they are made of, in a word that has no conflicts.
//!
//! Both placements of a half board have a name for their part, and joining combines the parts, as it does
//! with all words.

/// The number of bits of the number of a placement on its sheet.
const NUMBER_BITS: u32 = 28;
/// The first bit of the number of the cut, behind a northern and a southern placement's numbers.
const CUT_SHIFT: u32 = 2 * NUMBER_BITS;
/// The maximum number of cuts.
pub(super) const MAX_CUTS: usize = 3;

/// The bits of the last word of a placement, without its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    cut: u64,
    shift: u32,
}

impl Name {
    /// Makes the name of placements on a quarter of the cut of this number.
    pub(super) fn new(cut: usize, is_south: bool) -> Self {
        Self { cut: (cut as u64) << CUT_SHIFT, shift: if is_south { NUMBER_BITS } else { 0 } }
    }

    /// Returns the name of the placement of this number.
    #[inline(always)]
    pub(super) fn name(self, number: usize) -> u64 {
        self.cut | (number as u64) << self.shift
    }
}

/// Returns the numbers of the placements of a half board, the northern and the southern one.
#[inline(always)]
pub(super) fn numbers_of(name: u64) -> [usize; 2] {
    [0, NUMBER_BITS].map(|shift| (name >> shift & ((1 << NUMBER_BITS) - 1)) as usize)
}

/// Returns the number of the cut.
#[inline(always)]
pub(super) fn cut_of(name: u64) -> usize {
    (name >> CUT_SHIFT & 3) as usize % MAX_CUTS
}
