//! What a search for one placement comes to.

use super::error::SearchError;
use crate::placement::Placement;
use crate::problem::Problem;

/// What was found, and how; `Proof` is what shows that there is nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum First<Proof = &'static str> {
    /// A placement.
    Found {
        /// It.
        placement: Placement,
        /// The way that found it.
        by: &'static str,
    },
    /// There is none.
    None {
        /// The way that proved it.
        by: Proof,
    },
    /// The observer stopped the search.
    Stopped,
}

impl<Proof> First<Proof> {
    /// A placement, reported only if it is one.
    pub(super) fn found(
        problem: &Problem,
        placement: Placement,
        by: &'static str,
    ) -> Result<Self, SearchError> {
        match placement.fault(problem) {
            None => Ok(Self::Found { placement, by }),
            Some(fault) => Err(SearchError::Unsound(format!(
                "{by} found something for {problem} that is not a placement: {fault}"
            ))),
        }
    }
}
