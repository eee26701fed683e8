//! Linear recurrences with constant integer coefficients, their terms without end, and their generating
//! functions.
//!
//! A sequence of integers that obeys any linear recurrence with constant coefficients has a shortest one that
//! is monic with integer coefficients (Fatou's lemma). So Berlekamp and Massey's algorithm finds its
//! coefficients modulo primes, and Chinese remainders combine them without fractions.

use super::berlekamp_massey::BerlekampMassey;
use super::modular::Modulus;
use super::polynomial::Polynomial;
use super::residues::Residues;
use num_bigint::{BigInt, Sign};
use std::collections::VecDeque;

/// a(n) = c(1) a(n - 1) + … + c(k) a(n - k) for all n from some index on, with the terms before that index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recurrence {
    coefficients: Vec<BigInt>,
    first: i64,
    initial: Vec<BigInt>,
}

impl Recurrence {
    /// Returns the recurrence with the coefficients c(1), c(2), … and the given terms from a(first) on.
    /// `None` if there are fewer given terms than coefficients. Zeros at the end of the coefficients are
    /// dropped.
    pub fn new(mut coefficients: Vec<BigInt>, first: i64, initial: Vec<BigInt>) -> Option<Self> {
        while coefficients.last().is_some_and(|last| last.sign() == Sign::NoSign) {
            coefficients.pop();
        }
        (initial.len() >= coefficients.len()).then_some(Self { coefficients, first, initial })
    }

    /// Returns the shortest recurrence of terms from a(first) on. `None` if fewer than `spare` terms agree
    /// beyond those that determine it. It agrees with all the terms, but this is not a proof for later ones.
    pub fn of_terms(first: i64, terms: &[BigInt], spare: usize) -> Option<Self> {
        let mut residues = Residues::new(0);
        let (mut length, mut size) = (0, 0);
        for modulus in Modulus::descending() {
            let forms: Vec<u64> = terms.iter().map(|term| modulus.form_big(term)).collect();
            let found = BerlekampMassey::of_terms(modulus, &forms);
            if 2 * found.length() + spare > terms.len() {
                return None;
            }
            let shape = (found.length(), found.connection().len());
            // A prime that divides some determinant gives too short a recurrence, and is dropped. So are all
            // primes before a better one.
            if shape < (length, size) {
                continue;
            }
            if shape > (length, size) {
                (length, size) = shape;
                residues = Residues::new(size);
            }
            if !residues.absorb(&modulus, found.connection()) {
                let coefficients = residues.values().iter().skip(1).map(|c| -c).collect();
                let initial = terms.get(..length)?.to_vec();
                let candidate = Self::new(coefficients, first, initial)?;
                if candidate.first_contradiction(first, terms).is_none() {
                    return Some(candidate);
                }
            }
            // If coefficients are larger than all terms together, they are not integers, and the terms obey
            // no recurrence of this type.
            let bits: u64 = terms.iter().map(|term| term.bits() + 1).sum();
            if residues.product().bits() > 2 * bits + 256 {
                return None;
            }
        }
        None
    }

    /// Returns the coefficients c(1), c(2), …, the last nonzero.
    pub fn coefficients(&self) -> &[BigInt] {
        &self.coefficients
    }

    /// Returns the order: the number of earlier terms from which each term follows.
    pub fn order(&self) -> usize {
        self.coefficients.len()
    }

    /// Returns the n of the first term.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// Returns the given terms from the first on. There are at least as many as the order.
    pub fn initial(&self) -> &[BigInt] {
        &self.initial
    }

    /// Returns the first n whose term is not given but follows.
    pub fn first_computed(&self) -> i64 {
        self.first + self.initial.len() as i64
    }

    /// Returns the number of terms, from the first on, that determine the recurrence: twice the number of
    /// given terms.
    pub fn determining_terms(&self) -> usize {
        2 * self.initial.len()
    }

    /// Removes given terms at the end that follow from the terms before them.
    pub fn shorten(mut self) -> Self {
        while self.initial.len() > self.order()
            && self.next(&self.initial[..self.initial.len() - 1]).as_ref() == self.initial.last()
        {
            self.initial.pop();
        }
        self
    }

    /// Returns the term after these; `None` if there are fewer terms than the order.
    pub fn next(&self, terms: &[BigInt]) -> Option<BigInt> {
        let before = terms.get(terms.len().checked_sub(self.order())?..)?;
        Some(self.following(before.iter().rev()))
    }

    /// Returns the term after `order` terms, which are passed with the latest first.
    fn following<'a>(&self, before: impl Iterator<Item = &'a BigInt>) -> BigInt {
        let products = self.coefficients.iter().zip(before);
        products.filter(|(c, _)| c.sign() != Sign::NoSign).map(|(c, a)| c * a).sum()
    }

    /// Returns the terms from the first on, without end. The given terms cost nothing.
    pub fn terms(&self) -> impl Iterator<Item = BigInt> + '_ {
        let last = self.initial.len() - self.order();
        let mut window: VecDeque<BigInt> = self.initial.iter().skip(last).cloned().collect();
        let followed = std::iter::repeat_with(move || {
            let next = self.following(window.iter().rev());
            window.push_back(next.clone());
            window.pop_front();
            next
        });
        self.initial.iter().cloned().chain(followed)
    }

    /// Returns the single term a(n), for any n; `None` before the first term, or if stopped.
    ///
    /// With q = x^k modulo the characteristic polynomial, a(i + j + k + k) is the sum of q(i) q(j) a(i + j)
    /// (C. M. Fiduccia, *An efficient formula for linear recurrences*, SIAM Journal on Computing 14, 1985). q
    /// takes as many squares as k has binary digits, each twice as long as the one before. So the last and
    /// most expensive square is not computed.
    pub fn term(&self, n: i64, should_stop: &dyn Fn() -> bool) -> Option<BigInt> {
        let place = usize::try_from(n.checked_sub(self.first)?).ok()?;
        if let Some(given) = self.initial.get(place) {
            return Some(given.clone());
        }
        if self.coefficients.is_empty() {
            return Some(BigInt::ZERO);
        }
        // Given terms before the last `order` ones are exceptions.
        let exceptions = self.initial.len() - self.order();
        let place = place - exceptions;
        let known: Vec<BigInt> = self.terms().skip(exceptions).take(2 * self.order()).collect();
        let half = self.power(place / 2, should_stop)?;
        let mut sum = BigInt::ZERO;
        for (shift, factor) in half.iter().enumerate() {
            let terms = known.iter().skip(shift + place % 2);
            sum += factor * half.iter().zip(terms).map(|(other, term)| other * term).sum::<BigInt>();
            if should_stop() {
                return None;
            }
        }
        Some(sum)
    }

    /// Returns the power of x modulo the characteristic polynomial, the constant term first; `None` if
    /// stopped.
    fn power(&self, exponent: usize, should_stop: &dyn Fn() -> bool) -> Option<Vec<BigInt>> {
        let order = self.order();
        // The longest prefix of the exponent that needs no reduction.
        let mut left = (0..usize::BITS).find(|&left| exponent >> left < order)?;
        let mut power = vec![BigInt::ZERO; order];
        *power.get_mut(exponent >> left)? = BigInt::from(1);
        while left > 0 {
            left -= 1;
            let shift = exponent >> left & 1;
            let mut square = vec![BigInt::ZERO; 2 * order];
            for (place, one) in power.iter().enumerate().filter(|(_, one)| one.sign() != Sign::NoSign) {
                square[2 * place + shift] += one * one;
                let twice: BigInt = one << 1u32;
                for (further, other) in power.iter().enumerate().skip(place + 1) {
                    if other.sign() != Sign::NoSign {
                        square[place + further + shift] += &twice * other;
                    }
                }
                if should_stop() {
                    return None;
                }
            }
            for degree in (order..2 * order).rev() {
                let top = std::mem::take(&mut square[degree]);
                if top.sign() == Sign::NoSign {
                    continue;
                }
                for (coefficient, lower) in self.coefficients.iter().zip(square[..degree].iter_mut().rev()) {
                    if coefficient.sign() != Sign::NoSign {
                        *lower += &top * coefficient;
                    }
                }
            }
            square.truncate(order);
            power = square;
        }
        Some(power)
    }

    /// Returns the first n of these terms, from a(first) on, that contradicts the recurrence; `None` if all
    /// agree. Terms before the recurrence's first one are ignored.
    pub fn first_contradiction(&self, first: i64, terms: &[BigInt]) -> Option<i64> {
        let given = (first..).zip(terms).skip_while(|(n, _)| *n < self.first);
        let skipped = usize::try_from(first - self.first).unwrap_or(0);
        let mut expected = self.terms().skip(skipped);
        given.into_iter().find(|(_, term)| expected.next().as_ref() != Some(*term)).map(|(n, _)| n)
    }

    /// Returns the denominator 1 - c(1) x - c(2) x² - … of the generating function.
    pub fn denominator(&self) -> Polynomial {
        let coefficients = self.coefficients.iter().map(|c| -c);
        Polynomial::of_integers([BigInt::from(1)].into_iter().chain(coefficients).collect())
    }

    /// Returns the numerator of the generating function a(first) + a(first + 1) x + …. For the sum of a(n)
    /// x^n it has the additional factor x^first.
    pub fn numerator(&self) -> Polynomial {
        let product = Polynomial::of_integers(self.initial.clone()).times(&self.denominator());
        let length = product.numerators().len().min(self.initial.len());
        Polynomial::of_integers(product.numerators()[..length].to_vec())
    }

    /// Returns the characteristic polynomial x^k - c(1) x^(k-1) - … - c(k), whose roots are the growth rates.
    pub fn characteristic(&self) -> Polynomial {
        let coefficients = self.coefficients.iter().rev().map(|c| -c);
        Polynomial::of_integers(coefficients.chain([BigInt::from(1)]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    fn big(numbers: &[i64]) -> Vec<BigInt> {
        numbers.iter().copied().map(BigInt::from).collect()
    }

    #[test]
    fn kings_on_a_strip_of_width_two_obey_jacobsthal() {
        let recurrence = Recurrence::of_terms(0, &big(&[1, 3, 5, 11, 21, 43, 85]), 3).unwrap();
        assert_eq!((recurrence.coefficients(), recurrence.first_computed()), (&big(&[1, 2])[..], 2));
        assert_eq!(recurrence.denominator().to_string(), "-2x^2 - x + 1");
        assert_eq!(recurrence.numerator().to_string(), "2x + 1");
        assert_eq!(recurrence.characteristic().to_string(), "x^2 - x - 2");
        // The term a(n) is (2^(n+2) - (-1)^n) / 3.
        assert_eq!(recurrence.terms().nth(999), Some(((BigInt::from(1) << 1001u32) + 1) / 3));
    }

    #[test]
    fn random_recurrences_are_found_again() {
        let mut dice = Dice::new(12);
        for order in [1, 2, 5, 11, 30] {
            let coefficients: Vec<BigInt> = (0..order)
                .map(|_| BigInt::from(dice.word()) * (1 + dice.draw_below(9)) - (dice.word() >> 3))
                .collect();
            let exceptions = dice.draw_below(3) as usize;
            let initial: Vec<BigInt> =
                (0..order + exceptions).map(|_| BigInt::from(dice.signed(99))).collect();
            let recurrence = Recurrence::new(coefficients, -3, initial).unwrap();
            let terms: Vec<BigInt> = recurrence.terms().take(2 * order + 10).collect();
            let found = Recurrence::of_terms(-3, &terms, 4).unwrap();
            assert_eq!(found, recurrence);
            assert_eq!(found.first_contradiction(-3, &terms), None);
            assert_eq!(Recurrence::of_terms(-3, &terms[..2 * order], 4), None);
            let mut wrong = terms.clone();
            wrong[2 * order + 5] += 1;
            assert_eq!(found.first_contradiction(-3, &wrong), Some(2 * order as i64 + 2));
            // The generating function times its denominator is its numerator.
            let series = Polynomial::of_integers(terms.clone()).times(&found.denominator());
            let left = &series.numerators()[..terms.len()];
            let numerator = found.numerator();
            let expected = numerator.numerators().iter().cloned().chain(std::iter::repeat(BigInt::ZERO));
            assert!(left.iter().cloned().eq(expected.take(terms.len())));
        }
    }

    /// Distant terms compared with those of the sequence.
    #[test]
    fn single_terms_are_those_of_the_sequence() {
        let mut dice = Dice::new(31);
        for order in [0, 1, 2, 3, 7, 20] {
            for exceptions in 0..3 {
                let coefficients = (0..order).map(|_| BigInt::from(dice.signed(3))).collect();
                let initial = (0..order + exceptions).map(|_| BigInt::from(dice.signed(9))).collect();
                let recurrence = Recurrence::new(coefficients, -2, initial).unwrap();
                for (n, term) in (-2..).zip(recurrence.terms().take(200)) {
                    assert_eq!(recurrence.term(n, &|| false), Some(term), "{recurrence:?} at {n}");
                }
                assert_eq!(recurrence.term(-3, &|| false), None);
            }
        }
        let jacobsthal = Recurrence::new(big(&[1, 2]), 0, big(&[1, 3])).unwrap();
        let expected = ((BigInt::from(1) << 100_002u32) - 1) / 3;
        assert_eq!(jacobsthal.term(100_000, &|| false), Some(expected));
        assert_eq!(jacobsthal.term(100_000, &|| true), None);
    }

    #[test]
    fn terms_that_follow_are_not_given() {
        let given = Recurrence::new(big(&[1, 1]), 0, big(&[7, 0, 1, 1, 2, 3, 5])).unwrap().shorten();
        assert_eq!((given.initial(), given.order()), (&big(&[7, 0, 1])[..], 2));
        assert_eq!((given.first(), given.first_computed()), (0, 3));
        assert_eq!(Recurrence::new(big(&[1, 1]), 0, big(&[1])), None);
        let none = Recurrence::new(big(&[]), 0, big(&[4])).unwrap();
        assert!(none.terms().take(4).eq(big(&[4, 0, 0, 0])));
    }

    #[test]
    fn factorials_obey_no_recurrence() {
        let factorials: Vec<BigInt> = (1..60)
            .scan(BigInt::from(1), |f, n| {
                *f *= n;
                Some(f.clone())
            })
            .collect();
        assert_eq!(Recurrence::of_terms(1, &factorials, 2), None);
    }
}
