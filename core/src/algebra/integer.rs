//! What big integers lack: divisors in common, exact division, and an approximation of quotients.

use num_bigint::{BigInt, Sign};

/// The greatest common divisor, not negative, by Euclid's algorithm.
pub(crate) fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.magnitude().clone(), b.magnitude().clone());
    while b.bits() > 0 {
        (a, b) = (b.clone(), a % b);
    }
    BigInt::from(a)
}

/// The least common multiple, not negative.
pub(crate) fn lcm(a: &BigInt, b: &BigInt) -> BigInt {
    let divisor = gcd(a, b);
    if divisor.sign() == Sign::NoSign {
        return BigInt::ZERO;
    }
    BigInt::from((a / divisor * b).into_parts().1)
}

/// a / b; `None` if it is no integer.
pub(crate) fn exact_quotient(a: &BigInt, b: &BigInt) -> Option<BigInt> {
    if b.sign() == Sign::NoSign {
        return None;
    }
    let quotient = a / b;
    (&quotient * b == *a).then_some(quotient)
}

/// a / b rounded down, for b > 0.
pub(crate) fn floor_quotient(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    if a.sign() == Sign::Minus && &quotient * b != *a { quotient - 1 } else { quotient }
}

/// a / b with about 53 right bits, infinite or zero if it is out of the range of floats; `None` if b is zero.
pub(crate) fn approximate_quotient(a: &BigInt, b: &BigInt) -> Option<f64> {
    if b.sign() == Sign::NoSign {
        return None;
    }
    // The quotient of what is left has 63 to 65 bits.
    let shift = 64 + b.bits() as i64 - a.bits() as i64;
    let quotient = if shift >= 0 { (a << shift) / b } else { a / (b << -shift) };
    let (sign, size) = quotient.into_parts();
    let size = size.iter_u64_digits().rev().fold(0.0, |sum, digit| sum * 2f64.powi(64) + digit as f64);
    let exponent = i32::try_from(-shift).unwrap_or(if shift > 0 { i32::MIN } else { i32::MAX });
    // In two steps, since a power of two may overflow where the product does not.
    let value = size * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
    Some(if sign == Sign::Minus { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    #[test]
    fn divisors_and_multiples_agree_with_trial() {
        let mut dice = Dice::new(8);
        for _ in 0..200 {
            let (a, b) = (dice.signed(60), dice.signed(60));
            let divides = |d: i64, n: i64| n % d == 0;
            let slow = (1..=60).rev().find(|&d| divides(d, a) && divides(d, b)).filter(|_| (a, b) != (0, 0));
            let (x, y) = (BigInt::from(a), BigInt::from(b));
            assert_eq!(gcd(&x, &y), BigInt::from(slow.unwrap_or(0)));
            assert_eq!(lcm(&x, &y) * gcd(&x, &y), BigInt::from((a * b).abs()));
            let quotient = (b != 0 && a % b == 0).then(|| BigInt::from(a / b));
            assert_eq!(exact_quotient(&x, &y), quotient);
            if b > 0 {
                assert_eq!(floor_quotient(&x, &y), BigInt::from(a.div_euclid(b)));
                let error = approximate_quotient(&x, &y).unwrap() - a as f64 / b as f64;
                assert!(error.abs() < 1e-12);
            }
        }
        let huge = BigInt::from(7) << 4000;
        assert_eq!(approximate_quotient(&huge, &(BigInt::from(2) << 4000)), Some(3.5));
        assert_eq!(approximate_quotient(&huge, &BigInt::from(1)), Some(f64::INFINITY));
    }
}
