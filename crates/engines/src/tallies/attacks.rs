//! Attacks that do not depend on the other pieces: sets of squares tell which piece attacks which.
//!
//! For every square the engine keeps the number of standing pieces that attack it, and the number of pairs
//! that a piece would form there ([`digits`](super::digits)). For every piece it keeps the number of
//! attackers. So a partial placement is abandoned as soon as a piece has too many attackers, or could not get
//! enough of them from the pieces to come. The squares where the last piece completes a placement are an
//! intersection of sets.

use super::digits::{add, at_least, digits_for, from_last};
use crate::board::{Mask, ReadingOrder, Sets, words_for};
use crate::engines::reading::ReadingNode;
use crate::problem::{Degrees, Problem, Span};
use crate::question::Demand;

/// The conditions that replace the condition that pieces are non-attacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AttackConditions {
    pub(super) degrees: Degrees,
    pub(super) demand: Demand,
}

impl AttackConditions {
    /// True if the condition is that pieces are non-attacking.
    pub(super) fn is_peace(self) -> bool {
        !self.degrees.are_asked() && self.demand == Demand::Nothing
    }
}

/// The standing pieces with their numbers of attackers.
#[derive(Default)]
pub(super) struct AttackerCounts {
    /// The number of attackers of each piece, in the order in which the pieces were placed.
    attackers: Vec<u32>,
    /// The number of pairs in which a piece attacks the other.
    pairs: u32,
}

/// The attacks of the kinds of a problem, for the sets of squares `S`.
pub(super) struct Attacks<S> {
    asked: AttackConditions,
    /// For each kind and square, the squares that a piece there attacks.
    strikes: S,
    /// For each kind and square, the squares from which a piece of this kind attacks the square.
    struck: S,
    squares: usize,
    /// For any two kinds, whether the treaty opposes them.
    opposed: Vec<Vec<bool>>,
    /// For each kind, the number of the side whose attackers count for it; kinds with the same enemies share
    /// a side.
    sides: Vec<usize>,
    /// For each side, whether each kind is its enemy.
    enemies: Vec<Vec<bool>>,
    /// The number of digits of numbers.
    digits: usize,
    /// The squares that must be attacked, a single set.
    board: S,
    /// The maximum number of these squares that one piece can settle.
    most: u32,
}

impl Attacks<Sets> {
    pub(super) fn from_problem(problem: &Problem, asked: AttackConditions) -> Self {
        let board = problem.board();
        let (order, squares) = (ReadingOrder::new(board), board.squares());
        let width = words_for(squares);
        let kinds = problem.pieces().count();
        let mut strikes = Sets::empty(kinds * squares, width);
        let mut struck = strikes.clone();
        for (kind, of) in problem.pieces().enumerate() {
            for at in (0..squares).filter(|&at| board.is_open(order.square(at))) {
                for reached in of.kind.moves().attacked_squares(board, order.square(at)) {
                    use crate::board::Set;
                    let reached = order.place(reached);
                    strikes[kind * squares + at].add_square(reached);
                    struck[kind * squares + reached].add_square(at);
                }
            }
        }
        let opposed = problem.opposition();
        let opposed: Vec<Vec<bool>> =
            (0..kinds).map(|one| (0..kinds).map(|other| opposed(one, other)).collect()).collect();
        let mut enemies = opposed.clone();
        enemies.sort_unstable();
        enemies.dedup();
        let side = |kind: &Vec<bool>| enemies.iter().position(|of| of == kind).unwrap_or(0);
        let sides = opposed.iter().map(side).collect();
        let is_asked = |at: &usize| board.is_open(order.square(*at));
        let mut asked_for = Sets::empty(0, width);
        asked_for.push_squares((0..squares).filter(is_asked));
        let most = strikes.iter().map(crate::board::Set::size).max().unwrap_or(0);
        Self {
            asked,
            strikes,
            struck,
            squares,
            opposed,
            sides,
            enemies,
            digits: digits_for(problem.given_pieces() as u32),
            board: asked_for,
            most: most + u32::from(asked.demand == Demand::Dominating),
        }
    }

    pub(super) fn widen<M: Mask>(self) -> Attacks<Vec<M>> {
        Attacks {
            asked: self.asked,
            strikes: self.strikes.masks(),
            struck: self.struck.masks(),
            squares: self.squares,
            opposed: self.opposed,
            sides: self.sides,
            enemies: self.enemies,
            digits: self.digits,
            board: self.board.masks(),
            most: self.most,
        }
    }
}

impl<M: Mask> Attacks<Vec<M>> {
    #[inline(always)]
    fn strikes(&self, square: usize, kind: usize) -> M {
        self.strikes[kind * self.squares + square]
    }

    #[inline(always)]
    fn struck_squares(&self, square: usize, kind: usize) -> M {
        self.struck[kind * self.squares + square]
    }

    /// Returns the number of kept sets: the numbers of attackers for each side, those of pairs for each kind,
    /// and the attacked squares.
    pub(super) fn kept_sets(&self) -> usize {
        self.of_pairs()
            + self.count_paired_kinds() * self.digits
            + usize::from(self.asked.demand != Demand::Nothing)
    }

    /// Returns the place where the numbers of pairs begin.
    #[inline(always)]
    fn of_pairs(&self) -> usize {
        if self.asked.degrees.each.is_some() { self.enemies.len() * self.digits } else { 0 }
    }

    /// Returns the number of kinds for which pairs are counted.
    #[inline(always)]
    fn count_paired_kinds(&self) -> usize {
        if self.asked.degrees.pairs.is_some() { self.opposed.len() } else { 0 }
    }

    /// Computes the kept sets after adding a piece.
    #[inline(always)]
    pub(super) fn keep(&self, before: &[M], after: &mut [M], square: usize, kind: usize) {
        after.copy_from_slice(before);
        let strikes = self.strikes(square, kind);
        let (attackers, rest) = after.split_at_mut(self.of_pairs());
        for (digits, enemies) in attackers.chunks_exact_mut(self.digits.max(1)).zip(&self.enemies) {
            if enemies[kind] {
                add(digits, strikes);
            }
        }
        let (pairs, attacked) = rest.split_at_mut(self.count_paired_kinds() * self.digits);
        for (other, digits) in pairs.chunks_exact_mut(self.digits.max(1)).enumerate() {
            if self.opposed[kind][other] {
                add(digits, strikes.or(self.struck_squares(square, other)));
            }
        }
        for attacked in attacked {
            *attacked = attacked.or(strikes);
        }
    }

    /// Adds a piece to the standing ones.
    #[inline(always)]
    pub(super) fn push(
        &self,
        attacked: &mut AttackerCounts,
        standing: &[(usize, usize)],
        (square, kind): (usize, usize),
    ) {
        if !self.asked.degrees.are_asked() {
            return;
        }
        let mut own = 0;
        for (&(at, other), attackers) in standing.iter().zip(&mut attacked.attackers) {
            let (is_attacked, attacks) = self.mutual_attack((at, other), (square, kind));
            own += u32::from(is_attacked);
            *attackers += u32::from(attacks);
            attacked.pairs += u32::from(is_attacked || attacks);
        }
        attacked.attackers.push(own);
    }

    /// Removes the last added piece from the standing ones.
    #[inline(always)]
    pub(super) fn pop(
        &self,
        attacked: &mut AttackerCounts,
        standing: &[(usize, usize)],
        (square, kind): (usize, usize),
    ) {
        if attacked.attackers.pop().is_none() {
            return;
        }
        for (&(at, other), attackers) in standing.iter().zip(&mut attacked.attackers) {
            let (is_attacked, attacks) = self.mutual_attack((at, other), (square, kind));
            *attackers -= u32::from(attacks);
            attacked.pairs -= u32::from(is_attacked || attacks);
        }
    }

    /// Tells whether the first of two pieces attacks the second, and conversely, if the treaty opposes them.
    #[inline(always)]
    fn mutual_attack(&self, (at, other): (usize, usize), (square, kind): (usize, usize)) -> (bool, bool) {
        if !self.opposed[other][kind] {
            return (false, false);
        }
        (self.strikes(at, other).contains(square), self.strikes(square, kind).contains(at))
    }

    /// Removes from a node the squares that cannot be completed to a placement; false if none can. For the
    /// last piece only the squares remain that complete a placement. The next piece must not come after
    /// `limit`, which is lowered.
    #[inline(always)]
    pub(super) fn prune(
        &self,
        attacked: &AttackerCounts,
        standing: &[(usize, usize)],
        node: &mut ReadingNode<M>,
        limit: &mut usize,
    ) -> bool {
        let Degrees { each, pairs } = self.asked.degrees;
        each.is_none_or(|span| self.narrow_each(span, attacked, standing, node, limit))
            && pairs.is_none_or(|span| self.narrow_pairs(span, attacked.pairs, standing.len() as u32, node))
            && (self.asked.demand == Demand::Nothing || self.narrow_demand(standing, node, limit))
    }

    #[inline(always)]
    fn narrow_each(
        &self,
        span: Span,
        attacked: &AttackerCounts,
        standing: &[(usize, usize)],
        node: &mut ReadingNode<M>,
        limit: &mut usize,
    ) -> bool {
        let is_last = node.total == 1;
        for (kind, &side) in self.sides.iter().enumerate() {
            let digits = &node.kept[side * self.digits..][..self.digits];
            if let Some(most) = span.most {
                node.todo[kind] = node.todo[kind].and_not(at_least(digits, most + 1));
            }
            if is_last {
                node.todo[kind] = node.todo[kind].and(at_least(digits, span.least));
            }
        }
        for (&(at, of), &attackers) in standing.iter().zip(&attacked.attackers) {
            let lacking = span.least.saturating_sub(attackers);
            if span.most.is_some_and(|most| attackers > most) || lacking > node.total {
                return false;
            }
            if span.most == Some(attackers) {
                for kind in 0..node.todo.len() {
                    if self.opposed[kind][of] {
                        node.todo[kind] = node.todo[kind].and_not(self.struck_squares(at, kind));
                    }
                }
            }
            if lacking > 0 {
                let mut room = M::EMPTY;
                for kind in 0..node.todo.len() {
                    let seen = if self.opposed[kind][of] { self.struck_squares(at, kind) } else { M::EMPTY };
                    room = room.or(node.todo[kind].and(seen));
                    // All pieces to come must attack it.
                    if lacking == node.total {
                        node.todo[kind] = node.todo[kind].and(seen);
                    }
                }
                let Some(last) = from_last(room, lacking) else { return false };
                *limit = last.min(*limit);
            }
        }
        true
    }

    #[inline(always)]
    fn narrow_pairs(&self, span: Span, pairs: u32, standing: u32, node: &mut ReadingNode<M>) -> bool {
        if span.most.is_some_and(|most| pairs > most) {
            return false;
        }
        let lacking = span.least.saturating_sub(pairs);
        let of_kinds =
            node.kept[self.of_pairs()..].chunks_exact(self.digits.max(1)).take(self.count_paired_kinds());
        for (digits, todo) in of_kinds.zip(&mut node.todo) {
            if let Some(most) = span.most {
                *todo = todo.and_not(at_least(digits, most - pairs + 1));
            }
            if node.total == 1 {
                *todo = todo.and(at_least(digits, lacking));
            }
        }
        // Each piece to come can form a pair with every piece that then stands.
        let (left, standing) = (u64::from(node.total), u64::from(standing));
        u64::from(lacking) <= left * standing + left * left.saturating_sub(1) / 2
    }

    #[inline(always)]
    fn narrow_demand(
        &self,
        standing: &[(usize, usize)],
        node: &mut ReadingNode<M>,
        limit: &mut usize,
    ) -> bool {
        let may_stand = self.asked.demand == Demand::Dominating;
        let open = self.unattacked_squares(standing, node);
        if u64::from(open.count()) > u64::from(node.total) * u64::from(self.most) {
            return false;
        }
        let is_last = node.total == 1;
        for square in open.squares() {
            let own = if may_stand { M::EMPTY.with_square(square) } else { M::EMPTY };
            let mut room = M::EMPTY;
            for kind in 0..node.todo.len() {
                let from = node.todo[kind].and(self.struck_squares(square, kind).or(own));
                room = room.or(from);
                if is_last {
                    node.todo[kind] = from;
                }
            }
            let Some(last) = from_last(room, 1) else { return false };
            *limit = last.min(*limit);
        }
        true
    }

    /// Returns the squares that are still to be attacked or, if that is sufficient, occupied.
    #[inline(always)]
    fn unattacked_squares(&self, standing: &[(usize, usize)], node: &ReadingNode<M>) -> M {
        let attacked = node.kept.last().copied().unwrap_or(M::EMPTY);
        let open = self.board[0].and_not(attacked);
        match self.asked.demand {
            Demand::Dominating => standing.iter().fold(open, |open, &(at, _)| open.without_square(at)),
            Demand::Nothing | Demand::Total => open,
        }
    }

    /// Removes from a node the squares up to `limit` where the next piece settles too few of the squares that
    /// must be attacked, even if all later pieces settle as many as possible.
    #[inline(always)]
    pub(super) fn narrow_next(&self, standing: &[(usize, usize)], node: &mut ReadingNode<M>, limit: usize) {
        if self.asked.demand == Demand::Nothing || node.total < 2 {
            return;
        }
        let open = self.unattacked_squares(standing, node);
        let may_stand = self.asked.demand == Demand::Dominating;
        let gain = |square: usize, kind: usize| {
            self.strikes(square, kind).and(open).count() + u32::from(may_stand && open.contains(square))
        };
        let mut most = 0;
        for (kind, todo) in node.todo.iter().enumerate() {
            for square in todo.squares() {
                most = most.max(gain(square, kind));
            }
        }
        let least = open.count().saturating_sub(most * (node.total - 1));
        let next = M::full(limit.saturating_add(1));
        for kind in 0..node.todo.len() {
            for square in node.todo[kind].and(next).squares() {
                if gain(square, kind) < least {
                    node.todo[kind] = node.todo[kind].without_square(square);
                }
            }
        }
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        (self.strikes.len() + self.struck.len()) * size_of::<M>()
    }
}
