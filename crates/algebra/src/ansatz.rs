//! The annihilators to try on the numbers of placements of k pieces on growing squares, and a search for
//! others.
//!
//! Counts of k riders are quasi-polynomials of degree 2k (S. Chaiken, C. R. H. Hanusa, T. Zaslavsky, *A
//! q-queens problem* I, Electronic Journal of Combinatorics 21, 2014). The known counts of queens follow a
//! rule for the periods. Period d first occurs with the square of Φ(d) at the k where the Fibonacci number
//! F(k) reaches d. The exponent grows by two with each additional piece. So one ansatz covers all mixes of
//! kings, knights, bishops, rooks and queens. This is experience, not a theorem.
//!
//! If the ansatz fails, all small products are tried in order of rising degree. The search works modulo a
//! prime, where an additional factor costs a few additions for each term. Among many products one may fit
//! small numbers by chance. So each zero counts as evidence with the bits of the number that the last factor
//! made zero. The total must exceed the bits of the number of products tried, by a margin.

use super::annihilator::{Annihilator, totient};
use super::modular::Modulus;
use num_bigint::BigInt;

/// The minimum number of terms that must agree, apart from those that determine the fit.
pub const MIN_ZEROS: usize = 3;

/// The largest period in the free search.
const MAX_PERIOD: usize = 12;

/// The maximum number of products in the free search, which takes about a tenth of a second.
const MAX_PRODUCTS: usize = 200_000;

/// The bits of evidence that a product found freely must have beyond those of the number of products tried.
const MIN_EVIDENCE: f64 = 10.0;

/// Returns the annihilator that has fitted all mixes of k queens and simpler pieces. The exponent of period 1
/// is reduced by the `known` coefficients of the highest powers. `None` above 8 pieces.
pub(crate) fn expected_annihilator(pieces: usize, known: usize) -> Option<Annihilator> {
    if pieces > 8 {
        return None;
    }
    let mut factors = vec![(1, (2 * pieces + 1).saturating_sub(known))];
    // F(3) = 2, F(4) = 3, F(5) = 5, …
    let (mut before, mut present) = (1, 2);
    for start in 3..=pieces {
        factors.extend((before + 1..=present).map(|period| (period, 2 * (pieces + 1 - start))));
        (before, present) = (present, before + present);
    }
    Some(Annihilator::new(&factors))
}

/// Returns the annihilator of least order with Φ(1)^`exponent` and other factors of periods up to 12. At the
/// end of the terms it must give as many zeros as its longest period, at least three, and more than expected
/// by chance. `None` if there is none, or if there are too many to try.
pub(crate) fn found_freely(exponent: usize, terms: &[BigInt]) -> Option<Annihilator> {
    let modulus = Modulus::descending().next()?;
    let mut rest: Vec<u64> = terms.iter().map(|term| modulus.form_big(term)).collect();
    let mut before = rest.clone();
    for _ in 0..exponent {
        let next = shifted_by(&modulus, &[-1, 1], &rest);
        before = std::mem::replace(&mut rest, next);
    }
    let factors = (2..=MAX_PERIOD).map(|period| {
        let polynomial = super::polynomial::Polynomial::cyclotomic(period);
        let coefficients = polynomial.numerators().iter().map(|c| i64::try_from(c).unwrap_or(0)).collect();
        (period, totient(period), coefficients)
    });
    let mut search = ProductSearch {
        modulus,
        factors: factors.collect(),
        max_exponent: exponent,
        chosen: Vec::new(),
        left: MAX_PRODUCTS,
    };
    for order in 0..=rest.len().checked_sub(MIN_ZEROS)? {
        if search.extend(0, order, &before, &rest) {
            let chosen: Vec<(usize, usize)> = search.chosen.into_iter().chain([(1, exponent)]).collect();
            let candidate = Annihilator::new(&chosen);
            // A zero modulo one prime is a zero except with probability 2^-62; exact integers give certainty.
            return (candidate.zeros(terms) >= MIN_ZEROS).then_some(candidate);
        }
        if search.left == 0 {
            return None;
        }
    }
    None
}

/// A search through products of a given order.
struct ProductSearch {
    modulus: Modulus,
    /// The period, order and coefficients of each factor.
    factors: Vec<(usize, usize, Vec<i64>)>,
    max_exponent: usize,
    chosen: Vec<(usize, usize)>,
    left: usize,
}

impl ProductSearch {
    /// Returns true if a product of exactly this order, of factors from number `from` on, annihilates the end
    /// of `rest`. The product is then in `chosen`. The terms `before` the last factor are the evidence.
    fn extend(&mut self, from: usize, order: usize, before: &[u64], rest: &[u64]) -> bool {
        if self.left == 0 {
            return false;
        }
        if order == 0 {
            self.left -= 1;
            let longest = self.chosen.iter().map(|&(period, _)| period).max().unwrap_or(0);
            let zeros = rest.iter().rev().take_while(|&&value| value == 0).count();
            return zeros >= longest.max(MIN_ZEROS) && self.evidence(before, zeros) >= MIN_EVIDENCE;
        }
        for number in from..self.factors.len() {
            let (period, size, coefficients) = self.factors[number].clone();
            let mut applied = rest.to_vec();
            for exponent in 1..=self.max_exponent.min(order / size) {
                let next = shifted_by(&self.modulus, &coefficients, &applied);
                let previous = std::mem::replace(&mut applied, next);
                self.chosen.push((period, exponent));
                if self.extend(number + 1, order - size * exponent, &previous, &applied) {
                    return true;
                }
                self.chosen.pop();
            }
        }
        false
    }

    /// Returns the bits of the last numbers that became zero, minus those of the number of products tried.
    fn evidence(&self, before: &[u64], zeros: usize) -> f64 {
        let bits = |&form: &u64| (2.0 * self.modulus.symmetric(form).unsigned_abs() as f64 + 1.0).log2();
        let tried = (1 + MAX_PRODUCTS - self.left) as f64;
        before.iter().rev().take(zeros).map(bits).sum::<f64>() - tried.log2()
    }
}

/// Returns a polynomial in the shift, applied to terms modulo a prime.
fn shifted_by(modulus: &Modulus, coefficients: &[i64], terms: &[u64]) -> Vec<u64> {
    let applied = |window: &[u64]| {
        coefficients.iter().zip(window).fold(0, |sum, (&coefficient, &term)| match coefficient {
            0 => sum,
            1 => modulus.sum(sum, term),
            -1 => modulus.difference(sum, term),
            _ => modulus.sum(sum, modulus.product(modulus.form_signed(coefficient), term)),
        })
    };
    terms.windows(coefficients.len()).map(applied).collect()
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::super::quasi_polynomial::tests::random_terms;
    use super::*;

    #[test]
    fn expected_annihilators_are_those_that_were_seen() {
        let factors = |pieces| expected_annihilator(pieces, 0).unwrap().factors().to_vec();
        assert_eq!(factors(1), [(1, 3)]);
        assert_eq!(factors(2), [(1, 5)]);
        assert_eq!(factors(3), [(1, 7), (2, 2)]);
        assert_eq!(factors(4), [(1, 9), (2, 4), (3, 2)]);
        assert_eq!(factors(5), [(1, 11), (2, 6), (3, 4), (4, 2), (5, 2)]);
        let six = [(1, 13), (2, 8), (3, 6), (4, 4), (5, 4), (6, 2), (7, 2), (8, 2)];
        assert_eq!(factors(6), six);
        let orders = [3, 5, 9, 17, 37, 81].map(Some);
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|pieces| expected_annihilator(pieces, 0).map(|a| a.order())),
            orders
        );
    }

    #[test]
    fn the_free_search_finds_small_products_again() {
        let mut dice = Dice::new(18);
        for factors in
            [&[(1, 3)][..], &[(1, 3), (2, 2), (5, 1)], &[(1, 3), (10, 2)], &[(1, 3), (3, 1), (7, 1)]]
        {
            let annihilator = Annihilator::new(factors);
            let terms = random_terms(&mut dice, &annihilator, annihilator.order() + 12);
            assert_eq!(found_freely(3, &terms), Some(annihilator));
        }
        // The largest peaceable armies of queens on 1 to 14 squares a side (OEIS A250000) look quadratic, but
        // are not.
        let armies = [0, 0, 1, 2, 4, 5, 7, 9, 12, 14, 17, 21, 24, 28].map(BigInt::from);
        assert_eq!(found_freely(3, &armies), None);
        let noise: Vec<BigInt> = (0..20).map(|_| BigInt::from(dice.word())).collect();
        assert_eq!(found_freely(5, &noise), None);
        assert_eq!(found_freely(5, &noise[..4]), None);
    }
}
