//! Points and their neighbours: the points that an order leaves in doubt, and an order that leaves few.
//!
//! Two points are neighbours if a piece on one can be in conflict with a piece on the other. When some points
//! are swept, the points ahead that have a neighbour behind are *open*: a state has a bit for each kind that
//! may stand there. The maximum number of open points is the vertex separation of the order, and its minimum
//! over all orders is the pathwidth of the graph. Finding the minimum is NP-hard. The usual heuristic next
//! sweeps the point that opens the fewest others (H. L. Bodlaender, A. Koster, "Treewidth computations I",
//! 2010). It finds its way around rings and into the arms of a cross, where straight lines do not go.

use crate::board::{Set, words_for};
use crate::engines::frontier::field::Field;

/// The approximate factor by which a point in doubt multiplies the states, if kinds are near.
const STATES_OF_A_DOUBT: f64 = 1.6;
/// The number of starts tried for an order, spread over the points.
const STARTS: usize = 12;
/// The maximum distance along each axis at which neighbours are near.
const NEAR: usize = 4;

/// The neighbours of each point of a part of a field.
pub(super) struct PointGraph<'a> {
    points: &'a [usize],
    /// The place in `points` of each point.
    place_of: Vec<usize>,
    /// The neighbours of each point; both points and neighbours are places in `points`.
    neighbours: Vec<Vec<usize>>,
    /// The number of bits that a point takes while it is open.
    bits: Vec<f64>,
    /// Whether all neighbours are near each other.
    is_near: bool,
}

impl<'a> PointGraph<'a> {
    pub(super) fn new(field: &Field, points: &'a [usize]) -> Self {
        let mut place_of = vec![usize::MAX; field.sizes.len()];
        points.iter().enumerate().for_each(|(place, &point)| place_of[point] = place);
        let mut near = vec![0; words_for(field.sizes.len())];
        let neighbours = |&point: &usize| {
            near.fill(0);
            for (kind, _) in field.kinds.iter().enumerate().filter(|(_, kind)| kind.fitting.holds(point)) {
                (0..field.kinds.len())
                    .for_each(|other| near.add(field.conflicts.conflict_set(kind, point, other)));
            }
            near.squares()
                .map(|at| place_of[at])
                .filter(|&at| at != usize::MAX && points[at] != point)
                .collect()
        };
        let bits =
            |&point: &usize| field.kinds.iter().filter(|kind| kind.fitting.holds(point)).count() as f64;
        let neighbours: Vec<Vec<usize>> = points.iter().map(neighbours).collect();
        let is_near = |(&point, near): (&usize, &Vec<usize>)| {
            let from = field.coordinates[point];
            let apart = |&at: &usize| {
                from.iter().zip(field.coordinates[points[at]]).map(|(from, to)| from.abs_diff(to)).max()
            };
            near.iter().filter_map(apart).all(|apart| apart <= NEAR)
        };
        let is_near = points.iter().zip(&neighbours).all(is_near);
        Self { points, place_of, neighbours, bits: points.iter().map(bits).collect(), is_near }
    }

    /// True if neighbours are near each other on the board. The open points of an order then tell its number
    /// of states. If kinds reach far, nearly all points are open soon, and there are fewer states than the
    /// number of open points suggests.
    pub(super) fn is_near(&self) -> bool {
        self.is_near
    }

    /// Estimates the sum of the states over all steps of an order. The estimate holds for near kinds and
    /// serves to compare orders.
    pub(super) fn states(&self, order: &[usize]) -> f64 {
        let mut sweep = SweptPoints::new(self);
        order.iter().map(|&point| sweep.take(self.place_of[point])).sum()
    }

    /// Returns an order of the points in which each next point opens the fewest others: the best over several
    /// starts.
    pub(super) fn greedy(&self) -> Vec<usize> {
        let number = STARTS.min(self.points.len());
        let starts = (0..number).map(|start| start * self.points.len() / number);
        let order = |start| {
            let mut sweep = SweptPoints::new(self);
            let mut states = sweep.take(start);
            let mut order = vec![self.points[start]];
            while let Some(next) = sweep.next() {
                states += sweep.take(next);
                order.push(self.points[next]);
            }
            (states, order)
        };
        let best = starts.map(order).min_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or_else(Vec::new, |(_, order)| order)
    }
}

/// The points swept so far, and the open ones.
struct SweptPoints<'a> {
    graph: &'a PointGraph<'a>,
    /// For each place, whether it is swept or open.
    is_seen: Vec<bool>,
    /// The open points, in the order in which they were opened.
    open: Vec<usize>,
    /// The number of bits of the open points.
    bits: f64,
}

impl<'a> SweptPoints<'a> {
    fn new(graph: &'a PointGraph<'a>) -> Self {
        Self { graph, is_seen: vec![false; graph.points.len()], open: Vec::new(), bits: 0.0 }
    }

    /// Sweeps a point; returns the approximate number of states after it.
    fn take(&mut self, place: usize) -> f64 {
        self.is_seen[place] = true;
        if let Some(at) = self.open.iter().position(|&open| open == place) {
            self.open.remove(at);
            self.bits -= self.graph.bits[place];
        }
        for &near in &self.graph.neighbours[place] {
            if !self.is_seen[near] {
                self.is_seen[near] = true;
                self.open.push(near);
                self.bits += self.graph.bits[near];
            }
        }
        STATES_OF_A_DOUBT.powf(self.bits)
    }

    /// Returns the open point that opens the fewest others, or any such point if none is open. In a tie it is
    /// the point that has been open for longest.
    fn next(&self) -> Option<usize> {
        let opens = |place: usize| {
            let is_new = |&&near: &&usize| !self.is_seen[near];
            let new: f64 =
                self.graph.neighbours[place].iter().filter(is_new).map(|&near| self.graph.bits[near]).sum();
            let own = if self.is_seen[place] { self.graph.bits[place] } else { 0.0 };
            new - own
        };
        let least = |places: &mut dyn Iterator<Item = usize>| {
            places
                .map(|place| (opens(place), place))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .map(|(_, place)| place)
        };
        least(&mut self.open.iter().copied())
            .or_else(|| least(&mut (0..self.graph.points.len()).filter(|&place| !self.is_seen[place])))
    }
}
