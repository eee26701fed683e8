//! A fixed number of pieces with riders among them: quasi-polynomials, fitted to counted terms.
//!
//! That there is a quasi-polynomial is proved for pieces of one kind of rider on growing squares (S. Chaiken, C. R. H. Hanusa,
//! T. Zaslavsky, *A q-queens problem* I, Electronic Journal of Combinatorics 21, 2014). Where it is also known how many
//! coefficients it has at most ([`riders`]), so many terms prove it. Elsewhere
//! this is evidence: so many coefficients were unknown, and so many further terms agree. Terms are counted until as many agree
//! as were needed, or the time is over. Where nearly all placements are peaceful the leading coefficient is known. Where it is
//! not, a family may begin with zeros and other terms that obey a simpler rule, so that more terms must agree: a good many, or
//! of a short family, as shapes have, at least as many as were needed. Terms that are zero support nothing (`support`).

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::riders;
use super::shape::FamilyShape;
use super::support::supported;
use super::terms::Terms;
use crate::algebra::Polynomial;
use crate::algebra::ansatz::MIN_ZEROS;
use crate::algebra::fit::{Fit, Known, fitted};
use num_bigint::BigInt;

/// Terms that must agree at least if no coefficient is known. Largest numbers are small, and each tells little: of nightriders
/// on 1 to 14 rows and columns they are those of a quasi-polynomial with seven coefficients, and on 15 they are not.
const FURTHER: usize = 16;
/// Families with fewer boards are short.
const SHORT: usize = 2 * FURTHER;
/// Of these, so many must agree for each class of remainders, and as many as there were unknown coefficients.
const FURTHER_BY_CLASS: usize = 5;

/// How many further terms must agree.
#[derive(Clone, Copy)]
enum Demand {
    /// A few: the leading coefficient is known.
    Few,
    /// Many; of a short family, as many as there are unknown coefficients, and some for each class of remainders.
    ManyOrAll,
    /// Many in any case.
    Many,
}

impl Demand {
    /// How many of a family that is not short.
    fn least(self) -> usize {
        match self {
            Self::Few => MIN_ZEROS,
            Self::ManyOrAll | Self::Many => FURTHER,
        }
    }

    /// Whether so many terms other than zero are enough for a fit.
    fn is_met(self, fit: &Fit, further: usize, is_short: bool) -> bool {
        let relative = fit.annihilator.order().max(FURTHER_BY_CLASS.saturating_mul(fit.formula.period()));
        let is_whole = is_short && matches!(self, Self::ManyOrAll) && further >= relative;
        further >= self.least() || is_whole
    }

    /// What was looked for in vain.
    fn looked(self) -> &'static str {
        match self {
            Self::Few => {
                "no quasi-polynomial of a period up to 12 with three non-zero terms to spare, on boards with room for all leaps"
            }
            Self::ManyOrAll => {
                "no quasi-polynomial of a period up to 12 with 16 non-zero terms to spare (of a family with fewer \
                 than 32 boards: as many as it has coefficients, and five times its period)"
            }
            Self::Many => {
                "no quasi-polynomial of a period up to 12 with 16 non-zero terms to spare, on boards with room for all leaps"
            }
        }
    }
}

/// The formula of a family with fixed numbers of pieces.
pub(super) fn formula(shape: &FamilyShape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    let numbers = shape.fixed_numbers().ok_or(FormulaError::Changing)?;
    let pieces = numbers.iter().sum::<u32>() as usize;
    let degree = shape.growing() * pieces;
    let known = is_open(shape).then(|| leading(shape, &numbers, degree));
    let demand = if known.is_some() { Demand::Few } else { Demand::ManyOrAll };
    let mut counted = Vec::new();
    if let Some(known) = &known
        && let Some(proved) = riders::formula(shape, terms, &known.polynomial, &mut counted)?
    {
        return Ok(proved);
    }
    fit(shape, terms, (pieces, degree), (known.as_ref(), demand), counted)
}

/// The formula of a largest number, which grows as the area does.
pub(super) fn of_largest(shape: &FamilyShape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    fit(shape, terms, (0, shape.growing()), (None, Demand::Many), Vec::new())
}

/// A quasi-polynomial of a degree, with coefficients that are known, that meets a demand; some terms are counted already.
fn fit(
    shape: &FamilyShape,
    terms: &mut Terms<'_>,
    (pieces, degree): (usize, usize),
    (known, demand): (Option<&Known>, Demand),
    mut counted: Vec<BigInt>,
) -> Result<Formula, FormulaError> {
    let first = shape.first[0];
    let mut found: Option<(Fit, usize)> = None;
    let enough = |(fit, further): &(Fit, usize)| {
        fit.annihilator.order() > 0 && *further >= fit.annihilator.order().max(demand.least())
    };
    loop {
        if counted.len() > degree {
            found = fitted(first, &counted, (pieces, degree), known).and_then(|fit| {
                let further = supported(shape, (first, &counted), fit.further, MIN_ZEROS)?;
                Some((fit, further))
            });
        }
        if found.as_ref().is_some_and(enough) {
            break;
        }
        let Some(term) = terms.term(shape, first + counted.len() as i64)? else { break };
        counted.push(term);
    }
    let is_short = counted.len() < SHORT && terms.end_at(shape, first + counted.len() as i64);
    let found = found.filter(|(fit, further)| demand.is_met(fit, *further, is_short));
    let (fit, further) = found.ok_or_else(|| terms.unfitted(demand.looked()))?;
    let claim = Claim::Fitted { unknown: fit.annihilator.order(), further };
    let rule = Rule::QuasiPolynomial(fit.formula);
    let formula = Formula::new(shape, claim, (rule, vec![fit.from]), (first, counted));
    if formula.goes_on() { Ok(formula) } else { Err(terms.unfitted(demand.looked())) }
}

/// Whether a piece attacks a vanishing part of a large board, so that nearly all placements are peaceful. On a strip a rider
/// takes a whole file, and where sides of different lengths are joined a line may wind through all squares.
fn is_open(shape: &FamilyShape) -> bool {
    let topology = shape.topology();
    let is_plane = !topology.rows_wrap() && !topology.cols_wrap();
    let is_whole = !shape.is_irregular && shape.growing() == 2;
    is_whole && (is_plane || shape.rows == shape.cols)
}

/// The coefficient of the highest power: that of the product of binomials of the number of squares.
fn leading(shape: &FamilyShape, numbers: &[u32], degree: usize) -> Known {
    let side = |side: &super::shape::Affine| if side.is_constant() { side.constant } else { side.steps[0] };
    let pieces: u32 = numbers.iter().sum();
    let above = BigInt::from(side(&shape.rows) * side(&shape.cols)).pow(pieces);
    let below = numbers.iter().flat_map(|&number| 1..=number).map(BigInt::from).product();
    Known { polynomial: Polynomial::monomial(above, below, degree), powers: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many terms must agree with a polynomial, and with what has a period.
    #[test]
    fn less_is_asked_of_short_families() {
        let fit = |numbers: &[i64]| {
            let terms: Vec<BigInt> = numbers.iter().copied().map(BigInt::from).collect();
            fitted(1, &terms, (0, 2), None).unwrap()
        };
        let squares = fit(&[1, 4, 9, 16, 25, 36, 49, 64, 81, 100]);
        let halves = fit(&[0, 1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 49]);
        assert_eq!((squares.annihilator.order(), halves.annihilator.order()), (3, 4));
        let least = |demand: Demand, fit: &Fit, is_short: bool| {
            (0..99).find(|&further| demand.is_met(fit, further, is_short)).unwrap()
        };
        for (demand, expected) in
            [(Demand::Few, [3, 3, 3, 3]), (Demand::ManyOrAll, [16, 5, 16, 10]), (Demand::Many, [16; 4])]
        {
            let found = [(&squares, false), (&squares, true), (&halves, false), (&halves, true)];
            assert_eq!(found.map(|(fit, is_short)| least(demand, fit, is_short)), expected);
        }
    }
}
