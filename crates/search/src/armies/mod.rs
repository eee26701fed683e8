//! The largest opposing armies, and whether given ones fit.
//!
//! | file | does |
//! |---|---|
//! | [`labelled`] | a placement by the labels of lines |
//! | [`local`] | local search for armies that fit |
//! | [`mod@decide`] | whether armies fit: a placement, or the search that found none |
//! | [`optimum`] | the largest armies, with proof |
//! | [`beside`] | the most pieces of one kind beside given armies |
//! | [`mod@settle`] | that number first, where its placements are counted |

mod beside;
mod decide;
mod labelled;
mod local;
mod optimum;
mod settle;

pub use decide::Refutation;
pub(crate) use decide::decide;
pub use optimum::{ArmiesQuestion, Attained, LargestArmies, largest_armies};
pub use settle::{Settled, settle};
