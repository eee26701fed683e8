//! Strips whose ends meet: tori, and cylinders that grow around.
//!
//! A placement on a ring of `n` ranks, unrolled, is a placement on an endless strip that repeats after `n`
//! ranks. If every attack ends after finitely many ranks, the state between two ranks depends on finitely
//! many ranks before. The states therefore also repeat: they are a closed walk of length `n` in the graph of
//! the [closure](super::closure). Conversely a closed walk is such a placement. So the number of placements
//! is the *trace* of `M^n`, the sum of its eigenvalues' powers, and obeys a recurrence whose order is at most
//! the number of states. All states count, so none are merged by symmetry. The canonical form is allowed,
//! because it depends only on the forbidden squares.
//!
//! Short rings are an exception: an attack may return to the square it started from. A piece does not attack
//! itself, but in the endless strip it would attack its own image. So the trace counts from the first length
//! on to which no leap straight ahead returns.
//!
//! Traces modulo a prime are found from the [characteristic polynomial](super::characteristic); walks from
//! every state are the slow twin. The [proof](super::proof) by vectors does not apply. Instead the defects
//! are zero modulo primes whose product exceeds twice the largest possible defect. That is at most the number
//! of states times the number of placements on a strip with two ends.

use super::characteristic::{characteristic, power_sums};
use super::classes::Quotient;
use super::closure::Transfer;
use super::moves::Strip;
use super::recurrence::{NoRecurrence, RecurrenceSearch, StripLimits, StripRecurrence, make_recurrence};
use super::state::StateReplacement;
use super::terms::{IntegerRing, terms};
use crate::algebra::modular::Modulus;
use crate::algebra::residues::Residues;
use num_bigint::BigInt;

/// Returns the closure of a strip whose ends meet, and the first length at which its trace is the number of
/// placements.
///
/// # Errors
/// Fails if there are too many states, if states are too large, if it was stopped, or if lines never end.
pub fn ring(
    strip: &Strip,
    max_states: usize,
    should_stop: &dyn Fn() -> bool,
) -> Result<(Transfer, usize), NoRecurrence> {
    if strip.has_endless_lines() {
        return Err(NoRecurrence::Endless);
    }
    let merging = StateReplacement { mirror: false, canonical: true };
    Ok((Transfer::new(strip, merging, max_states, should_stop)?, 1 + strip.longest_return()))
}

/// Returns the smallest recurrence of the traces, proved.
///
/// # Errors
/// Fails if there are too many states, if states are too large, if it was stopped, or if lines never end.
pub fn ring_recurrence(
    strip: &Strip,
    limits: &StripLimits,
    should_stop: &dyn Fn() -> bool,
) -> Result<StripRecurrence, NoRecurrence> {
    let (transfer, first) = ring(strip, limits.max_states, should_stop)?;
    recurrence_of_traces(&transfer, first, limits, should_stop)
}

/// Like [`ring_recurrence`], but for a closure whose traces count from a first length on.
pub(super) fn recurrence_of_traces(
    transfer: &Transfer,
    first: usize,
    limits: &StripLimits,
    should_stop: &dyn Fn() -> bool,
) -> Result<StripRecurrence, NoRecurrence> {
    let states = Transfer::states(transfer);
    let too_much = NoRecurrence::Work { states, classes: states };
    let cube = (states as u64).checked_pow(3);
    if cube.is_none_or(|cube| cube > limits.max_work) {
        return Err(too_much);
    }
    let matrix = Quotient::from_matrix(transfer, limits.max_work, should_stop).ok_or(too_much)?;
    let count = 2 * states + 2;
    let most = terms(transfer, &IntegerRing, count, should_stop).and_then(|mut terms| terms.pop());
    // No walk has more ways to continue than one from the empty state.
    let most = most.ok_or(NoRecurrence::Stopped)? * states;
    let (mut search, mut known) = (RecurrenceSearch::default(), Vec::new());
    for modulus in Modulus::descending() {
        let polynomial = characteristic(&modulus, matrix.dense(&modulus), should_stop);
        let forms = power_sums(&modulus, &polynomial.ok_or(NoRecurrence::Stopped)?, count);
        let is_stable = !search.absorb(modulus, &forms, limits.max_order);
        let (order, exceptions) = search.shape();
        if order + exceptions > limits.max_order {
            return Ok(StripRecurrence {
                states,
                classes: states,
                order,
                exceptions,
                recurrence: None,
                first,
            });
        }
        known.push((modulus, forms));
        // Twice the largest defect, or more.
        let coefficients = search.coefficients();
        let sizes = coefficients.iter().map(|coefficient| BigInt::from(coefficient.magnitude().clone()));
        if is_stable && search.product().is_some_and(|product| *product > &most * sizes.sum::<BigInt>() * 2) {
            let length = order + exceptions;
            let mut initial = Residues::new(length);
            for (modulus, forms) in known {
                initial.absorb(&modulus, forms.get(..length).unwrap_or(&forms));
            }
            let recurrence = make_recurrence(&coefficients, initial.values().to_vec());
            return Ok(StripRecurrence { states, classes: states, order, exceptions, recurrence, first });
        }
    }
    Err(too_much)
}
