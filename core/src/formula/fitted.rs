//! A fixed number of pieces with riders among them: quasi-polynomials, fitted to counted terms.
//!
//! That there is a quasi-polynomial is proved for pieces of one kind of rider on growing squares (S. Chaiken, C. R. H. Hanusa,
//! T. Zaslavsky, *A q-queens problem* I, Electronic Journal of Combinatorics 21, 2014), but not how long its period is. So
//! this is evidence: so many coefficients were unknown, and so many further terms agree. Terms are counted until as many agree
//! as were needed, or the time is over. The leading coefficient is known: nearly all placements are peaceful.

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::shape::Shape;
use super::terms::Terms;
use crate::algebra::Polynomial;
use crate::algebra::fit::{Fit, Known, fitted};
use num_bigint::BigInt;

/// The formula of a family with fixed numbers of pieces.
pub(super) fn formula(shape: &Shape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    let numbers = shape.fixed_numbers().ok_or(FormulaError::Changing)?;
    let pieces = numbers.iter().sum::<u32>() as usize;
    // On a strip two pieces on a line that does not leave it never fit, however long it is.
    let known = (shape.growing() == 2).then(|| leading(shape, &numbers, 2 * pieces));
    fit(shape, terms, (pieces, shape.growing() * pieces), known.as_ref())
}

/// The formula of a largest number, which grows as the area does.
pub(super) fn of_largest(shape: &Shape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    fit(shape, terms, (0, shape.growing()), None)
}

/// A quasi-polynomial of a degree, with coefficients that are known.
fn fit(
    shape: &Shape,
    terms: &mut Terms<'_>,
    (pieces, degree): (usize, usize),
    known: Option<&Known>,
) -> Result<Formula, FormulaError> {
    let first = shape.first[0];
    let mut counted = Vec::new();
    let mut found: Option<Fit> = None;
    let enough = |fit: &Fit| fit.further >= fit.annihilator.order();
    while !found.as_ref().is_some_and(enough) {
        let Some(term) = terms.term(shape, first + counted.len() as i64)? else { break };
        counted.push(term);
        if counted.len() > degree {
            found = fitted(first, &counted, (pieces, degree), known);
        }
    }
    let fit = found.ok_or_else(|| unfitted(&counted, terms))?;
    Ok(Formula {
        family: shape.family.clone(),
        variables: shape.variables.clone(),
        rule: Rule::QuasiPolynomial(fit.formula),
        claim: Claim::Fitted { unknown: fit.annihilator.order(), further: fit.further },
        from: vec![fit.from],
        first,
        terms: counted,
    })
}

/// Why no formula was found.
fn unfitted(counted: &[BigInt], terms: &Terms<'_>) -> FormulaError {
    let looked = "no quasi-polynomial of a period up to 12 with three terms to spare";
    match terms.is_over() && counted.len() < 8 {
        true => FormulaError::Stopped { terms: counted.len() },
        false => FormulaError::Unfitted { terms: counted.len(), looked },
    }
}

/// The coefficient of the highest power: that of the product of binomials of the number of squares.
fn leading(shape: &Shape, numbers: &[u32], degree: usize) -> Known {
    let side = |side: &super::shape::Affine| if side.is_constant() { side.constant } else { side.steps[0] };
    let pieces: u32 = numbers.iter().sum();
    let above = BigInt::from(side(&shape.rows) * side(&shape.cols)).pow(pieces);
    let below = numbers.iter().flat_map(|&number| 1..=number).map(BigInt::from).product();
    Known { polynomial: Polynomial::monomial(above, below, degree), powers: 1 }
}
