//! The lines of a board, and what a piece on a square brings about along them.
//!
//! A *line* is a leap in reading order, together with its reverse: every ride goes along one, forwards or backwards. A line
//! of leaps that no kind of the problem repeats cannot be blocked, and is a matter of pairs. For the others a partial
//! placement keeps these *dangers*, each a set of squares:
//!
//! * for a line and an army, the squares whose nearest piece behind is an enemy that attacks them forwards;
//! * for a line, an army and a number of leaps, the squares whose nearest piece behind is an enemy no further away: from
//!   there a piece of this army that rides that far backwards would attack it.
//!
//! A kind of an army may stand on the squares outside all dangers of its own.

use crate::board::{Board, Mask, Set, Sets, Topology, words_for};
use crate::conflict::{ConflictMasks, Conflicts};
use crate::engines::reading::Order;
use crate::piece::{Moves, Range};
use crate::problem::Problem;

/// A leap, in rows and columns.
type Leap = (i32, i32);

/// How often a leap is repeated, none if there is no such ride.
fn range(moves: &Moves, leap: Leap) -> usize {
    let ride = moves.rides().find(|(step, _)| *step == leap);
    ride.map_or(0, |(_, range)| match range {
        Range::Times(times) => times as usize,
        Range::Unlimited => usize::MAX,
    })
}

fn reverse((rows, cols): Leap) -> Leap {
    (rows.wrapping_neg(), cols.wrapping_neg())
}

/// What the search reads. Squares are numbered in reading order, kinds as the problem's pieces.
pub(super) struct Tables<M> {
    army_of: Vec<usize>,
    /// How many of each kind, fixed ones included.
    pub(super) pieces: Vec<u32>,
    /// Where each kind may stand on the empty board: off holes and off squares that are fixed for others.
    pub(super) open: Vec<M>,
    /// Where pieces of each kind must stand.
    pub(super) fixed: Vec<M>,
    /// For each square the lowest square from it on where a fixed piece must stand; the number of squares if there is none.
    pub(super) next_fixed: Vec<usize>,
    /// What cannot be blocked.
    pub(super) pairs: ConflictMasks<M>,
    /// How many dangers there are.
    pub(super) dangers: usize,
    /// For each kind its own dangers.
    pub(super) own: Vec<Vec<usize>>,
    /// By square and danger, what a piece there shields.
    swept: Vec<M>,
    /// By kind, square and danger, what it endangers.
    raised: Vec<M>,
    /// Where edges wrap, by kind and square, what it attacks one after another along each ride; else empty.
    rides: Vec<Vec<Vec<usize>>>,
}

/// What a danger is made of.
struct Danger {
    leap: Leap,
    army: usize,
    /// How far this army rides backwards; `None` if it is about the enemies' attacks forwards.
    backwards: Option<usize>,
}

/// The tables before they have a width: worked out once for a problem, whatever its board.
struct Draft {
    army_of: Vec<usize>,
    pieces: Vec<u32>,
    open: Sets,
    fixed: Sets,
    next_fixed: Vec<usize>,
    pairs: Conflicts,
    dangers: usize,
    own: Vec<Vec<usize>>,
    swept: Sets,
    raised: Sets,
    rides: Vec<Vec<Vec<usize>>>,
}

impl Draft {
    fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let (army_of, squares) = (problem.army_of(), board.squares());
        let width = words_for(squares);
        let reading = Order::of(board);
        let moves: Vec<&Moves> = problem.pieces().map(|pieces| pieces.kind.moves()).collect();
        let pieces: Vec<u32> = problem.pieces().map(|pieces| pieces.quantity.given()).collect();
        let mut fixed = Sets::empty(moves.len(), width);
        let mut open = Sets::empty(moves.len(), width);
        let mut all_fixed = vec![0; width];
        for (kind, pieces) in problem.pieces().enumerate() {
            pieces.fixed.iter().for_each(|&square| fixed[kind].add_square(reading.index(square)));
            all_fixed.add(&fixed[kind]);
        }
        let mut free = vec![0; width];
        (0..squares).filter(|&at| board.is_open(reading.square(at))).for_each(|at| free.add_square(at));
        free.subtract(&all_fixed);
        for kind in 0..moves.len() {
            open[kind].add(&free);
            open[kind].add(&fixed[kind]);
        }
        let next_fixed = |from: usize| (from..squares).find(|&at| all_fixed.holds(at)).unwrap_or(squares);
        let stands: Vec<usize> = (0..moves.len()).filter(|&kind| pieces[kind] > 0).collect();
        let is_wrapped = board.topology() != Topology::Plane || !board.is_straight();
        let dangers = if is_wrapped { Vec::new() } else { dangers(&moves, &stands, &army_of) };
        let is_own = |kind: usize, danger: &Danger| {
            danger.army == army_of[kind]
                && danger.backwards.is_none_or(|times| times == range(moves[kind], reverse(danger.leap)))
        };
        let own = |kind: usize| (0..dangers.len()).filter(|&danger| is_own(kind, &dangers[danger])).collect();
        let mut set = vec![0; width];
        let mut push_ahead = |sets: &mut Sets, at: usize, leap: Leap, times: usize| {
            set.fill(0);
            walk(board, reading, at, leap).take(times).for_each(|at| set.add_square(at));
            sets.push(&set);
        };
        let (mut swept, mut raised) = (Sets::empty(0, width), Sets::empty(0, width));
        for at in 0..squares {
            dangers.iter().for_each(|danger| push_ahead(&mut swept, at, danger.leap, usize::MAX));
        }
        for kind in 0..moves.len() {
            for at in 0..squares {
                for danger in &dangers {
                    let times = match danger.backwards {
                        _ if danger.army == army_of[kind] => 0,
                        Some(times) => times,
                        None => range(moves[kind], danger.leap),
                    };
                    push_ahead(&mut raised, at, danger.leap, times);
                }
            }
        }
        let rides = |kind: usize, at: usize| -> Vec<Vec<usize>> {
            let rides = moves[kind].rides_from(board, reading.square(at));
            rides.map(|ride| ride.map(|square| reading.index(square)).collect()).collect()
        };
        let places = (0..moves.len()).flat_map(|kind| (0..squares).map(move |at| (kind, at)));
        let rides = places.filter(|_| is_wrapped).map(|(kind, at)| rides(kind, at)).collect();
        Self {
            open,
            fixed,
            next_fixed: (0..=squares).map(next_fixed).collect(),
            pairs: pairs(board, reading, &moves, &stands, &army_of),
            dangers: dangers.len(),
            own: (0..moves.len()).map(own).collect(),
            swept,
            raised,
            rides,
            pieces,
            army_of,
        }
    }
}

impl<M: Mask> Tables<M> {
    pub(super) fn new(problem: &Problem) -> Self {
        let draft = Draft::new(problem);
        Self {
            open: draft.open.masks(),
            fixed: draft.fixed.masks(),
            next_fixed: draft.next_fixed,
            pairs: draft.pairs.masks(),
            dangers: draft.dangers,
            own: draft.own,
            swept: draft.swept.masks(),
            raised: draft.raised.masks(),
            rides: draft.rides,
            pieces: draft.pieces,
            army_of: draft.army_of,
        }
    }

    /// How many squares the board has.
    pub(super) fn squares(&self) -> usize {
        self.next_fixed.len() - 1
    }

    /// Whether placements must be walked in the end.
    pub(super) fn is_walked(&self) -> bool {
        !self.rides.is_empty()
    }

    /// What a piece on a square shields, by danger.
    #[inline(always)]
    pub(super) fn swept(&self, at: usize) -> &[M] {
        &self.swept[at * self.dangers..][..self.dangers]
    }

    /// What a piece of a kind on a square endangers, by danger.
    #[inline(always)]
    pub(super) fn raised(&self, kind: usize, at: usize) -> &[M] {
        &self.raised[(kind * self.squares() + at) * self.dangers..][..self.dangers]
    }

    /// Whether no ride meets an enemy first, for boards with wrapped edges; pieces are (square, kind) pairs.
    pub(super) fn is_peace(&self, pieces: &[(usize, usize)]) -> bool {
        let on = |at: usize| pieces.iter().find(|piece| piece.0 == at).map(|piece| piece.1);
        pieces.iter().all(|&(at, kind)| {
            let rides = &self.rides[kind * self.squares() + at];
            rides.iter().all(|ride| {
                let first = ride.iter().find_map(|&at| on(at));
                first.is_none_or(|other| self.army_of[other] == self.army_of[kind])
            })
        })
    }

    pub(super) fn memory(&self) -> usize {
        let pairs = self.pieces.len().pow(2) * self.squares();
        let rides: usize = self.rides.iter().flatten().map(|ride| 8 * ride.len() + 24).sum();
        (pairs + self.swept.len() + self.raised.len()) * size_of::<M>() + rides
    }
}

/// The squares that a leap from a square leads to, one after another; up to an edge, a hole, or back.
fn walk(board: &Board, reading: Order, at: usize, leap: Leap) -> impl Iterator<Item = usize> {
    let from = reading.square(at);
    std::iter::successors(board.step(from, leap), move |&at| board.step(at, leap))
        .take_while(move |&at| at != from && board.is_open(at))
        .map(move |at| reading.index(at))
}

/// The dangers of the armies, for kinds that stand on the board.
fn dangers(moves: &[&Moves], stands: &[usize], army_of: &[usize]) -> Vec<Danger> {
    // Forwards is rightwards, or down the board.
    let forwards = |leap: Leap| if leap.0 > 0 || (leap.0 == 0 && leap.1 < 0) { reverse(leap) } else { leap };
    let rides = stands.iter().flat_map(|&kind| moves[kind].rides());
    let mut lines: Vec<Leap> =
        rides.filter(|(_, range)| *range != Range::Times(1)).map(|(leap, _)| forwards(leap)).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut armies: Vec<usize> = stands.iter().map(|&kind| army_of[kind]).collect();
    armies.dedup();
    let mut dangers = Vec::new();
    for &leap in &lines {
        for &army in &armies {
            if stands.iter().any(|&kind| army_of[kind] != army && range(moves[kind], leap) > 0) {
                dangers.push(Danger { leap, army, backwards: None });
            }
            let own = stands.iter().filter(|&&kind| army_of[kind] == army);
            let mut ranges: Vec<usize> = own.map(|&kind| range(moves[kind], reverse(leap))).collect();
            ranges.sort_unstable();
            ranges.dedup();
            let ranges = ranges.into_iter().filter(|&times| times > 0);
            dangers.extend(ranges.map(|times| Danger { leap, army, backwards: Some(times) }));
        }
    }
    dangers
}

/// What no piece can come between: the first leap of every ride.
fn pairs(board: &Board, reading: Order, moves: &[&Moves], stands: &[usize], army_of: &[usize]) -> Conflicts {
    let mut pairs = Conflicts::none(moves.len(), board.squares());
    for &kind in stands {
        for at in 0..board.squares() {
            for mut ride in moves[kind].rides_from(board, reading.square(at)) {
                let Some(next) = ride.next().map(|square| reading.index(square)) else { continue };
                for &other in stands.iter().filter(|&&other| army_of[other] != army_of[kind]) {
                    pairs.add((kind, at), (other, next));
                }
            }
        }
    }
    pairs
}
