//! What is done with the placements of a problem: counting them, and walking through them with a stop anywhere.

use crate::engines::kernel::Kernel;
use crate::engines::tally::UnitCount;
use crate::symmetry::classes::Classes;

/// A problem as an engine goes through it. Pieces are (square, kind) pairs, squares in reading order.
pub trait Reading: Send + Sync {
    /// Counts the placements with these first pieces; or of each the symmetries that fix it.
    fn count(
        &self,
        pieces: &[(usize, usize)],
        fixing: Option<&Classes>,
        kernel: Kernel,
        should_stop: &dyn Fn() -> bool,
    ) -> UnitCount;
    /// Where the piece after these can stand, by kind and square, and how many pieces are left; `None` if these cannot
    /// stand.
    fn candidates(&self, pieces: &[(usize, usize)]) -> Option<(Vec<(usize, usize)>, u32)>;
    /// Tells of one start after another how it goes on.
    fn extender(&self) -> Box<dyn Extender + '_>;
    /// Whether placements are looked at one by one, since only then it is seen that they are at peace.
    fn is_walked(&self) -> bool;
    /// How many squares the board has.
    fn squares(&self) -> usize;
    /// About how many nanoseconds a partial placement takes.
    fn node_nanoseconds(&self) -> f64;
    /// Bytes held.
    fn memory(&self) -> usize;
    /// From the first placement on.
    fn walk(self: Box<Self>) -> Box<dyn Walk>;
}

/// A search that stands where it is told to, so that its memory is got once.
pub trait Extender {
    /// The pieces that can follow these first ones and be followed, more than one being to come.
    fn extensions(&mut self, pieces: &[(usize, usize)]) -> Vec<Extension>;
}

/// A piece that follows others.
pub struct Extension {
    /// By square and kind.
    pub(super) piece: (usize, usize),
    /// In how many places the piece after it can stand.
    pub(super) places: usize,
}

/// What a walk came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WalkEnd {
    /// A partial placement with one piece left, or with none from the start: a leaf.
    Leaf,
    /// It was to stop, and can go on.
    Stopped,
    /// The end.
    Done,
}

/// Placements one after another.
pub trait Walk: Send {
    /// Goes on to the next leaf.
    fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> WalkEnd;
    /// Takes the next placement from the leaf that [`Walk::advance`] came to, by square and kind, squares increasing; false if
    /// there is none left.
    fn take_last(&mut self, pieces: &mut Vec<(usize, usize)>) -> bool;
    /// Partial placements made so far.
    fn nodes(&self) -> u64;
}
