//! Plans for the placements that a group of symmetries leaves as they are.
//!
//! Such a placement is a union of orbits of squares, and so a placement on a smaller board, the quotient, whose squares are the
//! orbits ([`burnside`](super::burnside)): few placements are symmetric, and boards that are far too large for all placements
//! are quick. A quotient is counted by the engines that go through instances, or swept.

use super::build;
use super::cases::Split;
use super::check::{can_be_counted_by_units, misfit};
use super::error::PlanError;
use super::ground::Ground;
use super::nested::Planners;
use super::read::finish;
use super::sweep::{MAX_TRIAL_SECONDS, TRIAL_SHARE, sweeper};
use super::tree::Target;
use super::{Plan, Settings};
use crate::engines::expression::Expression;
use crate::engines::frontier::Symmetries;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// What takes longer than this with units is worth a trial of a sweep, in seconds: later than on a whole board, since a quotient is
/// small.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.05;

/// The plan for the placements of a question that all these symmetries fix, of which the question says nothing.
pub(super) fn fixed(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    planners: Planners,
) -> Result<Plan, PlanError> {
    let ground = Ground::of(question, settings, (Vec::new(), group.to_vec()), None, planners);
    quicker(&ground).map(|plan| Plan { is_part: true, ..plan })
}

/// In each case that the symmetries fix what they fix of the rest: a wall stops what rides towards it, which no quotient of the
/// board without it can know.
fn by_cases(ground: &Ground<'_>, by: Split<'_>) -> Result<Plan, PlanError> {
    let leaders = build::needed(ground, by)?.looked_at()?;
    finish(ground, &Expression::Leaf(Target::All), vec![build::led(leaders)])
}

/// On the quotient, by units or swept: a sweep where it is asked for or units are too many, or where they take long and it is expected
/// to be quicker.
pub(super) fn quicker(ground: &Ground<'_>) -> Result<Plan, PlanError> {
    let Ground { question, settings, .. } = *ground;
    if let Some(by) = Split::needed(&question.problem) {
        return by_cases(ground, by);
    }
    if settings.engine.sweeps() || !can_be_counted_by_units(question) || question.by_number {
        return swept(ground, MAX_TRIAL_SECONDS);
    }
    let units =
        build::quotient(ground).and_then(|leaf| finish(ground, &Expression::Leaf(Target::All), vec![leaf]));
    if !settings.is_free() || settings.shared {
        return units;
    }
    match units {
        Err(error @ PlanError::TooManyWays { .. }) => swept(ground, MAX_TRIAL_SECONDS).or(Err(error)),
        Ok(units) if units.summary().estimate.seconds > TRIAL_THRESHOLD_SECONDS => {
            let seconds = units.summary().estimate.seconds;
            let sweep = swept(ground, seconds * TRIAL_SHARE).ok();
            Ok(sweep.filter(|sweep| sweep.seconds_at_worst() < seconds).unwrap_or(units))
        }
        units => units,
    }
}

/// On the quotient, swept after a trial of `trial` seconds.
fn swept(ground: &Ground<'_>, trial: f64) -> Result<Plan, PlanError> {
    let (engine, _) = sweeper(ground.question)?;
    if !ground.fixing.iter().all(Symmetry::keeps_armies) {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let symmetries = Symmetries::fixed_by(&ground.fixing);
    Plan::sweep(ground.question, ground.settings, symmetries, trial, None).ok_or_else(|| misfit(engine))
}
