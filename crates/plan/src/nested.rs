//! Plans that a leaf makes of its own: for what is left of a problem, or for smaller ones, while a unit is counted.
//!
//! They are made as any plan is, but for one thread, and have no such leaves in turn: beside leaders no others lead. Only parts
//! that do not interact can be found anywhere, and in a part others may lead.
//!
//! Nobody watches them. A forecast of a sweep from its first lines can be wrong by a factor of thousands, and among hundreds of
//! plans some will be; so a sweep that takes far longer than expected is given up for units, whose descents do not err like
//! that. `20x5 Q2 R B K2 N2` has an orbit of its queens that was expected to take 0.02 s and takes 50; units take 0.1.

use super::observer::{Observer, StopIf};
use super::outcome::{Outcome, RunError};
use super::pool::Pool;
use super::{Plan, PlanError, Settings};
use crate::engines::Engine;
use crate::engines::kernel::Kernel;
use crate::problem::Problem;
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;
use crate::work::WorkLimit;

/// A sweep may take so many times as long as expected,
const PATIENCE: f64 = 16.0;
/// and so many seconds in any case, before it is asked what units would take.
const LEAST_PATIENCE: f64 = 0.25;
/// Where units are expected to take more than so many times what the sweep has taken, it is given that time, too.
const WORTH_UNITS: f64 = 4.0;

/// Makes a plan.
pub(crate) type Planner = fn(&Question, &Settings) -> Result<Plan, PlanError>;

/// How plans are made.
#[derive(Clone, Copy)]
pub(crate) struct Planners {
    pub(crate) new: Planner,
    /// For classes under a group of symmetries.
    pub(crate) classes: fn(&Question, &Settings, &[Symmetry]) -> Result<Plan, PlanError>,
    /// For what all symmetries of a group fix.
    pub(crate) fixed: fn(&Question, &Settings, &[Symmetry]) -> Result<Plan, PlanError>,
}

/// How nested plans are made.
#[derive(Clone)]
pub(crate) struct Nested {
    planners: Planners,
    settings: Settings,
    /// The instructions by whose speed the plan around them is made.
    pub(crate) kernel: Kernel,
    /// The threads of the plan around them.
    threads: usize,
}

impl Nested {
    pub(crate) fn new(settings: &Settings, kernel: Kernel, planners: Planners) -> Self {
        let threads = settings.pool().threads;
        // Who counts from smaller problems has these counted by others.
        let engine = if settings.engine == Engine::CLUSTERS { Engine::BEST } else { settings.engine };
        let settings =
            Settings { threads: Some(1), is_rest: true, shared: false, engine, ..settings.clone() };
        Self { planners, settings, kernel, threads }
    }

    /// The same where every thread has such a plan: each may take its share of the memory.
    pub(crate) fn for_every_thread(&self) -> Self {
        let memory = self.settings.memory.map(|memory| memory / (self.threads as u64).max(1));
        Self { settings: self.settings.clone().with_memory(memory), ..self.clone() }
    }

    /// The same, with such leaves as the plan around them may have: what is smaller comes to an end.
    pub(crate) fn as_before(&self, settings: &Settings) -> Self {
        Self { settings: Settings { is_rest: settings.is_rest, ..self.settings.clone() }, ..self.clone() }
    }

    /// The threads of the plan around them.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Where several such plans can be made at once.
    pub(crate) fn pool(&self) -> Pool {
        Pool::new(Some(self.threads), self.settings.in_callers_pool)
    }

    /// The same without a limit on memory.
    fn without_limit(&self) -> Self {
        Self { settings: self.settings.clone().with_memory(None), ..self.clone() }
    }

    /// Whether nobody wants the plan around them any more.
    pub(crate) fn is_given_up(&self) -> bool {
        self.settings.cancel.is_cancelled()
    }

    /// Whether the plan around them is to differ from the usual one, as for a second count.
    pub(crate) fn is_other(&self) -> bool {
        self.settings.finest_units
    }

    /// The plan that counts the placements of a problem, or those that all of some symmetries fix; without a limit on memory where
    /// it has none within that: another thread may have taken the memory, and some problem may take more than those that were
    /// looked at.
    pub(crate) fn plan_anyhow(&self, problem: &Problem, fixed_by: &[Symmetry]) -> Result<Plan, RunError> {
        let plan = |nested: &Self| match fixed_by {
            [] => nested.plan(problem.clone()),
            group => (nested.planners.fixed)(&Question::new(problem.clone()), &nested.settings, group),
        };
        let plan = plan(self).or_else(|_| plan(&self.without_limit()));
        plan.map_err(|error| RunError::unplanned(problem, &error))
    }

    /// The plan that counts the placements of a problem.
    pub(crate) fn plan(&self, problem: Problem) -> Result<Plan, PlanError> {
        (self.planners.new)(&Question::new(problem), &self.settings)
    }

    /// The plan that counts the placements of a problem up to some of its symmetries.
    pub(crate) fn plan_of_classes(&self, problem: Problem, group: &[Symmetry]) -> Result<Plan, PlanError> {
        let question = Question::new(problem).with_up_to(UpTo::Symmetry);
        let plan = |nested: &Self| (nested.planners.classes)(&question, &nested.settings, group);
        plan(self).or_else(|_| plan(&self.without_limit()))
    }

    /// Runs a plan that was made here; a sweep that takes far longer than expected is given up for units.
    ///
    /// # Errors
    /// Why the run has no result, with the problem that it counts.
    pub(crate) fn run(&self, plan: &Plan, asked: &StopIf<'_>) -> Result<Outcome, RunError> {
        let outcome = match plan.swept() {
            // There are no other units for a part.
            Some(_) if !plan.is_part => {
                let patience = LEAST_PATIENCE.max(PATIENCE * plan.summary().estimate.seconds);
                self.run_within(plan, patience, asked)
            }
            _ => plan.run(asked),
        };
        outcome.map_err(|error| error.nested_in(&plan.question().problem))
    }

    /// Runs a sweep for so many seconds, and if that is not enough the units that count the same; for longer where these would
    /// take far longer.
    fn run_within(&self, plan: &Plan, seconds: f64, asked: &StopIf<'_>) -> Result<Outcome, RunError> {
        let sweep = |seconds| -> Result<Option<Outcome>, RunError> {
            let limit = WorkLimit::of(seconds);
            let outcome = plan.run(&StopIf(&|| asked.should_stop() || limit.is_over()))?;
            Ok((outcome.complete || asked.should_stop()).then_some(outcome))
        };
        if let Some(outcome) = sweep(seconds)? {
            return Ok(outcome);
        }
        let only_units = Settings { shared: true, ..self.settings.clone() };
        let Ok(units) = (self.planners.new)(plan.question(), &only_units) else { return plan.run(asked) };
        let expected = units.summary().estimate.seconds;
        if expected > WORTH_UNITS * seconds.max(LEAST_PATIENCE)
            && let Some(outcome) = sweep(expected)?
        {
            return Ok(outcome);
        }
        units.run(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::engines::UnitCount;
    use crate::engines::instance::Instance;
    use crate::engines::leaf::{Facts, Leaf};
    use crate::engines::run::Run;
    use crate::engines::tally::Counts;
    use crate::named::Named;
    use crate::plan::clusters::Clusters;
    use crate::plan::ground::Ground;
    use crate::plan::leaders::Leaders;
    use crate::plan::make::PLANNERS;
    use crate::plan::planned::Planned;
    use crate::plan::term::Term;
    use crate::plan::tree::{Settled, Way};
    use crate::plan::units::UnitPlan;
    use crate::plan::{Silent, plan, strategies};
    use crate::symmetry::symmetries;
    use num_bigint::BigUint;

    /// An engine that is wrong: its only unit has one placement, and half of that is the count.
    struct Wrong(Facts);

    impl Leaf for Wrong {
        fn facts(&self) -> &Facts {
            &self.0
        }

        fn memory(&self) -> usize {
            0
        }

        fn count(&self, _: usize, _: &Run<'_>) -> Result<Counts, RunError> {
            Ok(UnitCount { placements: 1, nodes: 1, complete: true }.into())
        }
    }

    /// Plans everything by that engine.
    const WRONG: Planners = Planners {
        new: |question, settings| {
            let facts = Facts { divisor: 2, ..Facts::plain(("wrong", 1), Kernel::Portable, vec![1.0]) };
            let leaf = Term::new(Way::by(Engine::BEST), Box::new(Wrong(facts)));
            let units = UnitPlan::of(leaf.with_calibration(1.0), settings.pool(), Kernel::Portable);
            Ok(Plan::of_units(units, question, settings, &[], (1, 1)))
        },
        classes: |question, settings, _| (WRONG.new)(question, settings),
        fixed: |_, _, _| Err(PlanError::OtherSweep),
    };

    fn no_multiple_in(problem: &str) -> RunError {
        let error = Box::new(RunError::NoMultiple { sum: 1u32.into(), divisor: 2 });
        RunError::Nested { problem: problem.to_owned(), error }
    }

    #[test]
    fn what_fails_in_a_nested_run_fails_in_all_with_the_problem() {
        let nested = Nested::new(&Settings::default(), Kernel::Portable, WRONG);
        let problem: Problem = "8x8 Q N9".parse().unwrap();
        let planned = Planned::new(problem.clone(), &nested, 1).unwrap();
        assert_eq!(planned.count(0, &Run::silent(&|| false)), Err(no_multiple_in("8x8 Q N9")));
        let (instance, squares) = (Instance::new(&problem), Settled::Squares);
        let leaders = Leaders::new(&problem, &instance, vec![0], squares, &nested).unwrap();
        assert_eq!(leaders.count(0, &Run::silent(&|| false)), Err(no_multiple_in("8x8 Q@a1 N9")));
        let fixed = leaders.of_symmetries(&symmetries(&problem, false, false)).unwrap();
        assert_eq!(fixed.count(0, &Run::silent(&|| false)), Err(no_multiple_in("8x8 Q@a1 N9")));
        let clusters = Clusters::new(&"9x9 K3".parse().unwrap(), &nested).unwrap();
        assert!(
            matches!(clusters.count(0, &Run::silent(&|| false)), Err(RunError::Nested { problem, .. }) if problem.starts_with("2x2 K"))
        );
    }

    #[test]
    fn no_other_engine_counts_what_fails_a_check() {
        for (threads, text, rest) in [(1, "4x4 K2 #1", "4x4-a1 K2"), (2, "4x4 Q4 #2", "4x4-b1,c3 Q4")] {
            let question = Question::new(text.parse().unwrap());
            let settings = Settings::default().with_threads(threads);
            let ground = Ground::new(&question, &settings, None, WRONG).unwrap();
            let plan = strategies::best(&ground).unwrap();
            let error = plan.run(&Silent).err().unwrap();
            let RunError::Nested { problem, error: of_rest } = &error else { panic!("{error}") };
            assert!(threads > 1 || problem == rest, "{error}");
            assert!(!of_rest.is_limit() && error.to_string().contains("internal check failed: 1 is no"));
        }
    }

    /// A part that is too large, or that no engine can plan, says nothing against the others.
    #[test]
    fn limits_of_a_nested_run_are_met_by_another_engine() {
        const NONE: Planners = Planners { new: |_, _| Err(PlanError::OtherSweep), ..WRONG };
        let nested = Nested::new(&Settings::default(), Kernel::Portable, NONE);
        let planned = Planned::unseen("5x5 K3".parse().unwrap(), &nested);
        let error = planned.count(0, &Run::silent(&|| false)).err().unwrap();
        assert!(
            error.is_limit() && error.to_string().ends_with("(in the nested problem '5x5 K3')"),
            "{error}"
        );
        let problem = "5x5 K3".parse().unwrap();
        assert_eq!(RunError::TooLarge.nested_in(&problem), RunError::TooLarge);
        let outcome = plan(&(&problem).into(), &Settings::default()).unwrap().run(&Silent).unwrap();
        assert_eq!(outcome.unit(BigUint::from(1u32) << 128).unit(), Err(RunError::TooLarge));
    }

    #[test]
    fn a_sweep_that_takes_too_long_is_given_up_for_units() {
        let nested = Nested::new(&Settings::default(), Kernel::Portable, PLANNERS);
        let question = Question::new("8x8 K4 N4".parse().unwrap());
        let settings = Settings { engine: Engine::named("frontier").unwrap(), ..nested.settings.clone() };
        let plan = (nested.planners.new)(&question, &settings).unwrap();
        let swept = plan.run(&StopIf(&|| false)).unwrap();
        assert!(plan.swept().is_some() && swept.units_done == 1);
        let given_up = nested.run_within(&plan, 0.0, &StopIf(&|| false)).unwrap();
        assert_eq!(given_up.count, swept.count);
        assert!(given_up.complete && given_up.units_done > 1, "{given_up:?}");
        let stopped = nested.run_within(&plan, 0.0, &StopIf(&|| true)).unwrap();
        assert!(!stopped.complete);
    }
}
