//! Covers: items, and places of which as many must be taken that every item is covered.
//!
//! Take an item that is not covered yet: one of the places that cover it must be taken. Those that can are tried in turn, and what
//! was tried is not taken later, so that each choice is met once. Of all items the one with the fewest places is looked at, and
//! where it has none, nothing comes of what is taken so far. That is all there is to it ([`search`]); what is done with what is
//! met, and what is known to be out of reach, is a matter of a [`Visitor`].
//!
//! Of placements that cannot be extended, places are items too: each covers itself and what it is in conflict with, and excludes all
//! of that. Of dominating placements squares are items, which are covered by what attacks them or stands there, and a place excludes
//! the others of its square; with so many pieces and no more, what the best places cover is a bound.
//!
//! Of first choices that symmetries carry to each other one is looked at ([`split()`]). Numbers of pieces are seen to in [`exact`];
//! the engine of that name counts what dominates ([`counter`]), and the smallest number is looked for from below.

mod counter;
mod exact;
mod field;
mod places;
mod search;
mod split;
mod weights;

pub(crate) use counter::CoverEngine;
pub use exact::{Exact, Looked, Looking, OnChoice};
pub(crate) use field::{Field, Limit};
pub use places::{Places, is_open};
pub(crate) use search::{Cover, Node, Visitor};
pub use split::Unit;
pub(crate) use split::{Splitting, split};
