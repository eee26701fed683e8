//! A search over linear constraints of true and false that writes a proof of what it finds. It knows no boards.
//!
//! Whoever reads the proof need not trust the search, only a [checker](log): the search may be as clever, or as wrong, as it likes.
//! It [learns](search) a clause from every conflict, as solvers of formulas do, and writes it down: a checker sees by unit
//! propagation that it follows. What such solvers cannot do is count, and so a [bound](Bound) may say at any node that a
//! sum of constraints is already broken; the sum is written down, too, and a clause learned from it (Gocht and others,
//! "Certifying solvers for clique and maximum common (connected) subgraph problems", 2020).

#![allow(rustdoc::private_intra_doc_links, reason = "who reads of its inside has it before them")]

pub mod bounds;
#[cfg(test)]
mod checker;
mod linear;
pub mod log;
mod propagation;
mod search;

pub use linear::{Linear, Literal, sum};
pub use log::{Drat, Log, VeriPb};
pub use propagation::Assignment;
pub use search::{Bound, Broken, Outcome, Search};
