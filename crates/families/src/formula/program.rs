//! A formula as a program computes it: terms that are given, and how the others follow.
//!
//! Rules say nothing of the terms before they begin. A program has these as well, so that it answers for every value of the
//! variable from that of the first term on. All languages write down the same [`Program`], and it can be run here, too.

use super::found::{Formula, Rule};
use crate::algebra::Polynomial;
use crate::algebra::integer::exact_quotient;
use num_bigint::{BigInt, Sign};

/// Terms that are given, and how the others follow.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program {
    /// The value of the variable of the first term.
    pub first: i64,
    /// The terms from the first on up to where the rule begins.
    pub given: Vec<BigInt>,
    /// How the terms after them are computed.
    pub step: Step,
}

/// How a term is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// As the sum of these times the terms before it, the latest first.
    Linear(Vec<BigInt>),
    /// As the value of a polynomial, one for each class of remainders, over a denominator. Coefficients are by rising powers.
    Periodic {
        /// The coefficients for n = 0, 1, … modulo their number.
        classes: Vec<Vec<BigInt>>,
        /// What all of them are divided by.
        denominator: BigInt,
    },
    /// As the term with which the sum of the values of these polynomials times the terms, the latest first, is zero.
    /// Coefficients are by rising powers.
    Holonomic(Vec<Vec<BigInt>>),
}

impl Formula {
    /// What programs compute; `None` of rules in two variables, and of those that are too long to be written out.
    #[must_use]
    pub fn program(&self) -> Option<Program> {
        let step = match &self.rule {
            Rule::Recurrence(found) => Step::Linear(found.coefficients().to_vec()),
            Rule::QuasiPolynomial(found) => {
                let classes: Vec<Polynomial> =
                    (0..found.period()).map(|class| found.constituent(class)).collect();
                let (classes, denominator) = Polynomial::over_one_denominator(&classes);
                Step::Periodic { classes, denominator }
            }
            Rule::Holonomic(found) => {
                let rows = found.coefficients.iter().map(|polynomial| polynomial.numerators().to_vec());
                Step::Holonomic(rows.collect())
            }
            Rule::Bivariate(_) | Rule::LongRecurrence { .. } => return None,
        };
        let count = usize::try_from(self.from.first()? - self.first).ok()?;
        let given: Vec<BigInt> = self.all_terms()?.take(count).collect();
        (given.len() == count).then_some(Program { first: self.first, given, step })
    }
}

impl Program {
    /// The terms that it computes, from the first on, as far as they are integers.
    pub fn terms(&self) -> impl Iterator<Item = BigInt> + '_ {
        let mut before = Vec::new();
        (self.first..).map_while(move |n| {
            let term = match self.given.get(before.len()) {
                Some(term) => term.clone(),
                None => self.step.term(n, &before)?,
            };
            before.push(term.clone());
            Some(term)
        })
    }
}

impl Step {
    /// The term of a value from those before it; `None` if they are too few, or it is no integer.
    fn term(&self, n: i64, before: &[BigInt]) -> Option<BigInt> {
        match self {
            Self::Linear(coefficients) => sum_of_products(coefficients, before),
            Self::Periodic { classes, denominator } => {
                let class = usize::try_from(n.rem_euclid(i64::try_from(classes.len()).ok()?)).ok()?;
                exact_quotient(&value(classes.get(class)?, n), denominator)
            }
            Self::Holonomic(rows) => {
                let values: Vec<BigInt> = rows.iter().map(|row| value(row, n)).collect();
                let (leading, others) = values.split_first()?;
                exact_quotient(&-sum_of_products(others, before)?, leading)
            }
        }
    }
}

/// The sum of numbers times terms, of which the last comes first; `None` if there are fewer of these.
fn sum_of_products(numbers: &[BigInt], terms: &[BigInt]) -> Option<BigInt> {
    let last = terms.get(terms.len().checked_sub(numbers.len())?..)?;
    let products = numbers.iter().zip(last.iter().rev());
    Some(products.filter(|(number, _)| number.sign() != Sign::NoSign).map(|(c, a)| c * a).sum())
}

/// The value of a polynomial.
fn value(coefficients: &[BigInt], n: i64) -> BigInt {
    coefficients.iter().rev().fold(BigInt::ZERO, |value, coefficient| value * n + coefficient)
}
