//! Finds the largest countable board of the same shape, for questions on boards that are too large.

use super::patience::plan_unless_stopped;
use super::{Plan, PlanError, Settings, Silent, StoppingObserver};
use crate::board::Board;
use crate::clock::Instant;
use crate::engines::instance::Instance;
use crate::problem::{Pieces, Problem, Quantity, Span};
use crate::question::Question;
use std::time::Duration;

/// The approximate maximum time for the search, because its result is only a hint.
const PATIENCE: Duration = Duration::from_secs(10);

/// A smaller board of the same shape.
pub struct SmallerBoard {
    /// The plan of the question on that board.
    pub plan: Plan,
    /// Whether all larger boards are too large. If false, there was no time to try some.
    pub is_largest: bool,
}

/// Finds the largest countable board of the same shape for a question. Its sides have the same proportion; a
/// narrow board keeps its width. `None` if no such board can be counted.
#[must_use]
pub fn find_smaller_board(question: &Question, settings: &Settings) -> Option<SmallerBoard> {
    let board = question.problem.board();
    let (rows, cols) = (board.rows(), board.cols());
    let long = rows.max(cols);
    let until = StoppingObserver { observer: &Silent, end: Some(Instant::now() + PATIENCE) };
    let of_length = |length: usize| {
        let shorter = |side: usize| match side {
            side if side <= NARROW => side.min(length),
            side => (side as u128 * length as u128).div_ceil(long as u128) as usize,
        };
        let smaller = Board::new(shorter(rows), shorter(cols), board.topology()).ok()?;
        let asked = question.with_problem(question.problem.on_board(smaller)?);
        Some(plan_unless_stopped(&asked, settings, &until))
    };
    // A board that is longer than a board that is too large is also too large.
    let (mut fits, mut exceeds, mut best) = (0, long, None);
    while fits + 1 < exceeds {
        let length = usize::midpoint(fits, exceeds);
        match of_length(length) {
            Some(Err(PlanError::LargeBoard)) => exceeds = length,
            None | Some(Err(_)) => fits = length,
            Some(Ok(Some(plan))) => (fits, best) = (length, Some(plan)),
            Some(Ok(None)) => break,
        }
    }
    // If the pieces do not fit, there is nothing to count.
    let best = best.filter(|plan| has_room(plan.problem()));
    best.map(|plan| SmallerBoard { plan, is_largest: fits + 1 >= exceeds })
}

/// Returns true if a board may hold the pieces of the problem, according to cliques.
fn has_room(problem: &Problem) -> bool {
    if problem.board().is_large() || problem.degrees().are_asked() {
        return true;
    }
    let instance = Instance::with_kinds(problem, &|_| true);
    let fits = |(kind, pieces): (usize, &Pieces)| match pieces.quantity {
        Quantity::Exactly(number) | Quantity::Within(Span { least: number, .. }) => {
            number <= pieces.fixed.len() as u32 + instance.cliques(kind)
        }
        Quantity::Any | Quantity::Max => true,
    };
    problem.pieces().enumerate().all(fits)
}

/// Narrower boards are strips; they keep their width.
const NARROW: usize = 32;
