//! The smallest placements that cannot be extended, by branch and bound.
//!
//! A square with a kind on it is a vertex; two vertices are neighbours if they are in conflict. A placement that cannot be
//! extended is a set of vertices without neighbours among themselves that *dominates* all others: each vertex is chosen, or
//! has a chosen neighbour. So take a vertex that is not dominated yet: one of its neighbours, or it itself, must be chosen.
//! Those that can are tried in turn, and what was tried is not chosen later, so that each placement is met once. Of all
//! vertices the one with the fewest choices is taken. With `left` pieces, no more can be dominated than `left` times what the
//! best choice dominates: this bound cuts off nearly everything, for pieces with long arms.
//!
//! The number of pieces is tried from below: the first with which there is a placement is the least, and the search with that
//! number meets all placements that have it. Nothing is kept, so that it runs in no memory on boards where the states of a
//! sweep do not fit; where pieces reach only a few squares the sweep is the quicker one.

use crate::board::{Mask, Sets};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1 << 12;
/// As many pieces are chosen before the search is shared among threads.
const SHARED_DEPTH: u32 = 2;

/// The vertices of a problem, each with its neighbours and itself.
pub(super) struct Domination<M> {
    closed: Vec<M>,
}

/// What was found with the least number of vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SmallestChoice {
    pub(super) number: u32,
    #[doc(hidden)]
    pub count: u64,
    /// One of them.
    pub(super) chosen: Vec<usize>,
    #[doc(hidden)]
    pub nodes: u64,
}

/// A choice of some vertices.
#[derive(Clone)]
struct VertexChoice<M> {
    undominated: M,
    /// Vertices that can still be chosen.
    free: M,
    chosen: Vec<usize>,
}

/// How many there are, and one of them.
#[derive(Default)]
struct DominationCount {
    count: u64,
    chosen: Option<Vec<usize>>,
}

impl<M: Mask> Domination<M> {
    /// From sets of neighbours, each with the vertex itself.
    pub(super) fn new(closed: &Sets) -> Self {
        Self { closed: closed.iter().map(M::from_slice).collect() }
    }

    /// The smallest sets with these vertices; `None` if it was stopped. `is_stopped` is asked now and then, on any thread.
    pub(super) fn smallest(
        &self,
        given: &[usize],
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<SmallestChoice> {
        let all = M::full(self.closed.len());
        let mut root = VertexChoice { undominated: all, free: all, chosen: Vec::new() };
        given.iter().for_each(|&vertex| root = self.with(&root, vertex));
        let nodes = AtomicU64::new(0);
        // Somewhere below the number of all vertices it ends.
        for left in 0.. {
            let mut shared = Vec::new();
            let mut sum = DominationCount::default();
            self.expand(root.clone(), left, SHARED_DEPTH.min(left), &mut shared, &mut sum);
            let parts = on_all_threads(shared.len(), &|part| {
                let (state, left) = &shared[part];
                let mut walk = self.walk(state.chosen.clone(), is_stopped);
                walk.search(state.undominated, state.free, *left);
                nodes.fetch_add(walk.nodes, Relaxed);
                walk.counted
            });
            if is_stopped() {
                return None;
            }
            parts.into_iter().for_each(|part| sum.add(part));
            if let Some(chosen) = sum.chosen {
                let number = given.len() as u32 + left;
                return Some(SmallestChoice { number, count: sum.count, chosen, nodes: nodes.into_inner() });
            }
        }
        None
    }

    /// A set of so many vertices with these among them, the first that is met; `None` if there is none or the search was stopped.
    pub(super) fn one(
        &self,
        given: &[usize],
        number: u32,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<usize>> {
        let all = M::full(self.closed.len());
        let mut state = VertexChoice { undominated: all, free: all, chosen: Vec::new() };
        given.iter().for_each(|&vertex| state = self.with(&state, vertex));
        let mut walk = self.walk(state.chosen, is_stopped);
        walk.is_one_enough = true;
        walk.search(state.undominated, state.free, number.checked_sub(given.len() as u32)?);
        walk.counted.chosen
    }

    fn walk<'a>(
        &'a self,
        chosen: Vec<usize>,
        is_stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> DominationWalk<'a, M> {
        DominationWalk {
            of: self,
            is_stopped,
            nodes: 0,
            counted: DominationCount::default(),
            chosen,
            is_one_enough: false,
        }
    }

    /// The same with one more vertex.
    fn with(&self, state: &VertexChoice<M>, vertex: usize) -> VertexChoice<M> {
        let closed = self.closed[vertex];
        let chosen = state.chosen.iter().copied().chain([vertex]).collect();
        VertexChoice {
            undominated: state.undominated.and_not(closed),
            free: state.free.and_not(closed),
            chosen,
        }
    }

    /// The states some choices further on, with how many are left to choose.
    fn expand(
        &self,
        state: VertexChoice<M>,
        left: u32,
        depth: u32,
        into: &mut Vec<(VertexChoice<M>, u32)>,
        sum: &mut DominationCount,
    ) {
        if state.undominated.is_empty() {
            sum.add(DominationCount { count: 1, chosen: Some(state.chosen) });
            return;
        }
        if depth == 0 {
            into.push((state, left));
            return;
        }
        let mut rest = state.clone();
        for vertex in self.choices(state.undominated, state.free).squares() {
            self.expand(self.with(&rest, vertex), left - 1, depth - 1, into, sum);
            rest.free = rest.free.without(vertex);
        }
    }

    /// The choices at the vertex that has the fewest.
    #[inline]
    fn choices(&self, undominated: M, free: M) -> M {
        let mut best = M::EMPTY;
        let mut fewest = u32::MAX;
        for vertex in undominated.squares() {
            let choices = self.closed[vertex].and(free);
            let number = choices.count();
            if number < fewest {
                (best, fewest) = (choices, number);
                if number <= 1 {
                    break;
                }
            }
        }
        best
    }
}

impl DominationCount {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.chosen = self.chosen.take().or(other.chosen);
    }
}

/// What some parts hold. Compiled once, whatever the width.
fn on_all_threads(parts: usize, count: &(dyn Fn(usize) -> DominationCount + Sync)) -> Vec<DominationCount> {
    (0..parts).into_par_iter().map(count).collect()
}

/// A search on one thread.
struct DominationWalk<'a, M> {
    of: &'a Domination<M>,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    nodes: u64,
    counted: DominationCount,
    chosen: Vec<usize>,
    /// Whether the first set that is met ends the search.
    is_one_enough: bool,
}

impl<M: Mask> DominationWalk<'_, M> {
    /// Returns whether to go on.
    fn search(&mut self, undominated: M, mut free: M, left: u32) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && (self.is_stopped)() {
            return false;
        }
        if undominated.is_empty() {
            self.counted.add(DominationCount { count: 1, chosen: Some(self.chosen.clone()) });
            return !self.is_one_enough;
        }
        if left == 0 {
            return true;
        }
        let needed = undominated.count().div_ceil(left);
        let dominates_enough = |vertex: usize| self.of.closed[vertex].and(undominated).count() >= needed;
        // One of the choices must dominate its share, though not the first one.
        if !free.squares().any(dominates_enough) {
            return true;
        }
        let choices = self.of.choices(undominated, free);
        for vertex in choices.squares() {
            let closed = self.of.closed[vertex];
            self.chosen.push(vertex);
            let goes_on = self.search(undominated.and_not(closed), free.and_not(closed), left - 1);
            self.chosen.pop();
            if !goes_on {
                return false;
            }
            free = free.without(vertex);
        }
        true
    }
}
