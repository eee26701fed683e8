//! What the library `armistice` counts with, from boards to plans: see there.
//!
//! It is a package of its own so that it is compiled with all that the compiler can do, and not again when something changes
//! that only shows results. Dependencies point one way: from `sequences` and `formula` to `answer`, from there to `search` and `plan`, from there to
//! `engines`, from these to `symmetry`, `question` and `conflict`, and from all of them to `problem`, `board` and `piece`.

pub mod algebra;
pub mod answer;
pub mod board;
pub mod clock;
pub mod conflict;
pub mod engines;
mod feature;
pub mod formula;
#[cfg(feature = "serde")]
pub mod interchange;
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
mod up_to;

pub use feature::Feature;
pub use named::Named;
/// Counts are of this type.
pub use num_bigint::BigUint;
pub use placement::{PlacedPiece, Placement, PlacementFault};
pub use problem::{Army, Lines, Objective, Pieces, Problem, ProblemBuilder, ProblemError, Quantity};
pub use question::Question;
pub use up_to::{MapGroup, MapGroupError, MapName, OtherMaps, UpTo};
