//! The uses of the placements of a problem: counting them, and walking through them with stops at any point.

use crate::engines::kernel::Kernel;
use crate::engines::tally::UnitCount;
use crate::symmetry::classes::Classes;

/// A problem as an engine searches it. Pieces are (square, kind) pairs, squares in reading order.
pub trait Reading: Send + Sync {
    /// Counts the placements with these first pieces, or the symmetries that fix each of them.
    fn count(
        &self,
        pieces: &[(usize, usize)],
        fixing: Option<&Classes>,
        kernel: Kernel,
        should_stop: &dyn Fn() -> bool,
    ) -> UnitCount;
    /// Returns where the piece after these can stand, by kind and square, and the number of pieces left.
    /// `None` if these pieces cannot stand.
    fn candidates(&self, pieces: &[(usize, usize)]) -> Option<(Vec<(usize, usize)>, u32)>;
    /// Returns an extender of first pieces.
    fn extender(&self) -> Box<dyn Extender + '_>;
    /// True if placements are checked one by one, because only whole placements show whether they are
    /// non-attacking.
    fn is_walked(&self) -> bool;
    /// Returns the number of squares of the board.
    fn squares(&self) -> usize;
    /// Returns the approximate nanoseconds for a partial placement.
    fn node_nanoseconds(&self) -> f64;
    /// Returns the number of bytes held.
    fn memory(&self) -> usize;
    /// Starts a walk at the first placement.
    fn walk(self: Box<Self>) -> Box<dyn Walk>;
}

/// A search that can start from any first pieces; its memory is allocated once.
pub trait Extender {
    /// Returns the pieces that can follow these first pieces and can themselves be followed. More than one
    /// piece must be to come.
    fn extensions(&mut self, pieces: &[(usize, usize)]) -> Vec<Extension>;
}

/// A piece that follows others.
pub struct Extension {
    /// The piece as square and kind.
    pub(super) piece: (usize, usize),
    /// The number of places where the piece after it can stand.
    pub(super) places: usize,
}

/// The result of advancing a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WalkEnd {
    /// A leaf: a partial placement with one piece left, or with none if no piece was left from the start.
    Leaf,
    /// The walk was stopped, and can be continued.
    Stopped,
    /// The walk is at its end.
    Done,
}

/// A walk through placements, one after another.
pub trait Walk: Send {
    /// Advances to the next leaf.
    fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> WalkEnd;
    /// Takes the next placement from the leaf that [`Walk::advance`] reached, as squares and kinds with
    /// increasing squares. False if there is none left.
    fn take_last(&mut self, pieces: &mut Vec<(usize, usize)>) -> bool;
    /// Returns the number of partial placements made so far.
    fn nodes(&self) -> u64;
}
