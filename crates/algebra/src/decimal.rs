//! Numbers with a fixed number of decimal places, for growth rates with more digits than a float has.

use super::integer::floor_quotient;
use num_bigint::{BigInt, Sign};
use std::fmt;

/// An integer divided by a power of ten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    units: BigInt,
    places: u32,
}

impl Decimal {
    /// Returns the number with `units` units of the last of `places` decimal places.
    pub fn new(units: BigInt, places: u32) -> Self {
        Self { units, places }
    }

    /// Returns a fraction with a positive denominator, rounded down.
    pub fn quotient(numerator: &BigInt, denominator: &BigInt, places: u32) -> Option<Self> {
        let scaled = numerator * ten_to(places);
        (denominator.sign() == Sign::Plus).then(|| Self::new(floor_quotient(&scaled, denominator), places))
    }

    /// Returns the number of units in the last place.
    pub fn units(&self) -> &BigInt {
        &self.units
    }

    /// Returns the number of decimal places.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// Returns the number rounded to `places` places, halves up; with more places it does not change.
    pub fn round(&self, places: u32) -> Self {
        if places >= self.places {
            return Self::new(&self.units * ten_to(places - self.places), places);
        }
        let step = ten_to(self.places - places);
        Self::new(floor_quotient(&(&self.units + &step / 2), &step), places)
    }

    /// Returns the largest number with at most `places` places that is not larger.
    pub fn rounded_down(&self, places: u32) -> Self {
        if places >= self.places {
            return self.clone();
        }
        Self::new(floor_quotient(&self.units, &ten_to(self.places - places)), places)
    }

    /// Returns the smallest number with at most `places` places that is not smaller.
    pub fn rounded_up(&self, places: u32) -> Self {
        let below = Self::new(-&self.units, self.places).rounded_down(places);
        Self::new(-below.units, below.places)
    }

    /// Returns the root of a positive number, rounded down to `places` places.
    pub fn root(&self, exponent: u32, places: u32) -> Option<Self> {
        let scaled = floor_quotient(&(&self.units * ten_to(places * exponent)), &ten_to(self.places));
        let root = scaled.to_biguint().filter(|_| exponent > 0)?.nth_root(exponent);
        Some(Self::new(BigInt::from(root), places))
    }
}

/// Returns a power of ten.
pub(crate) fn ten_to(places: u32) -> BigInt {
    BigInt::from(10).pow(places)
}

impl fmt::Display for Decimal {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = if self.units.sign() == Sign::Minus { "-" } else { "" };
        let places = self.places as usize;
        let digits = format!("{:0>width$}", self.units.magnitude().to_string(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let point = if places > 0 { "." } else { "" };
        write!(text, "{minus}{whole}{point}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_written_and_rounded() {
        let number = Decimal::new(BigInt::from(-1_250), 3);
        assert_eq!(number.to_string(), "-1.250");
        assert_eq!(number.round(1).to_string(), "-1.2");
        assert_eq!(number.round(5).to_string(), "-1.25000");
        assert_eq!(Decimal::new(BigInt::from(7), 0).to_string(), "7");
        assert_eq!(Decimal::new(BigInt::from(7), 3).to_string(), "0.007");
        assert_eq!(Decimal::quotient(&BigInt::from(-1), &BigInt::from(3), 4).unwrap().to_string(), "-0.3334");
        assert_eq!((number.units(), number.places()), (&BigInt::from(-1_250), 3));
        assert_eq!(number.rounded_down(1).to_string(), "-1.3");
        assert_eq!(number.rounded_up(1).to_string(), "-1.2");
        assert_eq!(number.rounded_up(2).to_string(), "-1.25");
        assert_eq!(number.rounded_up(9), number);
        let two = Decimal::new(BigInt::from(200), 2);
        assert_eq!(two.root(2, 6).unwrap().to_string(), "1.414213");
        assert_eq!(two.root(3, 0).unwrap().to_string(), "1");
        assert_eq!((number.root(2, 3), two.root(0, 3)), (None, None));
    }
}
