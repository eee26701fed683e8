//! What a closure is made of: a state, and what becomes of it from square to square.
//!
//! All placements need to know what is [forbidden](super::state) ahead; maximal ones also what is
//! [still to be done](mod@super::maximal).

/// What is remembered of the squares that were passed, and how that changes from square to square.
pub(super) trait StripSweep {
    /// A state, as words.
    type State: AsRef<[u64]> + Clone;

    /// The state before the first rank.
    fn first(&self) -> Self::State;

    /// Calls `follow` with what follows a state when a square is left empty, and then for each kind when a
    /// piece of it is put there; `None` where that is not possible.
    fn follow(&self, state: &Self::State, square: usize, follow: &mut impl FnMut(Option<Self::State>));

    /// The boundary state after the last square of a rank; `None` if there is no way to go on or to end.
    fn end_rank(&self, state: &Self::State) -> Option<Self::State>;

    /// Whether what was placed counts if no further rank follows a boundary state.
    fn is_end(&self, state: &Self::State) -> bool;
}
