//! Functions that big integers lack: common divisors, exact division, division that rounds down, logarithms,
//! and counts of nonzero or predicted numbers.

use num_bigint::{BigInt, Sign};

/// Returns the greatest common divisor, not negative, by Euclid's algorithm.
pub(crate) fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.magnitude().clone(), b.magnitude().clone());
    while b.bits() > 0 {
        (a, b) = (b.clone(), a % b);
    }
    BigInt::from(a)
}

/// Returns the least common multiple, not negative.
pub fn lcm(a: &BigInt, b: &BigInt) -> BigInt {
    let divisor = gcd(a, b);
    if divisor.sign() == Sign::NoSign {
        return BigInt::ZERO;
    }
    BigInt::from((a / divisor * b).into_parts().1)
}

/// Returns the quotient a / b; `None` if it is not an integer.
pub fn exact_quotient(a: &BigInt, b: &BigInt) -> Option<BigInt> {
    if b.sign() == Sign::NoSign {
        return None;
    }
    let quotient = a / b;
    (&quotient * b == *a).then_some(quotient)
}

/// Returns the number of nonzero integers in the list.
pub fn non_zero(numbers: &[BigInt]) -> usize {
    numbers.iter().filter(|number| number.sign() != Sign::NoSign).count()
}

/// The minimum evidence for predictions, in bits: chance must meet them at most once in 2^`MIN_BITS` cases.
const MIN_BITS: f64 = 20.0;

/// Returns the number of nonzero integers among predicted ones. `None` if it is less than `least`, or if they
/// are so small that chance may meet them. Zeros do not count, because any rule may predict them.
pub fn count_predicted(numbers: &[BigInt], least: usize) -> Option<usize> {
    let bits: f64 =
        numbers.iter().filter_map(|number| approximate_logarithm(&(number.magnitude() + 1u32).into())).sum();
    Some(non_zero(numbers)).filter(|&count| count >= least && bits >= MIN_BITS)
}

/// Returns the quotient a / b rounded down, for b > 0.
pub(crate) fn floor_quotient(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    if a.sign() == Sign::Minus && &quotient * b != *a { quotient - 1 } else { quotient }
}

/// Returns the binary logarithm of the absolute value, with about 50 correct bits; `None` for zero.
pub(crate) fn approximate_logarithm(a: &BigInt) -> Option<f64> {
    let shift = a.bits().checked_sub(1)?.saturating_sub(63);
    let top = (a.magnitude() >> shift).iter_u64_digits().next()?;
    Some((top as f64).log2() + shift as f64)
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    #[test]
    fn small_numbers_are_predicted_by_chance() {
        let numbers = |number: i64, count: usize| vec![BigInt::from(number); count];
        assert_eq!(count_predicted(&numbers(0, 99), 0), None);
        assert_eq!(count_predicted(&numbers(1, 19), 5), None);
        assert_eq!(count_predicted(&numbers(1, 20), 5), Some(20));
        assert_eq!(count_predicted(&numbers(15, 5), 5), Some(5));
        assert_eq!(count_predicted(&numbers(1 << 40, 4), 5), None);
        assert_eq!(count_predicted(&[numbers(0, 9), numbers(-15, 5)].concat(), 5), Some(5));
    }

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
            }
        }
        assert_eq!(approximate_logarithm(&(BigInt::from(-1) << 4000)), Some(4000.0));
        assert_eq!(approximate_logarithm(&BigInt::from(8)), Some(3.0));
        assert_eq!(approximate_logarithm(&BigInt::ZERO), None);
    }
}
