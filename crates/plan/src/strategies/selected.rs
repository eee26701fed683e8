//! Ranges of numbers by a count of any number ([`selection`](crate::selection)).

use super::strategy::{Proposal, Stake};
use crate::draft::Draft;
use crate::each_number::complement_of_ranges;
use crate::selection::Selection;
use crate::{Plan, PlanError};

/// A count that takes longer than this, in seconds, is worth a plan for any number.
const THRESHOLD_SECONDS: f64 = 0.2;

/// Proposes nothing if any number of pieces is not counted by number. Each exact number is another way then.
pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let ground = draft.ground;
    // A forecast of counts by number can be far too low, and the numbers below a range are few.
    let has_complement = stake.seconds.is_finite() && complement_of_ranges(ground).is_some();
    if stake.seconds < THRESHOLD_SECONDS || has_complement {
        return Ok(None);
    }
    let Some(selection) = Selection::from_question(ground.question) else { return Ok(None) };
    let plan = match ground.fixing[..] {
        [] => (ground.planners.new)(&selection.without, ground.settings),
        _ => (ground.planners.fixed)(&selection.without, ground.settings, &ground.fixing),
    };
    let plan = match plan {
        Ok(plan) => plan,
        Err(PlanError::Stopped) => return Err(PlanError::Stopped),
        Err(_) => return Ok(None),
    };
    let is_better = plan.seconds_at_worst() < stake.seconds;
    let question = ground.question.clone();
    Ok(is_better.then(|| Proposal::from_plan(Plan { question, selection: Some(selection), ..plan })))
}
