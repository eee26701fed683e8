//! Opposing armies by the lines that each may have: ranks, files and diagonals are labelled, not squares.
//!
//! Nothing here knows problems: what goes in is a rectangle, the lines along which armies are enemies, and their sizes. The
//! engine called lines makes that of a problem.

#[doc(hidden)]
pub mod several;
#[doc(hidden)]
pub mod two;

pub(crate) use armistice_base::{kernel, random};
