//! Conflicts between squares: a set of squares for every ordered pair of kinds and every square.
//!
//! Two pieces are in conflict if either attacks the other, or if they stand on the same square. In a
//! non-attacking placement, pieces on the way never matter, because the nearest one is itself attacked. So
//! conflict is a fixed relation between (kind, square) pairs. It is computed once per problem and only read
//! afterwards.
//!
//! A kind in one army and the same kind in another army are two kinds here. With opposing armies, only kinds
//! of different armies attack each other; with groups, only kinds of the same group. Two pieces on a line
//! with a quota of at most one are also in conflict.
//!
//! Code that runs once per problem reads [`Conflicts`], sets of words. A search reads [`ConflictMasks`], the
//! conflicts as masks of the width that it is compiled for.

use crate::board::{Board, Mask, Set, words_for};
use crate::piece::Moves;
use crate::problem::{Pieces, Problem};

/// The conflicts between kinds numbered `0 .. kinds` on squares numbered `0 .. squares`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflicts {
    kinds: usize,
    squares: usize,
    /// Words of a set.
    width: usize,
    /// The sets, ordered by placed kind, then its square, then the other kind. So placing a piece reads one
    /// contiguous range.
    words: Vec<u64>,
}

impl Conflicts {
    /// Returns the conflicts between kinds with these moves on a board, in one army.
    #[must_use]
    pub fn new(board: &Board, kinds: &[&Moves]) -> Self {
        Self::from_kinds(board, kinds, &|_, _| true)
    }

    /// Returns the conflicts between the [pieces](Problem::pieces) of a problem: those of its treaty, and
    /// those of its quotas of at most one.
    #[must_use]
    pub fn of_problem(problem: &Problem) -> Self {
        let all: Vec<&Pieces> = problem.pieces().collect();
        let moves: Vec<&Moves> = all.iter().map(|pieces| pieces.kind.moves()).collect();
        let mut conflicts = Self::from_kinds(problem.board(), &moves, &problem.opposition());
        for line in problem.line_quotas().into_iter().filter(|line| line.span.most == Some(1)) {
            let counted = |&kind: &usize| all[kind].are_counted(line.letter);
            let kinds: Vec<usize> = (0..all.len()).filter(counted).collect();
            let places = |&square: &usize| kinds.iter().map(move |&kind| (kind, square)).collect::<Vec<_>>();
            let places: Vec<(usize, usize)> = line.squares.iter().flat_map(places).collect();
            for (number, &first) in places.iter().enumerate() {
                let others = places[number + 1..].iter().filter(|second| second.1 != first.1);
                others.for_each(|&second| conflicts.add(first, second));
            }
        }
        conflicts
    }

    /// Returns the conflicts between the pairs of kinds that are `opposed`. For other pairs, two pieces are
    /// in conflict only on the same square.
    #[must_use]
    pub fn from_kinds(board: &Board, kinds: &[&Moves], opposed: &dyn Fn(usize, usize) -> bool) -> Self {
        let mut conflicts = Self::empty(kinds.len(), board.squares());
        for (first, moves) in kinds.iter().enumerate() {
            let enemies: Vec<usize> = (0..kinds.len()).filter(|&second| opposed(first, second)).collect();
            for index in 0..board.squares() {
                for attacked in moves.attacked_squares(board, board.square(index)) {
                    for &second in &enemies {
                        conflicts.add((first, index), (second, board.index(attacked)));
                    }
                }
            }
        }
        conflicts
    }

    /// Returns only the conflicts between two pieces on one square.
    #[must_use]
    pub fn empty(kinds: usize, squares: usize) -> Self {
        Self::with_width(kinds, squares, words_for(squares))
    }

    /// Like [`empty`](Self::empty), but with sets of at least `width` words.
    #[must_use]
    pub fn with_width(kinds: usize, squares: usize, width: usize) -> Self {
        let width = width.max(words_for(squares));
        let mut conflicts = Self { kinds, squares, width, words: vec![0; kinds * kinds * squares * width] };
        for first in 0..kinds {
            for second in 0..kinds {
                for square in 0..squares {
                    conflicts.add((first, square), (second, square));
                }
            }
        }
        conflicts
    }

    /// Adds a conflict between two (kind, square) pairs, in both orders.
    pub fn add(&mut self, first: (usize, usize), second: (usize, usize)) {
        for ((kind, square), (other, other_square)) in [(first, second), (second, first)] {
            let start = self.start(kind, square) + other * self.width;
            self.words[start..start + self.width].add_square(other_square);
        }
    }

    /// Returns the start of the sets of a kind on a square.
    #[inline]
    fn start(&self, kind: usize, square: usize) -> usize {
        (kind * self.squares + square) * self.kinds * self.width
    }

    /// Returns the squares where a piece of kind `other` is in conflict with a piece of `kind` on `square`.
    /// They include `square`.
    #[inline]
    #[must_use]
    pub fn conflict_set(&self, kind: usize, square: usize, other: usize) -> &[u64] {
        let start = self.start(kind, square) + other * self.width;
        &self.words[start..start + self.width]
    }

    /// Returns the sets of [`conflict_set`](Self::conflict_set) for every other kind, in order, as one slice.
    #[inline]
    #[must_use]
    pub fn row(&self, kind: usize, square: usize) -> &[u64] {
        let start = self.start(kind, square);
        &self.words[start..start + self.kinds * self.width]
    }

    /// Iterates over the sets of [`conflict_set`](Self::conflict_set) for every other kind, in order.
    #[inline]
    pub fn sets(&self, kind: usize, square: usize) -> impl Iterator<Item = &[u64]> {
        self.row(kind, square).chunks_exact(self.width)
    }

    /// Returns true if pieces of these kinds on these squares do not attack each other.
    #[must_use]
    pub fn are_at_peace(&self, pieces: &[(usize, usize)]) -> bool {
        pieces.iter().enumerate().all(|(place, &(kind, square))| {
            pieces[place + 1..].iter().all(|&(other, at)| !self.conflict_set(kind, square, other).holds(at))
        })
    }

    /// Returns the number of kinds.
    #[inline]
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// Returns the number of squares.
    #[inline]
    #[must_use]
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// Returns the number of words of a set.
    #[inline]
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the conflicts after a permutation of the numbers of the squares.
    #[must_use]
    pub fn renumber(&self, number: &dyn Fn(usize) -> usize) -> Self {
        let mut renumbered = Self { words: vec![0; self.words.len()], ..*self };
        for kind in 0..self.kinds {
            for square in 0..self.squares {
                for (other, set) in self.sets(kind, square).enumerate() {
                    let start = renumbered.start(kind, number(square)) + other * self.width;
                    let taken = &mut renumbered.words[start..start + self.width];
                    set.squares().for_each(|square| taken.add_square(number(square)));
                }
            }
        }
        renumbered
    }

    /// Returns the conflicts between some of the kinds, renumbered in the order given.
    #[must_use]
    pub fn select(&self, kinds: &[usize]) -> Self {
        let mut words = Vec::with_capacity(kinds.len() * kinds.len() * self.squares * self.width);
        for &kind in kinds {
            for square in 0..self.squares {
                kinds
                    .iter()
                    .for_each(|&other| words.extend_from_slice(self.conflict_set(kind, square, other)));
            }
        }
        Self { kinds: kinds.len(), words, ..*self }
    }

    /// Returns these conflicts in sets of at least `width` words.
    #[must_use]
    pub fn widen(&self, width: usize) -> Self {
        let width = width.max(self.width);
        let wide = |set: &[u64]| {
            set.iter().copied().chain(std::iter::repeat_n(0, width - set.len())).collect::<Vec<_>>()
        };
        let words = self.words.chunks_exact(self.width).flat_map(wide).collect();
        Self { width, words, ..*self }
    }

    /// Returns these conflicts as masks.
    ///
    /// # Panics
    /// If the mask is narrower than the sets; [`with_mask!`](crate::with_mask) chooses one that is not.
    #[must_use]
    pub fn masks<M: Mask>(&self) -> ConflictMasks<M> {
        assert!(self.width <= M::WORDS, "masks too narrow");
        let masks = self.words.chunks_exact(self.width).map(M::from_slice).collect();
        ConflictMasks { kinds: self.kinds, squares: self.squares, masks }
    }
}

/// [`Conflicts`] in the form that a search reads.
#[derive(Debug, Clone)]
pub struct ConflictMasks<M> {
    kinds: usize,
    squares: usize,
    masks: Vec<M>,
}

impl<M: Mask> ConflictMasks<M> {
    /// Returns the squares where a piece of kind `other` is in conflict with a piece of `kind` on `square`.
    /// They include `square`.
    #[inline]
    #[must_use]
    pub fn conflict_mask(&self, kind: usize, square: usize, other: usize) -> M {
        self.row(kind, square)[other]
    }

    /// Returns the masks of [`conflict_mask`](Self::conflict_mask) for every other kind, in order.
    #[inline]
    #[must_use]
    pub fn row(&self, kind: usize, square: usize) -> &[M] {
        let start = (kind * self.squares + square) * self.kinds;
        &self.masks[start..start + self.kinds]
    }

    /// Removes from the free squares of each kind those in conflict with a piece of `kind` on `square`.
    #[inline]
    pub fn exclude(&self, kind: usize, square: usize, free: &mut [M]) {
        for (free, &taken) in free.iter_mut().zip(self.row(kind, square)) {
            *free = free.and_not(taken);
        }
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Square, Topology};
    use crate::piece::betza;

    /// Compares the conflicts with the definition, square by square, also for kinds that attack in one
    /// direction only.
    #[test]
    fn conflict_is_attack_in_either_direction() {
        for topology in [Topology::Plane, Topology::Cylinder, Topology::Torus] {
            let board = Board::new(5, 4, topology).unwrap().with_hole(Square { row: 2, col: 2 }).unwrap();
            let kinds: Vec<Moves> = ["fcF", "NN", "fsR2", "K"].map(|text| betza::parse(text).unwrap()).into();
            let conflicts = Conflicts::new(&board, &kinds.iter().collect::<Vec<_>>());
            let masks = conflicts.masks::<u64>();
            let attacks = |kind: &Moves, from: usize, to: usize| {
                kind.attacked_squares(&board, board.square(from)).any(|square| square == board.square(to))
            };
            for (first, first_moves) in kinds.iter().enumerate() {
                for (second, second_moves) in kinds.iter().enumerate() {
                    for from in 0..20 {
                        for to in 0..20 {
                            let expected = from == to
                                || attacks(first_moves, from, to)
                                || attacks(second_moves, to, from);
                            assert_eq!(conflicts.conflict_set(first, from, second).holds(to), expected);
                            assert_eq!(masks.conflict_mask(first, from, second).contains(to), expected);
                        }
                    }
                }
            }
        }
    }
}
