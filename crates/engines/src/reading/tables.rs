//! A problem as a search in reading order reads it: first without a width, then with one.

use super::rule::{ReadingRule, Widen};
use crate::board::{Mask, ReadingOrder, Set, Sets, words_for};
use crate::conflict::{ConflictMasks, Conflicts};
use crate::problem::{Problem, Quantity};

/// The tables of an engine for a problem. Squares are numbered in reading order, kinds as the problem's
/// pieces.
pub(crate) struct ReadingProblem<W> {
    /// The pieces that stand from the start, as squares and kinds.
    pub(crate) given: Vec<(usize, usize)>,
    /// For each kind the number of pieces to be placed.
    pub(crate) left: Vec<u32>,
    /// For each kind the squares on which they may be placed.
    pub(crate) open: Sets,
    /// The conflicts that no piece in between can prevent.
    pub(crate) pairs: Conflicts,
    /// The approximate nanoseconds for a partial placement.
    pub(crate) node_nanoseconds: f64,
    /// The tables of the rule.
    pub(crate) rule: W,
}

impl<W: Widen> ReadingProblem<W> {
    /// Removes the squares in conflict with the pre-placed pieces. Returns whether these are non-attacking.
    fn exclude_given(&mut self) -> bool {
        let given: Vec<(usize, usize)> = self.given.iter().map(|&(square, kind)| (kind, square)).collect();
        given.iter().for_each(|&(kind, square)| self.open.subtract(self.pairs.row(kind, square)));
        self.pairs.are_at_peace(&given)
    }

    /// Returns the tables with masks.
    pub(super) fn tables<M: Mask>(mut self) -> ReadingTables<W::Rule<M>> {
        ReadingTables {
            can_be_peace: self.exclude_given(),
            given: self.given,
            left: self.left,
            open: self.open.masks(),
            pairs: self.pairs.masks(),
            node_nanoseconds: self.node_nanoseconds,
            rule: self.rule.widen(),
        }
    }
}

/// The tables of a search.
pub(super) struct ReadingTables<R: ReadingRule> {
    /// Whether no pair forbids the pre-placed pieces.
    pub(super) can_be_peace: bool,
    pub(super) given: Vec<(usize, usize)>,
    pub(super) left: Vec<u32>,
    pub(super) open: Vec<R::Mask>,
    pub(super) pairs: ConflictMasks<R::Mask>,
    pub(super) node_nanoseconds: f64,
    pub(super) rule: R,
}

impl<R: ReadingRule> ReadingTables<R> {
    /// Returns the number of pieces that are not pre-placed.
    pub(super) fn pieces(&self) -> usize {
        self.left.iter().sum::<u32>() as usize
    }
}

/// Returns the pre-placed pieces of a problem, as squares and kinds.
pub(crate) fn preplaced_pieces(problem: &Problem) -> Vec<(usize, usize)> {
    let order = ReadingOrder::new(problem.board());
    let pieces = problem.pieces().enumerate();
    pieces.flat_map(|(kind, of)| of.fixed.iter().map(move |&square| (order.place(square), kind))).collect()
}

/// Returns the squares for its other pieces.
pub(crate) fn free(problem: &Problem) -> Vec<u64> {
    let board = problem.board();
    let order = ReadingOrder::new(board);
    let mut free = vec![0; words_for(board.squares())];
    let open = (0..board.squares()).filter(|&at| board.is_open(order.square(at)));
    open.for_each(|at| free.add_square(at));
    preplaced_pieces(problem).iter().for_each(|&(at, _)| free.remove_square(at));
    free
}

/// Returns the conflicts between enemies, by pairs of kinds, on the first `most` squares of every ride.
pub(crate) fn pairs(problem: &Problem, are_enemies: &dyn Fn(usize, usize) -> bool, most: usize) -> Conflicts {
    let board = problem.board();
    let order = ReadingOrder::new(board);
    let kinds = problem.pieces().count();
    let mut pairs = Conflicts::empty(kinds, board.squares());
    for (kind, of) in problem.pieces().enumerate().filter(|(_, of)| of.quantity != Quantity::Exactly(0)) {
        let enemies: Vec<usize> = (0..kinds).filter(|&other| are_enemies(kind, other)).collect();
        for at in 0..board.squares() {
            let rides = of.kind.moves().rides_from(board, order.square(at));
            for reached in rides.flat_map(|ride| ride.take(most)) {
                enemies.iter().for_each(|&other| pairs.add((kind, at), (other, order.place(reached))));
            }
        }
    }
    pairs
}
