//! Branch and bound for the largest set of non-attacking vertices.
//!
//! The candidates are covered by cliques, greedily. A clique holds at most one piece, so the number of
//! cliques is a bound. The search branches on vertices from the last clique to the first. A vertex in clique
//! `k` is skipped if the number of placed pieces and `k` together do not exceed the best (E. Tomita and T.
//! Seki 2003; in bit masks, P. San Segundo, D. Rodríguez-Losada and A. Jiménez 2011). A vertex beyond that
//! limit is moved into an earlier clique if one vertex there can make room for it (Tomita and others 2010).
//! Pieces of exact numbers are placed first, under the same bound.
//!
//! After a vertex was tried, all placements with it are known, and also those with its images under the maps
//! that keep the placed pieces. These vertices are therefore also removed.

use super::network::Network;
use crate::board::Mask;

/// The end of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// The best set is a maximum.
    Finished,
    /// The requested number was attained.
    Reached,
    /// It was stopped.
    Stopped,
}

/// The result of a search.
#[derive(Debug, Clone)]
pub(crate) struct LargestSet {
    /// The vertices of the best set, if it is larger than the initial one.
    pub(crate) best: Option<Vec<usize>>,
    pub(crate) end: SearchEnd,
    #[doc(hidden)]
    pub nodes: u64,
}

/// A graph as masks of vertices.
struct ConflictGraph<M> {
    /// For each vertex, the vertices in conflict with it, and itself.
    conflicts: Vec<M>,
    sought: M,
    exact: Vec<(M, usize)>,
    maps: Vec<Vec<u16>>,
}

struct LargestSearch<'a, M> {
    graph: ConflictGraph<M>,
    placed: Vec<usize>,
    best: Option<Vec<usize>>,
    /// The least number of vertices to be maximised in a set of interest: one more than the best so far, or 0
    /// if there is none.
    enough: usize,
    /// One more than the number at which the search may end.
    target: usize,
    nodes: u64,
    end: SearchEnd,
    should_stop: &'a dyn Fn() -> bool,
    /// For each depth, the vertices to branch on, with the numbers of their cliques.
    orders: Vec<Vec<(usize, usize)>>,
    cliques: Vec<M>,
}

/// The number of nodes between two looks at the clock.
const LOOK: u64 = 1 << 9;

/// Looks for a set with more vertices to be maximised than `known`, if that is given, and for the largest
/// one. If `target` is given, it looks only for a set of that number.
pub(crate) fn search<M: Mask>(
    network: &Network,
    known: Option<usize>,
    target: usize,
    should_stop: &dyn Fn() -> bool,
) -> LargestSet {
    let mask = |vertices: &[usize]| vertices.iter().fold(M::EMPTY, |mask, &vertex| mask.with_square(vertex));
    let conflicts =
        network.neighbours.iter().enumerate().map(|(v, near)| mask(near).with_square(v)).collect();
    let sought: Vec<usize> = (0..network.vertices.len()).filter(|&v| network.is_sought[v]).collect();
    let graph = ConflictGraph {
        conflicts,
        sought: mask(&sought),
        exact: network.exact.iter().map(|exact| (mask(&exact.vertices), exact.number)).collect(),
        maps: network.maps.clone(),
    };
    let maps: Vec<usize> = (0..graph.maps.len()).collect();
    let left: Vec<usize> = graph.exact.iter().map(|&(_, number)| number).collect();
    let mut search = LargestSearch {
        graph,
        placed: Vec::new(),
        best: None,
        enough: known.map_or(0, |known| known + 1),
        target: target + 1,
        nodes: 0,
        end: SearchEnd::Finished,
        should_stop,
        orders: Vec::new(),
        cliques: Vec::new(),
    };
    search.place_exact(M::full(network.vertices.len()), &left, &maps);
    LargestSet { best: search.best, end: search.end, nodes: search.nodes }
}

impl<M: Mask> LargestSearch<'_, M> {
    /// Counts a node. Returns true if the search continues.
    fn step(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && self.end == SearchEnd::Finished && (self.should_stop)() {
            self.end = SearchEnd::Stopped;
        }
        self.end == SearchEnd::Finished
    }

    /// Returns the candidates without a vertex and its images, which would give the same result.
    fn without_images(&self, candidates: M, vertex: usize, maps: &[usize]) -> M {
        maps.iter().fold(candidates.without_square(vertex), |left, &map| {
            left.without_square(self.graph.maps[map][vertex] as usize)
        })
    }

    /// Returns the maps that also keep a vertex.
    fn keeping_maps(&self, vertex: usize, maps: &[usize]) -> Vec<usize> {
        maps.iter().copied().filter(|&map| self.graph.maps[map][vertex] as usize == vertex).collect()
    }

    /// Returns true if a greedy cover of the vertices needs more cliques than `most`.
    fn needs_more_cliques(&self, vertices: M, most: usize) -> bool {
        let mut left = vertices;
        for _ in 0..most {
            if left.is_empty() {
                return false;
            }
            let mut clique = left;
            while let Some(vertex) = clique.lowest() {
                left = left.without_square(vertex);
                clique = clique.and(self.graph.conflicts[vertex]).without_square(vertex);
            }
        }
        !left.is_empty()
    }

    /// Places pieces of exact numbers, and then the others.
    fn place_exact(&mut self, mut candidates: M, left: &[usize], maps: &[usize]) {
        if !self.step() {
            return;
        }
        // The kind with the fewest choices comes first; it changes with the placed pieces.
        let choices = left.iter().enumerate().filter(|&(_, &number)| number > 0);
        let choices = choices.map(|(class, &number)| {
            (candidates.and(self.graph.exact[class].0).count() as usize, number, class)
        });
        let Some((_, number, class)) = choices.min() else {
            return self.maximise(candidates.and(self.graph.sought), 0, maps);
        };
        let of_class = self.graph.exact[class].0;
        loop {
            let choice = candidates.and(of_class);
            if !self.needs_more_cliques(choice, number - 1)
                || (self.enough > 0
                    && !self.needs_more_cliques(candidates.and(self.graph.sought), self.enough - 1))
            {
                return;
            }
            let Some(vertex) = choice.lowest() else { return };
            let mut left = left.to_vec();
            left[class] -= 1;
            let maps_left = self.keeping_maps(vertex, maps);
            self.placed.push(vertex);
            self.place_exact(candidates.and_not(self.graph.conflicts[vertex]), &left, &maps_left);
            self.placed.pop();
            if self.end != SearchEnd::Finished {
                return;
            }
            candidates = self.without_images(candidates, vertex, maps);
        }
    }

    /// Adds as many of the candidates as possible.
    fn maximise(&mut self, mut candidates: M, size: usize, maps: &[usize]) {
        if !self.step() {
            return;
        }
        if size >= self.enough {
            self.enough = size + 1;
            self.best = Some(self.placed.clone());
            if self.enough >= self.target {
                self.end = SearchEnd::Reached;
                return;
            }
        }
        if candidates.is_empty() {
            return;
        }
        let mut order = self.orders.pop().unwrap_or_default();
        self.put_in_order(candidates, self.enough - size - 1, &mut order);
        while let Some((vertex, clique)) = order.pop() {
            if self.end != SearchEnd::Finished || size + clique < self.enough {
                break;
            }
            if !candidates.contains(vertex) {
                continue;
            }
            let maps_left = if maps.is_empty() { Vec::new() } else { self.keeping_maps(vertex, maps) };
            self.placed.push(vertex);
            self.maximise(candidates.and_not(self.graph.conflicts[vertex]), size + 1, &maps_left);
            self.placed.pop();
            candidates = self.without_images(candidates, vertex, maps);
        }
        order.clear();
        self.orders.push(order);
    }

    /// Collects the vertices outside the first `idle` cliques, with the numbers of their cliques from 1.
    fn put_in_order(&mut self, candidates: M, idle: usize, order: &mut Vec<(usize, usize)>) {
        self.cliques.clear();
        let mut left = candidates;
        while !left.is_empty() {
            let number = self.cliques.len() + 1;
            let mut clique = left;
            let mut members = M::EMPTY;
            while let Some(vertex) = clique.lowest() {
                left = left.without_square(vertex);
                clique = clique.and(self.graph.conflicts[vertex]).without_square(vertex);
                if number <= idle {
                    members = members.with_square(vertex);
                } else if !self.makes_room(vertex, idle) {
                    members = members.with_square(vertex);
                    order.push((vertex, number));
                }
            }
            if !members.is_empty() {
                self.cliques.push(members);
            }
        }
    }

    /// Tries to put a vertex into one of the first cliques, if the only member that does not conflict with it
    /// can move to another one.
    fn makes_room(&mut self, vertex: usize, idle: usize) -> bool {
        let idle = idle.min(self.cliques.len());
        for first in 0..idle {
            let at_peace = self.cliques[first].and_not(self.graph.conflicts[vertex]);
            let Some(other) = at_peace.lowest() else {
                self.cliques[first] = self.cliques[first].with_square(vertex);
                return true;
            };
            if !at_peace.without_lowest().is_empty() {
                continue;
            }
            let near = self.graph.conflicts[other];
            let fits = |second: &usize| *second != first && self.cliques[*second].and_not(near).is_empty();
            if let Some(second) = (0..idle).find(fits) {
                self.cliques[first] = self.cliques[first].without_square(other).with_square(vertex);
                self.cliques[second] = self.cliques[second].with_square(other);
                return true;
            }
        }
        false
    }
}
