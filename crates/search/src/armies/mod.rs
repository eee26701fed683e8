//! The largest opposing armies, and whether given ones fit.
//!
//! | file | does |
//! |---|---|
//! | [`labelled`] | finds a placement by the labels of lines |
//! | [`local`] | searches locally for armies that fit |
//! | [`mod@decide`] | decides whether armies fit: a placement, or the search that found none |
//! | [`optimum`] | finds the largest armies, with proof |
//! | [`beside`] | finds the most pieces of one army next to given ones |
//! | [`exact`] | turns a question about a maximum into one about an exact number |
//! | [`mod@settle`] | finds that number first if its placements are to be counted |

mod beside;
mod decide;
mod exact;
mod labelled;
mod local;
mod optimum;
mod settle;

pub use decide::Refutation;
pub(crate) use decide::decide;
pub use optimum::{ArmiesQuestion, AttainedArmies, LargestArmies, largest_armies};
pub use settle::{SettledQuestion, settle};
