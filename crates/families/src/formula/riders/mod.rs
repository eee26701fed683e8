//! The possible quasi-polynomials of exact numbers of pieces, including riders, on growing boards. They turn
//! a fit into a proof.
//!
//! Two pieces are in conflict if one is on a line of the other, or a leap away. By inclusion and exclusion
//! over all these conflicts, the number of placements is a sum of numbers of integer points of polytopes. In
//! each polytope, some pieces are joined by leaps, or stand on one square, and form rigid *bodies*. Some
//! lines hold between bodies, each shifted by a constant. [`arrangement`](crate::algebra::arrangement)
//! explains how the polytopes bound the number of unknown coefficients. It provides two facts:
//!
//! - **Periods.** Leaps do not grow with the board, so in the limit the pieces of a body coincide and lines
//!   have no constants. Bodies of one piece are enough, unless other bodies have lines in more directions
//!   than each of their pieces.
//! - **Start.** If all pieces ride and both sides of the board, less one square each, are in proportion, the
//!   polytopes are only dilated. Otherwise all ways to join pieces to bodies are tried.
//!
//! As many consecutive terms as there are unknown coefficients determine the formula. Three additional terms
//! and the leading coefficient would reveal a mistake in the proof.
//!
//! The method covers riders that attack along their lines in both directions, square by square. It does not
//! cover other riders or joined edges.

mod bodies;
mod relation;

use super::claim::{Claim, Reason};
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::shape::{AffineForm, FamilyShape};
use super::terms::Terms;
use crate::algebra::arrangement::MOST_POINTS;
use crate::algebra::arrangement::faces::Indices;
use crate::algebra::{Annihilator, Polynomial, QuasiPolynomial};
use crate::plan::Observer;
use bodies::Kinds;
use num_bigint::BigInt;
use relation::{Step, relations};

/// The maximum number of coefficients for which terms are counted that a fit does not need.
const MOST_COEFFICIENTS: usize = 64;
/// The number of terms that must agree, apart from those that determine the coefficients.
const FURTHER: usize = 3;

/// A bound for a family that is known before a board is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bound {
    /// The annihilator of the numbers of placements.
    pub(super) annihilator: Annihilator,
    /// The value from which the annihilator holds.
    pub(super) from: i64,
}

/// Returns the formula of a family with proof, for a known leading coefficient. `None` if there is no proof,
/// or not in time. The counted terms are left in `counted`.
///
/// # Errors
/// Terms that cannot be counted, or that contradict the proof.
pub(super) fn formula(
    shape: &FamilyShape,
    terms: &mut Terms<'_>,
    leading: &Polynomial,
    counted: &mut Vec<BigInt>,
) -> Result<Option<Formula>, FormulaError> {
    let until = terms.half();
    let numbers = shape.fixed_numbers().ok_or(FormulaError::Changing)?;
    let Some(bound) = Bound::from_shape(shape, &numbers, &|| until.should_stop()) else { return Ok(None) };
    let (first, order) = (shape.first[0], bound.annihilator.order());
    if order > MOST_COEFFICIENTS {
        return Ok(None);
    }
    let before = usize::try_from(bound.from - first).unwrap_or(0);
    while counted.len() < before + order + FURTHER {
        let Some(term) = terms.term(shape, first + counted.len() as i64)? else { return Ok(None) };
        counted.push(term);
    }
    bound.formula(shape, leading, counted).map(Some).ok_or(FormulaError::Refuted)
}

impl Bound {
    /// Returns the bound of a family with exact numbers of pieces of each kind; `None` if there is no proof,
    /// or if the search should stop.
    pub(super) fn from_shape(
        shape: &FamilyShape,
        numbers: &[u32],
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (rows, cols) = (side(&shape.rows)?, side(&shape.cols)?);
        let topology = shape.topology();
        let pieces = Kinds { relations: relations(&shape.problem)?, numbers };
        let is_plane = !topology.rows_wrap() && !topology.cols_wrap();
        if shape.is_irregular || !is_plane || pieces.all().len() > MOST_POINTS {
            return None;
        }
        let mut indices = Indices::default();
        for arrangement in pieces.linear_arrangements() {
            indices.join(&Indices::from_arrangement(&arrangement, (rows.0, cols.0), should_stop)?);
        }
        let annihilator = indices.annihilator(pieces.all().len());
        let is_dilated = rows.0 * cols.1 == rows.1 * cols.0;
        let first = shape.first[0];
        let from = match is_dilated && pieces.longest_leap().is_none() {
            true => first,
            false => pieces.start((rows, cols), first, should_stop)?,
        };
        Some(Self { annihilator, from })
    }

    /// Returns the least common period of all sequences that it annihilates.
    pub(super) fn period(&self) -> usize {
        let periods = self.annihilator.factors().iter().map(|&(period, _)| period);
        periods.fold(1, |all, period| (all..).step_by(all).find(|all| all % period == 0).unwrap_or(all))
    }

    /// Returns the formula that terms from the first one of a family on determine; `None` if they contradict
    /// the bound.
    fn formula(&self, shape: &FamilyShape, leading: &Polynomial, counted: &[BigInt]) -> Option<Formula> {
        let first = shape.first[0];
        let (below, own) = counted.split_at_checked(usize::try_from(self.from - first).ok()?)?;
        let order = self.annihilator.order();
        let found = QuasiPolynomial::annihilated(&self.annihilator, self.from, own)?;
        let degree = leading.degree().unwrap_or(0);
        let is_leading = found.degree() == Some(degree)
            && found.mean().coefficient(degree) == leading.leading_coefficient();
        if own.len() < order + FURTHER || !is_leading {
            return None;
        }
        // Smaller boards.
        let agrees = |(n, term): &(i64, &BigInt)| found.value(&(*n).into()).as_ref() == Some(*term);
        let earlier = (first..self.from).rev().zip(below.iter().rev()).take_while(agrees).count();
        let reason = Reason::Polytopes {
            period: self.period(),
            coefficients: order,
            from: self.from,
            terms: own.len(),
        };
        let rule = (Rule::QuasiPolynomial(found), vec![self.from - earlier as i64]);
        Some(Formula::new(shape, Claim::Proved(reason), rule, (first, counted.to_vec())))
    }
}

/// Returns the largest coordinate on a side, which must grow.
fn side(side: &AffineForm) -> Option<Step> {
    let &[step] = side.steps.as_slice() else { return None };
    (step > 0).then_some((step, side.constant - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> FamilyShape {
        FamilyShape::from_family(&text.parse().unwrap()).unwrap()
    }

    fn bound(text: &str) -> Option<Bound> {
        let shape = shape(text);
        Bound::from_shape(&shape, &shape.fixed_numbers().unwrap(), &|| false)
    }

    /// Returns the numbers of placements of two queens, from n = 1 on.
    fn two_queens(count: i64) -> Vec<BigInt> {
        (1..=count).map(|n| BigInt::from(n * (n - 1) * (n - 2) * (3 * n - 1) / 6)).collect()
    }

    #[test]
    fn a_term_that_is_wrong_proves_nothing() {
        let (shape, bound) = (shape("{n}x{n} Q2"), bound("{n}x{n} Q2").unwrap());
        let half = Polynomial::monomial(BigInt::from(1), BigInt::from(2), 4);
        let terms = two_queens(8);
        let found = bound.formula(&shape, &half, &terms).unwrap();
        assert!(matches!(found.claim, Claim::Proved(_)) && found.from == [1]);
        for place in 0..terms.len() {
            let mut wrong = terms.clone();
            wrong[place] += 1;
            assert_eq!(bound.formula(&shape, &half, &wrong), None, "{place}");
        }
        assert_eq!(bound.formula(&shape, &half, &terms[..7]), None);
        assert_eq!(bound.formula(&shape, &half.plus(&half), &terms), None);
    }

    /// If the bound begins later, smaller boards show where the formula begins to hold.
    #[test]
    fn smaller_boards_are_exceptions_or_not() {
        let shape = shape("{n}x{n} Q2");
        let bound = Bound { from: 4, ..bound("{n}x{n} Q2").unwrap() };
        let half = Polynomial::monomial(BigInt::from(1), BigInt::from(2), 4);
        let mut terms = two_queens(11);
        assert_eq!(bound.formula(&shape, &half, &terms).unwrap().from, [1]);
        terms[1] += 1;
        assert_eq!(bound.formula(&shape, &half, &terms).unwrap().from, [3]);
    }

    /// Rays, lines with gaps, joined edges, holes, strips and too many pieces.
    #[test]
    fn what_is_not_known_is_not_proved() {
        for text in [
            "{n}x{n} X K X=fR",
            "{n}x{n} X2 X=DD",
            "{n}x{n}/torus Q2",
            "{n}x{n}/cylinder Q2",
            "{n}x5 R2",
            "{n}x{n}-light Q2",
            "{n}x{n} Q7",
            "{n}x{n} X2 X=BW40",
        ] {
            assert_eq!(bound(text), None, "{text}");
        }
        // Each leap of a single king is on a line of another piece.
        assert_eq!(bound("{n}x{n} Q3 K").map(|bound| bound.from), Some(1));
        // Two pieces that look in the same directions cover all of a line.
        assert_eq!(bound("{n}x{n} X2 X=fRsR"), bound("{n}x{n} R2"));
    }

    /// Lines count between kinds that have them; a body of several kinds may have more lines than each of its
    /// pieces.
    #[test]
    fn bounds_depend_on_who_meets_whom() {
        let factors = |text: &str| bound(text).map(|bound| bound.annihilator.factors().to_vec());
        assert_eq!(factors("{n}x{n} K R B"), factors("{n}x{n} Q3"));
        assert_eq!(factors("{n}x{n} B2 K"), factors("{n}x{n} B3"));
        assert_eq!(factors("{n}x{n} R2/B"), factors("{n}x{n} Q2/K"));
        assert_ne!(factors("{n}x{n} Q3/K"), factors("{n}x{n} Q3 K"));
        // A rook and a bishop on one square act on the others like a queen.
        let merged =
            Kinds { relations: relations(&shape("{n}x{n} H R B").problem).unwrap(), numbers: &[1, 1, 1] };
        assert!(merged.linear_arrangements().len() > 1);
        let alone = Kinds { relations: relations(&shape("{n}x{n} Q2 K").problem).unwrap(), numbers: &[2, 1] };
        assert_eq!(alone.linear_arrangements().len(), 1);
    }
}
