//! All placements by a single engine, from the table of conflicts: the best suited engine, or the named one.
//!
//! Engines are compared first by their models (formulas for the time), then by descents (random samples of the
//! search tree) if much is at stake. If no other engine is faster, some units are timed.
//!
//! Descents can take longer than a short sweep. For forty knights on a long board they only show that no engine
//! can place them one by one. So after a short look the sweep begins. Units look hopeless if they seem to need
//! many times the longest trial of a sweep. Their cost is then not determined until the time of the sweep is
//! known ([`reconsider_units`]).

use super::strategy::{Proposal, Stake};
use super::sweep::{self, BEGINNING_SECONDS};
use crate::build::engine_of;
use crate::classes::{is_by_maps, of_classes};
use crate::draft::Draft;
use crate::engines::Engine;
use crate::engines::units::MAX_UNITS;
use crate::settings::check_wanted;
use crate::sweep::{MAX_TRIAL_SECONDS, TRIAL_SHARE};
use crate::term::Term;
use crate::tree::Target;
use crate::{Plan, PlanError, choose};

/// The number of units for an approximate timing, while a sweep may still be faster. To make all units can
/// take longer than the sweep.
const ROUGH_UNITS: usize = 1 << 8;
/// The minimum work of a unit, in seconds, because making a unit takes some microseconds. If hardly any
/// placement survives, units take a thousandth of the time by which the model splits them.
const UNIT_SECONDS: f64 = 2e-5;
/// A count that takes longer than this, in seconds, is worth descents of another engine.
const DESCENTS_THRESHOLD_SECONDS: f64 = 0.2;
/// The stake, in seconds, beyond which the trial of a sweep does not become longer.
const STAKE_OF_TRIALS: f64 = MAX_TRIAL_SECONDS / TRIAL_SHARE;

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    if draft.is_swept {
        return Ok(None);
    }
    let leaf = faster_by_model(draft, first_leaf(draft)?)?;
    let begun = sweep::begin_sweep(draft, || leaf.look(STAKE_OF_TRIALS).seconds);
    if begun.as_ref().is_some_and(|plan| !plan.is_forecast()) {
        return Ok(begun.map(Proposal::at_no_price));
    }
    // The forecast from the beginning of the sweep may be far too low. The doubted time allows for that, and more
    // is not at stake.
    let doubted = begun.as_ref().map_or(f64::INFINITY, |plan| plan.seconds_if_doubted(true));
    let stake = if draft.may_sweep() { STAKE_OF_TRIALS.min(doubted) } else { f64::INFINITY };
    let (price, leaf) = fastest_leaf(draft, leaf, stake)?;
    // True if a longer trial is not worthwhile. A short forecast is not a reason to stop, because it may be
    // far too low.
    let is_settled = price * TRIAL_SHARE <= BEGINNING_SECONDS;
    if let Some(swept) = begun.filter(|_| is_settled).and_then(|plan| sweep::if_quicker(draft, plan, price)) {
        return Ok(Some(swept));
    }
    draft.hopeless.set(leaf.is_hopeless(price, stake));
    Ok(Some(Proposal::Better(Stake::from_seconds(price), Box::new(move || plan(draft, leaf)))))
}

/// Proposes the units again if they looked hopeless, now that the time of a sweep is known. Long counts
/// benefit: `10x10 B4 N16` is expected to take 2.5 days by armies and 46 by cells. Counts of seconds do not.
pub(super) fn reconsider_units<'a>(
    draft: &'a Draft<'_>,
    stake: Stake,
) -> Result<Option<Proposal<'a>>, PlanError> {
    if !draft.hopeless.take() || stake.seconds < DESCENTS_THRESHOLD_SECONDS {
        return Ok(None);
    }
    let (price, leaf) = fastest_leaf(draft, first_leaf(draft)?, stake.seconds)?;
    let is_better = price < stake.seconds;
    Ok(is_better.then(|| Proposal::Better(Stake::from_seconds(price), Box::new(move || plan(draft, leaf)))))
}

/// Returns the leaf of the named engine, or of the engine that suits the problem best.
fn first_leaf(draft: &Draft<'_>) -> Result<Term, PlanError> {
    draft.term_of_all(draft.ground.settings.engine, most_units(draft))
}

/// Returns the leaf, or that of an engine whose model shows at a glance that it is faster. No sweep need be tried then.
fn faster_by_model(draft: &Draft<'_>, leaf: Term) -> Result<Term, PlanError> {
    match draft.by_model(draft.ground.whole_site(), || leaf.look(STAKE_OF_TRIALS).seconds) {
        Some(other) => draft.term_of_all(other, most_units(draft)),
        None => Ok(leaf),
    }
}

fn most_units(draft: &Draft<'_>) -> Option<usize> {
    Some(if draft.may_sweep() { ROUGH_UNITS } else { MAX_UNITS })
}

/// Returns the leaf, or that of a faster engine, with its time in seconds. The time is only as accurate as
/// `stake` justifies.
fn fastest_leaf(draft: &Draft<'_>, leaf: Term, stake: f64) -> Result<(f64, Term), PlanError> {
    let price = leaf.estimate_at(stake).seconds;
    if leaf.is_hopeless(price, stake) {
        return Ok((price, leaf));
    }
    let modelled = draft.by_model(draft.ground.whole_site(), || price);
    let Some(other) = modelled.or_else(|| by_descents(draft, price)) else {
        return Ok((price, leaf));
    };
    let leaf = draft.term_of_all(other, most_units(draft))?;
    Ok((leaf.estimate_at(stake).seconds, leaf))
}

/// Returns the engine that takes less than `stake` seconds according to descents, if the choice is free and
/// much is at stake.
fn by_descents(draft: &Draft<'_>, stake: f64) -> Option<Engine> {
    let (settings, ready) = (draft.ground.settings, draft.ground.whole_site().leaf_instance());
    // If an engine has a trial, the choice is between that engine and another one.
    if settings.engine != Engine::BEST || choose::on_trial(&ready, draft.ground.tuning).next().is_some() {
        return None;
    }
    let is_worth_it = stake > DESCENTS_THRESHOLD_SECONDS && check_wanted(settings).is_ok();
    is_worth_it.then(|| choose::by_descents(&ready, draft.ground.tuning, stake))?
}

/// Returns the plan with this leaf and the final number of units. If a symmetry has too many ways to share
/// the pieces among its cycles, the plan is a sweep instead.
fn plan(draft: &Draft<'_>, mut leaf: Term) -> Result<Plan, PlanError> {
    if leaf.counter.facts().is_coarse && draft.may_sweep() {
        let units = (leaf.estimate().seconds / UNIT_SECONDS).clamp(ROUGH_UNITS as f64, MAX_UNITS as f64);
        leaf = draft.term_of_all(engine_of(&leaf), Some(units as usize))?;
    }
    match of_classes(draft, draft.faster_by_trial(leaf, &Target::All, draft.ground.whole_site())) {
        Err(error @ PlanError::TooManyWays { .. }) if draft.may_sweep() && is_by_maps(draft.ground) => {
            draft.plan_sweep(MAX_TRIAL_SECONDS).ok_or(error)
        }
        plan => plan,
    }
}
