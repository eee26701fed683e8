//! A second computation of all displayed parts of a formula, compared with the terms that are known without
//! it.
//!
//! The rule, the generating function and the programs are made from one formula in different ways, and each
//! begins at its own term. So each of them is evaluated. If they do not agree, the program has a bug, and no
//! formula is shown.

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule};
use num_bigint::{BigInt, Sign};

/// The number of terms predicted by the rule that are also compared.
const BEYOND: usize = 8;
/// The number of terms, beyond the known ones, for which an unproved rule must give non-negative integers.
const AHEAD: usize = 256;

impl Formula {
    /// Returns the formula if all its displayed parts agree.
    ///
    /// # Errors
    /// The parts do not agree.
    pub(super) fn check(self) -> Result<Self, FormulaError> {
        let reached = self.reached.as_ref().is_none_or(|reached| reached.is_consistent());
        if reached && self.is_consistent() { Ok(self) } else { Err(FormulaError::Refuted) }
    }

    /// Returns true if the rule, the generating function and the programs give the known terms, and agree on
    /// some more.
    fn is_consistent(&self) -> bool {
        let Some(terms) = self.all_terms() else { return matches!(self.rule, Rule::Bivariate(_)) };
        let terms: Vec<BigInt> = terms.take(self.terms.len() + BEYOND).collect();
        let has_all = terms.len() == self.terms.len() + BEYOND;
        match &self.rule {
            Rule::LongRecurrence { .. } => true,
            _ => {
                has_all
                    && self.rule_gives(&terms)
                    && self.function_gives(&terms)
                    && self.programs_give(&terms)
            }
        }
    }

    /// Returns true if every term from the start of the rule on follows from the terms before it, or from its
    /// value.
    fn rule_gives(&self, terms: &[BigInt]) -> bool {
        let Some(&from) = self.from.first() else { return false };
        let mut values = (self.first..).zip(terms.iter().enumerate()).skip_while(|(n, _)| *n < from);
        from >= self.first
            && values.all(|(n, (place, term))| {
                let before = &terms[..place];
                let expected = match &self.rule {
                    Rule::Recurrence(recurrence) => recurrence.next(before),
                    Rule::QuasiPolynomial(found) => found.value(&n.into()),
                    Rule::Holonomic(recurrence) => recurrence.next(n, before),
                    Rule::Bivariate(_) | Rule::LongRecurrence { .. } => None,
                };
                expected.as_ref() == Some(term)
            })
    }

    /// Returns true if the coefficients of the generating function, if there is one, are zeros followed by
    /// these terms.
    fn function_gives(&self, terms: &[BigInt]) -> bool {
        let Some(function) = self.generating_function() else { return true };
        let Ok(first) = usize::try_from(self.first) else { return false };
        let coefficients = function.coefficients(first + terms.len());
        let (before, from_first) = coefficients.split_at(first);
        before.iter().all(|zero| zero.sign() == Sign::NoSign) && from_first == terms
    }

    /// Returns true if the program computes these terms.
    fn programs_give(&self, terms: &[BigInt]) -> bool {
        self.program().is_some_and(|program| program.terms().take(terms.len()).eq(terms.iter().cloned()))
    }

    /// Returns true if an unproved rule continues with possible numbers of placements: non-negative integers.
    pub(super) fn goes_on(&self) -> bool {
        let Some(terms) = self.all_terms() else { return true };
        let mut ahead = terms.skip(self.terms.len()).take(AHEAD);
        let is_possible = |term: Option<BigInt>| term.is_some_and(|term| term.sign() != Sign::Minus);
        matches!(self.claim, Claim::Proved(_)) || (0..AHEAD).all(|_| is_possible(ahead.next()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Recurrence;
    use crate::formula::{Search, derive};
    use crate::plan::{Settings, Silent};
    use std::time::Duration;

    /// Returns the Fibonacci numbers after three terms that do not obey their rule, which begins with its own
    /// first term, a(5).
    fn late() -> Formula {
        let big = |numbers: &[i64]| numbers.iter().copied().map(BigInt::from).collect::<Vec<_>>();
        let search = Search::new(Settings::default(), Duration::from_secs(9));
        let found = derive(&"2x{n} K*".parse().unwrap(), &search, &Silent).unwrap();
        let rule = Rule::Recurrence(Recurrence::new(big(&[1, 1]), 5, big(&[1, 1])).unwrap());
        let claim = Claim::Guessed { unknown: 2, further: 3 };
        Formula { rule, claim, from: vec![7], first: 2, terms: big(&[7, 7, 9, 1, 1, 2, 3, 5]), ..found }
    }

    #[test]
    fn terms_before_the_rule_are_in_the_function_and_in_programs() {
        let formula = late();
        let program = formula.program().unwrap();
        assert_eq!((program.first, program.given.len()), (2, 5));
        let expected: Vec<BigInt> = [7, 7, 9, 1, 1, 2, 3, 5, 8, 13, 21].map(BigInt::from).to_vec();
        assert_eq!(program.terms().take(11).collect::<Vec<_>>(), expected);
        let function = formula.generating_function().unwrap();
        assert_eq!(function.denominator.to_string(), "-x^2 - x + 1");
        assert_eq!(function.coefficients(13)[2..], expected);
        assert_eq!(function.coefficients(2), [BigInt::ZERO, BigInt::ZERO]);
        assert!(formula.clone().check().is_ok() && formula.goes_on());
    }

    #[test]
    fn a_formula_that_contradicts_its_terms_is_not_shown() {
        let refuted = |formula: Formula| matches!(formula.check(), Err(FormulaError::Refuted));
        assert!(refuted(Formula { from: vec![6], ..late() }));
        assert!(refuted(Formula { from: vec![1], ..late() }));
        assert!(refuted(Formula { first: 3, ..late() }));
        let mut other = late();
        other.terms[7] += 1;
        assert!(refuted(other.clone()));
        assert!(refuted(Formula { reached: Some(Box::new(other)), ..late() }));
        let falling = Recurrence::new(vec![BigInt::from(-1)], 2, vec![BigInt::from(1)]).unwrap();
        let falling = Formula { rule: Rule::Recurrence(falling), terms: Vec::new(), from: vec![3], ..late() };
        assert!(!falling.goes_on() && falling.check().is_ok());
    }
}
