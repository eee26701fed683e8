//! The lines of a board along which the kinds of a problem attack, as lists of squares.

use crate::board::{Mask, Sets, words_for};
use crate::engines::reading::{self, ReadingProblem, Widen, attacks_along_lines, lame, lines, number};
pub(super) use crate::engines::reading::{LameLeap, LineAttack};
use crate::problem::{Pieces, Problem, Quantity};

/// Nanoseconds for a partial placement.
const NODE_NANOSECONDS: f64 = 50.0;
/// Nanoseconds for each line that is followed.
const LINE_NANOSECONDS: f64 = 10.0;

/// The attacks of a kind along its lines.
pub(super) struct Attacks {
    /// The leaps, by their numbers and those of their reverses.
    pub(super) along: Vec<(LineAttack, usize, usize)>,
    /// For each square, the lame leaps from there.
    pub(super) lame_from: Vec<Vec<LameLeap>>,
    /// For each square, the lame leaps that lead there.
    pub(super) lame_to: Vec<Vec<LameLeap>>,
}

impl Attacks {
    fn new(along: Vec<(LineAttack, usize, usize)>, lame_from: Vec<Vec<LameLeap>>) -> Self {
        let mut lame_to = vec![Vec::new(); lame_from.len()];
        for (from, leaps) in lame_from.iter().enumerate() {
            leaps.iter().for_each(|lame| lame_to[lame.other].push(LameLeap { other: from, ..*lame }));
        }
        Self { along, lame_from, lame_to }
    }

    /// Returns the approximate number of lines of a piece.
    fn lines_in_view(&self) -> usize {
        self.along.len() + self.lame_from.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// The lines of a problem, for the sets of squares `S`: [`Sets`], or masks of a width. Squares are numbered
/// in reading order, kinds as the problem's pieces.
pub(super) struct HurdleLines<S> {
    /// For each leap and square, the other squares of the line from it; up to an edge, a hole, or the square
    /// itself.
    pub(super) lines: Vec<Vec<u16>>,
    /// The lines as sets.
    spans: S,
    /// The number of squares of the board.
    pub(super) squares: usize,
    /// For each kind, its attacks.
    pub(super) attacks: Vec<Attacks>,
    /// The squares on the ways of lame leaps.
    pub(super) ways: S,
    /// For any two kinds, whether their pieces must not attack each other.
    are_enemies: Vec<Vec<bool>>,
    /// For each kind, whether it stops riders.
    pub(super) stops: Vec<bool>,
    /// The squares for pieces that are to come, a single set.
    pub(super) open: S,
}

/// Returns a problem with its lines.
pub(super) fn outline(problem: &Problem) -> ReadingProblem<HurdleLines<Sets>> {
    let board = problem.board();
    let (squares, width) = (board.squares(), words_for(board.squares()));
    let kinds: Vec<&Pieces> = problem.pieces().collect();
    let stops: Vec<bool> = kinds.iter().map(|of| of.kind.is_wall() || problem.is_blocked()).collect();
    let is_stopped = stops.contains(&true);
    let (mut leaps, mut ways) = (Vec::new(), Sets::empty(0, width));
    let attacks = kinds.iter().map(|of| {
        let moves = of.kind.moves();
        let along = if of.quantity == Quantity::Exactly(0) {
            Vec::new()
        } else {
            attacks_along_lines(moves, is_stopped)
        };
        let numbered = along.into_iter().map(|(along, leap)| {
            let back = leap.map(i32::wrapping_neg);
            (along, number(&mut leaps, leap), number(&mut leaps, back))
        });
        Attacks::new(numbered.collect(), lame(board, moves, &mut ways))
    });
    let attacks: Vec<Attacks> = attacks.collect();
    let lines = lines(board, &leaps);
    let mut spans = Sets::empty(0, width);
    lines.iter().for_each(|line| spans.push_squares(line.iter().map(|&at| usize::from(at))));
    let are_enemies = are_enemies(problem);
    // If nothing stops a ride, no piece between can prevent its attacks.
    let most = if is_stopped { 1 } else { usize::MAX };
    let pairs = reading::pairs(problem, &|one, other| are_enemies[one][other], most);
    let left: Vec<u32> = kinds.iter().map(|of| of.free_pieces()).collect();
    let in_view = attacks.iter().zip(&left).map(|(of, &left)| of.lines_in_view() * left as usize);
    let node_nanoseconds = NODE_NANOSECONDS + LINE_NANOSECONDS * in_view.sum::<usize>() as f64;
    let open = Sets::new(width, reading::free(problem));
    ReadingProblem {
        given: reading::preplaced_pieces(problem),
        open: open.select(&vec![0; kinds.len()]),
        left,
        pairs,
        node_nanoseconds,
        rule: HurdleLines { lines, spans, squares, attacks, ways, are_enemies, stops, open },
    }
}

impl Widen for HurdleLines<Sets> {
    type Rule<M: Mask> = HurdleLines<Vec<M>>;

    fn widen<M: Mask>(self) -> HurdleLines<Vec<M>> {
        HurdleLines {
            lines: self.lines,
            spans: self.spans.masks(),
            squares: self.squares,
            attacks: self.attacks,
            ways: self.ways.masks(),
            are_enemies: self.are_enemies,
            stops: self.stops,
            open: self.open.masks(),
        }
    }
}

impl<M: Mask> HurdleLines<Vec<M>> {
    /// Returns the squares of the line from a square by a leap with this number, the nearest first.
    #[inline(always)]
    pub(super) fn line(&self, leap: usize, at: usize) -> &[u16] {
        &self.lines[leap * self.squares + at]
    }

    /// Returns the squares of that line as a set.
    #[inline(always)]
    pub(super) fn span(&self, leap: usize, at: usize) -> M {
        self.spans[leap * self.squares + at]
    }

    #[inline(always)]
    pub(super) fn are_enemies(&self, one: usize, other: usize) -> bool {
        self.are_enemies[one][other]
    }
}

/// Returns squares as a set.
#[inline(always)]
pub(super) fn set<M: Mask>(squares: &[u16]) -> M {
    squares.iter().fold(M::EMPTY, |set, &at| set.with_square(usize::from(at)))
}

/// Returns for any two kinds whether their pieces must not attack each other.
fn are_enemies(problem: &Problem) -> Vec<Vec<bool>> {
    let opposed = problem.opposition();
    // The armies come first; the walls follow them.
    let is_piece: Vec<bool> = problem.pieces().map(|of| !of.kind.is_wall()).collect();
    let are_enemies = |one: usize, other: usize| is_piece[one] && is_piece[other] && opposed(one, other);
    let kinds = 0..is_piece.len();
    kinds.clone().map(|one| kinds.clone().map(|other| are_enemies(one, other)).collect()).collect()
}
