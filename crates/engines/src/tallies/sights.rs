//! Attacks that depend on the other pieces: blocked lines, hops, lame leaps. Each line is followed as far as
//! it is decided.
//!
//! A new piece can start an attack or end one. But squares before the next piece are settled, whether taken
//! or not, and so is an attack along such squares. The *definitive* attacks of a piece are found by following
//! its lines up to the first unsettled square; with all squares settled these are its attacks. So one walk
//! both prunes and judges.

use super::attacks::AttackConditions;
use crate::board::{Leap, Mask, ReadingOrder, Sets, words_for};
use crate::engines::reading::{LameLeap, LineAttack, attacks_along_lines, lame, lines, number};
use crate::problem::{Degrees, Pieces, Problem, Quantity, Span};
use crate::question::Demand;

/// A piece as square and kind.
type SquareAndKind = (usize, usize);

/// The squares that are taken, or may still be.
#[derive(Clone, Copy)]
struct SightSquares<M> {
    taken: M,
    /// The squares where a piece may still come.
    open: M,
    /// The squares taken by pieces that stop riders.
    stops: M,
    /// The squares where such a piece may still come.
    may_stop: M,
}

/// The attacks of pieces.
struct Look<M> {
    seen: SightSquares<M>,
    /// For each piece, the squares that it attacks.
    reaches: Vec<M>,
    /// The squares on which a further piece would come between two others.
    between: M,
    /// For each piece, the number of attackers that the treaty opposes to it.
    attackers: Vec<u32>,
    /// The number of pairs in which a piece attacks the other.
    pairs: u32,
}

/// The lines of a problem, for the sets of squares `S`.
pub(super) struct Sights<S> {
    asked: AttackConditions,
    /// For each leap and square, the squares of the line from it.
    lines: Vec<Vec<u16>>,
    squares: usize,
    /// For each kind, its attacks along the lines with these numbers.
    along: Vec<Vec<(LineAttack, usize)>>,
    /// For each kind and square, the lame leaps from there.
    lame: Vec<Vec<Vec<LameLeap>>>,
    /// The squares on the ways of lame leaps.
    ways: S,
    /// For each kind, whether it stops riders.
    stops: Vec<bool>,
    /// For any two kinds, whether the treaty opposes them and neither is a wall.
    opposed: Vec<Vec<bool>>,
    /// Whether no piece hops and no square must be attacked. A further piece then affects attacks between
    /// others only by standing in their way.
    are_rides: bool,
    /// For each kind, whether it is a wall.
    are_walls: Vec<bool>,
    /// The squares that must be attacked, a single set.
    board: S,
}

impl Sights<Sets> {
    pub(super) fn from_problem(problem: &Problem, asked: AttackConditions) -> Self {
        let board = problem.board();
        let (squares, order) = (board.squares(), ReadingOrder::new(board));
        let kinds: Vec<&Pieces> = problem.pieces().collect();
        let are_walls: Vec<bool> = kinds.iter().map(|of| of.kind.is_wall()).collect();
        let (mut leaps, mut ways): (Vec<Leap>, _) = (Vec::new(), Sets::empty(0, words_for(squares)));
        let numbered = |of: &&Pieces| {
            // A kind without pieces attacks nothing.
            let found = if of.quantity == Quantity::Exactly(0) {
                Vec::new()
            } else {
                attacks_along_lines(of.kind.moves(), true)
            };
            found.into_iter().map(|(along, leap)| (along, number(&mut leaps, leap))).collect()
        };
        let along = kinds.iter().map(numbered).collect();
        let lame = kinds.iter().map(|of| lame(board, of.kind.moves(), &mut ways)).collect();
        let opposed = problem.opposition();
        let opposed = |one: usize, other: usize| !are_walls[one] && !are_walls[other] && opposed(one, other);
        let mut asked_for = Sets::empty(0, words_for(squares));
        asked_for.push_squares((0..squares).filter(|&at| board.is_open(order.square(at))));
        Self {
            asked,
            lines: lines(board, &leaps),
            squares,
            along,
            lame,
            ways,
            stops: are_walls.iter().map(|&is_wall| is_wall || problem.is_blocked()).collect(),
            opposed: (0..kinds.len())
                .map(|one| (0..kinds.len()).map(|other| opposed(one, other)).collect())
                .collect(),
            are_rides: problem.has_fixed_moves() && asked.demand == Demand::Nothing,
            are_walls,
            board: asked_for,
        }
    }

    pub(super) fn widen<M: Mask>(self) -> Sights<Vec<M>> {
        Sights {
            asked: self.asked,
            lines: self.lines,
            squares: self.squares,
            along: self.along,
            lame: self.lame,
            ways: self.ways.masks(),
            stops: self.stops,
            opposed: self.opposed,
            are_rides: self.are_rides,
            are_walls: self.are_walls,
            board: self.board.masks(),
        }
    }
}

impl<M: Mask> Sights<Vec<M>> {
    /// Returns the definitive attacks of a piece. Adds to `between` the squares on which a further piece
    /// would stop one of its rides before a taken square.
    fn reach(&self, (square, kind): SquareAndKind, seen: &SightSquares<M>, between: &mut M) -> M {
        let is_in = |set: M, at: u16| set.contains(usize::from(at));
        let mut reach = M::EMPTY;
        for &(along, leap) in &self.along[kind] {
            let line = &self.lines[leap * self.squares + square];
            if let LineAttack::Ride(range) = along {
                let mut ride = M::EMPTY;
                for &at in line.iter().take(range) {
                    if is_in(seen.taken, at) {
                        *between = between.or(ride);
                    }
                    ride = ride.with_square(at.into());
                    if is_in(seen.stops.or(seen.may_stop), at) {
                        break;
                    }
                }
                reach = reach.or(ride);
                continue;
            }
            let first = line.iter().position(|&at| is_in(seen.taken.or(seen.open), at));
            let Some(hurdle) = first.filter(|&first| is_in(seen.taken, line[first])) else { continue };
            for &at in &line[hurdle + 1..] {
                reach = reach.with_square(at.into());
                if along == LineAttack::Behind || is_in(seen.taken.or(seen.open), at) {
                    break;
                }
            }
        }
        for lame in self.lame[kind].get(square).into_iter().flatten() {
            if self.ways[lame.way].and(seen.taken.or(seen.open)).is_empty() {
                reach = reach.with_square(lame.other);
            }
        }
        reach
    }

    /// Returns the attacks of pieces. Others may still come to squares that are `open`; those on `may_stop`
    /// would stop riders.
    fn look(&self, pieces: &[SquareAndKind], (open, may_stop): (M, M)) -> Look<M> {
        let on = |is_wanted: &dyn Fn(usize) -> bool| {
            let wanted = pieces.iter().filter(|piece| is_wanted(piece.1));
            wanted.fold(M::EMPTY, |set, piece| set.with_square(piece.0))
        };
        let seen = SightSquares { taken: on(&|_| true), open, stops: on(&|kind| self.stops[kind]), may_stop };
        let mut between = M::EMPTY;
        let reaches: Vec<M> = pieces.iter().map(|&piece| self.reach(piece, &seen, &mut between)).collect();
        let (mut attackers, mut pairs) = (vec![0; pieces.len()], 0);
        for (number, &(at, kind)) in pieces.iter().enumerate() {
            for (before, &(there, other)) in pieces.iter().enumerate().take(number) {
                if self.opposed[kind][other] {
                    let (attacks, is_attacked) =
                        (reaches[number].contains(there), reaches[before].contains(at));
                    attackers[before] += u32::from(attacks);
                    attackers[number] += u32::from(is_attacked);
                    pairs += u32::from(attacks || is_attacked);
                }
            }
        }
        Look { seen, reaches, between, attackers, pairs }
    }

    /// True if the numbers satisfy the conditions or, if more pieces are to come, do not exceed them.
    fn is_right(&self, pieces: &[SquareAndKind], look: &Look<M>, is_whole: bool) -> bool {
        let Degrees { each, pairs } = self.asked.degrees;
        let has = |span: Span, found: u32| {
            if is_whole { span.has(found) } else { span.most.is_none_or(|most| found <= most) }
        };
        let is_each = |span: Span| {
            let mut found = pieces.iter().zip(&look.attackers);
            found.all(|(piece, &attackers)| self.are_walls[piece.1] || has(span, attackers))
        };
        (!self.asked.is_peace() || look.pairs == 0)
            && each.is_none_or(is_each)
            && pairs.is_none_or(|span| has(span, look.pairs))
            && (!is_whole || self.are_all_attacked(look))
    }

    fn are_all_attacked(&self, look: &Look<M>) -> bool {
        let attacked = look.reaches.iter().fold(M::EMPTY, |attacked, &reach| attacked.or(reach));
        match self.asked.demand {
            Demand::Nothing => true,
            Demand::Dominating => self.board[0].and_not(attacked.or(look.seen.taken)).is_empty(),
            Demand::Total => self.board[0].and_not(attacked).is_empty(),
        }
    }

    /// Removes the squares where the last piece completes no placement. Returns false if none is left, or if
    /// the settled squares violate a condition.
    pub(super) fn prune(&self, standing: &[SquareAndKind], left: &[u32], todo: &mut [M]) -> bool {
        let coming = || left.iter().zip(&*todo).enumerate().filter(|(_, (left, _))| **left > 0);
        let open = coming().fold(M::EMPTY, |open, (_, (_, &todo))| open.or(todo));
        let stopping = coming().filter(|(kind, _)| self.stops[*kind]);
        let may_stop = stopping.fold(M::EMPTY, |open, (_, (_, &todo))| open.or(todo));
        let total: u32 = left.iter().sum();
        match left.iter().position(|&left| left > 0) {
            Some(kind) if total == 1 => {
                todo[kind] = self.completing_squares(standing, kind, todo[kind]);
                !todo[kind].is_empty()
            }
            _ => self.is_right(standing, &self.look(standing, (open, may_stop)), total == 0),
        }
    }

    /// Returns those of some squares where the last piece, of this kind, completes a placement.
    fn completing_squares(&self, standing: &[SquareAndKind], kind: usize, squares: M) -> M {
        let look = self.look(standing, (M::EMPTY, M::EMPTY));
        let mut pieces = standing.to_vec();
        let mut completing = squares;
        if self.are_rides && !self.is_right(standing, &look, false) {
            completing = squares.and(look.between);
        }
        for square in completing.squares() {
            // If the piece stops no ride and no kind hops, it does not affect attacks between others.
            let is_right = if self.are_rides && !look.between.contains(square) {
                self.is_right_with(standing, &look, (square, kind))
            } else {
                pieces.push((square, kind));
                let is_right = self.is_right(&pieces, &self.look(&pieces, (M::EMPTY, M::EMPTY)), true);
                pieces.pop();
                is_right
            };
            if !is_right {
                completing = completing.without_square(square);
            }
        }
        completing
    }

    /// True if pieces with a further one that does not affect the attacks between them are a placement.
    /// Squares that must be attacked are not considered.
    fn is_right_with(&self, standing: &[SquareAndKind], look: &Look<M>, last: SquareAndKind) -> bool {
        let Degrees { each, pairs } = self.asked.degrees;
        let (mut own, mut more) = (0, 0);
        let reach = self.reach(last, &look.seen, &mut M::default());
        for (&(at, kind), (before, &attackers)) in
            standing.iter().zip(look.reaches.iter().zip(&look.attackers))
        {
            let is_opposed = self.opposed[kind][last.1];
            let is_attacked = is_opposed && before.contains(last.0);
            let attacks = is_opposed && reach.contains(at);
            own += u32::from(is_attacked);
            more += u32::from(attacks || is_attacked);
            if each.is_some_and(|span| !span.has(attackers + u32::from(attacks))) {
                return false;
            }
        }
        (!self.asked.is_peace() || look.pairs + more == 0)
            && each.is_none_or(|span| span.has(own))
            && pairs.is_none_or(|span| span.has(look.pairs + more))
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        let lines = self.lines.iter().map(|line| size_of_val(&line[..]) + size_of::<Vec<u16>>());
        lines.sum::<usize>() + self.ways.len() * size_of::<M>()
    }
}
