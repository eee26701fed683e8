//! A search over linear constraints on Boolean variables, which writes a proof of its result. It does not
//! depend on boards.
//!
//! The reader of a proof need not trust the search, only a [checker](log). The search [learns](search) a
//! clause from every conflict, as SAT solvers do, and writes it to the proof. A checker confirms by unit
//! propagation that the clause follows. SAT solvers cannot count, so at any node a [bound](Bound) may name a
//! sum of constraints that is already violated. The sum is also written to the proof, and a clause is learned
//! from it (Gocht and others, "Certifying solvers for clique and maximum common (connected) subgraph
//! problems", 2020).

#![allow(rustdoc::private_intra_doc_links, reason = "readers of private items have their documentation, too")]

pub mod bounds;
#[cfg(test)]
mod checker;
mod linear;
pub mod log;
mod propagation;
mod search;

pub use linear::{LinearConstraint, Literal, sum};
pub use log::{Drat, Log, VeriPb};
pub use propagation::Assignment;
pub use search::{Bound, Outcome, Search, ViolatedSum};
