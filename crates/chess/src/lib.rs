//! Boards, pieces, problems, questions and placements, and their texts.
//!
//! Users see this package through the library `armistice`. Items that are hidden in the documentation are for
//! the other packages.

pub mod board;
pub mod conflict;
#[doc(hidden)]
pub mod feature;
#[cfg(feature = "serde")]
mod interchange;
pub mod notation;
pub mod piece;
#[doc(hidden)]
pub mod placement;
#[doc(hidden)]
pub mod problem;
#[doc(hidden)]
pub mod question;
#[doc(hidden)]
pub mod symmetry;
#[doc(hidden)]
pub mod up_to;

pub(crate) use armistice_base::named;
pub use feature::Feature;
pub use placement::{PlacedPiece, Placement, PlacementFault};
pub use problem::{
    Army, Degrees, LineQuota, LineType, Lines, NoLines, Objective, Pieces, Problem, ProblemBuilder,
    ProblemError, Quantity, Quota, Regions, RegionsError, Span, Treaty,
};
pub use question::{Demand, Question};
pub use up_to::{MapGroup, MapGroupError, MapName, OtherMaps, UpTo};
