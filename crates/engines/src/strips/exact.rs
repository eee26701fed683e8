//! Exact numbers of pieces that grow with the strip.
//!
//! `8x{2n} K{4n}` asks for the coefficient of z^(4n) in a polynomial. In general, such a *diagonal* of a
//! rational function in two variables obeys no recurrence with constant coefficients. It has one whose
//! coefficients are polynomials in n, which is guessed from many terms. But if the number is the maximum, or
//! always the same number below it, there is a recurrence with constant coefficients, and it is proved.
//!
//! Let `v(n)` be the maxima by state, with `v(n + P) = v(n) + g` from `n = N` on as in
//! [`largest`](super::largest). The *slack* of a step is its distance from the best step. A placement that is
//! `d` below the maximum is a walk whose slacks add up to `d`. Between states of equal gain the slack of a
//! step is periodic. The slack of a step to a state of a smaller gain grows with every period. From
//! `N + (d + 1) P` on such a slack is therefore more than `d`, or the step had no slack. From there on the
//! vector of the numbers of walks by state and slack, `S (d + 1)` numbers, is multiplied by the same matrix
//! in every period. So it obeys a linear recurrence of that order from period to period, and the terms one of
//! order `S (d + 1) P`. A recurrence holds for ever if that number of its defects in a row is zero.

use super::closure::Transfer;
use super::largest::LargestNumbers;
use super::rings::{HighestPowers, LowestPowers, TopCoefficients};
use super::terms::Ring;
use crate::algebra::Recurrence;
use num_bigint::BigInt;
use num_integer::gcd;

/// The largest distance below the maximum at which a number of pieces is followed.
const MAX_BELOW: i64 = 12;
/// The maximum number of terms: more take too long.
const MAX_TERMS: usize = 4_096;
/// The maximum number of coefficients of all states of a layer together.
const MAX_COEFFICIENTS: usize = 1 << 21;

/// Terms with a recurrence of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagonal {
    /// The recurrence with its initial terms.
    pub recurrence: Recurrence,
    /// The proved bound of its order.
    pub bound: usize,
}

/// Returns the numbers of placements with the maximum number of pieces of the sought kind, or with a constant
/// number fewer. The values of a variable begin at `first`; `ranks` returns the number of ranks at a value,
/// and `pieces` the number of pieces, if it is not the maximum. `None` if the number falls behind the
/// maximum, or if it takes too long.
pub fn near_largest(
    transfer: &Transfer,
    largest: &LargestNumbers,
    first: i64,
    ranks: &dyn Fn(i64) -> i64,
    pieces: Option<&dyn Fn(i64) -> i64>,
    should_stop: &dyn Fn() -> bool,
) -> Option<Diagonal> {
    let on = |value: i64| usize::try_from(ranks(value)).ok();
    // The distance below the maximum.
    let below = |value: i64| match pieces {
        Some(pieces) => Some(largest.maximum(on(value)?)? as i64 - pieces(value)),
        None => Some(0),
    };
    // After a period of the states the distance must be the same.
    let (start, period) = largest.of_states;
    let period = period / gcd(period, on(first + 1)?.checked_sub(on(first)?)?.max(1));
    let since = (first..).take(MAX_TERMS).find(|&value| on(value).is_some_and(|ranks| ranks >= start))?;
    let until = since + period as i64;
    let goes_on = |value: i64| match (below(value), below(value + period as i64)) {
        // There are more pieces than fit, and ever more: no placement.
        (Some(below), Some(later)) => below == later || (below < 0 && later < below),
        _ => false,
    };
    if !(since..until).all(goes_on) {
        return None;
    }
    let farthest = (first..until).filter_map(below).max().filter(|&farthest| farthest <= MAX_BELOW)?;
    let kept = usize::try_from(farthest.max(0)).ok()? + 1;
    let settled = start + (kept + 1) * largest.of_states.1;
    let settled = (since..).take(MAX_TERMS).find(|&value| on(value).is_some_and(|ranks| ranks > settled))?;
    let bound = transfer.states().checked_mul(kept)?.checked_mul(period)?;
    let count = usize::try_from(settled - first).ok()?.checked_add(2 * bound + 8)?;
    if count > MAX_TERMS {
        return None;
    }
    let terms = terms_from_top(transfer, kept, (first, count), on, &below, should_stop)?;
    let recurrence = Recurrence::of_terms(first, &terms, 1)?;
    // The defects that are zero: those of terms that the recurrence gives from terms of settled ranks.
    let obeyed = recurrence.first_computed().max(settled + recurrence.order() as i64);
    let zeros = usize::try_from(first + terms.len() as i64 - obeyed).ok()?;
    (zeros >= bound).then_some(Diagonal { recurrence, bound })
}

/// Returns the terms at this distance below the maximum; zero above it.
fn terms_from_top(
    transfer: &Transfer,
    kept: usize,
    (first, count): (i64, usize),
    on: impl Fn(i64) -> Option<usize>,
    below: &dyn Fn(i64) -> Option<i64>,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<BigInt>> {
    let ring = HighestPowers { kept };
    let weights: Vec<TopCoefficients> =
        transfer.sought.iter().map(|&is_sought| HighestPowers::power(i64::from(is_sought))).collect();
    let mut numbers = vec![ring.one(); transfer.states()];
    let (mut ranks, mut terms) = (0, Vec::with_capacity(count));
    for value in (first..).take(count) {
        while ranks < on(value)? {
            numbers = transfer.weighted_step(&ring, Some(&weights), &numbers);
            ranks += 1;
            if should_stop() {
                return None;
            }
        }
        let place = usize::try_from(below(value)?).ok();
        let term = place.and_then(|place| numbers.first()?.1.get(place)).cloned();
        terms.push(term.unwrap_or_default());
    }
    Some(terms)
}

/// Returns the numbers of placements with exact numbers of the sought kinds, for `count` values of a variable
/// from `first` on. `ranks` returns the number of ranks at a value, and `pieces` the number of pieces of each
/// sought kind. There are fewer terms if they would take too much memory; `None` if stopped.
pub fn terms_of_numbers(
    transfer: &Transfer,
    (first, count): (i64, usize),
    ranks: &dyn Fn(i64) -> i64,
    pieces: &dyn Fn(i64) -> Vec<i64>,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<BigInt>> {
    let numbers = |value: i64| -> Option<Vec<usize>> {
        pieces(value).into_iter().map(|number| usize::try_from(number).ok()).collect()
    };
    let size = |count: usize| -> Option<usize> {
        let largest = numbers(first + count as i64 - 1)?;
        largest.iter().try_fold(transfer.states(), |all, &number| all.checked_mul(number + 1))
    };
    let count = (1..=count).rev().find(|&count| size(count).is_some_and(|size| size <= MAX_COEFFICIENTS))?;
    let ring = LowestPowers::new(numbers(first + count as i64 - 1)?);
    let mut variable = 0;
    let weights: Vec<Vec<BigInt>> = (transfer.sought.iter())
        .map(|&is_sought| {
            variable += usize::from(is_sought);
            if is_sought { ring.variable(variable - 1) } else { ring.one() }
        })
        .collect();
    let mut polynomials = vec![ring.one(); transfer.states()];
    let (mut passed, mut terms) = (0, Vec::with_capacity(count));
    for value in (first..).take(count) {
        while passed < usize::try_from(ranks(value)).ok()? {
            polynomials = transfer.weighted_step(&ring, Some(&weights), &polynomials);
            passed += 1;
            if should_stop() {
                return None;
            }
        }
        let place = ring.place(&numbers(value)?)?;
        terms.push(polynomials.first()?.get(place).cloned().unwrap_or_default());
    }
    Some(terms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::strips::largest::largest_numbers;
    use crate::strips::moves::{GrowingSide, Strip};
    use crate::strips::state::StateReplacement;
    use crate::strips::tests::counted;

    fn transfer(problem: &Problem) -> Transfer {
        let strip = Strip::with_numbers(problem, GrowingSide::Ranks).unwrap();
        Transfer::new(&strip, StateReplacement::ALL, 1 << 20, &|| false).unwrap()
    }

    fn parsed(text: &str) -> Problem {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Returns the problem of a text with numbers in place of braces.
    fn with_numbers(text: &str, numbers: &[i64]) -> Problem {
        let put = |text: String, number: &i64| text.replacen("{}", &number.to_string(), 1);
        parsed(&numbers.iter().fold(text.to_owned(), put))
    }

    /// A comparison with the engines.
    #[test]
    fn numbers_near_the_largest_are_those_of_the_engines() {
        for (strip, step) in [
            ("3 K{}", 1),
            ("4 K{}", 2),
            ("4 N{}", 1),
            ("2 B{}", 1),
            ("3 W{} K*", 1),
            ("4/cylinder K{}", 1),
            ("3 X{} X=fNN", 1),
            ("3 X{} X=FsD", 2),
            ("3 Q{}", 1),
            ("3 Z{}", 3),
        ] {
            let on = |ranks: i64, number: i64| with_numbers(&format!("{ranks}x{strip}"), &[number]);
            let transfer = transfer(&on(1, 1));
            let largest = largest_numbers(&transfer, 1_000, &|| false).unwrap();
            let ranks = |value: i64| step * value;
            for fewer in 0..3 {
                let pieces = |value: i64| largest.maximum(ranks(value) as usize).unwrap() as i64 - fewer;
                let found = near_largest(&transfer, &largest, 1, &ranks, Some(&pieces), &|| false);
                let found = found.unwrap_or_else(|| panic!("{strip}, {fewer} fewer: {largest:?}"));
                assert!(found.recurrence.order() <= found.bound, "{strip}");
                for (value, term) in (1..).zip(found.recurrence.terms()).take_while(|(n, _)| ranks(*n) <= 12)
                {
                    let expected = match pieces(value) {
                        number @ 0.. => counted(&on(ranks(value), number)),
                        _ => BigInt::ZERO,
                    };
                    assert_eq!(term, expected, "{strip}, {} ranks, {fewer} fewer", ranks(value));
                }
            }
        }
    }

    #[test]
    fn terms_of_growing_numbers_are_those_of_the_engines() {
        type Numbers = fn(i64) -> Vec<i64>;
        let cases: [(&str, Numbers); 5] = [
            ("3 W{}", |n| vec![n]),
            ("2 B{}", |n| vec![n / 2]),
            ("3 K{} N{}", |n| vec![n / 2, 1]),
            ("2 W{} F{} K*", |n| vec![2, n / 3]),
            ("4/cylinder Q{}", |n| vec![n]),
        ];
        for (strip, numbers) in cases {
            let on = |ranks: i64| with_numbers(&format!("{ranks}x{strip}"), &numbers(ranks));
            // Kinds may have another order in the problem than in its text.
            let marked = with_numbers(&format!("9x{strip}"), &[1, 2]);
            let order: Vec<usize> =
                marked.pieces().map(|pieces| pieces.quantity.exact_number() as usize).collect();
            let order = order.into_iter().filter_map(|mark| mark.checked_sub(1));
            let pieces = |ranks: i64| order.clone().map(|place| numbers(ranks)[place]).collect();
            let terms = terms_of_numbers(&transfer(&on(9)), (1, 9), &|n| n, &pieces, &|| false).unwrap();
            assert_eq!(terms.len(), 9);
            for (ranks, term) in (1..).zip(terms) {
                assert_eq!(term, counted(&on(ranks)), "{strip}, {ranks} ranks");
            }
        }
    }
}
