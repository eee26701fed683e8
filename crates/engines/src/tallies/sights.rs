//! Attacks that depend on where others stand: blocked lines, hops, lame leaps. Each line is followed as far as it is known.
//!
//! A piece that comes can start an attack or end one. But squares before the next piece are settled, taken or not, and so is
//! an attack along such squares. What a piece attacks *for good* is found by going along its lines up to the first square that is not
//! settled; with all squares settled that is what it attacks. So one walk prunes and judges.

use super::attacks::Asked;
use crate::board::{Leap, Mask, ReadingOrder, Sets, words_for};
use crate::engines::reading::{Along, Lame, along, lame, lines, number};
use crate::problem::{Degrees, Pieces, Problem, Quantity};
use crate::question::Demand;

/// A piece by square and kind.
type Placed = (usize, usize);

/// Squares that are taken, or may be.
#[derive(Clone, Copy)]
struct Seen<M> {
    taken: M,
    /// Those where a piece may still come.
    open: M,
    /// Those taken by what stops riders,
    stops: M,
    /// and those where such a piece may still come.
    may_stop: M,
}

/// The lines of a problem, for the sets of squares `S`.
pub(super) struct Sights<S> {
    asked: Asked,
    /// By leap and square, the squares of the line from it.
    lines: Vec<Vec<u16>>,
    squares: usize,
    /// By kind, what it does along the lines with these numbers.
    along: Vec<Vec<(Along, usize)>>,
    /// By kind and square, the lame leaps from there.
    lame: Vec<Vec<Vec<Lame>>>,
    /// The squares on their ways.
    ways: S,
    /// Whether a kind stops riders.
    stops: Vec<bool>,
    /// Whether the treaty opposes two kinds, neither of them walls.
    opposed: Vec<Vec<bool>>,
    /// Whether a kind is walls.
    are_walls: Vec<bool>,
    /// The squares that must be attacked, a single set.
    board: S,
}

impl Sights<Sets> {
    pub(super) fn of(problem: &Problem, asked: Asked) -> Self {
        let board = problem.board();
        let (squares, order) = (board.squares(), ReadingOrder::of(board));
        let kinds: Vec<&Pieces> = problem.pieces().collect();
        let are_walls: Vec<bool> = kinds.iter().map(|of| of.kind.is_wall()).collect();
        let (mut leaps, mut ways): (Vec<Leap>, _) = (Vec::new(), Sets::empty(0, words_for(squares)));
        let numbered = |of: &&Pieces| {
            // No kind that is absent attacks anything.
            let found =
                if of.quantity == Quantity::Exactly(0) { Vec::new() } else { along(of.kind.moves(), true) };
            found.into_iter().map(|(along, leap)| (along, number(&mut leaps, leap))).collect()
        };
        let along = kinds.iter().map(numbered).collect();
        let lame = kinds.iter().map(|of| lame(board, of.kind.moves(), &mut ways)).collect();
        let opposed = problem.opposed();
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
            are_walls: self.are_walls,
            board: self.board.masks(),
        }
    }
}

impl<M: Mask> Sights<Vec<M>> {
    /// What a piece attacks for good.
    fn reach(&self, (square, kind): Placed, seen: &Seen<M>) -> M {
        let is_in = |set: M, at: u16| set.contains(usize::from(at));
        let mut reach = M::EMPTY;
        for &(along, leap) in &self.along[kind] {
            let line = &self.lines[leap * self.squares + square];
            if let Along::Ride(range) = along {
                for &at in line.iter().take(range) {
                    reach = reach.with(at.into());
                    if is_in(seen.stops.or(seen.may_stop), at) {
                        break;
                    }
                }
                continue;
            }
            let Some(hurdle) = line.iter().position(|&at| is_in(seen.taken.or(seen.open), at)) else {
                continue;
            };
            if !is_in(seen.taken, line[hurdle]) {
                continue;
            }
            for &at in &line[hurdle + 1..] {
                reach = reach.with(at.into());
                if along == Along::Behind || is_in(seen.taken.or(seen.open), at) {
                    break;
                }
            }
        }
        for lame in self.lame[kind].get(square).into_iter().flatten() {
            if self.ways[lame.way].and(seen.taken.or(seen.open)).is_empty() {
                reach = reach.with(lame.other);
            }
        }
        reach
    }

    /// Whether pieces are what is asked for; or, with squares where others may still come, whether nothing that is settled says
    /// otherwise.
    fn are_right(&self, pieces: &[Placed], (open, may_stop): (M, M), is_whole: bool) -> bool {
        let on = |is_wanted: &dyn Fn(usize) -> bool| {
            let wanted = pieces.iter().filter(|piece| is_wanted(piece.1));
            wanted.fold(M::EMPTY, |set, piece| set.with(piece.0))
        };
        let (taken, stops) = (on(&|_| true), on(&|kind| self.stops[kind]));
        let seen = Seen { taken, open, stops, may_stop };
        let Degrees { each, pairs } = self.asked.degrees;
        let (mut attackers, mut pairs_found) = (vec![0; pieces.len()], 0);
        let mut attacked = M::EMPTY;
        let reaches: Vec<M> = pieces.iter().map(|&piece| self.reach(piece, &seen)).collect();
        for (number, &(at, kind)) in pieces.iter().enumerate() {
            attacked = attacked.or(reaches[number]);
            for (other_number, &(there, other)) in pieces.iter().enumerate().take(number) {
                if !self.opposed[kind][other] {
                    continue;
                }
                let (attacks, is_attacked) =
                    (reaches[number].contains(there), reaches[other_number].contains(at));
                if (attacks || is_attacked) && self.asked.is_peace() {
                    return false;
                }
                attackers[other_number] += u32::from(attacks);
                attackers[number] += u32::from(is_attacked);
                pairs_found += u32::from(attacks || is_attacked);
            }
        }
        let is_each = each.is_none_or(|span| {
            let of_pieces = pieces.iter().zip(&attackers).filter(|(piece, _)| !self.are_walls[piece.1]);
            let mut attackers = of_pieces.map(|(_, &attackers)| attackers);
            attackers.all(
                |found| if is_whole { span.has(found) } else { span.most.is_none_or(|most| found <= most) },
            )
        });
        let are_pairs = pairs.is_none_or(|span| {
            if is_whole { span.has(pairs_found) } else { span.most.is_none_or(|most| pairs_found <= most) }
        });
        let is_all = !is_whole
            || match self.asked.demand {
                Demand::Nothing => true,
                Demand::Dominating => self.board[0].and_not(attacked.or(taken)).is_empty(),
                Demand::Total => self.board[0].and_not(attacked).is_empty(),
            };
        is_each && are_pairs && is_all
    }

    /// Takes from the squares for pieces that are to come those of the last one that complete no placement; false if none is left,
    /// or if what is settled is wrong.
    pub(super) fn narrow(&self, standing: &[Placed], left: &[u32], todo: &mut [M]) -> bool {
        let coming = || left.iter().zip(&*todo).enumerate().filter(|(_, (left, _))| **left > 0);
        let open = coming().fold(M::EMPTY, |open, (_, (_, &todo))| open.or(todo));
        let stopping = coming().filter(|(kind, _)| self.stops[*kind]);
        let may_stop = stopping.fold(M::EMPTY, |open, (_, (_, &todo))| open.or(todo));
        let total: u32 = left.iter().sum();
        if !self.are_right(standing, (open, may_stop), total == 0) {
            return false;
        }
        if total == 1
            && let Some(kind) = left.iter().position(|&left| left > 0)
        {
            let mut pieces = standing.to_vec();
            pieces.push((0, kind));
            let last = pieces.len() - 1;
            for square in todo[kind].squares() {
                pieces[last].0 = square;
                if !self.are_right(&pieces, (M::EMPTY, M::EMPTY), true) {
                    todo[kind] = todo[kind].without(square);
                }
            }
            return !todo[kind].is_empty();
        }
        true
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        let lines = self.lines.iter().map(|line| size_of_val(&line[..]) + size_of::<Vec<u16>>());
        lines.sum::<usize>() + self.ways.len() * size_of::<M>()
    }
}
