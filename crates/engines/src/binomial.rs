//! Binomial coefficients.

use num_bigint::BigUint;

/// Returns the number of ways to choose `k` of `n`.
pub fn binomial(n: u32, k: u32) -> BigUint {
    (1..=k).fold(BigUint::from(1u32), |product, i| product * (n + i).saturating_sub(k) / i)
}

/// Returns the approximate number of ways to choose `k` of `n`.
pub(crate) fn about_binomial(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n.saturating_sub(i)) / f64::from(i + 1)).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both functions agree with Pascal's triangle, row by row, also beyond its edge.
    #[test]
    fn both_are_those_of_pascal() {
        let mut row = vec![1u32];
        for n in 0..20 {
            for k in 0..24 {
                let expected = row.get(k).copied().unwrap_or(0);
                assert_eq!(binomial(n, k as u32), expected.into(), "{n} {k}");
                assert!((about_binomial(n, k as u32) - f64::from(expected)).abs() < 1e-6, "{n} {k}");
            }
            let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
            row = [1].into_iter().chain(inner).chain([1]).collect();
        }
    }
}
