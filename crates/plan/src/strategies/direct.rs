//! An engine that reads the question itself, if it is faster than the engines that count with sets of
//! squares.

use super::strategy::{Proposal, Stake};
use crate::draft::Draft;
use crate::engines::technique::Suit;
use crate::{Plan, PlanError, direct};

/// A count that takes longer than this, in seconds, is worth asking these engines.
const THRESHOLD_SECONDS: f64 = 0.003;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    Ok(faster_plan(draft, stake.seconds).map(Proposal::from_plan))
}

/// Returns the fastest such plan, if it takes less than `stake` seconds.
pub(super) fn faster_plan(draft: &Draft<'_>, stake: f64) -> Option<Plan> {
    let settings = draft.ground.settings;
    if draft.ground.is_part || !settings.is_free() || settings.shared || stake < THRESHOLD_SECONDS {
        return None;
    }
    let plan = direct::fastest_plan(draft.ground.question, settings, Suit::Model, stake);
    plan.filter(|plan| plan.summary().estimate.seconds < stake)
}

/// On boards of more squares, any other planning usually takes longer than such an answer.
const WIDE_SQUARES: usize = 1 << 8;
/// The maximum time of an answer that is taken before other planning, in seconds.
const AT_ONCE_SECONDS: f64 = 0.003;

/// Proposes an answer before all other strategies, if it takes less time than they would.
pub(super) fn at_once<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (question, settings) = (draft.ground.question, draft.ground.settings);
    let is_small = question.problem.board().squares() <= WIDE_SQUARES;
    if draft.ground.is_part || !settings.is_free() || settings.shared || is_small {
        return Ok(None);
    }
    let plan = direct::fastest_plan(question, settings, Suit::Model, AT_ONCE_SECONDS);
    Ok(plan.filter(|plan| plan.summary().estimate.seconds < AT_ONCE_SECONDS).map(Proposal::at_no_price))
}
