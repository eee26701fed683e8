//! The most pieces of one kind beside armies whose numbers are given.
//!
//! Of queens alone these are the squares that a number of queens can leave unattacked: A001366 has as many queens as the
//! board has ranks. The armies of a placement that was found are filled up with pieces of that kind as far as they leave
//! room, so that few numbers are asked for.

use super::decide::Refutation;
use super::optimum::{Attained, Climbed, Knowledge, Quest};
use crate::placement::Placement;
use crate::problem::{Problem, Quantity};
use crate::search::error::SearchError;

impl Quest<'_> {
    /// As many as possible of one of the problem's [pieces](Problem::pieces).
    pub(super) fn beside(&self, kind: usize) -> Result<Climbed, SearchError> {
        let number_of =
            |problem: &Problem| problem.pieces().nth(kind).map_or(0, |pieces| pieces.quantity.given());
        let fixed = self.problem.pieces().nth(kind).map_or(0, |pieces| pieces.fixed.len());
        let times = vec![1; self.problem.armies().len()];
        let ask = |number: u32| {
            let Some(problem) = self.with_number(kind, number) else {
                let told = format!("{number} for max");
                return Ok(Knowledge::Refuted(Refutation::of_numbers(self.problem, &told)));
            };
            let known = self.decide(problem, &times)?;
            Ok(match known {
                Knowledge::Attained(attained) if self.is_hereditary => {
                    Knowledge::Attained(Box::new(filled_up(*attained, kind)))
                }
                known => known,
            })
        };
        self.climb(fixed as u32, ask, |attained| number_of(&attained.problem))
    }

    /// The problem with this number of the kind; `None` if the board has fewer squares than there are pieces.
    fn with_number(&self, kind: usize, number: u32) -> Option<Problem> {
        let problem = self.problem.with_number(kind, number)?;
        (problem.given_pieces() <= problem.board().open_area() as u64).then_some(problem)
    }
}

/// The same with a piece of the kind on each square that has room for one.
fn filled_up(mut attained: Attained, kind: usize) -> Attained {
    let board = attained.problem.board().clone();
    for square in
        (0..board.squares()).map(|index| board.square(index)).filter(|square| board.is_open(*square))
    {
        let Some(Quantity::Exactly(number)) =
            attained.problem.pieces().nth(kind).map(|pieces| pieces.quantity)
        else {
            break;
        };
        let pieces = attained.placement.pieces();
        if pieces.iter().any(|(_, taken)| *taken == square) {
            continue;
        }
        let Some(problem) = attained.problem.with_number(kind, number + 1) else { break };
        let placement = Placement::new(pieces.iter().copied().chain([(kind, square)]).collect());
        if placement.fault(&problem).is_none() {
            (attained.problem, attained.placement) = (problem, placement);
        }
    }
    attained
}
