//! Counts by numbers of pieces, and their product over parts that do not interact.

use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Counts by exponents of the variables; zeros are left out.
pub(super) type Numbers = BTreeMap<Vec<u32>, BigUint>;

/// Returns the count of the empty placement.
pub(super) fn one(variables: usize) -> Numbers {
    Numbers::from([(vec![0; variables], BigUint::from(1u32))])
}

/// Returns the product of two counts: placements of both parts together in which no variable exceeds `most`.
pub(super) fn product(first: &Numbers, second: &Numbers, most: &[u32]) -> Numbers {
    let mut product = Numbers::new();
    for (a, a_count) in first {
        for (b, b_count) in second {
            let exponents: Vec<u32> = a.iter().zip(b).map(|(a, b)| a + b).collect();
            if exponents.iter().zip(most).all(|(exponent, most)| exponent <= most) {
                *product.entry(exponents).or_default() += a_count * b_count;
            }
        }
    }
    product
}
