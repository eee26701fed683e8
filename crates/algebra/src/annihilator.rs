//! Products of cyclotomic polynomials in the shift E, (E a)(n) = a(n + 1), which annihilate
//! quasi-polynomials.
//!
//! The factor Φ(d)^m annihilates the sums of n^j s(n), j below m, where s has period d and no part of a
//! smaller period. So a list of pairs (d, m) determines the possible periods of each coefficient of a
//! quasi-polynomial, and its order is the number of unknown coefficients. Fits by residue class would have
//! many more, because most top coefficients are constant.

use super::polynomial::Polynomial;
use num_bigint::{BigInt, Sign};

/// The product of Φ(d)^m over some periods d.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annihilator {
    /// Rising periods, each with a positive exponent.
    factors: Vec<(usize, usize)>,
}

impl Annihilator {
    /// Returns the product of these pairs of period and exponent. A period may occur several times; pairs
    /// with a zero are dropped.
    pub fn new(factors: &[(usize, usize)]) -> Self {
        let mut sum: Vec<(usize, usize)> = Vec::new();
        for &(period, exponent) in factors.iter().filter(|(period, exponent)| *period > 0 && *exponent > 0) {
            match sum.iter_mut().find(|(other, _)| *other == period) {
                Some((_, total)) => *total += exponent,
                None => sum.push((period, exponent)),
            }
        }
        sum.sort_unstable();
        Self { factors: sum }
    }

    /// Returns the periods in rising order, with positive exponents.
    pub fn factors(&self) -> &[(usize, usize)] {
        &self.factors
    }

    /// Returns the degree in E, which is the number of terms that determine an annihilated sequence.
    pub fn order(&self) -> usize {
        self.factors.iter().map(|&(period, exponent)| totient(period) * exponent).sum()
    }

    /// Removes one factor Φ(period); `None` if there is none.
    pub fn without_one(&self, period: usize) -> Option<Self> {
        let mut factors = self.factors.clone();
        let place = factors.iter().position(|(other, _)| *other == period)?;
        factors[place].1 -= 1;
        Some(Self::new(&factors))
    }

    /// Returns the least operator that annihilates all sequences which either of them annihilates: for each
    /// period the larger exponent.
    pub fn least_common_multiple(&self, other: &Self) -> Self {
        let mut factors = self.factors.clone();
        for &(period, exponent) in &other.factors {
            match factors.iter_mut().find(|(known, _)| *known == period) {
                Some((_, known)) => *known = exponent.max(*known),
                None => factors.push((period, exponent)),
            }
        }
        Self::new(&factors)
    }

    /// Returns the polynomial in E, monic with constant term 1 or -1.
    pub fn polynomial(&self) -> Polynomial {
        let powers =
            self.factors.iter().map(|&(period, exponent)| Polynomial::cyclotomic(period).power(exponent));
        powers.fold(Polynomial::one(), |product, power| product.times(&power))
    }

    /// Returns the number of windows of `order + 1` terms that it annihilates, counted from the end without a
    /// gap. This is the number of terms that agree beyond those that determine the sequence; 0 if there are
    /// too few terms.
    pub fn zeros(&self, terms: &[BigInt]) -> usize {
        let operator = self.polynomial();
        let coefficients = operator.numerators();
        let vanishes = |window: &[BigInt]| {
            let products = coefficients.iter().zip(window).filter(|(c, _)| c.sign() != Sign::NoSign);
            products.map(|(c, a)| c * a).sum::<BigInt>() == BigInt::ZERO
        };
        terms.windows(coefficients.len()).rev().take_while(|window| vanishes(window)).count()
    }

    /// Returns the smallest divisor that annihilates the same terms at the end, which are the last
    /// `order + zeros`. Factors are removed one at a time.
    pub fn reduce(self, terms: &[BigInt]) -> Self {
        let reach = self.order() + self.zeros(terms);
        let mut least = self;
        let periods: Vec<usize> = least.factors.iter().rev().map(|&(period, _)| period).collect();
        for period in periods {
            while let Some(less) = least.without_one(period) {
                if less.order() + less.zeros(terms) < reach {
                    break;
                }
                least = less;
            }
        }
        least
    }
}

/// Returns the degree of Φ(d), which is the number of integers up to d that are coprime to d.
pub(crate) fn totient(period: usize) -> usize {
    let primes = super::polynomial::prime_divisors(period);
    primes.into_iter().fold(period, |count, prime| count / prime * (prime - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_degrees() {
        for period in 1..40 {
            assert_eq!(Polynomial::cyclotomic(period).degree(), Some(totient(period)));
            let squared = Annihilator::new(&[(period, 1), (1, 3), (period, 1)]);
            assert_eq!(squared.polynomial().degree(), Some(squared.order()));
        }
    }

    #[test]
    fn zeros_are_counted_from_the_end_and_needless_factors_go() {
        // n²/4 rounded down, with an exception at the start.
        let mut terms: Vec<BigInt> = (0..14).map(|n| BigInt::from(n * n / 4)).collect();
        terms[1] += 5;
        let large = Annihilator::new(&[(1, 4), (2, 2), (3, 1)]);
        assert_eq!((large.order(), large.zeros(&terms)), (8, 4));
        let least = large.reduce(&terms);
        assert_eq!((least.factors(), least.order(), least.zeros(&terms)), (&[(1, 3), (2, 1)][..], 4, 8));
        assert_eq!(Annihilator::new(&[(1, 1)]).zeros(&terms), 0);
        assert_eq!(Annihilator::new(&[(1, 20)]).zeros(&terms), 0);
    }

    #[test]
    fn a_common_multiple_annihilates_both() {
        let (one, other) = (Annihilator::new(&[(1, 3), (2, 1)]), Annihilator::new(&[(1, 2), (2, 2), (5, 1)]));
        let both = one.least_common_multiple(&other);
        assert_eq!(both.factors(), &[(1, 3), (2, 2), (5, 1)]);
        let squares: Vec<BigInt> = (0..20).map(|n| BigInt::from(n * n - n % 2)).collect();
        let fives: Vec<BigInt> = (0..20).map(|n| BigInt::from(n % 5 + n * (n % 2))).collect();
        assert!(one.zeros(&squares) > 0 && other.zeros(&fives) > 0);
        assert!(both.zeros(&squares) > 0 && both.zeros(&fives) > 0);
    }
}
