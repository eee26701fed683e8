//! Numbers of about 32 digits: the unevaluated sum of two floats, the second of which is less than half a
//! unit in the last place of the first.
//!
//! Sums and products of floats have errors that are floats themselves and can be computed (T. J. Dekker, *A
//! floating-point technique for extending the available precision*, Numerische Mathematik 18, 1971). These
//! numbers serve to find results that are then checked in integers: nothing here is a bound.

use num_bigint::BigInt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two floats.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// Zero.
    pub const ZERO: Self = Self { high: 0.0, low: 0.0 };
    /// One.
    pub const ONE: Self = Self { high: 1.0, low: 0.0 };

    /// Returns the nearest float.
    #[must_use]
    pub const fn high(self) -> f64 {
        self.high
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }

    /// Returns the square root; zero for negative numbers.
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            return Self::ZERO;
        }
        let mut root = Self::from(self.high.sqrt());
        for _ in 0..2 {
            root = root + Self::from((self - root * root).high / (2.0 * root.high));
        }
        root
    }

    /// Returns the number times 2^bits, truncated to an integer.
    #[must_use]
    pub fn units(self, bits: u32) -> BigInt {
        units(self.high, bits) + units(self.low, bits)
    }
}

/// Returns a float times 2^bits, truncated to an integer.
fn units(float: f64, bits: u32) -> BigInt {
    let raw = float.to_bits();
    let exponent = (raw >> 52 & 0x7ff) as i32;
    let mantissa = raw & ((1 << 52) - 1) | u64::from(exponent > 0) << 52;
    let shift = exponent.max(1) - 1075 + bits as i32;
    let size = BigInt::from(mantissa);
    let size = if shift >= 0 { size << shift } else { size >> -shift };
    if float < 0.0 { -size } else { size }
}

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

/// Returns the sum of two floats and its error.
fn two_sum(one: f64, other: f64) -> (f64, f64) {
    let sum = one + other;
    let part = sum - one;
    (sum, (one - (sum - part)) + (other - part))
}

/// Returns the sum of two floats and its error, if the first float is not the smaller one.
fn quick_two_sum(large: f64, small: f64) -> (f64, f64) {
    let sum = large + small;
    (sum, small - (sum - large))
}

/// Returns the product of two floats and its error.
fn two_product(one: f64, other: f64) -> (f64, f64) {
    // 2^27 + 1 splits the 53 bits of a float into halves whose products are exact.
    let split = |float: f64| {
        let stretched = 134_217_729.0 * float;
        let high = stretched - (stretched - float);
        (high, float - high)
    };
    let product = one * other;
    let ((a, b), (c, d)) = (split(one), split(other));
    (product, ((a * c - product) + a * d + b * c) + b * d)
}

impl Add for DoubleDouble {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (sum, error) = two_sum(self.high, other.high);
        let (low, rest) = two_sum(self.low, other.low);
        let (sum, error) = quick_two_sum(sum, error + low);
        let (high, low) = quick_two_sum(sum, error + rest);
        Self { high, low }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for DoubleDouble {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (product, error) = two_product(self.high, other.high);
        let (high, low) = quick_two_sum(product, error + (self.high * other.low + self.low * other.high));
        Self { high, low }
    }
}

impl Div for DoubleDouble {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * Self::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Self::from(second);
        let (high, low) = quick_two_sum(first, second);
        Self { high, low } + Self::from(rest.high / other.high)
    }
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    #[test]
    fn thirty_digits_are_those_of_integers() {
        let mut dice = Dice::new(7);
        for _ in 0..2_000 {
            let draw = |dice: &mut Dice| {
                let number = 1 + dice.draw_below(1 << 50) as i64;
                if dice.draw_below(2) == 0 { number } else { -number }
            };
            let (p, q, r, s) = (draw(&mut dice), draw(&mut dice), draw(&mut dice), draw(&mut dice));
            let float = |number: i64| DoubleDouble::from(number as f64);
            let (one, other) = (float(p) / float(q), float(r) / float(s));
            let exact = |above: i128, below: i128| -> BigInt { (BigInt::from(above) << 200) / below };
            let (p, q, r, s) = (i128::from(p), i128::from(q), i128::from(r), i128::from(s));
            let products = |a: i128, b: i128| -> BigInt { BigInt::from(a) * BigInt::from(b) };
            let ratio = |above: BigInt, below: BigInt| -> BigInt { (above << 200) / below };
            for (found, wanted) in [
                (one, exact(p, q)),
                (one * other, ratio(products(p, r), products(q, s))),
                (one / other, ratio(products(p, s), products(q, r))),
            ] {
                let error: BigInt = (found.units(200) - &wanted) << 98;
                assert!(error.magnitude() < wanted.magnitude(), "{p}/{q}, {r}/{s}");
            }
            let sum = ratio(products(p, s) + products(r, q), products(q, s));
            let size = exact(p.abs(), q.abs()) + exact(r.abs(), s.abs());
            let error: BigInt = ((one + other).units(200) - sum) << 98;
            assert!(error.magnitude() < size.magnitude());
            let root = one.abs().sqrt();
            let error: BigInt = ((root * root - one.abs()).units(200)) << 98;
            assert!(error.magnitude() < exact(p.abs(), q.abs()).magnitude());
        }
    }

    #[test]
    fn units_are_cut_off() {
        assert_eq!(DoubleDouble::from(-2.75).units(1), BigInt::from(-5));
        assert_eq!(DoubleDouble::from(0.1).units(0), BigInt::ZERO);
        assert_eq!(DoubleDouble::from(3.0).units(3), BigInt::from(24));
    }
}
