//! Placements by square, counted.

use crate::board::Square;
use crate::question::Question;
use num_bigint::BigUint;
use std::time::Duration;

/// How many placements have a piece on which square.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BySquare {
    /// What was asked.
    pub question: Question,
    /// Of a problem with `max`, the largest number of pieces of the kinds written so, together.
    pub maximum: Option<u32>,
    /// All placements; a lower bound if they were not counted to the end.
    pub count: BigUint,
    /// Whether they were.
    pub is_counted: bool,
    /// The numbers of each kind, those of each army apart.
    pub kinds: Vec<KindBySquare>,
    /// How many squares and kinds there are up to symmetry where it must be counted how many placements have a piece.
    pub orbits: usize,
    /// How many of them were counted.
    pub orbits_done: usize,
    /// Whether everything was counted.
    pub complete: bool,
    /// Time for all of it.
    pub elapsed: Duration,
}

/// How many placements have a piece of one kind on which square.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KindBySquare {
    /// Which of the problem's [pieces](crate::problem::Problem::pieces).
    pub piece: usize,
    /// The letter of the kind.
    pub letter: char,
    /// Its army, or group, from 0.
    pub army: usize,
    /// For each square of the board in the order of its [numbers](crate::board::Board::index): `None` if that was not counted, and
    /// 0 on holes.
    pub numbers: Vec<Option<BigUint>>,
}

impl BySquare {
    /// The number of placements with a piece of a kind on a square; `None` if it is not known.
    ///
    /// The first army's, where several have that kind.
    #[must_use]
    pub fn number(&self, letter: char, square: Square) -> Option<&BigUint> {
        let board = self.question.problem.board();
        let kind = self.kinds.iter().find(|kind| kind.letter == letter)?;
        if board.has(square) { kind.numbers[board.index(square)].as_ref() } else { None }
    }
}
