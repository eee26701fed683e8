//! A vector of big integers from its residues modulo primes, by Chinese remainders with one prime at a time.
//!
//! The values are those closest to zero, so negative integers are also found. A value stops changing as
//! soon as the product of the primes exceeds twice its absolute value (Garner, *The residue number system*,
//! 1959). If an additional prime changes no value, this is strong evidence, but not a proof, that all are
//! right.

use super::modular::Modulus;
use num_bigint::BigInt;

/// Integers as far as their residues determine them.
#[derive(Debug, Clone)]
pub struct Residues {
    product: BigInt,
    values: Vec<BigInt>,
}

impl Residues {
    /// Returns a vector of `count` unknown integers, which are zero at first.
    pub fn new(count: usize) -> Self {
        Self { product: BigInt::from(1), values: vec![BigInt::ZERO; count] }
    }

    /// Adds residues in Montgomery form modulo a new prime, and returns whether a value changed. If the
    /// lengths differ, missing values are zero.
    pub fn absorb(&mut self, modulus: &Modulus, residues: &[u64]) -> bool {
        if self.values.len() < residues.len() {
            self.values.resize(residues.len(), BigInt::ZERO);
        }
        let Some(inverse) = modulus.inverse(modulus.form_big(&self.product)) else { return false };
        let mut changed = false;
        let residues = residues.iter().copied().chain(std::iter::repeat(0));
        for (value, residue) in self.values.iter_mut().zip(residues) {
            let error = modulus.difference(residue, modulus.form_big(value));
            if error != 0 {
                *value += &self.product * modulus.symmetric(modulus.product(error, inverse));
                changed = true;
            }
        }
        self.product *= modulus.prime();
        changed
    }

    /// Returns the integers closest to zero with these residues.
    pub fn values(&self) -> &[BigInt] {
        &self.values
    }

    /// Returns the product of all primes so far.
    pub fn product(&self) -> &BigInt {
        &self.product
    }

    /// Returns the fraction with these residues whose numerator and denominator are both below the square
    /// root of half the product of the primes, if there is one. It is the first convergent of value / product
    /// that is this small (Wang, *A p-adic algorithm for univariate partial fractions*, 1981). The
    /// denominator is positive.
    pub(crate) fn fraction(&self, index: usize) -> Option<(BigInt, BigInt)> {
        let bound = BigInt::from((self.product.magnitude() >> 1u32).sqrt());
        let (mut older, mut rest) = (self.product.clone(), self.values.get(index)?.clone());
        let (mut older_factor, mut factor) = (BigInt::ZERO, BigInt::from(1));
        while rest.magnitude() > bound.magnitude() {
            let quotient = &older / &rest;
            (older, rest) = (rest.clone(), older - &quotient * rest);
            (older_factor, factor) = (factor.clone(), older_factor - quotient * factor);
        }
        if factor.magnitude() > bound.magnitude() {
            return None;
        }
        Some(if factor < BigInt::ZERO { (-rest, -factor) } else { (rest, factor) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::*;
    use num_bigint::Sign;

    #[test]
    fn integers_come_back_from_their_residues() {
        let mut dice = Dice::new(6);
        let mut numbers: Vec<BigInt> = [0, 1, -1].map(BigInt::from).to_vec();
        for digits in 0..12 {
            let sign = if dice.draw_below(2) == 0 { Sign::Plus } else { Sign::Minus };
            numbers.push(BigInt::new(sign, (0..digits).map(|_| dice.word() as u32).collect()));
        }
        let mut residues = Residues::new(numbers.len());
        let mut stable = 0;
        for modulus in Modulus::descending().take(9) {
            let forms: Vec<u64> = numbers.iter().map(|number| modulus.form_big(number)).collect();
            stable += usize::from(!residues.absorb(&modulus, &forms));
        }
        assert_eq!(residues.values(), numbers);
        assert_eq!(residues.product().bits(), 9 * 62);
        // 352 bits and a sign need six primes of 62 bits.
        assert_eq!(stable, 3);
    }

    #[test]
    fn fractions_come_back_from_their_residues() {
        let mut dice = Dice::new(7);
        for _ in 0..50 {
            let (numerator, denominator) = (dice.signed(1 << 40), 1 + dice.draw_below(1 << 40));
            let mut residues = Residues::new(1);
            for modulus in Modulus::descending().take(2) {
                let inverse = modulus.inverse(modulus.form(denominator)).unwrap();
                residues.absorb(&modulus, &[modulus.product(modulus.form_signed(numerator), inverse)]);
            }
            let (top, bottom) = residues.fraction(0).unwrap();
            assert_eq!(top * denominator, bottom.clone() * numerator);
            assert!(bottom > BigInt::ZERO && bottom <= BigInt::from(denominator));
        }
    }
}
