//! A walk through the placements of a problem that can be stopped anywhere.

/// What a walk came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A partial placement with one piece left: a leaf.
    Leaf,
    /// It was to stop, and can go on.
    Stopped,
    /// The end.
    Done,
}

/// Placements one after another.
pub(crate) trait Walk: Send {
    /// Goes on to the next partial placement with one piece left.
    fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> Step;
    /// Takes the next placement from the leaf that [`Walk::advance`] came to, by square and kind, squares increasing; false if
    /// there is none left.
    fn take_last(&mut self, pieces: &mut Vec<(usize, usize)>) -> bool;
    /// Partial placements made so far.
    fn nodes(&self) -> u64;
}
