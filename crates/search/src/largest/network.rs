//! A problem as a graph: a vertex for every piece that can be placed, an edge for every conflict.
//!
//! Kinds of any number take no part, because placing none of them is always best. A vertex is omitted if
//! another one can replace it. If everything in conflict with `u` is also in conflict with `v`, and they
//! conflict with each other, then a placement with `v` can have `u` instead, and is as large. A king in the
//! corner replaces its three neighbours, a knight replaces an amazon on the same square. Only strictly worse
//! vertices are omitted, or equal ones of a later kind, so that symmetries are kept.

use super::lines::most_on_two_lines;
use super::matching::{bound_by_pairs, most_of_two_colours};
use crate::board::{Board, Set};
use crate::engines::instance::Instance;
use crate::problem::{Problem, Quantity};
use num_bigint::BigUint;
use std::cmp::Ordering;

/// A piece that can be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Vertex {
    /// The index of its kind among the problem's pieces.
    pub(crate) kind: usize,
    /// The index of its square.
    pub(crate) square: usize,
}

/// The pieces of a kind with an exact number, without pre-placed ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GivenNumber {
    pub(crate) vertices: Vec<usize>,
    pub(crate) number: usize,
}

/// The graph.
#[derive(Debug, Clone, Default)]
pub(crate) struct Network {
    pub(crate) vertices: Vec<Vertex>,
    /// For each vertex, the vertices in conflict with it, in increasing order, without itself.
    pub(crate) neighbours: Vec<Vec<usize>>,
    /// For each vertex, true if its kind is to be maximised.
    pub(crate) is_sought: Vec<bool>,
    pub(crate) exact: Vec<GivenNumber>,
    /// Permutations of the vertices that keep the whole graph, without the identity.
    pub(crate) maps: Vec<Vec<u16>>,
    /// The sum of the bounds of the groups of a problem, which ignore each other; `None` for one group.
    bound_of_groups: Option<usize>,
}

/// An order of the squares. The cliques of a cover are collected along the line, so rows are good for rooks,
/// and diagonals for bishops.
type Line = fn((usize, usize)) -> (usize, usize, usize);
const LINES: &[Line] = &[
    |(row, col)| (0, row, col),
    |(row, col)| (0, col, row),
    |(row, col)| (0, row + col, row),
    |(row, col)| (row % 2, row, col),
    |(row, col)| ((row + col) % 2, row, col),
    |(row, col)| (0, row / 2, 2 * col + row % 2),
];

/// A function that stops the preparation. The graph and its results stay correct then; omitted work only
/// makes searches and bounds weaker.
type ShouldStop<'a> = &'a dyn Fn() -> bool;

impl Network {
    /// Makes the graph of a problem with one army; `None` if the pre-placed pieces are in conflict.
    pub(crate) fn new(problem: &Problem, should_stop: ShouldStop<'_>) -> Option<Self> {
        let board = problem.board();
        let is_wanted = |quantity| matches!(quantity, Quantity::Exactly(_) | Quantity::Max);
        let wanted = problem.pieces().enumerate().filter(|(_, pieces)| {
            is_wanted(pieces.quantity) && (pieces.free_pieces() > 0 || pieces.quantity == Quantity::Max)
        });
        let kinds: Vec<(usize, Quantity, usize)> =
            wanted.map(|(kind, pieces)| (kind, pieces.quantity, pieces.free_pieces() as usize)).collect();
        let mut network = Self::default();
        let instance = Instance::with_kinds(problem, &|pieces| {
            pieces.quantity == Quantity::Max || pieces.free_pieces() > 0
        });
        let mut places = vec![usize::MAX; kinds.len() * board.squares()];
        for (class, &(kind, quantity, number)) in kinds.iter().enumerate() {
            let first = network.vertices.len();
            for square in instance.classes[class].allowed.squares() {
                places[class * board.squares() + square] = network.vertices.len();
                network.vertices.push(Vertex { kind, square });
                network.is_sought.push(quantity == Quantity::Max);
            }
            if quantity != Quantity::Max {
                network
                    .exact
                    .push(GivenNumber { vertices: (first..network.vertices.len()).collect(), number });
            }
        }
        for (class, _) in kinds.iter().enumerate() {
            for square in instance.classes[class].allowed.squares() {
                let near = (0..kinds.len()).flat_map(|other| {
                    let squares = instance.conflicts.conflict_set(class, square, other);
                    let own = (class, square);
                    squares
                        .squares()
                        .filter(move |&there| (other, there) != own)
                        .map(move |there| (other, there))
                });
                let near = near.map(|(other, there)| places[other * board.squares() + there]);
                network.neighbours.push(near.filter(|&vertex| vertex != usize::MAX).collect());
            }
        }
        if instance.factor == BigUint::ZERO {
            return None;
        }
        for map in &instance.maps[1..] {
            network.maps.push(network.of_vertices(map));
        }
        network.without_dominated(should_stop);
        let bound_of_groups = network.bound_groups(problem, should_stop);
        Some(Self { bound_of_groups, ..network.lined_up(board, should_stop) })
    }

    /// Returns the sum of the bounds of all groups, each in its own best order; `None` for one group.
    fn bound_groups(&self, problem: &Problem, should_stop: ShouldStop<'_>) -> Option<usize> {
        let group_of = problem.army_of();
        let groups = problem.armies().len();
        let bound = |group: usize| {
            let of_group = |&vertex: &usize| group_of[self.vertices[vertex].kind] == group;
            let kept: Vec<usize> = (0..self.vertices.len()).filter(of_group).collect();
            self.select(&kept).lined_up(problem.board(), should_stop).bound(should_stop)
        };
        (groups > 1).then(|| (0..groups).map(bound).sum())
    }

    /// Makes the graph of one kind to be maximised on these squares. The neighbours of each square are given
    /// by their places in the list.
    pub(super) fn of_one_kind(
        board: &Board,
        squares: Vec<usize>,
        neighbours: Vec<Vec<usize>>,
        should_stop: ShouldStop<'_>,
    ) -> Self {
        let is_sought = vec![true; squares.len()];
        let vertices = squares.into_iter().map(|square| Vertex { kind: 0, square }).collect();
        Self { vertices, neighbours, is_sought, ..Self::default() }.lined_up(board, should_stop)
    }

    /// Returns a permutation of the squares as one of the vertices.
    fn of_vertices(&self, map: &[u16]) -> Vec<u16> {
        let find = |vertex: &Vertex| {
            let image = (vertex.kind, map[vertex.square] as usize);
            // Vertices are still in the order of their kinds and squares.
            let place = self.vertices.binary_search_by_key(&image, |other| (other.kind, other.square));
            place.unwrap_or_default() as u16
        };
        self.vertices.iter().map(find).collect()
    }

    /// Omits vertices that others can replace, repeatedly.
    fn without_dominated(&mut self, should_stop: ShouldStop<'_>) {
        loop {
            let mut near = vec![usize::MAX; self.vertices.len()];
            let is_kept = |&vertex: &usize| should_stop() || !self.is_dominated(vertex, &mut near);
            let kept: Vec<usize> = (0..self.vertices.len()).filter(is_kept).collect();
            if should_stop() || kept.len() == self.vertices.len() {
                return;
            }
            *self = self.select(&kept);
        }
    }

    /// Returns true if another vertex can replace this one. The neighbours of `vertex` are marked in `near`
    /// with its number.
    fn is_dominated(&self, vertex: usize, near: &mut [usize]) -> bool {
        if !self.is_sought[vertex] {
            return false;
        }
        let neighbours = &self.neighbours[vertex];
        neighbours.iter().for_each(|&other| near[other] = vertex);
        near[vertex] = vertex;
        neighbours.iter().filter(|&&other| self.is_sought[other]).any(|&other| {
            let (a, b) = (self.vertices[other], self.vertices[vertex]);
            let is_before = match self.neighbours[other].len().cmp(&neighbours.len()) {
                Ordering::Less => true,
                Ordering::Equal => a.square == b.square && a.kind < b.kind,
                Ordering::Greater => false,
            };
            is_before && self.neighbours[other].iter().all(|&third| near[third] == vertex)
        })
    }

    /// Returns the graph with some of the vertices, a set that the maps keep, in the given order.
    fn select(&self, kept: &[usize]) -> Self {
        let mut place = vec![usize::MAX; self.vertices.len()];
        kept.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let moved = |old: &[usize]| {
            let mut new: Vec<usize> = old.iter().map(|&vertex| place[vertex]).collect();
            new.retain(|&vertex| vertex != usize::MAX);
            new.sort_unstable();
            new
        };
        let exact =
            |exact: &GivenNumber| GivenNumber { vertices: moved(&exact.vertices), number: exact.number };
        Self {
            vertices: kept.iter().map(|&old| self.vertices[old]).collect(),
            neighbours: kept.iter().map(|&old| moved(&self.neighbours[old])).collect(),
            is_sought: kept.iter().map(|&old| self.is_sought[old]).collect(),
            exact: self.exact.iter().map(exact).collect(),
            maps: (self.maps.iter())
                .map(|map| kept.iter().map(|&old| place[map[old] as usize] as u16).collect())
                .collect(),
            bound_of_groups: None,
        }
    }

    /// Returns the graph in the order that is best for a greedy cover.
    fn lined_up(&self, board: &Board, should_stop: ShouldStop<'_>) -> Self {
        let place = |vertex: &Vertex| (board.square(vertex.square).row, board.square(vertex.square).col);
        let squares: Vec<(usize, usize)> = self.vertices.iter().map(place).collect();
        let mut best: Option<(usize, Vec<usize>)> = None;
        for line in LINES {
            let mut order: Vec<usize> = (0..self.vertices.len()).collect();
            order.sort_by_key(|&vertex| (line(squares[vertex]), self.vertices[vertex].kind));
            let cliques = self.cover(&order, should_stop);
            if best.as_ref().is_none_or(|(fewest, _)| cliques < *fewest) {
                best = Some((cliques, order));
            }
        }
        let (_, order) = best.unwrap_or_default();
        self.select(&order)
    }

    /// Returns the number of cliques in a cover of the vertices to be maximised, each taken greedily along
    /// the line. Vertices that remain when it is stopped are cliques of their own.
    fn cover(&self, order: &[usize], should_stop: ShouldStop<'_>) -> usize {
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &vertex)| place[vertex] = at);
        let mut is_left = self.is_sought.clone();
        // For each vertex, the number of conflicts with members of a clique, and the last clique for which
        // this was computed.
        let mut seen = vec![(0, 0); self.vertices.len()];
        let mut cliques = 0;
        let mut near = Vec::new();
        for &first in order {
            if !is_left[first] {
                continue;
            }
            cliques += 1;
            if should_stop() {
                is_left[first] = false;
                continue;
            }
            // All members of the clique conflict with its first vertex.
            near.clear();
            near.extend(self.neighbours[first].iter().copied().filter(|&vertex| is_left[vertex]));
            near.sort_unstable_by_key(|&vertex| place[vertex]);
            let mut size = 0;
            for &vertex in [first].iter().chain(&near) {
                let (clique, number) = seen[vertex];
                if size == 0 || (clique == cliques && number == size) {
                    is_left[vertex] = false;
                    size += 1;
                    for &other in &self.neighbours[vertex] {
                        let (clique, number) = seen[other];
                        seen[other] = (cliques, if clique == cliques { number + 1 } else { 1 });
                    }
                }
            }
        }
        cliques
    }

    /// Returns a maximum set of vertices, if a matching finds it: the vertices have two colours without
    /// conflicts within a colour, or they conflict along lines of two colours.
    pub(super) fn most_by_matching(&self, should_stop: ShouldStop<'_>) -> Option<Vec<usize>> {
        let is_simple = self.exact.is_empty() && self.is_sought.iter().all(|&is_sought| is_sought);
        let neighbours = Some(&self.neighbours).filter(|_| is_simple)?;
        most_of_two_colours(neighbours, should_stop).or_else(|| most_on_two_lines(neighbours, should_stop))
    }

    /// Returns an upper bound of the number of vertices, by the cover, by pairs or by groups.
    pub(crate) fn bound(&self, should_stop: ShouldStop<'_>) -> usize {
        let cover = self.cover(&(0..self.vertices.len()).collect::<Vec<_>>(), should_stop);
        let pairs = bound_by_pairs(&self.neighbours, &self.is_sought, should_stop);
        cover.min(pairs).min(self.bound_of_groups.unwrap_or(usize::MAX))
    }
}
