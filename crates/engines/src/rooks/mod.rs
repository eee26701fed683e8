//! The rooks engine: rooks and bishops by rook numbers, on boards of any size.
//!
//! Bishops of one colour are rooks: their diagonals are rows, and the diagonals across are columns. On a
//! square board the diagonals of a colour, ordered by length, are nested as seen from the columns. The two
//! colours do not meet. [`numbers`] explains how the numbers are found. Rooks together with standing pieces,
//! on any squares that these leave, are counted rank by rank ([`mod@grid`]). Rooks with a few other pieces come
//! [`last`].

mod grid;
mod last;
mod numbers;
#[cfg(test)]
mod tests;

use crate::engines::estimate::{Effort, Estimate};
use crate::engines::feature::{Feature, IN_INSTANCES};
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::question::Question;
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, NumberCount};
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
use crate::engines::tuning::Tuning;
use crate::piece::built_in;
use crate::problem::{Problem, Quantity};
use grid::Grid;
use last::RooksLast;
use num_bigint::BigUint;
use numbers::{AnySquares, RookNumbers};

/// The name of the engine in results.
const NAME: &str = "rooks";
/// The version of the engine, raised whenever its counts change.
const VERSION: u32 = 1;

/// The supported features of a question. Rooks attack the same squares across joined edges; bishops do not,
/// and are rejected there.
const KNOWN: &[Feature] = &[
    Feature::ManySquares,
    Feature::JoinedEdges,
    Feature::AnyNumber,
    Feature::LargestNumber,
    Feature::ClosedSquares,
    Feature::ByNumber,
];
/// The maximum number of steps for boards of arbitrary squares.
const MAX_WORK: f64 = 1e10;
/// The maximum number of squares of boards whose diagonals are visited square by square.
const MAX_SQUARES: usize = 1 << 20;

/// The engine.
pub(crate) struct RooksEngine;

impl Technique for RooksEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "By rook numbers, for rooks or bishops on boards of any size, and for rooks with few other pieces"
    }

    /// Lists the supported features. A grid supports all features of instances.
    fn features(&self) -> &'static [&'static [Feature]] {
        &[KNOWN, IN_INSTANCES]
    }

    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        if ready.instance.classes.len() > 1 {
            return last::may_suit(ready).then_some(Suit::Model);
        }
        let grid = Grid::new(ready.board?, ready.instance, (NAME, VERSION), Kernel::Portable)?;
        grid.is_quicker_than_a_search().then_some(Suit::Shape)
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        match *task {
            Task::Placements(ready) => {
                let (board, instance, tuning) = (ready.board?, ready.instance, limits.tuning);
                if let Some(last) = RooksLast::new(board, instance, (NAME, VERSION), tuning) {
                    return Some(Box::new(last));
                }
                Some(Box::new(Grid::new(board, instance, (NAME, VERSION), tuning.kernel)?))
            }
            Task::Question(question, _) => Some(Box::new(RookCount::new(question)?)),
            Task::Squares(_) | Task::Classes { .. } => None,
        }
    }

    fn expected_cost(&self, ready: &LeafInstance<'_>, tuning: Tuning, _: f64) -> Option<f64> {
        let grid = Grid::new(ready.board?, ready.instance, (NAME, VERSION), tuning.kernel)?;
        Some(grid.facts().work())
    }

    fn has_kernels(&self) -> bool {
        false
    }

    fn misfit(&self) -> &'static str {
        "the rooks engine counts rooks alone or bishops alone, with few reserved squares and holes (bishops on \
         square or narrow boards), or at least two rooks with up to eight other pieces that attack at most 12 \
         squares off their own rank and file, like N or K, on boards without holes"
    }

    fn suits_questions(&self) -> Option<Suit> {
        Some(Suit::Model)
    }
}

/// A board on which rooks stand.
enum RookBoard {
    /// A rectangle without some squares.
    Rectangle { sides: (usize, usize), closed: Vec<AnySquares> },
    /// Nested rows, for each of two colours.
    Nested([Vec<usize>; 2]),
    /// Arbitrary squares, for each of two colours.
    Any([AnySquares; 2]),
}

/// A question about rooks on some board.
struct RookCount {
    board: RookBoard,
    quantity: Quantity,
    facts: Facts,
    /// The maximum number of rooks that is considered.
    most: usize,
    /// The sum of the two sides, which determines the length of numbers.
    sides: usize,
}

impl RookCount {
    /// Prepares a question; `None` if the engine does not support it.
    fn new(question: &Question) -> Option<Self> {
        let problem = &question.problem;
        let mut kinds = problem.pieces();
        let (pieces, None) = (kinds.next().filter(|_| question.has_only(KNOWN))?, kinds.next()) else {
            return None;
        };
        let moves = pieces.kind.moves();
        let is_like = |letter: char| {
            let moves_of_it = built_in(letter).map(|piece| piece.kind.moves());
            moves_of_it.is_some_and(|other| moves.closed_with(moves) == other.closed_with(other))
        };
        let closed = problem.reserved_squares().iter().chain(&pieces.closed);
        let mut closed: Vec<(usize, usize)> = closed.map(|square| (square.row, square.col)).collect();
        closed.sort_unstable();
        closed.dedup();
        let board = match () {
            () if is_like('R') => rooks(problem, &closed),
            () if is_like('B') => bishops(problem, &closed)?,
            () => return None,
        };
        let (rows, cols) = (problem.board().rows(), problem.board().cols());
        let fit = if is_like('R') { rows.min(cols) } else { rows + cols };
        let most = match pieces.quantity {
            Quantity::Exactly(number) => fit.min(number as usize),
            Quantity::Within(_) | Quantity::Any | Quantity::Max => fit,
        };
        let (quantity, facts) = (pieces.quantity, Facts::single_unit((NAME, VERSION), question.by_number));
        let count = Self { board, quantity, facts, most, sides: rows + cols };
        (count.work_on_any() <= MAX_WORK).then_some(count)
    }

    /// Returns the boards that are processed row by row.
    fn of_any_squares(&self) -> &[AnySquares] {
        match &self.board {
            RookBoard::Rectangle { closed, .. } => closed,
            RookBoard::Any(colours) => colours,
            RookBoard::Nested(_) => &[],
        }
    }

    fn work_on_any(&self) -> f64 {
        self.of_any_squares().iter().map(AnySquares::work).sum()
    }

    /// Returns the number of words of the largest numbers.
    fn words(&self) -> f64 {
        1.0 + self.most as f64 * (self.sides as f64).log2() / 32.0
    }

    /// Returns the rook numbers; `None` if it was stopped.
    fn numbers(&self, should_stop: &dyn Fn() -> bool) -> Option<RookNumbers> {
        let most = self.most;
        match &self.board {
            RookBoard::Rectangle { sides, closed } => {
                let mut all = vec![BigUint::from(1u32)];
                for part in closed {
                    all = numbers::multiply(&all, &part.numbers(most, should_stop)?, most);
                }
                numbers::of_rectangle_without(*sides, &all, most, should_stop)
            }
            RookBoard::Nested([one, other]) => {
                let of = |rows: &Vec<usize>| numbers::of_nested_rows(rows.clone(), most, should_stop);
                Some(numbers::multiply(&of(one)?, &of(other)?, most))
            }
            RookBoard::Any([one, other]) => {
                let of = |colour: &AnySquares| colour.numbers(most, should_stop);
                Some(numbers::multiply(&of(one)?, &of(other)?, most))
            }
        }
    }
}

/// Returns the board of rooks.
fn rooks(problem: &Problem, closed: &[(usize, usize)]) -> RookBoard {
    let parts = numbers::parts(closed);
    let closed = parts.iter().map(|part| AnySquares::new(part)).collect();
    RookBoard::Rectangle { sides: (problem.board().rows(), problem.board().cols()), closed }
}

/// Returns the board of bishops as rooks; `None` if there are too many squares.
fn bishops(problem: &Problem, closed: &[(usize, usize)]) -> Option<RookBoard> {
    let board = problem.board();
    let (rows, cols) = (board.rows(), board.cols());
    if board.topology().rows_wrap() || board.topology().cols_wrap() {
        return None;
    }
    if rows == cols && closed.is_empty() {
        // The diagonals at each distance from the long one, on both sides of it.
        let lengths = |colour: usize| {
            let away = (0..rows).filter(|away| away % 2 == colour);
            away.flat_map(|away| std::iter::repeat_n(rows - away, if away == 0 { 1 } else { 2 })).collect()
        };
        return Some(RookBoard::Nested([0, 1].map(lengths)));
    }
    if board.squares() > MAX_SQUARES {
        return None;
    }
    let squares = |colour: usize| {
        let all = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let open =
            all.filter(|square| (square.0 + square.1) % 2 == colour && closed.binary_search(square).is_err());
        let turned: Vec<(usize, usize)> = open.map(|(row, col)| (row + col, row + cols - 1 - col)).collect();
        AnySquares::new(&turned)
    };
    Some(RookBoard::Any([0, 1].map(squares)))
}

impl Leaf for RookCount {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        let (most, words) = (self.most as f64 + 1.0, self.words());
        let numbers = match &self.board {
            RookBoard::Rectangle { closed, .. } => most * (closed.len() as f64 + 1.0) * 4.0,
            RookBoard::Nested([one, _]) => 2.0 * one.len() as f64 * most + most * most,
            RookBoard::Any(_) => most * most,
        };
        Estimate::by_model(2000.0 + numbers * (50.0 + words) + self.work_on_any() * 20.0)
    }

    fn memory(&self) -> usize {
        (8.0 * self.words() * (self.most as f64 + 1.0) * 4.0) as usize
    }

    fn note(&self) -> Option<String> {
        let by = match &self.board {
            RookBoard::Rectangle { .. } => "by rook numbers",
            RookBoard::Nested(_) => "by rook numbers, diagonals one within the other",
            RookBoard::Any(_) => "by rook numbers, diagonal by diagonal",
        };
        Some(by.to_owned())
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let Some(mut numbers) = self.numbers(run.should_stop) else { return Ok(Counts::default()) };
        (run.progress)(1.0, 0);
        while numbers.last().is_some_and(|number| *number == BigUint::ZERO) {
            numbers.pop();
        }
        let (count, maximum) = match self.quantity {
            Quantity::Exactly(number) => (numbers.get(number as usize).cloned().unwrap_or_default(), None),
            Quantity::Within(_) | Quantity::Any => (numbers.iter().sum(), None),
            Quantity::Max => {
                (numbers.last().cloned().unwrap_or_default(), Some(numbers.len().saturating_sub(1) as u32))
            }
        };
        let mut by_number = Vec::new();
        if self.facts.is_by_number {
            let each = (0..).zip(numbers).filter(|(_, count)| *count != BigUint::ZERO);
            by_number.extend(each.map(|(rooks, count)| NumberCount { pieces: vec![rooks], count }));
        }
        Ok(Counts { maximum, by_number, ..Counts::from_count(count) })
    }
}
