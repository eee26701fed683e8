//! Points and their neighbours: what an order leaves in doubt, and an order that leaves little.
//!
//! Two points are neighbours if a piece on one can be in conflict with a piece on the other. When some points are swept, those
//! ahead that have a neighbour behind are *open*: a state has a bit for each kind that may stand there. The most that are open
//! at a time is the vertex separation of the order, which is the pathwidth of the graph; to find the least is NP-hard, and
//! to sweep next what opens the fewest points is the usual heuristic (H. L. Bodlaender, A. Koster, "Treewidth computations I",
//! 2010). It finds its way around rings and into the arms of a cross, where straight lines do not go.

use crate::board::{Set, words_for};
use crate::engines::frontier::field::Field;

/// By how much states multiply with a point in doubt, about: of near kinds, as a rule.
const STATES_OF_A_DOUBT: f64 = 1.6;
/// So many starts are tried for an order, spread over the points.
const STARTS: usize = 12;
/// Neighbours that are not farther than this along any axis are near.
const NEAR: usize = 4;

/// The neighbours of each point of a part of a field.
pub(super) struct PointGraph<'a> {
    points: &'a [usize],
    /// The place in `points` of each of them.
    place_of: Vec<usize>,
    /// By place in `points`, its neighbours, as places in it.
    neighbours: Vec<Vec<usize>>,
    /// How many bits a point takes while it is open.
    bits: Vec<f64>,
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
                (0..field.kinds.len()).for_each(|other| near.add(field.conflicts.of(kind, point, other)));
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

    /// Whether neighbours are near each other on the board, so that what an order leaves open says how many states it has. Of
    /// kinds that reach far nearly all points are open soon, and there are fewer states than their number tells.
    pub(super) fn is_near(&self) -> bool {
        self.is_near
    }

    /// About how many states all steps of an order have together: of near kinds, to compare orders with.
    pub(super) fn states(&self, order: &[usize]) -> f64 {
        let mut sweep = Swept::new(self);
        order.iter().map(|&point| sweep.take(self.place_of[point])).sum()
    }

    /// The points in an order in which the next one always opens the fewest others: the best from some starts.
    pub(super) fn greedy(&self) -> Vec<usize> {
        let number = STARTS.min(self.points.len());
        let starts = (0..number).map(|start| start * self.points.len() / number);
        let order = |start| {
            let mut sweep = Swept::new(self);
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

/// Points swept so far, and those that are open.
struct Swept<'a> {
    graph: &'a PointGraph<'a>,
    /// By place, whether it is swept or open.
    is_seen: Vec<bool>,
    /// Those that are open, in the order in which they were opened.
    open: Vec<usize>,
    /// Bits of the open ones.
    bits: f64,
}

impl<'a> Swept<'a> {
    fn new(graph: &'a PointGraph<'a>) -> Self {
        Self { graph, is_seen: vec![false; graph.points.len()], open: Vec::new(), bits: 0.0 }
    }

    /// Sweeps a point; returns about how many states there are then.
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

    /// Of the open points, or of all where none is, the one that opens the fewest; of several, the one open for longest.
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
