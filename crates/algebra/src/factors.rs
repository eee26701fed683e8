//! The factors of a polynomial that are cheap to find, for readable denominators.
//!
//! For each square-free part, these are powers of x, cyclotomic polynomials, and linear factors with rational
//! roots. Rational roots come from roots modulo a small prime. Newton's method lifts them to powers of the
//! prime (Hensel's lemma) until at most one rational root is possible; each is then tested. The remaining
//! factor may or may not be irreducible.

use super::divisors::square_free_parts;
use super::integer::gcd;
use super::polynomial::Polynomial;
use num_bigint::{BigInt, Sign};

/// The maximum order of cyclotomic polynomials that are tried.
const MAX_ORDER: usize = 60;

/// Above this degree the search finds only powers of x and cyclotomic factors.
const MAX_DEGREE: usize = 400;

/// A polynomial as a constant times powers of primitive polynomials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factorisation {
    /// The constant factor: numerator and positive denominator, in lowest terms.
    pub constant: (BigInt, BigInt),
    /// Distinct primitive polynomials of positive degree with their powers: x, cyclotomic ones, linear ones,
    /// the rest. Each group is sorted by degree and coefficients.
    pub powers: Vec<(Polynomial, usize)>,
}

impl Factorisation {
    /// Makes the lowest coefficient of each factor positive instead of the highest, as in 1 - 2x.
    /// Denominators of generating functions are written this way.
    #[must_use]
    pub fn with_positive_ends(mut self) -> Self {
        for (factor, power) in &mut self.powers {
            let lowest = factor.numerators().iter().find(|c| c.sign() != Sign::NoSign);
            if lowest.is_some_and(|c| c.sign() == Sign::Minus) {
                *factor = Polynomial::zero().minus(factor);
                if *power % 2 == 1 {
                    self.constant.0 = -self.constant.0;
                }
            }
        }
        self
    }
}

/// Factors a polynomial as far as that is cheap.
pub fn factorise(polynomial: &Polynomial) -> Factorisation {
    let mut powers = Vec::new();
    let Some(degree) = polynomial.degree() else {
        return Factorisation { constant: (BigInt::ZERO, BigInt::from(1)), powers };
    };
    let mut rest = polynomial.primitive();
    let mut take = |rest: &mut Polynomial, factor: Polynomial| {
        let mut power = 0;
        while let Some(quotient) = rest.divided_by(&factor) {
            (*rest, power) = (quotient, power + 1);
        }
        if power > 0 {
            powers.push((factor, power));
        }
    };
    take(&mut rest, Polynomial::of_small(&[0, 1]));
    for order in 1..=MAX_ORDER {
        let factor = Polynomial::cyclotomic(order);
        if factor.degree() <= rest.degree() {
            take(&mut rest, factor);
        }
    }
    if rest.degree() > Some(0) {
        if degree > MAX_DEGREE {
            powers.push((rest.primitive(), 1));
        } else {
            let (mut linear, mut others) = (Vec::new(), Vec::new());
            for (mut part, multiplicity) in square_free_parts(&rest) {
                for (numerator, denominator) in rational_roots(&part) {
                    let factor = Polynomial::of_integers(vec![-numerator, denominator]);
                    if let Some(quotient) = part.divided_by(&factor) {
                        part = quotient;
                        linear.push((factor, multiplicity));
                    }
                }
                if part.degree() > Some(0) {
                    others.push((part.primitive(), multiplicity));
                }
            }
            linear.sort_by_key(|(factor, _)| factor.numerators().iter().rev().cloned().collect::<Vec<_>>());
            others.sort_by_key(|(factor, _)| factor.degree());
            powers.append(&mut linear);
            powers.append(&mut others);
        }
    }
    // All factors are primitive with positive leading coefficients, and so is their product.
    let (numerator, denominator) = polynomial.leading_coefficient();
    let leading = polynomial.primitive().leading_coefficient().0;
    let divisor = gcd(&numerator, &(&denominator * &leading));
    Factorisation { constant: (numerator / &divisor, denominator * leading / divisor), powers }
}

/// Returns the rational roots of a polynomial without multiple roots: numerators and positive denominators in
/// lowest terms.
pub(crate) fn rational_roots(polynomial: &Polynomial) -> Vec<(BigInt, BigInt)> {
    let polynomial = polynomial.primitive();
    let Some((leading, others)) =
        polynomial.numerators().split_last().filter(|(_, others)| !others.is_empty())
    else {
        return Vec::new();
    };
    // y = leading · x is a root of a monic polynomial and therefore an integer. By Cauchy it is at most this
    // large.
    let largest = others.iter().map(BigInt::magnitude).max().cloned().unwrap_or_default();
    let bound = BigInt::from(largest) + leading;
    let derivative = polynomial.derivative();
    let at = |p: &Polynomial, x: &BigInt, m: &BigInt| {
        p.numerators().iter().rev().fold(BigInt::ZERO, |value, c| (value * x + c) % m)
    };
    // Newton's method needs simple roots modulo the prime, which all but finitely many primes have.
    let simple = |prime: u64| -> Option<Vec<BigInt>> {
        let modulus = BigInt::from(prime);
        if leading % prime == BigInt::ZERO {
            return None;
        }
        let roots: Vec<BigInt> =
            (0..prime).map(BigInt::from).filter(|x| at(&polynomial, x, &modulus) == BigInt::ZERO).collect();
        roots.iter().all(|x| at(&derivative, x, &modulus) != BigInt::ZERO).then_some(roots)
    };
    let primes = (50..20_000).filter(|&p| super::modular::is_prime(p));
    let Some((prime, roots)) = primes.filter_map(|p| simple(p).map(|roots| (p, roots))).next() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for mut root in roots {
        let mut power = BigInt::from(prime);
        while power <= &bound * 2 {
            power = &power * &power;
            let slope = at(&derivative, &root, &power);
            let Some(inverse) = slope.modinv(&power) else { break };
            root = (&root - at(&polynomial, &root, &power) * inverse) % &power;
        }
        let mut numerator = leading * &root % &power;
        if &numerator * 2 > power {
            numerator -= &power;
        } else if &numerator * 2 < -&power {
            numerator += &power;
        }
        let divisor = gcd(&numerator, leading);
        let (numerator, denominator) = (numerator / &divisor, leading / divisor);
        if polynomial.divided_by(&Polynomial::of_integers(vec![-&numerator, denominator.clone()])).is_some() {
            found.push((numerator, denominator));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::super::polynomial::tests::random;
    use super::*;

    fn expanded(factored: &Factorisation) -> Polynomial {
        let product =
            factored.powers.iter().fold(Polynomial::one(), |all, (part, m)| all.times(&part.power(*m)));
        product.times_fraction(&factored.constant.0, &factored.constant.1)
    }

    #[test]
    fn factors_multiply_to_the_polynomial_and_hide_no_rational_root() {
        let mut dice = Dice::new(15);
        for _ in 0..60 {
            let mut product = random(&mut dice, 2, 5);
            for _ in 0..dice.draw_below(6) {
                let kind = dice.draw_below(3);
                let factor = match kind {
                    0 => Polynomial::cyclotomic(1 + dice.draw_below(6) as usize),
                    1 => Polynomial::of_small(&[dice.signed(1_000_000), 1 + dice.draw_below(9) as i64]),
                    _ => Polynomial::of_small(&[0, 1]),
                };
                product = product.times(&factor);
            }
            let found = factorise(&product);
            assert_eq!(expanded(&found), product);
            assert_eq!(expanded(&found.clone().with_positive_ends()), product);
            // The rest comes from the random quadratic: it has no linear factor, or one that is listed.
            for (part, _) in &found.powers {
                if part.degree() > Some(1) {
                    let has_root = (-20..=20i64).any(|n| {
                        (1..=20).any(|d| part.divided_by(&Polynomial::of_small(&[-n, d])).is_some())
                    });
                    assert!(!has_root, "{part}");
                }
            }
        }
    }

    #[test]
    fn denominators_begin_with_one() {
        // 1 - x - 2x² is the denominator for kings on a strip of width 2.
        let found = factorise(&Polynomial::of_small(&[1, -1, -2])).with_positive_ends();
        let texts: Vec<String> = found.powers.iter().map(|(factor, _)| factor.to_string()).collect();
        assert_eq!(texts, ["x + 1", "-2x + 1"]);
        assert_eq!(found.constant, (BigInt::from(1), BigInt::from(1)));
    }

    #[test]
    fn two_queens_are_four_linear_factors() {
        let queens = Polynomial::new([0, -2, 9, -10, 3].map(BigInt::from).to_vec(), BigInt::from(6));
        let found = factorise(&queens);
        let texts: Vec<String> =
            found.powers.iter().map(|(factor, power)| format!("({factor})^{power}")).collect();
        assert_eq!(texts, ["(x)^1", "(x - 1)^1", "(x - 2)^1", "(3x - 1)^1"]);
        assert_eq!(found.constant, (BigInt::from(1), BigInt::from(6)));
    }
}
