//! Engines for opposing armies.
//!
//! Pieces of one army may attack each other, so whole armies stand close together, and what is scarce is the squares that
//! an enemy leaves in peace. Any engine that works from the table of conflicts counts armies, with each army's kinds as
//! kinds of their own; those here make use of what armies have in common.

pub(super) mod one_by_one;
pub(in crate::engines) mod shields;
