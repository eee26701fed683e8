//! Walls that may stand anywhere: the choices of their squares, those first that may leave room for most pieces.
//!
//! The largest number beside walls is the best of all choices. They are sorted by how many pieces a cover by cliques leaves
//! room for, so that those that cannot have more than the best so far need not be looked at: of `14x14 Q #1` only walls
//! inside leave room for 15 queens, and beside the first of these 15 are found.

use super::network::Network;
use crate::plan::PlanError;
use crate::problem::{Problem, Quantity};
use crate::search::walls::{Walled, choices};
use crate::symmetry::symmetries;

/// One choice of each orbit with the most pieces that may fit of the kinds that are to be as many as possible, the most first.
/// The order of equals is that of their squares.
pub(super) fn sorted(problem: &Problem) -> Result<Vec<(u32, Walled)>, PlanError> {
    let group = symmetries(problem, false, false);
    let choices = choices(problem, &group, false)?.into_iter();
    let mut sorted: Vec<(u32, Walled)> = choices.map(|choice| (most(&choice.rest), choice)).collect();
    sorted.sort_by_key(|(most, _)| std::cmp::Reverse(*most));
    Ok(sorted)
}

fn most(problem: &Problem) -> u32 {
    let sought = problem.pieces().filter(|pieces| pieces.quantity == Quantity::Max);
    let fixed: usize = sought.map(|pieces| pieces.fixed.len()).sum();
    Network::new(problem).map_or(0, |network| (network.bound() + fixed) as u32)
}
