//! The largest opposing armies, and whether given ones fit.
//!
//! | file | does |
//! |---|---|
//! | [`labelled`] | a placement by the labels of lines |
//! | [`local`] | local search for armies that fit |
//! | [`mod@decide`] | whether armies fit: a placement, or the search that found none |
//! | [`optimum`] | the largest armies, with proof |

mod decide;
mod labelled;
mod local;
mod optimum;

pub use decide::Refutation;
pub(crate) use decide::{Decision, decide};
pub use optimum::{ArmiesQuestion, Attained, LargestArmies, largest_armies};
