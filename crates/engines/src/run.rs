//! The options of a run, and the reasons why it may have no result.

use crate::problem::Problem;
use num_bigint::BigUint;

/// The options for counting a unit.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Whether a whole answer is worth the threads of the current pool.
    pub is_parallel: bool,
    /// Called now and then; returns whether to stop.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the finished share of a whole answer, 0 to 1, and the number of partial placements so far
    /// if they are counted.
    pub progress: &'a (dyn Fn(f64, u64) + Sync),
}

impl<'a> Run<'a> {
    /// Returns options for the calling thread, without progress reports.
    pub fn without_reports(should_stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { is_parallel: false, should_stop, progress: &|_, _| {} }
    }
}

/// The reason why a run has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The threads could not be started.
    #[error("cannot start {0} threads")]
    Threads(usize),
    /// A part of the count has more than 128 bits.
    #[error(
        "a part of this count has more than 38 digits, too many for the engine that counts it; choose another \
         one ('armistice help engines' lists them)"
    )]
    TooLarge,
    /// The count needs more memory than allowed.
    #[error(
        "this count needs more memory than the {allowed} bytes that are allowed; allow more, or choose another \
         engine"
    )]
    Memory {
        /// The number of bytes allowed.
        allowed: u64,
    },
    /// States that do not fit in memory could not be kept in a file.
    #[error("the count does not fit in memory, and its temporary file cannot be used: {0}")]
    Disc(std::io::ErrorKind),
    /// More was subtracted than was added: an engine is wrong.
    #[error("internal check failed: a negative count; please report this problem")]
    Negative,
    /// A sum of weighted counts is not a multiple of its divisor: an engine is wrong.
    #[error("internal check failed: {sum} is not a multiple of {divisor}; please report this problem")]
    NoMultiple {
        /// The sum.
        sum: BigUint,
        /// The divisor.
        divisor: u64,
    },
    /// A check failed: the program is wrong.
    #[error("internal check failed: {what}; please report this problem")]
    Check {
        /// The check.
        what: &'static str,
    },
    /// A smaller problem, from which this one is counted, has no result.
    #[error("{error} (in the nested problem '{problem}')")]
    Nested {
        /// Its canonical text.
        problem: String,
        /// The reason.
        error: Box<RunError>,
    },
    /// A smaller problem, from which this one would be counted, cannot be planned.
    #[error("{error} (in the nested problem '{problem}')")]
    Unplanned {
        /// Its canonical text.
        problem: String,
        /// The reason.
        error: String,
    },
}

impl RunError {
    /// True if nothing is wrong, and another engine may be able to count the problem.
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

    /// Converts an error of a smaller problem into one of the problem that is counted from it. Only the
    /// smallest problem with the error is named. A limit that a part exceeds is a limit of the whole.
    #[must_use]
    pub fn nested_in(self, problem: &Problem) -> Self {
        match self {
            Self::TooLarge | Self::Nested { .. } | Self::Unplanned { .. } => self,
            error => Self::Nested { problem: problem.to_string(), error: error.into() },
        }
    }

    /// Returns the error that a smaller problem cannot be planned.
    #[must_use]
    pub fn planning_error(problem: &Problem, error: &impl std::fmt::Display) -> Self {
        Self::Unplanned { problem: problem.to_string(), error: error.to_string() }
    }
}
