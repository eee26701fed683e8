//! The result of a search for one placement.

use super::error::SearchError;
use crate::placement::Placement;
use crate::problem::Problem;
use crate::question::Demand;

/// Returns the reason why a placement does not answer the problem and demand; `None` if it does.
#[must_use]
pub fn fault(problem: &Problem, demand: Demand, placement: &Placement) -> Option<String> {
    if demand == Demand::Nothing {
        return placement.fault(problem).map(|fault| fault.to_string());
    }
    let fault = placement.fault_beside_attacks(problem).map(|fault| fault.to_string());
    let unattacked = || placement.find_unattacked(problem, demand == Demand::Total);
    fault.or_else(|| unattacked().map(|square| format!("no piece attacks {square}")))
}

/// The result with its method; `Proof` is the evidence that there is no placement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum First<Proof = &'static str> {
    /// A placement.
    Found {
        /// The placement.
        placement: Placement,
        /// The method that found it.
        by: &'static str,
    },
    /// There is no placement.
    None {
        /// The method that proved it.
        by: Proof,
    },
    /// The observer stopped the search.
    Stopped,
}

impl<Proof> First<Proof> {
    /// Returns a placement after checking it.
    pub(super) fn from_placement(
        problem: &Problem,
        placement: Placement,
        by: &'static str,
    ) -> Result<Self, SearchError> {
        Self::meeting(problem, Demand::Nothing, placement, by)
    }

    /// Like [`from_placement`](Self::from_placement), but for a placement that must meet a demand.
    pub(super) fn meeting(
        problem: &Problem,
        demand: Demand,
        placement: Placement,
        by: &'static str,
    ) -> Result<Self, SearchError> {
        match fault(problem, demand, &placement) {
            None => Ok(Self::Found { placement, by }),
            Some(fault) => Err(SearchError::Unsound(format!(
                "{by} found something for {problem} that is not a placement: {fault}"
            ))),
        }
    }
}
