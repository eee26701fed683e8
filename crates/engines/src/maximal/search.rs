//! The search: maximal independent sets of the graph of conflicts.
//!
//! A node has places that are still *open* and places that are *barred*: not taken, but to be attacked. Of every place that is
//! not attacked yet, some open one beside it, or itself, must be taken: so the search branches over those beside the place that
//! has the fewest, and where a barred one has none, nothing comes of it. This is the algorithm of C. Bron and J. Kerbosch
//! (*Finding all cliques of an undirected graph*, Communications of the ACM 16, 1973) on the complement, with the pivot of
//! E. Tomita, A. Tanaka and H. Takahashi (2006). Where at most one place is left open, no node is made.

use super::field::Field;
use super::split::Unit;
use crate::board::Mask;
use crate::engines::estimate::Sample;
use crate::engines::kernel::{Kernel, Vectored};
use crate::engines::random::Random;
use crate::with_words;

/// Nodes between two looks at whether to stop.
const PATIENCE: u64 = 1 << 12;

/// What a unit has come to.
pub(super) struct Counted {
    /// The placements in each cell, not yet weighted.
    pub(super) cells: Vec<u64>,
    pub(super) complete: bool,
}

/// A field in sets of any width, and the search in it.
pub(super) trait MaximalSearch: Send + Sync {
    fn count(&self, unit: &Unit, should_stop: &dyn Fn() -> bool) -> Counted;
    /// What that is expected to take, after one descent.
    fn sample(&self, unit: &Unit, random: &mut Random) -> Sample;
    /// Bytes held.
    fn memory(&self) -> usize;
}

/// The search in a field whose placements have so many cells.
pub(super) fn search(field: &Field, cells: usize) -> Box<dyn MaximalSearch> {
    with_words!(field.near.width(), M => Box::new(Graph::<M>::new(field, cells)) as Box<dyn MaximalSearch>)
}

struct Graph<M> {
    near: Vec<M>,
    steps: Vec<usize>,
    limits: Vec<GraphLimit<M>>,
    cells: usize,
}

/// As in the field.
struct GraphLimit<M> {
    places: M,
    stride: usize,
    radix: usize,
    most: Option<usize>,
}

/// A partial placement, some of whose branches are still to come.
#[derive(Clone, Copy)]
struct Node<M> {
    open: M,
    barred: M,
    /// The places of which one must be taken, those tried before not among them.
    todo: M,
    cell: usize,
}

impl<M: Mask> Graph<M> {
    fn new(field: &Field, cells: usize) -> Self {
        let limit = |limit: &super::field::Limit| GraphLimit {
            places: M::from_slice(&limit.places),
            stride: limit.stride,
            radix: limit.radix,
            most: limit.most,
        };
        Self {
            near: field.near.masks(),
            steps: field.steps.clone(),
            limits: field.limits.iter().map(limit).collect(),
            cells,
        }
    }

    /// The places of which one must be taken; `None` if nothing can come of it.
    #[inline(always)]
    fn branches(&self, open: M, barred: M) -> Option<M> {
        let (mut fewest, mut todo) = (u32::MAX, M::EMPTY);
        for word in 0..M::WORDS {
            let mut places = barred.word(word);
            while places != 0 {
                let near = self.near[64 * word + places.trailing_zeros() as usize].and(open);
                places &= places - 1;
                let number = near.count();
                if number < fewest {
                    if number == 0 {
                        return None;
                    }
                    (fewest, todo) = (number, near);
                }
            }
        }
        for word in 0..M::WORDS {
            let mut places = open.word(word);
            while places != 0 && fewest > 1 {
                let near = self.near[64 * word + places.trailing_zeros() as usize].and(open);
                places &= places - 1;
                let number = near.count();
                if number < fewest {
                    (fewest, todo) = (number, near);
                }
            }
        }
        Some(todo)
    }

    /// How many places that looks at.
    fn looked_at(&self, open: M, barred: M) -> u32 {
        let number = |&place: &usize| self.near[place].and(open).count();
        match barred.squares().position(|place| number(&place) == 0) {
            Some(dead) => dead as u32 + 1,
            None if barred.squares().any(|place| number(&place) == 1) => barred.count(),
            None => barred.count() + open.count(),
        }
    }

    /// What is left beside the lowest of the branches of a node, which is barred from then on.
    #[inline(always)]
    fn take(&self, node: &mut Node<M>, place: usize) -> Node<M> {
        let near = self.near[place];
        let (mut open, mut barred) = (node.open.and_not(near), node.barred.and_not(near));
        let cell = node.cell + self.steps[place];
        node.open = node.open.without(place);
        node.barred = node.barred.with(place);
        for &GraphLimit { places, stride, radix, most } in &self.limits {
            if most.is_none_or(|most| cell / stride % radix > most) {
                barred = barred.or(open.and(places));
                open = open.and_not(places);
            }
        }
        Node { open, barred, todo: M::EMPTY, cell }
    }
}

/// A unit to be counted.
struct Task<'a, M> {
    graph: &'a Graph<M>,
    unit: &'a Unit,
    should_stop: &'a dyn Fn() -> bool,
}

impl<M: Mask> Vectored for Task<'_, M> {
    type Output = Counted;

    /// What matters is the population count.
    const BEST: Kernel = Kernel::Avx2;

    #[inline(always)]
    fn portable(self) -> Counted {
        let Self { graph, unit, should_stop } = self;
        let mut counted = Counted { cells: vec![0; graph.cells], complete: true };
        let mut root = root::<M>(unit);
        if root.open.is_empty() {
            counted.cells[root.cell] += u64::from(root.barred.is_empty());
            return counted;
        }
        let Some(todo) = graph.branches(root.open, root.barred) else { return counted };
        root.todo = todo;
        let (mut stack, mut patience) = (vec![root], PATIENCE);
        while let Some(node) = stack.last_mut() {
            let Some(place) = node.todo.lowest() else {
                stack.pop();
                continue;
            };
            node.todo = node.todo.without_lowest();
            let mut child = graph.take(node, place);
            let Some(next) = child.open.lowest() else {
                counted.cells[child.cell] += u64::from(child.barred.is_empty());
                continue;
            };
            if child.open.without_lowest().is_empty() {
                let is_done = child.barred.and_not(graph.near[next]).is_empty();
                counted.cells[child.cell + graph.steps[next]] += u64::from(is_done);
                continue;
            }
            if let Some(todo) = graph.branches(child.open, child.barred) {
                child.todo = todo;
                stack.push(child);
            }
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                if should_stop() {
                    counted.complete = false;
                    return counted;
                }
            }
        }
        counted
    }
}

fn root<M: Mask>(unit: &Unit) -> Node<M> {
    let (open, barred) = (M::from_slice(&unit.open), M::from_slice(&unit.barred));
    Node { open, barred, todo: M::EMPTY, cell: unit.cell }
}

/// Nanoseconds for a unit, for a node, for a place that is looked at and for a branch; and the share of the last two that each further
/// word takes besides.
pub(super) const UNIT: f64 = 300.0;
const NODE: f64 = 5.0;
const LOOKED_AT: f64 = 0.8;
const BRANCH: f64 = 6.0;
const WORD: f64 = 0.8;

impl<M: Mask> MaximalSearch for Graph<M> {
    fn count(&self, unit: &Unit, should_stop: &dyn Fn() -> bool) -> Counted {
        Kernel::best().run(Task { graph: self, unit, should_stop })
    }

    fn sample(&self, unit: &Unit, random: &mut Random) -> Sample {
        let words = 1.0 + WORD * (M::WORDS - 1) as f64;
        let mut sample = Sample { nodes: 0.0, nanoseconds: UNIT, spent: UNIT };
        let (mut node, mut stands_for) = (root::<M>(unit), 1.0);
        while !node.open.is_empty() {
            sample.nodes += stands_for;
            let cost = NODE + LOOKED_AT * words * f64::from(self.looked_at(node.open, node.barred));
            sample.spent += 2.0 * cost;
            sample.nanoseconds += stands_for * cost;
            let Some(todo) = self.branches(node.open, node.barred) else { break };
            let branches = todo.count();
            sample.nanoseconds += stands_for * BRANCH * words * f64::from(branches);
            stands_for *= f64::from(branches);
            let chosen = random.below(branches as usize);
            let mut places = todo.squares();
            for place in places.by_ref().take(chosen) {
                node.open = node.open.without(place);
                node.barred = node.barred.with(place);
            }
            let Some(place) = places.next() else { break };
            node = self.take(&mut node, place);
            if node.open.count() < 2 {
                break;
            }
        }
        sample
    }

    fn memory(&self) -> usize {
        size_of_val(&self.near[..]) + size_of_val(&self.steps[..])
    }
}
