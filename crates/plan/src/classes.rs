//! Trees of counts: all placements, or classes of them.
//!
//! *Up to symmetry*, by Burnside's lemma, the number of classes is the mean over the symmetries of the number of placements
//! that each fixes; of symmetries that are conjugate one is counted ([`burnside`]). *Up to shifts*, by inclusion and
//! exclusion over boards with a row or a column less, with the same symmetries. Where an engine goes through placements one
//! by one anyway, it can count symmetries as it goes: then one leaf stands in the place of all that symmetries fix.

use super::burnside::{self, FixedPlacements};
use super::cases::{self, Case, Split};
use super::check::misfit;
use super::choose;
use super::clusters::Clusters;
use super::compared::Compared;
use super::congruent::{self, Congruent};
use super::leaders::Leaders;
use super::nested::{Nested, Planners};
use super::parts::Parts;
use super::planned::Planned;
use super::recipe::{Choices, Recipe, Settled, Tree, UnitRecipe};
use super::settings::{check_wanted, tuning};
use super::sweep::{MAX_TRIAL_SECONDS, TRIAL_SHARE, can_be_swept};
use super::term::Term;
use super::units::UnitPlan;
use super::{Plan, PlanError, Settings};
use crate::board::{Board, words_for};
use crate::conflict::Conflicts;
use crate::engines::Engine;
use crate::engines::counter::Counter;
use crate::engines::expression::{Node, Summand};
use crate::engines::frontier::Symmetries;
use crate::engines::instance::Instance;
use crate::engines::technique::Ready;
use crate::engines::tuning::{Granularity, Tuning};
use crate::engines::units::MAX_UNITS;
use crate::named::Named;
use crate::problem::{Objective, Pieces, Problem, Quantity};
use crate::question::Question;
use crate::symmetry::{self, Symmetry};
use crate::up_to::{MapGroup, UpTo};
use std::cell::RefCell;

/// Units that are enough to see how long counting them takes, while a sweep may still turn out quicker: making them all
/// can take longer than the sweep.
const ROUGH_UNITS: usize = 1 << 8;
/// Units of a single combination of numbers, of many.
const UNITS_OF_A_NUMBER: usize = 1 << 10;
/// Units of all counts of parts together, about, as far as that leaves each of them some.
const UNITS_OF_PARTS: usize = 1 << 15;
const MIN_UNITS_OF_A_PART: usize = 1 << 8;
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
pub(crate) fn tree(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    recipe: Option<&UnitRecipe>,
    planners: Planners,
) -> Result<Plan, PlanError> {
    let (tuning, compared) = (tuning(settings, recipe), RefCell::default());
    let draft = Draft { question, settings, group, recipe, tuning, planners, compared };
    match Split::needed(&question.problem) {
        Some(by) => draft.by_cases(by),
        None if !question.problem.is_pairwise() => draft.one_by_one(),
        None if question.problem.objective() == Objective::AnyNumber => {
            if let Some(smaller) = draft.given_plans() {
                return draft.around(smaller, &cases::instance(&question.problem), Choices::new(recipe));
            }
            let sum = if is_simple(question) { draft.over_numbers(f64::INFINITY) } else { None };
            sum.unwrap_or_else(|| Err(misfit(settings.engine)))
        }
        None => draft.together(),
    }
}

/// Up to maps of the torus, of placements of the plane: these maps do not keep the problem.
pub(super) fn congruent(
    question: &Question,
    settings: &Settings,
    group: MapGroup,
    recipe: Option<&Recipe>,
) -> Result<Plan, PlanError> {
    let recipe = match recipe {
        Some(Recipe::Units(recipe)) => Some(recipe),
        Some(Recipe::Sweep(_)) => return Err(PlanError::OtherSweep),
        None => None,
    };
    if settings.engine.sweeps() {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let tuning = tuning(settings, recipe);
    let group = congruent::group(question, group)?;
    let problem = &question.problem;
    let merged = Instance::new(problem).merged();
    let ready = Ready::whole(problem, &merged);
    let all = || whole(&ready, settings.engine, tuning).map(Term::new);
    let classes = Term::new(Box::new(Congruent::new(problem, &group, tuning.kernel)));
    let summands = vec![
        Summand::times("all placements", 1, Node::Leaf(all()?)),
        Summand::times("all placements", 1, Node::Leaf(all()?)).subtracted(),
        Summand::times("the first of each class", 1, Node::Leaf(classes)),
    ];
    let node = Node::Sum { over: "classes", summands, divisor: 1 };
    let calibration = recipe.map(|recipe| recipe.calibration.clone()).unwrap_or_default();
    let recipe = UnitRecipe::plain(tuning.tuned, calibration);
    let units = UnitPlan::new(node, true, settings.pool(), recipe);
    let words = words_for(problem.board().squares());
    Plan::of_units(units, question, settings, &group, (group.len(), words)).within(settings)
}

/// Whether nothing but the number of all placements is asked for.
fn is_simple(question: &Question) -> bool {
    question.up_to == UpTo::Nothing && !question.maximal && !question.by_number
}

/// A plan by units for any number of pieces, where that is expected to take less than `stake` seconds: a sum over numbers, or few
/// pieces first; else what was looked at.
pub(crate) fn instead_of_sweep(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    planners: Planners,
    stake: f64,
) -> Result<Plan, Vec<Compared>> {
    let is_any = question.problem.objective() == Objective::AnyNumber && question.problem.is_pairwise();
    if !(settings.is_free() && is_any) || question.maximal || question.by_number {
        return Err(Vec::new());
    }
    let (tuning, compared) = (tuning(settings, None), RefCell::default());
    let draft = Draft { question, settings, group, recipe: None, tuning, planners, compared };
    let sum = if is_simple(question) { draft.over_numbers(stake).and_then(Result::ok) } else { None };
    let stake = sum.as_ref().map_or(stake, |plan| plan.summary.estimate.seconds);
    let smaller = draft.smaller_plans(&|| stake);
    let led = draft.quicker_around(smaller, &cases::instance(&question.problem), stake);
    led.or(sum).ok_or_else(|| draft.compared.take())
}

/// What a plan is made of.
struct Draft<'a> {
    question: &'a Question,
    settings: &'a Settings,
    group: &'a [Symmetry],
    recipe: Option<&'a UnitRecipe>,
    tuning: Tuning,
    /// For nested plans.
    planners: Planners,
    /// What was looked at and not taken so far.
    compared: RefCell<Vec<Compared>>,
}

/// All placements counted by a leaf that makes plans of its own.
struct Smaller {
    all: Term,
    /// What symmetries fix, if that leaf can say so.
    fixed: Option<Term>,
    tree: Tree,
}

impl Draft<'_> {
    /// From the table of conflicts.
    fn together(&self) -> Result<Plan, PlanError> {
        let problem = &self.question.problem;
        let instance = Instance::new(problem);
        let merged = instance.clone().merged();
        let ready = Ready::whole(problem, &merged);
        let mut choices = Choices::new(self.recipe);
        if let Some(smaller) = self.given_plans() {
            return self.around(smaller, &instance, choices);
        }
        if self.recipe.is_some_and(|recipe| recipe.tree == Tree::Parts)
            && self.question.up_to == UpTo::Nothing
            && let Some((node, _)) = self.in_parts(&instance, f64::INFINITY, &mut choices)
        {
            return self.finish(node, instance.maps.len(), choices, Tree::Parts);
        }
        let may_sweep = self.settings.is_free()
            && self.recipe.is_none()
            && !self.settings.shared
            && can_be_swept(self.question, self.group);
        let mut engine = self.settings.engine;
        let mut all = self.all(&ready, engine, if may_sweep { ROUGH_UNITS } else { MAX_UNITS })?;
        let other = self.by_descents(&all, &ready, &mut choices);
        if let Some(other) = other {
            engine = other;
            all = self.all(&ready, engine, if may_sweep { ROUGH_UNITS } else { MAX_UNITS })?;
        }
        let mut sweep = None;
        if may_sweep {
            let expected = all.estimate().seconds;
            if expected > TRIAL_THRESHOLD_SECONDS {
                // Where memory is short the beginning of a sweep tells little.
                let allowed = self.settings.memory.unwrap_or(u64::MAX);
                let is_short =
                    |plan: &Plan| plan.is_short_of_memory() || plan.summary.memory as u64 >= allowed;
                sweep = self
                    .swept(expected * TRIAL_SHARE)
                    .filter(|plan| plan.seconds_if_doubted(is_short(plan)) < expected);
            }
        }
        // A forecast from few levels can be wrong by far; parts are looked at if it may be.
        let at_worst = {
            let alone = all.estimate().seconds;
            sweep.as_ref().map_or(alone, |sweep: &Plan| sweep.seconds_at_worst().min(alone))
        };
        let in_parts = self.quicker_in_parts(&instance, at_worst);
        let stake = || {
            let others = in_parts.as_ref().or(sweep.as_ref()).map(|plan| plan.summary.estimate);
            others.unwrap_or_else(|| all.estimate()).seconds
        };
        if let Some(plan) = self.quicker_around(self.smaller_plans(&stake), &instance, stake()) {
            return Ok(plan);
        }
        if let Some(plan) = in_parts {
            return Ok(Plan { compared: self.compared.take(), ..plan });
        }
        if let Some(sweep) = sweep {
            return Ok(Plan { compared: self.compared.take(), ..sweep });
        }
        if may_sweep && all.counter.facts().is_coarse {
            all = self.all(&ready, engine, MAX_UNITS)?;
        }
        if other.is_some() {
            choices.note();
        }
        all = self.timed(all, &ready, &mut choices);
        let maps = instance.maps.len();
        let node = match self.question.up_to {
            UpTo::Nothing => Node::Leaf(all),
            UpTo::Translation => self.up_to_shifts(all, &mut choices)?,
            UpTo::Symmetry | UpTo::Armies | UpTo::Maps(_) => {
                match self.up_to_symmetry(all, &instance, &mut choices) {
                    Err(error @ PlanError::TooManyWays { .. }) if may_sweep => {
                        return self.swept(MAX_TRIAL_SECONDS).ok_or(error);
                    }
                    node => node?,
                }
            }
        };
        self.finish(node, maps, choices, Tree::Engines)
    }

    /// A sweep in the place of units, after a trial of `trial` seconds.
    fn swept(&self, trial: f64) -> Option<Plan> {
        Plan::sweep(self.question, self.settings, Symmetries::same(self.group), trial, None)
    }

    /// A leaf for each combination of numbers; `None` if there are too many, or if they are expected to take longer.
    fn over_numbers(&self, stake: f64) -> Option<Result<Plan, PlanError>> {
        let mut choices = Choices::new(self.recipe);
        let (mut summands, mut seconds) = (Vec::new(), 0.0);
        let mut memory = 0;
        let made = |case: Case| (Instance::new(&case.of).merged(), case.of);
        let cases = cases::cases(&self.question.problem, Split::Numbers, &[], false).ok()?;
        let mut all: Vec<(Instance, Problem)> = cases.iter().map(made).collect();
        // Something must say that there is nothing.
        if all.iter().any(|(instance, _)| !instance.is_hopeless()) {
            all.retain(|(instance, _)| !instance.is_hopeless());
        }
        let numbers = all.len();
        for (instance, problem) in all {
            let ready = Ready::whole(&problem, &instance);
            let term = self.all(&ready, self.settings.engine, UNITS_OF_A_NUMBER).ok()?;
            let term = self.timed(term, &ready, &mut choices);
            if self.recipe.is_none() {
                seconds += term.estimate().seconds;
                memory += term.counter.memory();
                if seconds >= stake {
                    let what = format!("a sum over {numbers} numbers of pieces");
                    self.lost(Compared { what, seconds, is_longer: true, memory });
                    return None;
                }
            }
            let open =
                |(pieces, of): (&Pieces, &Pieces)| (of.quantity == Quantity::Any).then(|| pieces.to_string());
            let what = problem.pieces().zip(self.question.problem.pieces()).filter_map(open);
            summands.push(Summand::times(what.collect::<Vec<_>>().join(" "), 1, Node::Leaf(term)));
        }
        let node = Node::Sum { over: "numbers of pieces", summands, divisor: 1 };
        Some(self.finish(node, 1, choices, Tree::Engines))
    }

    /// The leaf that makes plans of its own of which the recipe tells.
    fn given_plans(&self) -> Option<Smaller> {
        let tree = &self.recipe?.tree;
        let (problem, nested) = (&self.question.problem, self.nested());
        match tree {
            Tree::Engines | Tree::Parts => None,
            Tree::Clusters => Some(self.on_clusters(Clusters::new(problem, &nested)?)),
            Tree::Leaders(_, Settled::Walls) => None,
            Tree::Leaders(kinds, settled) => {
                let leaders = Leaders::new(problem, &self.led(), kinds.clone(), *settled, &nested)?;
                Some(self.behind(leaders))
            }
        }
    }

    /// A leaf that makes plans of its own: few leapers from smaller boards, or few pieces first, where that is expected to take
    /// less than `stake` seconds.
    fn smaller_plans(&self, stake: &dyn Fn() -> f64) -> Option<Smaller> {
        let is_open = self.recipe.is_none() && self.settings.is_free() && !self.settings.is_rest;
        let is_answered = matches!(self.question.up_to, UpTo::Nothing | UpTo::Symmetry);
        if !is_open || !is_answered || stake() < SMALLER_THRESHOLD_SECONDS {
            return None;
        }
        let (problem, nested) = (&self.question.problem, self.nested());
        let mut clusters = Clusters::new(problem, &nested);
        if let Some(slow) = clusters.take_if(|clusters| clusters.seconds() >= stake()) {
            self.lost(slow.compared());
        }
        let stake = clusters.as_ref().map_or_else(stake, Clusters::seconds);
        if stake > SMALLER_THRESHOLD_SECONDS {
            let (leaders, others) = Leaders::best(problem, &self.led(), &nested, stake);
            others.into_iter().for_each(|other| self.lost(other));
            if let Some(leaders) = leaders {
                clusters.iter().for_each(|clusters| self.lost(clusters.compared()));
                return Some(self.behind(leaders));
            }
        }
        clusters.map(|clusters| self.on_clusters(clusters))
    }

    /// The instance that leaders are chosen from, with just the symmetries that make placements the same.
    fn led(&self) -> Instance {
        let instance = cases::instance(&self.question.problem);
        match self.question.up_to {
            UpTo::Nothing => instance,
            _ => Instance { maps: cases::images(self.group).into(), ..instance },
        }
    }

    /// By cases that have to be settled before anything else.
    fn by_cases(&self, by: Split<'_>) -> Result<Plan, PlanError> {
        let problem = &self.question.problem;
        let maps = match self.question.up_to {
            UpTo::Nothing => by.maps(problem),
            _ => cases::images(self.group),
        };
        let nested = self.nested().as_before(self.settings);
        if problem.objective() != Objective::Exactly && !can_be_swept(self.question, self.group) {
            return Err(PlanError::ExchangeOfNumbers);
        }
        let leaders = Leaders::needed(problem, by, &maps, &nested)?;
        let leaders = if self.recipe.is_some() { leaders } else { leaders.looked_at()? };
        let instance = Instance { maps: maps.into(), ..no_instance() };
        self.around(self.behind(leaders), &instance, Choices::new(self.recipe))
    }

    fn behind(&self, leaders: Leaders) -> Smaller {
        let tree = Tree::Leaders(leaders.kinds().to_vec(), leaders.settled());
        let is_mean = self.question.up_to != UpTo::Nothing;
        let fixed = is_mean.then(|| leaders.of_symmetries(self.group)).flatten().map(Term::of_plans);
        Smaller { all: Term::of_plans(leaders), fixed, tree }
    }

    fn on_clusters(&self, clusters: Clusters) -> Smaller {
        Smaller { all: Term::of_plans(clusters), fixed: None, tree: Tree::Clusters }
    }

    /// The plan around such a leaf, if that too is expected to take less than `stake` seconds.
    fn quicker_around(&self, smaller: Option<Smaller>, instance: &Instance, stake: f64) -> Option<Plan> {
        let plan = self.around(smaller?, instance, Choices::new(None)).ok()?;
        (plan.summary.estimate.seconds < stake).then_some(plan)
    }

    /// The plan around a leaf that counts all placements by plans of its own.
    fn around(
        &self,
        Smaller { all, fixed, tree }: Smaller,
        instance: &Instance,
        mut choices: Choices<'_>,
    ) -> Result<Plan, PlanError> {
        let node = match (self.question.up_to, fixed) {
            (UpTo::Nothing, _) => Node::Leaf(all),
            (_, Some(fixed)) => {
                self.mean(all, vec![Summand::times("symmetries that fix the leaders", 1, Node::Leaf(fixed))])
            }
            // What symmetries fix has exact numbers.
            (_, None) if self.question.problem.objective() != Objective::Exactly => {
                return Err(misfit(self.settings.engine));
            }
            (_, None) => self.up_to_symmetry(all, instance, &mut choices)?,
        };
        self.finish(node, instance.maps.len(), choices, tree)
    }

    /// The plan by parts that do not interact, if that is expected to take less than `stake` seconds.
    fn quicker_in_parts(&self, instance: &Instance, stake: f64) -> Option<Plan> {
        let is_open = self.recipe.is_none() && self.settings.is_free();
        if !is_open || self.question.up_to != UpTo::Nothing || stake < SMALLER_THRESHOLD_SECONDS {
            return None;
        }
        let mut choices = Choices::new(None);
        let (node, _) = self.in_parts(instance, stake, &mut choices)?;
        self.finish(node, instance.maps.len(), choices, Tree::Parts).ok()
    }

    /// Parts that do not interact, and the seconds that all their counts are expected to take; `None` if there is one part only,
    /// or if that is not less than `stake`.
    fn in_parts(
        &self,
        instance: &Instance,
        stake: f64,
        choices: &mut Choices<'_>,
    ) -> Option<(Node<Term>, f64)> {
        let nested = self.nested().as_before(self.settings);
        let parts = Parts::new(&self.question.problem, instance, nested.is_other())?;
        let hundreds = (parts.largest_board() as f64 / 100.0).max(1.0);
        let mut seconds = parts.counts() as f64 * PLANNING_SECONDS_OF_A_PART * hundreds.powi(2);
        if seconds > stake * PARTS_SHARE {
            return None;
        }
        let max_units = (UNITS_OF_PARTS / parts.counts()).max(MIN_UNITS_OF_A_PART);
        let node = parts.node(&mut |problem: Problem| {
            let merged = Instance::new(&problem).merged();
            let ready = Ready::whole(&problem, &merged);
            let term = self.timed(self.all(&ready, self.settings.engine, max_units).ok()?, &ready, choices);
            let mut planned = None;
            let is_planned = choices.choose(|| {
                let alone = term.estimate().seconds;
                if alone > PLANNED_THRESHOLD_SECONDS && !self.settings.shared {
                    planned = Planned::new(problem.clone(), &nested, parts.counts());
                }
                // Units that many threads can count are better than one, if it is the same engine.
                let engine = Some(term.counter.facts().engine.0);
                let other = planned.as_ref().filter(|planned| planned.engine() != engine);
                other.is_some_and(|other| other.seconds_at_worst() < alone)
            });
            let term = match is_planned {
                true => Term::of_plans(planned.unwrap_or_else(|| Planned::unseen(problem, &nested))),
                false => term,
            };
            if self.recipe.is_none() {
                seconds += term.estimate().seconds;
            }
            (seconds < stake).then_some(term)
        })?;
        Some((node, seconds))
    }

    /// Notes what is not taken.
    fn lost(&self, compared: Compared) {
        self.compared.borrow_mut().push(compared);
    }

    fn nested(&self) -> Nested {
        Nested::new(self.settings, self.tuning.tuned, self.planners)
    }

    /// The leaf that counts all placements.
    fn all(&self, ready: &Ready<'_>, engine: Engine, max_units: usize) -> Result<Term, PlanError> {
        check_wanted(self.settings)?;
        let tuning =
            Tuning { granularity: Granularity { max_units, ..self.tuning.granularity }, ..self.tuning };
        whole(ready, engine, tuning).map(|counter| Term::new(counter).nested(self.settings.is_rest))
    }

    /// The engine that descents show to be quicker than that of a term, where the choice is free and much is at stake.
    fn by_descents(&self, term: &Term, ready: &Ready<'_>, choices: &mut Choices<'_>) -> Option<Engine> {
        // Where an engine has a trial, the choices that are noted are between that one and another.
        if self.settings.engine != Engine::BEST || choose::on_trial(ready).next().is_some() {
            return None;
        }
        let measure = || {
            let stake = term.estimate().seconds;
            let is_worth_it = stake > DESCENTS_THRESHOLD_SECONDS && check_wanted(self.settings).is_ok();
            is_worth_it.then(|| choose::by_descents(ready, self.tuning, stake))?
        };
        choices.choose_rarely(|| choose::for_descents(ready), measure)
    }

    /// The leaf, or one by an engine that a trial shows to be quicker, where the count takes long and the choice is free.
    fn timed(&self, term: Term, ready: &Ready<'_>, choices: &mut Choices<'_>) -> Term {
        if self.settings.engine != Engine::BEST {
            return term;
        }
        choose::on_trial(ready).fold(term, |term, technique| {
            let is_worth_it = choices.are_given() || term.estimate().seconds >= TIMING_THRESHOLD_SECONDS;
            let other = is_worth_it.then(|| technique.counter(ready, self.tuning)).flatten();
            let other = other.map(|other| Term::new(other).nested(self.settings.is_rest));
            let quicker = |other: &Term| other.estimate().seconds < term.estimate().seconds;
            let is_taken = choices.choose(|| other.as_ref().is_some_and(quicker));
            other.filter(|_| is_taken).unwrap_or(term)
        })
    }

    /// The mean over the symmetries of what each fixes; or a single leaf that lists classes, where that is quicker.
    fn up_to_symmetry(
        &self,
        all: Term,
        instance: &Instance,
        choices: &mut Choices<'_>,
    ) -> Result<Node<Term>, PlanError> {
        let mut fixed = Vec::new();
        for (symmetry, times) in symmetry::group::conjugacy_classes(self.group).into_iter().skip(1) {
            let term = self.fixed_by(symmetry, &self.question.problem, instance)?;
            fixed.push((symmetry, times, term));
        }
        if let Some(listed) = self.listed(&all, &fixed, instance, choices) {
            return Ok(self.mean(all, vec![Summand::times("symmetries of classes", 1, Node::Leaf(listed))]));
        }
        let summand = |(symmetry, times, term): (&Symmetry, u64, Term)| {
            Summand::times(format!("fixed by the {}", symmetry.name()), times, Node::Leaf(term))
        };
        Ok(self.mean(all, fixed.into_iter().map(summand).collect()))
    }

    /// In the place of what each symmetry fixes: classes one by one, by the engine that counts all placements, where these
    /// are few and quicker listed.
    fn listed(
        &self,
        all: &Term,
        fixed: &[(&Symmetry, u64, Term)],
        instance: &Instance,
        choices: &mut Choices<'_>,
    ) -> Option<Term> {
        let technique = Engine::named(all.counter.facts().engine.0)?.technique()?;
        let ready = Ready::whole(&self.question.problem, instance);
        let is_on_trial = choose::on_trial(&ready).any(|other| other.name() == technique.name());
        // An engine that lists classes knows turns, mirrors and exchanges of armies.
        let is_known = !matches!(self.question.up_to, UpTo::Maps(_));
        if self.settings.engine != Engine::BEST || !is_on_trial || !is_known {
            return None;
        }
        let seconds = || fixed.iter().map(|(.., term)| term.estimate().seconds).sum::<f64>();
        let listed = (choices.are_given() || seconds() >= TIMING_THRESHOLD_SECONDS)
            .then(|| technique.class_counter(&self.question.problem, self.group, false, self.tuning))
            .flatten()
            .map(Term::new);
        let is_listed =
            choices.choose(|| listed.as_ref().is_some_and(|listed| listed.estimate().seconds < seconds()));
        listed.filter(|_| is_listed)
    }

    /// The leaf of the placements that a symmetry fixes.
    fn fixed_by(
        &self,
        symmetry: &Symmetry,
        problem: &Problem,
        instance: &Instance,
    ) -> Result<Term, PlanError> {
        let fixed = FixedPlacements::new(problem, instance, &[symmetry], self.settings.engine, self.tuning);
        let map = symmetry.map.name();
        Ok(Term::new(Box::new(fixed.map_err(|ways| PlanError::TooManyWays { map, ways })?)))
    }

    /// All placements and more, divided by the number of symmetries.
    fn mean(&self, all: Term, more: Vec<Summand<Term>>) -> Node<Term> {
        let all = Summand::times("all placements", 1, Node::Leaf(all));
        let summands = std::iter::once(all).chain(more).collect();
        Node::Sum { over: "symmetries", summands, divisor: self.group.len().max(1) as u64 }
    }

    /// Counts on boards that are smaller by a row, a column or both.
    fn up_to_shifts(&self, all: Term, choices: &mut Choices<'_>) -> Result<Node<Term>, PlanError> {
        let problem = &self.question.problem;
        // As on the whole board, so that units are the same as ever.
        let width = words_for(problem.board().squares());
        let mut summands = Vec::new();
        for (symmetry, times) in symmetry::group::conjugacy_classes(self.group) {
            // Shifts are of plain boards, of which each map is one of the plane.
            let shifted = symmetry.map.point().map(burnside::shifted);
            for ((rows, cols), is_added) in shifted.into_iter().flatten() {
                let Some(smaller) = smaller(problem, rows, cols) else { continue };
                let size = format!("on {}x{}", smaller.board().rows(), smaller.board().cols());
                let instance = Instance::new(&smaller).widened(width);
                let (what, term) = if symmetry.is_identity() {
                    if (rows, cols) == (0, 0) {
                        continue;
                    }
                    let merged = instance.merged();
                    let part = Ready::part(smaller.board(), &merged);
                    let counter = choose::part(&part, self.settings.engine, self.tuning);
                    let term = Term::new(counter.ok_or_else(|| misfit(self.settings.engine))?);
                    (size, self.timed(term, &Ready::whole(&smaller, &merged), choices))
                } else {
                    let Some(symmetry) = symmetry.on(smaller.board()) else { continue };
                    let what = format!("fixed by the {} {size}", symmetry.name());
                    (what, self.fixed_by(&symmetry, &smaller, &instance)?)
                };
                let summand = Summand::times(what, times, Node::Leaf(term));
                summands.push(if is_added { summand } else { summand.subtracted() });
            }
        }
        Ok(self.mean(all, summands))
    }

    /// Where no table of conflicts says what is allowed: all placements, and for classes each of them once more with the
    /// symmetries that fix it.
    fn one_by_one(&self) -> Result<Plan, PlanError> {
        let problem = &self.question.problem;
        let none = no_instance();
        let ready = Ready::whole(problem, &none);
        let counter = || whole(&ready, self.settings.engine, self.tuning);
        let all = counter()?;
        let is_shifted = self.question.up_to == UpTo::Translation;
        let mut more = Vec::new();
        if is_shifted {
            // Of those that shifts carry to each other one is counted, and with its symmetries.
            more.push(Summand::times("all placements", 1, Node::Leaf(Term::new(counter()?))).subtracted());
        }
        if is_shifted || self.group.len() > 1 {
            let technique = Engine::named(all.facts().engine.0).and_then(Engine::technique);
            let classes = technique
                .and_then(|technique| technique.class_counter(problem, self.group, is_shifted, self.tuning))
                .ok_or_else(|| misfit(self.settings.engine))?;
            more.push(Summand::times("symmetries that fix them", 1, Node::Leaf(Term::new(classes))));
        }
        let all = Term::new(all);
        let node = match self.question.up_to {
            UpTo::Nothing => Node::Leaf(all),
            _ => self.mean(all, more),
        };
        self.finish(node, 1, Choices::new(self.recipe), Tree::Engines)
    }

    fn finish(
        &self,
        node: Node<Term>,
        maps: usize,
        choices: Choices<'_>,
        tree: Tree,
    ) -> Result<Plan, PlanError> {
        let calibration = self.recipe.map(|recipe| recipe.calibration.clone()).unwrap_or_default();
        let (kernel, by_lines) = (self.tuning.tuned, choices.made);
        let recipe = UnitRecipe { kernel, by_lines, tree, calibration };
        let is_mean = self.question.up_to != UpTo::Nothing;
        let units = UnitPlan::new(node, is_mean, self.settings.pool(), recipe);
        let words = words_for(self.question.problem.board().squares());
        let plan = Plan::of_units(units, self.question, self.settings, self.group, (maps, words));
        Plan { compared: self.compared.take(), ..plan }.within(self.settings)
    }
}

/// For those that do not read it.
fn no_instance() -> Instance {
    Instance::without_maps(Vec::new(), Conflicts::none(0, 0), 1u32.into())
}

/// A whole problem made ready by the engine that is asked for, or by the best one.
pub(crate) fn whole(
    ready: &Ready<'_>,
    engine: Engine,
    tuning: Tuning,
) -> Result<Box<dyn Counter>, PlanError> {
    let counter = match engine.technique() {
        Some(technique) => technique.counter(ready, tuning),
        None => choose::best(ready, tuning),
    };
    counter.ok_or_else(|| misfit(engine))
}

/// The same pieces on a board with this many rows and columns less; `None` if there is none left.
fn smaller(problem: &Problem, rows: usize, cols: usize) -> Option<Problem> {
    let (rows, cols) = (problem.board().rows() - rows, problem.board().cols() - cols);
    let board = Board::new(rows, cols, problem.board().topology()).ok()?;
    problem.on_board(board)
}
