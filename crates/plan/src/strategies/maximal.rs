//! Placements that cannot be extended: by a search or by a sweep, whichever is expected to be faster.
//!
//! Random descents estimate the time of the search. If it is short, the search is taken. Otherwise the
//! beginning of a sweep shows whether the sweep is better.

use super::strategy::{Proposal, Stake};
use crate::draft::Draft;
use crate::engines::technique::Suit;
use crate::sweep::{TRIAL_SHARE, can_be_swept, sweeper};
use crate::symmetry::Symmetry;
use crate::{Plan, PlanError, direct};

/// A count that takes longer than this, in seconds, is worth a trial of a sweep.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.003;
/// The stake before any estimate, in seconds. A tenth of it may be spent on looking.
const STAKE_SECONDS: f64 = 0.1;
/// The assumed ratio of the time of such a sweep to the forecast from its first lines, because its states
/// later remember which squares are not yet attacked. `10x10 N*` takes 16 times as long, `12x12 Q*` 40,
/// `10x10/torus N*` more than 300.
const TIMES_IN_DOUBT: f64 = 50.0;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (question, settings) = (draft.ground.question, draft.ground.settings);
    if !question.maximal || !settings.is_free() || settings.shared || draft.ground.is_part {
        return Ok(None);
    }
    let Some(plan) = direct::fastest_plan(question, settings, Suit::Model, STAKE_SECONDS) else {
        return Ok(None);
    };
    let expected = plan.summary().estimate.seconds;
    if expected <= TRIAL_THRESHOLD_SECONDS {
        return Ok(Some(Proposal::at_no_price(plan)));
    }
    let at_worst = |swept: &Plan| {
        let seconds = swept.summary().estimate.seconds;
        if swept.is_forecast() { TIMES_IN_DOUBT * seconds } else { seconds }
    };
    let can_be = |group: &[Symmetry]| can_be_swept(question, group);
    let may_sweep = sweeper(question, settings.without).is_ok()
        && can_be(&draft.ground.same)
        && can_be(&draft.ground.fixing);
    let swept = if may_sweep { draft.plan_sweep(expected * TRIAL_SHARE) } else { None };
    Ok(Some(Proposal::at_no_price(swept.filter(|swept| at_worst(swept) < expected).unwrap_or(plan))))
}
