//! All placements in reading order: top rank first, each rank from left to right.
//!
//! Read two placements square by square until they differ. The one with a piece there comes before the one
//! whose square is empty. If both have a piece, the kind that comes first in the problem decides. The 92
//! placements of eight queens come in the order in which they are commonly printed.
//!
//! The method is a depth-first search over the next occupied square. Its stack has, for each piece placed,
//! the squares still free for each kind; squares before the last piece are decided. A branch ends if some
//! kind has fewer *cliques* of free squares left than pieces to place. (No two pieces of a kind fit into a
//! clique, like a rank for rooks.) This bound keeps a rank from being left empty if every rank needs a queen.

use super::order::{ListedPlacement, ListingSearch};
use crate::board::{ReadingOrder, Set, Sets, Square};
use crate::conflict::Conflicts;
use crate::engines::instance::Instance;
use crate::placement::Placement;
use crate::problem::{Pieces, Problem, Quantity, fixed_pieces};
use crate::symmetry::Symmetry;
use crate::symmetry::classes::Classes;

/// The selection of placements to list.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LexSelection<'a> {
    /// If true, only placements that cannot be extended are listed.
    pub(crate) maximal: bool,
    /// The symmetries of the equivalence: the first placement of each class is listed. If empty, all
    /// placements are distinguished.
    pub(crate) group: &'a [Symmetry],
    /// If true, shifts that keep every piece on the board are also symmetries.
    pub(crate) is_shifted: bool,
    /// The number of pieces of the kinds written `max`, together, without the pre-placed ones.
    pub(crate) largest: u32,
}

/// Lists all placements of a problem with one army.
pub(crate) fn lex(problem: &Problem, wanted: LexSelection<'_>) -> Box<dyn ListingSearch> {
    Box::new(Lex::new(problem, wanted))
}

/// A kind of the problem. All kinds are present.
struct LexKind {
    is_max: bool,
    /// The number of pieces to place that may be missing: the width of a range.
    spare: u32,
    /// Sets of squares that cover the board and hold at most one piece each.
    cliques: Sets,
}

/// A partial placement on the stack.
struct LexNode {
    /// For each kind, the free squares that are not decided.
    free: Sets,
    /// For each kind, the squares, decided or not, that have room for a further piece. Used only for maximal
    /// placements.
    fits: Sets,
    /// For each kind, the number of pieces to place, at most. The first kind written `max` counts for all such
    /// kinds.
    left: Vec<u32>,
    /// The candidate to try next: a square and a kind.
    next: (usize, usize),
    /// The piece that was placed last, by square and kind.
    piece: Option<(usize, usize)>,
}

struct Lex {
    kinds: Vec<LexKind>,
    /// The conflicts between squares in reading order.
    conflicts: Conflicts,
    maximal: bool,
    /// The pre-placed pieces, with the numbers of their kinds.
    fixed: Vec<(usize, Square)>,
    classes: Classes,
    stack: Vec<LexNode>,
    nodes: u64,
}

impl Lex {
    fn new(problem: &Problem, wanted: LexSelection<'_>) -> Self {
        let board = problem.board();
        let instance = Instance::with_kinds(problem, &|_| true);
        let (order, count) = (ReadingOrder::new(board), instance.classes.len());
        let conflicts = instance.conflicts.renumber(&|square| order.exchange(square));
        let mut free = Sets::empty(count, conflicts.width());
        for (kind, class) in instance.classes.iter().enumerate() {
            class.allowed.squares().for_each(|index| free[kind].add_square(order.exchange(index)));
        }
        // The least and the most pieces to place. Kinds written `max` are counted by the first of them.
        let numbers = |pieces: &Pieces| match pieces.quantity {
            Quantity::Max => (0, 0),
            quantity => {
                let (span, fixed) = (quantity.span(), pieces.fixed.len() as u32);
                (span.least.saturating_sub(fixed), span.most.map_or(u32::MAX, |most| most - fixed))
            }
        };
        let kind = |(kind, pieces): (usize, &Pieces)| {
            let (least, most) = numbers(pieces);
            let is_max = pieces.quantity == Quantity::Max;
            LexKind { is_max, spare: most - least, cliques: cover(&conflicts, kind, &free[kind]) }
        };
        let kinds: Vec<LexKind> = problem.pieces().enumerate().map(kind).collect();
        let mut left: Vec<u32> = problem.pieces().map(|pieces| numbers(pieces).1).collect();
        if let Some(first) = kinds.iter().position(|kind| kind.is_max) {
            left[first] = wanted.largest;
        }
        let fits = if wanted.maximal { free.clone() } else { Sets::default() };
        let root = LexNode { free, fits, left, next: (0, 0), piece: None };
        let mut lex = Self {
            kinds,
            conflicts,
            maximal: wanted.maximal,
            fixed: fixed_pieces(problem.pieces()).collect(),
            classes: Classes::new(problem, wanted.group, wanted.is_shifted),
            stack: Vec::new(),
            nodes: 0,
        };
        // Pre-placed pieces in conflict leave nothing to list.
        if instance.factor != num_bigint::BigUint::ZERO && lex.can_be_completed(&root, 0) {
            lex.stack.push(root);
        }
        lex
    }

    /// Returns the first of the kinds written `max`, whose number represents all of them.
    fn counted_as(&self, kind: usize) -> usize {
        match self.kinds[kind].is_max {
            true => self.kinds.iter().position(|kind| kind.is_max).unwrap_or(kind),
            false => kind,
        }
    }

    /// Returns true if the squares from `from` on have room for the remaining pieces, judged by cliques.
    fn can_be_completed(&self, node: &LexNode, from: usize) -> bool {
        let (word, ahead) = (from / 64, !0 << (from % 64));
        let has_room = |clique: &[u64], free: &[u64]| {
            word < free.len()
                && (clique[word] & free[word] & ahead != 0 || clique[word + 1..].meets(&free[word + 1..]))
        };
        let room = |kind: usize| {
            let cliques = self.kinds[kind].cliques.iter();
            cliques.filter(|clique| has_room(clique, &node.free[kind])).count() as u32
        };
        (0..self.kinds.len()).all(|kind| {
            let needed = node.left[kind].saturating_sub(self.kinds[kind].spare);
            match self.kinds[kind].is_max {
                _ if needed == 0 => true,
                false => room(kind) >= needed,
                true => {
                    let all = (0..self.kinds.len()).filter(|&other| self.kinds[other].is_max);
                    all.map(room).sum::<u32>() >= needed
                }
            }
        })
    }

    /// Returns true if another piece of the kind may be placed.
    fn is_wanted(&self, node: &LexNode, kind: usize) -> bool {
        node.left[self.counted_as(kind)] > 0
    }

    /// Returns the next candidate of a node, in reading order.
    fn candidate(&self, node: &LexNode) -> Option<(usize, usize)> {
        let (square, kind) = node.next;
        let wanted = || (0..self.kinds.len()).filter(|&kind| self.is_wanted(node, kind));
        if let Some(kind) = wanted().find(|&other| other >= kind && node.free[other].holds(square)) {
            return Some((square, kind));
        }
        wanted().filter_map(|kind| Some((node.free[kind].next_after(square)?, kind))).min()
    }

    /// Returns the partial placement with one more piece.
    fn child(&self, node: &LexNode, (square, kind): (usize, usize)) -> LexNode {
        let (mut free, mut fits, mut left) = (node.free.clone(), node.fits.clone(), node.left.clone());
        free.subtract(self.conflicts.row(kind, square));
        fits.subtract(self.conflicts.row(kind, square));
        (0..self.kinds.len()).for_each(|other| free[other].remove_up_to(square));
        left[self.counted_as(kind)] -= 1;
        LexNode { free, fits, left, next: (square, self.kinds.len()), piece: Some((square, kind)) }
    }

    /// Returns the placement on the stack with `last` on top, if it is the representative of its class.
    fn listed_placement(&self, last: &LexNode) -> Option<ListedPlacement> {
        let nodes = self.stack.iter().chain([last]);
        let pieces: Vec<(usize, usize)> = nodes.filter_map(|node| node.piece).collect();
        let class_size = self.classes.size_if_first(&pieces)?;
        let found = pieces.iter().map(|&(at, kind)| (kind, self.classes.square(at)));
        let placement = Placement::new(self.fixed.iter().copied().chain(found).collect());
        Some(ListedPlacement { placement, class_size })
    }
}

impl ListingSearch for Lex {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<ListedPlacement> {
        while let Some(mut node) = self.stack.pop() {
            self.nodes += 1;
            if self.nodes.is_multiple_of(1 << 10) && (self.nodes >= end || should_stop()) {
                self.stack.push(node);
                return None;
            }
            let candidate = self.candidate(&node);
            // Squares before the candidate stay empty from here on.
            if let Some((square, kind)) =
                candidate.filter(|&(square, _)| self.can_be_completed(&node, square))
            {
                let child = self.child(&node, (square, kind));
                node.next = (square, kind + 1);
                self.stack.push(node);
                if self.can_be_completed(&child, square + 1) {
                    self.stack.push(child);
                }
                continue;
            }
            let is_complete = node.left.iter().zip(&self.kinds).all(|(&left, kind)| left <= kind.spare);
            if is_complete
                && (!self.maximal || node.fits.iter().all(Set::is_bare))
                && let Some(listed) = self.listed_placement(&node)
            {
                return Some(listed);
            }
        }
        None
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Returns cliques of squares that all conflict with each other for one kind. A clique takes squares in
/// reading order as long as they conflict with all its members.
fn cover(conflicts: &Conflicts, kind: usize, open: &[u64]) -> Sets {
    let mut cliques = Sets::empty(0, conflicts.width());
    for square in open.squares() {
        let reached = conflicts.conflict_set(kind, square, kind);
        let last = cliques.number().checked_sub(1).filter(|&last| cliques[last].count_outside(reached) == 0);
        let clique = last.unwrap_or_else(|| {
            cliques.push(&vec![0; conflicts.width()]);
            cliques.number() - 1
        });
        cliques[clique].add_square(square);
    }
    cliques
}
