//! Makes a plan from a written tree.
//!
//! A tree may come from anywhere. It is compared with the tree that its question requires, and rejected if it
//! counts something else.

use super::Plan;
use super::build::{build, case_maps, check_version};
use super::cases::{self, Split};
use super::check::is_added_up;
use super::each_number::NumberPlans;
use super::error::PlanError;
use super::ground::Ground;
use super::shape::shape;
use super::sweep::{can_be_swept, sweeper};
use super::term::Term;
use super::tree::{Form, Leaf, Target, Way};
use super::units::UnitPlan;
use super::without::PlanOmissions;
use crate::board::words_for;
use crate::engines::expression::{Expression, SumSubject};
use crate::engines::resumable::SweepRecipe;
use crate::engines::technique::Symmetries;
use crate::problem::Objective;
use crate::question::Question;
use crate::up_to::UpTo;

/// Returns the plan of a tree.
///
/// # Errors
/// Trees of other questions, and trees that this program cannot count.
pub(crate) fn read(ground: &Ground<'_>, tree: &Expression<Leaf>) -> Result<Plan, PlanError> {
    let Question { problem, by_number, .. } = ground.question;
    match tree {
        Expression::Leaf(Leaf { counts: Target::All, by: Way::Sweep(recipe), built, .. }) => {
            let plan = read_sweep(ground, recipe)?;
            check_version(built.as_ref(), plan.summary().engine)?;
            return Ok(plan);
        }
        Expression::Leaf(Leaf { counts: Target::All, by: Way::Direct { engine }, built, .. }) => {
            let plan = Plan::direct(ground.question, ground.settings, *engine, f64::INFINITY)?;
            check_version(built.as_ref(), plan.summary().engine)?;
            return Ok(plan);
        }
        Expression::Leaf(Leaf { counts: Target::All, by: Way::EachNumber { kinds }, built, .. }) => {
            let leaf = NumberPlans::new(ground, kinds, f64::INFINITY)?.and_then(Result::ok);
            let plan =
                leaf.ok_or(PlanError::OtherTree("it has other numbers of pieces"))?.plan(ground, kinds)?;
            check_version(built.as_ref(), plan.summary().engine)?;
            return Ok(plan);
        }
        _ => {}
    }
    if !is_added_up(ground.question) || *by_number || problem.objective() == Objective::Maximum {
        return Err(PlanError::OtherTree("units do not answer the question"));
    }
    let shape = shape(ground, Form::from_tree(tree))?;
    if tree.map(&mut |leaf| leaf.counts.clone()) != shape {
        return Err(PlanError::OtherTree("it counts something else"));
    }
    let leaves = tree.leaves().into_iter();
    let terms = leaves.map(|(leaf, _)| build(ground, leaf)).collect::<Result<Vec<Term>, _>>()?;
    finish(ground, &shape, terms)
}

/// Returns the plan of these targets with their leaves.
pub(crate) fn finish(
    ground: &Ground<'_>,
    shape: &Expression<Target>,
    terms: Vec<Term>,
) -> Result<Plan, PlanError> {
    let Ground { question, settings, .. } = *ground;
    let is_mean = question.up_to != UpTo::Nothing;
    let units = UnitPlan::new(shape, terms, is_mean, settings.pool(), ground.tuning.tuned);
    let words = words_for(question.problem.board().squares());
    let maps = match shape {
        Expression::Sum { over: SumSubject::Numbers, .. } => 1,
        // Without a table of conflicts, engines that use maps have units that represent several placements.
        _ if ground.is_in_order() && ground.fixing.is_empty() => {
            units.first_facts().units.iter().map(|unit| unit.weight as usize).max().unwrap_or(1)
        }
        _ => maps(ground),
    };
    Plan::of_units(units, question, settings, &ground.same, (maps, words)).check_memory(settings)
}

/// Returns the number of maps by which one counted placement may represent several.
fn maps(ground: &Ground<'_>) -> usize {
    match () {
        () if !ground.fixing.is_empty() => ground.fixing.len(),
        () if ground.is_congruent() => ground.same.len(),
        () if ground.problem().board().is_large() => 1,
        () => match Split::needed_split(ground.problem()) {
            Some(by) => case_maps(ground, by).len(),
            None if ground.problem().objective() == Objective::AnyNumber => {
                cases::instance(ground.problem()).maps.len()
            }
            None => ground.instance().maps.len(),
        },
    }
}

/// Returns the sweep of a question by a recipe.
fn read_sweep(ground: &Ground<'_>, recipe: &SweepRecipe) -> Result<Plan, PlanError> {
    let Ground { question, settings, ref same, ref fixing, .. } = *ground;
    sweeper(question, PlanOmissions::default())?;
    if !can_be_swept(question, same) || !can_be_swept(question, fixing) || ground.is_congruent() {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let symmetries = match &fixing[..] {
        [] => Symmetries::equivalent(same),
        fixing => Symmetries::fixed_by(fixing),
    };
    Plan::sweep_as(question, settings, symmetries, recipe).ok_or(PlanError::OtherSweep)
}
