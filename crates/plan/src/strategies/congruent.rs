//! Placements of the plane up to maps of the torus. These maps do not preserve the problem, so each class is
//! counted by its first placement ([`congruent`](crate::congruent)).

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::build::term_of_congruent_classes;
use crate::draft::Draft;
use crate::shape::shape;
use crate::tree::Form;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let ground = draft.ground;
    if !ground.is_congruent() {
        return Ok(None);
    }
    let all = || draft.term_of_all(ground.settings.engine, None);
    let plan = draft
        .finish(&shape(ground, Form::Classes)?, vec![all()?, all()?, term_of_congruent_classes(ground)])?;
    Ok(Some(Proposal::at_no_price(plan)))
}
