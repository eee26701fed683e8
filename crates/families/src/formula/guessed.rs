//! Recurrences that are guessed from terms, for families of all other types.
//!
//! If numbers of pieces grow with the board, or if pieces in any number stand on boards that grow in both
//! directions, there need not be a formula. Occasionally there is a recurrence, with constant coefficients or
//! with coefficients that are polynomials in n, as for rooks. The search uses few terms, so its result is
//! called a guess. A guess has value only if it predicts terms. The terms that it predicts, beyond those that
//! were needed to find it, support it (`support`).

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::shape::FamilyShape;
use super::support::count_supporting_terms;
use super::terms::Terms;
use crate::algebra::{HolonomicRecurrence, Recurrence};
use num_bigint::BigInt;

/// The number of nonzero terms that must agree, apart from those from which the recurrence is found.
const FURTHER: usize = 6;
/// The number of terms that are counted first.
const TERMS: usize = 26;

/// Returns a recurrence of the family's terms; `None` if there is none.
pub(super) fn formula(shape: &FamilyShape, terms: &mut Terms<'_>) -> Result<Option<Formula>, FormulaError> {
    let mut counted = Vec::new();
    while counted.len() < TERMS {
        let Some(term) = terms.term(shape, shape.first[0] + counted.len() as i64)? else { break };
        counted.push(term);
    }
    Ok(of_terms(shape, &counted))
}

/// Returns a recurrence of these terms, from the first on.
pub(super) fn of_terms(shape: &FamilyShape, counted: &[BigInt]) -> Option<Formula> {
    let first = shape.first[0];
    let formula = |(rule, from), unknown, further| {
        let claim = Claim::Guessed { unknown, further };
        Formula::new(shape, claim, (rule, vec![from]), (first, counted.to_vec()))
    };
    let supported = |further, least| count_supporting_terms(shape, (first, counted), further, least);
    let constant = Recurrence::of_terms(first, counted, FURTHER).and_then(|found| {
        let further = supported(counted.len() - found.determining_terms(), FURTHER)?;
        let order = found.order();
        Some(formula(Rule::of_recurrence(found), order, further))
    });
    let polynomial = || {
        let found = HolonomicRecurrence::of_terms(first, counted)?;
        let (unknown, from) = (found.unknown, found.from);
        let further =
            supported(usize::try_from(first + counted.len() as i64 - found.predicts).ok()?, FURTHER)?;
        Some(formula((Rule::Holonomic(found), from), unknown, further))
    };
    constant.filter(Formula::goes_on).or_else(polynomial).filter(Formula::goes_on)
}
