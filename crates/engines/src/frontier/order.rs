//! In which order the points are swept, and along which lines.
//!
//! A state is what the points behind say of the points to come, so an order is good if few of the points to come are in
//! doubt at any time: along the shorter side of the board as a rule. Colour-bound kinds like the bishop live on the
//! diagonals of their colour instead; and if the short diagonals go first, the long ones to come are all alike.

use super::field::Field;
use crate::board::Set;

/// An order of some points of a field, in lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PointOrder {
    /// The points, first to last.
    pub(super) points: Vec<usize>,
    /// For each place in the order the number of its line.
    pub(super) lines: Vec<usize>,
    /// For each place in the order the line of the other family that it lies on.
    pub(super) crossing: Vec<usize>,
}

impl PointOrder {
    /// The points by line, then by crossing line; lines in increasing order of `rank`.
    fn new(points: &[usize], line: &dyn Fn(usize) -> (usize, usize), rank: &dyn Fn(usize) -> usize) -> Self {
        let mut placed: Vec<(usize, usize, usize, usize)> = (points.iter())
            .map(|&point| {
                let (along, across) = line(point);
                (rank(along), along, across, point)
            })
            .collect();
        placed.sort_unstable();
        let mut lines = vec![0];
        for pair in placed.windows(2) {
            lines.push(lines[lines.len() - 1] + usize::from(pair[0].1 != pair[1].1));
        }
        Self {
            points: placed.iter().map(|place| place.3).collect(),
            lines,
            crossing: placed.iter().map(|place| place.2).collect(),
        }
    }

    /// Whether the point at this place is the last of its line.
    pub(super) fn ends_line(&self, place: usize) -> bool {
        self.lines.get(place + 1) != Some(&self.lines[place])
    }

    /// The orders that are worth a trial, the most promising first.
    pub(super) fn candidates(field: &Field, points: &[usize]) -> Vec<Self> {
        let places = |point: usize| field.places[point];
        let distinct = |of: &dyn Fn(usize) -> usize| {
            let mut values: Vec<usize> = points.iter().map(|&point| of(point)).collect();
            values.sort_unstable();
            values.dedup();
            values.len()
        };
        let (rows, cols) = (distinct(&|point| places(point).0), distinct(&|point| places(point).1));
        let by_rows = Self::new(points, &places, &|line| line);
        let by_cols = Self::new(points, &|point| (places(point).1, places(point).0), &|line| line);
        let mut orders = if cols <= rows { vec![by_rows, by_cols] } else { vec![by_cols, by_rows] };
        let mut open = vec![0; field.conflicts.width()];
        field.kinds.iter().for_each(|kind| open.add(&kind.open));
        if (points.len() as u32) < open.size() {
            // Only a part of the board: perhaps the squares of one colour.
            let most = places(points.iter().copied().max_by_key(|&point| places(point).0).unwrap_or(0)).0;
            let rising = move |point: usize| {
                (places(point).0 + places(point).1, most + places(point).1 - places(point).0)
            };
            let falling = move |point: usize| (rising(point).1, rising(point).0);
            let length = |line: &dyn Fn(usize) -> (usize, usize), along: usize| {
                points.iter().filter(|&&point| line(point).0 == along).count()
            };
            orders.push(Self::new(points, &rising, &|along| length(&rising, along)));
            orders.push(Self::new(points, &rising, &|along| along));
            orders.push(Self::new(points, &falling, &|along| along));
        }
        orders
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    #[test]
    fn candidates_are_orders_of_the_points_by_lines() {
        for text in [
            "5x7 K*",
            "6x4-b2 B*",
            "8x8 B*",
            "5x5/torus N* R*",
            "4x6/cylinder B1 D*",
            "1x1 K*",
            "7x3 X* X=vW",
        ] {
            let problem: Problem = text.parse().unwrap();
            let field = Field::whole(&problem, false);
            for points in field.components() {
                for order in PointOrder::candidates(&field, &points) {
                    let mut sorted = order.points.clone();
                    sorted.sort_unstable();
                    assert_eq!(sorted, points, "{text}");
                    assert_eq!(order.lines.len(), points.len(), "{text}");
                    assert_eq!(order.crossing.len(), points.len(), "{text}");
                    assert_eq!(order.lines[0], 0, "{text}");
                    assert!(order.lines.windows(2).all(|pair| pair[1] - pair[0] <= 1), "{text}");
                    let ends = (0..points.len()).filter(|&place| order.ends_line(place)).count();
                    assert_eq!(ends, order.lines[points.len() - 1] + 1, "{text}");
                    // No two points on the same two lines.
                    let mut crosses: Vec<_> = order.lines.iter().zip(&order.crossing).collect();
                    crosses.sort_unstable();
                    assert!(crosses.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
                }
            }
        }
    }
}
