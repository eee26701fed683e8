//! A plan for each number of pieces of some kinds ([`each_number`](crate::each_number)), if counts of engines
//! do not add up to the answer, or if other kinds stay open.

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::draft::Draft;
use crate::each_number::{NumberPlans, far_kinds, is_sum};
use crate::problem::Quantity;

/// A count that takes longer than this, in seconds, is worth a plan for each number.
const THRESHOLD_SECONDS: f64 = 0.2;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (ground, settings) = (draft.ground, draft.ground.settings);
    if !settings.is_free() || settings.shared || stake.seconds < THRESHOLD_SECONDS || !is_sum(ground) {
        return Ok(None);
    }
    let kinds = far_kinds(ground.problem());
    // Leaves of a tree can be distributed and kept, so they are preferred.
    let open = ground.problem().numbers_of(|pieces| pieces.quantity == Quantity::Any);
    if ground.is_simple() && kinds == open {
        return Ok(None);
    }
    Ok(match NumberPlans::new(ground, &kinds, stake.seconds).ok().flatten() {
        Some(Ok(leaf)) => leaf.plan(ground, &kinds).ok().map(Proposal::from_plan),
        Some(Err(slow)) => {
            draft.record_losing(slow);
            None
        }
        None => None,
    })
}
