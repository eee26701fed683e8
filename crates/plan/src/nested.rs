//! Plans that a leaf makes itself, for the rest of a problem or for smaller problems, while it counts a unit.
//!
//! These plans are made like any plan, but for one thread and without leaders, because leaders do not nest.
//! Only parts that do not interact may be split off anywhere, and a part may have leaders.
//!
//! No user sees these plans. A forecast of a sweep from its first lines can be wrong by a factor of
//! thousands, which happens among hundreds of plans. So a sweep that takes far longer than expected is
//! replaced by units, whose estimates by descents do not fail like that. `20x5 Q2 R B K2 N2` has an orbit of
//! its queens whose sweep was expected to take 0.02 s and takes 50 s; units take 0.1 s.

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

/// The multiple of the expected time that a sweep may take before units are considered.
const PATIENCE: f64 = 16.0;
/// The time that a sweep may always take before units are considered, in seconds.
const LEAST_PATIENCE: f64 = 0.25;
/// If units are expected to take more than this multiple of the time of the sweep so far, the sweep is
/// run again for that time.
const WORTH_UNITS: f64 = 4.0;

/// A function that makes a plan.
pub(crate) type Planner = fn(&Question, &Settings) -> Result<Plan, PlanError>;

/// The functions that make plans.
#[derive(Clone, Copy)]
pub(crate) struct Planners {
    pub(crate) new: Planner,
    /// Makes a plan for classes under a group of symmetries.
    pub(crate) classes: fn(&Question, &Settings, &[Symmetry]) -> Result<Plan, PlanError>,
    /// Makes a plan for the placements that all symmetries of a group fix.
    pub(crate) fixed: fn(&Question, &Settings, &[Symmetry]) -> Result<Plan, PlanError>,
}

/// The way to make nested plans.
#[derive(Clone)]
pub(crate) struct NestedPlanner {
    planners: Planners,
    settings: Settings,
    /// The instruction set for whose speed the outer plan is made.
    pub(crate) kernel: Kernel,
    /// The number of threads of the outer plan.
    threads: usize,
}

impl NestedPlanner {
    pub(crate) fn new(settings: &Settings, kernel: Kernel, planners: Planners) -> Self {
        let threads = settings.pool().threads;
        // The clusters engine counts smaller problems, which it leaves to other engines.
        let engine = if settings.engine == Engine::CLUSTERS { Engine::BEST } else { settings.engine };
        let settings =
            Settings { threads: Some(1), is_rest: true, shared: false, engine, ..settings.clone() };
        Self { planners, settings, kernel, threads }
    }

    /// Returns these settings for leaves that make such a plan on every thread: each gets its share of the
    /// memory.
    pub(crate) fn for_every_thread(&self) -> Self {
        let memory = self.settings.memory.map(|memory| memory / (self.threads as u64).max(1));
        Self { settings: self.settings.clone().with_memory(memory), ..self.clone() }
    }

    /// Returns these settings with leaders allowed if the outer plan allows them. The recursion ends because
    /// the problems become smaller.
    pub(crate) fn as_before(&self, settings: &Settings) -> Self {
        Self { settings: Settings { is_rest: settings.is_rest, ..self.settings.clone() }, ..self.clone() }
    }

    /// Returns the number of threads of the outer plan.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the threads on which several nested plans can be made at once.
    pub(crate) fn pool(&self) -> Pool {
        Pool::new(Some(self.threads), self.settings.in_callers_pool)
    }

    /// Returns these settings without a memory limit.
    fn without_limit(&self) -> Self {
        Self { settings: self.settings.clone().with_memory(None), ..self.clone() }
    }

    /// Returns true if the outer plan was cancelled.
    pub(crate) fn is_given_up(&self) -> bool {
        self.settings.cancel.is_cancelled()
    }

    /// Returns true if the outer plan must differ from the usual one, as for a double-check.
    pub(crate) fn is_other(&self) -> bool {
        self.settings.finest_units
    }

    /// Returns the plan that counts the placements of a problem, or those that all of some symmetries fix. If
    /// no plan fits in the memory limit, it is made without the limit. Another thread may have taken the
    /// memory, or this problem may need more than those that were tried.
    pub(crate) fn plan_anyhow(&self, problem: &Problem, fixed_by: &[Symmetry]) -> Result<Plan, RunError> {
        let plan = |nested: &Self| match fixed_by {
            [] => nested.plan(problem.clone()),
            group => (nested.planners.fixed)(&Question::new(problem.clone()), &nested.settings, group),
        };
        let plan = plan(self).or_else(|_| plan(&self.without_limit()));
        plan.map_err(|error| RunError::planning_error(problem, &error))
    }

    /// Returns the plan that counts the placements of a problem.
    pub(crate) fn plan(&self, problem: Problem) -> Result<Plan, PlanError> {
        (self.planners.new)(&Question::new(problem), &self.settings)
    }

    /// Returns the plan that counts the placements of a problem up to some of its symmetries.
    pub(crate) fn plan_of_classes(&self, problem: Problem, group: &[Symmetry]) -> Result<Plan, PlanError> {
        let question = Question::new(problem).with_up_to(UpTo::Symmetry);
        let plan = |nested: &Self| (nested.planners.classes)(&question, &nested.settings, group);
        plan(self).or_else(|_| plan(&self.without_limit()))
    }

    /// Runs a nested plan. A sweep that takes far longer than expected is replaced by units.
    ///
    /// # Errors
    /// Why the run has no result, with its problem.
    pub(crate) fn run(&self, plan: &Plan, asked: &StopIf<'_>) -> Result<Outcome, RunError> {
        let outcome = match plan.resumable_sweep() {
            // A part has no other units.
            Some(_) if !plan.is_part => {
                let patience = LEAST_PATIENCE.max(PATIENCE * plan.summary().estimate.seconds);
                self.run_within(plan, patience, asked)
            }
            _ => plan.run(asked),
        };
        outcome.map_err(|error| error.nested_in(&plan.question().problem))
    }

    /// Runs a sweep for `seconds` seconds. If it does not finish, runs the units for the same placements
    /// instead. If the units would take far longer, the sweep first runs again for their expected time.
    fn run_within(&self, plan: &Plan, seconds: f64, asked: &StopIf<'_>) -> Result<Outcome, RunError> {
        let sweep = |seconds| -> Result<Option<Outcome>, RunError> {
            let limit = WorkLimit::from_seconds(seconds);
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
    use crate::plan::planned::DeferredPlan;
    use crate::plan::term::Term;
    use crate::plan::tree::{SettledPart, Way};
    use crate::plan::units::UnitPlan;
    use crate::plan::{Silent, plan, strategies};
    use crate::symmetry::symmetries;
    use num_bigint::BigUint;

    /// An incorrect engine: its only unit has one placement, and the count is half of that.
    struct WrongCounter(Facts);

    impl Leaf for WrongCounter {
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

    /// Plans every question with that engine.
    const WRONG: Planners = Planners {
        new: |question, settings| {
            let facts = Facts { divisor: 2, ..Facts::with_costs(("wrong", 1), Kernel::Portable, vec![1.0]) };
            let leaf = Term::new(Way::from_engine(Engine::BEST), Box::new(WrongCounter(facts)));
            let units = UnitPlan::from_leaf(leaf.with_calibration(1.0), settings.pool(), Kernel::Portable);
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
        let nested = NestedPlanner::new(&Settings::default(), Kernel::Portable, WRONG);
        let problem: Problem = "8x8 Q N9".parse().unwrap();
        let planned = DeferredPlan::new(problem.clone(), &nested, 1).unwrap();
        assert_eq!(planned.count(0, &Run::without_reports(&|| false)), Err(no_multiple_in("8x8 Q N9")));
        let (instance, squares) = (Instance::new(&problem), SettledPart::Squares);
        let leaders = Leaders::new(&problem, &instance, vec![0], squares, &nested).unwrap();
        assert_eq!(leaders.count(0, &Run::without_reports(&|| false)), Err(no_multiple_in("8x8 Q@a1 N9")));
        let fixed = leaders.of_symmetries(&symmetries(&problem, false, false)).unwrap();
        assert_eq!(fixed.count(0, &Run::without_reports(&|| false)), Err(no_multiple_in("8x8 Q@a1 N9")));
        let clusters = Clusters::new(&"9x9 K3".parse().unwrap(), &nested).unwrap();
        assert!(
            matches!(clusters.count(0, &Run::without_reports(&|| false)), Err(RunError::Nested { problem, .. }) if problem.starts_with("2x2 K"))
        );
    }

    #[test]
    fn no_other_engine_counts_what_fails_a_check() {
        for (threads, text, rest) in [(1, "4x4 K2 #1", "4x4-a1 K2"), (2, "4x4 Q4 #2", "4x4-b1,c3 Q4")] {
            let question = Question::new(text.parse().unwrap());
            let settings = Settings::default().with_threads(threads);
            let ground = Ground::new(&question, &settings, None, WRONG).unwrap();
            let plan = strategies::best_plan(&ground).unwrap();
            let error = plan.run(&Silent).err().unwrap();
            let RunError::Nested { problem, error: of_rest } = &error else { panic!("{error}") };
            assert!(threads > 1 || problem == rest, "{error}");
            assert!(!of_rest.is_limit() && error.to_string().contains("internal check failed: 1 is no"));
        }
    }

    /// A nested problem that is too large, or that no engine can plan, is only a limit of this plan. Another
    /// engine may count the whole.
    #[test]
    fn limits_of_a_nested_run_are_met_by_another_engine() {
        const NONE: Planners = Planners { new: |_, _| Err(PlanError::OtherSweep), ..WRONG };
        let nested = NestedPlanner::new(&Settings::default(), Kernel::Portable, NONE);
        let planned = DeferredPlan::unplanned_leaf("5x5 K3".parse().unwrap(), &nested);
        let error = planned.count(0, &Run::without_reports(&|| false)).err().unwrap();
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
        let nested = NestedPlanner::new(&Settings::default(), Kernel::Portable, PLANNERS);
        let question = Question::new("8x8 K4 N4".parse().unwrap());
        let settings = Settings { engine: Engine::from_name("frontier").unwrap(), ..nested.settings.clone() };
        let plan = (nested.planners.new)(&question, &settings).unwrap();
        let swept = plan.run(&StopIf(&|| false)).unwrap();
        assert!(plan.resumable_sweep().is_some() && swept.units_done == 1);
        let given_up = nested.run_within(&plan, 0.0, &StopIf(&|| false)).unwrap();
        assert_eq!(given_up.count, swept.count);
        assert!(given_up.complete && given_up.units_done > 1, "{given_up:?}");
        let stopped = nested.run_within(&plan, 0.0, &StopIf(&|| true)).unwrap();
        assert!(!stopped.complete);
    }
}
