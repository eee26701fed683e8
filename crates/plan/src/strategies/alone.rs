//! All placements by a single engine, from the table of conflicts: the one that suits the problem best, or that is asked for.
//!
//! Engines are compared by their models first; then, where much is at stake, by descents; and if nothing else is quicker, by
//! timing some units.
//!
//! Descents cost as much as a sweep of few states, and of forty knights on a long board they only tell that nobody can place them
//! one by one. So after a glance the sweep begins, and of what looks hopeless beside the longest trial of a sweep nothing else is
//! asked until it is known what the sweep will take ([`again`]).

use super::strategy::{Proposal, Stake};
use super::sweep::{self, BEGINNING_SECONDS};
use crate::build::engine_of;
use crate::classes::{is_by_maps, of_classes};
use crate::draft::{Draft, MODEL_THRESHOLD_SECONDS};
use crate::engines::Engine;
use crate::engines::units::MAX_UNITS;
use crate::settings::check_wanted;
use crate::sweep::{MAX_TRIAL_SECONDS, TRIAL_SHARE};
use crate::term::Term;
use crate::tree::Target;
use crate::{Plan, PlanError, choose};

/// Units that are enough to see how long counting them takes, while a sweep may still turn out quicker: making them all
/// can take longer than the sweep.
const ROUGH_UNITS: usize = 1 << 8;
/// To make a unit takes some microseconds: none is worth it that takes less than this, in seconds. Where hardly any placement lives,
/// units take a thousandth of what models say by which they are split.
const UNIT_SECONDS: f64 = 2e-5;
/// What takes longer than this, in seconds, is worth descents of another engine.
const DESCENTS_THRESHOLD_SECONDS: f64 = 0.2;
/// Whatever takes longer than this, in seconds, a sweep is tried for no longer.
const STAKE_OF_TRIALS: f64 = MAX_TRIAL_SECONDS / TRIAL_SHARE;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if draft.is_swept {
        return Ok(None);
    }
    let leaf = modelled(draft, first(draft)?)?;
    let begun = sweep::begun(draft, || leaf.look(STAKE_OF_TRIALS).seconds);
    if begun.as_ref().is_some_and(|plan| !plan.is_forecast()) {
        return Ok(begun.map(Proposal::only));
    }
    // Its beginning may be wrong by far, but no more than that is at stake.
    let doubted = begun.as_ref().map_or(f64::INFINITY, |plan| plan.seconds_if_doubted(true));
    let stake = if draft.may_sweep() { STAKE_OF_TRIALS.min(doubted) } else { f64::INFINITY };
    let (price, leaf) = quickest(draft, leaf, stake)?;
    // Where that was all the trial that is worth it. A short forecast is no reason: it may be too low by far.
    let is_settled = price * TRIAL_SHARE <= BEGINNING_SECONDS;
    if let Some(swept) = begun.filter(|_| is_settled).and_then(|plan| sweep::if_quicker(draft, plan, price)) {
        return Ok(Some(swept));
    }
    draft.hopeless.set(leaf.is_hopeless(price, stake));
    Ok(Some(Proposal::Better(Stake::of(price), Box::new(move || plan(draft, leaf)))))
}

/// The same once more where it looked hopeless, now that it is known what a sweep takes. Counts of seconds gain nothing by it, long
/// ones do: `10x10 B4 N16` is expected to take 2.5 days by armies and 46 by cells.
pub(super) fn again<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if !draft.hopeless.take() || stake.seconds < DESCENTS_THRESHOLD_SECONDS {
        return Ok(None);
    }
    let (price, leaf) = quickest(draft, first(draft)?, stake.seconds)?;
    let is_better = price < stake.seconds;
    Ok(is_better.then(|| Proposal::Better(Stake::of(price), Box::new(move || plan(draft, leaf)))))
}

/// The leaf of the engine that is asked for, or that suits the problem best.
fn first(draft: &Draft<'_>) -> Result<Term, PlanError> {
    draft.all(draft.ground.settings.engine, most_units(draft))
}

/// The leaf, or that of an engine whose model shows at a glance that it is quicker: no sweep need be tried then.
fn modelled(draft: &Draft<'_>, leaf: Term) -> Result<Term, PlanError> {
    match by_model(draft, leaf.look(STAKE_OF_TRIALS).seconds) {
        Some(other) => draft.all(other, most_units(draft)),
        None => Ok(leaf),
    }
}

fn most_units(draft: &Draft<'_>) -> Option<usize> {
    Some(if draft.may_sweep() { ROUGH_UNITS } else { MAX_UNITS })
}

/// The leaf, or that of another engine that is quicker, and the seconds that it takes, as far as that matters beside what is at
/// stake.
fn quickest(draft: &Draft<'_>, leaf: Term, stake: f64) -> Result<(f64, Term), PlanError> {
    let price = leaf.estimate_at(stake).seconds;
    if leaf.is_hopeless(price, stake) {
        return Ok((price, leaf));
    }
    let Some(other) = by_model(draft, price).or_else(|| by_descents(draft, price)) else {
        return Ok((price, leaf));
    };
    let leaf = draft.all(other, most_units(draft))?;
    Ok((leaf.estimate_at(stake).seconds, leaf))
}

/// The engine that takes less than so many seconds by its model, where the choice is free and enough is at stake.
fn by_model(draft: &Draft<'_>, stake: f64) -> Option<Engine> {
    let is_worth_it = draft.ground.settings.engine == Engine::BEST && stake > MODEL_THRESHOLD_SECONDS;
    is_worth_it.then(|| choose::by_model(&draft.ground.whole().ready(), draft.ground.tuning, stake))?
}

/// The engine that descents show to take less than so many seconds, where the choice is free and much is at stake.
fn by_descents(draft: &Draft<'_>, stake: f64) -> Option<Engine> {
    let (settings, ready) = (draft.ground.settings, draft.ground.whole().ready());
    // Where an engine has a trial, the choice is between that one and another.
    if settings.engine != Engine::BEST || choose::on_trial(&ready, draft.ground.tuning).next().is_some() {
        return None;
    }
    let is_worth_it = stake > DESCENTS_THRESHOLD_SECONDS && check_wanted(settings).is_ok();
    is_worth_it.then(|| choose::by_descents(&ready, draft.ground.tuning, stake))?
}

/// The plan with that leaf, in as many units as there are to be; or swept where too much would have to be listed for classes.
fn plan(draft: &Draft<'_>, mut leaf: Term) -> Result<Plan, PlanError> {
    if leaf.counter.facts().is_coarse && draft.may_sweep() {
        let units = (leaf.estimate().seconds / UNIT_SECONDS).clamp(ROUGH_UNITS as f64, MAX_UNITS as f64);
        leaf = draft.all(engine_of(&leaf), Some(units as usize))?;
    }
    match of_classes(draft, draft.timed(leaf, &Target::All, draft.ground.whole())) {
        Err(error @ PlanError::TooManyWays { .. }) if draft.may_sweep() && is_by_maps(draft.ground) => {
            draft.swept(MAX_TRIAL_SECONDS).ok_or(error)
        }
        plan => plan,
    }
}
