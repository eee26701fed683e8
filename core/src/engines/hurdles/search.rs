//! The search: the next piece in reading order, until one is left.

use super::lines::Lines;
use super::view::Standing;
use crate::board::Mask;
use crate::engines::counter::Partial;
use crate::engines::kernel::Kernel;
use crate::engines::reading::{Reading, Step, Walk, take};
use crate::symmetry::classes::Classes;

/// Partial placements between two looks at whether to stop.
const PATIENCE: u64 = 1 << 12;
/// Nanoseconds for a line that is followed.
const LINE_NANOSECONDS: f64 = 10.0;

/// A partial placement on the stack.
#[derive(Clone)]
struct Node<M> {
    /// How many pieces of each kind are to be placed.
    left: Vec<u32>,
    /// And together.
    total: u32,
    /// For each kind the squares that no pair forbids.
    free: Vec<M>,
    /// For each kind the squares where the next piece is still to be tried; of the last piece those where there is peace.
    todo: Vec<M>,
}

/// Partial placements in reading order. Given pieces stand from the start.
struct Search<M> {
    standing: Standing<M>,
    /// A node for each number of pieces placed so far.
    stack: Vec<Node<M>>,
    nodes: u64,
    look: u64,
}

impl<M: Mask> Search<M> {
    /// From the given pieces on.
    fn new(lines: &Lines<M>) -> Self {
        let mut standing = Standing::none(lines.squares());
        let kinds = lines.left.len();
        let mut free = vec![M::full(lines.squares()); kinds];
        let mut are_at_peace = true;
        for &(square, kind) in &lines.given {
            are_at_peace &= free[kind].contains(square);
            lines.pairs.exclude(kind, square, &mut free);
            standing.push(square, kind);
        }
        free.iter_mut().for_each(|free| *free = free.and(lines.open));
        let mut search = Self { standing, stack: Vec::new(), nodes: 0, look: PATIENCE };
        let (left, total) = (lines.left.clone(), lines.left.iter().sum());
        if are_at_peace {
            search.open(lines, Node { left, total, free, todo: vec![M::EMPTY; kinds] }, 0);
        }
        search
    }

    /// The same, but only placements with these first pieces, by square and kind.
    fn from(lines: &Lines<M>, pieces: &[(usize, usize)]) -> Self {
        let mut search = Self::new(lines);
        for &(square, kind) in pieces {
            let Some(top) = search.stack.last_mut() else { return search };
            // What lies under it is not tried any more.
            top.todo.fill(M::EMPTY);
            if !search.place(lines, square, kind) {
                search.stack.clear();
            }
        }
        search
    }

    /// Makes the node above the top one: with a piece more. Returns whether it can be completed.
    fn place(&mut self, lines: &Lines<M>, square: usize, kind: usize) -> bool {
        let Some(top) = self.stack.last() else { return false };
        let mut node = top.clone();
        node.left[kind] -= 1;
        node.total -= 1;
        lines.pairs.exclude(kind, square, &mut node.free);
        self.nodes += 1;
        self.standing.push(square, kind);
        let is_open = self.open(lines, node, square + 1);
        if !is_open {
            self.standing.pop();
        }
        is_open
    }

    /// Puts a node on the stack with the squares, `from` this one on, where its next piece can stand, unless it cannot be
    /// completed.
    fn open(&mut self, lines: &Lines<M>, mut node: Node<M>, from: usize) -> bool {
        let to_come = lines.open.and_not(M::full(from));
        let can_be = match node.total {
            0 => self.standing.is_peace(lines),
            1 => {
                for (kind, todo) in node.todo.iter_mut().enumerate() {
                    *todo = match node.left[kind] {
                        0 => M::EMPTY,
                        _ => self.standing.peace_with(lines, kind, to_come.and(node.free[kind])),
                    };
                }
                node.todo.iter().any(|todo| !todo.is_empty())
            }
            total => {
                let left = || node.left.iter().enumerate().filter(|(_, left)| **left > 0);
                let stops = left().any(|(kind, _)| lines.stops[kind]);
                let todo = |(kind, &left): (usize, &u32)| {
                    if left == 0 { M::EMPTY } else { node.free[kind].and(to_come) }
                };
                let todo: Vec<M> = node.left.iter().enumerate().map(todo).collect();
                let has_room = left().all(|(kind, &left)| todo[kind].count() >= left);
                node.todo = todo;
                has_room && to_come.count() >= total && self.standing.can_be_peace(lines, to_come, stops)
            }
        };
        if can_be {
            self.stack.push(node);
        }
        can_be
    }

    /// Goes on to the next partial placement with one piece left, or with none from the start; it is on top of the stack then.
    fn advance(&mut self, lines: &Lines<M>, should_stop: &dyn Fn() -> bool) -> Step {
        loop {
            if self.nodes >= self.look {
                self.look = self.nodes + PATIENCE;
                if should_stop() {
                    return Step::Stopped;
                }
            }
            let Some(top) = self.stack.last_mut() else { return Step::Done };
            if top.total == 0 || (top.total == 1 && top.todo.iter().any(|todo| !todo.is_empty())) {
                return Step::Leaf;
            }
            match take(&mut top.todo) {
                Some((square, kind)) => drop(self.place(lines, square, kind)),
                None => self.drop_top(),
            }
        }
    }

    /// Takes the next placement from the partial one on top, if [`Search::advance`] came to a leaf.
    fn take_last(&mut self, pieces: &mut Vec<(usize, usize)>) -> bool {
        pieces.clear();
        let Some(top) = self.stack.last_mut().filter(|top| top.total <= 1) else { return false };
        let last = take(&mut top.todo);
        let is_whole = top.total == 0;
        if last.is_none() && !is_whole {
            return false;
        }
        pieces.extend(self.standing.pieces.iter().copied().chain(last));
        pieces.sort_unstable();
        if is_whole {
            self.drop_top();
        }
        true
    }

    /// How many placements the leaf on top stands for, and ends with it.
    fn count_leaf(&mut self) -> u32 {
        let count = self.stack.last().map_or(0, |top| match top.total {
            0 => 1,
            _ => top.todo.iter().map(|todo| todo.count()).sum(),
        });
        self.drop_top();
        count
    }

    /// Goes back to the node below.
    fn drop_top(&mut self) {
        self.stack.pop();
        // The given pieces stand under the root.
        if !self.stack.is_empty() {
            self.standing.pop();
        }
    }

    /// Where the pieces of the node on top can stand, by kind and square, and how many are left in all.
    fn top(&self) -> Option<(Vec<(usize, usize)>, u32)> {
        let top = self.stack.last()?;
        let todo = top.todo.iter().enumerate();
        let candidates = todo.flat_map(|(kind, todo)| todo.squares().map(move |square| (kind, square)));
        Some((candidates.collect(), top.total))
    }
}

impl<M: Mask> Reading for Lines<M> {
    fn count(
        &self,
        pieces: &[(usize, usize)],
        fixing: Option<&Classes>,
        _: Kernel,
        should_stop: &dyn Fn() -> bool,
    ) -> Partial {
        let mut search = Search::from(self, pieces);
        let mut placements = 0;
        let mut placed = Vec::new();
        let complete = loop {
            match search.advance(self, should_stop) {
                Step::Done => break true,
                Step::Stopped => break false,
                Step::Leaf => {}
            }
            match fixing {
                None => placements += u128::from(search.count_leaf()),
                Some(classes) => {
                    while search.take_last(&mut placed) {
                        placements += u128::from(classes.fixing(&placed));
                    }
                }
            }
        };
        Partial { placements, nodes: search.nodes, complete }
    }

    fn candidates(&self, pieces: &[(usize, usize)]) -> Option<(Vec<(usize, usize)>, u32)> {
        Search::from(self, pieces).top()
    }

    fn is_walked(&self) -> bool {
        false
    }

    fn squares(&self) -> usize {
        Self::squares(self)
    }

    fn node_nanoseconds(&self) -> f64 {
        50.0 + LINE_NANOSECONDS * self.lines_in_view() as f64
    }

    fn memory(&self) -> usize {
        Self::memory(self)
    }
}

/// A search with its lines.
pub(super) struct Walked<M> {
    lines: Lines<M>,
    search: Search<M>,
}

impl<M: Mask> Walked<M> {
    pub(super) fn new(lines: Lines<M>) -> Self {
        let search = Search::new(&lines);
        Self { lines, search }
    }
}

impl<M: Mask> Walk for Walked<M> {
    fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> Step {
        self.search.advance(&self.lines, should_stop)
    }

    fn take_last(&mut self, pieces: &mut Vec<(usize, usize)>) -> bool {
        self.search.take_last(pieces)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes
    }
}
