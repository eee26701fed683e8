//! A plan in the making: its purpose, the alternatives that lost, and the steps that all ways to plan share.

use super::build::by_engine;
use super::check::can_be_counted_by_units;
use super::choose;
use super::compared::LosingPlan;
use super::ground::{Ground, Site};
use super::read::finish;
use super::sweep::{MAX_NESTED_TRIAL_SECONDS, can_be_swept};
use super::term::Term;
use super::tree::Target;
use super::{Plan, PlanError};
use crate::engines::Engine;
use crate::engines::expression::Expression;
use crate::engines::technique::Symmetries;
use crate::engines::units::MAX_UNITS;
use crate::named::Named;
use std::cell::{Cell, RefCell};

/// A count that takes longer than this, in seconds, is worth a trial of the engines that need one.
pub(crate) const TIMING_THRESHOLD_SECONDS: f64 = 0.2;
/// A count that takes longer than this, in seconds, is worth tables that show the time of another engine.
const MODEL_THRESHOLD_SECONDS: f64 = 0.05;

/// A plan in the making.
pub(crate) struct Draft<'a> {
    pub(crate) ground: &'a Ground<'a>,
    /// Whether the caller asked for a sweep, or only a sweep can answer the question.
    pub(crate) is_swept: bool,
    /// Whether units looked hopeless compared with a known alternative, so that their cost was not
    /// determined.
    pub(crate) hopeless: Cell<bool>,
    /// The alternatives that were considered and not taken.
    pub(crate) compared: RefCell<Vec<LosingPlan>>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(ground: &'a Ground<'a>) -> Self {
        let is_swept = ground.settings.engine == Engine::SWEEP
            || !can_be_counted_by_units(ground.question, ground.settings);
        Self { ground, is_swept, hopeless: Cell::default(), compared: RefCell::default() }
    }

    /// Records an alternative that is not taken.
    pub(crate) fn record_losing(&self, compared: LosingPlan) {
        self.compared.borrow_mut().push(compared);
    }

    /// Returns the leaf of all placements by an engine; `most_units` as in [`by_engine`].
    pub(crate) fn term_of_all(&self, engine: Engine, most_units: Option<usize>) -> Result<Term, PlanError> {
        by_engine(self.ground, &Target::All, self.ground.whole_site(), engine, most_units)
    }

    /// Returns true unless sweeps are left out.
    pub(crate) fn has_sweep(&self) -> bool {
        !self.ground.settings.without.has(Engine::SWEEP)
    }

    /// Returns true if a sweep may replace units.
    pub(crate) fn may_sweep(&self) -> bool {
        let Ground { question, settings, ref same, .. } = *self.ground;
        self.has_sweep() && settings.is_free() && !settings.shared && can_be_swept(question, same)
    }

    /// Returns the plan of a sweep of the question, after a trial of `trial` seconds.
    pub(crate) fn plan_sweep(&self, trial: f64) -> Option<Plan> {
        let Ground { question, settings, ref same, ref fixing, .. } = *self.ground;
        if !self.has_sweep() {
            return None;
        }
        let trial = if settings.is_rest { trial.min(MAX_NESTED_TRIAL_SECONDS) } else { trial };
        Plan::sweep(question, settings, Symmetries { same, fixed_by: fixing }, trial, None)
    }

    /// Returns the leaf, or one by an engine whose model or trial shows it to be faster. Other engines are considered
    /// only if the count takes long and the caller did not name an engine.
    pub(crate) fn faster_by_model(&self, term: Term, counts: &Target, site: &Site) -> Term {
        let modelled = self.by_model(site, || term.estimate().seconds);
        match modelled.map(|engine| by_engine(self.ground, counts, site, engine, Some(MAX_UNITS))) {
            Some(Ok(term)) => term,
            Some(Err(_)) | None => self.faster_by_trial(term, counts, site),
        }
    }

    /// Returns the engine whose model predicts less than `stake` seconds, if the choice is free and enough is at
    /// stake.
    pub(crate) fn by_model(&self, site: &Site, stake: impl FnOnce() -> f64) -> Option<Engine> {
        let stake = if self.ground.settings.engine == Engine::BEST { stake() } else { 0.0 };
        let is_worth_it = stake > MODEL_THRESHOLD_SECONDS;
        is_worth_it.then(|| choose::by_model(&site.leaf_instance(), self.ground.tuning, stake))?
    }

    /// Returns the leaf, or one by an engine that a trial shows to be faster. Trials take place only if the count
    /// takes long and the caller did not name an engine.
    pub(crate) fn faster_by_trial(&self, term: Term, counts: &Target, site: &Site) -> Term {
        if self.ground.settings.engine != Engine::BEST {
            return term;
        }
        choose::on_trial(&site.leaf_instance(), self.ground.tuning).fold(term, |term, technique| {
            let is_worth_it = term.estimate().seconds >= TIMING_THRESHOLD_SECONDS;
            let engine = Engine::from_name(technique.name()).filter(|_| is_worth_it);
            let other = engine
                .and_then(|engine| by_engine(self.ground, counts, site, engine, Some(MAX_UNITS)).ok())
                .filter(|other| other.estimate().seconds < term.estimate().seconds);
            other.unwrap_or(term)
        })
    }

    /// Returns the plan of these targets with their leaves.
    pub(crate) fn finish(&self, shape: &Expression<Target>, terms: Vec<Term>) -> Result<Plan, PlanError> {
        finish(self.ground, shape, terms)
    }
}
