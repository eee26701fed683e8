//! The largest real root of a polynomial, with proof, to any number of decimal places: the growth rate of a
//! sequence with this characteristic polynomial.
//!
//! By Descartes' rule of signs, a polynomial whose coefficients change their sign once has exactly one
//! positive root. So the code looks for a point to the left of the largest root and to the right of all
//! others: the polynomial, moved there, changes its sign once. (If the largest root exceeds all others in
//! size, every point between it and the real parts of the others works.) A change of sign between two
//! neighbouring decimals to the right of that point then encloses only the largest root. Newton's method in
//! integers finds the decimals; it need not be trusted.

use super::decimal::{Decimal, ten_to};
use super::divisors::square_free_parts;
use super::integer::{approximate_logarithm, floor_quotient};
use super::polynomial::Polynomial;
use num_bigint::{BigInt, Sign};

/// Above this degree, multiple roots are not divided out.
const MAX_SQUARE_FREE: usize = 200;

/// The search tries points to the left of the root at distances down to 2^-`FINEST`.
const FINEST: u32 = 40;

/// Returns the largest real root, if it is positive, rounded down to `places` decimal places. `None` if there
/// is no positive root, or if other roots are too close to it.
pub fn largest_root(polynomial: &Polynomial, places: u32) -> Option<Decimal> {
    let polynomial = polynomial.primitive();
    let found = largest_simple_root(&polynomial, places);
    if found.is_some() || polynomial.degree() > Some(MAX_SQUARE_FREE) {
        return found;
    }
    let parts = square_free_parts(&polynomial);
    let product = parts.iter().fold(Polynomial::one(), |product, (part, _)| product.times(part));
    if product == polynomial { None } else { largest_simple_root(&product, places) }
}

/// Like [`largest_root`], but for a simple root.
fn largest_simple_root(polynomial: &Polynomial, places: u32) -> Option<Decimal> {
    let scale = ten_to(places);
    let scaled = |units: &BigInt| homogeneous_sign(polynomial, units, &scale);
    let start = approximate_root(polynomial)?;
    // Units of the last place, from about twelve correct digits.
    let whole = BigInt::from((start * 2f64.powi(48)) as i128);
    let mut units = floor_quotient(&(whole * &scale), &(BigInt::from(1) << 48u32));
    for _ in 0..64 {
        let next = &units - newton_step(polynomial, &units, &scale)?;
        let distance = BigInt::from((&next - &units).magnitude().clone());
        units = next;
        if distance <= BigInt::from(1) {
            break;
        }
    }
    // Rounding may have caused an error of a few units.
    let found = (-4..=4).map(|step| &units + step).find(|low| {
        let (here, next) = (scaled(low), scaled(&(low + 1)));
        here == Sign::NoSign || (here == Sign::Minus && next == Sign::Plus)
    })?;
    is_beyond_all_others(polynomial, &found, &scale).then(|| Decimal::new(found, places))
}

/// Returns true if the polynomial has exactly one root to the right of some point that is at most units /
/// scale.
fn is_beyond_all_others(polynomial: &Polynomial, units: &BigInt, scale: &BigInt) -> bool {
    let changes = |bits: u32| {
        // A point with few binary places keeps the coefficients short.
        let point = floor_quotient(&((units << bits) - 1), scale);
        let mut power = BigInt::from(1);
        let mut stretched: Vec<BigInt> = polynomial.numerators().to_vec();
        for coefficient in stretched.iter_mut().rev() {
            *coefficient *= &power;
            power <<= bits;
        }
        let moved = Polynomial::of_integers(stretched).shift(&point);
        let signs: Vec<Sign> =
            moved.numerators().iter().map(BigInt::sign).filter(|sign| *sign != Sign::NoSign).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    (1..)
        .map(|step| 1 << step)
        .take_while(|bits| *bits <= FINEST)
        .chain([FINEST])
        .any(|bits| changes(bits) == 1)
}

/// Returns the sign of the value at units / scale.
fn homogeneous_sign(polynomial: &Polynomial, units: &BigInt, scale: &BigInt) -> Sign {
    homogeneous_value(polynomial, units, scale).sign()
}

/// Returns the value at units / scale, times scale to the degree.
fn homogeneous_value(polynomial: &Polynomial, units: &BigInt, scale: &BigInt) -> BigInt {
    let mut power = BigInt::from(1);
    let mut value = BigInt::ZERO;
    for numerator in polynomial.numerators().iter().rev() {
        value = value * units + numerator * &power;
        power *= scale;
    }
    value
}

/// Returns the value divided by the derivative at units / scale, in units.
fn newton_step(polynomial: &Polynomial, units: &BigInt, scale: &BigInt) -> Option<BigInt> {
    let value = homogeneous_value(polynomial, units, scale);
    let slope = homogeneous_value(&polynomial.derivative(), units, scale);
    match slope.sign() {
        Sign::NoSign => None,
        Sign::Plus => Some(floor_quotient(&value, &slope)),
        Sign::Minus => Some(floor_quotient(&-value, &-slope)),
    }
}

/// Returns the largest real root in floating point; `None` if there is no positive one. Newton's method from
/// the right descends to it without passing it, if no other root has a larger real part.
fn approximate_root(polynomial: &Polynomial) -> Option<f64> {
    // Logarithms are used, because coefficients are often larger than any float.
    let degree = polynomial.degree()?;
    let terms: Vec<(f64, f64, f64)> = polynomial
        .numerators()
        .iter()
        .enumerate()
        .filter_map(|(i, c)| {
            let sign = if c.sign() == Sign::Minus { -1.0 } else { 1.0 };
            Some((sign, approximate_logarithm(c)?, (degree - i) as f64))
        })
        .collect();
    let leading = terms.last()?.1;
    // Fujiwara's bound over the negative coefficients alone: no positive root is larger.
    let negative = terms.iter().filter(|(sign, ..)| *sign < 0.0);
    let mut x = negative.map(|(_, size, below)| 2.0 * ((size - leading) / below).exp2()).fold(0.0, f64::max);
    for _ in 0..100 * degree.max(10) {
        // The value and the derivative are divided by the leading term, so that they do not overflow.
        let logarithm = x.log2();
        let (mut value, mut slope) = (0.0, 0.0);
        for (sign, size, below) in &terms {
            let term = sign * (size - leading - below * logarithm).exp2();
            value += term;
            slope += term * (degree as f64 - below);
        }
        let step = x * value / slope;
        if !step.is_finite() {
            return None;
        }
        x -= step;
        if step.abs() <= x.abs() * 1e-12 {
            break;
        }
    }
    (x > 0.0 && x < 2f64.powi(60)).then_some(x)
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    #[test]
    fn square_roots_and_the_golden_ratio_have_their_digits() {
        let text = |coefficients: &[i64], places| {
            largest_root(&Polynomial::of_small(coefficients), places).map(|root| root.to_string())
        };
        assert_eq!(text(&[-1, -1, 1], 30).unwrap(), "1.618033988749894848204586834365");
        assert_eq!(text(&[-2, 0, 1], 40).unwrap(), "1.4142135623730950488016887242096980785696");
        assert_eq!(text(&[-2, -1, 1], 5).unwrap(), "2.00000");
        assert_eq!(text(&[2, 1], 5), None);
        assert_eq!(text(&[1, 0, 1], 5), None);
        // (x - 1)^5 (x - 3)^2 has a multiple root.
        let multiple =
            Polynomial::of_small(&[-1, 1]).power(5).times(&Polynomial::of_small(&[-3, 1]).power(2));
        assert_eq!(largest_root(&multiple, 3).unwrap().to_string(), "3.000");
    }

    #[test]
    fn coefficients_may_be_larger_than_any_float() {
        let others = Polynomial::of_small(&[1000, 1]).power(130);
        let polynomial = others.times(&Polynomial::of_small(&[-7, 3]));
        assert_eq!(largest_root(&polynomial, 6).unwrap().to_string(), "2.333333");
    }

    #[test]
    fn the_largest_root_is_above_all_others_and_agrees_with_bisection() {
        let mut dice = Dice::new(20);
        for _ in 0..60 {
            // Positive coefficients c make x^k - c(1) x^(k-1) - … - c(k) have one positive root.
            let degree = 1 + dice.draw_below(12) as usize;
            let mut coefficients: Vec<i64> = (0..degree).map(|_| -(dice.draw_below(1000) as i64)).collect();
            coefficients[0] -= 1;
            coefficients.push(1);
            let polynomial = Polynomial::of_small(&coefficients);
            let root = largest_root(&polynomial, 25).unwrap();
            let scale = ten_to(25);
            let (mut low, mut high) = (BigInt::ZERO, &scale * 2_000);
            while &high - &low > BigInt::from(1) {
                let middle: BigInt = (&low + &high) / 2;
                let is_low = homogeneous_sign(&polynomial, &middle, &scale) != Sign::Plus;
                if is_low { low = middle } else { high = middle }
            }
            assert_eq!(root.units(), &low);
        }
    }
}
