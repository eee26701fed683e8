//! A sweep by frontier. It is taken if the caller asked for it, if nothing else answers the question, or if
//! its beginning shows that it is faster than units.

use super::direct;
use super::strategy::{Proposal, Stake};
use crate::check::{check_kernel, misfit};
use crate::draft::Draft;
use crate::each_number::far_kinds;
use crate::problem::Objective;
use crate::shape::shape;
use crate::sweep::{MAX_TRIAL_SECONDS, TRIAL_SHARE, can_be_swept, sweeper};
use crate::tree::Form;
use crate::{Plan, PlanError};

/// If units take longer than this, in seconds, a trial of a sweep is worthwhile.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.003;
/// If a sweep of any number of pieces takes longer than this, in seconds, a sum over numbers or leaders are
/// considered.
const SUM_THRESHOLD_SECONDS: f64 = 0.2;

/// The length of a brief trial, in seconds. For far-reaching kinds, a plan for each number is usually faster,
/// and its cost is known sooner than that of a sweep. So a brief trial shows whether such a plan is needed.
const BRIEF_TRIAL_SECONDS: f64 = 0.02;
/// The ratio of the stake for sums to the forecast of a brief trial, which may be wrong.
const TIMES_IF_BRIEF: f64 = 2.0;
/// The length of the first trial of a sweep, in seconds. Before a longer trial, the time of units is
/// determined.
pub(super) const BEGINNING_SECONDS: f64 = 0.01;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if draft.is_swept {
        return sweep_at_any_price(draft);
    }
    let trial = stake.seconds * TRIAL_SHARE;
    if !draft.may_sweep() || trial <= BEGINNING_SECONDS {
        return Ok(None);
    }
    Ok(draft.plan_sweep(trial).and_then(|plan| if_quicker(draft, plan, stake.seconds)))
}

/// Returns the beginning of a sweep, if the time of units makes a trial worthwhile. The trial may finish the
/// sweep.
pub(super) fn begin_sweep(draft: &Draft<'_>, units: impl Fn() -> f64) -> Option<Plan> {
    let units = if draft.may_sweep() { units() } else { 0.0 };
    let is_worth_it = units > TRIAL_THRESHOLD_SECONDS;
    is_worth_it.then(|| draft.plan_sweep((units * TRIAL_SHARE).min(BEGINNING_SECONDS)))?
}

/// Proposes a sweep after its trial, if it takes less than `expected` seconds.
pub(super) fn if_quicker<'a>(draft: &Draft<'_>, plan: Plan, expected: f64) -> Option<Proposal<'a>> {
    // If memory is short, the beginning of a sweep tells little.
    let allowed = draft.ground.settings.memory.unwrap_or(u64::MAX);
    let is_short = plan.is_short_of_memory() || plan.summary.memory as u64 >= allowed;
    if plan.seconds_if_doubted(is_short) >= expected {
        return None;
    }
    let (seconds, at_worst) = (plan.summary.estimate.seconds, plan.seconds_at_worst().min(expected));
    Some(Proposal::with_price(Stake { seconds, at_worst }, plan))
}

/// Returns the proposal without units. If the count is distributed, any other plan is better, because a sweep
/// cannot be distributed.
fn sweep_at_any_price<'a>(draft: &'a Draft<'_>) -> Result<Option<Proposal<'a>>, PlanError> {
    let (question, settings) = (draft.ground.question, draft.ground.settings);
    // Another strategy may count the question.
    if !draft.has_sweep() {
        return Ok(None);
    }
    let swept = sweeper(question, settings.without);
    // A sum over numbers may be possible without a sweep.
    if swept.is_err() && settings.is_free() && shape(draft.ground, Form::Numbers).is_ok() {
        return Ok(None);
    }
    let (engine, technique) = swept?;
    check_kernel(technique, settings)?;
    if !can_be_swept(question, &draft.ground.same) {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let is_any = question.problem.objective() == Objective::AnyNumber && question.is_pairwise();
    let has_others = settings.is_free() && is_any && !question.maximal;
    let is_brief = has_others && !far_kinds(&question.problem).is_empty();
    let plan = draft.plan_sweep(if is_brief { BRIEF_TRIAL_SECONDS } else { MAX_TRIAL_SECONDS });
    let seconds = match &plan {
        Some(plan) if !settings.shared => plan.summary.estimate.seconds,
        _ => f64::INFINITY,
    };
    if !has_others || seconds <= SUM_THRESHOLD_SECONDS {
        let is_finished = plan.as_ref().is_some_and(|plan| !plan.is_forecast());
        let direct = if is_finished { None } else { direct::faster_plan(draft, seconds) };
        let plan = direct.or(plan);
        return plan.map(|plan| Some(Proposal::at_no_price(plan))).ok_or_else(|| misfit(engine));
    }
    let again = move || draft.plan_sweep(MAX_TRIAL_SECONDS).ok_or_else(|| misfit(engine));
    Ok(plan.map(|plan| match is_brief {
        true => Proposal::Better(Stake::from_seconds(TIMES_IF_BRIEF * seconds), Box::new(again)),
        false => Proposal::with_price(Stake::from_seconds(seconds), plan),
    }))
}
