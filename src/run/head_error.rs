//! The faults of the head of a count.

use crate::Named;
use crate::plan::PlanError;

/// The reasons why a count cannot be continued, or why parts cannot be combined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeadError {
    /// The problem, the engine or the form is unknown to this program.
    #[error("made by another version of this program: {0}")]
    Unknown(String),
    /// The problem text has changed.
    #[error("the problem is '{problem}', but the recorded hash differs")]
    Identity {
        /// The problem text.
        problem: String,
    },
    /// The question is another one.
    #[error("the journal is of {then}, not of {now}")]
    Asked {
        /// The question of the head.
        then: String,
        /// The question now.
        now: String,
    },
    /// The plan is another one.
    #[error("this program counts in another way: {difference}: use {program}, or start the count again")]
    Plan {
        /// The first thing that differs.
        difference: String,
        /// The program that made it.
        program: String,
    },
    /// The problem cannot be counted here.
    #[error("{}", fault_of_plan(.0))]
    Refused(#[from] PlanError),
}

/// Explains why a plan cannot be made again, given that the engine is settled.
fn fault_of_plan(error: &PlanError) -> String {
    match error.lack_of_memory() {
        Some(lack) => format!("{lack}: allow more with --memory, or count on fewer threads with --threads"),
        None => error.to_string(),
    }
}

/// Returns the thing of this name. `what` describes it in the error.
pub(super) fn find_named<T: Named>(what: &str, name: &str) -> Result<T, HeadError> {
    T::from_name(name).ok_or_else(|| HeadError::Unknown(format!("{what} '{name}'")))
}
