//! What a search for one placement comes to.

use super::error::SearchError;
use crate::placement::Placement;
use crate::problem::Problem;
use crate::question::Demand;

/// Why a placement is not what is asked for, a demand in the place of peace or none; `None` if it is.
#[must_use]
pub fn fault(problem: &Problem, demand: Demand, placement: &Placement) -> Option<String> {
    if demand == Demand::Nothing {
        return placement.fault(problem).map(|fault| fault.to_string());
    }
    let fault = placement.fault_beside_attacks(problem).map(|fault| fault.to_string());
    let unattacked = || placement.unattacked(problem, demand == Demand::Total);
    fault.or_else(|| unattacked().map(|square| format!("no piece attacks {square}")))
}

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
        Self::meeting(problem, Demand::Nothing, placement, by)
    }

    /// The same of a placement that is to meet a demand.
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
