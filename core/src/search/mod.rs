//! Answers that are placements or extremes.

pub(crate) mod armies;
pub(crate) mod budget;
pub(crate) mod first;
pub(crate) mod largest;
pub mod listing;
pub mod random;
pub(crate) mod smallest;
mod walls;

pub use armies::{ArmiesQuestion, Attained, LargestArmies, Refutation, Settled, largest_armies, settle};
pub use first::{First, FirstError, find_first};
pub use largest::{Finder, Largest, LargestError, largest};
pub use smallest::{Smallest, smallest};
