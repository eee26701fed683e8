//! A leaf that makes plans of its own for all placements: few leapers from smaller boards ([`clusters`](crate::clusters)),
//! or few pieces first ([`leaders`](crate::leaders)).
//!
//! Both count the same, so they are compared as leaves, with each other first; only the better one is put into a tree for
//! classes, and that compared with other trees.

use super::strategy::{Proposal, Stake};
use crate::build::led_instance;
use crate::check::misfit;
use crate::classes::{of_classes, of_led_classes};
use crate::clusters::Clusters;
use crate::draft::Draft;
use crate::engines::technique::Manner;
use crate::leaders::Leaders;
use crate::up_to::UpTo;
use crate::{Plan, PlanError};

/// What takes longer than this, in seconds, is worth looking for smaller plans.
const SMALLER_THRESHOLD_SECONDS: f64 = 0.3;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let settings = draft.ground.settings;
    let is_open = settings.is_free() && !settings.is_rest;
    let is_answered = matches!(draft.ground.question.up_to, UpTo::Nothing | UpTo::Symmetry);
    if !is_open || !is_answered || stake.seconds < SMALLER_THRESHOLD_SECONDS {
        return Ok(None);
    }
    let plan = smaller(draft, stake.seconds).filter(|plan| plan.summary.estimate.seconds < stake.seconds);
    Ok(plan.map(Proposal::of))
}

/// Smaller boards, where they are asked for by name.
pub(super) fn forced<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (problem, engine) = (draft.ground.problem(), draft.ground.settings.engine);
    if !engine.is(Manner::Nested) {
        return Ok(None);
    }
    if draft.ground.is_part {
        return Err(misfit(engine));
    }
    let clusters = Clusters::new(problem, &draft.ground.nested()).ok_or_else(|| misfit(engine))?;
    of_classes(draft, clusters.term()).map(Proposal::only).map(Some)
}

/// The plan around such a leaf, if that alone is expected to take less than `stake` seconds.
fn smaller(draft: &Draft<'_>, stake: f64) -> Option<Plan> {
    let (problem, nested) = (draft.ground.problem(), draft.ground.nested());
    let mut clusters = Clusters::new(problem, &nested);
    if let Some(slow) = clusters.take_if(|clusters| clusters.seconds() >= stake) {
        draft.lost(slow.compared());
    }
    let stake = clusters.as_ref().map_or(stake, Clusters::seconds);
    if stake > SMALLER_THRESHOLD_SECONDS {
        let (leaders, others) = Leaders::best(problem, &led_instance(draft.ground), &nested, stake);
        others.into_iter().for_each(|other| draft.lost(other));
        if let Some(leaders) = leaders {
            clusters.iter().for_each(|clusters| draft.lost(clusters.compared()));
            return of_led_classes(draft, leaders).ok();
        }
    }
    of_classes(draft, clusters?.term()).ok()
}
