//! The search itself: it chooses an item that is not covered, and tries the places that cover it in turn.

use super::field::{Field, Limit};
use super::split::Unit;
use crate::board::Mask;
use crate::engines::estimate::Sample;
use crate::engines::random::Random;
use std::sync::Arc;

/// A field in sets of one width.
pub(crate) struct Cover<M> {
    /// For each place, the items that it covers. All three families of sets are shared if items are places.
    pub(crate) covers: Arc<[M]>,
    /// For each item, the places that cover it.
    pub(crate) coverers: Arc<[M]>,
    /// For each place, the places that it excludes.
    pub(crate) excludes: Arc<[M]>,
    /// The items that are places.
    places: M,
    /// The amount that taking each place adds to the cell of a choice.
    pub(crate) steps: Vec<usize>,
    limits: Vec<Limit<M>>,
}

/// A partial choice with branches still to come.
#[derive(Clone, Copy)]
pub(crate) struct Node<M> {
    pub(crate) free: M,
    pub(crate) uncovered: M,
    /// The places of which one must be taken, without those that were tried.
    todo: M,
    pub(crate) cell: usize,
}

impl<M: Mask> Node<M> {
    pub(crate) fn from_unit(unit: &Unit) -> Self {
        let (free, uncovered) = (M::from_slice(&unit.free), M::from_slice(&unit.uncovered));
        Self { free, uncovered, todo: M::EMPTY, cell: unit.cell }
    }
}

/// A visitor of the nodes of a search.
pub(crate) trait Visitor<M: Mask> {
    /// The number of nodes with branches between two checks whether to stop.
    const PATIENCE: u32;
    /// Nanoseconds for a branch.
    const BRANCH: f64;

    /// Returns the places of which one must be taken next. `None` if the node is settled: it cannot be
    /// completed, or all its choices were counted. It may remove places that cannot be taken from the node.
    fn branches(&mut self, cover: &Cover<M>, node: &mut Node<M>) -> Option<M>;
    /// Returns the time for `branches`, in nanoseconds; `None` if it is part of the branch that leads to the
    /// node.
    fn price(&self, cover: &Cover<M>, node: &Node<M>) -> Option<f64>;
    /// Notes that a place is taken.
    #[inline(always)]
    fn push(&mut self, _place: usize) {}
    /// Notes that the last place is no longer taken.
    #[inline(always)]
    fn pop(&mut self) {}
    /// True if enough was seen.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }
}

impl<M: Mask> Cover<M> {
    pub(crate) fn new(field: &Field) -> Self {
        let limit = |limit: &Limit<Vec<u64>>| Limit {
            places: M::from_slice(&limit.places),
            stride: limit.stride,
            radix: limit.radix,
            most: limit.most,
        };
        let covers: Arc<[M]> = field.covers.masks().into();
        let others = |sets: &crate::board::Sets| match field.are_places {
            true => covers.clone(),
            false => sets.masks().into(),
        };
        Self {
            coverers: others(&field.coverers),
            excludes: others(&field.excludes),
            places: if field.are_places { M::full(field.places()) } else { M::EMPTY },
            covers,
            steps: field.steps.clone(),
            limits: field.limits.iter().map(limit).collect(),
        }
    }

    /// Returns the free places that cover an item with the fewest of them; `None` if an item has none. A free
    /// place covers itself, so items that are free places come last. They are left out once an item with a
    /// single place is known.
    #[inline(always)]
    pub(crate) fn fewest(&self, node: &Node<M>) -> Option<M> {
        let (mut fewest, mut todo) = (u32::MAX, M::EMPTY);
        let selves = node.free.and(self.places);
        let barred = node.uncovered.and_not(selves);
        for word in 0..M::WORDS {
            let mut items = barred.word(word);
            while items != 0 {
                let places = self.coverers[64 * word + items.trailing_zeros() as usize].and(node.free);
                items &= items - 1;
                let number = places.count();
                if number < fewest {
                    if number == 0 {
                        return None;
                    }
                    (fewest, todo) = (number, places);
                }
            }
        }
        for word in 0..M::WORDS {
            let mut items = selves.word(word);
            while items != 0 && fewest > 1 {
                let places = self.coverers[64 * word + items.trailing_zeros() as usize].and(node.free);
                items &= items - 1;
                let number = places.count();
                if number < fewest {
                    (fewest, todo) = (number, places);
                }
            }
        }
        Some(todo)
    }

    /// Returns the number of items that [`fewest`](Self::fewest) examines.
    pub(crate) fn looked_at(&self, node: &Node<M>) -> u32 {
        let number = |item: usize| self.coverers[item].and(node.free).count();
        let barred = node.uncovered.and_not(node.free.and(self.places));
        match barred.squares().position(|item| number(item) == 0) {
            Some(dead) => dead as u32 + 1,
            None if barred.squares().any(|item| number(item) == 1) => barred.count(),
            None => node.uncovered.count(),
        }
    }

    /// Returns the node after taking a place, and removes the place from the free ones of `node`.
    #[inline(always)]
    fn take(&self, node: &mut Node<M>, place: usize) -> Node<M> {
        node.free = node.free.without_square(place);
        let mut free = node.free.and_not(self.excludes[place]);
        let uncovered = node.uncovered.and_not(self.covers[place]);
        let cell = node.cell + self.steps[place];
        for limit in &self.limits {
            if limit.is_reached(cell) {
                free = free.and_not(limit.places);
            }
        }
        Node { free, uncovered, todo: M::EMPTY, cell }
    }

    /// Shows a visitor all nodes from one on; returns whether the walk was complete.
    #[inline(always)]
    pub(crate) fn walk<V: Visitor<M>>(
        &self,
        mut root: Node<M>,
        visitor: &mut V,
        should_stop: &dyn Fn() -> bool,
    ) -> bool {
        let Some(todo) = visitor.branches(self, &mut root) else { return true };
        root.todo = todo;
        let (mut stack, mut patience) = (vec![root], V::PATIENCE);
        while let Some(node) = stack.last_mut() {
            let Some(place) = node.todo.lowest() else {
                stack.pop();
                if !stack.is_empty() {
                    visitor.pop();
                }
                continue;
            };
            node.todo = node.todo.without_lowest();
            let mut child = self.take(node, place);
            visitor.push(place);
            let Some(todo) = visitor.branches(self, &mut child) else {
                visitor.pop();
                if visitor.is_done() {
                    return true;
                }
                continue;
            };
            child.todo = todo;
            stack.push(child);
            patience -= 1;
            if patience == 0 {
                patience = V::PATIENCE;
                if should_stop() {
                    return false;
                }
            }
        }
        true
    }

    /// Estimates the cost of a walk by one descent; a unit takes `unit` nanoseconds in addition to its nodes.
    pub(crate) fn descend<V: Visitor<M>>(
        &self,
        mut node: Node<M>,
        visitor: &mut V,
        unit: f64,
        random: &mut Random,
    ) -> Sample {
        let mut sample = Sample { nodes: 0.0, nanoseconds: unit, spent: unit };
        let mut stands_for = 1.0;
        while let Some(price) = visitor.price(self, &node) {
            sample.nodes += stands_for;
            sample.spent += 2.0 * price;
            sample.nanoseconds += stands_for * price;
            let Some(todo) = visitor.branches(self, &mut node) else { break };
            let branches = todo.count();
            sample.nanoseconds += stands_for * V::BRANCH * f64::from(branches);
            stands_for *= f64::from(branches);
            let mut places = todo.squares();
            let before = places.by_ref().take(random.draw_below(branches as usize));
            node.free = before.fold(node.free, M::without_square);
            let Some(place) = places.next() else { break };
            node = self.take(&mut node, place);
            visitor.push(place);
        }
        sample
    }

    /// Returns the number of bytes held.
    pub(crate) fn memory(&self) -> usize {
        let apart = if self.places.is_empty() { 2 } else { 0 };
        (1 + apart) * size_of_val(&self.covers[..]) + size_of_val(&self.steps[..])
    }
}
