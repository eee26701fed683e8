//! Results as text, as JSON and as pictures: from answers to strings. No function here writes to a file or a
//! terminal.

#[cfg(feature = "text")]
pub mod armies;
#[cfg(feature = "text")]
pub mod attack_list;
#[cfg(feature = "text")]
pub mod by_square;
#[cfg(feature = "text")]
pub mod curve;
#[cfg(feature = "json")]
pub mod estimate;
#[cfg(feature = "json")]
pub mod explanation;
#[cfg(feature = "text")]
pub mod formula;
#[cfg(feature = "text")]
pub mod found;
#[cfg(feature = "text")]
pub mod free_lines;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "draw")]
pub mod latex;
#[cfg(feature = "text")]
pub mod numbers;
#[cfg(feature = "json")]
pub mod parts;
#[cfg(feature = "png")]
pub mod pdf;
#[cfg(feature = "text")]
pub mod plot;
#[cfg(feature = "png")]
pub mod png;
#[cfg(all(feature = "text", feature = "json"))]
pub mod puzzle;
#[cfg(feature = "cli")]
pub(crate) mod runs;
#[cfg(all(feature = "text", feature = "json"))]
pub mod sequence;
#[cfg(all(feature = "draw", feature = "json"))]
pub mod solution;
#[cfg(all(feature = "text", feature = "json"))]
pub mod steps;
#[cfg(feature = "draw")]
pub mod svg;
#[cfg(feature = "cli")]
pub mod table;
#[cfg(feature = "text")]
pub mod text;
#[cfg(all(feature = "draw", feature = "json"))]
pub mod trace;
#[cfg(feature = "text")]
pub mod validity;
#[cfg(feature = "text")]
pub mod verification;
#[cfg(any(feature = "draw", feature = "text"))]
mod words;

use crate::Placement;
use crate::Problem;
use crate::notation::PermutationAxis;

/// A placement, with the details that are reported with it.
#[derive(Debug)]
pub struct Solution<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The placement.
    pub placement: &'a Placement,
    /// The number of the placement in the list, from 1.
    pub number: u64,
    /// The number of placements that are equivalent to it, if requested.
    pub class_size: Option<u64>,
    /// The direction in which it is read as a permutation, which is that of the search.
    pub read_by: PermutationAxis,
}
