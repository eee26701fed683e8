//! A proof that a recurrence holds for ever.
//!
//! A candidate with coefficients `c(0) = 1, c(1), ..., c(d)` claims that
//! `c(0) a(n) + c(1) a(n-1) + ... + c(d) a(n-d)` is zero. With `a(n) = e M^n 1` that *defect* is
//! `e M^(n-d) y`. Horner's rule finds the vector `y = M^d 1 + c(1) M^(d-1) 1 + ... + c(d) 1` in `d` steps. So
//! the defects obey the same linear recurrence as the terms, of an order that is at most the number of
//! classes (Cayley and Hamilton). If as many defects in a row are zero as there are classes, all are.
//!
//! The proof uses exact integers, and vectors, not terms: usually `y` itself is zero, and nothing remains to
//! be done. A proof modulo primes would take as many of them as the longest number has words, and twice the
//! steps.
//!
//! If not every state can be the last, 1 is the vector of those that can.

use super::terms::{IntegerRing, Ring, Steps};
use num_bigint::BigInt;

/// Returns true if a recurrence with these coefficients, the first of them 1, holds for all terms except
/// `exceptions` ones at the beginning; `None` if stopped. `classes` is the number of states of the matrix or
/// of a quotient of it.
pub(super) fn holds(
    steps: &impl Steps,
    coefficients: &[BigInt],
    exceptions: usize,
    classes: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<bool> {
    let mut defects = vec![BigInt::ZERO; steps.states()];
    for (place, coefficient) in coefficients.iter().enumerate() {
        if place > 0 {
            defects = steps.step(&IntegerRing, &defects);
        }
        let ends = defects.iter_mut().enumerate().filter(|(state, _)| steps.is_end(*state));
        ends.for_each(|(_, defect)| IntegerRing.add(defect, coefficient));
        if should_stop() {
            return None;
        }
    }
    for number in 0..exceptions + classes {
        if defects.iter().all(|defect| *defect == BigInt::ZERO) {
            return Some(true);
        }
        if number >= exceptions && *defects.first()? != BigInt::ZERO {
            return Some(false);
        }
        defects = steps.step(&IntegerRing, &defects);
        if should_stop() {
            return None;
        }
    }
    Some(true)
}
