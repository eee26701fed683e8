//! A leaf that makes plans of its own for all placements: few leapers from smaller boards ([`clusters`](crate::clusters)),
//! or few pieces first ([`leaders`](crate::leaders)).
//!
//! Both are put into a tree for classes where these are asked for.

use super::strategy::{Proposal, Stake};
use crate::build::led_instance;
use crate::classes::{of_classes, of_led_classes};
use crate::clusters::Clusters;
use crate::draft::Draft;
use crate::engines::Engine;
use crate::leaders::Leaders;
use crate::up_to::UpTo;
use crate::{Plan, PlanError};

/// What takes longer than this, in seconds, is worth looking for smaller plans.
const SMALLER_THRESHOLD_SECONDS: f64 = 0.3;

/// Smaller boards, which are planned at a glance.
pub(super) fn boards<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if has_no_clusters(draft) || !is_open(draft, stake) {
        return Ok(None);
    }
    let Some(clusters) = Clusters::new(draft.ground.problem(), &draft.ground.nested()) else {
        return Ok(None);
    };
    if clusters.seconds() >= stake.seconds {
        draft.lost(clusters.compared());
        return Ok(None);
    }
    Ok(if_quicker(of_classes(draft, clusters.term()), stake))
}

/// Whether the engine that counts from smaller boards is left out.
pub(super) fn has_no_clusters(draft: &Draft<'_>) -> bool {
    draft.ground.settings.without.has(Engine::CLUSTERS)
}

/// Few pieces first.
pub(super) fn pieces<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if !is_open(draft, stake) {
        return Ok(None);
    }
    let (instance, nested) = (led_instance(draft.ground), draft.ground.nested());
    let (leaders, others) = Leaders::best(draft.ground.problem(), &instance, &nested, stake.seconds);
    others.into_iter().for_each(|other| draft.lost(other));
    Ok(leaders.and_then(|leaders| if_quicker(of_led_classes(draft, leaders), stake)))
}

/// Whether there are such plans, and enough is at stake.
fn is_open(draft: &Draft<'_>, stake: Stake) -> bool {
    let settings = draft.ground.settings;
    let is_answered = matches!(draft.ground.question.up_to, UpTo::Nothing | UpTo::Symmetry);
    settings.is_free() && !settings.is_rest && is_answered && stake.seconds >= SMALLER_THRESHOLD_SECONDS
}

/// The plan around such a leaf, if that takes less than what is at stake.
fn if_quicker<'a>(plan: Result<Plan, PlanError>, stake: Stake) -> Option<Proposal<'a>> {
    plan.ok().filter(|plan| plan.summary.estimate.seconds < stake.seconds).map(Proposal::of)
}
