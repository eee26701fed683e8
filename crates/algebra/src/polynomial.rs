//! Polynomials with rational coefficients: integers over one denominator.
//!
//! A polynomial that sends integers to integers seldom has integer coefficients, but all its coefficients
//! have one common denominator. So sums and products are those of integers, and only the end result is
//! reduced. Greatest common divisors are in [`super::divisors`], factors in [`super::factors`].

use super::integer::{exact_quotient, gcd, lcm};
use num_bigint::{BigInt, Sign};
use std::fmt;

/// A polynomial in one variable with rational coefficients, in lowest terms: equal polynomials are equal in
/// all fields.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Polynomial {
    /// The numerators from the constant on, the last nonzero.
    numerators: Vec<BigInt>,
    /// The positive denominator, without a common divisor of all numerators.
    denominator: BigInt,
}

impl Polynomial {
    /// Returns the polynomial with these coefficients, from the constant on, each divided by `denominator`;
    /// zero if the denominator is zero.
    pub fn new(mut numerators: Vec<BigInt>, denominator: BigInt) -> Self {
        if denominator.sign() == Sign::NoSign {
            return Self::zero();
        }
        while numerators.last().is_some_and(|last| last.sign() == Sign::NoSign) {
            numerators.pop();
        }
        let mut divisor = denominator.clone();
        for numerator in &numerators {
            if *divisor.magnitude() == 1u32.into() {
                break;
            }
            divisor = gcd(&divisor, numerator);
        }
        if (divisor.sign() == Sign::Minus) != (denominator.sign() == Sign::Minus) {
            divisor = -divisor;
        }
        if divisor != BigInt::from(1) {
            for numerator in &mut numerators {
                *numerator /= &divisor;
            }
        }
        Self { numerators, denominator: denominator / divisor }
    }

    /// Returns the polynomial with these integer coefficients, from the constant on.
    pub fn of_integers(coefficients: Vec<BigInt>) -> Self {
        Self::new(coefficients, BigInt::from(1))
    }

    /// Returns the polynomial with these small integer coefficients, from the constant on.
    pub fn of_small(coefficients: &[i64]) -> Self {
        Self::of_integers(coefficients.iter().copied().map(BigInt::from).collect())
    }

    /// Returns the polynomial 0.
    pub fn zero() -> Self {
        Self { numerators: Vec::new(), denominator: BigInt::from(1) }
    }

    /// Returns the polynomial 1.
    pub fn one() -> Self {
        Self::of_small(&[1])
    }

    /// Returns the monomial with this coefficient and exponent.
    pub fn monomial(numerator: BigInt, denominator: BigInt, exponent: usize) -> Self {
        let mut numerators = vec![BigInt::ZERO; exponent];
        numerators.push(numerator);
        Self::new(numerators, denominator)
    }

    /// Returns true if the polynomial is 0.
    pub fn is_zero(&self) -> bool {
        self.numerators.is_empty()
    }

    /// Returns the degree; `None` for zero.
    pub fn degree(&self) -> Option<usize> {
        self.numerators.len().checked_sub(1)
    }

    /// Returns the numerators over the common denominator, from the constant on, the last nonzero.
    pub fn numerators(&self) -> &[BigInt] {
        &self.numerators
    }

    /// Returns the least positive common denominator.
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// Returns the coefficients of polynomials over one denominator, from the constants on, and that
    /// denominator.
    pub fn over_one_denominator(polynomials: &[Self]) -> (Vec<Vec<BigInt>>, BigInt) {
        let one = BigInt::from(1);
        let denominator = polynomials.iter().fold(one, |all, each| lcm(&all, &each.denominator));
        let row = |polynomial: &Self| {
            let scale = &denominator / &polynomial.denominator;
            polynomial.numerators.iter().map(|number| number * &scale).collect()
        };
        (polynomials.iter().map(row).collect(), denominator)
    }

    /// Returns the coefficient of a power of x: numerator and positive denominator in lowest terms.
    pub fn coefficient(&self, exponent: usize) -> (BigInt, BigInt) {
        let Some(numerator) = self.numerators.get(exponent) else { return (BigInt::ZERO, BigInt::from(1)) };
        let divisor = gcd(numerator, &self.denominator);
        (numerator / &divisor, &self.denominator / &divisor)
    }

    /// Returns the coefficient of the highest power, in the form of [`Self::coefficient`].
    pub fn leading_coefficient(&self) -> (BigInt, BigInt) {
        self.coefficient(self.degree().unwrap_or(0))
    }

    /// Returns the numerator of the coefficient of the highest power over the common denominator.
    fn leading_numerator(&self) -> BigInt {
        self.numerators.last().cloned().unwrap_or_default()
    }

    /// Returns the sum of both polynomials.
    pub fn plus(&self, other: &Self) -> Self {
        let denominator = lcm(&self.denominator, &other.denominator);
        let mut sum = vec![BigInt::ZERO; self.numerators.len().max(other.numerators.len())];
        for part in [self, other] {
            let factor = &denominator / &part.denominator;
            for (sum, numerator) in sum.iter_mut().zip(&part.numerators) {
                *sum += numerator * &factor;
            }
        }
        Self::new(sum, denominator)
    }

    /// Returns the difference of both polynomials.
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times_fraction(&BigInt::from(-1), &BigInt::from(1)))
    }

    /// Returns the product of both polynomials.
    pub fn times(&self, other: &Self) -> Self {
        let length = (self.numerators.len() + other.numerators.len()).saturating_sub(1);
        let mut product = vec![BigInt::ZERO; length];
        for (i, a) in self.numerators.iter().enumerate() {
            for (sum, b) in product[i..].iter_mut().zip(&other.numerators) {
                *sum += a * b;
            }
        }
        Self::new(product, &self.denominator * &other.denominator)
    }

    /// Returns the product with a fraction; zero if the fraction's denominator is zero.
    pub fn times_fraction(&self, numerator: &BigInt, denominator: &BigInt) -> Self {
        let numerators = self.numerators.iter().map(|a| a * numerator).collect();
        Self::new(numerators, &self.denominator * denominator)
    }

    /// Returns the power with this exponent.
    pub fn power(&self, exponent: usize) -> Self {
        (0..exponent).fold(Self::one(), |power, _| power.times(self))
    }

    /// Returns the quotient over the rationals, if the other polynomial divides this one; zero divides no
    /// polynomial.
    pub fn divided_by(&self, other: &Self) -> Option<Self> {
        // Between primitive polynomials all coefficients of the quotient are integers (Gauss's lemma), so the
        // first one that is not an integer ends the division.
        let divisor = other.primitive();
        let leading = divisor.numerators.last()?;
        let Some(degree) = self.degree() else { return Some(Self::zero()) };
        let mut rest = self.primitive().numerators;
        let width = divisor.numerators.len();
        if degree + 1 < width {
            return None;
        }
        let mut quotient = vec![BigInt::ZERO; degree + 2 - width];
        for (place, coefficient) in quotient.iter_mut().enumerate().rev() {
            let top = &rest[place + width - 1];
            if top.sign() == Sign::NoSign {
                continue;
            }
            *coefficient = exact_quotient(top, leading)?;
            for (rest, numerator) in rest[place..].iter_mut().zip(&divisor.numerators) {
                *rest -= &*coefficient * numerator;
            }
        }
        if rest.iter().any(|numerator| numerator.sign() != Sign::NoSign) {
            return None;
        }
        // Both polynomials were made primitive; their leading coefficients give the lost factor.
        let quotient = Self::of_integers(quotient);
        let (top, bottom) = (self.leading_coefficient(), other.leading_coefficient());
        let scale = quotient.leading_numerator();
        Some(quotient.times_fraction(&(top.0 * &bottom.1), &(top.1 * &bottom.0 * scale)))
    }

    /// Returns the multiple by a fraction whose coefficients are integers without a common divisor, the
    /// leading one positive.
    pub fn primitive(&self) -> Self {
        let content =
            self.numerators.iter().fold(BigInt::ZERO, |divisor, numerator| gcd(&divisor, numerator));
        let sign = if self.leading_numerator().sign() == Sign::Minus { -1 } else { 1 };
        self.times_fraction(&(&self.denominator * sign), &content)
    }

    /// Returns the derivative.
    pub fn derivative(&self) -> Self {
        let numerators = self.numerators.iter().enumerate().skip(1).map(|(i, a)| a * i).collect();
        Self::new(numerators, self.denominator.clone())
    }

    /// Returns the value at an integer, as numerator and positive denominator, not in lowest terms.
    pub fn value(&self, at: &BigInt) -> (BigInt, BigInt) {
        let value =
            self.numerators.iter().rev().fold(BigInt::ZERO, |value, numerator| value * at + numerator);
        (value, self.denominator.clone())
    }

    /// Returns the value at an integer; `None` if it is not an integer.
    pub fn integer_value(&self, at: &BigInt) -> Option<BigInt> {
        let (numerator, denominator) = self.value(at);
        exact_quotient(&numerator, &denominator)
    }

    /// Returns the polynomial whose value at x is the value of this one at x + distance.
    pub fn shift(&self, distance: &BigInt) -> Self {
        let mut numerators = self.numerators.clone();
        for start in 1..numerators.len() {
            for i in (start..numerators.len()).rev() {
                let carried = &numerators[i] * distance;
                numerators[i - 1] += carried;
            }
        }
        Self::new(numerators, self.denominator.clone())
    }

    /// Returns the polynomial of least degree through these values at start, start + step, …, by Newton's
    /// formula with differences. Zero if there are no values or the step is zero.
    pub fn interpolate(start: i64, step: i64, values: &[BigInt]) -> Self {
        let mut differences = values.to_vec();
        for order in 1..differences.len() {
            for i in (order..differences.len()).rev() {
                let before = differences[i - 1].clone();
                differences[i] -= before;
            }
        }
        // Horner's rule in the binomials of y = (x - start) / step: each step multiplies by
        // (y - i) / (i + 1).
        let factor = |i: usize| {
            let constant = -(BigInt::from(start) + BigInt::from(step) * i);
            Self::new(vec![constant, BigInt::from(1)], BigInt::from(step) * (i + 1))
        };
        differences.into_iter().enumerate().rev().fold(Self::zero(), |sum, (i, difference)| {
            sum.times(&factor(i)).plus(&Self::of_integers(vec![difference]))
        })
    }

    /// Returns the polynomial whose roots are the primitive roots of unity of this order, which is at least
    /// 1: the quotient of x^d - 1 by the polynomials of all proper divisors. One if the order is 0.
    pub fn cyclotomic(order: usize) -> Self {
        if order == 0 {
            return Self::one();
        }
        let power = |exponent| Self::monomial(BigInt::from(1), BigInt::from(1), exponent);
        // The loop handles the product of the distinct primes; each additional factor p of the order replaces
        // x by x^p.
        let primes: Vec<usize> = prime_divisors(order);
        let radical: usize = primes.iter().product();
        let mut polynomial = Self::of_small(&[-1, 1]);
        for prime in primes {
            // The roots of P(x^p) whose order is not divisible by p are those of P.
            polynomial = polynomial.spread(prime).divided_by(&polynomial).unwrap_or_else(|| power(0));
        }
        polynomial.spread(order / radical)
    }

    /// Returns the polynomial with x replaced by a positive power of x.
    pub fn spread(&self, exponent: usize) -> Self {
        let mut numerators = Vec::new();
        for numerator in &self.numerators {
            numerators.resize(numerators.len().next_multiple_of(exponent.max(1)), BigInt::ZERO);
            numerators.push(numerator.clone());
        }
        Self { numerators, denominator: self.denominator.clone() }
    }
}

/// Returns the distinct primes that divide a positive number.
pub(crate) fn prime_divisors(number: usize) -> Vec<usize> {
    let is_prime = |p: &usize| (2..*p).take_while(|d| d * d <= *p).all(|d| !p.is_multiple_of(d));
    (2..=number).filter(|p| number.is_multiple_of(*p)).filter(is_prime).collect()
}

/// Prints plain text from the highest power on, such as `(3x^2 - x + 1)/2`.
impl fmt::Display for Polynomial {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_fraction = self.denominator != BigInt::from(1);
        if self.is_zero() {
            return text.write_str("0");
        }
        if is_fraction {
            text.write_str("(")?;
        }
        let terms = self.numerators.iter().enumerate().rev().filter(|(_, a)| a.sign() != Sign::NoSign);
        for (place, (exponent, numerator)) in terms.enumerate() {
            let minus = numerator.sign() == Sign::Minus;
            text.write_str(match (place, minus) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            let size = numerator.magnitude();
            if exponent == 0 || *size != 1u32.into() {
                write!(text, "{size}")?;
            }
            match exponent {
                0 => {}
                1 => text.write_str("x")?,
                _ => write!(text, "x^{exponent}")?,
            }
        }
        if is_fraction { write!(text, ")/{}", self.denominator) } else { Ok(()) }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    /// Returns a random polynomial of at most this degree, with small coefficients over a small denominator.
    pub(crate) fn random(dice: &mut Dice, degree: usize, most: i64) -> Polynomial {
        let numerators = (0..=degree).map(|_| BigInt::from(dice.signed(most))).collect();
        Polynomial::new(numerators, BigInt::from(1 + dice.draw_below(6)))
    }

    #[test]
    fn sums_products_and_quotients_obey_the_laws_of_a_ring() {
        let mut dice = Dice::new(9);
        for _ in 0..200 {
            let degree = dice.draw_below(6) as usize;
            let [a, b, c] = [0; 3].map(|_| random(&mut dice, degree, 9));
            assert_eq!(a.plus(&b).times(&c), a.times(&c).plus(&b.times(&c)));
            assert_eq!(a.minus(&a), Polynomial::zero());
            assert_eq!(a.plus(&b).minus(&b), a);
            if b.is_zero() {
                assert_eq!(a.divided_by(&b), None);
                continue;
            }
            assert_eq!(a.times(&b).divided_by(&b), Some(a.clone()), "({a}) ({b})");
            if b.degree() > Some(0) {
                assert_eq!(a.times(&b).plus(&Polynomial::one()).divided_by(&b), None);
            }
            let product_rule = a.derivative().times(&b).plus(&a.times(&b.derivative()));
            assert_eq!(a.times(&b).derivative(), product_rule);
        }
    }

    #[test]
    fn values_are_those_of_the_powers() {
        let mut dice = Dice::new(10);
        for _ in 0..100 {
            let a = random(&mut dice, 5, 9);
            let (x, y) = (dice.signed(20), BigInt::from(dice.signed(20)));
            let slow: BigInt = a.numerators().iter().zip(0..).map(|(c, i)| c * BigInt::from(x).pow(i)).sum();
            assert_eq!(a.value(&x.into()), (slow.clone(), a.denominator().clone()));
            let is_integer = &slow % a.denominator() == BigInt::ZERO;
            assert_eq!(a.integer_value(&x.into()).is_some(), is_integer);
            let shifted = a.shift(&y).value(&x.into());
            let moved = a.value(&(y + x));
            assert_eq!(shifted.0 * moved.1, moved.0 * shifted.1);
        }
    }

    #[test]
    fn a_polynomial_goes_through_its_own_points() {
        let mut dice = Dice::new(11);
        for _ in 0..60 {
            let (degree, start, step) =
                (dice.draw_below(9) as usize, dice.signed(9), 1 + dice.draw_below(3) as i64);
            // Binomials send integers to integers.
            let values: Vec<BigInt> = (0..=degree).map(|_| BigInt::from(dice.signed(1000))).collect();
            let found = Polynomial::interpolate(start, step, &values);
            for (i, value) in (0..).zip(&values) {
                assert_eq!(found.integer_value(&BigInt::from(start + step * i)).as_ref(), Some(value));
            }
            let more: Vec<BigInt> =
                (0..).map_while(|i| found.integer_value(&BigInt::from(start + step * i))).take(15).collect();
            assert_eq!(Polynomial::interpolate(start, step, &more), found);
        }
        // The placements of two queens.
        let queens = [0, 0, 8, 44, 140].map(BigInt::from);
        let text = Polynomial::interpolate(1, 1, &queens).to_string();
        assert_eq!(text, "(3x^4 - 10x^3 + 9x^2 - 2x)/6");
    }

    #[test]
    fn cyclotomic_polynomials_multiply_to_powers_of_x_less_one() {
        for n in 1..=60 {
            let product = (1..=n)
                .filter(|d| n % d == 0)
                .fold(Polynomial::one(), |product, d| product.times(&Polynomial::cyclotomic(d)));
            let mut expected = vec![0; n + 1];
            (expected[0], expected[n]) = (-1, 1);
            assert_eq!(product, Polynomial::of_small(&expected), "{n}");
        }
    }
}
