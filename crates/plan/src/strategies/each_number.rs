//! Any number of some kinds, each number by a plan of its own ([`each_number`](crate::each_number)): where counts of engines do not
//! add up to the answer, or where other kinds stay open.

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::draft::Draft;
use crate::each_number::{EachNumber, far_kinds, is_sum};
use crate::problem::Quantity;

/// What takes longer than this, in seconds, is worth looking at each number.
const THRESHOLD_SECONDS: f64 = 0.2;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (ground, settings) = (draft.ground, draft.ground.settings);
    if !settings.is_free() || settings.shared || stake.seconds < THRESHOLD_SECONDS || !is_sum(ground) {
        return Ok(None);
    }
    let kinds = far_kinds(ground.problem());
    // Leaves of a tree can be shared and kept.
    let open = ground.problem().numbers_of(|pieces| pieces.quantity == Quantity::Any);
    if ground.is_simple() && kinds == open {
        return Ok(None);
    }
    Ok(match EachNumber::new(ground, &kinds, stake.seconds).ok().flatten() {
        Some(Ok(leaf)) => leaf.plan(ground, &kinds).ok().map(Proposal::of),
        Some(Err(slow)) => {
            draft.lost(slow);
            None
        }
        None => None,
    })
}
