//! Names of half boards: which placements on quarters they are made of, in a word that has no conflicts.
//!
//! Both placements of a half board have a name for their part, and joining puts the parts together, as it does with all words.

/// Bits of the number of a placement on its sheet.
const NUMBER_BITS: u32 = 28;
/// Where the number of the cut begins, behind a northern and a southern placement's numbers.
const CUT_SHIFT: u32 = 2 * NUMBER_BITS;
/// Most cuts.
pub(super) const MAX_CUTS: usize = 3;

/// What is set in the last word of a placement, but for its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    cut: u64,
    shift: u32,
}

impl Name {
    /// The name of placements on a quarter of the cut of this number.
    pub(super) fn new(cut: usize, is_south: bool) -> Self {
        Self { cut: (cut as u64) << CUT_SHIFT, shift: if is_south { NUMBER_BITS } else { 0 } }
    }

    /// That of the placement of this number.
    #[inline(always)]
    pub(super) fn of(self, number: usize) -> u64 {
        self.cut | (number as u64) << self.shift
    }
}

/// The numbers of the placements that a half board is made of, the northern and the southern one.
#[inline(always)]
pub(super) fn numbers_of(name: u64) -> [usize; 2] {
    [0, NUMBER_BITS].map(|shift| (name >> shift & ((1 << NUMBER_BITS) - 1)) as usize)
}

/// The number of its cut.
#[inline(always)]
pub(super) fn cut_of(name: u64) -> usize {
    (name >> CUT_SHIFT & 3) as usize % MAX_CUTS
}
