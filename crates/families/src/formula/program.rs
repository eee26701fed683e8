//! A formula as a program: given terms, and a step that computes each further term.
//!
//! A rule does not give the terms before its start. A program includes these terms, so it answers for every
//! value of the variable from the first term on. All languages print the same [`Program`], which can also be
//! run here.

use super::found::{Formula, Rule};
use crate::algebra::Polynomial;
use crate::algebra::integer::exact_quotient;
use num_bigint::{BigInt, Sign};

/// Given terms, and a step that computes each further term.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program {
    /// The value of the variable of the first term.
    pub first: i64,
    /// The terms from the first one up to the start of the rule.
    pub given: Vec<BigInt>,
    /// The computation of later terms.
    pub step: Step,
}

/// The computation of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// The sum of these coefficients times the preceding terms, the latest first.
    Linear(Vec<BigInt>),
    /// The value of a polynomial for each residue class, divided by a denominator. Coefficients are in order
    /// of rising powers.
    Periodic {
        /// The coefficients for n = 0, 1, … modulo their number.
        classes: Vec<Vec<BigInt>>,
        /// The common denominator.
        denominator: BigInt,
    },
    /// The term for which the sum of these polynomials' values times the terms, the latest first, is zero.
    /// Coefficients are in order of rising powers.
    Holonomic(Vec<Vec<BigInt>>),
}

impl Formula {
    /// Returns the program of the formula; `None` for rules in two variables, and for rules that are too long
    /// to print.
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
    /// Returns the terms that it computes, from the first on, as long as they are integers.
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
    /// Returns the term of a value from those before it; `None` if there are too few, or if it is not an
    /// integer.
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

/// Returns the sum of numbers times terms, the last term first; `None` if there are too few terms.
fn sum_of_products(numbers: &[BigInt], terms: &[BigInt]) -> Option<BigInt> {
    let last = terms.get(terms.len().checked_sub(numbers.len())?..)?;
    let products = numbers.iter().zip(last.iter().rev());
    Some(products.filter(|(number, _)| number.sign() != Sign::NoSign).map(|(c, a)| c * a).sum())
}

/// Returns the value of a polynomial.
fn value(coefficients: &[BigInt], n: i64) -> BigInt {
    coefficients.iter().rev().fold(BigInt::ZERO, |value, coefficient| value * n + coefficient)
}
