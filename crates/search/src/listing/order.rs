//! A search that returns placements in its own order.

use crate::placement::Placement;

/// A placement that was listed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedPlacement {
    /// The placement.
    pub placement: Placement,
    /// The number of placements that are equivalent to this one, itself included; 1 if all placements are
    /// distinguished.
    pub class_size: u64,
}

/// A search for one placement after another.
pub(crate) trait ListingSearch: Send {
    /// Returns the next placement. `None` if there is none left, if about `end` partial placements were made
    /// in all, or if `should_stop` returned true.
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<ListedPlacement>;
    /// Returns the number of partial placements made so far.
    fn nodes(&self) -> u64;
}
