//! The largest opposing armies, and whether given ones fit.
//!
//! | file | does |
//! |---|---|
//! | [`labelled`] | a placement by the labels of lines |
//! | [`local`] | local search for armies that fit |
//! | [`mod@decide`] | whether armies fit: a placement, or the search that found none |
//! | [`optimum`] | the largest armies, with proof |
//! | [`beside`] | the most pieces of one army beside given ones |
//! | [`exact`] | a question about a largest number, asked about that number |
//! | [`mod@settle`] | that number first, where its placements are counted |

mod beside;
mod decide;
mod exact;
mod labelled;
mod local;
mod optimum;
mod settle;

pub use decide::Refutation;
pub(crate) use decide::decide;
pub use optimum::{ArmiesQuestion, Attained, LargestArmies, largest_armies};
pub use settle::{Settled, settle};
