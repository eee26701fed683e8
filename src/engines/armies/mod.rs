//! Engines for opposing armies.
//!
//! Pieces of one army may attack each other, so whole armies stand close together, and what is scarce is the squares that
//! an enemy leaves in peace. Any engine that works from the table of conflicts counts armies, with each army's kinds as
//! kinds of their own; those here make use of what armies have in common.
//!
//! | file | does |
//! |---|---|
//! | [`one_by_one`] | counts army by army, the last one as a binomial; for any kinds |
//! | [`lines`] | labels ranks, files and diagonals with one of two armies; near the maximum of kinds that move along them |
//! | [`several`] | the same for three and four armies of queens |
//! | [`shields`] | counts in reading order where pieces block lines |
//! | [`labelled`] | says which problems these two are for, and runs their units |
//! | [`local`] | local search for armies that fit |
//! | [`mod@decide`] | whether armies fit: a placement, or the search that found none |
//! | [`optimum`] | the largest armies, with proof |

mod decide;
mod labelled;
pub(crate) mod lines;
mod local;
pub(super) mod one_by_one;
mod optimum;
pub(crate) mod several;
pub(in crate::engines) mod shields;

pub use decide::Refutation;
pub(super) use decide::{Decision, decide};
pub(super) use labelled::{LINES, LabelledCounter, two_lines};
pub use optimum::{ArmiesQuestion, LargestArmies, Standing, largest_armies};
