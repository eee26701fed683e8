//! The greatest common divisor of two polynomials, and the square-free parts of one.
//!
//! Euclid's algorithm over the rationals lets coefficients explode; modulo a prime it cannot. The divisors
//! modulo several primes are scaled to the largest leading coefficient that the true divisor can have.
//! Chinese remainders combine them until the result divides both polynomials (W. S. Brown, *On Euclid's
//! algorithm and the computation of polynomial greatest common divisors*, Journal of the ACM 18, 1971). A
//! prime can only give a divisor of too high a degree. So degree 0 modulo one prime is already a proof, which
//! makes the usual case cheap.
//!
//! Square-free parts are found by Yun's algorithm (*On square-free decomposition algorithms*, 1976).

use super::integer::gcd;
use super::modular::Modulus;
use super::polynomial::Polynomial;
use super::residues::Residues;

/// Returns the primitive greatest common divisor; zero if both are zero.
pub(crate) fn common_divisor(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let (a, b) = (a.primitive(), b.primitive());
    let (Some(first), Some(second)) = (a.numerators().last(), b.numerators().last()) else {
        return if a.is_zero() { b } else { a };
    };
    let leading = gcd(first, second);
    let mut residues = Residues::new(0);
    let mut size = usize::MAX;
    for modulus in Modulus::descending() {
        let top = modulus.form_big(&leading);
        if top == 0 {
            continue;
        }
        let mut divisor = divisor_modulo(&modulus, forms(&modulus, &a), forms(&modulus, &b));
        if divisor.len() == 1 {
            return Polynomial::one();
        }
        if divisor.len() > size {
            continue;
        }
        if divisor.len() < size {
            size = divisor.len();
            residues = Residues::new(size);
        }
        // A divisor modulo a prime is monic; the leading coefficient of the true one divides `leading`.
        for coefficient in &mut divisor {
            *coefficient = modulus.product(*coefficient, top);
        }
        if !residues.absorb(&modulus, &divisor) {
            let candidate = Polynomial::of_integers(residues.values().to_vec()).primitive();
            if a.divided_by(&candidate).is_some() && b.divided_by(&candidate).is_some() {
                return candidate;
            }
        }
    }
    Polynomial::one()
}

/// Returns the numerators modulo a prime.
fn forms(modulus: &Modulus, polynomial: &Polynomial) -> Vec<u64> {
    polynomial.numerators().iter().map(|numerator| modulus.form_big(numerator)).collect()
}

/// Returns the monic greatest common divisor modulo a prime, by Euclid's algorithm; empty if both are zero.
fn divisor_modulo(modulus: &Modulus, mut a: Vec<u64>, mut b: Vec<u64>) -> Vec<u64> {
    trim(&mut a);
    trim(&mut b);
    while let Some(inverse) = b.last().and_then(|&top| modulus.inverse(top)) {
        while a.len() >= b.len() {
            let place = a.len() - b.len();
            let top = a.last().copied().unwrap_or_default();
            let factor = modulus.negative(modulus.product(top, inverse));
            modulus.add_multiple(&mut a[place..], factor, &b);
            trim(&mut a);
        }
        (a, b) = (b, a);
    }
    let inverse = a.last().and_then(|&top| modulus.inverse(top)).unwrap_or_default();
    a.iter().map(|&coefficient| modulus.product(coefficient, inverse)).collect()
}

fn trim(coefficients: &mut Vec<u64>) {
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
}

/// Returns the square-free parts of a polynomial with their multiplicities, in rising order. They are
/// primitive, without multiple roots and without common roots, and their powers multiply to the polynomial up
/// to a constant factor. Empty for a constant.
pub(crate) fn square_free_parts(polynomial: &Polynomial) -> Vec<(Polynomial, usize)> {
    let mut parts = Vec::new();
    let one = Polynomial::one();
    let exact = |a: &Polynomial, b: &Polynomial| a.divided_by(b).unwrap_or_else(Polynomial::one);
    if polynomial.degree().unwrap_or(0) == 0 {
        return parts;
    }
    let polynomial = polynomial.primitive();
    let derivative = polynomial.derivative();
    let repeated = common_divisor(&polynomial, &derivative);
    // With P the product of the p(i)^i: w is the product of what is left of the p(i), y the same with
    // derivatives.
    let mut w = exact(&polynomial, &repeated);
    let mut y = if repeated == one { derivative } else { exact(&derivative, &repeated) };
    let mut multiplicity = 1;
    while w.degree() > Some(0) {
        let z = y.minus(&w.derivative());
        let part = common_divisor(&w, &z);
        w = exact(&w, &part);
        y = if z.is_zero() { z } else { exact(&z, &part) };
        if part != one {
            parts.push((part, multiplicity));
        }
        multiplicity += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::super::polynomial::tests::random;
    use super::*;

    /// Euclid's algorithm over the rationals, each remainder made primitive.
    fn slow_common_divisor(a: &Polynomial, b: &Polynomial) -> Polynomial {
        let (mut a, mut b) = (a.primitive(), b.primitive());
        while let Some(degree) = b.degree() {
            while let Some(place) = a.degree().and_then(|d| d.checked_sub(degree)) {
                let (a_top, b_top) = (a.leading_coefficient(), b.leading_coefficient());
                let multiple = Polynomial::monomial(a_top.0 * b_top.1, a_top.1 * b_top.0, place);
                a = a.minus(&b.times(&multiple));
            }
            (a, b) = (b, a.primitive());
        }
        a.primitive()
    }

    #[test]
    fn common_divisors_agree_with_euclid_over_the_rationals() {
        let mut dice = Dice::new(13);
        for _ in 0..150 {
            let [a, b, c] = [0; 3].map(|_| {
                let degree = dice.draw_below(5) as usize;
                random(&mut dice, degree, 30)
            });
            let (left, right) = (a.times(&c), b.times(&c));
            assert_eq!(common_divisor(&left, &right), slow_common_divisor(&left, &right), "{left}, {right}");
        }
    }

    #[test]
    fn square_free_parts_multiply_to_the_polynomial() {
        let mut dice = Dice::new(14);
        for _ in 0..80 {
            let mut product = random(&mut dice, 1, 5);
            for exponent in 1..=3 {
                let degree = dice.draw_below(3) as usize;
                product = product.times(&random(&mut dice, degree, 5).power(exponent));
            }
            if product.is_zero() {
                continue;
            }
            let parts = square_free_parts(&product);
            let again = parts.iter().fold(Polynomial::one(), |all, (part, m)| all.times(&part.power(*m)));
            assert_eq!(again, product.primitive());
            for (place, (part, _)) in parts.iter().enumerate() {
                assert_eq!(slow_common_divisor(part, &part.derivative()), Polynomial::one());
                for (other, _) in &parts[..place] {
                    assert_eq!(slow_common_divisor(part, other), Polynomial::one());
                }
            }
        }
    }
}
