//! Recurrences whose coefficients are polynomials in n: P-recursive (holonomic) sequences.
//!
//! p(0)(n) a(n) + p(1)(n) a(n - 1) + … + p(r)(n) a(n - r) = 0. For example, the placements of any number of
//! non-attacking rooks obey a(n) = 2n a(n - 1) - (n - 1)² a(n - 2). The coefficients of the p(i) solve a
//! homogeneous linear system with an equation for each n. The smallest order and degree with a solution are
//! found modulo one prime. The solution is then found in rational numbers, from several primes, and checked
//! with all terms (M. Kauers, *Guessing handbook*, 2009). It is a guess: as for any fit, the number of
//! additional terms that agree is the evidence.
//!
//! Not all agreeing terms are evidence. An equation in which all terms are zero holds for any coefficients.
//! If p(0) is zero (at n = 5 for p(0) = n - 5), no term follows, so a recurrence begins after the last
//! integer root. A term is predicted only if the equations before it determine all coefficients; dependent
//! equations determine less than their number.

use super::elimination::{clear_below, last_independent};
use super::factors::factorise;
use super::integer::{count_predicted, exact_quotient, gcd, lcm};
use super::modular::Modulus;
use super::polynomial::Polynomial;
use super::residues::Residues;
use num_bigint::{BigInt, Sign};

/// The minimum number of nonzero terms that a guess must predict.
const MIN_FURTHER: usize = 6;

/// The maximum order that is tried.
const MAX_ORDER: usize = 8;
/// The maximum degree that is tried.
const MAX_DEGREE: usize = 12;

/// A recurrence with polynomial coefficients that all given terms obey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolonomicRecurrence {
    /// p(0), p(1), …, p(r), such that the sum of p(i)(n) a(n - i) is zero. They have integer coefficients
    /// without a common divisor, and the leading one of p(0) is positive.
    pub coefficients: Vec<Polynomial>,
    /// The first n from which each term follows from those before: r after the first term, or after the last
    /// integer root of p(0).
    pub from: i64,
    /// The number of unknown coefficients.
    pub unknown: usize,
    /// The first n whose term is predicted: later terms follow, and earlier ones determine the recurrence.
    pub predicts: i64,
}

impl HolonomicRecurrence {
    /// Returns the recurrence with the fewest unknown coefficients that all terms from a(first) on obey, and
    /// that predicts at least six nonzero terms. The order is from 1 to 8 and the degree at most 12. `None`
    /// if there is no such recurrence.
    pub fn of_terms(first: i64, terms: &[BigInt]) -> Option<Self> {
        let mut shapes: Vec<(usize, usize)> =
            (1..=MAX_ORDER).flat_map(|order| (0..=MAX_DEGREE).map(move |degree| (order, degree))).collect();
        shapes.sort_by_key(|&(order, degree)| ((order + 1) * (degree + 1), order));
        let modulus = Modulus::descending().next()?;
        let forms: Vec<u64> = terms.iter().map(|term| modulus.form_big(term)).collect();
        shapes.into_iter().find_map(|shape| {
            let equations = equations(&modulus, shape, first, &forms);
            // A homogeneous system with one solution has one equation less than unknowns.
            if equations.len() + 1 < unknowns(shape) + MIN_FURTHER {
                return None;
            }
            null_vector(&modulus, rows(&equations))?;
            let (needed, _) = equations.get(last_independent(&modulus, rows(&equations))?)?;
            Self::exact(shape, first, terms)?.predicting(first, terms, needed + 1)
        })
    }

    /// Returns the recurrence of this shape in integers.
    fn exact(shape: (usize, usize), first: i64, terms: &[BigInt]) -> Option<Self> {
        let (degree, unknowns) = (shape.1, unknowns(shape));
        // No minor of the system, and so no coefficient, has more bits than this.
        let longest = terms.iter().map(BigInt::bits).max()?;
        let digits = u64::from(first.unsigned_abs().max(terms.len() as u64).ilog2()) + 1;
        let bits = (longest + (digits + 1) * (degree as u64 + 1) + 8) * unknowns as u64;
        let mut residues = Residues::new(unknowns);
        for modulus in Modulus::descending() {
            let forms: Vec<u64> = terms.iter().map(|term| modulus.form_big(term)).collect();
            let equations = equations(&modulus, shape, first, &forms);
            let Some(vector) = null_vector(&modulus, rows(&equations)) else { continue };
            residues.absorb(&modulus, &vector);
            let fractions: Option<Vec<_>> = (0..unknowns).map(|index| residues.fraction(index)).collect();
            if let Some(found) = fractions.and_then(|fractions| Self::of_fractions(&fractions, degree, first))
                && found.first_contradiction(first, terms).is_none()
            {
                return Some(found);
            }
            if residues.product().bits() > 4 * bits {
                return None;
            }
        }
        None
    }

    /// Returns the recurrence with these coefficients: those of p(0) by rising powers, then those of p(1),
    /// and so on.
    fn of_fractions(fractions: &[(BigInt, BigInt)], degree: usize, first: i64) -> Option<Self> {
        let denominator = fractions.iter().fold(BigInt::from(1), |all, (_, below)| lcm(&all, below));
        let mut numbers: Vec<BigInt> =
            fractions.iter().map(|(above, below)| above * (&denominator / below)).collect();
        let mut divisor = numbers.iter().fold(BigInt::ZERO, |divisor, number| gcd(&divisor, number));
        let leading = numbers[..=degree].iter().rev().find(|number| number.sign() != Sign::NoSign)?;
        if leading.sign() == Sign::Minus {
            divisor = -divisor;
        }
        for number in &mut numbers {
            *number /= &divisor;
        }
        let mut coefficients: Vec<Polynomial> =
            numbers.chunks(degree + 1).map(|chunk| Polynomial::of_integers(chunk.to_vec())).collect();
        while coefficients.last().is_some_and(Polynomial::is_zero) {
            coefficients.pop();
        }
        let after_root = last_root(coefficients.first()?).map_or(first, |root| root + 1);
        let from = after_root.max(first + coefficients.len() as i64 - 1);
        Some(Self { coefficients, from, unknown: fractions.len(), predicts: from })
    }

    /// Returns the recurrence as determined by the terms before a(needed), if it predicts enough of the
    /// others.
    fn predicting(self, first: i64, terms: &[BigInt], needed: i64) -> Option<Self> {
        let predicts = self.from.max(needed);
        let known = usize::try_from(predicts - first).ok()?;
        count_predicted(terms.get(known..)?, MIN_FURTHER)?;
        Some(Self { predicts, ..self })
    }

    /// Returns the number of earlier terms in each equation.
    pub fn order(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// Returns the first n of these terms, from a(first) on, whose equation fails; `None` if all equations
    /// with enough terms hold.
    pub fn first_contradiction(&self, first: i64, terms: &[BigInt]) -> Option<i64> {
        let windows = (first + self.order() as i64..).zip(terms.windows(self.coefficients.len()));
        let fails = |(n, window): &(i64, &[BigInt])| {
            let n = BigInt::from(*n);
            let products = self.coefficients.iter().zip(window.iter().rev()).map(|(p, a)| p.value(&n).0 * a);
            products.sum::<BigInt>() != BigInt::ZERO
        };
        windows.into_iter().find(fails).map(|(n, _)| n)
    }

    /// Returns the term a(n) from those before it, the last of which is a(n - 1). `None` if there are too
    /// few, if p(0) is zero at n, or if the term is not an integer.
    pub fn next(&self, n: i64, before: &[BigInt]) -> Option<BigInt> {
        let (leading, others) = self.coefficients.split_first()?;
        if before.len() < others.len() {
            return None;
        }
        let n = BigInt::from(n);
        let sum: BigInt = others.iter().zip(before.iter().rev()).map(|(p, a)| p.value(&n).0 * a).sum();
        exact_quotient(&-sum, &leading.value(&n).0)
    }
}

/// Returns the number of coefficients for an order and a degree.
fn unknowns((order, degree): (usize, usize)) -> usize {
    (order + 1) * (degree + 1)
}

/// Returns the last integer at which a polynomial is zero; `None` if there is none.
fn last_root(polynomial: &Polynomial) -> Option<i64> {
    let root = |(factor, _): &(Polynomial, usize)| match factor.numerators() {
        [constant, leading] => i64::try_from(exact_quotient(&-constant, leading)?).ok(),
        _ => None,
    };
    factorise(polynomial).powers.iter().filter_map(root).max()
}

/// Returns the system modulo a prime: n and a row for each n that has enough terms before it, unless all of
/// these are zero.
fn equations(modulus: &Modulus, shape: (usize, usize), first: i64, terms: &[u64]) -> Vec<(i64, Vec<u64>)> {
    let (order, degree) = shape;
    let windows = (first + order as i64..).zip(terms.windows(order + 1));
    let says_something = |(_, window): &(i64, &[u64])| window.iter().any(|&term| term != 0);
    let row = |(n, window): (i64, &[u64])| {
        let form = modulus.form_signed(n);
        let powers = |&term: &u64| {
            let power = move |value: &u64| Some(modulus.product(*value, form));
            std::iter::successors(Some(term), power).take(degree + 1)
        };
        (n, window.iter().rev().flat_map(powers).collect())
    };
    windows.filter(says_something).map(row).collect()
}

fn rows(equations: &[(i64, Vec<u64>)]) -> Vec<Vec<u64>> {
    equations.iter().map(|(_, row)| row.clone()).collect()
}

/// Returns a vector that all rows annihilate, for the first column that depends on those before it, where the
/// vector has a 1. `None` if only zero is annihilated.
fn null_vector(modulus: &Modulus, mut rows: Vec<Vec<u64>>) -> Option<Vec<u64>> {
    let width = rows.first()?.len();
    for column in 0..width {
        if !clear_below(modulus, &mut rows, column) {
            // The rows above are in echelon form, with a pivot in each column before this one.
            let mut vector = vec![0; width];
            vector[column] = modulus.one();
            for (place, row) in rows[..column].iter().enumerate().rev() {
                let sum = modulus.dot(&row[place + 1..], &vector[place + 1..]);
                vector[place] = modulus.product(modulus.negative(sum), modulus.inverse(row[place])?);
            }
            return Some(vector);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    /// Returns the numbers of placements of any number of non-attacking rooks: the sums of C(n, k)² k!.
    fn rooks(count: u64) -> Vec<BigInt> {
        let row = |n: u64| {
            let term = |term: &BigInt, k: u64| Some(term * (n - k) * (n - k) / (k + 1));
            (0..n)
                .scan(BigInt::from(1), |t, k| {
                    *t = term(t, k)?;
                    Some(t.clone())
                })
                .sum::<BigInt>()
                + 1
        };
        (0..count).map(row).collect()
    }

    #[test]
    fn rooks_obey_a_recurrence_of_order_two() {
        let terms = rooks(30);
        let found = HolonomicRecurrence::of_terms(0, &terms[..20]).unwrap();
        let texts: Vec<String> = found.coefficients.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["1", "-2x", "x^2 - 2x + 1"]);
        // The equations of n = 2 to 9 determine eight of the nine unknown coefficients.
        assert_eq!((found.order(), found.from, found.unknown, found.predicts), (2, 2, 9, 10));
        assert_eq!(found.first_contradiction(0, &terms), None);
        assert_eq!(found.next(29, &terms[..29]), Some(terms[29].clone()));
        assert_eq!(found.next(29, &terms[28..29]), None);
    }

    #[test]
    fn factorials_and_catalan_numbers_are_found_and_noise_is_not() {
        let texts = |found: HolonomicRecurrence| {
            found.coefficients.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let factorials: Vec<BigInt> = (1..15)
            .scan(BigInt::from(1), |f, n| {
                *f *= n;
                Some(f.clone())
            })
            .collect();
        assert_eq!(texts(HolonomicRecurrence::of_terms(1, &factorials).unwrap()), ["1", "-x"]);
        // C(n) = C(n - 1) (4n - 2) / (n + 1), from n = 3 on.
        let catalan: Vec<BigInt> = (3..20)
            .scan(BigInt::from(2), |c, n| {
                *c = &*c * (4 * n - 2) / (n + 1);
                Some(c.clone())
            })
            .collect();
        assert_eq!(texts(HolonomicRecurrence::of_terms(3, &catalan).unwrap()), ["x + 1", "-4x + 2"]);
        let mut dice = Dice::new(21);
        let noise: Vec<BigInt> = (0..25).map(|_| BigInt::from(dice.word())).collect();
        assert_eq!(HolonomicRecurrence::of_terms(0, &noise), None);
        assert_eq!(HolonomicRecurrence::of_terms(0, &noise[..3]), None);
        assert_eq!(HolonomicRecurrence::of_terms(0, &[]), None);
    }

    #[test]
    fn equations_in_which_all_is_zero_support_nothing() {
        // Random numbers after zeros have ten unknown coefficients, which eight equations do not determine.
        let late = [0, 0, 0, 0, 0, 0, 0, 15, 204, 912, 3297, 10419, 30225, 82350, 213_933, 535_215];
        assert_eq!(HolonomicRecurrence::of_terms(0, &late.map(BigInt::from)), None);
        // (n - 5) a(n) = 0 predicts only zeros.
        let alone: Vec<BigInt> = (1..17).map(|n| BigInt::from(if n == 5 { 36 } else { 0 })).collect();
        assert_eq!(HolonomicRecurrence::of_terms(1, &alone), None);
        assert_eq!(HolonomicRecurrence::of_terms(1, &vec![BigInt::ZERO; 30]), None);
        // Factorials after zeros are found once there are enough of them.
        let factorials = |count: usize| {
            let mut terms = vec![BigInt::ZERO; 7];
            terms.push(BigInt::from(1));
            while terms.len() < count {
                let next = terms.last().unwrap() * terms.len();
                terms.push(next);
            }
            terms
        };
        let found = HolonomicRecurrence::of_terms(0, &factorials(26)).unwrap();
        let texts: Vec<String> = found.coefficients.iter().map(ToString::to_string).collect();
        // At n = 7 both sides are zero, so the rule begins later.
        assert_eq!((texts, found.from), (vec!["x - 7".to_owned(), "-x^2 + 7x".to_owned()], 8));
        assert_eq!(HolonomicRecurrence::of_terms(0, &factorials(13)), None);
    }

    #[test]
    fn a_recurrence_begins_after_the_last_root() {
        // (n - 9) a(n) = (n - 3) a(n - 1) holds with any a(9), and then a(n) is proportional to C(n - 3, 6).
        let mut terms: Vec<BigInt> = vec![BigInt::ZERO; 9];
        terms.push(BigInt::from(4));
        for n in 10..30i64 {
            let next = terms.last().unwrap() * (n - 3) / (n - 9);
            terms.push(next);
        }
        let found = HolonomicRecurrence::of_terms(0, &terms).unwrap();
        assert_eq!((found.order(), found.from), (1, 10));
        assert_eq!(found.next(9, &terms[..9]), None);
        assert!((10..30).all(|n| found.next(n, &terms[..n as usize]).as_ref() == Some(&terms[n as usize])));
        let product = Polynomial::of_small(&[-9, 1]).times(&Polynomial::of_small(&[1, 0, 1]));
        assert_eq!((last_root(&product), last_root(&Polynomial::one())), (Some(9), None));
        let halves = Polynomial::of_small(&[-9, 2]).times(&Polynomial::of_small(&[40, 1]));
        assert_eq!(last_root(&halves.power(2)), Some(-40));
    }

    #[test]
    fn null_vectors_are_annihilated_and_exist_where_columns_depend() {
        let modulus = Modulus::new(101).unwrap();
        let mut dice = Dice::new(22);
        for round in 0..100 {
            let width = 1 + dice.draw_below(6) as usize;
            let height = width + dice.draw_below(3) as usize;
            let mut rows: Vec<Vec<u64>> =
                (0..height).map(|_| (0..width).map(|_| modulus.form(dice.draw_below(3))).collect()).collect();
            let depends = round % 2 == 0 && width > 1;
            if depends {
                for row in &mut rows {
                    row[width - 1] = modulus.sum(row[0], row[width - 2]);
                }
            }
            match null_vector(&modulus, rows.clone()) {
                Some(vector) => {
                    assert!(vector.iter().any(|&value| value != 0));
                    assert!(rows.iter().all(|row| modulus.dot(row, &vector) == 0));
                }
                None => assert!(!depends),
            }
        }
    }
}
