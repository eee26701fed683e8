//! A leaf that answers a whole question at once.
//!
//! Most leaves say how many placements there are, unit by unit, and no more. The definition, tried out, and a sweep of the board
//! come to everything that a question asks for in one go: the largest number, counts by number, numbers of any size. To the
//! tree around it such a leaf is a single unit. Where it is all of a plan, its answer is that of the plan.

use super::observer::Observer;
use super::outcome::{Outcome, RunError};
use super::summary::Summary;
use crate::engines::counter::Divided;
use crate::engines::expression::Outline;

/// What answers a question at once.
pub(crate) trait Whole: Divided {
    /// Answers. Progress is reported to the observer, which can stop the run.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    fn answer(&self, observer: &dyn Observer) -> Result<Outcome, RunError>;

    /// What it is, as it is shown.
    fn outline(&self) -> Outline;

    /// What a plan says that is nothing else, if that is more than what can be said of any plan with one unit.
    fn summary(&self, of_any: Summary) -> Summary {
        of_any
    }
}
