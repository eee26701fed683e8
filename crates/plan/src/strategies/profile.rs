//! A sweep with numbers in its states: where it is asked for, and for quotas, degrees and domination in the place of units where
//! its beginning tells that it is quicker, or where no engine has units.

use super::strategy::{Proposal, Stake};
use crate::check::{can_be_counted_by_units, misfit};
use crate::draft::Draft;
use crate::question::Ask;
use crate::{Plan, PlanError};

/// The longest trial, in seconds.
const MAX_TRIAL_SECONDS: f64 = 0.5;
/// The part of the expected time with units that a trial may take.
const TRIAL_SHARE: f64 = 0.2;
/// What takes longer than this with units is worth a trial, in seconds.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.003;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (question, settings) = (draft.ground.question, draft.ground.settings);
    let is_whole = draft.ground.fixing.is_empty() && draft.ground.same.len() <= 1;
    if settings.engine.holds_numbers() {
        if !is_whole {
            return Err(misfit(settings.engine));
        }
        return Plan::profile(question, settings, MAX_TRIAL_SECONDS).map(Proposal::only).map(Some);
    }
    let is_its_own = question.asks().any(|ask| matches!(ask, Ask::Quotas | Ask::Degrees | Ask::Dominating));
    if !is_its_own || !is_whole || !settings.is_free() {
        return Ok(None);
    }
    if !can_be_counted_by_units(question) {
        // If it has no plan, nobody has.
        return match Plan::profile(question, settings, MAX_TRIAL_SECONDS) {
            Err(PlanError::Refused { .. }) => Ok(None),
            plan => plan.map(Proposal::only).map(Some),
        };
    }
    let units = draft.all(settings.engine, None).map_or(f64::INFINITY, |leaf| leaf.estimate().seconds);
    if settings.shared || units <= TRIAL_THRESHOLD_SECONDS {
        return Ok(None);
    }
    let trial = (units * TRIAL_SHARE).min(MAX_TRIAL_SECONDS);
    let plan = Plan::profile(question, settings, trial).ok();
    Ok(plan.filter(|plan| plan.summary().estimate.seconds < units).map(Proposal::only))
}
