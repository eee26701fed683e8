//! Cases that must be settled before anything else, such as the squares of walls.
//!
//! Each case is counted by the named engine. Each case also has its own placements that symmetries fix: a
//! wall stops riders, which a quotient of the board without the wall cannot represent.

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::build::needed_leaders;
use crate::cases::Split;
use crate::classes::of_led_classes;
use crate::draft::Draft;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let Some(by) = Split::needed_split(draft.ground.problem()) else { return Ok(None) };
    let leaders = needed_leaders(draft.ground, by)?.looked_at()?;
    of_led_classes(draft, leaders).map(Proposal::at_no_price).map(Some)
}
