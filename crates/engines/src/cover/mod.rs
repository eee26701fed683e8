//! Covers: items, and places; every item must be covered by a taken place.
//!
//! Choose an item that is not covered yet: one of the places that cover it must be taken. The search tries
//! these places in turn, and a place that was tried is not taken later, so that each choice is met once. It
//! always chooses an item with the fewest places. If an item has no place, the places taken so far cannot be
//! completed. This is the whole search ([`search`]). A [`Visitor`] decides what to do with the choices, and
//! which nodes are out of reach.
//!
//! For placements that cannot be extended, places are also items: each place covers and excludes itself and
//! all places in conflict with it. For dominating placements squares are items. A place covers the squares
//! that its piece attacks or occupies, and excludes the other places of its square. With a limited number of
//! pieces, the squares covered by the best places give a bound.
//!
//! The search visits only one of each class of equivalent first choices ([`split()`]). Numbers of pieces are
//! handled in [`exact`]. The cover engine counts dominating placements ([`counter`]). The search for the
//! minimum goes upwards.

mod counter;
mod exact;
mod field;
mod places;
mod search;
mod split;
mod weights;

pub(crate) use counter::CoverEngine;
pub use exact::{ChoiceCallback, ChoiceOptions, ChoiceReport, ExactCovers};
pub(crate) use field::{Field, Limit};
pub use places::{Places, is_open};
pub(crate) use search::{Cover, Node, Visitor};
pub use split::Unit;
pub(crate) use split::{SplitOptions, split};
