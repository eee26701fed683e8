//! Placements that a group of symmetries fixes.
//!
//! Such a placement is a union of orbits of squares, and so a placement on a smaller board, the quotient,
//! whose squares are the orbits ([`burnside`](crate::burnside)). Few placements are symmetric, so even boards
//! that are far too large for all placements are counted fast. Engines that visit an instance count the
//! quotient, or a sweep does. The sweep is taken if the caller asked for it, if there are too many units, or
//! if units take long and the sweep is expected to be faster.

use super::strategy::{Proposal, Stake};
use crate::build::quotient;
use crate::check::misfit;
use crate::draft::Draft;
use crate::engines::expression::Expression;
use crate::engines::technique::Symmetries;
use crate::ground::Ground;
use crate::sweep::{MAX_TRIAL_SECONDS, TRIAL_SHARE, sweeper};
use crate::symmetry::Symmetry;
use crate::tree::Target;
use crate::{Plan, PlanError};

/// If units take longer than this, in seconds, a trial of a sweep is worthwhile. The threshold is higher than
/// for a whole board, because a quotient is small.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.05;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if draft.ground.fixing.is_empty() {
        return Ok(None);
    }
    plan_quotient(draft).map(Proposal::at_no_price).map(Some)
}

/// Returns the plan on the quotient, by units or by a sweep.
fn plan_quotient(draft: &Draft<'_>) -> Result<Plan, PlanError> {
    let Ground { question, settings, .. } = *draft.ground;
    if draft.is_swept || question.by_number {
        return sweep_quotient(draft.ground, MAX_TRIAL_SECONDS);
    }
    let units =
        quotient(draft.ground).and_then(|leaf| draft.finish(&Expression::Leaf(Target::All), vec![leaf]));
    if !settings.is_free() || settings.shared {
        return units;
    }
    match units {
        Err(error @ PlanError::TooManyWays { .. }) => {
            sweep_quotient(draft.ground, MAX_TRIAL_SECONDS).or(Err(error))
        }
        Ok(units) if units.summary().estimate.seconds > TRIAL_THRESHOLD_SECONDS => {
            let seconds = units.summary().estimate.seconds;
            let sweep = sweep_quotient(draft.ground, seconds * TRIAL_SHARE).ok();
            Ok(sweep.filter(|sweep| sweep.seconds_at_worst() < seconds).unwrap_or(units))
        }
        units => units,
    }
}

/// Returns the plan of a sweep on the quotient, after a trial of `trial` seconds.
fn sweep_quotient(ground: &Ground<'_>, trial: f64) -> Result<Plan, PlanError> {
    let (engine, _) = sweeper(ground.question, ground.settings.without)?;
    if !ground.fixing.iter().all(Symmetry::keeps_armies) {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let symmetries = Symmetries::fixed_by(&ground.fixing);
    Plan::sweep(ground.question, ground.settings, symmetries, trial, None).ok_or_else(|| misfit(engine))
}
