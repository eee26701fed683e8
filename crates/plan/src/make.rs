//! Makes the best proposed plan of a question, or the next best if memory is short. Also makes a plan from a
//! tree.

use super::check::{check, engines_that_count};
use super::direct::MOST_STAKE;
use super::ground::Ground;
use super::idle_walls::IdleWalls;
use super::nested::Planners;
use super::read::read;
use super::selection::Selection;
use super::settings::check_wanted;
use super::shape::shape;
use super::tree::{Form, Leaf, SettledPart, Target, Tree, Way};
use super::{Plan, PlanError, Settings, strategies};
use crate::engines::Engine;
use crate::engines::expression::Expression;
use crate::engines::kernel::Kernel;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// Makes the plan of a question.
///
/// # Errors
/// Questions that no engine can answer, and settings that cannot be satisfied.
pub fn plan(question: &Question, settings: &Settings) -> Result<Plan, PlanError> {
    match make(question, settings) {
        Err(PlanError::Memory { needed, allowed })
            if settings.engine.technique().is_none() && !settings.shared =>
        {
            let plan = next_best(question, settings).ok_or(PlanError::Memory { needed, allowed })?;
            Ok(Plan { wanted_memory: Some(needed), ..plan })
        }
        Err(PlanError::Refused { engine, why, .. }) => {
            Err(PlanError::Refused { engine, why, is_chosen: settings.engine.technique().is_some() })
        }
        plan => plan,
    }
}

/// Returns the fastest plan of a single engine within the memory limit, if the best plan needs more. A sweep
/// that is short of memory is taken only if there is no other plan.
fn next_best(question: &Question, settings: &Settings) -> Option<Plan> {
    let plans = engines_that_count().map(|engine| plan_by(question, settings, engine, MOST_STAKE));
    let seconds = |plan: &Plan| match plan.is_short_of_memory() {
        true => f64::INFINITY,
        false => plan.summary().estimate.seconds,
    };
    plans.flatten().min_by(|one, other| seconds(one).total_cmp(&seconds(other)))
}

/// Returns the plan of one engine. An engine that reads the question itself spends no more time looking than
/// `stake` seconds justify.
///
/// # Errors
/// Why the engine cannot answer the question.
pub(crate) fn plan_by(
    question: &Question,
    settings: &Settings,
    engine: Engine,
    stake: f64,
) -> Result<Plan, PlanError> {
    let settings = Settings { engine, ..settings.clone() };
    match engine.reads_questions() && (engine == Engine::ORACLE || !question.problem.has_ranges()) {
        true => Plan::direct(question, &settings, engine, stake.min(MOST_STAKE)),
        false => plan(question, &settings),
    }
}

/// Makes the plan of a [tree](Tree), which may come from another machine.
///
/// # Errors
/// The errors of [`plan`], and trees that do not fit the question.
pub fn plan_again(question: &Question, settings: &Settings, tree: &Tree) -> Result<Plan, PlanError> {
    check_wanted(settings)?;
    check(question, settings)?;
    let are_led = |leaf: &Leaf| matches!(leaf.by, Way::Leaders { settled: SettledPart::Walls, .. });
    let has_walls_first = tree.whole.leaves().into_iter().any(|(leaf, _)| are_led(leaf));
    let walls = if has_walls_first { None } else { IdleWalls::from_question(question) };
    let counted = walls.as_ref().map_or(question, |walls| &walls.without);
    // A sum over numbers is of the question itself.
    let selection = if is_of_numbers(&tree.whole) { None } else { Selection::from_question(counted) };
    let counted = selection.as_ref().map_or(counted, |selection| &selection.without);
    let plan = read(&Ground::new(counted, settings, Some(tree.kernel), PLANNERS)?, &tree.whole);
    check_wanted(settings)?;
    Ok(Plan { question: question.clone(), idle_walls: walls, selection, ..plan? })
}

/// Returns true if a tree is a sum over numbers of pieces.
fn is_of_numbers(tree: &Expression<Leaf>) -> bool {
    let is_each_number = |leaf: &Leaf| matches!(leaf.by, Way::EachNumber { .. });
    Form::from_tree(tree) == Form::Numbers || matches!(tree, Expression::Leaf(leaf) if is_each_number(leaf))
}

/// Returns the tree of a question in a form, with the given way for each leaf. Only [reading](plan_again) the
/// tree shows whether such a plan exists.
///
/// # Errors
/// Forms that the question does not have.
pub fn tree_by(
    question: &Question,
    settings: &Settings,
    (form, kernel): (Form, Kernel),
    by: &mut dyn FnMut(&Target) -> Way,
) -> Result<Tree, PlanError> {
    check(question, settings)?;
    let ground = Ground::new(question, settings, Some(kernel), PLANNERS)?;
    let whole = shape(&ground, form)?.map(&mut |counts: &Target| Leaf::new(counts.clone(), by(counts)));
    Ok(Tree { kernel, whole })
}

/// Makes a plan with an engine that adds up numbers of any size, after a run has failed with a
/// [limit](super::RunError::is_limit). `None` if the caller named another engine, if no engine can count the
/// question, or if the plan counts only a part of its question's placements.
#[must_use]
pub fn of_any_size(failed: &Plan) -> Option<Plan> {
    if failed.settings().engine.technique().is_some() || failed.resumable_sweep().is_some() || failed.is_part
    {
        return None;
    }
    let settings = Settings { engine: Engine::SWEEP, kernel: None, ..failed.settings().clone() };
    let other = plan(failed.question(), &settings).ok()?;
    Some(other.for_largest(failed.maximum_problem().cloned()))
}

/// The functions by which leaves make plans of their own.
pub(super) const PLANNERS: Planners = Planners { new: plan, classes: of_classes, fixed: plan_fixed };

/// Makes a plan unless planning is cancelled. A plan that was interrupted is arbitrary, so it is discarded.
fn make(question: &Question, settings: &Settings) -> Result<Plan, PlanError> {
    check_wanted(settings)?;
    let plan = make_any(question, settings);
    check_wanted(settings)?;
    plan
}

fn make_any(question: &Question, settings: &Settings) -> Result<Plan, PlanError> {
    check(question, settings)?;
    // The oracle is the definition, so it counts the whole question, including idle walls.
    if settings.engine == Engine::ORACLE {
        return Plan::direct(question, settings, Engine::ORACLE, f64::INFINITY);
    }
    if let Some(plan) = beside_walls(question, settings) {
        return plan;
    }
    strategies::best_plan(&Ground::new(question, settings, None, PLANNERS)?)
}

/// Returns the plan without walls that do not affect the pieces; `None` if there are no such walls, or no
/// such plan.
fn beside_walls(question: &Question, settings: &Settings) -> Option<Result<Plan, PlanError>> {
    let walls = IdleWalls::from_question(question)?;
    // Counts by number cannot be distributed.
    let is_known = !(settings.shared && walls.without.by_number);
    match is_known.then(|| make_any(&walls.without, settings))? {
        Ok(plan) => Some(Ok(Plan { question: question.clone(), idle_walls: Some(walls), ..plan })),
        Err(error @ (PlanError::Memory { .. } | PlanError::Stopped)) => Some(Err(error)),
        Err(_) => None,
    }
}

/// Returns a plan for classes under a group of symmetries, which replaces the group that the question means.
fn of_classes(question: &Question, settings: &Settings, group: &[Symmetry]) -> Result<Plan, PlanError> {
    check_wanted(settings)?;
    check(question, settings)?;
    of_part(question, settings, (group.to_vec(), Vec::new()))
}

/// Returns the plan for the placements of a question that all these symmetries fix; they must be more than
/// the identity.
pub(super) fn plan_fixed(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
) -> Result<Plan, PlanError> {
    of_part(question, settings, (Vec::new(), group.to_vec()))
}

/// Returns a plan with symmetries that differ from those of the question.
fn of_part(
    question: &Question,
    settings: &Settings,
    symmetries: (Vec<Symmetry>, Vec<Symmetry>),
) -> Result<Plan, PlanError> {
    let mut ground = Ground::with_symmetries(question, settings, symmetries, None, PLANNERS);
    ground.is_part = true;
    strategies::best_plan(&ground).map(|plan| Plan { is_part: true, ..plan })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Outcome, by_symmetry, divide};

    /// Engines that read only the question do not know which part of it is counted. A rook in the middle has
    /// all eight symmetries, a rook elsewhere on a diagonal or on a middle line has two.
    #[test]
    fn who_reads_the_question_counts_no_part_of_it() {
        for text in ["17x17 R1", "17x17 B1"] {
            let divided = by_symmetry(&Question::new(text.parse().unwrap()), &Settings::default()).unwrap();
            let found = divided
                .run(&crate::plan::Silent, |plan| -> Result<Outcome, PlanError> {
                    Ok(plan.run(&crate::plan::Silent).unwrap())
                })
                .unwrap();
            let of = |order: usize| {
                let own = found.stabilisers.iter().filter(|stabiliser| stabiliser.order == order);
                own.map(|stabiliser| u64::try_from(&stabiliser.placements).unwrap()).sum::<u64>()
            };
            assert_eq!([8, 4, 2, 1].map(of), [1, 0, 64, 224], "{text}");
        }
    }

    /// A plan for the whole question would count other placements.
    #[test]
    fn no_other_plan_stands_for_a_part() {
        let (question, settings) = (Question::new("5x5 Q3".parse().unwrap()), Settings::default());
        let whole = plan(&question, &settings).unwrap();
        assert!(whole.resumable_sweep().is_some() || of_any_size(&whole).is_some());
        for (_, part) in divide(&question, &settings).unwrap().parts {
            assert!(of_any_size(&part).is_none());
        }
        let (mut parts, mut wholes) = (0, 0);
        let found = by_symmetry(&question, &settings).unwrap().run(
            &crate::plan::Silent,
            |plan| -> Result<Outcome, PlanError> {
                match of_any_size(plan) {
                    Some(_) => wholes += 1,
                    None => parts += 1,
                }
                Ok(plan.run(&crate::plan::Silent).unwrap())
            },
        );
        assert!(found.is_ok() && wholes <= 1 && parts > 2, "{wholes} {parts}");
    }
}
