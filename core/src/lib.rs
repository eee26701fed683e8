//! What the library `armistice` counts with, from boards to plans: see there.
//!
//! It is a package of its own so that it is compiled with all that the compiler can do, and not again when something changes
//! that only shows results. Rooms look one way: `search` and `sequences` into `plan`, that into `engines`, these into
//! `symmetry`, `question` and `conflict`, and all of them into `problem`, `board` and `piece`.

pub mod board;
pub mod conflict;
pub mod engines;
#[doc(hidden)]
pub mod named;
pub mod notation;
pub mod piece;
mod placement;
pub mod plan;
mod problem;
mod question;
pub mod search;
pub mod sequences;
mod symmetry;

pub use named::Named;
/// Counts are of this type.
pub use num_bigint::BigUint;
pub use placement::{PlacedPiece, Placement, PlacementFault};
pub use problem::{Army, Lines, Objective, Pieces, Problem, ProblemError, Quantity};
pub use question::{Question, UpTo};
