//! A sweep with numbers in its states, for quotas, degrees and domination. It replaces units if its beginning
//! shows that it is faster, or if no engine has units.

use super::strategy::{Proposal, Stake};
use crate::check::can_be_counted_by_units;
use crate::direct::{MOST_STAKE, fastest_plan};
use crate::draft::Draft;
use crate::engines::technique::Suit;
use crate::feature::Feature;
use crate::shape::shape;
use crate::tree::Form;
use crate::{Plan, PlanError};

/// If units take longer than this, in seconds, a trial is worthwhile.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.003;
/// The number of units for an approximate timing.
const ROUGH_UNITS: usize = 1 << 8;
/// If a sweep of any number of pieces takes longer than this, in seconds, a sum over numbers is considered.
const SUM_THRESHOLD_SECONDS: f64 = 0.2;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (question, settings) = (draft.ground.question, draft.ground.settings);
    let is_whole = draft.ground.fixing.is_empty() && draft.ground.same.len() <= 1;
    let is_its_own =
        question.asks().any(|ask| matches!(ask, Feature::Quotas | Feature::Degrees | Feature::Dominating));
    if !is_its_own || !is_whole || !settings.is_free() {
        return Ok(None);
    }
    if !can_be_counted_by_units(question, settings) {
        let plan = fastest_plan(question, settings, Suit::Trial, MOST_STAKE);
        return Ok(plan.map(|plan| profile_at_any_price(draft, plan)));
    }
    let units = draft.term_of_all(settings.engine, Some(ROUGH_UNITS));
    let units = units.map_or(f64::INFINITY, |leaf| leaf.estimate().seconds);
    if settings.shared || units <= TRIAL_THRESHOLD_SECONDS {
        return Ok(None);
    }
    let plan = fastest_plan(question, settings, Suit::Trial, units);
    Ok(plan.filter(|plan| plan.summary().estimate.seconds < units).map(Proposal::at_no_price))
}

/// Returns the proposal without units. A sum over numbers, if there is one, competes with it; if the count is
/// distributed, the sum is better at any price, because this sweep cannot be distributed.
fn profile_at_any_price<'a>(draft: &Draft<'_>, plan: Plan) -> Proposal<'a> {
    let seconds = if draft.ground.settings.shared { f64::INFINITY } else { plan.summary().estimate.seconds };
    match seconds > SUM_THRESHOLD_SECONDS && shape(draft.ground, Form::Numbers).is_ok() {
        true => Proposal::with_price(Stake::from_seconds(seconds), plan),
        false => Proposal::at_no_price(plan),
    }
}
