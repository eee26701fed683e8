//! Answers: numbers, extremes, placements.

pub mod answer;
pub(crate) mod armies;
pub(crate) mod budget;
mod error;
pub(crate) mod estimate;
pub(crate) mod first;
mod found;
pub(crate) mod largest;
pub mod listing;
mod one_by_one;
pub(crate) mod pairs;
pub mod puzzle;
pub mod random;
pub(crate) mod smallest;
pub(crate) mod squares;

pub use armies::{
    ArmiesQuestion, AttainedArmies, LargestArmies, Refutation, SettledQuestion, largest_armies, settle,
};
pub use error::SearchError;
pub use estimate::{CONFIDENCE, Effort, Estimate, EstimateOrCount, Interval, estimate, glance, is_estimated};
pub use first::{CONSTRUCTION, find_asked, find_first};
pub use found::{First, fault};
pub use largest::{Finder, Maximum, largest};
pub use pairs::{CountsByPairs, by_pairs};
pub use smallest::{Minimum, smallest};
pub use squares::{CountsBySquare, KindBySquare, by_square, by_square_beside};

use crate as search;
use armistice_base::{clock, named};
use armistice_chess::{
    board, conflict, feature, piece, placement, problem, question, symmetry, up_to, with_mask,
};
use armistice_engines as engines;
use armistice_plan as plan;
