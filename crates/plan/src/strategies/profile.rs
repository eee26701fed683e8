//! A sweep with numbers in its states: for quotas, degrees and domination in the place of units where
//! its beginning tells that it is quicker, or where no engine has units.

use super::strategy::{Proposal, Stake};
use crate::check::can_be_counted_by_units;
use crate::direct::{MOST_STAKE, quickest};
use crate::draft::Draft;
use crate::engines::technique::Suit;
use crate::feature::Feature;
use crate::shape::shape;
use crate::tree::Form;
use crate::{Plan, PlanError};

/// What takes longer than this with units is worth a trial, in seconds.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.003;
/// Units that are enough to see how long counting them takes.
const ROUGH_UNITS: usize = 1 << 8;
/// A sweep of any number of pieces that takes longer than this, in seconds, is worth looking at a sum over numbers.
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
        let plan = quickest(question, settings, Suit::Trial, MOST_STAKE);
        return Ok(plan.map(|plan| anyhow(draft, plan)));
    }
    let units = draft.all(settings.engine, Some(ROUGH_UNITS));
    let units = units.map_or(f64::INFINITY, |leaf| leaf.estimate().seconds);
    if settings.shared || units <= TRIAL_THRESHOLD_SECONDS {
        return Ok(None);
    }
    let plan = quickest(question, settings, Suit::Trial, units);
    Ok(plan.filter(|plan| plan.summary().estimate.seconds < units).map(Proposal::only))
}

/// Where units are out of the question: beside a sum over numbers, if there is one, and at any price if the count is to be shared,
/// since this one is not.
fn anyhow<'a>(draft: &Draft<'_>, plan: Plan) -> Proposal<'a> {
    let seconds = if draft.ground.settings.shared { f64::INFINITY } else { plan.summary().estimate.seconds };
    match seconds > SUM_THRESHOLD_SECONDS && shape(draft.ground, Form::Numbers).is_ok() {
        true => Proposal::at(Stake::of(seconds), plan),
        false => Proposal::only(plan),
    }
}
