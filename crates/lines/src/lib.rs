//! Opposing armies by the lines that each may have: ranks, files and diagonals are labelled, not squares.
//!
//! This package does not depend on problems. Its input is a rectangle, the lines along which armies are
//! enemies, and their sizes. The engine called `lines` derives these from a problem.

#![allow(rustdoc::private_intra_doc_links, reason = "readers of private items have their documentation, too")]

#[doc(hidden)]
pub mod several;
#[doc(hidden)]
pub mod two;

pub(crate) use armistice_base::{kernel, random};
