//! Families of other sorts: recurrences that are guessed from terms.
//!
//! Where numbers of pieces grow with the board, or pieces in any number stand on boards that grow in both directions, there need
//! not be any formula. Now and then there is a recurrence, with constant coefficients or with coefficients that are polynomials in
//! n, as for rooks. It is looked for among few terms, and what is found is called a guess.

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::shape::Shape;
use super::terms::Terms;
use crate::algebra::{Holonomic, Recurrence};

/// Terms that must agree beyond those that a recurrence with constant coefficients is found from.
const FURTHER: usize = 6;
/// Terms are counted at first until there are so many.
const TERMS: usize = 26;

/// A recurrence that the terms obey; `None` if there is none.
pub(super) fn formula(shape: &Shape, terms: &mut Terms<'_>) -> Result<Option<Formula>, FormulaError> {
    let first = shape.first[0];
    let mut counted = Vec::new();
    while counted.len() < TERMS {
        let Some(term) = terms.term(shape, first + counted.len() as i64)? else { break };
        counted.push(term);
    }
    let formula = |rule, unknown, further, from| Formula {
        family: shape.family.clone(),
        variables: shape.variables.clone(),
        rule,
        claim: Claim::Guessed { unknown, further },
        from: vec![from],
        first,
        terms: counted.clone(),
    };
    if let Some(found) = Recurrence::of_terms(first, &counted, FURTHER) {
        let order = found.order();
        let further = counted.len() - 2 * order;
        let (rule, from) = Rule::of_recurrence(found);
        return Ok(Some(formula(rule, order, further, from)));
    }
    Ok(Holonomic::of_terms(first, &counted).map(|found| {
        let unknown = found.coefficients.iter().map(|coefficient| coefficient.numerators().len()).sum();
        let (further, from) = (found.further, found.from);
        formula(Rule::Holonomic(found), unknown, further, from)
    }))
}
