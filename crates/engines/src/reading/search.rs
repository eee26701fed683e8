//! The search: it places the next piece in reading order, until one is left.

use super::order::take;
use super::rule::{ReadingNode, ReadingRule, Widen};
use super::tables::{ReadingProblem, ReadingTables};
use super::walk::{Extender, Extension, Reading, Walk, WalkEnd};
use crate::board::{Mask, WideMask};
use crate::engines::kernel::{Kernel, Vectored};
use crate::engines::tally::UnitCount;
use crate::symmetry::classes::Classes;
use crate::with_mask;

/// The number of partial placements between two checks whether to stop.
const PATIENCE: u64 = 1 << 12;

/// Prepares a problem for its search, in masks as wide as its board.
pub(crate) fn prepare<W: Widen>(outline: ReadingProblem<W>) -> Box<dyn Reading> {
    with_mask!(outline.pairs.width(), M = u64 | u128 | WideMask<3> | WideMask<4> | WideMask<16> => Box::new(outline.tables::<M>()))
}

/// A function that applies a rule to find where the next piece can stand. Counting compiles the rule into its
/// loop. All other code, such as the code for first pieces, calls [`settle_shared`]: a rule is long, and
/// otherwise there would be a copy of it for each use, rule and width.
trait Ask<R: ReadingRule>: Fn(&R, &R::Position, &mut ReadingNode<R::Mask>, usize) -> bool {}

impl<R: ReadingRule, F: Fn(&R, &R::Position, &mut ReadingNode<R::Mask>, usize) -> bool> Ask<R> for F {}

#[inline(never)]
fn settle_shared<R: ReadingRule>(
    rule: &R,
    standing: &R::Position,
    node: &mut ReadingNode<R::Mask>,
    from: usize,
) -> bool {
    rule.open(standing, node, from)
}

/// Partial placements in reading order. Pre-placed pieces stand from the start.
struct ReadingSearch<R: ReadingRule> {
    standing: R::Position,
    /// The preallocated nodes; `depth` of them are in use, one for each number of pieces placed so far.
    stack: Vec<ReadingNode<R::Mask>>,
    /// The number of nodes in use.
    depth: usize,
    nodes: u64,
    look: u64,
}

impl<R: ReadingRule> ReadingSearch<R> {
    /// Starts from the pre-placed pieces, with room for `room` more.
    fn new(tables: &ReadingTables<R>, room: usize) -> Self {
        let total = tables.pieces() as u32;
        let mut standing = tables.rule.empty_position();
        let mut kept = vec![R::Mask::EMPTY; tables.rule.kept_sets()];
        for &(square, kind) in &tables.given {
            tables.rule.keep(&kept.clone(), &mut kept, square, kind);
            tables.rule.push(&mut standing, square, kind);
        }
        let mut root = ReadingNode {
            piece: None,
            left: tables.left.clone(),
            total,
            free: tables.open.clone(),
            kept,
            todo: vec![R::Mask::EMPTY; tables.left.len()],
        };
        let can_be = tables.can_be_peace && settle_shared(&tables.rule, &standing, &mut root, 0);
        let stack = vec![root; room + 1];
        Self { standing, stack, depth: usize::from(can_be), nodes: 0, look: PATIENCE }
    }

    /// Starts from these first pieces, given as squares and kinds, and searches only placements that have
    /// them.
    fn from_pieces(tables: &ReadingTables<R>, pieces: &[(usize, usize)], room: usize) -> Self {
        let mut search = Self::new(tables, room);
        for &(square, kind) in pieces {
            let Some(top) = search.top_mut() else { return search };
            // The lower nodes are not tried again.
            top.todo.fill(R::Mask::EMPTY);
            if !search.place(tables, square, kind, settle_shared) {
                search.depth = 0;
            }
        }
        search
    }

    #[inline(always)]
    fn top(&self) -> Option<&ReadingNode<R::Mask>> {
        self.stack[..self.depth].last()
    }

    #[inline(always)]
    fn top_mut(&mut self) -> Option<&mut ReadingNode<R::Mask>> {
        self.stack[..self.depth].last_mut()
    }

    /// Makes the node with one more piece above the top one. Returns whether it can be completed; otherwise
    /// it is dropped.
    #[inline(always)]
    fn place(&mut self, tables: &ReadingTables<R>, square: usize, kind: usize, ask: impl Ask<R>) -> bool {
        let (parents, children) = self.stack.split_at_mut(self.depth);
        let (parent, child) = (&parents[self.depth - 1], &mut children[0]);
        let taken = tables.pairs.row(kind, square);
        for (child, (&free, &taken)) in child.free.iter_mut().zip(parent.free.iter().zip(taken)) {
            *child = free.and_not(taken);
        }
        child.left.copy_from_slice(&parent.left);
        child.left[kind] -= 1;
        child.total = parent.total - 1;
        self.nodes += 1;
        child.piece = Some((square, kind));
        tables.rule.keep(&parent.kept, &mut child.kept, square, kind);
        tables.rule.push(&mut self.standing, square, kind);
        let can_be = ask(&tables.rule, &self.standing, child, square + 1);
        if can_be {
            self.depth += 1;
        } else {
            tables.rule.pop(&mut self.standing);
        }
        can_be
    }

    /// Advances to the next leaf, which is then on top of the stack.
    #[inline(always)]
    fn advance(
        &mut self,
        tables: &ReadingTables<R>,
        should_stop: &dyn Fn() -> bool,
        ask: impl Ask<R>,
    ) -> WalkEnd {
        if self.top().is_some_and(|top| top.total == 1 && top.todo.iter().all(|todo| todo.is_empty())) {
            self.drop_top(tables);
        }
        while self.depth > 0 {
            if self.nodes >= self.look {
                self.look = self.nodes + PATIENCE;
                if should_stop() {
                    return WalkEnd::Stopped;
                }
            }
            let top = &mut self.stack[self.depth - 1];
            if top.total <= 1 {
                return WalkEnd::Leaf;
            }
            match take(&mut top.todo) {
                Some((square, kind)) => drop(self.place(tables, square, kind, &ask)),
                None => self.drop_top(tables),
            }
        }
        WalkEnd::Done
    }

    /// Returns the number of placements that the leaf on top represents, and drops the leaf.
    #[inline(always)]
    fn count_leaf(&mut self, tables: &ReadingTables<R>) -> u32 {
        let top = &self.stack[self.depth - 1];
        let last = top.left.iter().position(|&left| left > 0);
        let count = last.map_or(1, |kind| top.todo[kind].count());
        self.drop_top(tables);
        count
    }

    /// Takes the next non-attacking placement from the leaf on top, if there is one.
    fn take_last(&mut self, tables: &ReadingTables<R>, pieces: &mut Vec<(usize, usize)>) -> bool {
        while self.take_any(tables, pieces) {
            if tables.rule.is_peace(pieces) {
                return true;
            }
        }
        false
    }

    /// Takes the next placement from the leaf on top, whether it is non-attacking or not.
    fn take_any(&mut self, tables: &ReadingTables<R>, pieces: &mut Vec<(usize, usize)>) -> bool {
        pieces.clear();
        let Some(top) = self.top_mut().filter(|top| top.total <= 1) else { return false };
        let last = take(&mut top.todo);
        let is_whole = top.total == 0;
        if last.is_none() && !is_whole {
            return false;
        }
        pieces.extend_from_slice(&tables.given);
        pieces.extend(self.stack[..self.depth].iter().filter_map(|node| node.piece).chain(last));
        if !tables.given.is_empty() {
            pieces.sort_unstable();
        }
        if is_whole {
            self.drop_top(tables);
        }
        true
    }

    /// Goes back to the node below.
    #[inline(always)]
    fn drop_top(&mut self, tables: &ReadingTables<R>) {
        self.depth -= 1;
        // Pre-placed pieces are below the root.
        if self.depth > 0 {
            tables.rule.pop(&mut self.standing);
        }
    }

    /// Returns where the pieces of the node on top can stand, by kind and square, and the total number of
    /// pieces left.
    fn candidates(&self) -> Option<(Vec<(usize, usize)>, u32)> {
        let top = self.top()?;
        let todo = top.todo.iter().enumerate();
        let candidates = todo.flat_map(|(kind, todo)| todo.squares().map(move |square| (kind, square)));
        Some((candidates.collect(), top.total))
    }
}

impl<R: ReadingRule> Reading for ReadingTables<R> {
    fn count(
        &self,
        pieces: &[(usize, usize)],
        fixing: Option<&Classes>,
        kernel: Kernel,
        should_stop: &dyn Fn() -> bool,
    ) -> UnitCount {
        kernel.run(ReadingTask { tables: self, pieces, fixing, should_stop })
    }

    fn candidates(&self, pieces: &[(usize, usize)]) -> Option<(Vec<(usize, usize)>, u32)> {
        ReadingSearch::from_pieces(self, pieces, pieces.len()).candidates()
    }

    fn extender(&self) -> Box<dyn Extender + '_> {
        Box::new(SearchExtender { tables: self, search: ReadingSearch::new(self, self.pieces()) })
    }

    fn is_walked(&self) -> bool {
        self.rule.is_walked()
    }

    fn squares(&self) -> usize {
        self.pairs.squares()
    }

    fn node_nanoseconds(&self) -> f64 {
        self.node_nanoseconds
    }

    fn memory(&self) -> usize {
        let pairs = self.left.len().pow(2) * self.pairs.squares() * size_of::<R::Mask>();
        pairs + self.rule.memory()
    }

    fn walk(self: Box<Self>) -> Box<dyn Walk> {
        Box::new(SearchWalk { search: ReadingSearch::new(&self, self.pieces()), tables: self })
    }
}

/// A search that owns its tables.
struct SearchWalk<R: ReadingRule> {
    tables: Box<ReadingTables<R>>,
    search: ReadingSearch<R>,
}

impl<R: ReadingRule> Walk for SearchWalk<R> {
    fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> WalkEnd {
        self.search.advance(&self.tables, should_stop, settle_shared)
    }

    fn take_last(&mut self, pieces: &mut Vec<(usize, usize)>) -> bool {
        self.search.take_last(&self.tables, pieces)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes
    }
}

/// A search that borrows its tables.
struct SearchExtender<'a, R: ReadingRule> {
    tables: &'a ReadingTables<R>,
    search: ReadingSearch<R>,
}

impl<R: ReadingRule> Extender for SearchExtender<'_, R> {
    fn extensions(&mut self, pieces: &[(usize, usize)]) -> Vec<Extension> {
        let Self { tables, search } = self;
        while search.depth > 1 {
            search.drop_top(tables);
        }
        if search.depth == 0
            || !pieces.iter().all(|&(square, kind)| search.place(tables, square, kind, settle_shared))
        {
            return Vec::new();
        }
        let mut todo = search.stack[search.depth - 1].todo.clone();
        let mut extensions = Vec::new();
        while let Some(piece) = take(&mut todo) {
            if search.place(tables, piece.0, piece.1, settle_shared) {
                let next = &search.stack[search.depth - 1].todo;
                let places = next.iter().map(|todo| todo.count() as usize).sum();
                extensions.push(Extension { piece, places });
                search.drop_top(tables);
            }
        }
        extensions
    }
}

/// A count of the placements with some first pieces, given as squares and kinds.
struct ReadingTask<'a, R: ReadingRule> {
    tables: &'a ReadingTables<R>,
    pieces: &'a [(usize, usize)],
    /// The data for counting the symmetries that fix the placements.
    fixing: Option<&'a Classes>,
    should_stop: &'a dyn Fn() -> bool,
}

impl<R: ReadingRule> Vectored for ReadingTask<'_, R> {
    type Output = UnitCount;

    const BEST: Kernel = R::BEST;

    #[inline(always)]
    fn portable(self) -> UnitCount {
        let Self { tables, pieces, fixing, should_stop } = self;
        let mut search = ReadingSearch::from_pieces(tables, pieces, tables.pieces());
        let mut placements = 0;
        let mut placed = Vec::new();
        let complete = loop {
            match search.advance(tables, should_stop, R::open) {
                WalkEnd::Done => break true,
                WalkEnd::Stopped => break false,
                WalkEnd::Leaf => {}
            }
            if fixing.is_none() && !tables.rule.is_walked() {
                placements += u128::from(search.count_leaf(tables));
            } else {
                while search.take_last(tables, &mut placed) {
                    placements += fixing.map_or(1, |classes| u128::from(classes.count_fixing(&placed)));
                }
            }
        };
        UnitCount { placements, nodes: search.nodes, complete }
    }
}
