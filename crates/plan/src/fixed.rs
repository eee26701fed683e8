//! Plans for the placements that a group of symmetries leaves as they are.
//!
//! Such a placement is a union of orbits of squares, and so a placement on a smaller board, the quotient, whose squares are the
//! orbits ([`burnside`](super::burnside)): few placements are symmetric, and boards that are far too large for all placements
//! are quick. A quotient is counted by the engines that go through instances, or swept.

use super::burnside::FixedPlacements;
use super::cases::{self, Split};
use super::check::{can_be_counted_by_units, misfit};
use super::leaders::Leaders;
use super::nested::{Nested, Planners};
use super::recipe::{Recipe, Tree, UnitRecipe};
use super::settings::tuning;
use super::sweep::{MAX_TRIAL_SECONDS, TRIAL_SHARE, sweeper};
use super::term::Term;
use super::units::UnitPlan;
use super::{Plan, PlanError, Settings};
use crate::board::words_for;
use crate::engines::expression::Node;
use crate::engines::frontier::Symmetries;
use crate::engines::instance::Instance;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// What takes longer than this with units is worth a trial of a sweep, in seconds: later than on a whole board, since a quotient is
/// small.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.05;

/// The plan for the placements of a question that all these symmetries fix, of which the question says nothing.
pub(super) fn fixed(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    planners: Planners,
) -> Result<Plan, PlanError> {
    let plan = fixed_by_words(question, settings, group, None, planners);
    plan.map(|plan| Plan { is_part: true, ..plan })
}

/// In each case that the symmetries fix what they fix of the rest: a wall stops what rides towards it, which no quotient of the
/// board without it can know.
fn by_cases(
    question: &Question,
    settings: &Settings,
    by: Split<'_>,
    group: &[Symmetry],
    recipe: Option<&UnitRecipe>,
    planners: Planners,
) -> Result<Plan, PlanError> {
    let (problem, tuning) = (&question.problem, tuning(settings, recipe));
    let nested = Nested::new(settings, tuning.tuned, planners);
    let leaders = Leaders::needed(problem, by, &cases::images(group), &nested)?;
    let leaders = leaders.fixed_by(group);
    let leaders = if recipe.is_some() { leaders } else { leaders.looked_at()? };
    let tree = Tree::Leaders(leaders.kinds().to_vec(), leaders.settled());
    let calibration = recipe.map(|recipe| recipe.calibration.clone()).unwrap_or_default();
    let recipe = UnitRecipe { tree, ..UnitRecipe::plain(tuning.tuned, calibration) };
    let units = UnitPlan::new(Node::Leaf(Term::of_plans(leaders)), false, settings.pool(), recipe);
    let words = words_for(problem.board().squares());
    Plan::of_units(units, question, settings, &[], (group.len(), words)).within(settings)
}

/// The same where the question itself asks for them by words.
pub(super) fn fixed_by_words(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    recipe: Option<&Recipe>,
    planners: Planners,
) -> Result<Plan, PlanError> {
    if let Some(by) = Split::needed(&question.problem) {
        let recipe = match recipe {
            Some(Recipe::Units(recipe)) => Some(recipe),
            Some(Recipe::Sweep(_)) => return Err(PlanError::OtherSweep),
            None => None,
        };
        return by_cases(question, settings, by, group, recipe, planners);
    }
    match recipe {
        Some(Recipe::Sweep(recipe)) => {
            let sweep = Plan::sweep(question, settings, Symmetries::fixed_by(group), 0.0, Some(recipe));
            sweep.ok_or(PlanError::OtherSweep)
        }
        Some(Recipe::Units(recipe)) => by_units(question, settings, group, Some(recipe)),
        None if settings.engine.sweeps() || !can_be_counted_by_units(question) || question.by_number => {
            swept(question, settings, group, MAX_TRIAL_SECONDS)
        }
        None if !settings.is_free() || settings.shared => by_units(question, settings, group, None),
        None => quicker(question, settings, group),
    }
}

/// On the quotient, by units or swept: a sweep where units are too many, or where they take long and it is expected to be quicker.
fn quicker(question: &Question, settings: &Settings, group: &[Symmetry]) -> Result<Plan, PlanError> {
    match by_units(question, settings, group, None) {
        Err(error @ PlanError::TooManyWays { .. }) => {
            swept(question, settings, group, MAX_TRIAL_SECONDS).or(Err(error))
        }
        Ok(units) if units.summary().estimate.seconds > TRIAL_THRESHOLD_SECONDS => {
            let seconds = units.summary().estimate.seconds;
            let sweep = swept(question, settings, group, seconds * TRIAL_SHARE).ok();
            Ok(sweep.filter(|sweep| sweep.seconds_at_worst() < seconds).unwrap_or(units))
        }
        units => units,
    }
}

/// On the quotient, by the engine that is asked for or by the best one.
fn by_units(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    recipe: Option<&UnitRecipe>,
) -> Result<Plan, PlanError> {
    let (problem, tuning) = (&question.problem, tuning(settings, recipe));
    let symmetries: Vec<&Symmetry> = group.iter().skip(1).collect();
    let fixed = FixedPlacements::new(problem, &Instance::new(problem), &symmetries, settings.engine, tuning)
        .map_err(|ways| PlanError::TooManyWays { map: question.fixed_by.phrase(), ways })?;
    let calibration = recipe.map(|recipe| recipe.calibration.clone()).unwrap_or_default();
    let recipe = UnitRecipe::plain(tuning.tuned, calibration);
    let term = Term::new(fixed.single(tuning).unwrap_or_else(|| Box::new(fixed.named_by_engine())));
    let units = UnitPlan::new(Node::Leaf(term), false, settings.pool(), recipe);
    let words = words_for(problem.board().squares());
    Plan::of_units(units, question, settings, &[], (group.len(), words)).within(settings)
}

/// On the quotient, swept after a trial of `trial` seconds.
fn swept(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    trial: f64,
) -> Result<Plan, PlanError> {
    let (engine, _) = sweeper(question)?;
    if !group.iter().all(Symmetry::keeps_armies) {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let plan = Plan::sweep(question, settings, Symmetries::fixed_by(group), trial, None);
    plan.ok_or_else(|| misfit(engine))
}
