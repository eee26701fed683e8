//! A rule: how it is judged where one piece more can stand.

use crate::board::Mask;
use crate::engines::kernel::Kernel;

/// A partial placement on the stack of a search.
#[derive(Clone)]
pub(crate) struct ReadingNode<M> {
    /// The piece that was placed last, by square and kind; `None` at the root.
    pub(crate) piece: Option<(usize, usize)>,
    /// How many pieces of each kind are to be placed.
    pub(crate) left: Vec<u32>,
    /// And together.
    pub(crate) total: u32,
    /// For each kind the squares that no pair forbids.
    pub(crate) free: Vec<M>,
    /// What the rule keeps of all that were placed.
    pub(crate) kept: Vec<M>,
    /// For each kind the squares where the next piece is still to be tried; of the last piece those where there is peace.
    pub(crate) todo: Vec<M>,
}

/// What a search in reading order asks at every piece, with the tables that it takes to answer. What is to be compiled for
/// further instructions is to be `#[inline(always)]`.
///
/// A rule may keep something of the pieces that stand in two ways: sets with each node, made from those of the node below, or
/// whatever is changed with each piece that comes and goes. Where sets will do they are faster.
pub(crate) trait ReadingRule: Send + Sync + 'static {
    type Mask: Mask;
    /// What is changed with each piece, those included that are given.
    type Standing: Send;
    /// The best instructions that it gains from.
    const BEST: Kernel;

    /// Nobody stands.
    fn nobody(&self) -> Self::Standing;

    /// A piece comes to stand.
    #[inline(always)]
    fn push(&self, _standing: &mut Self::Standing, _square: usize, _kind: usize) {}

    /// The piece that came last goes.
    #[inline(always)]
    fn pop(&self, _standing: &mut Self::Standing) {}

    /// How many sets are kept with each node.
    fn kept(&self) -> usize {
        0
    }

    /// What they are with a piece more.
    #[inline(always)]
    fn keep(&self, _before: &[Self::Mask], _after: &mut [Self::Mask], _square: usize, _kind: usize) {}

    /// Finds the squares, `from` this one on, where the next piece of a node can stand; false if it cannot be completed.
    fn open(&self, standing: &Self::Standing, node: &mut ReadingNode<Self::Mask>, from: usize) -> bool;

    /// Whether placements are looked at one by one, since only then it is seen that they are at peace.
    fn is_walked(&self) -> bool {
        false
    }

    /// Whether a placement is at peace, where that is so.
    fn is_peace(&self, _pieces: &[(usize, usize)]) -> bool {
        true
    }

    /// Bytes held.
    fn memory(&self) -> usize;
}

/// A rule before it has a width: its tables as they are worked out, once for a problem, whatever its board.
pub(crate) trait Widen {
    type Rule<M: Mask>: ReadingRule<Mask = M>;

    fn widen<M: Mask>(self) -> Self::Rule<M>;
}
