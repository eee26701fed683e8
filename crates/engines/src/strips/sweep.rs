//! The parts of a closure: a state, and its successors from square to square.
//!
//! All placements need a record of the [forbidden](super::state) squares ahead; maximal ones also need a
//! record of the [demands](mod@super::maximal) that remain.

/// A record of the squares that were passed, and its changes from square to square.
pub(super) trait StripSweep {
    /// A state, as words.
    type State: AsRef<[u64]> + Clone;

    /// Returns the state before the first rank.
    fn first(&self) -> Self::State;

    /// Calls `follow` with the successor of a state if a square is left empty, and then for each kind if a
    /// piece of it is placed there; `None` if that is impossible.
    fn follow(&self, state: &Self::State, square: usize, follow: &mut impl FnMut(Option<Self::State>));

    /// Returns the boundary state after the last square of a rank; `None` if the state can neither continue
    /// nor end.
    fn end_rank(&self, state: &Self::State) -> Option<Self::State>;

    /// Returns true if the placement counts when no further rank follows a boundary state.
    fn is_end(&self, state: &Self::State) -> bool;
}
