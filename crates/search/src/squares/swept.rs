//! Numbers by square from a sweep: forward times backward, all squares at once.
//!
//! A sweep that keeps its levels has the number of placements that lead to each state. One backward pass
//! finds the number that lead on from it. This takes the memory of all levels and the time of many sweeps,
//! because it multiplies large numbers for each move of each state, where a sweep adds machine words. The
//! time does not depend on the number of squares, so the method suits boards without symmetry and with many
//! kinds.

use super::orbits::Orbit;
use crate::plan::{Observer, RunError, Settings, available_memory, plan_unless_stopped};
use crate::question::{Demand, Question};
use num_bigint::BigUint;
use std::collections::HashMap;

/// The number of sweeps that take as long as the backward pass: 140 for `14x14 N*`, which has 28 orbits.
const SWEEPS: usize = 150;
/// Levels may take one part in this many of the memory.
const SHARE: u64 = 2;
/// The memory in bytes if no limit is given.
const MEMORY: u64 = 1 << 31;

/// Returns true if one sweep with all levels is quicker than one for each orbit. `engine` is the one that
/// counted all placements.
pub(super) fn is_worth_it(question: &Question, engine: &str, orbits: usize) -> bool {
    let is_plain = !question.maximal && question.dominating == Demand::Nothing;
    is_plain && engine == "frontier" && orbits > SWEEPS
}

/// Returns, for each orbit, the number of placements with a piece there. `None` if no sweep that fits into
/// memory counts them, or if it was stopped.
pub(super) fn sweep_orbits(
    question: &Question,
    settings: &Settings,
    (orbits, count): (&[Orbit], &BigUint),
    observer: &dyn Observer,
) -> Result<Option<Vec<BigUint>>, RunError> {
    let Ok(Some(plan)) = plan_unless_stopped(question, settings, observer) else { return Ok(None) };
    let memory = settings.memory.or_else(available_memory).unwrap_or(MEMORY) / SHARE;
    let Some(ranked) = plan.rank_placements(usize::try_from(memory).unwrap_or(usize::MAX), observer) else {
        return Ok(None);
    };
    let Some(with_each) = ranked.with_each(&|| observer.should_stop()) else { return Ok(None) };
    let mut numbers: HashMap<(usize, usize), BigUint> = HashMap::new();
    for (piece, number) in with_each {
        *numbers.entry(piece).or_default() += number;
    }
    let fault = |what| Err(RunError::Check { what });
    if ranked.count() != *count {
        return fault("a sweep that keeps its levels counts other placements");
    }
    let mut of_orbits = Vec::with_capacity(orbits.len());
    for orbit in orbits {
        let mut of_orbit = orbit.iter().map(|piece| numbers.get(piece).cloned().unwrap_or_default());
        let first = of_orbit.next().unwrap_or_default();
        if of_orbit.any(|other| other != first) {
            return fault("squares that a symmetry carries to each other have other numbers");
        }
        of_orbits.push(first);
    }
    Ok(Some(of_orbits))
}
