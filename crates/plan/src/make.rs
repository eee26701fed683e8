//! From a question to a plan: which kind of plan answers it.

use super::cases::Split;
use super::check::{can_be_counted_by_units, check, check_kernel, engines_that_count, misfit};
use super::nested::Planners;
use super::oracle::Oracle;
use super::recipe::Recipe;
use super::same::{members, same};
use super::settings::check_wanted;
use super::sweep::{MAX_TRIAL_SECONDS, can_be_swept, sweeper};
use super::units::UnitPlan;
use super::{Plan, PlanError, Settings, classes, fixed};
use crate::engines::Engine;
use crate::engines::frontier::Symmetries;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// Makes a plan.
///
/// # Errors
/// Questions that no engine can answer, and settings that cannot be met.
pub fn plan(question: &Question, settings: &Settings) -> Result<Plan, PlanError> {
    match make(question, settings, None) {
        Err(PlanError::Memory { needed, allowed })
            if settings.engine.technique().is_none() && !settings.shared =>
        {
            let plan = next_best(question, settings).ok_or(PlanError::Memory { needed, allowed })?;
            Ok(Plan { wanted_memory: Some(needed), ..plan })
        }
        plan => plan,
    }
}

/// The quickest plan of a single engine that takes no more memory than is allowed, where the best one takes more; a sweep that is
/// short of memory only if there is no other.
fn next_best(question: &Question, settings: &Settings) -> Option<Plan> {
    let plans =
        engines_that_count().map(|engine| make(question, &Settings { engine, ..settings.clone() }, None));
    let seconds = |plan: &Plan| match plan.is_short_of_memory() {
        true => f64::INFINITY,
        false => plan.summary().estimate.seconds,
    };
    plans.flatten().min_by(|one, other| seconds(one).total_cmp(&seconds(other)))
}

/// Makes a plan again that was made before, perhaps elsewhere.
///
/// # Errors
/// As [`plan`].
pub fn plan_again(question: &Question, settings: &Settings, recipe: &Recipe) -> Result<Plan, PlanError> {
    make(question, settings, Some(recipe))
}

/// A plan by an engine that adds up numbers of any size, where the run of a plan has failed with
/// a [limit](super::RunError::is_limit). `None` if another engine was asked for, or none can; and of a
/// plan that counts only a part of what its question asks for.
#[must_use]
pub fn of_any_size(failed: &Plan) -> Option<Plan> {
    if failed.settings().engine.technique().is_some() || failed.swept().is_some() || failed.is_part {
        return None;
    }
    let settings = Settings { engine: Engine::sweeping()?, kernel: None, ..failed.settings().clone() };
    let other = plan(failed.question(), &settings).ok()?;
    Some(other.for_largest(failed.asked().cloned()))
}

/// How leaves make plans of their own.
pub(super) const PLANNERS: Planners = Planners {
    new: plan,
    again: plan_again,
    classes: of_classes,
    fixed: |question, settings, group| fixed::fixed(question, settings, group, PLANNERS),
};

/// A sweep that takes longer than this, in seconds, is worth looking at a sum over numbers, or few pieces first.
const SUM_THRESHOLD_SECONDS: f64 = 0.2;

/// Makes a plan, unless it is no longer wanted: one that was cut short might be any, and is no plan.
fn make(question: &Question, settings: &Settings, recipe: Option<&Recipe>) -> Result<Plan, PlanError> {
    check_wanted(settings)?;
    let plan = make_any(question, settings, recipe);
    check_wanted(settings)?;
    plan
}

/// A plan for classes under a group of symmetries, in the place of those that a question up to symmetry means.
fn of_classes(question: &Question, settings: &Settings, group: &[Symmetry]) -> Result<Plan, PlanError> {
    check_wanted(settings)?;
    check(question, settings)?;
    by_engines(question, settings, group, None)
}

fn make_any(question: &Question, settings: &Settings, recipe: Option<&Recipe>) -> Result<Plan, PlanError> {
    check(question, settings)?;
    if let Some(oracle) = settings.engine.technique().filter(|engine| engine.is_oracle()) {
        let units = UnitPlan::whole(Oracle::new(question, oracle), settings);
        return Ok(Plan::of_units(units, question, settings, &[], (0, 0)));
    }
    if !question.fixed_by.is_identity() {
        let Question { problem, maximal, fixed_by, .. } = question;
        let group = members(problem, *maximal, *fixed_by)?;
        if group.len() > 1 {
            return fixed::fixed_by_words(question, settings, &group, recipe, PLANNERS);
        }
    }
    if let Some(on_torus) = question.up_to.group().on_torus() {
        return classes::congruent(question, settings, on_torus, recipe);
    }
    by_engines(question, settings, &same(question)?, recipe)
}

/// A plan that is not the oracle's, with the symmetries that make placements the same.
fn by_engines(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    recipe: Option<&Recipe>,
) -> Result<Plan, PlanError> {
    match recipe {
        Some(Recipe::Sweep(recipe)) => {
            let sweep = Plan::sweep(question, settings, Symmetries::same(group), 0.0, Some(recipe));
            sweep.ok_or(PlanError::OtherSweep)
        }
        Some(Recipe::Units(recipe)) => classes::tree(question, settings, group, Some(recipe), PLANNERS),
        // Whatever engine is asked for counts each case.
        None if Split::needed(&question.problem).is_some() => {
            classes::tree(question, settings, group, None, PLANNERS)
        }
        None if settings.engine.sweeps() || !can_be_counted_by_units(question) => {
            sweep(question, settings, group)
        }
        None => classes::tree(question, settings, group, None, PLANNERS),
    }
}

/// A plan that is a sweep, where it was asked for or nothing else is possible.
fn sweep(question: &Question, settings: &Settings, group: &[Symmetry]) -> Result<Plan, PlanError> {
    let (engine, technique) = sweeper(question)?;
    check_kernel(technique, settings)?;
    if !can_be_swept(question, group) {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let plan = Plan::sweep(question, settings, Symmetries::same(group), MAX_TRIAL_SECONDS, None);
    let stake = plan.as_ref().map_or(f64::INFINITY, |plan| plan.summary.estimate.seconds);
    let is_worth_it = stake > SUM_THRESHOLD_SECONDS || settings.shared;
    let stake = if settings.shared { f64::INFINITY } else { stake };
    let mut compared = Vec::new();
    if is_worth_it {
        match classes::instead_of_sweep(question, settings, group, PLANNERS, stake) {
            Ok(other) => return Ok(other),
            Err(lost) => compared = lost,
        }
    }
    plan.map(|plan| Plan { compared, ..plan }).ok_or_else(|| misfit(engine))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Outcome, by_symmetry, divide};

    /// A plan for the whole question counts something else.
    #[test]
    fn no_other_plan_stands_for_a_part() {
        let (question, settings) = (Question::new("5x5 Q3".parse().unwrap()), Settings::default());
        let whole = plan(&question, &settings).unwrap();
        assert!(whole.swept().is_some() || of_any_size(&whole).is_some());
        for (_, part) in divide(&question, &settings).unwrap().parts {
            assert!(of_any_size(&part).is_none());
        }
        let (mut parts, mut wholes) = (0, 0);
        let found = by_symmetry(&question, &settings).unwrap().run(|plan| -> Result<Outcome, PlanError> {
            match of_any_size(plan) {
                Some(_) => wholes += 1,
                None => parts += 1,
            }
            Ok(plan.run(&crate::plan::Silent).unwrap())
        });
        assert!(found.is_ok() && wholes <= 1 && parts > 2, "{wholes} {parts}");
    }
}
