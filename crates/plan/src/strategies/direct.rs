//! An engine that reads the question itself, where it is quicker than what counts with sets of squares.

use super::strategy::{Proposal, Stake};
use crate::draft::Draft;
use crate::engines::technique::Suit;
use crate::{Plan, PlanError, direct};

/// What takes longer than this, in seconds, is worth asking.
const THRESHOLD_SECONDS: f64 = 0.003;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    Ok(quicker(draft, stake.seconds).map(Proposal::of))
}

/// Such an engine's plan, if it takes less than so many seconds.
pub(super) fn quicker(draft: &Draft<'_>, stake: f64) -> Option<Plan> {
    let settings = draft.ground.settings;
    if draft.ground.is_part || !settings.is_free() || settings.shared || stake < THRESHOLD_SECONDS {
        return None;
    }
    let plan = direct::quickest(draft.ground.question, settings, Suit::Model, stake);
    plan.filter(|plan| plan.summary().estimate.seconds < stake)
}

/// On boards of more squares, planning anything else takes longer than such an answer as a rule,
const WIDE_SQUARES: usize = 1 << 8;
/// if that takes less than this, in seconds.
const AT_ONCE_SECONDS: f64 = 0.003;

/// Before anybody else is asked, where the answer takes less than asking would.
pub(super) fn at_once<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (question, settings) = (draft.ground.question, draft.ground.settings);
    let is_small = question.problem.board().squares() <= WIDE_SQUARES;
    if draft.ground.is_part || !settings.is_free() || settings.shared || is_small {
        return Ok(None);
    }
    let plan = direct::quickest(question, settings, Suit::Model, AT_ONCE_SECONDS);
    Ok(plan.filter(|plan| plan.summary().estimate.seconds < AT_ONCE_SECONDS).map(Proposal::only))
}
