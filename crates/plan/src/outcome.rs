//! What comes out of a run.

use super::PlanError;
use crate::engines::counter::Partial;
use crate::engines::tally::NumberCount;
use crate::problem::Problem;
use num_bigint::BigUint;
use std::time::Duration;

/// A count and how it came about.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The number asked for, or a lower bound on it if not complete. Of a problem with `max`, how many placements reach
    /// the largest number.
    pub count: BigUint,
    /// Of a problem with `max`, the largest number of pieces of the kinds written so, together.
    pub maximum: Option<u32>,
    /// The counts by number, if [`Question::by_number`](crate::Question::by_number) asks for them: in increasing order of
    /// the numbers, zeros left out. (Of a single kind, the independence polynomial of the conflict graph.)
    pub by_number: Option<Vec<NumberCount>>,
    /// Up to symmetry, the number of all placements as well.
    pub placements: Option<BigUint>,
    /// Whether everything was counted.
    pub complete: bool,
    /// Units counted to their end.
    pub units_done: usize,
    /// Partial placements made.
    pub nodes: u64,
    /// Time for starting the threads and counting all units.
    pub elapsed: Duration,
}

impl Outcome {
    /// No placement, and nothing left to count: what parts are [added](Self::add) to.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            count: BigUint::ZERO,
            maximum: None,
            by_number: None,
            placements: None,
            complete: true,
            units_done: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Adds the count of other placements of exact numbers of pieces, and what it took.
    pub fn add(&mut self, part: &Self) {
        self.count += &part.count;
        self.complete &= part.complete;
        self.units_done += part.units_done;
        self.nodes += part.nodes;
        self.elapsed += part.elapsed;
    }

    /// What was counted in a unit whose count this is, or follows from it: the number of placements may be another one.
    ///
    /// # Errors
    /// A number that is too large for a unit.
    pub(crate) fn as_unit(&self, number: &BigUint) -> Result<Partial, RunError> {
        let placements = u128::try_from(number).map_err(|_| RunError::TooLarge)?;
        Ok(Partial { placements, nodes: self.nodes, complete: self.complete })
    }

    /// The same, with the time of what came before the run.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        Self { elapsed: self.elapsed + time, ..self }
    }
}

/// Why a run has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The threads could not be started.
    #[error("cannot start {0} threads")]
    Threads(usize),
    /// A part of the count has more than 128 bits.
    #[error(
        "a part of this count has more than 38 digits, which this engine cannot add up: use another engine"
    )]
    TooLarge,
    /// More memory than allowed.
    #[error(
        "the states of this sweep take more than the {allowed} bytes that are allowed: allow more, or use another engine"
    )]
    Memory {
        /// Bytes allowed.
        allowed: u64,
    },
    /// What memory does not hold could not be kept in a file.
    #[error("states that memory does not hold cannot be kept in temporary files: {0}")]
    Disc(std::io::ErrorKind),
    /// More was subtracted than there is: an engine is wrong.
    #[error("internal check failed: a negative count; please report this problem")]
    Negative,
    /// A sum of weighted counts is not the multiple that it must be: an engine is wrong.
    #[error("internal check failed: {sum} is not a multiple of {divisor}; please report this problem")]
    NoMultiple {
        /// The sum.
        sum: BigUint,
        /// What it must be a multiple of.
        divisor: u64,
    },
    /// Something is not as it must be: the program is wrong.
    #[error("internal check failed: {what}; please report this problem")]
    Check {
        /// What.
        what: &'static str,
    },
    /// A smaller problem, from which this one is counted, has no result.
    #[error("{error} (in the nested problem '{problem}')")]
    Nested {
        /// Its canonical text.
        problem: String,
        /// Why.
        error: Box<RunError>,
    },
    /// A smaller problem, from which this one would be counted, cannot be planned.
    #[error("{error} (in the nested problem '{problem}')")]
    Unplanned {
        /// Its canonical text.
        problem: String,
        /// Why.
        error: Box<PlanError>,
    },
}

impl RunError {
    /// Whether nothing is wrong, and another engine may be able to count what this one cannot.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        match self {
            Self::TooLarge | Self::Unplanned { .. } => true,
            Self::Threads(_)
            | Self::Memory { .. }
            | Self::Disc(_)
            | Self::Negative
            | Self::NoMultiple { .. }
            | Self::Check { .. }
            | Self::Nested { .. } => false,
        }
    }

    /// The same of a smaller problem from which another one is counted: the smallest one that has it is named. What is too large
    /// in a part is too large in all.
    pub(crate) fn nested_in(self, problem: &Problem) -> Self {
        match self {
            Self::TooLarge | Self::Nested { .. } | Self::Unplanned { .. } => self,
            error => Self::Nested { problem: problem.to_string(), error: error.into() },
        }
    }

    /// That a smaller problem cannot be planned.
    pub(crate) fn unplanned(problem: &Problem, error: PlanError) -> Self {
        Self::Unplanned { problem: problem.to_string(), error: error.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Settings, Silent, plan};

    #[test]
    fn what_came_before_takes_its_time_too() {
        let outcome = plan(&"6x6 Q6".parse().unwrap(), &Settings::default()).unwrap().run(&Silent).unwrap();
        let before = Duration::from_secs(7);
        let expected = Outcome { elapsed: before + outcome.elapsed, ..outcome.clone() };
        assert_eq!(outcome.after(before), expected);
    }
}
