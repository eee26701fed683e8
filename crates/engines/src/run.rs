//! How a unit is counted, and why it may have no count.

use crate::problem::Problem;
use num_bigint::BigUint;

/// How a unit is counted.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Whether a whole answer is worth the threads of the pool that it is called in.
    pub is_parallel: bool,
    /// Asked now and then whether to stop.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Told which share of a whole answer is done, 0 to 1, and the number of partial placements made so far, if they are counted.
    pub progress: &'a (dyn Fn(f64, u64) + Sync),
}

impl<'a> Run<'a> {
    /// On the calling thread, without a word on the way.
    pub fn silent(should_stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { is_parallel: false, should_stop, progress: &|_, _| {} }
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
        error: String,
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
    #[must_use]
    pub fn nested_in(self, problem: &Problem) -> Self {
        match self {
            Self::TooLarge | Self::Nested { .. } | Self::Unplanned { .. } => self,
            error => Self::Nested { problem: problem.to_string(), error: error.into() },
        }
    }

    /// That a smaller problem cannot be planned.
    #[must_use]
    pub fn unplanned(problem: &Problem, error: &impl std::fmt::Display) -> Self {
        Self::Unplanned { problem: problem.to_string(), error: error.to_string() }
    }
}
