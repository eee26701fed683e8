//! What can be wrong with the head of a count.

use crate::Named;
use crate::plan::PlanError;

/// Why a count cannot go on, or parts cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeadError {
    /// A problem, an engine or a form that this program does not know.
    #[error("made by another version of this program: {0}")]
    Unknown(String),
    /// A problem text that is no longer what it was.
    #[error("the problem is \"{problem}\", but the recorded hash differs")]
    Identity {
        /// The text.
        problem: String,
    },
    /// Something else.
    #[error("the journal is of {then}, not of {now}")]
    Asked {
        /// What was asked then.
        then: String,
        /// What is asked now.
        now: String,
    },
    /// Another plan.
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

/// Why a plan cannot be made again; the engine that counts is settled.
fn fault_of_plan(error: &PlanError) -> String {
    match error.lack_of_memory() {
        Some(lack) => format!("{lack}: allow more with --memory, or count on fewer threads with --threads"),
        None => error.to_string(),
    }
}

/// The thing of this name; `what` says in an error what it is.
pub(super) fn named<T: Named>(what: &str, name: &str) -> Result<T, HeadError> {
    T::named(name).ok_or_else(|| HeadError::Unknown(format!("{what} \"{name}\"")))
}
