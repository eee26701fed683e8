//! What all row sets of a problem have in common.

use super::shelf::OfQuarters;
use super::subsets::Subsets;

/// What all row sets of a problem have in common.
pub(super) struct Frame {
    /// Of the columns of the west, and of the rows of the north; of the columns of the east, and of the rows of the south.
    pub(super) subsets: [Subsets; 2],
    /// How many words must not meet between the quarters of a half.
    pub(super) joins: usize,
    /// How many words a half board has, and the bits in them.
    pub(super) words: usize,
    pub(super) free: Vec<u64>,
    /// Whether eastern half boards may have marked pieces: then the last word says so.
    pub(super) has_marks: bool,
    /// Whether lists of half boards are [split](super::splitting).
    pub(super) splits: bool,
    /// How far, if so.
    pub(super) worth: SplittingWorth,
    /// If not: most outer placements in a batch, and most inner ones: at most 256.
    pub(super) batch: usize,
    /// And by cut, quarter and place: the bits that a piece there meets, if it is in the east.
    pub(super) meets: OfQuarters<Vec<Vec<u16>>>,
    /// Columns of the east.
    pub(super) width: usize,
}

/// From when on lists are parted: if so many pairs of boards are kept apart by that.
#[derive(Debug, Clone, Copy)]
pub(super) struct SplittingWorth {
    /// For each board of either list,
    pub(super) board: f64,
    /// and besides.
    pub(super) node: f64,
}

impl SplittingWorth {
    /// Half of both makes 1.1 to 1.4 times the time, twice of both as well; in between it hardly matters.
    pub(super) const MEASURED: Self = Self { board: 100.0, node: 60_000.0 };
}
