//! The targets of a question, which the leaves of its plan count, and the expression that combines them.
//!
//! *Up to symmetry*, by Burnside's lemma, the number of classes is the mean over the symmetries of the number
//! of placements that each fixes. One symmetry of each conjugacy class is counted ([`burnside`]). *Up to
//! shifts*, inclusion and exclusion adds boards with a row or a column less, with the same symmetries. An
//! engine that visits placements one by one can also find their symmetries. In that case one leaf replaces
//! the leaves of the fixed placements.

use super::burnside;
use super::cases::{Case, cases};
use super::error::PlanError;
use super::ground::Ground;
use super::tree::{Form, Target};
use crate::engines::expression::{Expression, SumSubject, Summand};
use crate::engines::instance::Instance;
use crate::feature::Feature;
use crate::problem::Objective;
use crate::question::Demand;
use crate::up_to::UpTo;

/// Returns the targets of a question in a form.
///
/// # Errors
/// Forms that the question does not have.
pub(crate) fn shape(ground: &Ground<'_>, form: Form) -> Result<Expression<Target>, PlanError> {
    let is_divided = ground.question.up_to != UpTo::Nothing;
    let shape = match form {
        Form::Leaf if !is_divided => Some(Expression::Leaf(Target::All)),
        Form::Numbers if ground.is_simple() => numbers(ground),
        Form::Parts if ground.is_simple() && ground.question.is_pairwise() && ground.fixing.is_empty() => {
            ground.parts().map(super::parts::PartedProblem::product)
        }
        Form::Fixed if is_divided => fixed_mean(ground),
        Form::Classes if is_divided => classes(ground),
        _ => None,
    };
    shape.ok_or(PlanError::OtherTree("it is put together in another way"))
}

/// Returns the targets of all combinations of numbers; `None` if there are too many, or if no number is open.
fn numbers(ground: &Ground<'_>) -> Option<Expression<Target>> {
    let problem = ground.problem();
    let question = ground.question;
    let depends_on_others = question.asks().any(|ask| matches!(ask, Feature::BlockedLines | Feature::Hops));
    let is_known = !depends_on_others
        && !problem.board().is_large()
        && !ground.has_cases_first()
        && ground.fixing.is_empty();
    if problem.objective() != Objective::AnyNumber || !is_known {
        return None;
    }
    let cases = cases(problem, ground.by_numbers(), &[], false).ok()?;
    let may_attack = question.dominating != Demand::Nothing || problem.degrees().are_asked();
    let can_be = |case: Case| may_attack || !Instance::new(&case.of).merge_classes().is_hopeless();
    let can_be: Vec<bool> = cases.iter().map(can_be).collect();
    // A number above that of the squares has no case.
    if can_be.len() < cases.number() {
        return None;
    }
    // At least one leaf must remain, to show that there is no placement.
    let is_wanted = |case: &usize| can_be[*case] || !can_be.contains(&true);
    let summand = |case: usize| {
        let numbers = cases.choices()[case].0.iter().map(|&(_, number)| number as u32);
        Summand::times(1, Target::Numbers(numbers.collect()))
    };
    let summands = (0..can_be.len()).filter(is_wanted).map(summand).collect();
    Some(Expression::Sum { over: SumSubject::Numbers, summands, divisor: 1 })
}

/// Returns the mean of all placements and those that each symmetry fixes. Up to shifts, it includes boards
/// smaller by a row, a column or both.
fn fixed_mean(ground: &Ground<'_>) -> Option<Expression<Target>> {
    let is_listed = ground.is_in_order() && lists_classes(ground);
    let is_exact = ground.problem().objective() == Objective::Exactly;
    if ground.is_congruent() || ground.has_cases_first() || is_listed || !is_exact {
        return None;
    }
    let mut summands = vec![Summand::times(1, Target::All)];
    for (class, (symmetry, times)) in ground.conjugates().enumerate() {
        if ground.question.up_to != UpTo::Translation {
            let is_all = symmetry.is_identity();
            summands
                .extend((!is_all).then(|| Summand::times(times, Target::Fixed { class, rows: 0, cols: 0 })));
            continue;
        }
        // Shifts exist only on plain boards, whose maps are all maps of the plane.
        for ((rows, cols), is_added) in symmetry.map.point().map(burnside::fixed_boards).into_iter().flatten()
        {
            let Some(smaller) = ground.problem_on_smaller(rows, cols) else { continue };
            let target = match symmetry.is_identity() {
                true if (rows, cols) == (0, 0) => continue,
                true => Target::Smaller { rows, cols },
                false if symmetry.on_board(smaller.board()).is_none() => continue,
                false => Target::Fixed { class, rows, cols },
            };
            let summand = Summand::times(times, target);
            summands.push(if is_added { summand } else { summand.subtracted() });
        }
    }
    Some(mean(ground, summands))
}

/// Returns the mean of all placements and a single leaf that completes them to classes.
fn classes(ground: &Ground<'_>) -> Option<Expression<Target>> {
    let is_shifted = ground.question.up_to == UpTo::Translation;
    let is_known = match () {
        () if ground.is_congruent() => true,
        () if ground.is_in_order() => lists_classes(ground),
        () if ground.has_cases_first() => !is_shifted,
        // An engine that lists classes supports rotations, reflections and exchanges of armies.
        () => !is_shifted && !matches!(ground.question.up_to, UpTo::Maps(_)),
    };
    if !is_known {
        return None;
    }
    let mut summands = vec![Summand::times(1, Target::All)];
    if is_shifted || ground.is_congruent() {
        // The leaf for classes counts one placement of each class, together with its symmetries.
        summands.push(Summand::times(1, Target::All).subtracted());
    }
    summands.push(Summand::times(1, Target::Classes));
    match ground.is_congruent() {
        true => Some(Expression::Sum { over: SumSubject::Classes, summands, divisor: 1 }),
        false => Some(mean(ground, summands)),
    }
}

/// Returns true if classes need a leaf besides all placements, for placements in reading order.
fn lists_classes(ground: &Ground<'_>) -> bool {
    ground.question.up_to == UpTo::Translation || ground.same.len() > 1
}

/// Returns a sum divided by the number of symmetries.
fn mean(ground: &Ground<'_>, summands: Vec<Summand<Target>>) -> Expression<Target> {
    Expression::Sum { over: SumSubject::Symmetries, summands, divisor: ground.same.len().max(1) as u64 }
}
