//! The orders in which points are swept, and the lines that they follow.
//!
//! A state records how the points behind affect the points to come, so in a good order few of the points to
//! come are in doubt at any time. As a rule the lines follow the shorter side of the board, and a box is
//! swept along its longest side last. Colour-bound kinds like the bishop live on the diagonals of their
//! colour instead. If the short diagonals go first, the long ones to come are all alike. No straight line
//! leads around a ring or into the arms of a cross: there the diagonals may be short, or the order is found
//! in the [graph](graph) of conflicts.

mod graph;

use super::field::Field;
use crate::board::{MAX_AXES, Set};
use graph::PointGraph;

/// An order of some points of a field, in lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PointOrder {
    /// The number of the order among all orders of any field. It identifies an order that was chosen before.
    pub(super) number: usize,
    /// The points, first to last.
    pub(super) points: Vec<usize>,
    /// For each place in the order, the number of its line.
    pub(super) lines: Vec<usize>,
    /// For each place in the order, the line of the crossing family on which it lies.
    pub(super) crossing: Vec<usize>,
}

/// An order is tried before those by ranks and files if it seems to have this many times fewer states.
const CLEARLY_FEWER: f64 = 30.0;
/// An order that does not seem to have at least this many times fewer states is not tried.
const FEWER: f64 = 3.0;
/// The number of the first order by diagonals.
///
/// Orders 0 and 1 go by ranks and by files, the one with shorter lines first. Three orders by diagonals
/// follow: rising ones with the short ones first, rising ones in sequence, and falling ones in sequence.
const DIAGONALS: usize = 2;
/// The number of the first order along an axis of a box.
const ALONG_AXES: usize = 5;
/// The number of the order found in the graph.
const BY_GRAPH: usize = ALONG_AXES + MAX_AXES;

impl PointOrder {
    /// Orders the points by line, then by crossing line; lines in increasing order of `rank`.
    fn new(
        number: usize,
        points: &[usize],
        line: &dyn Fn(usize) -> (usize, usize),
        rank: &dyn Fn(usize) -> usize,
    ) -> Self {
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
            number,
            points: placed.iter().map(|place| place.3).collect(),
            lines,
            crossing: placed.iter().map(|place| place.2).collect(),
        }
    }

    /// True if the point at this place is the last of its line.
    pub(super) fn ends_line(&self, place: usize) -> bool {
        self.lines.get(place + 1) != Some(&self.lines[place])
    }

    /// Returns the orders that are worth a trial, the most promising first.
    pub(super) fn candidates(field: &Field, points: &[usize]) -> Vec<Self> {
        let mut orders = Self::by_ranks_and_files(field, points);
        let mut open = vec![0; field.conflicts.width()];
        field.kinds.iter().for_each(|kind| open.add(&kind.open));
        let is_part = (points.len() as u32) < open.size();
        if is_part {
            // These points may be the squares of one colour.
            orders.extend(Self::by_diagonals(field, points));
        }
        let graph = PointGraph::new(field, points);
        if !graph.is_near() {
            return orders;
        }
        let mut more = if is_part { Vec::new() } else { Self::by_diagonals(field, points) };
        more.extend(Self::along_axes(field, points));
        more.extend(Self::by_graph(field, points, &graph));
        let usual = orders.iter().map(|order| graph.states(&order.points)).fold(f64::INFINITY, f64::min);
        let mut priced: Vec<(f64, Self)> = (more.into_iter())
            .map(|order| (graph.states(&order.points), order))
            .filter(|&(states, _)| states * FEWER < usual)
            .collect();
        priced.sort_by(|a, b| a.0.total_cmp(&b.0));
        let clear = priced.iter().filter(|&&(states, _)| states * CLEARLY_FEWER < usual).count();
        let mut more: Vec<Self> = priced.into_iter().map(|(_, order)| order).collect();
        let after = more.split_off(clear);
        more.into_iter().chain(orders).chain(after).collect()
    }

    fn by_ranks_and_files(field: &Field, points: &[usize]) -> Vec<Self> {
        let places = |point: usize| field.places[point];
        let distinct = |of: &dyn Fn(usize) -> usize| {
            let mut values: Vec<usize> = points.iter().map(|&point| of(point)).collect();
            values.sort_unstable();
            values.dedup();
            values.len()
        };
        let (rows, cols) = (distinct(&|point| places(point).0), distinct(&|point| places(point).1));
        let by_rows = |number| Self::new(number, points, &places, &|line| line);
        let by_cols =
            |number| Self::new(number, points, &|point| (places(point).1, places(point).0), &|line| line);
        if cols <= rows { vec![by_rows(0), by_cols(1)] } else { vec![by_cols(0), by_rows(1)] }
    }

    fn by_diagonals(field: &Field, points: &[usize]) -> Vec<Self> {
        let places = |point: usize| field.places[point];
        let most = points.iter().map(|&point| places(point).0).max().unwrap_or(0);
        let rising =
            move |point: usize| (places(point).0 + places(point).1, most + places(point).1 - places(point).0);
        let falling = move |point: usize| (rising(point).1, rising(point).0);
        let length = |along: usize| points.iter().filter(|&&point| rising(point).0 == along).count();
        vec![
            Self::new(DIAGONALS, points, &rising, &length),
            Self::new(DIAGONALS + 1, points, &rising, &|along| along),
            Self::new(DIAGONALS + 2, points, &falling, &|along| along),
        ]
    }

    /// Returns the orders that go layer by layer across each axis of a box.
    fn along_axes(field: &Field, points: &[usize]) -> Vec<Self> {
        let sizes: [usize; MAX_AXES] = std::array::from_fn(|axis| {
            points.iter().map(|&point| field.coordinates[point][axis] + 1).max().unwrap_or(1)
        });
        let axes: Vec<usize> = (0..MAX_AXES).filter(|&axis| sizes[axis] > 1).collect();
        let along = |&major: &usize| {
            let mut others: Vec<usize> = axes.iter().copied().filter(|&axis| axis != major).collect();
            others.sort_by_key(|&axis| sizes[axis]);
            // Lines lie along the shortest of the other axes.
            let line = |point: usize| {
                let at = field.coordinates[point];
                let higher =
                    others[1..].iter().rev().fold(at[major], |line, &axis| line * sizes[axis] + at[axis]);
                (higher, at[others[0]])
            };
            Self::new(ALONG_AXES + major, points, &line, &|line| line)
        };
        if axes.len() > 2 { axes.iter().map(along).collect() } else { Vec::new() }
    }

    /// Returns an order that opens few points. Its lines end where the points behind look the same under some
    /// map of the field.
    fn by_graph(field: &Field, points: &[usize], graph: &PointGraph<'_>) -> Option<Self> {
        let order = graph.greedy();
        let mut behind = vec![0; field.conflicts.width()];
        let (mut line, mut across) = (0, 0);
        let (mut lines, mut crossing) = (Vec::new(), Vec::new());
        for &point in &order {
            behind.add_square(point);
            lines.push(line);
            crossing.push(across);
            across += 1;
            let is_kept =
                |map: &Vec<u16>| behind.squares().all(|point| behind.holds(usize::from(map[point])));
            if field.maps.iter().skip(1).any(is_kept) {
                (line, across) = (line + 1, 0);
            }
        }
        (order.len() == points.len()).then_some(Self { number: BY_GRAPH, points: order, lines, crossing })
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
            "cross:2,3 N*",
            "ring:5,1 K*",
            "6x2x2 N*",
            "2x5x2 K* W1",
            "5x2x2x2 W*",
        ] {
            let problem: Problem = text.parse().unwrap();
            let field = Field::from_problem(&problem, false);
            for points in field.components() {
                let mut numbers = std::collections::BTreeSet::new();
                for order in PointOrder::candidates(&field, &points) {
                    let mut sorted = order.points.clone();
                    sorted.sort_unstable();
                    assert_eq!(sorted, points, "{text}");
                    assert!(numbers.insert(order.number), "{text}");
                    assert_eq!(order.lines.len(), points.len(), "{text}");
                    assert_eq!(order.crossing.len(), points.len(), "{text}");
                    assert_eq!(order.lines[0], 0, "{text}");
                    assert!(order.lines.windows(2).all(|pair| pair[1] - pair[0] <= 1), "{text}");
                    let ends = (0..points.len()).filter(|&place| order.ends_line(place)).count();
                    assert_eq!(ends, order.lines[points.len() - 1] + 1, "{text}");
                    // No two points lie on the same two lines.
                    let mut crosses: Vec<_> = order.lines.iter().zip(&order.crossing).collect();
                    crosses.sort_unstable();
                    assert!(crosses.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
                }
            }
        }
    }
}
