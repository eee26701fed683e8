//! The one thing that everybody wants: how many placements a problem has.

use super::{PlanError, RunError, Settings, Silent, plan};
use crate::problem::Problem;
use num_bigint::BigUint;

/// Why a problem was not counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// No engine counts it.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The count failed.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// How many placements a problem has, counted by the best engine on all cores, for as long as it takes.
///
/// To ask for more (classes, counts by number, another engine, progress, a limit) make a [`plan`] and run it.
///
/// ```
/// use armistice::{Problem, count};
///
/// let problem: Problem = "8x8 Q8".parse()?;
/// assert_eq!(count(&problem)?, 92u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Problems that no engine counts, and counts that fail a check.
pub fn count(problem: &Problem) -> Result<BigUint, CountError> {
    Ok(plan(&problem.into(), &Settings::default())?.run(&Silent)?.count)
}
