//! All placements by a single engine, from the table of conflicts: the one that suits the problem best, or that is asked for.
//!
//! Engines are compared by their models first; then, where much is at stake, by descents; and if nothing else is quicker, by
//! timing some units.

use super::strategy::{Proposal, Stake};
use crate::build::engine_of;
use crate::classes::{is_by_maps, of_classes};
use crate::draft::Draft;
use crate::engines::Engine;
use crate::engines::units::MAX_UNITS;
use crate::settings::check_wanted;
use crate::sweep::MAX_TRIAL_SECONDS;
use crate::term::Term;
use crate::tree::Target;
use crate::{Plan, PlanError, choose};

/// Units that are enough to see how long counting them takes, while a sweep may still turn out quicker: making them all
/// can take longer than the sweep.
const ROUGH_UNITS: usize = 1 << 8;
/// What takes longer than this, in seconds, is worth tables that tell what another engine will take.
const MODEL_THRESHOLD_SECONDS: f64 = 0.05;
/// What takes longer than this, in seconds, is worth descents of another engine.
const DESCENTS_THRESHOLD_SECONDS: f64 = 0.2;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if draft.is_swept {
        return Ok(None);
    }
    let most_units = Some(if draft.may_sweep() { ROUGH_UNITS } else { MAX_UNITS });
    let mut leaf = draft.all(draft.ground.settings.engine, most_units)?;
    if let Some(other) = by_model(draft, &leaf).or_else(|| by_descents(draft, &leaf)) {
        leaf = draft.all(other, most_units)?;
    }
    let price = Stake::of(leaf.estimate().seconds);
    Ok(Some(Proposal::Better(price, Box::new(move || plan(draft, leaf)))))
}

/// The engine that is quicker than that of a leaf by its model, where the choice is free and enough is at stake.
fn by_model(draft: &Draft<'_>, leaf: &Term) -> Option<Engine> {
    let (settings, stake) = (draft.ground.settings, leaf.estimate().seconds);
    let is_worth_it = settings.engine == Engine::BEST && stake > MODEL_THRESHOLD_SECONDS;
    is_worth_it.then(|| choose::by_model(&draft.ground.whole().ready(), draft.ground.tuning, stake))?
}

/// The engine that descents show to be quicker than that of a leaf, where the choice is free and much is at stake.
fn by_descents(draft: &Draft<'_>, leaf: &Term) -> Option<Engine> {
    let (settings, ready) = (draft.ground.settings, draft.ground.whole().ready());
    // Where an engine has a trial, the choice is between that one and another.
    if settings.engine != Engine::BEST || choose::on_trial(&ready).next().is_some() {
        return None;
    }
    let stake = leaf.estimate().seconds;
    let is_worth_it = stake > DESCENTS_THRESHOLD_SECONDS && check_wanted(settings).is_ok();
    is_worth_it.then(|| choose::by_descents(&ready, draft.ground.tuning, stake))?
}

/// The plan with that leaf, in as many units as there are to be; or swept where too much would have to be listed for classes.
fn plan(draft: &Draft<'_>, mut leaf: Term) -> Result<Plan, PlanError> {
    if leaf.counter.facts().is_coarse && draft.may_sweep() {
        leaf = draft.all(engine_of(&leaf), Some(MAX_UNITS))?;
    }
    match of_classes(draft, draft.timed(leaf, &Target::All, draft.ground.whole())) {
        Err(error @ PlanError::TooManyWays { .. }) if draft.may_sweep() && is_by_maps(draft.ground) => {
            draft.swept(MAX_TRIAL_SECONDS).ok_or(error)
        }
        plan => plan,
    }
}
