//! Placements that a group of symmetries leaves as they are.
//!
//! Such a placement is a union of orbits of squares, and so a placement on a smaller board, the quotient, whose squares are the
//! orbits ([`burnside`](crate::burnside)): few placements are symmetric, and boards that are far too large for all
//! placements are quick. A quotient is counted by the engines that go through instances, or swept: where a sweep is asked for
//! or units are too many, or where they take long and it is expected to be quicker.

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

/// What takes longer than this with units is worth a trial of a sweep, in seconds: later than on a whole board, since a quotient is
/// small.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.05;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if draft.ground.fixing.is_empty() {
        return Ok(None);
    }
    quicker(draft).map(Proposal::only).map(Some)
}

/// On the quotient, by units or swept.
fn quicker(draft: &Draft<'_>) -> Result<Plan, PlanError> {
    let Ground { question, settings, .. } = *draft.ground;
    if draft.is_swept || question.by_number {
        return swept(draft.ground, MAX_TRIAL_SECONDS);
    }
    let units =
        quotient(draft.ground).and_then(|leaf| draft.finish(&Expression::Leaf(Target::All), vec![leaf]));
    if !settings.is_free() || settings.shared {
        return units;
    }
    match units {
        Err(error @ PlanError::TooManyWays { .. }) => swept(draft.ground, MAX_TRIAL_SECONDS).or(Err(error)),
        Ok(units) if units.summary().estimate.seconds > TRIAL_THRESHOLD_SECONDS => {
            let seconds = units.summary().estimate.seconds;
            let sweep = swept(draft.ground, seconds * TRIAL_SHARE).ok();
            Ok(sweep.filter(|sweep| sweep.seconds_at_worst() < seconds).unwrap_or(units))
        }
        units => units,
    }
}

/// On the quotient, swept after a trial of `trial` seconds.
fn swept(ground: &Ground<'_>, trial: f64) -> Result<Plan, PlanError> {
    let (engine, _) = sweeper(ground.question, ground.settings.without)?;
    if !ground.fixing.iter().all(Symmetry::keeps_armies) {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let symmetries = Symmetries::fixed_by(&ground.fixing);
    Plan::sweep(ground.question, ground.settings, symmetries, trial, None).ok_or_else(|| misfit(engine))
}
