//! A leaf that is a sum over numbers of pieces, with a plan for each number.
//!
//! Few queens fit on a board. Counting one, two, up to twelve of them takes a hundredth of the time of a
//! sweep that remembers the occupied lines ([`cases`](mod@super::cases)). If the counts of engines add up to
//! the answer, they are leaves of a tree. *Up to symmetry*, *by number*, or with kinds that stay open, each
//! number is a question of its own. For any number of knights with three queens, the queens may lead; for
//! twelve queens up to symmetry, each symmetry fixes some placements. So each number gets the plan that suits
//! it, and the answers are added up here, one after another on all threads. Only the numbers of far-reaching
//! kinds are settled; the other kinds are best left to a sweep, which counts all their numbers at once.
//!
//! For ranges of numbers it is the way that is always possible: each number is a question that some engine
//! can answer.

use super::cases;
use super::compared::LosingPlan;
use super::ground::Ground;
use super::observer::{Observer, UnitDone};
use super::outcome::{Outcome, RunError};
use super::same::equivalence_symmetries;
use super::settings::Settings;
use super::term::Term;
use super::tree::Way;
use super::units::UnitPlan;
use super::{Plan, PlanError};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::random::Random;
use crate::engines::run::Run;
use crate::engines::tally::{Counts, NumberCount};
use crate::feature::Feature;
use crate::piece::Range;
use crate::problem::{Objective, Pieces, Problem, Quantity};
use crate::question::{Demand, Question};
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;
use crate::work::Stopwatch;
use num_bigint::BigUint;
use std::cmp::Ordering;

/// The engine's name in results.
pub(crate) const NAME: &str = "numbers";
/// The version, raised whenever the counts of this leaf change.
pub(crate) const VERSION: u32 = 1;

/// The maximum number of combinations that are planned one by one.
pub(crate) const MAX_NUMBERS: usize = 64;
/// The share of `stake` that planning all numbers may take.
const PLANNING_SHARE: f64 = 0.2;
/// The maximum time for planning all numbers, in seconds.
const MOST_PLANNING_SECONDS: f64 = 5.0;

/// Numbers of some kinds, each with its plan.
pub(crate) struct NumberPlans {
    facts: Facts,
    plans: Vec<NumberPlan>,
    /// Whether the answer is listed by the numbers of all open kinds.
    is_mean: bool,
}

/// The plan of some numbers.
struct NumberPlan {
    /// For each kind whose number is open in the whole problem, its number here; `None` if it is still open.
    numbers: Vec<Option<u32>>,
    /// Whether its placements are subtracted.
    is_subtracted: bool,
    plan: Plan,
}

/// Numbers of some kinds; `None` for any number. `1..` is any number without 0.
pub(crate) struct NumberChoice {
    numbers: Vec<(usize, Option<u32>)>,
    is_subtracted: bool,
}

/// The most numbers below a range that are subtracted from any number.
const MAX_BELOW: u32 = 3;

/// Returns the choices for all ranges of a question, like [`complement`].
pub(crate) fn complement_of_ranges(ground: &Ground<'_>) -> Option<Vec<NumberChoice>> {
    let is_range = |pieces: &Pieces| matches!(pieces.quantity, Quantity::Within(_));
    complement(ground, &ground.problem().numbers_of(is_range))
}

/// Returns the choices for ranges without an upper limit as any number without the numbers below. `None` if
/// there is no such range, or if any number is no answer. `16x16 K1..` is `K*` without `K0`: 0.03 s in place of
/// 5 s.
fn complement(ground: &Ground<'_>, kinds: &[usize]) -> Option<Vec<NumberChoice>> {
    let (question, problem) = (ground.question, ground.problem());
    let depends = |ask| matches!(ask, Feature::BlockedLines | Feature::Hops | Feature::LargestNumber);
    if question.by_number || question.asks().any(depends) {
        return None;
    }
    let mut choices = vec![NumberChoice { numbers: Vec::new(), is_subtracted: false }];
    let mut is_used = false;
    for &kind in kinds {
        let pieces = problem.pieces().nth(kind)?;
        let (fixed, span) = (pieces.fixed.len() as u32, pieces.quantity.span());
        let is_upward = matches!(pieces.quantity, Quantity::Within(_)) && span.most.is_none();
        let options: Vec<(Option<u32>, bool)> = if is_upward && span.least <= fixed + MAX_BELOW {
            is_used = true;
            std::iter::once((None, false))
                .chain((fixed..span.least).map(|number| (Some(number), true)))
                .collect()
        } else {
            let numbers = cases::numbers_of(problem, question.dominating, &[kind])?;
            numbers.into_iter().flatten().map(|(_, number)| (Some(number as u32), false)).collect()
        };
        let with = |choice: NumberChoice| {
            let more = |&(number, is_subtracted): &(Option<u32>, bool)| NumberChoice {
                numbers: [&choice.numbers[..], &[(kind, number)]].concat(),
                is_subtracted: choice.is_subtracted != is_subtracted,
            };
            options.iter().map(more).collect::<Vec<_>>()
        };
        choices = choices.into_iter().flat_map(with).collect();
        if choices.len() > MAX_NUMBERS {
            return None;
        }
    }
    // A sum that is only reduced at its end never falls below zero.
    choices.sort_by_key(|choice| choice.is_subtracted);
    is_used.then_some(choices)
}

/// Returns the kinds whose numbers are worth a plan each: unlimited riders, beginning with those of which
/// fewest fit.
pub(crate) fn far_kinds(problem: &Problem) -> Vec<usize> {
    let is_far = |pieces: &Pieces| {
        let mut leaps = pieces.kind.moves().leaps();
        pieces.quantity == Quantity::Any && leaps.any(|(_, range)| range == Range::Unlimited)
    };
    let mut far: Vec<(usize, usize)> = (problem.numbers_of(is_far).into_iter())
        .filter_map(|kind| Some((cases::numbers_of(problem, Demand::Nothing, &[kind])?.len(), kind)))
        .collect();
    far.sort_unstable();
    let mut all = 1;
    far.retain(|&(numbers, _)| {
        let is_within = all * numbers <= MAX_NUMBERS;
        all *= if is_within { numbers } else { 1 };
        is_within
    });
    let mut kinds: Vec<usize> = far.into_iter().map(|(_, kind)| kind).collect();
    kinds.sort_unstable();
    kinds
}

/// Returns the plan of a question with some numbers settled.
fn plan_number(ground: &Ground<'_>, question: &Question, settings: &Settings) -> Result<Plan, PlanError> {
    let planners = &ground.planners;
    match question.up_to {
        _ if !ground.fixing.is_empty() => (planners.fixed)(question, settings, &ground.fixing),
        UpTo::Nothing => (planners.new)(question, settings),
        // The smaller boards of such a count need the question.
        UpTo::Translation if equivalence_symmetries(question)?.len() == ground.same.len() => {
            (planners.new)(question, settings)
        }
        UpTo::Translation => Err(PlanError::Together {
            what: "classes up to translation (--up-to)",
            feature: Feature::NumberRange,
            instead: "begin the ranges with 1, or count up to symmetry",
        }),
        _ => (planners.classes)(question, settings, &ground.same),
    }
}

/// Returns true if the answers for the numbers add up to that of the question, and no map exchanges kinds.
pub(crate) fn is_sum(ground: &Ground<'_>) -> bool {
    let (question, problem) = (ground.question, ground.problem());
    let is_known = |ask| matches!(ask, Feature::AnyNumber | Feature::LargestNumber | Feature::Quotas);
    let keeps_kinds =
        |symmetry: &Symmetry| symmetry.pieces(problem).iter().enumerate().all(|(kind, &image)| kind == image);
    // A plan for each number in a range need not count other numbers, and is a plan for any question.
    if problem.has_ranges() {
        return !ground.is_congruent() && ground.same.iter().all(keeps_kinds);
    }
    problem.objective() == Objective::AnyNumber
        && question.asks().all(is_known)
        && question.dominating == Demand::Nothing
        && question.up_to != UpTo::Translation
        && ground.fixing.is_empty()
        && !ground.is_part
        && !ground.settings.is_summand
        && !ground.is_congruent()
        && !ground.has_cases_first()
        && ground.same.iter().all(keeps_kinds)
}

impl NumberPlans {
    /// Plans the numbers of these kinds. If they take more than `stake` seconds, returns only their known
    /// cost. `None` if there are no numbers, or too many.
    ///
    /// # Errors
    /// Numbers for which there is no plan.
    pub(crate) fn new(
        ground: &Ground<'_>,
        kinds: &[usize],
        stake: f64,
    ) -> Result<Option<Result<Self, LosingPlan>>, PlanError> {
        let (question, problem) = (ground.question, ground.problem());
        let sums = problem.numbers_of(|pieces| pieces.quantity.is_sum());
        let are_open = !kinds.is_empty() && kinds.iter().all(|kind| sums.contains(kind));
        if !are_open || !is_sum(ground) {
            return Ok(None);
        }
        if let Some(made) = Self::of_complements(ground, kinds, stake)? {
            return Ok(Some(made));
        }
        // Nothing else may be able to count ranges.
        let is_only = problem.has_ranges() && stake.is_infinite();
        let numbers = cases::numbers_of(problem, question.dominating, kinds);
        let Some(numbers) = numbers.filter(|numbers| is_only || numbers.len() <= MAX_NUMBERS) else {
            return Ok(None);
        };
        let listed = |choice: cases::Choice| {
            let numbers = choice.into_iter().map(|(kind, number)| (kind, Some(number as u32))).collect();
            NumberChoice { numbers, is_subtracted: false }
        };
        let choices: Vec<NumberChoice> = numbers.into_iter().map(listed).collect();
        Self::from_choices(ground, &choices, stake).map(Some)
    }

    /// Plans any number without the numbers below the ranges, like [`new`](Self::new). `None` if that is not
    /// possible.
    ///
    /// # Errors
    /// Planning that was stopped.
    pub(crate) fn of_complements(
        ground: &Ground<'_>,
        kinds: &[usize],
        stake: f64,
    ) -> Result<Option<Result<Self, LosingPlan>>, PlanError> {
        let choices = if is_sum(ground) { complement(ground, kinds) } else { None };
        match choices.map(|choices| Self::from_choices(ground, &choices, stake)) {
            Some(Err(PlanError::Stopped)) => Err(PlanError::Stopped),
            // Any number of pieces may be more than an engine counts.
            made => Ok(made.and_then(Result::ok)),
        }
    }

    /// Plans these choices. If they take more than `stake` seconds, returns only their known cost.
    fn from_choices(
        ground: &Ground<'_>,
        choices: &[NumberChoice],
        stake: f64,
    ) -> Result<Result<Self, LosingPlan>, PlanError> {
        let (question, problem, watch) = (ground.question, ground.problem(), Stopwatch::start());
        let open = problem.numbers_of(|pieces| !matches!(pieces.quantity, Quantity::Exactly(_)));
        let what = || format!("a plan for each of {} numbers of pieces", choices.len());
        let settings = Settings { is_summand: true, ..ground.settings.clone() };
        let is_only = problem.has_ranges() && stake.is_infinite();
        let most_patience = if is_only { f64::INFINITY } else { MOST_PLANNING_SECONDS };
        let patience = (PLANNING_SHARE * stake).min(most_patience);
        let (mut seconds, mut memory, mut plans) = (0.0, 0, Vec::new());
        for NumberChoice { numbers: choice, is_subtracted } in choices {
            let mut of = choice.iter().copied();
            let settled = of.try_fold(problem.clone(), |problem, (kind, number)| match number {
                Some(number) => problem.with_number(kind, number),
                None => problem.with_any_number(kind),
            });
            let Some(settled) = settled else { continue };
            let by_number = question.by_number && settled.objective() != Objective::Exactly;
            let question = question.with_problem(settled).with_by_number(by_number);
            let plan = plan_number(ground, &question, &settings)?;
            seconds += plan.summary.estimate.seconds;
            memory = plan.summary.memory.saturating_add(memory);
            if seconds >= stake || watch.seconds() > patience {
                return Ok(Err(LosingPlan { what: what(), seconds, is_longer: true, memory }));
            }
            let number = |kind: &usize| choice.iter().find(|(other, _)| other == kind);
            let numbers = open.iter().map(|kind| number(kind)?.1).collect();
            plans.push(NumberPlan { numbers, is_subtracted: *is_subtracted, plan });
        }
        let facts = Facts::single_unit((NAME, VERSION), question.by_number);
        let is_mean = question.up_to != UpTo::Nothing;
        Ok(Ok(Self { facts, plans, is_mean }))
    }

    /// Returns the plan that consists of this leaf.
    ///
    /// # Errors
    /// More memory than the settings allow.
    pub(crate) fn plan(self, ground: &Ground<'_>, kinds: &[usize]) -> Result<Plan, PlanError> {
        let (question, settings) = (ground.question, ground.settings);
        let term = Term::new(Way::EachNumber { kinds: kinds.to_vec() }, Box::new(self));
        let units = UnitPlan::from_leaf(term, settings.pool(), Kernel::Portable);
        Plan::of_units(units, question, settings, &ground.same, (ground.same.len(), 0)).check_memory(settings)
    }

    /// Returns the expected time for all numbers, in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        self.plans.iter().map(|of| of.plan.summary.estimate.seconds).sum()
    }
}

impl NumberPlan {
    /// Returns the counts by the numbers of all kinds that are open in the whole problem.
    fn counts_by_number(&self, found: &mut Outcome) -> Vec<NumberCount> {
        let within = |pieces: Vec<u32>| {
            let mut others = pieces.into_iter();
            self.numbers.iter().filter_map(|number| number.or_else(|| others.next())).collect()
        };
        match found.by_number.take() {
            Some(listed) => listed
                .into_iter()
                .map(|NumberCount { pieces, count }| NumberCount { pieces: within(pieces), count })
                .collect(),
            None if found.count == BigUint::ZERO => Vec::new(),
            None => vec![NumberCount { pieces: within(Vec::new()), count: found.count.clone() }],
        }
    }
}

fn difference(all: &BigUint, part: &BigUint) -> Result<BigUint, RunError> {
    match part <= all {
        true => Ok(all - part),
        false => Err(RunError::Check { what: "more placements have one number of pieces than any number" }),
    }
}

impl Leaf for NumberPlans {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::sum(&self.plans.iter().map(|of| of.plan.summary.estimate).collect::<Vec<_>>())
    }

    fn memory(&self) -> usize {
        self.plans.iter().fold(0, |memory, of| of.plan.summary.memory.saturating_add(memory))
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let all = self.seconds().max(f64::MIN_POSITIVE);
        let mut sum = Outcome { placements: self.is_mean.then_some(BigUint::ZERO), ..Outcome::zero() };
        let mut listed = Vec::new();
        for of in &self.plans {
            let share = of.plan.summary.estimate.seconds / all;
            let mut found = of.plan.run(&Portion { run, share })?;
            listed.extend(of.counts_by_number(&mut found));
            // If a number is to be maximised, only placements with the maximum count.
            match found.maximum.cmp(&sum.maximum) {
                Ordering::Less => {
                    found = Outcome {
                        count: BigUint::ZERO,
                        placements: sum.placements.as_ref().map(|_| BigUint::ZERO),
                        ..found
                    }
                }
                Ordering::Greater => {
                    sum.count = BigUint::ZERO;
                    sum.placements = sum.placements.map(|_| BigUint::ZERO);
                    sum.maximum = found.maximum;
                }
                Ordering::Equal => {}
            }
            let less = Outcome { count: BigUint::ZERO, ..found.clone() };
            sum.add(if of.is_subtracted { &less } else { &found });
            let placements = sum.placements.take().zip(found.placements.take());
            sum.placements = match of.is_subtracted {
                false => placements.map(|(sum, placements)| sum + placements),
                true => {
                    sum.count = difference(&sum.count, &found.count)?;
                    placements.map(|(sum, placements)| difference(&sum, &placements)).transpose()?
                }
            };
            if !found.complete {
                break;
            }
        }
        if !sum.complete && self.plans.iter().any(|of| of.is_subtracted) {
            // What was counted need not be in the ranges.
            sum.count = BigUint::ZERO;
            sum.placements = sum.placements.map(|_| BigUint::ZERO);
        }
        listed.sort_by(|one, other| one.pieces.cmp(&other.pieces));
        Ok(Counts { by_number: listed, ..sum.counts() })
    }

    fn outline(&self) -> Option<Outline> {
        let of_number = |NumberPlan { plan, is_subtracted, .. }: &NumberPlan| {
            let pieces = plan.problem().pieces().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let mut outline = plan.outline();
            let sign = if *is_subtracted { '-' } else { '+' };
            outline.what = format!("{sign} {pieces}: {}", outline.what);
            outline
        };
        let what = format!("{NAME} {VERSION}: the sum over numbers, each by a plan of its own");
        let mut outline = Outline::leaf(what, self.seconds(), self.memory());
        outline.parts = self.plans.iter().map(of_number).collect();
        Some(outline)
    }
}

/// The progress of a run that is a share of the whole.
struct Portion<'a> {
    run: &'a Run<'a>,
    share: f64,
}

impl Observer for Portion<'_> {
    fn unit_done(&self, done: &UnitDone) {
        (self.run.progress)(self.share * done.share, done.nodes);
    }

    fn should_stop(&self) -> bool {
        (self.run.should_stop)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::engines::expression::Expression;
    use crate::kept::plan_again;
    use crate::named::Named;
    use crate::question::Question;
    use crate::tree::{Leaf, Target, Tree};
    use crate::{Silent, plan};

    fn planned(question: &Question, kinds: &[usize]) -> Result<Plan, PlanError> {
        let by = Way::EachNumber { kinds: kinds.to_vec() };
        let whole = Expression::Leaf(Leaf::new(Target::All, by));
        plan_again(question, &Settings::default().with_threads(1), &Tree { kernel: Kernel::Portable, whole })
    }

    /// Compared with a sweep of everything at once: with some kinds settled and with all, with pre-placed
    /// pieces and exact numbers, two armies, by number, and up to groups of maps.
    #[test]
    fn numbers_add_up_to_a_sweep() {
        let swept = Settings::default().with_threads(1).with_engine(Engine::from_name("frontier").unwrap());
        let mut shown = 0;
        for (text, kinds) in [
            ("5x5 Q*", vec![0]),
            ("5x5 Q* N*", vec![0]),
            ("5x5 Q* N*", vec![1]),
            ("4x5 R* B* K2", vec![1, 2]),
            ("4x5 R* B* K2", vec![1]),
            ("5x5-c3 Q*@a1 K*", vec![0]),
            ("4x4/torus R* N*", vec![0]),
            ("4x4 Q*/R*", vec![0]),
            ("3x6 X* Q* X=fB", vec![0]),
        ] {
            let problem: Problem = text.parse().unwrap();
            for up_to in [UpTo::Nothing, UpTo::Symmetry, "rotations".parse().unwrap()] {
                for by_number in [false, true] {
                    let question = Question::new(problem.clone()).with_up_to(up_to).with_by_number(by_number);
                    let expected = plan(&question, &swept).unwrap().run(&Silent).unwrap();
                    let found = planned(&question, &kinds).unwrap().run(&Silent).unwrap();
                    assert_eq!(found.count, expected.count, "{text} {up_to} {by_number}");
                    assert_eq!(found.by_number, expected.by_number, "{text} {up_to}");
                    assert_eq!(found.placements, expected.placements, "{text} {up_to} {by_number}");
                    shown += usize::from(expected.by_number.is_some_and(|listed| listed.len() > 3));
                }
            }
        }
        assert!(shown > 20, "{shown}");
    }

    #[test]
    fn what_has_no_such_numbers_is_refused() {
        for (text, kinds) in
            [("4x4 K2 N*", vec![0]), ("4x4 K2 N*", vec![]), ("4x4 Qmax", vec![0]), ("4x4 Q*", vec![3])]
        {
            assert!(planned(&Question::new(text.parse().unwrap()), &kinds).is_err(), "{text}");
        }
        let question = Question::new("4x4 Q*/Q*".parse().unwrap()).with_up_to(UpTo::Armies);
        assert!(planned(&question, &[0]).is_err());
        let question = Question::new("4x4 Q*".parse().unwrap()).with_maximal(true);
        assert!(planned(&question, &[0]).is_err());
    }

    /// The kinds of which a line holds one piece, as long as their combinations are not too many.
    #[test]
    fn few_fit_of_what_reaches_far() {
        let far = |text: &str| far_kinds(&text.parse().unwrap());
        assert_eq!(far("12x12 Q* N* K2"), [1]);
        assert_eq!(far("8x8 N* K*"), []);
        assert_eq!(far("9x9 Q* R* N* B*"), [0]);
        assert_eq!(far("5x5 R* Q*"), [0, 1]);
    }
}
