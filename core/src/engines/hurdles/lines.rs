//! The lines of a board along which the kinds of a problem attack, as lists of squares.

use crate::board::{Board, Leap, Mask};
use crate::conflict::{ConflictMasks, Conflicts};
use crate::engines::reading::Order;
use crate::piece::{Hop, Moves, Range, way};
use crate::problem::{Pieces, Problem, Quantity};

/// A line that goes out from a square of its own: what a kind does along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Along {
    /// It attacks so many squares, up to what stops riders.
    Ride(usize),
    /// It attacks behind the first piece.
    Behind,
    /// It attacks behind the first piece, up to the next one.
    Beyond,
}

/// A leap that can be lamed: between which squares, and the squares on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lame<M> {
    pub(super) other: usize,
    pub(super) way: M,
}

/// What a kind does along its lines.
pub(super) struct Attacks<M> {
    /// The leaps, by their numbers and those of their reverses.
    pub(super) along: Vec<(Along, usize, usize)>,
    /// By square, the lame leaps that it makes from there,
    pub(super) lame_from: Vec<Vec<Lame<M>>>,
    /// and those that lead there.
    pub(super) lame_to: Vec<Vec<Lame<M>>>,
}

/// A problem as the search reads it. Squares are numbered in reading order, kinds as the problem's pieces.
pub(super) struct Lines<M> {
    /// By leap and square, the squares of the line from it, itself left out; up to an edge, a hole, or back.
    lines: Vec<Vec<u16>>,
    /// The same as sets.
    spans: Vec<M>,
    squares: usize,
    pub(super) attacks: Vec<Attacks<M>>,
    /// Whether pieces of two kinds must not attack each other, by kind and kind.
    are_enemies: Vec<Vec<bool>>,
    /// Whether a kind stops riders.
    pub(super) stops: Vec<bool>,
    /// What nobody can come between: the rides where nothing stops them, and else their first leaps.
    pub(super) pairs: ConflictMasks<M>,
    /// How many of each kind are to be placed,
    pub(super) left: Vec<u32>,
    /// and those that stand from the start, by square and kind.
    pub(super) given: Vec<(usize, usize)>,
    /// The squares for them.
    pub(super) open: M,
}

impl<M: Mask> Lines<M> {
    pub(super) fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let squares = board.squares();
        let reading = Order::of(board);
        let kinds: Vec<_> = problem.pieces().collect();
        let fixed = |(kind, of): (usize, &&Pieces)| -> Vec<(usize, usize)> {
            of.fixed.iter().map(|&square| (reading.index(square), kind)).collect()
        };
        let given: Vec<(usize, usize)> = kinds.iter().enumerate().flat_map(fixed).collect();
        let is_free =
            |at: &usize| board.is_open(reading.square(*at)) && given.iter().all(|piece| piece.0 != *at);
        let open = (0..squares).filter(is_free).fold(M::EMPTY, M::with);
        let mut leaps: Vec<Leap> = Vec::new();
        let mut number = |leap: Leap| {
            leaps.iter().position(|&known| known == leap).unwrap_or_else(|| {
                leaps.push(leap);
                leaps.len() - 1
            })
        };
        let stops: Vec<bool> = kinds.iter().map(|of| of.kind.is_wall() || problem.is_blocked()).collect();
        let is_stopped = stops.contains(&true);
        let stands = |of: &&&Pieces| of.quantity != Quantity::Exactly(0);
        let attacks = kinds.iter().map(|of| {
            let moves = of.kind.moves();
            let along = Some(of).filter(stands).into_iter().flat_map(|_| along(moves, is_stopped));
            let along = along.map(|(along, leap)| (along, number(leap), number(leap.map(i32::wrapping_neg))));
            let along = along.collect();
            let lame_from = (0..squares).map(|at| lame(board, reading, moves, at)).collect::<Vec<_>>();
            let mut lame_to = vec![Vec::new(); squares];
            for (from, leaps) in lame_from.iter().enumerate() {
                leaps
                    .iter()
                    .for_each(|lame: &Lame<M>| lame_to[lame.other].push(Lame { other: from, ..*lame }));
            }
            Attacks { along, lame_from, lame_to }
        });
        let attacks = attacks.collect();
        let line = |leap: Leap, at: usize| -> Vec<u16> {
            let from = reading.square(at);
            let squares = std::iter::successors(board.leap(from, leap), |&(at, leap)| board.leap(at, leap));
            let squares = squares.map(|(at, _)| at).take_while(|&at| at != from && board.is_open(at));
            squares.map(|at| reading.index(at) as u16).collect()
        };
        let lines = leaps.iter().flat_map(|&leap| (0..squares).map(move |at| (leap, at)));
        let army_of = problem.army_of();
        let is_one_army = problem.armies().len() == 1;
        let is_wall = |kind: usize| kinds[kind].kind.is_wall();
        let are_enemies = |one: usize, other: usize| {
            !is_wall(one) && !is_wall(other) && (is_one_army || army_of[one] != army_of[other])
        };
        let all = 0..kinds.len();
        let mut pairs = Conflicts::none(kinds.len(), squares);
        for (kind, of) in kinds.iter().enumerate().filter(|(_, of)| stands(of)) {
            for at in 0..squares {
                for ride in of.kind.moves().rides_from(board, reading.square(at)) {
                    for reached in ride.take(if is_stopped { 1 } else { usize::MAX }) {
                        for other in all.clone().filter(|&other| are_enemies(kind, other)) {
                            pairs.add((kind, at), (other, reading.index(reached)));
                        }
                    }
                }
            }
        }
        let lines: Vec<Vec<u16>> = lines.map(|(leap, at)| line(leap, at)).collect();
        Self {
            spans: lines.iter().map(|line| set(line)).collect(),
            lines,
            squares,
            attacks,
            are_enemies: all
                .clone()
                .map(|one| all.clone().map(|other| are_enemies(one, other)).collect())
                .collect(),
            stops,
            pairs: pairs.masks(),
            left: kinds.iter().map(|of| of.free_pieces()).collect(),
            given,
            open,
        }
    }

    /// The squares of the line from a square by a leap with this number, the nearest first.
    #[inline(always)]
    pub(super) fn line(&self, leap: usize, at: usize) -> &[u16] {
        &self.lines[leap * self.squares + at]
    }

    /// The same as a set.
    #[inline(always)]
    pub(super) fn span(&self, leap: usize, at: usize) -> M {
        self.spans[leap * self.squares + at]
    }

    #[inline(always)]
    pub(super) fn are_enemies(&self, one: usize, other: usize) -> bool {
        self.are_enemies[one][other]
    }

    /// How many squares the board has.
    pub(super) fn squares(&self) -> usize {
        self.squares
    }

    /// About how many lines the pieces of a placement have.
    pub(super) fn lines_in_view(&self) -> usize {
        let lame = |attacks: &Attacks<M>| attacks.lame_from.iter().map(Vec::len).max().unwrap_or(0);
        let of_kind =
            |(attacks, left): (&Attacks<M>, &u32)| (attacks.along.len() + lame(attacks)) * *left as usize;
        self.attacks.iter().zip(&self.left).map(of_kind).sum()
    }

    pub(super) fn memory(&self) -> usize {
        let lines: usize = self.lines.iter().map(|line| 2 * line.len() + size_of::<(Vec<u16>, M)>()).sum();
        let lame = |lame: &Vec<Lame<M>>| lame.len() * size_of::<Lame<M>>() + size_of::<Vec<Lame<M>>>();
        let attacks = self.attacks.iter().flat_map(|of| of.lame_from.iter().chain(&of.lame_to));
        let pairs = self.attacks.len().pow(2) * self.squares * size_of::<M>();
        lines + pairs + attacks.map(lame).sum::<usize>()
    }
}

/// Squares as a set.
#[inline(always)]
pub(super) fn set<M: Mask>(squares: &[u16]) -> M {
    squares.iter().fold(M::EMPTY, |set, &at| set.with(usize::from(at)))
}

/// Hops along lines, and rides if something stops them.
fn along(moves: &Moves, is_stopped: bool) -> Vec<(Along, Leap)> {
    let rides = moves.leaps().filter(|_| is_stopped).map(|(leap, range)| match range {
        Range::Times(times) => (Along::Ride(times as usize), leap),
        Range::Unlimited => (Along::Ride(usize::MAX), leap),
    });
    let hops = moves.hops().filter_map(|(leap, hop)| match hop {
        Hop::Behind => Some((Along::Behind, leap)),
        Hop::Beyond => Some((Along::Beyond, leap)),
        Hop::Lame => None,
    });
    rides.chain(hops).collect()
}

/// The lame leaps from a square whose way is on the board.
fn lame<M: Mask>(board: &Board, reading: Order, moves: &Moves, at: usize) -> Vec<Lame<M>> {
    let from = reading.square(at);
    let land = |leap: Leap| {
        let (to, _) = board.leap(from, leap)?;
        (to != from && board.is_open(to)).then(|| reading.index(to))
    };
    let lame = moves.hops().filter(|(_, hop)| *hop == Hop::Lame && board.is_open(from));
    let found = lame.filter_map(|(leap, _)| {
        let other = land(leap)?;
        let way = way(leap).try_fold(M::EMPTY, |way, step| Some(way.with(land(step)?)))?;
        Some(Lame { other, way })
    });
    found.collect()
}
