//! Any number of pieces as a sum over their numbers, with a leaf for each combination. This is for kinds of
//! which few fit on the board, for which a sweep would remember every occupied line.

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::build::by_engine;
use crate::compared::LosingPlan;
use crate::draft::Draft;
use crate::each_number::MAX_NUMBERS;
use crate::shape::shape;
use crate::tree::Form;

/// Proposes nothing if there are too many numbers, or if they are expected to take longer than the stake.
pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    Ok(sum(draft, stake.seconds))
}

fn sum<'a>(draft: &Draft<'_>, stake: f64) -> Option<Proposal<'a>> {
    let ground = draft.ground;
    let shape = shape(ground, Form::Numbers).ok()?;
    let (mut seconds, mut memory, mut terms) = (0.0, 0, Vec::new());
    let targets = shape.leaves();
    // Inside such a sum, the limit is the one of plans for each number.
    if ground.settings.is_summand && targets.len() > MAX_NUMBERS {
        return None;
    }
    for (counts, _) in &targets {
        let site = ground.site(counts)?;
        let term = by_engine(ground, counts, &site, ground.settings.engine, None).ok()?;
        let term = draft.faster_by_model(term, counts, &site);
        seconds += term.estimate().seconds;
        memory = term.counter.memory().saturating_add(memory);
        if seconds >= stake {
            let what = format!("a sum over {} numbers of pieces", targets.len());
            draft.record_losing(LosingPlan { what, seconds, is_longer: true, memory });
            return None;
        }
        terms.push(term);
    }
    draft.finish(&shape, terms).ok().map(Proposal::from_plan)
}
