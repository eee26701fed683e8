//! Which tree is the best for all placements of a problem, and for classes of them.
//!
//! What the leaves of a tree count follows from the question ([`shape`](super::shape)); here it is decided who counts it.

use super::build::{
    build, by_engine, class_counter, congruent as congruent_classes, engine_of, led, led_classes,
    led_instance, made, needed, planned, usual_units,
};
use super::cases::Split;
use super::check::misfit;
use super::choose;
use super::clusters::Clusters;
use super::compared::Compared;
use super::ground::{Ground, Site};
use super::leaders::Leaders;
use super::planned::Planned;
use super::read::finish;
use super::settings::check_wanted;
use super::shape::shape;
use super::sweep::{MAX_TRIAL_SECONDS, TRIAL_SHARE, can_be_swept};
use super::term::Term;
use super::tree::{Form, Leaf, Target, Way};
use super::{Plan, PlanError};
use crate::engines::Engine;
use crate::engines::expression::Expression;
use crate::engines::frontier::Symmetries;
use crate::engines::technique::Ready;
use crate::engines::units::MAX_UNITS;
use crate::named::Named;
use crate::problem::Objective;
use crate::up_to::UpTo;
use std::borrow::Cow;
use std::cell::RefCell;

/// Units that are enough to see how long counting them takes, while a sweep may still turn out quicker: making them all
/// can take longer than the sweep.
const ROUGH_UNITS: usize = 1 << 8;
/// A count of a part that takes longer than this, in seconds, is worth a plan of its own.
const PLANNED_THRESHOLD_SECONDS: f64 = 0.01;
/// Seconds that it takes to plan a count of a part on a hundred squares; tables of conflicts grow with their square.
const PLANNING_SECONDS_OF_A_PART: f64 = 0.001;
/// The part of the expected time that this may take for all.
const PARTS_SHARE: f64 = 0.2;
/// A problem that takes longer than this with units is worth a trial of a sweep, in seconds.
const TRIAL_THRESHOLD_SECONDS: f64 = 0.003;
/// What takes longer than this, in seconds, is worth looking for smaller plans.
const SMALLER_THRESHOLD_SECONDS: f64 = 0.3;
/// What takes longer than this, in seconds, is worth descents of another engine.
const DESCENTS_THRESHOLD_SECONDS: f64 = 0.2;
/// What takes longer than this, in seconds, is worth a trial of the engines that need one.
const TIMING_THRESHOLD_SECONDS: f64 = 0.2;

/// A plan by units; or a sweep where the settings leave the choice and it is expected to be quicker.
pub(crate) fn tree(ground: &Ground<'_>) -> Result<Plan, PlanError> {
    let draft = Draft::new(ground);
    match Split::needed(ground.problem()) {
        Some(by) => draft.by_cases(by),
        None if ground.is_in_order() => draft.in_order(),
        None if ground.problem().objective() == Objective::AnyNumber => {
            draft.over_numbers(f64::INFINITY).unwrap_or_else(|| Err(misfit(ground.settings.engine)))
        }
        None => draft.together(),
    }
}

/// Up to maps of the torus, of placements of the plane: these maps do not keep the problem.
pub(super) fn congruent(ground: &Ground<'_>) -> Result<Plan, PlanError> {
    let all = || by_engine(ground, &Target::All, ground.whole(), ground.settings.engine, None);
    finish(ground, &shape(ground, Form::Classes)?, vec![all()?, all()?, congruent_classes(ground)])
}

/// A plan by units for any number of pieces, where that is expected to take less than `stake` seconds: a sum over numbers, or few
/// pieces first; else what was looked at.
pub(crate) fn instead_of_sweep(ground: &Ground<'_>, stake: f64) -> Result<Plan, Vec<Compared>> {
    let (question, problem) = (ground.question, ground.problem());
    let is_any = problem.objective() == Objective::AnyNumber && problem.is_pairwise();
    if !(ground.settings.is_free() && is_any) || question.maximal || question.by_number {
        return Err(Vec::new());
    }
    let draft = Draft::new(ground);
    let sum = draft.over_numbers(stake).and_then(Result::ok);
    let stake = sum.as_ref().map_or(stake, |plan| plan.summary.estimate.seconds);
    let smaller = draft.smaller_plans(&|| stake);
    let led = draft.quicker_around(smaller, stake);
    led.or(sum).ok_or_else(|| draft.compared.take())
}

/// A plan in the making.
struct Draft<'a> {
    ground: &'a Ground<'a>,
    /// What was looked at and not taken so far.
    compared: RefCell<Vec<Compared>>,
}

/// All placements counted by a leaf that makes plans of its own.
struct Smaller {
    all: Term,
    /// What must be added for classes, if that leaf can say so.
    classes: Option<Term>,
}

impl<'a> Draft<'a> {
    fn new(ground: &'a Ground<'a>) -> Self {
        Self { ground, compared: RefCell::default() }
    }

    /// From the table of conflicts.
    fn together(&self) -> Result<Plan, PlanError> {
        let (ground, settings) = (self.ground, self.ground.settings);
        let site = ground.whole();
        let may_sweep = settings.is_free() && !settings.shared && can_be_swept(ground.question, &ground.same);
        let most_units = Some(if may_sweep { ROUGH_UNITS } else { MAX_UNITS });
        let all = |engine, most_units| by_engine(ground, &Target::All, site, engine, most_units);
        let mut leaf = all(settings.engine, most_units)?;
        if let Some(other) = self.by_descents(&leaf, &site.ready()) {
            leaf = all(other, most_units)?;
        }
        let mut sweep = None;
        if may_sweep {
            let expected = leaf.estimate().seconds;
            if expected > TRIAL_THRESHOLD_SECONDS {
                // Where memory is short the beginning of a sweep tells little.
                let allowed = settings.memory.unwrap_or(u64::MAX);
                let is_short =
                    |plan: &Plan| plan.is_short_of_memory() || plan.summary.memory as u64 >= allowed;
                sweep = self
                    .swept(expected * TRIAL_SHARE)
                    .filter(|plan| plan.seconds_if_doubted(is_short(plan)) < expected);
            }
        }
        // A forecast from few levels can be wrong by far; parts are looked at if it may be.
        let at_worst = {
            let alone = leaf.estimate().seconds;
            sweep.as_ref().map_or(alone, |sweep: &Plan| sweep.seconds_at_worst().min(alone))
        };
        let in_parts = self.quicker_in_parts(at_worst);
        let stake = || {
            let others = in_parts.as_ref().or(sweep.as_ref()).map(|plan| plan.summary.estimate);
            others.unwrap_or_else(|| leaf.estimate()).seconds
        };
        if let Some(plan) = self.quicker_around(self.smaller_plans(&stake), stake()) {
            return Ok(plan);
        }
        if let Some(plan) = in_parts.or(sweep) {
            return Ok(Plan { compared: self.compared.take(), ..plan });
        }
        if leaf.counter.facts().is_coarse && may_sweep {
            leaf = all(engine_of(&leaf), Some(MAX_UNITS))?;
        }
        let leaf = self.timed(leaf, &Target::All, site);
        match self.of_classes(leaf) {
            Err(error @ PlanError::TooManyWays { .. }) if may_sweep && self.is_by_maps() => {
                self.swept(MAX_TRIAL_SECONDS).ok_or(error)
            }
            plan => plan,
        }
    }

    fn is_by_maps(&self) -> bool {
        !matches!(self.ground.question.up_to, UpTo::Nothing | UpTo::Translation)
    }

    /// A sweep in the place of units, after a trial of `trial` seconds.
    fn swept(&self, trial: f64) -> Option<Plan> {
        let Ground { question, settings, ref same, .. } = *self.ground;
        Plan::sweep(question, settings, Symmetries::same(same), trial, None)
    }

    /// A leaf for each combination of numbers; `None` if there are too many, or if they are expected to take longer.
    fn over_numbers(&self, stake: f64) -> Option<Result<Plan, PlanError>> {
        let shape = shape(self.ground, Form::Numbers).ok()?;
        let (mut seconds, mut memory, mut terms) = (0.0, 0, Vec::new());
        let targets = shape.leaves();
        for (counts, _) in &targets {
            let site = self.ground.site(counts)?;
            let term = by_engine(self.ground, counts, &site, self.ground.settings.engine, None).ok()?;
            let term = self.timed(term, counts, &site);
            seconds += term.estimate().seconds;
            memory += term.counter.memory();
            if seconds >= stake {
                let what = format!("a sum over {} numbers of pieces", targets.len());
                self.lost(Compared { what, seconds, is_longer: true, memory });
                return None;
            }
            terms.push(term);
        }
        Some(self.finish(&shape, terms))
    }

    /// A leaf that makes plans of its own: few leapers from smaller boards, or few pieces first, where that is expected to take
    /// less than `stake` seconds.
    fn smaller_plans(&self, stake: &dyn Fn() -> f64) -> Option<Smaller> {
        let (ground, settings) = (self.ground, self.ground.settings);
        let is_open = settings.is_free() && !settings.is_rest;
        let is_answered = matches!(ground.question.up_to, UpTo::Nothing | UpTo::Symmetry);
        if !is_open || !is_answered || stake() < SMALLER_THRESHOLD_SECONDS {
            return None;
        }
        let (problem, nested) = (ground.problem(), ground.nested());
        let mut clusters = Clusters::new(problem, &nested);
        if let Some(slow) = clusters.take_if(|clusters| clusters.seconds() >= stake()) {
            self.lost(slow.compared());
        }
        let stake = clusters.as_ref().map_or_else(stake, Clusters::seconds);
        if stake > SMALLER_THRESHOLD_SECONDS {
            let (leaders, others) = Leaders::best(problem, &led_instance(ground), &nested, stake);
            others.into_iter().for_each(|other| self.lost(other));
            if let Some(leaders) = leaders {
                clusters.iter().for_each(|clusters| self.lost(clusters.compared()));
                return Some(self.behind(leaders));
            }
        }
        let all = Term::of_plans(Way::Clusters, clusters?);
        Some(Smaller { all, classes: None })
    }

    /// By cases that have to be settled before anything else.
    fn by_cases(&self, by: Split<'_>) -> Result<Plan, PlanError> {
        self.around(self.behind(needed(self.ground, by)?.looked_at()?))
    }

    fn behind(&self, leaders: Leaders) -> Smaller {
        let classes = led_classes(self.ground, &leaders);
        Smaller { all: led(leaders), classes }
    }

    /// The plan around such a leaf, if that too is expected to take less than `stake` seconds.
    fn quicker_around(&self, smaller: Option<Smaller>, stake: f64) -> Option<Plan> {
        let plan = self.around(smaller?).ok()?;
        (plan.summary.estimate.seconds < stake).then_some(plan)
    }

    /// The plan around a leaf that counts all placements by plans of its own.
    fn around(&self, Smaller { all, classes }: Smaller) -> Result<Plan, PlanError> {
        match classes {
            Some(classes) => self.finish(&shape(self.ground, Form::Classes)?, vec![all, classes]),
            // What symmetries fix has exact numbers.
            None if self.is_by_maps() && self.ground.problem().objective() != Objective::Exactly => {
                Err(misfit(self.ground.settings.engine))
            }
            None => self.of_classes(all),
        }
    }

    /// The plan by parts that do not interact, if that is expected to take less than `stake` seconds.
    fn quicker_in_parts(&self, stake: f64) -> Option<Plan> {
        let Ground { question, settings, .. } = *self.ground;
        if !settings.is_free() || question.up_to != UpTo::Nothing || stake < SMALLER_THRESHOLD_SECONDS {
            return None;
        }
        let parts = self.ground.parts()?;
        let hundreds = (parts.largest_board() as f64 / 100.0).max(1.0);
        let mut seconds = parts.counts() as f64 * PLANNING_SECONDS_OF_A_PART * hundreds.powi(2);
        if seconds > stake * PARTS_SHARE {
            return None;
        }
        let (shape, mut terms) = (shape(self.ground, Form::Parts).ok()?, Vec::new());
        for (counts, _) in shape.leaves() {
            let term = self.of_a_part(counts, parts.counts())?;
            seconds += term.estimate().seconds;
            if seconds >= stake {
                return None;
            }
            terms.push(term);
        }
        self.finish(&shape, terms).ok()
    }

    /// The leaf of one of so many counts of parts.
    fn of_a_part(&self, counts: &Target, among: usize) -> Option<Term> {
        let (ground, settings) = (self.ground, self.ground.settings);
        let site = ground.site(counts)?;
        let term = by_engine(ground, counts, &site, settings.engine, None).ok()?;
        let term = self.timed(term, counts, &site);
        let alone = term.estimate().seconds;
        if alone <= PLANNED_THRESHOLD_SECONDS || settings.shared {
            return Some(term);
        }
        let nested = ground.nested().as_before(settings);
        // Units that many threads can count are better than one, if it is the same engine.
        let engine = Some(term.counter.facts().engine.0);
        let other = Planned::new(site.problem.clone(), &nested, among)
            .filter(|other| other.engine() != engine && other.seconds_at_worst() < alone);
        Some(other.map_or(term, |other| planned(ground, counts, &site, other)))
    }

    /// Notes what is not taken.
    fn lost(&self, compared: Compared) {
        self.compared.borrow_mut().push(compared);
    }

    /// The engine that descents show to be quicker than that of a term, where the choice is free and much is at stake.
    fn by_descents(&self, term: &Term, ready: &Ready<'_>) -> Option<Engine> {
        let settings = self.ground.settings;
        // Where an engine has a trial, the choice is between that one and another.
        if settings.engine != Engine::BEST || choose::on_trial(ready).next().is_some() {
            return None;
        }
        let stake = term.estimate().seconds;
        let is_worth_it = stake > DESCENTS_THRESHOLD_SECONDS && check_wanted(settings).is_ok();
        is_worth_it.then(|| choose::by_descents(ready, self.ground.tuning, stake))?
    }

    /// The leaf, or one by an engine that a trial shows to be quicker, where the count takes long and the choice is free.
    fn timed(&self, term: Term, counts: &Target, site: &Site) -> Term {
        if self.ground.settings.engine != Engine::BEST {
            return term;
        }
        choose::on_trial(&site.ready()).fold(term, |term, technique| {
            let is_worth_it = term.estimate().seconds >= TIMING_THRESHOLD_SECONDS;
            let engine = Engine::named(technique.name()).filter(|_| is_worth_it);
            let other = engine
                .and_then(|engine| by_engine(self.ground, counts, site, engine, Some(MAX_UNITS)).ok())
                .filter(|other| other.estimate().seconds < term.estimate().seconds);
            other.unwrap_or(term)
        })
    }

    /// The plan with this leaf for all placements: that alone, or the mean over the symmetries of what each fixes; or a single leaf
    /// that lists classes beside it, where that is quicker.
    fn of_classes(&self, all: Term) -> Result<Plan, PlanError> {
        if self.ground.question.up_to == UpTo::Nothing {
            return self.finish(&Expression::Leaf(Target::All), vec![all]);
        }
        let shape_of_fixed = shape(self.ground, Form::Fixed)?;
        let targets = shape_of_fixed.leaves().into_iter().skip(1);
        let fixed = targets.map(|(counts, _)| self.fixed(counts)).collect::<Result<Vec<Term>, _>>()?;
        if let Some(listed) = self.listed(&all, &fixed) {
            return self.finish(&shape(self.ground, Form::Classes)?, vec![all, listed]);
        }
        self.finish(&shape_of_fixed, std::iter::once(all).chain(fixed).collect())
    }

    /// The leaf of what a symmetry fixes, or of all placements on a smaller board.
    fn fixed(&self, counts: &Target) -> Result<Term, PlanError> {
        let (ground, engine) = (self.ground, self.ground.settings.engine);
        let Some(site) = ground.site(counts) else {
            return build(ground, &Leaf::new(counts.clone(), Way::Quotient));
        };
        let part = Ready::part(site.problem.board(), &site.instance);
        let counter = choose::part(&part, engine, ground.tuning).ok_or_else(|| misfit(engine))?;
        let term = made(ground, counts, &site, counter, usual_units(ground, counts));
        Ok(self.timed(term, counts, &site))
    }

    /// In the place of what each symmetry fixes: classes one by one, by the engine that counts all placements, where these
    /// are few and quicker listed.
    fn listed(&self, all: &Term, fixed: &[Term]) -> Option<Term> {
        let ground = self.ground;
        let engine = Engine::named(all.counter.facts().engine.0)?;
        let technique = engine.technique()?;
        let site: Cow<'_, Site> = ground.site(&Target::All)?;
        let is_on_trial = choose::on_trial(&site.ready()).any(|other| other.name() == technique.name());
        // An engine that lists classes knows turns, mirrors and exchanges of armies.
        let is_known = matches!(ground.question.up_to, UpTo::Symmetry | UpTo::Armies);
        if ground.settings.engine != Engine::BEST || !is_on_trial || !is_known {
            return None;
        }
        let seconds = fixed.iter().map(|term| term.estimate().seconds).sum::<f64>();
        let listed =
            if seconds >= TIMING_THRESHOLD_SECONDS { class_counter(ground, engine).ok() } else { None };
        listed.filter(|listed| listed.estimate().seconds < seconds)
    }

    /// Where no table of conflicts says what is allowed: all placements, and for classes each of them once more with the
    /// symmetries that fix it.
    fn in_order(&self) -> Result<Plan, PlanError> {
        let ground = self.ground;
        let all = || by_engine(ground, &Target::All, ground.whole(), ground.settings.engine, None);
        let first = all()?;
        let Ok(shape) = shape(ground, Form::Classes) else { return self.of_classes(first) };
        let classes = class_counter(ground, engine_of(&first))?;
        let second = if ground.question.up_to == UpTo::Translation { Some(all()?) } else { None };
        self.finish(&shape, std::iter::once(first).chain(second).chain([classes]).collect())
    }

    fn finish(&self, shape: &Expression<Target>, terms: Vec<Term>) -> Result<Plan, PlanError> {
        finish(self.ground, shape, terms).map(|plan| Plan { compared: self.compared.take(), ..plan })
    }
}
