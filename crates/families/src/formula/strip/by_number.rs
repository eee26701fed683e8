//! Numbers of placements on a strip by the number of pieces: a generating function in two variables.
//!
//! Let each piece have weight z. Then the entries of the transfer matrix M are polynomials in z of degree at
//! most m, the maximum number of pieces on a rank. The sum of a(n, k) x^n z^k is P(x, z)/Q(x, z), where Q
//! divides det(1 - x M). By the lemmas of Gauss and Fatou, in the ring of polynomials in z, Q has 1 as its
//! constant term and integer coefficients. As in the determinant, the coefficient of x^i has degree at most i
//! m in z; this also holds for each factor.
//!
//! For a constant z, the terms are a sequence of integers whose order is at most the number of states of M.
//! Twice as many terms determine its smallest recurrence with certainty (J. L. Massey, *Shift-register
//! synthesis and BCH decoding*, 1969). For all but finitely many z this is the recurrence of the whole. Its
//! coefficients at z = 1, 2, … give the polynomials in z by interpolation.

use crate::algebra::{Polynomial, Recurrence};
use crate::engines::strips::closure::Transfer;
use crate::engines::strips::rings::{HighestPowers, LowestPowers};
use crate::engines::strips::terms::{IntegerRing, Ring};
use num_bigint::BigInt;

/// The maximum number of states; more take too long.
const MAX_STATES: usize = 400;
/// The highest power of x at which the quotient is compared with the numbers themselves.
const COMPARED: usize = 6;

/// Coefficients of a polynomial by the powers of x, each a list by the powers of z.
pub(in crate::formula) type Rows = Vec<Vec<BigInt>>;

/// Returns the numerator and denominator; `None` if there are too many states, or if the search was stopped.
pub(super) fn quotient(transfer: &Transfer, should_stop: &dyn Fn() -> bool) -> Option<(Rows, Rows)> {
    let states = transfer.states();
    if states > MAX_STATES {
        return None;
    }
    let most = most_on_a_rank(transfer)?;
    // A run of consecutive values of z at which the recurrence has its maximum length.
    let (mut run, mut shape, mut z): (Vec<Recurrence>, _, i64) = (Vec::new(), (0, 0), 0);
    while run.len() <= shape.0 * most {
        z += 1;
        let terms =
            transfer.terms_with_weight(&IntegerRing, &BigInt::from(z), 2 * states + 2, should_stop)?;
        let found = Recurrence::of_terms(0, &terms, 0)?;
        let here = (found.initial().len(), found.order());
        if here != shape {
            run.clear();
            if here < shape {
                continue;
            }
            shape = here;
        }
        run.push(found);
    }
    let first = z + 1 - run.len() as i64;
    let interpolated = |value: &dyn Fn(&Recurrence) -> BigInt| {
        let values: Vec<BigInt> = run.iter().map(value).collect();
        let polynomial = Polynomial::interpolate(first, 1, &values);
        (*polynomial.denominator() == BigInt::from(1)).then(|| polynomial.numerators().to_vec())
    };
    let denominator = |power: usize| match power {
        0 => Some(vec![BigInt::from(1)]),
        _ => interpolated(&|found| -found.coefficients()[power - 1].clone()),
    };
    let numerator = |power: usize| {
        let coefficient = |found: &Recurrence| {
            let earlier = found.coefficients().iter().take(power).zip(found.initial()[..power].iter().rev());
            &found.initial()[power] - earlier.map(|(coefficient, term)| coefficient * term).sum::<BigInt>()
        };
        interpolated(&coefficient)
    };
    let denominator: Rows = (0..=shape.1).map(denominator).collect::<Option<_>>()?;
    let numerator: Rows = (0..shape.0).map(numerator).collect::<Option<_>>()?;
    Some((numerator, denominator))
}

/// Returns the maximum number of pieces that a single rank adds.
fn most_on_a_rank(transfer: &Transfer) -> Option<usize> {
    let ring = HighestPowers { kept: 1 };
    let piece = HighestPowers::power(1);
    let weights = vec![piece; transfer.sought.len()];
    let numbers = transfer.weighted_step(&ring, Some(&weights), &vec![ring.one(); transfer.states()]);
    numbers.iter().map(|(most, _)| usize::try_from(*most).ok()).max()?
}

/// Returns the numbers of placements on 0, 1, … ranks, each by the number of pieces, from the matrix itself;
/// `None` if the search was stopped.
pub(super) fn rows(transfer: &Transfer, count: usize, should_stop: &dyn Fn() -> bool) -> Option<Rows> {
    let most = most_on_a_rank(transfer)? * count;
    let ring = LowestPowers::new(vec![most]);
    transfer.terms_with_weight(&ring, &ring.variable(0), count, should_stop)
}

/// Returns the first rows of a quotient whose denominator begins with 1.
pub(in crate::formula) fn expand(numerator: &Rows, denominator: &Rows, count: usize) -> Rows {
    let longest = numerator.iter().chain(denominator).map(Vec::len).max().unwrap_or(1);
    let ring = LowestPowers::new(vec![longest * (count + 1)]);
    let mut rows: Rows = Vec::new();
    for power in 0..count {
        let mut row = numerator.get(power).cloned().unwrap_or_default();
        for (back, coefficient) in denominator.iter().enumerate().skip(1).take(power) {
            let minus: Vec<BigInt> = coefficient.iter().map(|number| -number).collect();
            ring.add(&mut row, &ring.times(&minus, &rows[power - back]));
        }
        rows.push(trim(row));
    }
    rows
}

/// Removes zeros at the end.
fn trim(mut row: Vec<BigInt>) -> Vec<BigInt> {
    while row.last().is_some_and(|last| *last == BigInt::ZERO) {
        row.pop();
    }
    row
}

/// Returns a quotient whose first rows were compared with the matrix; `Err` if they differ, which is a bug.
pub(super) fn checked_quotient(
    transfer: &Transfer,
    should_stop: &dyn Fn() -> bool,
) -> Option<Result<(Rows, Rows), ()>> {
    let (numerator, denominator) = quotient(transfer, should_stop)?;
    let count = COMPARED.min(numerator.len() + denominator.len());
    let rows: Rows = rows(transfer, count, should_stop)?.into_iter().map(trim).collect();
    Some(if expand(&numerator, &denominator, count) == rows { Ok((numerator, denominator)) } else { Err(()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::strips::moves::{GrowingSide, Strip};
    use crate::engines::strips::state::StateReplacement;
    use crate::plan::{Settings, Silent, plan};
    use crate::{Problem, Question};

    /// Compared with tables by number, counted by the engines.
    #[test]
    fn rows_are_those_of_the_engines() {
        for (strip, ranks) in [
            ("3 K*", 7),
            ("4 K*", 6),
            ("2 N*", 9),
            ("3 W* K*", 5),
            ("2 B*", 6),
            ("3 Q*", 6),
            ("4/cylinder W*", 6),
        ] {
            let problem: Problem = format!("1x{strip}").parse().unwrap();
            let of_width = Strip::new(&problem, GrowingSide::Ranks).unwrap();
            let transfer = Transfer::new(&of_width, StateReplacement::ALL, 1 << 20, &|| false).unwrap();
            let (numerator, denominator) = checked_quotient(&transfer, &|| false).unwrap().unwrap();
            let rows = expand(&numerator, &denominator, ranks + 1);
            for (ranks, row) in rows.iter().enumerate().skip(1) {
                let problem: Problem = format!("{ranks}x{strip}").parse().unwrap();
                let question = Question::new(problem).with_by_number(true);
                let outcome = plan(&question, &Settings::default()).unwrap().run(&Silent).unwrap();
                // The counts of all kinds together.
                let mut expected = vec![BigInt::ZERO; row.len()];
                for of in outcome.by_number.unwrap() {
                    expected[of.pieces.iter().sum::<u32>() as usize] += BigInt::from(of.count);
                }
                assert_eq!(*row, expected, "{strip}, {ranks} ranks");
            }
        }
    }
}
