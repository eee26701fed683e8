//! Numbers modulo a prime just below 2^62, in Montgomery form.
//!
//! A number a is represented as aR mod p with R = 2^64. The product of two such forms is too large by a
//! factor R, and a division by R is cheap: subtract the multiple of p that agrees in the low word, and take
//! the high word (P. L. Montgomery, *Modular multiplication without trial division*, Mathematics of
//! Computation 44, 1985). Sums and zero are as usual, so a sum of products is divided by R only once. With p
//! below 2^62, eight products fit in addition to the rest of a sum. Subtracting p from the high word keeps
//! that rest small.
//!
//! Of two candidates that differ by p, the wrong one is huge modulo 2^64, so the smaller one is right. A
//! comparison with a jump is mispredicted half of the time, and takes five times as long.
//!
//! Forms are plain `u64`, so that vectors of them are vectors of words. The caller must know to which modulus
//! they belong.

use num_bigint::{BigInt, Sign};

/// The exclusive upper bound of all moduli.
const LIMIT: u64 = 1 << 62;

/// The number of products that can be added before a sum must be reduced.
const BLOCK: usize = 8;

/// A modulus, an odd prime below 2^62, with constants for multiplication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Modulus {
    prime: u64,
    /// The inverse of the prime modulo 2^64.
    inverse: u64,
    /// R, which is the form of one.
    one: u64,
    /// R², which is the form of R.
    square: u64,
}

impl Modulus {
    /// Prepares arithmetic modulo this prime; `None` if it is not an odd prime below 2^62.
    pub(crate) fn new(prime: u64) -> Option<Self> {
        is_prime(prime).then(|| Self::odd(prime)).filter(|_| prime != 2)
    }

    /// Returns the moduli of all primes below 2^62, the largest first, without end in practice.
    pub fn descending() -> impl Iterator<Item = Self> {
        (3..LIMIT).rev().step_by(2).filter_map(Self::new)
    }

    /// Prepares arithmetic modulo an odd number from 3 to 2^62, which need not be prime if nothing is
    /// inverted.
    fn odd(number: u64) -> Self {
        // Newton's step doubles the number of right bits, and an odd number is its own inverse modulo 8.
        let mut inverse = number;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(number.wrapping_mul(inverse)));
        }
        let wide = u128::from(number);
        let one = (1u128 << 64) % wide;
        Self { prime: number, inverse, one: one as u64, square: (one * one % wide) as u64 }
    }

    /// Returns the prime itself.
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// Returns the form of one. The form of zero is 0.
    pub fn one(&self) -> u64 {
        self.one
    }

    /// Returns the form of a number.
    pub fn form(&self, number: u64) -> u64 {
        self.reduce(u128::from(number) * u128::from(self.square))
    }

    /// Returns the form of a number that may be negative.
    pub(crate) fn form_signed(&self, number: i64) -> u64 {
        let form = self.form(number.unsigned_abs());
        if number < 0 { self.negative(form) } else { form }
    }

    /// Returns the form of a big integer.
    pub fn form_big(&self, number: &BigInt) -> u64 {
        let digits = number.magnitude().iter_u64_digits().rev();
        let form = digits.fold(0, |sum, digit| self.sum(self.product(sum, self.square), self.form(digit)));
        if number.sign() == Sign::Minus { self.negative(form) } else { form }
    }

    /// Returns the number of a form, from 0 to p - 1.
    pub fn number(&self, form: u64) -> u64 {
        self.reduce(u128::from(form))
    }

    /// Returns the number of a form that is closest to zero.
    pub(crate) fn symmetric(&self, form: u64) -> i64 {
        let number = self.number(form) as i64;
        if number > self.prime as i64 / 2 { number - self.prime as i64 } else { number }
    }

    /// Returns the sum a + b.
    #[inline]
    pub fn sum(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        sum.min(sum.wrapping_sub(self.prime))
    }

    /// Returns the difference a - b.
    #[inline]
    pub fn difference(&self, a: u64, b: u64) -> u64 {
        let difference = a.wrapping_sub(b);
        difference.min(difference.wrapping_add(self.prime))
    }

    /// Returns the negative -a.
    #[inline]
    pub fn negative(&self, a: u64) -> u64 {
        if a == 0 { 0 } else { self.prime - a }
    }

    /// Returns the product ab.
    #[inline]
    pub fn product(&self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// Returns the power of a; 1 if a and the exponent are zero.
    pub(crate) fn power(&self, a: u64, exponent: u64) -> u64 {
        let (mut power, mut square, mut rest) = (self.one, a, exponent);
        while rest > 0 {
            if rest & 1 == 1 {
                power = self.product(power, square);
            }
            square = self.product(square, square);
            rest >>= 1;
        }
        power
    }

    /// Returns the inverse 1/a; `None` if a is zero.
    pub fn inverse(&self, a: u64) -> Option<u64> {
        // By Fermat's theorem, a^(p-1) = 1.
        (a != 0).then(|| self.power(a, self.prime - 2))
    }

    /// Returns the sum of the products `a[i] b[i]`, up to the shorter length.
    pub fn dot(&self, a: &[u64], b: &[u64]) -> u64 {
        let length = a.len().min(b.len());
        let (a, b) = (a[..length].chunks_exact(BLOCK), b[..length].chunks_exact(BLOCK));
        let mut total = 0;
        for (&a, &b) in a.remainder().iter().zip(b.remainder()) {
            total += u128::from(a) * u128::from(b);
        }
        total = self.lower(total);
        for (a, b) in a.zip(b) {
            for (&a, &b) in a.iter().zip(b) {
                total += u128::from(a) * u128::from(b);
            }
            total = self.lower(total);
        }
        self.reduce(total)
    }

    /// Returns the sum of `a[i] b[length - 1 - i]` of two slices of one length: a coefficient of a product of
    /// polynomials. If a slice is longer, its excess is ignored, at the end of a or at the start of b.
    pub fn dot_reversed(&self, a: &[u64], b: &[u64]) -> u64 {
        let length = a.len().min(b.len());
        let (a, b) = (a[..length].chunks_exact(BLOCK), b[b.len() - length..].rchunks_exact(BLOCK));
        let mut total = 0;
        for (&a, &b) in a.remainder().iter().zip(b.remainder().iter().rev()) {
            total += u128::from(a) * u128::from(b);
        }
        total = self.lower(total);
        for (a, b) in a.zip(b) {
            for (&a, &b) in a.iter().zip(b.iter().rev()) {
                total += u128::from(a) * u128::from(b);
            }
            total = self.lower(total);
        }
        self.reduce(total)
    }

    /// Adds `factor` times `row` to `target`, up to the shorter length.
    pub fn add_multiple(&self, target: &mut [u64], factor: u64, row: &[u64]) {
        for (target, &value) in target.iter_mut().zip(row) {
            *target = self.sum(*target, self.product(factor, value));
        }
    }

    /// Reduces a sum below 3pR to less than pR without changing it modulo p. The sum of a number below pR and
    /// of eight products is below 3pR.
    #[inline]
    fn lower(&self, sum: u128) -> u128 {
        let step = u128::from(self.prime) << 64;
        let sum = if sum >= 2 * step { sum - 2 * step } else { sum };
        if sum >= step { sum - step } else { sum }
    }

    /// Divides a number below pR by R.
    #[inline]
    fn reduce(&self, wide: u128) -> u64 {
        let multiple = (wide as u64).wrapping_mul(self.inverse);
        let high = (wide >> 64) as u64;
        let taken = ((u128::from(multiple) * u128::from(self.prime)) >> 64) as u64;
        self.difference(high, taken)
    }
}

/// Returns true if a number below 2^62 is prime, by the test of Miller and Rabin with the first twelve
/// primes. The test is a proof below 3.18 · 10^23 (Sorenson, Webster, *Strong pseudoprimes to twelve prime
/// bases*, Mathematics of Computation 86, 2017). Returns false for larger numbers.
pub(crate) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if !(2..LIMIT).contains(&number) {
        return false;
    }
    if let Some(divisor) = BASES.into_iter().find(|base| number.is_multiple_of(*base)) {
        return number == divisor;
    }
    let modulus = Modulus::odd(number);
    let twos = (number - 1).trailing_zeros();
    let minus_one = modulus.negative(modulus.one);
    BASES.into_iter().all(|base| {
        let mut power = modulus.power(modulus.form(base), (number - 1) >> twos);
        power == modulus.one
            || (0..twos).any(|_| {
                let found = power == minus_one;
                power = modulus.product(power, power);
                found
            })
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Pseudorandom numbers, the same in each run (Marsaglia's xorshift, with a multiplication).
    pub(crate) struct Dice(u64);

    impl Dice {
        pub(crate) fn new(seed: u64) -> Self {
            Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
        }

        pub(crate) fn word(&mut self) -> u64 {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
        }

        pub(crate) fn draw_below(&mut self, limit: u64) -> u64 {
            ((u128::from(self.word()) * u128::from(limit)) >> 64) as u64
        }

        /// Returns a number from -most to most.
        pub(crate) fn signed(&mut self, most: i64) -> i64 {
            self.draw_below(2 * most as u64 + 1) as i64 - most
        }
    }

    pub(crate) fn first_modulus() -> Modulus {
        Modulus::descending().next().unwrap()
    }

    #[test]
    fn is_prime_agrees_with_trial_division() {
        let slow = |n: u64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        for n in 0..5_000 {
            assert_eq!(is_prime(n), slow(n), "{n}");
        }
        // Strong pseudoprimes to the bases 2, 3, 5, 7 and to the first nine primes.
        assert!(!is_prime(3_215_031_751));
        assert!(!is_prime(3_825_123_056_546_413_051));
    }

    #[test]
    fn the_largest_primes_below_2_to_the_62_come_first() {
        let primes: Vec<u64> =
            Modulus::descending().take(3).map(|modulus| (1 << 62) - modulus.prime()).collect();
        assert_eq!(primes, [57, 87, 117]);
        assert_eq!(Modulus::new(2), None);
        assert_eq!(Modulus::new(15), None);
        assert_eq!(Modulus::new(u64::MAX), None);
    }

    #[test]
    fn montgomery_forms_agree_with_wide_division() {
        let mut dice = Dice::new(1);
        for modulus in
            [3, 5, 101, (1 << 61) - 1].map(|p| Modulus::new(p).unwrap()).into_iter().chain([first_modulus()])
        {
            let p = u128::from(modulus.prime());
            for _ in 0..300 {
                let (a, b) = (dice.word(), dice.word());
                let (x, y) = (modulus.form(a), modulus.form(b));
                let (a, b) = (u128::from(a) % p, u128::from(b) % p);
                let number = |form| u128::from(modulus.number(form));
                assert!(x < modulus.prime() && y < modulus.prime());
                assert_eq!(number(x), a);
                assert_eq!(number(modulus.sum(x, y)), (a + b) % p);
                assert_eq!(number(modulus.difference(x, y)), (a + p - b) % p);
                assert_eq!(number(modulus.negative(x)), (p - a) % p);
                assert_eq!(number(modulus.product(x, y)), a * b % p);
                assert_eq!(modulus.form_signed(modulus.symmetric(x)), x);
                assert_eq!(
                    modulus.power(x, 5),
                    [x; 5].into_iter().fold(modulus.one(), |z, x| modulus.product(z, x))
                );
                match modulus.inverse(x) {
                    Some(inverse) => assert_eq!(modulus.product(x, inverse), modulus.one()),
                    None => assert_eq!(a, 0),
                }
            }
        }
    }

    #[test]
    fn forms_of_big_integers_agree_with_big_remainders() {
        let mut dice = Dice::new(2);
        let modulus = first_modulus();
        for digits in 0..12 {
            let digits = (0..digits).map(|_| dice.word() as u32).collect();
            for sign in [Sign::Plus, Sign::Minus] {
                let number = BigInt::new(sign, Vec::clone(&digits));
                let prime = BigInt::from(modulus.prime());
                let rest = ((&number % &prime) + &prime) % &prime;
                assert_eq!(BigInt::from(modulus.number(modulus.form_big(&number))), rest);
            }
        }
    }

    #[test]
    fn sums_of_products_agree_with_one_product_at_a_time() {
        let mut dice = Dice::new(3);
        let modulus = first_modulus();
        for length in (0..40).chain([1_000]) {
            // The largest forms are frequent, because they would overflow first.
            let mut form = || {
                if dice.draw_below(3) == 0 { dice.draw_below(modulus.prime()) } else { modulus.prime() - 1 }
            };
            let a: Vec<u64> = (0..length).map(|_| form()).collect();
            let b: Vec<u64> = (0..length).map(|_| form()).collect();
            let slow = |a: &[u64], b: &mut dyn Iterator<Item = &u64>| {
                a.iter().zip(b).fold(0, |sum, (&a, &b)| modulus.sum(sum, modulus.product(a, b)))
            };
            assert_eq!(modulus.dot(&a, &b), slow(&a, &mut b.iter()));
            assert_eq!(modulus.dot_reversed(&a, &b), slow(&a, &mut b.iter().rev()));
            let mut target = b.clone();
            modulus.add_multiple(&mut target, 5, &a);
            for ((&target, &b), &a) in target.iter().zip(&b).zip(&a) {
                assert_eq!(target, modulus.sum(b, modulus.product(5, a)));
            }
        }
    }
}
