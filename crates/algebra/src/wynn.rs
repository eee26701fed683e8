//! Wynn's epsilon algorithm: the limit of a sequence that converges like a sum of geometric ones, from few of
//! its terms.
//!
//! With e(-1) = 0 and e(0) the sequence itself, e(k+1)(n) = e(k-1)(n+1) + 1 / (e(k)(n+1) - e(k)(n)); the even
//! columns converge faster and faster (P. Wynn, *On a device for computing the e_m(S_n) transformation*,
//! Mathematical Tables and Other Aids to Computation 10, 1956). Differences of nearly equal numbers lose
//! digits, so the input needs many more places than the answer will have.
//!
//! The number of correct digits is estimated, not proved. The difference of the last two even columns gives
//! it to within one or two digits, so two fewer are believed. Moreover, the last three even columns and the
//! result without the last term must agree in them. For ratios of growth rates of strips with a known limit,
//! this was on the safe side.

use super::decimal::{Decimal, ten_to};
use num_bigint::{BigInt, Sign};

/// The number of digits, of those in which the last two even columns agree, that are not believed.
const MARGIN: u32 = 2;

/// A limit, and the accuracy that is believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// The value of the last even column, with all places.
    pub(crate) value: Decimal,
    /// The number of decimal places that are believed; it may be 0.
    pub places: u32,
}

impl Limit {
    /// Returns the value rounded to the places that are believed.
    pub fn reliable_value(&self) -> Decimal {
        self.value.round(self.places)
    }
}

/// Returns the limit of a sequence whose terms are right to the last place. `None` if there are fewer than
/// five terms, or if the columns do not agree even in the digits before the point.
pub fn limit(terms: &[Decimal]) -> Option<Limit> {
    let places = terms.iter().map(Decimal::places).min()?;
    let values: Vec<BigInt> = terms.iter().map(|term| term.round(places).units().clone()).collect();
    if values.len() < 5 {
        return None;
    }
    let columns = even_columns(&values, places);
    let shorter = even_columns(&values[..values.len() - 1], places);
    let (value, others) = columns.split_last()?;
    let [.., before, last] = others else { return None };
    // The number of digits after the point in which two values agree.
    let agreeing = |witness: &BigInt| {
        let error: BigInt = (value - witness) * 2;
        places.checked_sub(error.magnitude().to_string().len() as u32)
    };
    let common = agreeing(before)?.min(agreeing(shorter.last()?)?);
    let believed = common.min(agreeing(last)?.saturating_sub(MARGIN));
    Some(Limit { value: Decimal::new(value.clone(), places), places: believed })
}

/// Returns the last entries of the columns 0, 2, 4, … of the table, in units of the last place, until a
/// difference vanishes.
fn even_columns(values: &[BigInt], places: u32) -> Vec<BigInt> {
    // Reciprocals of small differences are large, so these columns have an additional factor.
    let one = ten_to(2 * places);
    let mut before = vec![BigInt::ZERO; values.len() + 1];
    let mut present = values.to_vec();
    let mut last: Vec<BigInt> = present.last().cloned().into_iter().collect();
    for column in 1..values.len() {
        let mut next = Vec::with_capacity(present.len());
        for (pair, old) in present.windows(2).zip(&before[1..]) {
            let difference = &pair[1] - &pair[0];
            if difference.sign() == Sign::NoSign {
                return last;
            }
            next.push(old + &one / difference);
        }
        before = std::mem::replace(&mut present, next);
        if column % 2 == 0 {
            last.extend(present.last().cloned());
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the limit plus the sum of c q^n, exactly rounded down.
    fn geometric(limit: i64, parts: &[(i64, i64, i64)], count: u32, places: u32) -> Vec<Decimal> {
        let term = |n: u32| {
            let sum: BigInt = parts
                .iter()
                .map(|(c, above, below)| {
                    ten_to(places) * BigInt::from(*c) * BigInt::from(*above).pow(n)
                        / BigInt::from(*below).pow(n)
                })
                .sum();
            Decimal::new(sum + ten_to(places) * limit, places)
        };
        (0..count).map(term).collect()
    }

    #[test]
    fn sums_of_geometric_sequences_have_their_limit_in_an_even_column() {
        let parts = [(5, 9, 10), (-3, 1, 2), (7, -1, 3)];
        let terms = geometric(2, &parts, 7, 60);
        let columns = even_columns(&terms.iter().map(|term| term.units().clone()).collect::<Vec<_>>(), 60);
        let error: BigInt = &columns[3] - ten_to(60) * 2;
        assert!(error.magnitude() < ten_to(20).magnitude(), "{error}");
    }

    #[test]
    fn digits_that_are_believed_are_right() {
        for count in 5..24 {
            let parts =
                [(5, 9, 10), (-3, 4, 5), (7, -2, 3), (1, 1, 2), (2, 1, 3), (1, 1, 5), (1, 1, 7), (1, 1, 11)];
            let Some(limit) = limit(&geometric(2, &parts, count, 200)) else { continue };
            let error: BigInt = limit.value.units() - ten_to(200) * 2;
            let bound = ten_to(200 - limit.places);
            assert!(error.magnitude() <= bound.magnitude(), "{count} terms: {} places", limit.places);
            assert!(count < 20 || limit.places > 4, "{count} terms: {} places", limit.places);
            assert_eq!(limit.reliable_value().places(), limit.places);
        }
        assert_eq!(limit(&geometric(1, &[(1, 1, 2)], 4, 30)), None);
    }
}
