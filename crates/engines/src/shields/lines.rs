//! The lines of a board, and the effects of a piece along them.
//!
//! A *line* is a leap in reading order, together with its reverse: every ride goes along one, forwards or
//! backwards. If no kind of the problem repeats the leaps of a line, the line cannot be blocked and depends
//! only on pairs. For the other lines a partial placement keeps these *dangers*, each a set of squares:
//!
//! * for a line and an army, the squares whose nearest piece behind is an enemy that attacks them forwards;
//! * for a line, an army and a number of leaps, the squares whose nearest piece behind is an enemy at most
//!   this many leaps away. A piece of this army on such a square that rides this far backwards would attack
//!   the enemy.
//!
//! A kind of an army may stand on the squares outside all dangers of the kind.

use crate::board::{Board, Mask, ReadingOrder, Set, Sets, Topology, words_for};
use crate::engines::reading::{self, ReadingProblem, Widen};
use crate::piece::{Moves, Range};
use crate::problem::Problem;

/// Nanoseconds for a word of the masks at a partial placement.
const WORD_NANOSECONDS: f64 = 20.0;

/// A leap, in rows and columns.
type Leap = (i32, i32);

/// Returns the number of times that a leap is repeated; 0 if there is no such ride.
fn range(moves: &Moves, leap: Leap) -> usize {
    let ride = moves.rides().find(|(step, _)| *step == leap);
    ride.map_or(0, |(_, range)| range.times())
}

fn reverse((rows, cols): Leap) -> Leap {
    (rows.wrapping_neg(), cols.wrapping_neg())
}

/// The lines of a problem, for the sets of squares `S`: [`Sets`], or masks of a width. Squares are numbered
/// in reading order, kinds as the problem's pieces.
pub(super) struct ShieldLines<S> {
    pub(super) army_of: Vec<usize>,
    /// For each kind the squares where its pieces must stand.
    pub(super) fixed: S,
    /// For each square the lowest square from it on where a pre-placed piece must stand; the number of
    /// squares if there is none.
    pub(super) next_fixed: Vec<usize>,
    /// The number of dangers.
    pub(super) dangers: usize,
    /// For each kind its own dangers.
    pub(super) own: Vec<Vec<usize>>,
    /// For each square and danger, the squares that a piece there shields.
    pub(super) swept: S,
    /// For each kind, square and danger, the squares that a piece there endangers.
    pub(super) raised: S,
    /// If edges wrap, for each kind and square the squares that it attacks one after another along each ride;
    /// otherwise empty.
    pub(super) rides: Vec<Vec<Vec<usize>>>,
}

/// The definition of a danger.
struct Danger {
    leap: Leap,
    army: usize,
    /// The number of leaps that this army rides backwards; `None` for the enemies' attacks forwards.
    backwards: Option<usize>,
}

/// Returns a problem with its lines.
pub(super) fn outline(problem: &Problem) -> ReadingProblem<ShieldLines<Sets>> {
    let board = problem.board();
    let (army_of, squares) = (problem.army_of(), board.squares());
    let moves: Vec<&Moves> = problem.pieces().map(|pieces| pieces.kind.moves()).collect();
    let left: Vec<u32> = problem.pieces().map(|pieces| pieces.quantity.exact_number()).collect();
    // Pre-placed pieces are placed in their turn, because the pieces behind a piece must come before it.
    let given = reading::preplaced_pieces(problem);
    let mut fixed = Sets::empty(moves.len(), words_for(squares));
    given.iter().for_each(|&(at, kind)| fixed[kind].add_square(at));
    let mut open = fixed.clone();
    let free = reading::free(problem);
    (0..moves.len()).for_each(|kind| open[kind].add(&free));
    let next_fixed = |from: usize| {
        let fixed = given.iter().map(|&(at, _)| at).filter(|&at| at >= from);
        fixed.min().unwrap_or(squares)
    };
    let stands: Vec<usize> = (0..moves.len()).filter(|&kind| left[kind] > 0).collect();
    let is_wrapped = board.topology() != Topology::Plane || !board.is_straight();
    let dangers = if is_wrapped { Vec::new() } else { dangers(&moves, &stands, &army_of) };
    let is_own = |kind: usize, danger: &Danger| {
        danger.army == army_of[kind]
            && danger.backwards.is_none_or(|times| times == range(moves[kind], reverse(danger.leap)))
    };
    let own = |kind: usize| (0..dangers.len()).filter(|&danger| is_own(kind, &dangers[danger])).collect();
    ReadingProblem {
        given: Vec::new(),
        left,
        open,
        // No piece can come between a piece and the squares of its first leaps.
        pairs: reading::pairs(problem, &|one, other| army_of[one] != army_of[other], 1),
        node_nanoseconds: WORD_NANOSECONDS * words_for(squares) as f64,
        rule: ShieldLines {
            fixed,
            next_fixed: (0..=squares).map(next_fixed).collect(),
            dangers: dangers.len(),
            own: (0..moves.len()).map(own).collect(),
            swept: shielded_sets(board, &dangers),
            raised: endangered_sets(board, &dangers, &moves, &army_of),
            rides: if is_wrapped { rides(board, &moves) } else { Vec::new() },
            army_of,
        },
    }
}

impl Widen for ShieldLines<Sets> {
    type Rule<M: Mask> = ShieldLines<Vec<M>>;

    fn widen<M: Mask>(self) -> ShieldLines<Vec<M>> {
        ShieldLines {
            army_of: self.army_of,
            fixed: self.fixed.masks(),
            next_fixed: self.next_fixed,
            dangers: self.dangers,
            own: self.own,
            swept: self.swept.masks(),
            raised: self.raised.masks(),
            rides: self.rides,
        }
    }
}

impl<M: Mask> ShieldLines<Vec<M>> {
    /// Returns the number of squares of the board.
    pub(super) fn squares(&self) -> usize {
        self.next_fixed.len() - 1
    }

    /// Returns for each danger the squares that a piece on a square shields.
    #[inline(always)]
    pub(super) fn shielded_squares(&self, at: usize) -> &[M] {
        &self.swept[at * self.dangers..][..self.dangers]
    }

    /// Returns for each danger the squares that a piece of a kind on a square endangers.
    #[inline(always)]
    pub(super) fn endangered_squares(&self, kind: usize, at: usize) -> &[M] {
        &self.raised[(kind * self.squares() + at) * self.dangers..][..self.dangers]
    }
}

/// Returns the dangers of the armies, for kinds that stand on the board.
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

/// Returns for each square and danger the squares that a piece there shields: all squares ahead of it.
fn shielded_sets(board: &Board, dangers: &[Danger]) -> Sets {
    let mut swept = Sets::empty(0, words_for(board.squares()));
    for at in 0..board.squares() {
        dangers
            .iter()
            .for_each(|danger| swept.push_squares(squares_ahead(board, at, danger.leap, usize::MAX)));
    }
    swept
}

/// Returns for each kind, square and danger the endangered squares: as far ahead as the piece attacks, or is
/// attacked.
fn endangered_sets(board: &Board, dangers: &[Danger], moves: &[&Moves], army_of: &[usize]) -> Sets {
    let mut raised = Sets::empty(0, words_for(board.squares()));
    for (moves, &army) in moves.iter().zip(army_of) {
        for at in 0..board.squares() {
            for danger in dangers {
                let times = match danger.backwards {
                    _ if danger.army == army => 0,
                    Some(times) => times,
                    None => range(moves, danger.leap),
                };
                raised.push_squares(squares_ahead(board, at, danger.leap, times));
            }
        }
    }
    raised
}

/// Returns the squares to which up to `times` leaps from a square lead.
fn squares_ahead(board: &Board, at: usize, (rows, cols): Leap, times: usize) -> impl Iterator<Item = usize> {
    let order = ReadingOrder::new(board);
    let line = board.line(order.square(at), [rows, cols, 0, 0]);
    line.take(times).map(move |square| order.place(square))
}

/// Returns for each kind and square the squares that it attacks one after another along each ride.
fn rides(board: &Board, moves: &[&Moves]) -> Vec<Vec<Vec<usize>>> {
    let order = ReadingOrder::new(board);
    let from = |moves: &Moves, at: usize| {
        let rides = moves.rides_from(board, order.square(at));
        rides.map(|ride| ride.map(|square| order.place(square)).collect()).collect()
    };
    moves.iter().flat_map(|moves| (0..board.squares()).map(|at| from(moves, at))).collect()
}
