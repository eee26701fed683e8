//! A plan for each number of pieces of some kinds ([`each_number`](crate::each_number)), if counts of engines
//! do not add up to the answer, or if other kinds stay open.

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::draft::Draft;
use crate::each_number::{NumberPlans, far_kinds, is_sum};
use crate::problem::{Pieces, Quantity};

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
    Ok(of_kinds(draft, &kinds, stake).ok().flatten())
}

/// Proposes any number without the numbers below the ranges.
pub(super) fn of_complements<'a>(
    draft: &'a Draft<'_>,
    stake: Stake,
) -> Result<Option<Proposal<'a>>, PlanError> {
    let ground = draft.ground;
    if ground.settings.shared {
        return Ok(None);
    }
    let kinds = ground.problem().numbers_of(is_range);
    let Some(Ok(leaf)) = NumberPlans::of_complements(ground, &kinds, stake.seconds)? else { return Ok(None) };
    Ok(leaf.plan(ground, &kinds).ok().map(Proposal::from_plan))
}

fn is_range(pieces: &Pieces) -> bool {
    matches!(pieces.quantity, Quantity::Within(_))
}

/// Proposes a plan for each number in some ranges, with which every question can be counted, if nothing that
/// takes a moment is known.
pub(super) fn of_ranges<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let ground = draft.ground;
    if stake.seconds < THRESHOLD_SECONDS {
        return Ok(None);
    }
    let proposed = match ground.settings.shared {
        true => Ok(None),
        false => of_kinds(draft, &ground.problem().numbers_of(is_range), stake),
    };
    match proposed {
        // Another plan is known.
        _ if stake.seconds.is_finite() => Ok(proposed.ok().flatten()),
        Ok(None) if ground.settings.shared => Err(PlanError::RangesInParts),
        Ok(None) if !is_sum(ground) => Err(PlanError::ExchangeOfNumbers),
        Ok(None) => Err(PlanError::ManyCases { of: "choose the numbers of pieces" }),
        proposed => proposed,
    }
}

fn of_kinds<'a>(
    draft: &'a Draft<'_>,
    kinds: &[usize],
    stake: Stake,
) -> Result<Option<Proposal<'a>>, PlanError> {
    let ground = draft.ground;
    Ok(match NumberPlans::new(ground, kinds, stake.seconds)? {
        Some(Ok(leaf)) => Some(Proposal::from_plan(leaf.plan(ground, kinds)?)),
        Some(Err(slow)) => {
            draft.record_losing(slow);
            None
        }
        None => None,
    })
}
