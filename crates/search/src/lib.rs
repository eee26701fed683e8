//! Answers: numbers, extremes, placements.

pub mod answer;
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

use crate as search;
use armistice_base::{clock, named};
#[cfg(test)]
use armistice_chess::notation;
use armistice_chess::{
    board, conflict, feature, piece, placement, problem, question, symmetry, up_to, with_mask, with_words,
};
use armistice_engines as engines;
use armistice_plan as plan;
