//! Exact numbers of pieces, including riders: quasi-polynomials, fitted to counted terms.
//!
//! For pieces of one kind of rider on growing squares, it is proved that there is a quasi-polynomial (S.
//! Chaiken, C. R. H. Hanusa, T. Zaslavsky, *A q-queens problem* I, Electronic Journal of Combinatorics 21,
//! 2014). If a bound for the number of its coefficients is known ([`riders`]), that number of terms proves
//! it. Otherwise a fit is evidence: it has a number of unknown coefficients, and a number of additional terms
//! agree. Terms are counted until as many agree as were needed for the fit, or until the time is over. The
//! leading coefficient is known if nearly all placements are non-attacking. Otherwise a family may begin with
//! zeros and other terms that obey a simpler rule, so more terms must agree. In short families, such as
//! shapes, at least as many must agree as were needed. Terms that are zero support nothing (`support`).

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::riders;
use super::shape::FamilyShape;
use super::support::count_supporting_terms;
use super::terms::Terms;
use crate::algebra::Polynomial;
use crate::algebra::ansatz::MIN_ZEROS;
use crate::algebra::fit::{Fit, LeadingPowers, fit_counts};
use num_bigint::BigInt;

/// The minimum number of terms that must agree if no coefficient is known. Maxima are small, and each tells
/// little. For nightriders, those on 1 to 14 ranks and files fit a quasi-polynomial with seven coefficients,
/// but the one on 15 does not.
const FURTHER: usize = 16;
/// A family with fewer boards is short.
const SHORT: usize = 2 * FURTHER;
/// The number of terms in each residue class that must agree in a short family, and at least the number of
/// coefficients.
const FURTHER_BY_CLASS: usize = 5;

/// The number of additional terms that must agree.
#[derive(Clone, Copy)]
enum Demand {
    /// A few, because the leading coefficient is known.
    Few,
    /// Many; in a short family, as many as there are unknown coefficients, and some for each residue class.
    ManyOrAll,
    /// Many, in short families also.
    Many,
}

impl Demand {
    /// Returns the minimum number in a family that is not short.
    fn minimum_terms(self) -> usize {
        match self {
            Self::Few => MIN_ZEROS,
            Self::ManyOrAll | Self::Many => FURTHER,
        }
    }

    /// Returns true if `further` nonzero terms are enough for a fit.
    fn is_met(self, fit: &Fit, further: usize, is_short: bool) -> bool {
        let relative = fit.annihilator.order().max(FURTHER_BY_CLASS.saturating_mul(fit.formula.period()));
        let is_whole = is_short && matches!(self, Self::ManyOrAll) && further >= relative;
        further >= self.minimum_terms() || is_whole
    }

    /// Returns the description of an unsuccessful search.
    fn search_description(self) -> &'static str {
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

/// Returns the formula of a family with exact numbers of pieces.
pub(super) fn formula(shape: &FamilyShape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    let numbers = shape.fixed_numbers().ok_or(FormulaError::Changing)?;
    let pieces = numbers.iter().sum::<u32>() as usize;
    let degree = shape.count_growing_sides() * pieces;
    let known = is_open(shape).then(|| leading_power(shape, &numbers, degree));
    let demand = if known.is_some() { Demand::Few } else { Demand::ManyOrAll };
    let mut counted = Vec::new();
    if let Some(known) = &known
        && let Some(proved) = riders::formula(shape, terms, &known.polynomial, &mut counted)?
    {
        return Ok(proved);
    }
    fit(shape, terms, (pieces, degree), (known.as_ref(), demand), counted)
}

/// Returns the formula of a maximum, which grows like the area.
pub(super) fn of_largest(shape: &FamilyShape, terms: &mut Terms<'_>) -> Result<Formula, FormulaError> {
    fit(shape, terms, (0, shape.count_growing_sides()), (None, Demand::Many), Vec::new())
}

/// Returns a quasi-polynomial of a given degree, with some known coefficients, that meets a demand. Some
/// terms are already counted.
fn fit(
    shape: &FamilyShape,
    terms: &mut Terms<'_>,
    (pieces, degree): (usize, usize),
    (known, demand): (Option<&LeadingPowers>, Demand),
    mut counted: Vec<BigInt>,
) -> Result<Formula, FormulaError> {
    let first = shape.first[0];
    let mut found: Option<(Fit, usize)> = None;
    let enough = |(fit, further): &(Fit, usize)| {
        fit.annihilator.order() > 0 && *further >= fit.annihilator.order().max(demand.minimum_terms())
    };
    loop {
        if counted.len() > degree {
            found = fit_counts(first, &counted, (pieces, degree), known).and_then(|fit| {
                let further = count_supporting_terms(shape, (first, &counted), fit.further, MIN_ZEROS)?;
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
    let (fit, further) = found.ok_or_else(|| terms.no_formula_error(demand.search_description()))?;
    let claim = Claim::Fitted { unknown: fit.annihilator.order(), further };
    let rule = Rule::QuasiPolynomial(fit.formula);
    let formula = Formula::new(shape, claim, (rule, vec![fit.from]), (first, counted));
    if formula.goes_on() { Ok(formula) } else { Err(terms.no_formula_error(demand.search_description())) }
}

/// Returns true if a piece attacks a vanishing part of a large board, so that nearly all placements are
/// non-attacking. On a strip a rider attacks a whole file. If sides of different lengths are joined, a line
/// may wind through all squares.
fn is_open(shape: &FamilyShape) -> bool {
    let topology = shape.topology();
    let is_plane = !topology.rows_wrap() && !topology.cols_wrap();
    let is_whole = !shape.is_irregular && shape.count_growing_sides() == 2;
    is_whole && (is_plane || shape.rows == shape.cols)
}

/// Returns the coefficient of the highest power, which is that of the product of binomials of the number of
/// squares.
fn leading_power(shape: &FamilyShape, numbers: &[u32], degree: usize) -> LeadingPowers {
    let side =
        |side: &super::shape::AffineForm| if side.is_constant() { side.constant } else { side.steps[0] };
    let pieces: u32 = numbers.iter().sum();
    let above = BigInt::from(side(&shape.rows) * side(&shape.cols)).pow(pieces);
    let below = numbers.iter().flat_map(|&number| 1..=number).map(BigInt::from).product();
    LeadingPowers { polynomial: Polynomial::monomial(above, below, degree), powers: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of terms that must agree with a polynomial, and with a rule that has a period.
    #[test]
    fn less_is_asked_of_short_families() {
        let fit = |numbers: &[i64]| {
            let terms: Vec<BigInt> = numbers.iter().copied().map(BigInt::from).collect();
            fit_counts(1, &terms, (0, 2), None).unwrap()
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
