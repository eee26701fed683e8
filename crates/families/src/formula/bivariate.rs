//! Polynomials in two variables, the sides of a board.

use crate::algebra::Polynomial;
use crate::algebra::integer::lcm;
use num_bigint::BigInt;

/// A polynomial in two variables, as a polynomial in the first whose coefficients are polynomials in the
/// second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bivariate {
    /// The coefficients, by the power of the first variable.
    coefficients: Vec<Polynomial>,
}

impl Bivariate {
    /// Returns the polynomial through the values `values[i][j]` at `(first + i, second + j)`. Its degree is
    /// at most `values.len() - 1` in the first variable and `values[0].len() - 1` in the second.
    pub(super) fn interpolate(first: i64, second: i64, values: &[Vec<BigInt>]) -> Self {
        // Interpolates in the second variable for each value of the first, and then each coefficient in the
        // first variable.
        let rows: Vec<Polynomial> =
            values.iter().map(|row| Polynomial::interpolate(second, 1, row)).collect();
        let degree = rows.iter().filter_map(Polynomial::degree).max().unwrap_or(0);
        let mut coefficients = vec![Polynomial::zero(); values.len()];
        for power in 0..=degree {
            // A common denominator makes the values integers.
            let common = rows.iter().fold(BigInt::from(1), |all, row| lcm(&all, &row.coefficient(power).1));
            let whole: Vec<BigInt> = rows
                .iter()
                .map(|row| {
                    let (above, below) = row.coefficient(power);
                    above * (&common / below)
                })
                .collect();
            let in_first = Polynomial::interpolate(first, 1, &whole);
            for (place, coefficient) in coefficients.iter_mut().enumerate() {
                let (above, below) = in_first.coefficient(place);
                let term = Polynomial::monomial(above, below * &common, power);
                *coefficient = coefficient.plus(&term);
            }
        }
        Self { coefficients }
    }

    /// Returns the polynomial with the variables exchanged.
    #[must_use]
    pub fn exchange(&self) -> Self {
        let degree = self.coefficients.iter().filter_map(Polynomial::degree).max().unwrap_or(0);
        let of_power = |power: usize| {
            let terms = self.coefficients.iter().enumerate().map(|(place, coefficient)| {
                let (above, below) = coefficient.coefficient(power);
                Polynomial::monomial(above, below, place)
            });
            terms.fold(Polynomial::zero(), |sum, term| sum.plus(&term))
        };
        Self { coefficients: (0..=degree).map(of_power).collect() }
    }

    /// Returns the polynomials in the second variable by the power of the first one.
    #[must_use]
    pub fn coefficients(&self) -> &[Polynomial] {
        &self.coefficients
    }

    /// Returns the coefficients by the powers of the first variable and then of the second, and their common
    /// denominator.
    #[must_use]
    pub fn over_one_denominator(&self) -> (Vec<Vec<BigInt>>, BigInt) {
        Polynomial::over_one_denominator(&self.coefficients)
    }

    /// Substitutes two polynomials in one variable for the two sides.
    #[must_use]
    pub fn compose(&self, first: &Polynomial, second: &Polynomial) -> Polynomial {
        let in_second = |polynomial: &Polynomial| {
            let powers = (0..polynomial.numerators().len()).rev();
            powers.fold(Polynomial::zero(), |sum, power| {
                let (above, below) = polynomial.coefficient(power);
                sum.times(second).plus(&Polynomial::monomial(above, below, 0))
            })
        };
        let coefficients = self.coefficients.iter().rev();
        coefficients
            .fold(Polynomial::zero(), |sum, coefficient| sum.times(first).plus(&in_second(coefficient)))
    }

    /// Returns the value at two integers; `None` if it is not an integer.
    #[must_use]
    pub fn value(&self, first: i64, second: i64) -> Option<BigInt> {
        let at = |value: i64| Polynomial::of_integers(vec![BigInt::from(value)]);
        self.compose(&at(first), &at(second)).integer_value(&BigInt::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A polynomial is recovered from its values, and its compositions with lines have the values on these
    /// lines.
    #[test]
    fn polynomials_go_through_their_values() {
        // m^2 n / 2 - m n / 2 + 3 n^2 - 7, which has integer values.
        let value = |m: i64, n: i64| BigInt::from(m * (m - 1) / 2 * n + 3 * n * n - 7);
        let values: Vec<Vec<BigInt>> = (4..8).map(|m| (5..8).map(|n| value(m, n)).collect()).collect();
        let found = Bivariate::interpolate(4, 5, &values);
        for m in -3..9 {
            for n in -3..9 {
                assert_eq!(found.value(m, n), Some(value(m, n)), "{m}, {n}");
            }
        }
        assert_eq!(found.exchange().value(5, 3), Some(value(3, 5)));
        let (twice, next) = (Polynomial::of_small(&[0, 2]), Polynomial::of_small(&[1, 1]));
        let composed = found.compose(&twice, &next);
        for n in -3..9 {
            assert_eq!(composed.integer_value(&BigInt::from(n)), Some(value(2 * n, n + 1)));
        }
    }
}
