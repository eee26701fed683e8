//! Boards with more squares than sets of squares support. Only engines that need no such sets count them.

use super::smaller::has_no_clusters;
use super::strategy::{Proposal, Stake};
use crate::check::misfit;
use crate::clusters::Clusters;
use crate::draft::Draft;
use crate::engines::Engine;
use crate::engines::technique::Suit;
use crate::engines::units::MAX_UNITS;
use crate::feature::Feature;
use crate::shape::shape;
use crate::term::Term;
use crate::tree::Form;
use crate::up_to::UpTo;
use crate::{Plan, PlanError, direct};

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (ground, settings) = (draft.ground, draft.ground.settings);
    if !ground.problem().board().is_large() {
        return Ok(None);
    }
    if ground.is_part {
        return Err(PlanError::LargeBoard);
    }
    let is_plain = ground.question.asks().all(|ask| ask == Feature::ManySquares)
        && ground.is_simple()
        && ground.question.fixed_by.is_identity()
        && !ground.has_cases_first();
    let (mut plans, is_free) = (Vec::new(), settings.engine.technique().is_none());
    if is_plain && settings.engine != Engine::CLUSTERS {
        let units = draft.term_of_all(settings.engine, Some(MAX_UNITS)).and_then(|leaf| finish(draft, leaf));
        match units {
            Ok(plan) => plans.push(plan),
            Err(error) if !is_free => return Err(error),
            Err(_) => {}
        }
    }
    let clusters = || Clusters::new(ground.problem(), &ground.nested_planner());
    if is_plain
        && !has_no_clusters(draft)
        && (is_free || settings.engine == Engine::CLUSTERS)
        && let Some(clusters) = clusters()
    {
        plans.extend(finish(draft, clusters.term()));
    }
    let seconds = |plan: &Plan| plan.summary().estimate.seconds;
    if settings.is_free() {
        let stake = plans.iter().map(seconds).fold(direct::MOST_STAKE, f64::min);
        plans.extend(direct::fastest_plan(ground.question, settings, Suit::Model, stake));
    }
    let best = plans.into_iter().min_by(|one, other| seconds(one).total_cmp(&seconds(other)));
    let none = || if is_free { PlanError::LargeBoard } else { misfit(settings.engine) };
    best.map(|plan| Some(Proposal::at_no_price(plan))).ok_or_else(none)
}

/// Returns the plan of a leaf for all placements.
fn finish(draft: &Draft<'_>, leaf: Term) -> Result<Plan, PlanError> {
    debug_assert!(draft.ground.question.up_to == UpTo::Nothing, "classes are not counted here");
    draft.finish(&shape(draft.ground, Form::Leaf)?, vec![leaf])
}
