//! Quasi-polynomials: polynomials in n whose coefficients are periodic in n.
//!
//! They are stored as a sum over periods d of parts that contain no smaller period. Part 1 is the mean
//! polynomial, and part 2 is (-1)^n times a polynomial. In general, the polynomials of a part, over a class
//! modulo d / p for a prime p, add up to zero. This decomposition is unique. It is short, because the
//! coefficients of the highest powers are mostly constant, so the parts have low degrees. A constituent, the
//! polynomial of one residue class, is a sum of parts.
//!
//! The coefficients solve a linear system with one equation for each term. It is solved modulo primes.
//! Chinese remainders and rational reconstruction combine the solutions until they reproduce the terms
//! exactly.

use super::annihilator::{Annihilator, totient};
use super::elimination::clear_below;
use super::integer::{exact_quotient, lcm};
use super::modular::Modulus;
use super::polynomial::Polynomial;
use super::residues::Residues;
use num_bigint::BigInt;

/// The part of a quasi-polynomial with exactly one period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The period d.
    pub period: usize,
    /// The polynomials in n for n = 0, 1, …, d - 1 modulo d.
    pub classes: Vec<Polynomial>,
}

impl Part {
    /// Returns the degree of the highest power of n; `None` for zero.
    pub fn degree(&self) -> Option<usize> {
        self.classes.iter().filter_map(Polynomial::degree).max()
    }

    /// Returns the polynomial of the class of n.
    fn class(&self, n: &BigInt) -> Option<&Polynomial> {
        let period = BigInt::from(self.period);
        let class = ((n % &period) + &period) % period;
        self.classes.get(usize::try_from(class).ok()?)
    }
}

/// A polynomial with periodic coefficients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuasiPolynomial {
    /// The nonzero parts by rising period.
    parts: Vec<Part>,
}

impl QuasiPolynomial {
    /// Returns the sum of parts with different periods, each without a smaller period; zero parts are
    /// dropped.
    fn of_parts(mut parts: Vec<Part>) -> Self {
        parts.retain(|part| part.degree().is_some());
        parts.sort_by_key(|part| part.period);
        Self { parts }
    }

    /// Returns the sequence that the annihilator annihilates, with these terms from a(first) on. `None` if
    /// there are fewer terms than its order, or if additional terms disagree.
    pub fn annihilated(annihilator: &Annihilator, first: i64, terms: &[BigInt]) -> Option<Self> {
        let given = terms.get(..annihilator.order())?;
        let columns = Column::all(annihilator);
        let mut residues = Residues::new(columns.len());
        for modulus in Modulus::descending() {
            let Some(solution) = solution_modulo(&modulus, &columns, first, given) else { continue };
            residues.absorb(&modulus, &solution);
            // The terms determine the coefficients. Once all coefficients are right, they reproduce the
            // terms.
            let fractions: Option<Vec<_>> =
                (0..columns.len()).map(|index| residues.fraction(index)).collect();
            let Some(fractions) = fractions else { continue };
            let candidate = Self::of_columns(annihilator, &columns, &fractions);
            if candidate.first_contradiction(first, given).is_none() {
                return Some(candidate).filter(|found| found.first_contradiction(first, terms).is_none());
            }
        }
        None
    }

    /// Returns the quasi-polynomial that equals a polynomial.
    #[doc(hidden)]
    pub fn of_polynomial(polynomial: Polynomial) -> Self {
        Self::of_parts(vec![Part { period: 1, classes: vec![polynomial] }])
    }

    /// Returns the sum of the coefficients times their columns.
    fn of_columns(annihilator: &Annihilator, columns: &[Column], fractions: &[(BigInt, BigInt)]) -> Self {
        let part = |&(period, exponent): &(usize, usize)| {
            let own = || columns.iter().zip(fractions).filter(|(column, _)| column.period == period);
            let denominator = own().fold(BigInt::from(1), |all, (_, (_, below))| lcm(&all, below));
            let class = |class: usize| {
                let mut numerators = vec![BigInt::ZERO; exponent];
                for (column, (above, below)) in own() {
                    numerators[column.exponent] += above * (&denominator / below) * column.values[class];
                }
                Polynomial::new(numerators, denominator.clone())
            };
            Part { period, classes: (0..period).map(class).collect() }
        };
        Self::of_parts(annihilator.factors().iter().map(part).collect())
    }

    /// Returns the nonzero parts by rising period.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the mean of all constituents, which is the part without periods.
    pub fn mean(&self) -> Polynomial {
        let mean = self.parts.first().filter(|part| part.period == 1).and_then(|part| part.classes.first());
        mean.cloned().unwrap_or_else(Polynomial::zero)
    }

    /// Returns the least common period of all coefficients.
    pub fn period(&self) -> usize {
        let period =
            self.parts.iter().fold(BigInt::from(1), |all, part| lcm(&all, &BigInt::from(part.period)));
        usize::try_from(period).unwrap_or(usize::MAX)
    }

    /// Returns the degree of the highest power of n; `None` for zero.
    pub fn degree(&self) -> Option<usize> {
        self.parts.iter().filter_map(Part::degree).max()
    }

    /// Returns the number of the highest powers of n with constant coefficients.
    pub fn constant_coefficients(&self) -> usize {
        let periodic = self.parts.iter().filter(|part| part.period > 1).filter_map(Part::degree).max();
        self.degree()
            .map_or(0, |degree| degree + 1 - periodic.map_or(0, |periodic| periodic + 1).min(degree + 1))
    }

    /// Returns the polynomial that gives the values at n = class modulo the period.
    pub fn constituent(&self, class: usize) -> Polynomial {
        let classes = self.parts.iter().filter_map(|part| part.classes.get(class % part.period));
        classes.fold(Polynomial::zero(), |sum, class| sum.plus(class))
    }

    /// Returns the least annihilator.
    pub fn annihilator(&self) -> Annihilator {
        let factors: Vec<(usize, usize)> =
            self.parts.iter().filter_map(|part| Some((part.period, part.degree()? + 1))).collect();
        Annihilator::new(&factors)
    }

    /// Returns the value at an integer; `None` if it is not an integer.
    pub fn value(&self, n: &BigInt) -> Option<BigInt> {
        let (mut numerator, mut denominator) = (BigInt::ZERO, BigInt::from(1));
        for part in &self.parts {
            let (above, below) = part.class(n)?.value(n);
            let common = lcm(&denominator, &below);
            numerator = numerator * (&common / denominator) + above * (&common / below);
            denominator = common;
        }
        exact_quotient(&numerator, &denominator)
    }

    /// Returns the first n of these terms, from a(first) on, at which the value differs; `None` if all agree.
    pub fn first_contradiction(&self, first: i64, terms: &[BigInt]) -> Option<i64> {
        let differs = |(n, term): &(i64, &BigInt)| self.value(&BigInt::from(*n)).as_ref() != Some(*term);
        (first..).zip(terms).find(differs).map(|(n, _)| n)
    }

    /// Divides by a positive number and adds a polynomial.
    pub fn scaled_and_raised(&self, divisor: &BigInt, polynomial: &Polynomial) -> Self {
        let one = BigInt::from(1);
        let mut parts = self.parts.clone();
        for class in parts.iter_mut().flat_map(|part| &mut part.classes) {
            *class = class.times_fraction(&one, divisor);
        }
        match parts.first_mut().filter(|part| part.period == 1).and_then(|part| part.classes.first_mut()) {
            Some(mean) => *mean = mean.plus(polynomial),
            None => parts.push(Part { period: 1, classes: vec![polynomial.clone()] }),
        }
        Self::of_parts(parts)
    }
}

/// A sequence n^exponent · values[n modulo period] that an annihilator annihilates.
struct Column {
    period: usize,
    exponent: usize,
    values: Vec<i64>,
}

impl Column {
    /// Returns a basis of all annihilated sequences: for each d, the sequences of Φ(d) that begin with zeros
    /// and a one.
    fn all(annihilator: &Annihilator) -> Vec<Self> {
        let mut columns = Vec::new();
        for &(period, exponents) in annihilator.factors() {
            let polynomial = Polynomial::cyclotomic(period);
            let order = totient(period);
            let recurrence: Vec<i64> = polynomial.numerators()[..order].iter().map(small).collect();
            for exponent in 0..exponents {
                for start in 0..order {
                    let mut values: Vec<i64> = (0..order).map(|class| i64::from(class == start)).collect();
                    for n in order..period {
                        let sum: i64 = recurrence.iter().zip(&values[n - order..]).map(|(c, s)| c * s).sum();
                        values.push(-sum);
                    }
                    columns.push(Self { period, exponent, values });
                }
            }
        }
        columns
    }

    /// Returns the value at n, modulo a prime.
    fn value(&self, modulus: &Modulus, n: i64) -> u64 {
        let class = n.rem_euclid(self.period as i64) as usize;
        let periodic = modulus.form_signed(self.values[class]);
        modulus.product(periodic, modulus.power(modulus.form_signed(n), self.exponent as u64))
    }
}

/// Returns a coefficient of a cyclotomic polynomial; its absolute value is below 100 for all periods that can
/// occur.
fn small(number: &BigInt) -> i64 {
    i64::try_from(number).unwrap_or(0)
}

/// Returns the coefficients of the columns that give the terms, modulo a prime; `None` if the prime divides
/// the determinant.
fn solution_modulo(modulus: &Modulus, columns: &[Column], first: i64, terms: &[BigInt]) -> Option<Vec<u64>> {
    let row = |(n, term): (i64, &BigInt)| {
        let values = columns.iter().map(|column| column.value(modulus, n));
        values.chain([modulus.form_big(term)]).collect()
    };
    let mut rows: Vec<Vec<u64>> = (first..).zip(terms).map(row).collect();
    for column in 0..columns.len() {
        if !clear_below(modulus, &mut rows, column) {
            return None;
        }
    }
    let mut solution = vec![0; columns.len()];
    for (column, row) in rows.iter().enumerate().rev() {
        let known = modulus.dot(&row[column + 1..columns.len()], &solution[column + 1..]);
        let rest = modulus.difference(row[columns.len()], known);
        solution[column] = modulus.product(rest, modulus.inverse(row[column])?);
    }
    Some(solution)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    /// Returns terms from a(first) on that the annihilator annihilates; the first ones are random.
    pub(crate) fn random_terms(dice: &mut Dice, annihilator: &Annihilator, count: usize) -> Vec<BigInt> {
        let operator = annihilator.polynomial();
        let order = annihilator.order();
        let mut terms: Vec<BigInt> = (0..order.min(count)).map(|_| BigInt::from(dice.signed(1000))).collect();
        while terms.len() < count {
            let before = &terms[terms.len() - order..];
            terms.push(-operator.numerators().iter().zip(before).map(|(c, a)| c * a).sum::<BigInt>());
        }
        terms
    }

    #[test]
    fn random_quasi_polynomials_give_back_their_terms() {
        let mut dice = Dice::new(16);
        for factors in
            [&[(1, 5)][..], &[(1, 3), (2, 2)], &[(1, 4), (3, 2), (4, 1)], &[(2, 3), (5, 1), (6, 2)]]
        {
            let annihilator = Annihilator::new(factors);
            let first = dice.signed(9);
            let terms = random_terms(&mut dice, &annihilator, annihilator.order() + 25);
            let found = QuasiPolynomial::annihilated(&annihilator, first, &terms).unwrap();
            assert_eq!(found.first_contradiction(first, &terms), None);
            assert_eq!(found.annihilator(), annihilator);
            let period = found.period();
            for (n, term) in (first..).zip(&terms) {
                let class = n.rem_euclid(period as i64) as usize;
                assert_eq!(found.constituent(class).integer_value(&n.into()).as_ref(), Some(term));
            }
            // The constituent is the polynomial through the terms of its class.
            for class in 0..period.min(terms.len() / period) {
                let count = found.degree().unwrap() + 1;
                let long = |n: i64| found.value(&n.into()).unwrap();
                let values: Vec<BigInt> =
                    (0..count as i64).map(|i| long(class as i64 + i * period as i64)).collect();
                let through = Polynomial::interpolate(class as i64, period as i64, &values);
                assert_eq!(found.constituent(class), through);
            }
            // A part contains no smaller period.
            for part in found.parts() {
                for prime in super::super::polynomial::prime_divisors(part.period) {
                    for class in 0..part.period / prime {
                        let classes = part.classes.iter().skip(class).step_by(part.period / prime);
                        assert!(classes.fold(Polynomial::zero(), |sum, p| sum.plus(p)).is_zero());
                    }
                }
            }
            let mut wrong = terms;
            *wrong.last_mut().unwrap() += 1;
            assert_eq!(QuasiPolynomial::annihilated(&annihilator, first, &wrong), None);
        }
    }

    #[test]
    fn squares_by_four_rounded_down_have_one_periodic_coefficient() {
        let terms: Vec<BigInt> = (0..8).map(|n| BigInt::from(n * n / 4)).collect();
        let found = QuasiPolynomial::annihilated(&Annihilator::new(&[(1, 3), (2, 1)]), 0, &terms).unwrap();
        assert_eq!(found.mean().to_string(), "(2x^2 - 1)/8");
        assert_eq!(
            found.parts()[1].classes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["(1)/8", "(-1)/8"]
        );
        assert_eq!((found.period(), found.degree(), found.constant_coefficients()), (2, Some(2), 2));
        assert_eq!(found.value(&BigInt::from(-3)), Some(BigInt::from(2)));
    }

    #[test]
    fn order_81_is_solved() {
        let factors = [(1, 13), (2, 8), (3, 6), (4, 4), (5, 4), (6, 2), (7, 2), (8, 2)];
        let annihilator = Annihilator::new(&factors);
        assert_eq!(annihilator.order(), 81);
        let terms = random_terms(&mut Dice::new(17), &annihilator, 90);
        assert!(QuasiPolynomial::annihilated(&annihilator, 1, &terms).is_some());
    }
}
