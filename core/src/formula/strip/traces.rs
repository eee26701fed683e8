//! Strips whose ends meet: tori, and cylinders that grow round.
//!
//! A placement on a ring of `n` ranks, unrolled, is a placement on an endless strip that repeats after `n` ranks. If every
//! attack ends after finitely many ranks, the state between two ranks depends on finitely many ranks before, so that the states
//! repeat, too: a closed walk of length `n` in the graph of the [closure](super::closure). Conversely a closed walk is such a placement.
//! So the number of placements is the *trace* of `M^n`, the sum of its eigenvalues' powers, and obeys a recurrence whose order is at
//! most the number of states. All states count, so none are merged by symmetry; the canonical form is allowed, since it
//! depends on what is forbidden and on nothing else.
//!
//! One thing differs: on a short ring an attack may come back to the square it started from. A piece does not attack itself,
//! but in the endless strip it would attack its own image. So the trace counts from the first length on that no leap
//! straight ahead comes back to.
//!
//! The [proof](super::proof) by vectors does not apply. Instead the defects are zero modulo so many primes that their product exceeds
//! twice what a defect could be: at most as many times the number of placements on a strip with two ends as there are states.

use super::closure::Transfer;
use super::moves::Strip;
use super::recurrence::{Limits, NoRecurrence, Search, StripRecurrence, proved};
use super::state::Merging;
use super::terms::{Exact, Modular, Ring, Steps, terms};
use num_bigint::BigInt;

/// The traces of `M^0, M^1, ...`; `None` if stopped.
pub(super) fn traces<R: Ring>(
    transfer: &Transfer,
    ring: &R,
    count: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<R::Number>> {
    let states = Transfer::states(transfer);
    let mut sums = vec![ring.zero(); count];
    for state in 0..states {
        let mut numbers = vec![ring.zero(); states];
        *numbers.get_mut(state)? = ring.one();
        for (power, sum) in sums.iter_mut().enumerate() {
            if power > 0 {
                numbers = transfer.step(ring, &numbers);
            }
            ring.add(sum, numbers.get(state)?);
        }
        if should_stop() {
            return None;
        }
    }
    Some(sums)
}

/// The closure of a strip whose ends meet, and the first length of which its trace is the number of placements.
///
/// # Errors
/// What is too large or was stopped, and lines that never end.
pub(crate) fn ring(
    strip: &Strip,
    max_states: usize,
    should_stop: &dyn Fn() -> bool,
) -> Result<(Transfer, usize), NoRecurrence> {
    if strip.has_endless_lines() {
        return Err(NoRecurrence::Endless);
    }
    let merging = Merging { mirror: false, canonical: true };
    Ok((Transfer::new(strip, merging, max_states, should_stop)?, 1 + strip.longest_return()))
}

/// The smallest recurrence of the traces, proved.
///
/// # Errors
/// What is too large or was stopped, and lines that never end.
pub(crate) fn ring_recurrence(
    strip: &Strip,
    limits: &Limits,
    should_stop: &dyn Fn() -> bool,
) -> Result<StripRecurrence, NoRecurrence> {
    let (transfer, first) = ring(strip, limits.max_states, should_stop)?;
    let states = Transfer::states(&transfer);
    let count = 2 * states + 2;
    let work = (count as u64).saturating_mul(states as u64).saturating_mul(transfer.cost() as u64);
    if work > limits.max_work {
        return Err(NoRecurrence::Work { states, classes: states });
    }
    let residues = |modular: &Modular| traces(&transfer, modular, count, should_stop);
    let mut search = Search::default();
    let is_short = search.run(&residues, limits.max_order, None).ok_or(NoRecurrence::Stopped)?;
    let (order, exceptions) = search.shape();
    let found = StripRecurrence { states, classes: states, order, exceptions, recurrence: None, first };
    if !is_short {
        return Ok(found);
    }
    let coefficients = search.coefficients();
    let most = terms(&transfer, &Exact, count, should_stop).and_then(|mut terms| terms.pop());
    let sum: BigInt =
        coefficients.iter().map(|coefficient| BigInt::from(coefficient.magnitude().clone())).sum();
    let least = most.ok_or(NoRecurrence::Stopped)? * sum * 2 * states;
    search.run(&residues, limits.max_order, Some(&least)).ok_or(NoRecurrence::Stopped)?;
    if search.shape() != (order, exceptions) || search.coefficients() != coefficients {
        return Err(NoRecurrence::Refuted);
    }
    let initial = traces(&transfer, &Exact, order + exceptions, should_stop).ok_or(NoRecurrence::Stopped)?;
    Ok(StripRecurrence { recurrence: proved(&coefficients, initial), ..found })
}
