//! A leaf for all placements that makes its own plans: few leapers from smaller boards
//! ([`clusters`](crate::clusters)), or few pieces first ([`leaders`](crate::leaders)).
//!
//! For questions about classes, both become leaves of a tree for classes.

use super::strategy::{Proposal, Stake};
use crate::build::led_instance;
use crate::classes::{of_classes, of_led_classes};
use crate::clusters::Clusters;
use crate::draft::Draft;
use crate::engines::Engine;
use crate::leaders::Leaders;
use crate::up_to::UpTo;
use crate::{Plan, PlanError};

/// A count that takes longer than this, in seconds, is worth the search for smaller plans.
const SMALLER_THRESHOLD_SECONDS: f64 = 0.3;

/// Proposes smaller boards, whose planning is fast.
pub(super) fn boards<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if has_no_clusters(draft) || !is_open(draft, stake) {
        return Ok(None);
    }
    let Some(clusters) = Clusters::new(draft.ground.problem(), &draft.ground.nested_planner()) else {
        return Ok(None);
    };
    if clusters.seconds() >= stake.seconds {
        draft.record_losing(clusters.compared());
        return Ok(None);
    }
    Ok(if_quicker(of_classes(draft, clusters.term()), stake))
}

/// Returns true if the engine that counts from smaller boards is left out.
pub(super) fn has_no_clusters(draft: &Draft<'_>) -> bool {
    draft.ground.settings.without.has(Engine::CLUSTERS)
}

/// Proposes leaders.
pub(super) fn pieces<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if !is_open(draft, stake) {
        return Ok(None);
    }
    let (instance, nested) = (led_instance(draft.ground), draft.ground.nested_planner());
    let (leaders, others) = Leaders::find_best(draft.ground.problem(), &instance, &nested, stake.seconds);
    others.into_iter().for_each(|other| draft.record_losing(other));
    Ok(leaders.and_then(|leaders| if_quicker(of_led_classes(draft, leaders), stake)))
}

/// Returns true if such plans are possible and enough is at stake.
fn is_open(draft: &Draft<'_>, stake: Stake) -> bool {
    let settings = draft.ground.settings;
    let is_answered = matches!(draft.ground.question.up_to, UpTo::Nothing | UpTo::Symmetry);
    settings.is_free() && !settings.is_rest && is_answered && stake.seconds >= SMALLER_THRESHOLD_SECONDS
}

/// Returns the plan with such a leaf, if it takes less than the stake.
fn if_quicker<'a>(plan: Result<Plan, PlanError>, stake: Stake) -> Option<Proposal<'a>> {
    plan.ok().filter(|plan| plan.summary.estimate.seconds < stake.seconds).map(Proposal::from_plan)
}
