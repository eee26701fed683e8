//! The search: the next piece in reading order, until one is left.

use super::lines::Tables;
use crate::board::Mask;
use crate::engines::counter::Partial;
use crate::engines::kernel::{Kernel, Vectored};
use crate::engines::reading::{Reading, Step, Walk, take};
use crate::symmetry::classes::Classes;

/// Partial placements between two looks at whether to stop.
const PATIENCE: u64 = 1 << 12;

/// A partial placement on the stack.
#[derive(Clone)]
struct Node<M> {
    /// The piece that was placed last, by square and kind; `None` at the root.
    piece: Option<(usize, usize)>,
    /// For each kind the squares that no pair forbids.
    free: Vec<M>,
    /// The dangers, ahead of the last piece.
    dangers: Vec<M>,
    /// How many pieces of each kind are to be placed.
    left: Vec<u32>,
    /// And together.
    total: u32,
    /// For each kind the squares where the next piece is still to be tried.
    todo: Vec<M>,
}

/// Partial placements in reading order.
pub(super) struct Search<M> {
    /// Preallocated; `depth` nodes are in use.
    stack: Vec<Node<M>>,
    depth: usize,
    nodes: u64,
    look: u64,
}

impl<M: Mask> Search<M> {
    /// From the empty board, for problems with at least one piece.
    pub(super) fn new(tables: &Tables<M>) -> Self {
        let kinds = tables.pieces.len();
        let total: u32 = tables.pieces.iter().sum();
        let root = Node {
            piece: None,
            free: tables.open.clone(),
            dangers: vec![M::EMPTY; tables.dangers],
            left: tables.pieces.clone(),
            total,
            todo: vec![M::EMPTY; kinds],
        };
        let mut search =
            Self { stack: vec![root; total.max(1) as usize + 1], depth: 0, nodes: 0, look: PATIENCE };
        if total > 0 && search.open(tables, 0, 0) {
            search.depth = 1;
        }
        search
    }

    /// The same, but only placements with these first pieces, by square and kind.
    #[inline(always)]
    pub(super) fn from(tables: &Tables<M>, pieces: &[(usize, usize)]) -> Self {
        let mut search = Self::new(tables);
        for &(square, kind) in pieces {
            if search.depth == 0 || !search.place(tables, square, kind) {
                search.depth = 0;
                return search;
            }
            // What lies under it is not tried any more.
            search.stack[search.depth - 1].todo.fill(M::EMPTY);
            search.depth += 1;
        }
        search
    }

    /// Makes the node above the top one: with a piece more. Returns whether it can be completed.
    #[inline(always)]
    fn place(&mut self, tables: &Tables<M>, square: usize, kind: usize) -> bool {
        let (parents, children) = self.stack.split_at_mut(self.depth);
        let (parent, child) = (&parents[self.depth - 1], &mut children[0]);
        let taken = tables.pairs.row(kind, square);
        for (child, (&free, &taken)) in child.free.iter_mut().zip(parent.free.iter().zip(taken)) {
            *child = free.and_not(taken);
        }
        let changes = tables.swept(square).iter().zip(tables.raised(kind, square));
        let dangers = parent.dangers.iter().zip(changes);
        for (child, (&danger, (&swept, &raised))) in child.dangers.iter_mut().zip(dangers) {
            *child = danger.and_not(swept).or(raised);
        }
        child.left.copy_from_slice(&parent.left);
        child.left[kind] -= 1;
        child.total = parent.total - 1;
        child.piece = Some((square, kind));
        self.nodes += 1;
        let depth = self.depth;
        self.open(tables, depth, square + 1)
    }

    /// Finds the squares, `from` this one on, where the next piece of a node can stand; false if there is no room for all
    /// that are left.
    #[inline(always)]
    fn open(&mut self, tables: &Tables<M>, depth: usize, from: usize) -> bool {
        let node = &mut self.stack[depth];
        let gone = M::full(from);
        let limit = tables.next_fixed[from];
        let within = M::full(limit + 1);
        for kind in 0..node.left.len() {
            node.todo[kind] = M::EMPTY;
            let mut within = within;
            if limit < tables.squares() {
                let fixed = tables.fixed[kind].and_not(gone);
                if fixed.count() > node.left[kind] {
                    return false;
                }
                if fixed.count() == node.left[kind] {
                    within = within.and(fixed);
                }
            }
            if node.left[kind] == 0 {
                continue;
            }
            let free = node.free[kind].and_not(gone);
            // What is in danger now can be shielded later.
            if free.count() < node.left[kind] {
                return false;
            }
            let danger = tables.own[kind].iter().fold(M::EMPTY, |danger, &own| danger.or(node.dangers[own]));
            node.todo[kind] = free.and(within).and_not(danger);
        }
        true
    }

    /// Goes on to the next partial placement with one piece left, which is on top of the stack then.
    #[inline(always)]
    pub(super) fn advance(&mut self, tables: &Tables<M>, should_stop: &dyn Fn() -> bool) -> Step {
        if self.leaf().is_some() && self.stack[self.depth - 1].todo.iter().all(|todo| todo.is_empty()) {
            self.depth -= 1;
        }
        while self.depth > 0 {
            if self.nodes >= self.look {
                self.look = self.nodes + PATIENCE;
                if should_stop() {
                    return Step::Stopped;
                }
            }
            let top = &mut self.stack[self.depth - 1];
            if top.total == 1 {
                return Step::Leaf;
            }
            match take(&mut top.todo) {
                Some((square, kind)) => self.depth += usize::from(self.place(tables, square, kind)),
                None => self.depth -= 1,
            }
        }
        Step::Done
    }

    /// The kind of the piece that is left in the partial placement on top, and where it can stand.
    #[inline(always)]
    fn leaf(&self) -> Option<(usize, M)> {
        let top = self.stack[..self.depth].last().filter(|top| top.total == 1)?;
        let kind = top.left.iter().position(|&left| left == 1)?;
        Some((kind, top.todo[kind]))
    }

    /// Takes the next placement from the partial one on top, if [`Search::advance`] came to a leaf.
    pub(super) fn take_last(&mut self, pieces: &mut Vec<(usize, usize)>) -> bool {
        pieces.clear();
        let top = self.stack[..self.depth].last_mut().filter(|top| top.total == 1);
        let Some(last) = top.and_then(|top| take(&mut top.todo)) else {
            return false;
        };
        pieces.extend(self.stack[..self.depth].iter().filter_map(|node| node.piece));
        pieces.push(last);
        true
    }

    /// Ends with the partial placement on top.
    #[inline(always)]
    fn drop_leaf(&mut self) {
        self.depth -= 1;
    }

    /// Where the pieces of the node on top can stand, by kind and square, and how many are left in all.
    fn top(&self) -> Option<(Vec<(usize, usize)>, u32)> {
        let top = self.stack[..self.depth].last()?;
        let todo = top.todo.iter().enumerate();
        let candidates = todo.flat_map(|(kind, todo)| todo.squares().map(move |square| (kind, square)));
        Some((candidates.collect(), top.total))
    }
}

impl<M: Mask> Reading for Tables<M> {
    fn count(
        &self,
        pieces: &[(usize, usize)],
        fixing: Option<&Classes>,
        kernel: Kernel,
        should_stop: &dyn Fn() -> bool,
    ) -> Partial {
        kernel.run(Task { tables: self, pieces, fixing, should_stop })
    }

    fn candidates(&self, pieces: &[(usize, usize)]) -> Option<(Vec<(usize, usize)>, u32)> {
        Search::from(self, pieces).top()
    }

    fn is_walked(&self) -> bool {
        Self::is_walked(self)
    }

    fn squares(&self) -> usize {
        Self::squares(self)
    }

    fn node_nanoseconds(&self) -> f64 {
        20.0 * M::WORDS as f64
    }

    fn memory(&self) -> usize {
        Self::memory(self)
    }
}

/// A search with its tables.
pub(super) struct Walked<M> {
    tables: Tables<M>,
    search: Search<M>,
}

impl<M: Mask> Walked<M> {
    pub(super) fn new(tables: Tables<M>) -> Self {
        let search = Search::new(&tables);
        Self { tables, search }
    }
}

impl<M: Mask> Walk for Walked<M> {
    fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> Step {
        self.search.advance(&self.tables, should_stop)
    }

    fn take_last(&mut self, pieces: &mut Vec<(usize, usize)>) -> bool {
        while self.search.take_last(pieces) {
            if !self.tables.is_walked() || self.tables.is_peace(pieces) {
                return true;
            }
        }
        false
    }

    fn nodes(&self) -> u64 {
        self.search.nodes
    }
}

/// Placements to be counted: those with some first pieces, by square and kind.
struct Task<'a, M> {
    tables: &'a Tables<M>,
    pieces: &'a [(usize, usize)],
    /// The symmetries that fix them are counted.
    fixing: Option<&'a Classes>,
    should_stop: &'a dyn Fn() -> bool,
}

impl<M: Mask> Vectored for Task<'_, M> {
    type Output = Partial;

    const BEST: Kernel = Kernel::Avx2;

    #[inline(always)]
    fn portable(self) -> Partial {
        let Self { tables, pieces, fixing, should_stop } = self;
        let mut search = Search::from(tables, pieces);
        let mut placements = 0;
        let mut placed = Vec::new();
        let complete = loop {
            match search.advance(tables, should_stop) {
                Step::Done => break true,
                Step::Stopped => break false,
                Step::Leaf => {}
            }
            if fixing.is_none() && !tables.is_walked() {
                placements += search.leaf().map_or(0, |(_, squares)| u128::from(squares.count()));
            } else {
                while search.take_last(&mut placed) {
                    if !tables.is_walked() || tables.is_peace(&placed) {
                        placements += fixing.map_or(1, |classes| u128::from(classes.fixing(&placed)));
                    }
                }
            }
            search.drop_leaf();
        };
        Partial { placements, nodes: search.nodes, complete }
    }
}
