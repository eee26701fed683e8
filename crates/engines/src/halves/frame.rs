//! The data that all row sets of a problem share.

use super::shelf::QuarterItems;
use super::subsets::Subsets;

/// The data that all row sets of a problem share.
pub(super) struct Frame {
    /// The subsets of the columns of the west, which are also those of the rows of the north; then those of
    /// the columns of the east, which are also those of the rows of the south.
    pub(super) subsets: [Subsets; 2],
    /// The number of words that must not meet between the quarters of a half.
    pub(super) joins: usize,
    /// The number of words of a half board.
    pub(super) words: usize,
    /// The bits in the words of a half board.
    pub(super) free: Vec<u64>,
    /// True if eastern half boards may have marked pieces; the last word then records them.
    pub(super) has_marks: bool,
    /// True if lists of half boards are [split](super::splitting).
    pub(super) splits: bool,
    /// The limit of the splitting.
    pub(super) worth: SplittingWorth,
    /// The maximum number of outer placements in a batch, and of inner ones, if lists are not split: at most
    /// 256.
    pub(super) batch: usize,
    /// For each cut, quarter and place, the bits that a piece there meets, if it is in the east and lists are
    /// not split.
    pub(super) meets: QuarterItems<Vec<Vec<u16>>>,
    /// The number of columns of the east.
    pub(super) width: usize,
}

/// The number of pairs of boards that a division of lists must separate to be worthwhile.
#[derive(Debug, Clone, Copy)]
pub(super) struct SplittingWorth {
    /// The number of pairs for each board of either list.
    pub(super) board: f64,
    /// The number of pairs in addition, for each division.
    pub(super) node: f64,
}

impl SplittingWorth {
    /// Measured values. Half of both takes 1.1 to 1.4 times the time, and so does twice of both; in between
    /// the differences are small.
    pub(super) const MEASURED: Self = Self { board: 100.0, node: 60_000.0 };
}
