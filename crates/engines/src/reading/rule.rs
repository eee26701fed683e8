//! A rule: it decides where one more piece can stand.

use crate::board::Mask;
use crate::engines::kernel::Kernel;

/// A partial placement on the stack of a search.
#[derive(Clone)]
pub(crate) struct ReadingNode<M> {
    /// The piece that was placed last, as square and kind; `None` at the root.
    pub(crate) piece: Option<(usize, usize)>,
    /// For each kind, the number of pieces that are still to be placed.
    pub(crate) left: Vec<u32>,
    /// The total number of pieces that are still to be placed.
    pub(crate) total: u32,
    /// For each kind the squares that no pair forbids.
    pub(crate) free: Vec<M>,
    /// The sets that the rule keeps for the placed pieces.
    pub(crate) kept: Vec<M>,
    /// For each kind the squares where the next piece is still to be tried; for the last piece the squares
    /// that complete a placement.
    pub(crate) todo: Vec<M>,
}

/// A rule, which a search in reading order applies at every piece, with its tables. Functions to be compiled
/// for further instructions must be `#[inline(always)]`.
///
/// A rule may keep data about the standing pieces in two ways: as sets with each node, made from those of the
/// node below, or as data that changes with each piece placed or removed. Sets are faster if they are
/// sufficient.
pub(crate) trait ReadingRule: Send + Sync + 'static {
    type Mask: Mask;
    /// The data that change with each piece, including pre-placed ones.
    type Position: Send;
    /// The best instructions from which the rule gains.
    const BEST: Kernel;

    /// Returns the data of the empty board.
    fn empty_position(&self) -> Self::Position;

    /// Adds a piece to the data.
    #[inline(always)]
    fn push(&self, _standing: &mut Self::Position, _square: usize, _kind: usize) {}

    /// Removes the last added piece from the data.
    #[inline(always)]
    fn pop(&self, _standing: &mut Self::Position) {}

    /// Returns the number of sets that are kept with each node.
    fn kept_sets(&self) -> usize {
        0
    }

    /// Computes the kept sets after adding a piece.
    #[inline(always)]
    fn keep(&self, _before: &[Self::Mask], _after: &mut [Self::Mask], _square: usize, _kind: usize) {}

    /// Finds the squares from `from` on where the next piece of a node can stand; false if the node cannot be
    /// completed.
    fn open(&self, standing: &Self::Position, node: &mut ReadingNode<Self::Mask>, from: usize) -> bool;

    /// True if placements are checked one by one, because only whole placements show whether they are
    /// non-attacking.
    fn is_walked(&self) -> bool {
        false
    }

    /// True if a placement is non-attacking, for rules that check placements one by one.
    fn is_peace(&self, _pieces: &[(usize, usize)]) -> bool {
        true
    }

    /// Returns the number of bytes held.
    fn memory(&self) -> usize;
}

/// A rule before it has a width: its tables are computed once for a problem, whatever its board.
pub(crate) trait Widen {
    type Rule<M: Mask>: ReadingRule<Mask = M>;

    fn widen<M: Mask>(self) -> Self::Rule<M>;
}
