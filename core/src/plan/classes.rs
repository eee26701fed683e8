//! Trees of counts: all placements, or classes of them.
//!
//! *Up to symmetry*, by Burnside's lemma, the number of classes is the mean over the symmetries of the number of placements
//! that each fixes; of symmetries that are conjugate one is counted ([`burnside`]). *Up to shifts*, by inclusion and
//! exclusion over boards with a row or a column less, with the same symmetries. Where an engine goes through placements one
//! by one anyway, it can count symmetries as it goes: then one leaf stands in the place of all that symmetries fix.

use super::burnside::{self, FixedPlacements};
use super::choose;
use super::clusters::Clusters;
use super::leaders::Leaders;
use super::nested::{Nested, Planner};
use super::numbers;
use super::parts::Parts;
use super::planned::Planned;
use super::recipe::{Choices, Tree, UnitRecipe};
use super::settings::tuning;
use super::sweep::{MAX_TRIAL_SECONDS, can_be_swept};
use super::term::Term;
use super::units::UnitPlan;
use super::{Plan, PlanError, Settings};
use crate::board::{Board, words_for};
use crate::engines::Engine;
use crate::engines::counter::Counter;
use crate::engines::expression::{Node, Summand};
use crate::engines::instance::Instance;
use crate::engines::technique::Ready;
use crate::engines::tuning::{Granularity, Tuning};
use crate::engines::units::MAX_UNITS;
use crate::named::Named;
use crate::problem::{Objective, Pieces, Problem, Quantity};
use crate::question::{Question, UpTo};
use crate::symmetry::{self, Symmetry};

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
/// The part of the expected time with units that such a trial may take.
const TRIAL_SHARE: f64 = 0.2;
/// What takes longer than this, in seconds, is worth looking for smaller plans.
const SMALLER_THRESHOLD_SECONDS: f64 = 0.3;
/// What takes longer than this, in seconds, is worth a trial of the engines that need one.
const TIMING_THRESHOLD_SECONDS: f64 = 0.2;

/// The symmetries that make placements the same; none if every placement is one of its own.
pub(crate) fn same(question: &Question) -> Result<Vec<Symmetry>, PlanError> {
    let Question { problem, up_to, maximal, .. } = question;
    let exchanged = match up_to {
        UpTo::Nothing => return Ok(Vec::new()),
        UpTo::Symmetry => false,
        UpTo::Armies | UpTo::Translation => true,
    };
    if exchanged && symmetry::has_too_many_exchanges(problem) {
        return Err(PlanError::TooManyExchanges);
    }
    if *up_to == UpTo::Translation && !(question.is_plain() && problem.is_bare()) {
        return Err(PlanError::NoTranslation);
    }
    Ok(symmetry::symmetries(problem, *maximal, exchanged))
}

/// A plan by units; or a sweep where the settings leave the choice and it is expected to be quicker.
pub(crate) fn tree(
    question: &Question,
    settings: &Settings,
    group: &[Symmetry],
    recipe: Option<&UnitRecipe>,
    planner: Planner,
) -> Result<Plan, PlanError> {
    let draft = Draft { question, settings, group, recipe, tuning: tuning(settings, recipe), planner };
    match () {
        () if question.problem.is_blocked() => draft.one_by_one(),
        () if question.problem.objective() == Objective::AnyNumber => {
            let sum = if is_simple(question) { draft.over_numbers(f64::INFINITY) } else { None };
            sum.unwrap_or_else(|| Err(misfit(settings.engine)))
        }
        () => draft.together(),
    }
}

/// Whether nothing but the number of all placements is asked for.
fn is_simple(question: &Question) -> bool {
    question.up_to == UpTo::Nothing && !question.maximal && !question.by_number
}

/// Any number of pieces as a sum over numbers, where that is expected to take less than `stake` seconds.
pub(crate) fn over_numbers(
    question: &Question,
    settings: &Settings,
    planner: Planner,
    stake: f64,
) -> Option<Plan> {
    let is_any = question.problem.objective() == Objective::AnyNumber && !question.problem.is_blocked();
    if !(settings.is_free() && is_any && is_simple(question)) {
        return None;
    }
    let tuning = tuning(settings, None);
    let draft = Draft { question, settings, group: &[], recipe: None, tuning, planner };
    draft.over_numbers(stake)?.ok()
}

/// What a plan is made of.
struct Draft<'a> {
    question: &'a Question,
    settings: &'a Settings,
    group: &'a [Symmetry],
    recipe: Option<&'a UnitRecipe>,
    tuning: Tuning,
    /// For nested plans.
    planner: Planner,
}

impl Draft<'_> {
    /// From the table of conflicts.
    fn together(&self) -> Result<Plan, PlanError> {
        let problem = &self.question.problem;
        let instance = Instance::new(problem);
        let merged = instance.clone().merged();
        let ready = Ready::whole(problem, &merged);
        let mut choices = Choices::new(self.recipe);
        if let Some((node, tree)) = self.given_plans(&instance, &mut choices) {
            return self.finish(node, instance.maps.len(), choices, tree);
        }
        let may_sweep = self.settings.is_free()
            && self.recipe.is_none()
            && !self.settings.shared
            && can_be_swept(self.question, self.group);
        let mut all = self.all(&ready, if may_sweep { ROUGH_UNITS } else { MAX_UNITS })?;
        let mut sweep = None;
        if may_sweep {
            let expected = all.estimate().seconds;
            if expected > TRIAL_THRESHOLD_SECONDS {
                sweep = Plan::sweep(self.question, self.settings, self.group, expected * TRIAL_SHARE)
                    .filter(|plan| plan.summary.estimate.seconds < expected);
            }
        }
        let stake = || {
            let alone = all.estimate().seconds;
            sweep.as_ref().map_or(alone, |sweep: &Plan| sweep.seconds_at_worst().min(alone))
        };
        if let Some((node, tree, choices)) = self.smaller_plans(&instance, stake) {
            return self.finish(node, instance.maps.len(), choices, tree);
        }
        if let Some(sweep) = sweep {
            return Ok(sweep);
        }
        if may_sweep && all.counter.facts().is_coarse {
            all = self.all(&ready, MAX_UNITS)?;
        }
        all = self.timed(all, &ready, &mut choices);
        let maps = instance.maps.len();
        let node = match self.question.up_to {
            UpTo::Nothing => Node::Leaf(all),
            UpTo::Translation => self.up_to_shifts(all, &mut choices)?,
            UpTo::Symmetry | UpTo::Armies => match self.up_to_symmetry(all, &instance, &mut choices) {
                Err(error @ PlanError::TooManyWays { .. }) if may_sweep => {
                    let sweep = Plan::sweep(self.question, self.settings, self.group, MAX_TRIAL_SECONDS);
                    return sweep.ok_or(error);
                }
                node => node?,
            },
        };
        self.finish(node, maps, choices, Tree::Engines)
    }

    /// A leaf for each combination of numbers; `None` if there are too many, or if they are expected to take longer.
    fn over_numbers(&self, stake: f64) -> Option<Result<Plan, PlanError>> {
        let mut choices = Choices::new(self.recipe);
        let (mut summands, mut seconds) = (Vec::new(), 0.0);
        let made = |problem: Problem| (Instance::new(&problem).merged(), problem);
        let mut all: Vec<(Instance, Problem)> =
            numbers::combinations(&self.question.problem)?.into_iter().map(made).collect();
        // Something must say that there is nothing.
        if all.iter().any(|(instance, _)| !instance.is_hopeless()) {
            all.retain(|(instance, _)| !instance.is_hopeless());
        }
        for (instance, problem) in all {
            let ready = Ready::whole(&problem, &instance);
            let term = self.all(&ready, UNITS_OF_A_NUMBER).ok()?;
            let term = self.timed(term, &ready, &mut choices);
            if self.recipe.is_none() {
                seconds += term.estimate().seconds;
                if seconds >= stake {
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

    /// The tree of which the recipe tells, if the whole problem is not counted by an engine.
    fn given_plans(&self, instance: &Instance, choices: &mut Choices<'_>) -> Option<(Node<Term>, Tree)> {
        let tree = &self.recipe.filter(|_| self.question.up_to == UpTo::Nothing)?.tree;
        let (problem, nested) = (&self.question.problem, self.nested());
        let leaf = |counter: Box<dyn Counter>| Node::Leaf(Term::new(counter));
        let node = match tree {
            Tree::Engines => return None,
            Tree::Clusters => leaf(Box::new(Clusters::new(problem, &nested, f64::INFINITY)?)),
            Tree::Leaders(kinds) => leaf(Box::new(Leaders::new(problem, instance, kinds.clone(), &nested)?)),
            Tree::Parts => self.in_parts(instance, f64::INFINITY, choices)?.0,
        };
        Some((node, tree.clone()))
    }

    /// A tree of smaller plans: parts that do not interact, few leapers from smaller boards, or few pieces first, where that is
    /// expected to take less than `stake` seconds.
    fn smaller_plans(
        &self,
        instance: &Instance,
        stake: impl Fn() -> f64,
    ) -> Option<(Node<Term>, Tree, Choices<'_>)> {
        let is_open = self.recipe.is_none() && self.settings.is_free();
        if !is_open || self.question.up_to != UpTo::Nothing || stake() < SMALLER_THRESHOLD_SECONDS {
            return None;
        }
        let (problem, nested, mut stake) = (&self.question.problem, self.nested(), stake());
        let leaf = |counter: Box<dyn Counter>| Node::Leaf(Term::new(counter));
        let mut best = None;
        let mut choices = Choices::new(None);
        if let Some((node, seconds)) = self.in_parts(instance, stake, &mut choices) {
            best = Some((node, Tree::Parts, choices));
            stake = seconds;
        }
        if self.settings.is_rest {
            return best;
        }
        if let Some(clusters) = Clusters::new(problem, &nested, stake) {
            stake = clusters.seconds();
            best = Some((leaf(Box::new(clusters)), Tree::Clusters, Choices::new(None)));
        }
        if stake > SMALLER_THRESHOLD_SECONDS
            && let Some(leaders) = Leaders::best(problem, instance, &nested, stake)
        {
            let tree = Tree::Leaders(leaders.kinds().to_vec());
            best = Some((leaf(Box::new(leaders)), tree, Choices::new(None)));
        }
        best
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
            let term = self.timed(self.all(&ready, max_units).ok()?, &ready, choices);
            let mut planned = None;
            let is_planned = choices.choose(|| {
                let alone = term.estimate().seconds;
                if alone > PLANNED_THRESHOLD_SECONDS && !self.settings.shared {
                    planned = Planned::new(problem.clone(), &nested, parts.counts()).map(Box::new);
                }
                // Units that many threads can count are better than one, if it is the same engine.
                let engine = Some(term.counter.facts().engine.0);
                let other = planned.as_ref().filter(|planned| planned.engine() != engine);
                other.is_some_and(|other| other.seconds_at_worst() < alone)
            });
            let term = match is_planned {
                true => Term::new(planned.unwrap_or_else(|| Box::new(Planned::unseen(problem, &nested)))),
                false => term,
            };
            if self.recipe.is_none() {
                seconds += term.estimate().seconds;
            }
            (seconds < stake).then_some(term)
        })?;
        Some((node, seconds))
    }

    fn nested(&self) -> Nested {
        Nested::new(self.settings, self.tuning.tuned, self.planner)
    }

    /// The leaf that counts all placements.
    fn all(&self, ready: &Ready<'_>, max_units: usize) -> Result<Term, PlanError> {
        let tuning =
            Tuning { granularity: Granularity { max_units, ..self.tuning.granularity }, ..self.tuning };
        whole(ready, self.settings.engine, tuning).map(Term::new)
    }

    /// The leaf, or one by an engine that a trial shows to be quicker, where the count takes long and the choice is free.
    fn timed(&self, term: Term, ready: &Ready<'_>, choices: &mut Choices<'_>) -> Term {
        if self.settings.engine != Engine::BEST {
            return term;
        }
        choose::on_trial(ready).fold(term, |term, technique| {
            let is_worth_it = choices.are_given() || term.estimate().seconds >= TIMING_THRESHOLD_SECONDS;
            let other = is_worth_it.then(|| technique.counter(ready, self.tuning)).flatten().map(Term::new);
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
        for (symmetry, times) in symmetry::conjugacy_classes(self.group).into_iter().skip(1) {
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
        if self.settings.engine != Engine::BEST || !is_on_trial {
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
        let fixed = FixedPlacements::new(problem, instance, symmetry, self.settings.engine, self.tuning);
        let map = symmetry.map.point.name();
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
        for (symmetry, times) in symmetry::conjugacy_classes(self.group) {
            for ((rows, cols), is_added) in burnside::shifted(symmetry.map.point) {
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
        // Engines that go through placements do not read it.
        let none = Instance::without_maps(Vec::new(), crate::conflict::Conflicts::none(0, 0), 1u32.into());
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
        plan.within(self.settings)
    }
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

/// Why an engine has no counter.
pub(crate) fn misfit(engine: Engine) -> PlanError {
    let why = engine.technique().map_or("no engine counts this problem", |technique| technique.misfit());
    PlanError::Refused { engine: engine.name(), why: why.to_owned() }
}

/// The same pieces on a board with this many rows and columns less; `None` if there is none left.
fn smaller(problem: &Problem, rows: usize, cols: usize) -> Option<Problem> {
    let (rows, cols) = (problem.board().rows() - rows, problem.board().cols() - cols);
    let board = Board::new(rows, cols, problem.board().topology()).ok()?;
    problem.on_board(board)
}
