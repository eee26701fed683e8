//! A fixed number of pieces with riders among them: quasi-polynomials, fitted to counted terms.
//!
//! That there is a quasi-polynomial is proved for pieces of one kind of rider on growing squares (S. Chaiken, C. R. H. Hanusa,
//! T. Zaslavsky, *A q-queens problem* I, Electronic Journal of Combinatorics 21, 2014), but not how long its period is. So
//! this is evidence: so many coefficients were unknown, and so many further terms agree. Terms are counted until as many agree
//! as were needed, or the time is over. Where nearly all placements are peaceful the leading coefficient is known. Where it is
//! not, a family may begin with zeros and other terms that obey a simpler rule, so that more terms must agree.

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::shape::Shape;
use super::terms::Terms;
use crate::algebra::Polynomial;
use crate::algebra::fit::{Fit, Known, fitted};
use num_bigint::BigInt;

/// Terms that must agree at least if no coefficient is known. Largest numbers are small, and each tells little: of nightriders
/// on 1 to 14 rows and columns they are those of a quasi-polynomial with seven coefficients, and on 15 they are not.
const FURTHER: usize = 16;

/// The formula of a family with fixed numbers of pieces.
pub(super) fn formula(shape: &Shape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    let numbers = shape.fixed_numbers().ok_or(FormulaError::Changing)?;
    let pieces = numbers.iter().sum::<u32>() as usize;
    let degree = shape.growing() * pieces;
    let known = is_open(shape).then(|| leading(shape, &numbers, degree));
    let least = if known.is_some() { 1 } else { FURTHER };
    fit(shape, terms, (pieces, degree), known.as_ref(), least)
}

/// The formula of a largest number, which grows as the area does.
pub(super) fn of_largest(shape: &Shape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    fit(shape, terms, (0, shape.growing()), None, FURTHER)
}

/// A quasi-polynomial of a degree, with coefficients that are known; at least so many further terms must agree.
fn fit(
    shape: &Shape,
    terms: &mut Terms<'_>,
    (pieces, degree): (usize, usize),
    known: Option<&Known>,
    least: usize,
) -> Result<Formula, FormulaError> {
    let first = shape.first[0];
    let mut counted = Vec::new();
    let mut found: Option<Fit> = None;
    let enough = |fit: &Fit| fit.annihilator.order() > 0 && fit.further >= fit.annihilator.order().max(least);
    while !found.as_ref().is_some_and(enough) {
        let Some(term) = terms.term(shape, first + counted.len() as i64)? else { break };
        counted.push(term);
        if counted.len() > degree {
            found = fitted(first, &counted, (pieces, degree), known);
        }
    }
    let looked = "no quasi-polynomial of a period up to 12 with three terms to spare";
    let fit = found.filter(|fit| fit.further >= least).ok_or_else(|| terms.unfitted(looked))?;
    let claim = Claim::Fitted { unknown: fit.annihilator.order(), further: fit.further };
    let rule = Rule::QuasiPolynomial(fit.formula);
    Ok(Formula::new(shape, claim, (rule, vec![fit.from]), (first, counted)))
}

/// Whether a piece attacks a vanishing part of a large board, so that nearly all placements are peaceful. On a strip a rider
/// takes a whole file, and where sides of different lengths are joined a line may wind through all squares.
fn is_open(shape: &Shape) -> bool {
    let topology = shape.topology();
    let is_plane = !topology.rows_wrap() && !topology.cols_wrap();
    let is_whole = !shape.is_irregular && shape.growing() == 2;
    is_whole && (is_plane || shape.rows == shape.cols)
}

/// The coefficient of the highest power: that of the product of binomials of the number of squares.
fn leading(shape: &Shape, numbers: &[u32], degree: usize) -> Known {
    let side = |side: &super::shape::Affine| if side.is_constant() { side.constant } else { side.steps[0] };
    let pieces: u32 = numbers.iter().sum();
    let above = BigInt::from(side(&shape.rows) * side(&shape.cols)).pow(pieces);
    let below = numbers.iter().flat_map(|&number| 1..=number).map(BigInt::from).product();
    Known { polynomial: Polynomial::monomial(above, below, degree), powers: 1 }
}
