//! Numbers of placements by numbers of pieces, as rings for the steps of [`terms`](super::terms).
//!
//! Let a piece of a kind count as a variable z. The number of a state is then a polynomial in z whose
//! coefficients are numbers of placements by the number of pieces. Whole polynomials grow with the strip. Two
//! parts of them stay small:
//!
//! * The coefficients of the highest powers, counted from the top ([`HighestPowers`]). This part of a sum or
//!   a product does not depend on lower coefficients, so the coefficients are exact. The highest power itself
//!   is the maximum number of pieces, and its coefficient is the number of placements that attain it.
//! * The coefficients of the lowest powers, up to the requested numbers ([`LowestPowers`]), for several kinds
//!   at once.

use super::terms::Ring;
use num_bigint::BigInt;

/// Polynomials in one variable, of which the highest coefficients are kept.
pub struct HighestPowers {
    /// The number of coefficients that are kept.
    pub kept: usize,
}

/// The highest power, and the coefficients from there downwards; none for zero.
pub type TopCoefficients = (i64, Vec<BigInt>);

impl HighestPowers {
    /// Returns the variable to a power, with coefficient 1.
    pub fn power(exponent: i64) -> TopCoefficients {
        (exponent, vec![BigInt::from(1)])
    }
}

impl Ring for HighestPowers {
    type Number = TopCoefficients;

    fn zero(&self) -> TopCoefficients {
        (0, Vec::new())
    }

    fn one(&self) -> TopCoefficients {
        Self::power(0)
    }

    fn add(&self, sum: &mut TopCoefficients, number: &TopCoefficients) {
        if number.1.is_empty() {
            return;
        }
        if sum.1.is_empty() {
            sum.clone_from(number);
            return;
        }
        if number.0 > sum.0 {
            // The number of free places above.
            let above = usize::try_from(number.0 - sum.0).unwrap_or(usize::MAX).min(self.kept);
            sum.1.splice(0..0, std::iter::repeat_n(BigInt::ZERO, above));
            sum.1.truncate(self.kept);
            sum.0 = number.0;
        }
        let below = usize::try_from(sum.0 - number.0).unwrap_or(usize::MAX);
        for (place, coefficient) in number.1.iter().enumerate().take(self.kept.saturating_sub(below)) {
            if sum.1.len() <= below + place {
                sum.1.resize(below + place + 1, BigInt::ZERO);
            }
            sum.1[below + place] += coefficient;
        }
    }

    fn times(&self, first: &TopCoefficients, second: &TopCoefficients) -> TopCoefficients {
        if first.1.is_empty() || second.1.is_empty() {
            return self.zero();
        }
        let length = (first.1.len() + second.1.len() - 1).min(self.kept);
        let mut product = vec![BigInt::ZERO; length];
        for (place, one) in first.1.iter().enumerate() {
            for (sum, other) in product.iter_mut().skip(place).zip(&second.1) {
                *sum += one * other;
            }
        }
        (first.0 + second.0, product)
    }

    fn combine<'a>(&self, parts: impl Iterator<Item = (u64, &'a TopCoefficients)>) -> TopCoefficients {
        let mut sum = self.zero();
        for (ways, number) in parts.filter(|(ways, _)| *ways > 0) {
            self.add(&mut sum, &self.times(&(0, vec![BigInt::from(ways)]), number));
        }
        sum
    }
}

/// Polynomials in several variables, truncated beyond some powers of each.
pub struct LowestPowers {
    /// The largest exponent of each variable.
    most: Vec<usize>,
    /// The distance between the coefficients of neighbouring powers.
    strides: Vec<usize>,
}

impl LowestPowers {
    /// Makes the ring with these largest exponents.
    pub fn new(most: Vec<usize>) -> Self {
        let strides = most.iter().scan(1, |stride, most| {
            let this = *stride;
            *stride *= most + 1;
            Some(this)
        });
        Self { strides: strides.collect(), most }
    }

    /// Returns the number of coefficients of a polynomial.
    fn size(&self) -> usize {
        self.most.iter().map(|most| most + 1).product()
    }

    /// Returns the place of the coefficient of a product of powers; `None` if it is truncated.
    pub(super) fn place(&self, exponents: &[usize]) -> Option<usize> {
        let is_kept = exponents.iter().zip(&self.most).all(|(exponent, most)| exponent <= most);
        let place = || exponents.iter().zip(&self.strides).map(|(exponent, stride)| exponent * stride).sum();
        is_kept.then(place)
    }

    /// Returns the polynomial that is one of the variables; zero if it is truncated.
    pub fn variable(&self, variable: usize) -> Vec<BigInt> {
        let mut exponents = vec![0; self.most.len()];
        exponents[variable] = 1;
        let mut polynomial = Vec::new();
        if let Some(place) = self.place(&exponents) {
            polynomial.resize(place + 1, BigInt::ZERO);
            polynomial[place] = BigInt::from(1);
        }
        polynomial
    }

    /// Returns the exponent of a variable at a place.
    pub(super) fn exponent(&self, place: usize, variable: usize) -> usize {
        place / self.strides[variable] % (self.most[variable] + 1)
    }

    /// Returns true if the sum of the exponents of two places is kept.
    fn adds_up(&self, first: usize, second: usize) -> bool {
        let sum = |variable| self.exponent(first, variable) + self.exponent(second, variable);
        (0..self.most.len()).all(|variable| sum(variable) <= self.most[variable])
    }
}

/// Zero coefficients at the end may be omitted.
impl Ring for LowestPowers {
    type Number = Vec<BigInt>;

    fn zero(&self) -> Vec<BigInt> {
        Vec::new()
    }

    fn one(&self) -> Vec<BigInt> {
        vec![BigInt::from(1)]
    }

    fn add(&self, sum: &mut Vec<BigInt>, number: &Vec<BigInt>) {
        if sum.len() < number.len() {
            sum.resize(number.len(), BigInt::ZERO);
        }
        for (sum, number) in sum.iter_mut().zip(number) {
            *sum += number;
        }
    }

    fn times(&self, first: &Vec<BigInt>, second: &Vec<BigInt>) -> Vec<BigInt> {
        if first.is_empty() || second.is_empty() {
            return Vec::new();
        }
        let mut product = vec![BigInt::ZERO; (first.len() + second.len() - 1).min(self.size())];
        let is_zero = |number: &BigInt| *number == BigInt::ZERO;
        for (place, one) in first.iter().enumerate().filter(|(_, one)| !is_zero(one)) {
            for (other_place, other) in second.iter().enumerate().filter(|(_, other)| !is_zero(other)) {
                if self.adds_up(place, other_place) {
                    product[place + other_place] += one * other;
                }
            }
        }
        product
    }

    fn combine<'a>(&self, parts: impl Iterator<Item = (u64, &'a Vec<BigInt>)>) -> Vec<BigInt> {
        let mut sum = self.zero();
        for (ways, number) in parts.filter(|(ways, _)| *ways > 0) {
            self.add(&mut sum, &self.times(&vec![BigInt::from(ways)], number));
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(numbers: &[i64]) -> Vec<BigInt> {
        numbers.iter().map(|&number| number.into()).collect()
    }

    /// A comparison with the product and sum of whole polynomials.
    #[test]
    fn highest_coefficients_are_those_of_whole_polynomials() {
        let (whole, cut) = (HighestPowers { kept: 100 }, HighestPowers { kept: 3 });
        let one = (4, big(&[2, 0, 5, 7, 1]));
        let other = (2, big(&[3, 1, 0]));
        let cut_off = |(top, coefficients): &TopCoefficients| (*top, coefficients[..3].to_vec());
        assert_eq!(cut.times(&cut_off(&one), &cut_off(&other)), cut_off(&whole.times(&one, &other)));
        for (first, second) in [(&one, &other), (&other, &one), (&one, &one)] {
            let (mut all, mut sum) = (first.clone(), cut_off(first));
            whole.add(&mut all, second);
            cut.add(&mut sum, &cut_off(second));
            assert_eq!(sum, cut_off(&all));
        }
        assert_eq!(whole.times(&one, &other), (6, big(&[6, 2, 15, 26, 10, 1, 0])));
        assert_eq!(cut.times(&cut.zero(), &one), cut.zero());
        let mut far = HighestPowers::power(9);
        cut.add(&mut far, &HighestPowers::power(2));
        assert_eq!(far.1[0], BigInt::from(1));
        assert!(far.1[1..].iter().all(|number| *number == BigInt::ZERO));
    }

    #[test]
    fn lowest_coefficients_are_those_of_whole_polynomials() {
        let ring = LowestPowers::new(vec![2, 1]);
        let (x, y) = (ring.variable(0), ring.variable(1));
        let mut sum = ring.one();
        ring.add(&mut sum, &x);
        ring.add(&mut sum, &y);
        // (1 + x + y)^3 up to x^2 y.
        let cube = ring.times(&sum, &ring.times(&sum, &sum));
        assert_eq!(cube, big(&[1, 3, 3, 3, 6, 3]));
        assert_eq!(ring.place(&[2, 1]), Some(5));
        assert_eq!(ring.place(&[0, 2]), None);
        assert!(LowestPowers::new(vec![0]).variable(0).is_empty());
    }
}
