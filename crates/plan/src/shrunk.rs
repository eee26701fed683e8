//! What can be said where a board is too large: the largest board of its shape that is not.

use super::patience::plan_unless_stopped;
use super::{Plan, PlanError, Settings, Silent, Until};
use crate::board::Board;
use crate::clock::Instant;
use crate::engines::instance::Instance;
use crate::problem::{Pieces, Problem, Quantity};
use crate::question::Question;
use std::time::Duration;

/// Looking for it takes no longer than about this: it is a hint.
const PATIENCE: Duration = Duration::from_secs(10);

/// A smaller board of the same shape.
pub struct Shrunk {
    /// The plan of the same question there.
    pub plan: Plan,
    /// Whether all larger ones are too large; if not, there was no time to look at some.
    pub is_largest: bool,
}

/// The same question on the largest board of its shape that is not too large: with sides in the same proportion, or of a board that
/// is narrow already, as wide. `None` if none can be counted.
#[must_use]
pub fn shrunk(question: &Question, settings: &Settings) -> Option<Shrunk> {
    let board = question.problem.board();
    let (rows, cols) = (board.rows(), board.cols());
    let long = rows.max(cols);
    let until = Until { observer: &Silent, end: Some(Instant::now() + PATIENCE) };
    let of_length = |length: usize| {
        let shorter = |side: usize| match side {
            side if side <= NARROW => side.min(length),
            side => (side as u128 * length as u128).div_ceil(long as u128) as usize,
        };
        let smaller = Board::new(shorter(rows), shorter(cols), board.topology()).ok()?;
        let asked = question.of(question.problem.on_board(smaller)?);
        Some(plan_unless_stopped(&asked, settings, &until))
    };
    // Too large is what is longer than something that is too large.
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
    // Where the pieces do not fit there is nothing to count.
    let best = best.filter(|plan| has_room(plan.problem()));
    best.map(|plan| Shrunk { plan, is_largest: fits + 1 >= exceeds })
}

/// Whether a board can hold the pieces that are asked for, judged by cliques.
fn has_room(problem: &Problem) -> bool {
    if problem.board().is_large() || problem.degrees().are_asked() {
        return true;
    }
    let instance = Instance::with_kinds(problem, &|_| true);
    let fits = |(kind, pieces): (usize, &Pieces)| match pieces.quantity {
        Quantity::Exactly(number) => number <= pieces.fixed.len() as u32 + instance.cliques(kind),
        Quantity::Any | Quantity::Max => true,
    };
    problem.pieces().enumerate().all(fits)
}

/// Narrower boards are strips, which are cut.
const NARROW: usize = 32;
