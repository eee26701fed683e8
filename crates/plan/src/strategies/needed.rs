//! Cases that have to be settled before anything else, such as where walls stand.
//!
//! Whatever engine is asked for counts each case. Of placements that symmetries fix, each case has its own: a wall stops what
//! rides towards it, which no quotient of the board without it can know.

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::build::needed;
use crate::cases::Split;
use crate::classes::of_led_classes;
use crate::draft::Draft;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let Some(by) = Split::needed(draft.ground.problem()) else { return Ok(None) };
    let leaders = needed(draft.ground, by)?.looked_at()?;
    of_led_classes(draft, leaders).map(Proposal::only).map(Some)
}
