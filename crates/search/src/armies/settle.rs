//! Turns a count of the maximum next to armies of given numbers into a count with an exact number.
//!
//! A sweep finds the maximum and the number of its placements at once, but its time cannot be predicted. If
//! armies are crowded, its states grow late: `7x7 Q7/Qmax` took 50 times as long as forecast. Finding the
//! maximum first takes a moment, and an ordinary count remains.

use super::exact::with_exact;
use super::optimum::{ArmiesQuestion, largest_armies};
use crate::engines::Engine;
use crate::feature::Feature;
use crate::plan::{MaximumProblem, Observer, Settings};
use crate::problem::{Objective, Problem, Quantity};
use crate::question::Question;
use crate::search::error::SearchError;

/// A question in which all numbers are known that can be found quickly.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SettledQuestion {
    /// The question to count: the original one, or the one with the maximum in the place of `max`.
    pub question: Question,
    /// The original question, if the maximum was searched for: for the
    /// [plan](crate::plan::Plan::for_largest).
    pub asked: Option<MaximumProblem>,
}

/// Finds the maximum first if a question asks for the number of placements with the most pieces of one kind
/// next to armies of given numbers, and no particular engine is requested. `None` if the observer stopped it.
///
/// ```
/// use armistice::plan::{Settings, Silent};
/// use armistice::search::settle;
///
/// let settled = settle("6x6 Q6/Qmax".parse()?, &Settings::default(), &Silent)?.expect("nothing stops it");
/// assert_eq!(settled.question.problem.to_string(), "6x6 Q6/Q5");
/// assert_eq!(settled.asked.and_then(|asked| asked.maximum), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails in the cases of [`largest_armies`].
pub fn settle(
    question: Question,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Option<SettledQuestion>, SearchError> {
    let unsettled = |question| Ok(Some(SettledQuestion { question, asked: None }));
    let Some(kind) = open_kind(&question).filter(|_| settings.engine == Engine::BEST && !settings.shared)
    else {
        return unsettled(question);
    };
    let found = largest_armies(&question, settings, ArmiesQuestion::default(), observer)?;
    if !found.proved {
        return Ok(None);
    }
    let maximum = found.largest.as_ref().map(|_| found.number);
    let exact = match found.largest {
        Some(attained) => Some(attained.problem),
        // Whatever the maximum is, there is no placement.
        None => question.problem.with_number(kind, count_preplaced(&question.problem, kind)),
    };
    let exact = exact.unwrap_or_else(|| question.problem.clone());
    match with_exact(&question, exact) {
        Some(exact) => {
            let asked = Some(MaximumProblem { problem: question.problem, maximum });
            Ok(Some(SettledQuestion { question: exact, asked }))
        }
        None => unsettled(question),
    }
}

/// Returns the only one of the [pieces](Problem::pieces) with an open number, if the question leaves nothing
/// else open.
fn open_kind(question: &Question) -> Option<usize> {
    let Question { problem, up_to: _, maximal, by_number, fixed_by, dominating: _ } = question;
    let is_beside = problem.has_enemies() && problem.objective() == Objective::Maximum;
    // Only these questions are hereditary: if a number of pieces of an army fits, fewer also fit.
    let is_known = |ask| {
        matches!(ask, Feature::BlockedLines | Feature::Hops | Feature::AnyNumber | Feature::LargestNumber)
    };
    let is_simple = !maximal && !by_number && fixed_by.is_identity() && question.asks().all(is_known);
    let is_possible = !problem.board().is_large() && problem.walls().is_none();
    let open = problem.numbers_of(|of| !matches!(of.quantity, Quantity::Exactly(_)));
    let [kind] = open[..] else { return None };
    (is_beside && is_simple && is_possible).then_some(kind)
}

/// Returns the number of pre-placed pieces of a kind.
fn count_preplaced(problem: &Problem, kind: usize) -> u32 {
    problem.pieces().nth(kind).map_or(0, |pieces| pieces.fixed.len() as u32)
}
