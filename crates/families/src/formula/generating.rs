//! The generating function of a formula: the power series whose coefficients are its terms, as a quotient of
//! polynomials.

use super::found::{Formula, Rule};
use crate::algebra::Polynomial;
use num_bigint::BigInt;

/// The maximum order of recurrences whose generating function is printed.
const MAX_ORDER: usize = 60;

/// A quotient of polynomials with integer coefficients whose denominator begins with 1.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratingFunction {
    /// The numerator.
    pub numerator: Polynomial,
    /// The denominator.
    pub denominator: Polynomial,
}

impl Formula {
    /// Returns the sum of the terms times powers of x, from x^`first` on; `None` if it is not rational, or
    /// too long.
    #[must_use]
    pub fn generating_function(&self) -> Option<GeneratingFunction> {
        let from = usize::try_from(self.from.first()? - self.first).ok()?;
        // From this power on, the product of the series and the denominator is zero.
        let (denominator, length) = match &self.rule {
            Rule::Recurrence(recurrence) => (recurrence.denominator(), from),
            Rule::QuasiPolynomial(found) => {
                // The annihilator is a product of cyclotomic polynomials, so its reversal is the same
                // polynomial, up to sign.
                let polynomial = found.annihilator().polynomial();
                let constant = polynomial.coefficient(0).0;
                let length = from + polynomial.degree()?;
                (polynomial.times_fraction(&BigInt::from(1), &constant), length)
            }
            _ => return None,
        };
        if denominator.degree()? > MAX_ORDER {
            return None;
        }
        let terms: Vec<BigInt> = self.all_terms()?.take(length).collect();
        let product = Polynomial::of_integers(terms).times(&denominator);
        let numerators = product.numerators().iter().take(length).cloned().collect();
        let first = usize::try_from(self.first).ok()?;
        let shift = Polynomial::monomial(BigInt::from(1), BigInt::from(1), first);
        Some(GeneratingFunction { numerator: Polynomial::of_integers(numerators).times(&shift), denominator })
    }
}

impl GeneratingFunction {
    /// Returns the first `count` coefficients of the power series, beginning with the constant.
    #[must_use]
    pub fn coefficients(&self, count: usize) -> Vec<BigInt> {
        let (above, below) = (self.numerator.numerators(), self.denominator.numerators());
        let mut series: Vec<BigInt> = Vec::with_capacity(count);
        for power in 0..count {
            let earlier = below.iter().skip(1).zip(series.iter().rev());
            let sum: BigInt = earlier.map(|(number, coefficient)| number * coefficient).sum();
            series.push(above.get(power).cloned().unwrap_or_default() - sum);
        }
        series
    }
}
