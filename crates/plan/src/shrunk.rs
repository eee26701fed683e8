//! What can be said where a board is too large: the largest board of its shape that is not.

use super::{Plan, PlanError, Settings, plan};
use crate::board::Board;
use crate::question::Question;

/// The plan of the same question on the largest board of its shape that is not too large: with sides in the same proportion, or of
/// a board that is narrow already, as wide. `None` if none can be counted.
#[must_use]
pub fn shrunk(question: &Question, settings: &Settings) -> Option<Plan> {
    let board = question.problem.board();
    let (rows, cols) = (board.rows(), board.cols());
    let long = rows.max(cols);
    let of_length = |length: usize| {
        let shorter = |side: usize| match side {
            side if side <= NARROW => side.min(length),
            side => (side as u128 * length as u128).div_ceil(long as u128) as usize,
        };
        let smaller = Board::new(shorter(rows), shorter(cols), board.topology()).ok()?;
        Some(plan(&question.of(question.problem.on_board(smaller)?), settings))
    };
    // Too large is what is longer than something that is too large.
    let (mut fits, mut exceeds, mut best) = (0, long, None);
    while fits + 1 < exceeds {
        let length = usize::midpoint(fits, exceeds);
        match of_length(length) {
            Some(Err(PlanError::LargeBoard)) => exceeds = length,
            None | Some(Err(_)) => fits = length,
            Some(Ok(plan)) => (fits, best) = (length, Some(plan)),
        }
    }
    best
}

/// Narrower boards are strips, which are cut.
const NARROW: usize = 32;
