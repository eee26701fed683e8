//! A count of the largest number beside given armies, made one of an exact number.
//!
//! A sweep finds the largest number and how many placements have it at once, and cannot tell how long it will take: where armies
//! are crowded its states grow late, and `7x7 Q7/Qmax` took 50 times as long as forecast. Finding the number first takes a
//! moment, and what is left is an ordinary count.

use super::optimum::{ArmiesQuestion, largest_armies};
use crate::engines::Engine;
use crate::plan::{Asked, Observer, Settings};
use crate::problem::{Objective, Problem, Quantity};
use crate::question::Question;
use crate::search::error::SearchError;
use crate::symmetry::are_alike;
use crate::up_to::{MapGroup, MapName, UpTo};

/// A question whose numbers are known as far as that is quick.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Settled {
    /// What is left to be counted: the question itself, or the one with the largest number in the place of `max`.
    pub question: Question,
    /// What was asked, if that number was looked for: for the [plan](crate::plan::Plan::for_largest).
    pub asked: Option<Asked>,
}

/// Finds the largest number first, where a question is how many placements have the most pieces of one kind beside given
/// armies, and no engine in particular is to count them; `None` if the observer stopped that.
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
/// Those of [`largest_armies`].
pub fn settle(
    question: Question,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Option<Settled>, SearchError> {
    let unsettled = |question| Ok(Some(Settled { question, asked: None }));
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
        // Whatever the number is, there is no placement.
        None => question.problem.with_number(kind, fixed(&question.problem, kind)),
    };
    let exact = exact.unwrap_or_else(|| question.problem.clone());
    match with_exact(&question, exact) {
        Some(exact) => {
            let asked = Some(Asked { problem: question.problem, maximum });
            Ok(Some(Settled { question: exact, asked }))
        }
        None => unsettled(question),
    }
}

/// The question about the problem with the largest number in the place of `max`. If that makes armies alike, what exchanges
/// armies is left out: `5x5 Q4/Qmax` has a given army and another, and `5x5 Q4/Q4` two of a kind. `None` if others are alike as
/// well, or it is exchanges that are asked for.
pub(super) fn with_exact(question: &Question, exact: Problem) -> Option<Question> {
    let (before, after) = (alike(&question.problem), alike(&exact));
    let up_to = match question.up_to {
        up_to if after == before => up_to,
        UpTo::Nothing => UpTo::Nothing,
        _ if before > 0 => return None,
        up_to => without_exchange(up_to)?,
    };
    Some(Question { up_to, ..question.of(exact) })
}

/// How many pairs of armies are alike.
fn alike(problem: &Problem) -> usize {
    let armies = problem.armies();
    (1..armies.len())
        .map(|last| armies[..last].iter().filter(|army| are_alike(army, &armies[last])).count())
        .sum()
}

/// The maps that exchange no armies; `None` where those that do have names of their own, or go with translations.
fn without_exchange(up_to: UpTo) -> Option<UpTo> {
    let kept: Option<Vec<MapName>> = up_to
        .group()
        .names()
        .map(|name| match name {
            MapName::Armies => Some(MapName::Symmetry),
            name => (!name.exchanges_armies()).then_some(name),
        })
        .collect();
    kept.filter(|_| up_to != UpTo::Translation).map(|kept| UpTo::of(MapGroup::of(&kept)))
}

/// The only one of the [pieces](Problem::pieces) whose number is open, if that is all that the question leaves to find.
fn open_kind(question: &Question) -> Option<usize> {
    let Question { problem, up_to: _, maximal, by_number, fixed_by } = question;
    let is_beside = problem.armies().len() > 1 && problem.objective() == Objective::Maximum;
    let is_simple = !maximal && !by_number && fixed_by.is_identity();
    let is_possible = !problem.board().is_large() && problem.walls().is_none();
    let open = problem.numbers_of(|of| !matches!(of.quantity, Quantity::Exactly(_)));
    let [kind] = open[..] else { return None };
    (is_beside && is_simple && is_possible).then_some(kind)
}

/// How many pieces of a kind are fixed.
fn fixed(problem: &Problem, kind: usize) -> u32 {
    problem.pieces().nth(kind).map_or(0, |pieces| pieces.fixed.len() as u32)
}
