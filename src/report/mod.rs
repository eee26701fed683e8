//! Results as text, as JSON and as pictures: from records to strings. Nothing here writes to a file or a terminal.

#[cfg(feature = "text")]
pub mod armies;
#[cfg(feature = "text")]
pub mod formula;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "draw")]
pub mod latex;
#[cfg(feature = "text")]
pub mod numbers;
#[cfg(feature = "text")]
pub mod plot;
#[cfg(feature = "png")]
pub mod png;
#[cfg(feature = "cli")]
pub(crate) mod runs;
#[cfg(all(feature = "draw", feature = "json"))]
pub mod solution;
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
#[cfg(feature = "draw")]
mod words;

use crate::Placement;
use crate::Problem;
use crate::Question;
use crate::UpTo;
use crate::board::Square;
use crate::notation::ReadBy;
use crate::plan::{Outcome, Stabilisers, Summary};
use crate::search::{Largest, Smallest};
use num_bigint::BigUint;
use std::time::Duration;

#[cfg(feature = "text")]
pub use armies::ArmiesRecord;

/// A problem that was counted.
#[derive(Debug)]
pub struct CountRecord<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// How it was counted.
    pub summary: &'a Summary,
    /// What came out.
    pub outcome: &'a Outcome,
    /// Subtotals by the lowest square of a kind, if they were asked for.
    pub division: Option<DivisionRecord>,
    /// The second count, if there was one.
    pub check: Option<CheckRecord>,
    /// How long it took to decide how to count, before the time of the outcome began; the trial of a sweep, which the sweep
    /// goes on from, is in both.
    pub planning: Duration,
}

/// A problem whose largest number was looked for.
#[derive(Debug)]
pub struct LargestRecord<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What was found.
    pub largest: &'a Largest,
    /// Whether the placements that have the number were to be counted.
    pub is_counted: bool,
    /// Which of those were counted as one.
    pub up_to: UpTo,
}

/// A problem whose smallest placements that cannot be extended were looked for.
#[derive(Debug)]
pub struct SmallestRecord<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What was found; `None` if the search was stopped.
    pub smallest: Option<&'a Smallest>,
}

/// A placement, and what is reported beside it.
#[derive(Debug)]
pub struct Solution<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The placement.
    pub placement: &'a Placement,
    /// Its number in the list, from 1.
    pub number: u64,
    /// How many placements are the same up to symmetry, if that was asked for.
    pub class_size: Option<u64>,
    /// How it is read as a permutation, if it can be: the way in which it was looked for.
    pub read_by: ReadBy,
}

/// A second count of the same problem.
#[derive(Debug)]
pub struct CheckRecord {
    /// How it came about.
    pub by: String,
    /// What came out.
    pub count: BigUint,
    /// Whether everything is as in the first count.
    pub agrees: bool,
}

/// Placements by the symmetries that they have.
#[derive(Debug)]
pub struct SymmetryRecord<'a> {
    /// What was asked: the problem, and the group whose subgroups are told apart.
    pub question: &'a Question,
    /// How many symmetries the group has.
    pub order: usize,
    /// What was found.
    pub found: &'a Stabilisers,
}

/// The group whose subgroups are told apart.
#[cfg(feature = "json")]
fn told_apart(question: &Question) -> UpTo {
    if question.up_to == UpTo::Nothing { UpTo::Symmetry } else { question.up_to }
}

/// Subtotals of a count by the lowest square that holds a piece of one kind.
#[derive(Debug)]
pub struct DivisionRecord {
    /// The letter of that kind.
    pub letter: char,
    /// The squares with a count above zero, lowest first.
    pub parts: Vec<(Square, BigUint)>,
}
