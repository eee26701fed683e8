//! The result: numbers of placements by square.

use crate::board::Square;
use crate::question::Question;
use num_bigint::BigUint;
use std::time::Duration;

/// The number of placements with a piece on each square.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CountsBySquare {
    /// The question.
    pub question: Question,
    /// For a problem with `max`, the maximum number of pieces of these kinds, together.
    pub maximum: Option<u32>,
    /// The number of all placements; a lower bound if they were not counted to the end.
    pub count: BigUint,
    /// True if all placements were counted to the end.
    pub is_counted: bool,
    /// The numbers of each kind; the same kind in different armies has separate numbers.
    pub kinds: Vec<KindBySquare>,
    /// The number of orbits of squares and kinds, under symmetry, that need a count.
    pub orbits: usize,
    /// The number of orbits that were counted.
    pub orbits_done: usize,
    /// True if everything was counted.
    pub complete: bool,
    /// The total time.
    pub elapsed: Duration,
}

/// The number of placements with a piece of one kind on each square.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KindBySquare {
    /// The index among the problem's [pieces](crate::problem::Problem::pieces).
    pub piece: usize,
    /// The letter of the kind.
    pub letter: char,
    /// The army or group of the kind, from 0.
    pub army: usize,
    /// For each square of the board, in the order of its [numbers](crate::board::Board::index), the number of
    /// placements. It is `None` if the square was not counted, and 0 on holes.
    pub numbers: Vec<Option<BigUint>>,
}

impl CountsBySquare {
    /// Returns the number of placements with a piece of a kind on a square; `None` if it is not known.
    ///
    /// If several armies have that kind, the number is that of the first such army.
    #[must_use]
    pub fn number(&self, letter: char, square: Square) -> Option<&BigUint> {
        let board = self.question.problem.board();
        let kind = self.kinds.iter().find(|kind| kind.letter == letter)?;
        if board.has(square) { kind.numbers[board.index(square)].as_ref() } else { None }
    }
}
