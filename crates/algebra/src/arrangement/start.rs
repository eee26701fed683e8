//! The n from which the number of integer points of a growing box on flats is one quasi-polynomial.
//!
//! A basis of a flat's equations is the flat with coordinates set to edges of the box until one point is
//! left. It is feasible if that point is in the box. The point's coordinates and its distances from the edges
//! are affine in n, so the basis is feasible for an interval of n. Once no interval begins or ends any more,
//! the same bases are feasible. Then the right-hand sides are in one cell of the chamber complex, in the
//! closure of chambers, and on each chamber the number is one quasi-polynomial.
//!
//! If points coincide on a flat without constants, and their boxes are equal, the flat is skipped: fewer
//! points give as much.

use super::Arrangement;
use super::flats::{symmetries, visit_flats};
use super::solutions::{Restriction, Solutions};

/// An affine function of n, as its slope and its value at 0.
pub type AffineFunction = (i64, i64);

/// Returns the first n, not less than `first`, from which the same bases are feasible for all connected flats
/// of an arrangement and for the box of each single point. The coordinates of a point are from 0 up to an
/// affine function for each. `None` if the numbers become too large, or if the search should stop.
pub fn stable_from(
    arrangement: &Arrangement,
    upper: &[(AffineFunction, AffineFunction)],
    first: i64,
    should_stop: &dyn Fn() -> bool,
) -> Option<i64> {
    let upper_of =
        |points: &[usize]| points.iter().flat_map(|&point| [upper[point].0, upper[point].1]).collect();
    let mut from = first;
    for point in 0..arrangement.points.len() {
        let all = Solutions::<2>::all(2)?;
        from = Bases { upper: upper_of(&[point]), from, is_large: false }.find_start(&all)?;
    }
    // Points may be exchanged only if their boxes are equal.
    let label =
        |own: &(AffineFunction, AffineFunction)| upper.iter().position(|other| other == own).unwrap_or(0);
    let points = upper.iter().map(label).collect();
    let labelled = Arrangement { points, lines: arrangement.lines.clone() };
    let is_plain = labelled.points.iter().all(|&label| label == 0)
        && labelled.lines.iter().all(|line| line.constant == 0);
    let can_turn = upper.iter().all(|upper| upper.0 == upper.1);
    visit_flats::<2>(&labelled, &symmetries(&labelled, can_turn), &mut |flat| {
        if should_stop() {
            return None;
        }
        let is_own = !(is_plain && flat.has_equal_points());
        if is_own && flat.points.len() == labelled.points.len() {
            from = Bases { upper: upper_of(&flat.points), from, is_large: false }
                .find_start(&flat.own_solutions())?;
        }
        Some(is_own)
    })?;
    Some(from)
}

/// The bases of one flat.
struct Bases {
    /// The upper edge of each coordinate.
    upper: Vec<AffineFunction>,
    /// The n from which each basis that was visited is always feasible, or never.
    from: i64,
    is_large: bool,
}

/// The interval of n at which a basis is feasible. It may have no end.
#[derive(Clone, Copy)]
struct Interval {
    first: i64,
    last: i64,
}

impl Interval {
    /// Returns the part of the interval where an affine function is not negative.
    fn and(self, (slope, constant): AffineFunction) -> Self {
        match slope.signum() {
            1 => Self { first: self.first.max(-constant.div_euclid(slope)), ..self },
            -1 => Self { last: self.last.min(constant.div_euclid(-slope)), ..self },
            _ if constant < 0 => Self { last: i64::MIN, ..self },
            _ => self,
        }
    }
}

impl Bases {
    /// Returns the n from which each basis of a flat is always feasible, or never.
    fn find_start(mut self, flat: &Solutions<2>) -> Option<i64> {
        self.visit(flat, 0);
        (!self.is_large).then_some(self.from)
    }

    /// Visits all bases in which additional coordinates, from number `from` on, are at an edge.
    fn visit(&mut self, solutions: &Solutions<2>, from: usize) {
        // If the basis is infeasible from here on, nothing below it matters.
        let Some(feasible) = self.feasible(solutions) else { return };
        if solutions.dimension == 0 {
            self.from = if feasible.last == i64::MAX { feasible.first } else { feasible.last + 1 };
            return;
        }
        for place in from..solutions.unknowns {
            let (slope, constant) = self.upper[place];
            for edge in [[0, 0], [slope, constant]] {
                match solutions.restrict(|z| z[place], edge) {
                    Restriction::Fewer(next) => self.visit(&next, place + 1),
                    Restriction::Same => break,
                    Restriction::Large => self.is_large = true,
                }
            }
        }
    }

    /// Returns the n, among those where something may still change, for which all constant coordinates are in
    /// the box.
    fn feasible(&self, solutions: &Solutions<2>) -> Option<Interval> {
        let mut interval = Interval { first: self.from, last: i64::MAX };
        for (place, &(slope, constant)) in self.upper.iter().enumerate() {
            if solutions.directions().iter().any(|direction| direction[place] != 0) {
                continue;
            }
            let (denominator, at) = (solutions.denominator, (solutions.at[0][place], solutions.at[1][place]));
            interval = interval.and(at).and((slope * denominator - at.0, constant * denominator - at.1));
        }
        (interval.first <= interval.last).then_some(interval)
    }
}
