//! Placements in reading order, for questions that no table of conflicts defines. For classes, a second leaf
//! visits each placement with the symmetries that fix it.

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::build::{class_counter, engine_of};
use crate::classes::of_classes;
use crate::draft::Draft;
use crate::shape::shape;
use crate::tree::Form;
use crate::up_to::UpTo;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let ground = draft.ground;
    if draft.is_swept || !ground.is_in_order() {
        return Ok(None);
    }
    let all = || draft.term_of_all(ground.settings.engine, None);
    let first = all()?;
    let plan = match shape(ground, Form::Classes) {
        Err(_) => of_classes(draft, first),
        Ok(shape) => {
            let classes = class_counter(ground, engine_of(&first))?;
            let second = if ground.question.up_to == UpTo::Translation { Some(all()?) } else { None };
            draft.finish(&shape, std::iter::once(first).chain(second).chain([classes]).collect())
        }
    };
    plan.map(Proposal::at_no_price).map(Some)
}
