//! Checks of the sums of numbers by square.

use super::found::KindBySquare;
use crate::board::Set;
use crate::conflict::Conflicts;
use crate::plan::RunError;
use crate::problem::{LineQuota, LineType, Problem, Quantity, Span};
use crate::question::Question;
use num_bigint::BigUint;

/// Checks the numbers by square against the count. No square is taken in more placements than there are. All
/// squares together have each placement once for each of its pieces, and lines as often as they have pieces.
pub(super) fn check(question: &Question, kinds: &[KindBySquare], count: &BigUint) -> Result<(), RunError> {
    let problem = &question.problem;
    let fault = |what| Err(RunError::Check { what });
    let on = |kind: &KindBySquare, index: usize| kind.numbers[index].clone().unwrap_or_default();
    for index in 0..problem.board().squares() {
        if kinds.iter().map(|kind| on(kind, index)).sum::<BigUint>() > *count {
            return fault("more placements have a piece on a square than there are");
        }
    }
    for (kind, pieces) in kinds.iter().zip(problem.pieces()) {
        let sum: BigUint = kind.numbers.iter().flatten().sum();
        if matches!(pieces.quantity, Quantity::Exactly(number) if sum != count * number) {
            return fault("the numbers by square do not add up to the number of pieces times the count");
        }
    }
    for LineQuota { squares, letter, span } in lines(question) {
        let counted = kinds.iter().filter(|kind| letter.is_none_or(|letter| letter == kind.letter));
        let sum: BigUint = counted.flat_map(|kind| squares.iter().map(|&index| on(kind, index))).sum();
        let is_more = span.most.is_some_and(|most| sum > count * most);
        if sum < count * span.least || is_more {
            return fault(
                "the numbers by square of a line do not add up to its number of pieces times the count",
            );
        }
    }
    Ok(())
}

/// Returns the lines with a known number of pieces: those with a quota, and ranks and files if there are as
/// many pieces as lines and no two can share one.
fn lines(question: &Question) -> Vec<LineQuota> {
    let problem = &question.problem;
    let of_one = [LineType::Rank, LineType::File].into_iter().flat_map(|along| {
        let lines = problem.lines_along(along);
        let are_full = has_one_each(question, &lines);
        let line = |squares| LineQuota { squares, letter: None, span: Span::from_number(1) };
        lines.into_iter().filter(move |_| are_full).map(line)
    });
    of_one.chain(problem.line_quotas()).collect()
}

/// Returns true if every placement has one piece in each of these lines and all pieces must be on them.
fn has_one_each(question: &Question, lines: &[Vec<usize>]) -> bool {
    let problem = &question.problem;
    let number = |problem: &Problem| {
        problem.pieces().try_fold(0, |sum: usize, pieces| match pieces.quantity {
            Quantity::Exactly(number) => Some(sum + number as usize),
            Quantity::Within(_) | Quantity::Any | Quantity::Max => None,
        })
    };
    if !question.is_pairwise() || problem.walls().is_some() || number(problem) != Some(lines.len()) {
        return false;
    }
    let stands: Vec<bool> = problem.pieces().map(|pieces| pieces.quantity != Quantity::Exactly(0)).collect();
    let standing: Vec<usize> = (0..stands.len()).filter(|&piece| stands[piece]).collect();
    let conflicts = Conflicts::of_problem(problem);
    let is_exclusive = |line: &Vec<usize>| {
        let open = || line.iter().filter(|&&index| problem.board().is_open(problem.board().square(index)));
        standing.iter().all(|&first| {
            open().all(|&one| {
                standing.iter().all(|&second| {
                    let excluded = conflicts.conflict_set(first, one, second);
                    open().all(|&other| excluded.holds(other))
                })
            })
        })
    };
    lines.iter().all(is_exclusive)
}
