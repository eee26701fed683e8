//! Truncated power series in several variables.
//!
//! Polynomials that count by the numbers of pieces of some kinds have 1 as their constant term, which counts
//! the empty board. Such a series has an inverse with integer coefficients, and so have all its powers.

use num_bigint::BigInt;

/// A polynomial that begins with 1, truncated beyond some powers of its variables.
#[derive(Debug, Clone, PartialEq)]
#[doc(hidden)]
pub struct Series {
    /// The largest exponent of each variable.
    most: Vec<u32>,
    /// The coefficients in the order of mixed-radix numbers, the first variable fastest.
    coefficients: Vec<BigInt>,
}

impl Series {
    /// Returns the series 1.
    pub fn one(most: &[u32]) -> Self {
        let length = most.iter().map(|&most| most as usize + 1).product();
        let mut coefficients = vec![BigInt::ZERO; length];
        coefficients[0] = BigInt::from(1);
        Self { most: most.to_vec(), coefficients }
    }

    /// Returns the series whose coefficients are counted one by one, except the first, which is 1.
    ///
    /// # Errors
    /// The first error of a count.
    pub fn from_counts<E>(
        most: &[u32],
        mut count: impl FnMut(&[u32]) -> Result<BigInt, E>,
    ) -> Result<Self, E> {
        let mut series = Self::one(most);
        for place in 1..series.coefficients.len() {
            series.coefficients[place] = count(&series.exponents(place))?;
        }
        Ok(series)
    }

    /// Returns the coefficient of the highest powers of all variables.
    pub fn last(&self) -> BigInt {
        self.coefficients.last().cloned().unwrap_or_default()
    }

    fn exponents(&self, place: usize) -> Vec<u32> {
        let mut rest = place;
        let digit = |&most: &u32| {
            let digit = rest % (most as usize + 1);
            rest /= most as usize + 1;
            digit as u32
        };
        self.most.iter().map(digit).collect()
    }

    /// Returns true if two places add up without a carry.
    fn fits(&self, first: usize, second: usize) -> bool {
        let (first, second) = (self.exponents(first), self.exponents(second));
        first.iter().zip(second).zip(&self.most).all(|((first, second), most)| first + second <= *most)
    }

    /// Returns the product of both series.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self { coefficients: vec![BigInt::ZERO; self.coefficients.len()], ..self.clone() };
        for (first, one) in self.coefficients.iter().enumerate().filter(|(_, one)| **one != BigInt::ZERO) {
            for (second, another) in
                other.coefficients.iter().enumerate().take(self.coefficients.len() - first)
            {
                if self.fits(first, second) {
                    product.coefficients[first + second] += one * another;
                }
            }
        }
        product
    }

    /// Returns the inverse of the series.
    fn inverse(&self) -> Self {
        let mut inverse = Self::one(&self.most);
        for place in 1..self.coefficients.len() {
            let sum: BigInt = (0..place)
                .filter(|&known| self.fits(known, place - known))
                .map(|known| &inverse.coefficients[known] * &self.coefficients[place - known])
                .sum();
            inverse.coefficients[place] = -sum;
        }
        inverse
    }

    /// Returns the power with a positive or negative exponent.
    pub fn power(&self, exponent: i64) -> Self {
        let mut base = if exponent < 0 { self.inverse() } else { self.clone() };
        let (mut power, mut rest) = (Self::one(&self.most), exponent.unsigned_abs());
        while rest > 0 {
            if rest % 2 == 1 {
                power = power.times(&base);
            }
            base = base.times(&base);
            rest /= 2;
        }
        power
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_series_are_those_of_numbers() {
        // 1 + 2x + 3y + 5xy, truncated after x^2 y^1.
        let mut series = Series::one(&[2, 1]);
        for (place, value) in [(1, 2), (3, 3), (4, 5)] {
            series.coefficients[place] = BigInt::from(value);
        }
        assert_eq!(series.times(&series.inverse()), Series::one(&[2, 1]));
        assert_eq!(series.power(3), series.times(&series).times(&series));
        assert_eq!(series.power(-2).times(&series.power(2)), Series::one(&[2, 1]));
        assert_eq!(series.exponents(4), [1, 1]);
    }
}
