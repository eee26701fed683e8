//! A search that hands out placements in an order of its own.

use crate::placement::Placement;

/// A placement that was listed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// The placement.
    pub placement: Placement,
    /// Up to symmetry: how many placements are the same as this one, itself included. Otherwise 1.
    pub class_size: u64,
}

/// A search for one placement after another.
pub(crate) trait ListingSearch: Send {
    /// The next placement; `None` if there is none left, if about `end` partial placements were made in all, or if
    /// `should_stop` said so.
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed>;
    /// Partial placements made so far.
    fn nodes(&self) -> u64;
}
