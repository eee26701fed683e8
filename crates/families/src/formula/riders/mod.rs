//! Which quasi-polynomial a fixed number of pieces with riders on growing boards can have, and from where on: what makes a fit
//! a proof.
//!
//! Two pieces are in conflict if one is on a line of the other, or a leap away. By inclusion and exclusion over all these
//! conflicts, the number of placements is a sum of numbers of integer points of polytopes: some pieces are joined by
//! leaps, or stand on one square, and make rigid *bodies*; between bodies some lines hold, each shifted by a constant. On how
//! that says how many coefficients are unknown, see [`arrangement`](crate::algebra::arrangement). What is asked of it:
//!
//! - **Periods.** Leaps do not grow with the board, so that pieces of one body are in one place, and lines have no constants. Bodies
//!   of one piece are enough, unless others have lines in more directions than each of their pieces.
//! - **Start.** Where all pieces ride and both sides of the board, without one square each, are in proportion, polytopes are
//!   dilated, and nothing ever changes but their size. Else all ways to join pieces to bodies are gone through.
//!
//! As many consecutive terms as there are unknown coefficients determine the formula. By three terms more, and by the leading
//! coefficient, a mistake in all this would be noticed.
//!
//! Lines are those of riders that attack along them both ways, square by square; of others, and where edges are joined, nothing is
//! known here.

mod bodies;
mod relation;

use super::claim::{Claim, Reason};
use super::error::FormulaError;
use super::found::{Formula, Rule};
use super::shape::{Affine, FamilyShape};
use super::terms::Terms;
use crate::algebra::arrangement::MOST_POINTS;
use crate::algebra::arrangement::faces::Indices;
use crate::algebra::{Annihilator, Polynomial, QuasiPolynomial};
use crate::plan::Observer;
use bodies::Kinds;
use num_bigint::BigInt;
use relation::{Step, relations};

/// For proofs with more coefficients no terms are counted that a fit does not need.
const MOST_COEFFICIENTS: usize = 64;
/// Terms that must agree beyond those that determine the coefficients.
const FURTHER: usize = 3;

/// What is known of a family before a board is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bound {
    /// What annihilates the numbers of placements,
    pub(super) annihilator: Annihilator,
    /// from this value on.
    pub(super) from: i64,
}

/// The formula of a family, proved, with a leading coefficient that is known; `None` if it cannot be, or not in the time. The terms
/// that were counted are left in `counted`.
///
/// # Errors
/// If terms cannot be counted, or contradict what is proved.
pub(super) fn formula(
    shape: &FamilyShape,
    terms: &mut Terms<'_>,
    leading: &Polynomial,
    counted: &mut Vec<BigInt>,
) -> Result<Option<Formula>, FormulaError> {
    let until = terms.half();
    let numbers = shape.fixed_numbers().ok_or(FormulaError::Changing)?;
    let Some(bound) = Bound::of(shape, &numbers, &|| until.should_stop()) else { return Ok(None) };
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
    /// That of a family with fixed numbers of pieces of each kind; `None` if nothing can be proved, or it should stop.
    pub(super) fn of(shape: &FamilyShape, numbers: &[u32], should_stop: &dyn Fn() -> bool) -> Option<Self> {
        let (rows, cols) = (side(&shape.rows)?, side(&shape.cols)?);
        let topology = shape.topology();
        let pieces = Kinds { relations: relations(&shape.problem)?, numbers };
        let is_plane = !topology.rows_wrap() && !topology.cols_wrap();
        if shape.is_irregular || !is_plane || pieces.all().len() > MOST_POINTS {
            return None;
        }
        let mut indices = Indices::default();
        for arrangement in pieces.linear_arrangements() {
            indices.join(&Indices::of(&arrangement, (rows.0, cols.0), should_stop)?);
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

    /// The least common period of all that it annihilates.
    pub(super) fn period(&self) -> usize {
        let periods = self.annihilator.factors().iter().map(|&(period, _)| period);
        periods.fold(1, |all, period| (all..).step_by(all).find(|all| all % period == 0).unwrap_or(all))
    }

    /// The formula that terms from the first one of a family on determine; `None` if they contradict the bound.
    fn formula(&self, shape: &FamilyShape, leading: &Polynomial, counted: &[BigInt]) -> Option<Formula> {
        let first = shape.first[0];
        let (below, own) = counted.split_at_checked(usize::try_from(self.from - first).ok()?)?;
        let order = self.annihilator.order();
        let found = QuasiPolynomial::annihilated(&self.annihilator, self.from, own)?;
        let degree = leading.degree().unwrap_or(0);
        let is_leading =
            found.degree() == Some(degree) && found.mean().coefficient(degree) == leading.leading();
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

/// The largest coordinate on a side, which must grow.
fn side(side: &Affine) -> Option<Step> {
    let &[step] = side.steps.as_slice() else { return None };
    (step > 0).then_some((step, side.constant - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> FamilyShape {
        FamilyShape::of(&text.parse().unwrap()).unwrap()
    }

    fn bound(text: &str) -> Option<Bound> {
        let shape = shape(text);
        Bound::of(&shape, &shape.fixed_numbers().unwrap(), &|| false)
    }

    /// Terms of two queens, from n = 1 on.
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

    /// Where the bound begins later, smaller boards show from where the formula is right.
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
        // A king alone has no leap that another piece does not have as a line.
        assert_eq!(bound("{n}x{n} Q3 K").map(|bound| bound.from), Some(1));
        // Two that look the same way see all of a line.
        assert_eq!(bound("{n}x{n} X2 X=fRsR"), bound("{n}x{n} R2"));
    }

    /// Lines count where kinds meet that have them; a body of several kinds may have more than each.
    #[test]
    fn bounds_depend_on_who_meets_whom() {
        let factors = |text: &str| bound(text).map(|bound| bound.annihilator.factors().to_vec());
        assert_eq!(factors("{n}x{n} K R B"), factors("{n}x{n} Q3"));
        assert_eq!(factors("{n}x{n} B2 K"), factors("{n}x{n} B3"));
        assert_eq!(factors("{n}x{n} R2/B"), factors("{n}x{n} Q2/K"));
        assert_ne!(factors("{n}x{n} Q3/K"), factors("{n}x{n} Q3 K"));
        // A rook and a bishop on one square are a queen to the others.
        let merged =
            Kinds { relations: relations(&shape("{n}x{n} H R B").problem).unwrap(), numbers: &[1, 1, 1] };
        assert!(merged.linear_arrangements().len() > 1);
        let alone = Kinds { relations: relations(&shape("{n}x{n} Q2 K").problem).unwrap(), numbers: &[2, 1] };
        assert_eq!(alone.linear_arrangements().len(), 1);
    }
}
