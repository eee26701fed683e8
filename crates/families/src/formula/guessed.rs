//! Families of other sorts: recurrences that are guessed from terms.
//!
//! Where numbers of pieces grow with the board, or pieces in any number stand on boards that grow in both directions, there need
//! not be any formula. Now and then there is a recurrence, with constant coefficients or with coefficients that are polynomials in
//! n, as for rooks. It is looked for among few terms, and what is found is called a guess. It is worth something only where it
//! predicts terms: those that follow from others that were enough to find it, and support it (`support`).

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::shape::FamilyShape;
use super::support::supported;
use super::terms::Terms;
use crate::algebra::{Holonomic, Recurrence};
use num_bigint::BigInt;

/// Terms other than zero that must agree beyond those that a recurrence is found from.
const FURTHER: usize = 6;
/// Terms are counted at first until there are so many.
const TERMS: usize = 26;

/// A recurrence that the terms obey; `None` if there is none.
pub(super) fn formula(shape: &FamilyShape, terms: &mut Terms<'_>) -> Result<Option<Formula>, FormulaError> {
    let mut counted = Vec::new();
    while counted.len() < TERMS {
        let Some(term) = terms.term(shape, shape.first[0] + counted.len() as i64)? else { break };
        counted.push(term);
    }
    Ok(of_terms(shape, &counted))
}

/// A recurrence that these terms obey, from the first on.
pub(super) fn of_terms(shape: &FamilyShape, counted: &[BigInt]) -> Option<Formula> {
    let first = shape.first[0];
    let formula = |(rule, from), unknown, further| {
        let claim = Claim::Guessed { unknown, further };
        Formula::new(shape, claim, (rule, vec![from]), (first, counted.to_vec()))
    };
    let supported = |further, least| supported(shape, (first, counted), further, least);
    let constant = Recurrence::of_terms(first, counted, FURTHER).and_then(|found| {
        let further = supported(counted.len() - found.determining(), FURTHER)?;
        let order = found.order();
        Some(formula(Rule::of_recurrence(found), order, further))
    });
    let polynomial = || {
        let found = Holonomic::of_terms(first, counted)?;
        let (unknown, from) = (found.unknown, found.from);
        let further =
            supported(usize::try_from(first + counted.len() as i64 - found.predicts).ok()?, FURTHER)?;
        Some(formula((Rule::Holonomic(found), from), unknown, further))
    };
    constant.filter(Formula::goes_on).or_else(polynomial).filter(Formula::goes_on)
}
