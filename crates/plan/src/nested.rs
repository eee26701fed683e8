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
use super::usual_sweep::UsualSweep;
use super::{Plan, PlanError, Settings};
use crate::engines::Engine;
use crate::engines::kernel::Kernel;
use crate::engines::technique::Symmetries;
use crate::problem::Problem;
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;
use crate::work::{Stopwatch, WorkLimit};

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

    /// Counts the placements of a case, or those that all of some symmetries fix: in the usual way if that
    /// soon ends, else by a plan of its own, from which the next case learns.
    ///
    /// # Errors
    /// Why the case has no count, with its problem.
    pub(crate) fn count_case(
        &self,
        problem: &Problem,
        fixed_by: &[Symmetry],
        usual: &UsualSweep,
        asked: &StopIf<'_>,
    ) -> Result<Outcome, RunError> {
        if let Some(outcome) = self.sweep_as_usual(problem, fixed_by, usual, f64::INFINITY, asked)? {
            return Ok(outcome);
        }
        let mut watch = Stopwatch::start();
        let plan = self.plan_anyhow(problem, fixed_by)?;
        let planned = watch.lap();
        let outcome = self.run(&plan, asked)?;
        let counted = watch.seconds();
        // A sweep that was given up is not for other cases.
        usual.learn((counted <= patience(&plan)).then_some(&plan), planned + counted);
        Ok(outcome)
    }

    /// Counts a case in the usual way; `None` if there is none, or if it takes unusually long or longer than
    /// `seconds` seconds.
    ///
    /// # Errors
    /// Why the case has no count, with its problem.
    pub(crate) fn sweep_as_usual(
        &self,
        problem: &Problem,
        fixed_by: &[Symmetry],
        usual: &UsualSweep,
        seconds: f64,
        asked: &StopIf<'_>,
    ) -> Result<Option<Outcome>, RunError> {
        let symmetries =
            if fixed_by.is_empty() { Symmetries::equivalent(&[]) } else { Symmetries::fixed_by(fixed_by) };
        let question = Question::new(problem.clone());
        let Some((plan, patience)) = usual.plan(&question, &self.settings, symmetries) else {
            return Ok(None);
        };
        let outcome = run_for(&plan, patience.min(seconds), asked);
        outcome.map_err(|error| error.nested_in(problem))
    }

    /// Runs a nested plan. A sweep that takes far longer than expected is replaced by units.
    ///
    /// # Errors
    /// Why the run has no result, with its problem.
    pub(crate) fn run(&self, plan: &Plan, asked: &StopIf<'_>) -> Result<Outcome, RunError> {
        let outcome = match plan.resumable_sweep() {
            // A part has no other units.
            Some(_) if !plan.is_part => self.run_within(plan, patience(plan), asked),
            _ => plan.run(asked),
        };
        outcome.map_err(|error| error.nested_in(&plan.question().problem))
    }

    /// Runs a sweep for `seconds` seconds. If it does not finish, runs the units for the same placements
    /// instead. If the units would take far longer, the sweep first runs again for their expected time.
    fn run_within(&self, plan: &Plan, seconds: f64, asked: &StopIf<'_>) -> Result<Outcome, RunError> {
        if let Some(outcome) = run_for(plan, seconds, asked)? {
            return Ok(outcome);
        }
        let only_units = Settings { shared: true, ..self.settings.clone() };
        let Ok(units) = (self.planners.new)(plan.question(), &only_units) else { return plan.run(asked) };
        let expected = units.summary().estimate.seconds;
        if expected > WORTH_UNITS * seconds.max(LEAST_PATIENCE)
            && let Some(outcome) = run_for(plan, expected, asked)?
        {
            return Ok(outcome);
        }
        units.run(asked)
    }
}

/// Returns the time that a nested sweep may take before units are considered, in seconds.
fn patience(plan: &Plan) -> f64 {
    LEAST_PATIENCE.max(PATIENCE * plan.summary().estimate.seconds)
}

/// Runs a plan for at most `seconds` seconds; `None` if it does not finish.
fn run_for(plan: &Plan, seconds: f64, asked: &StopIf<'_>) -> Result<Option<Outcome>, RunError> {
    let limit = WorkLimit::from_seconds(seconds);
    let outcome = plan.run(&StopIf(&|| asked.should_stop() || limit.is_over()))?;
    Ok((outcome.complete || asked.should_stop()).then_some(outcome))
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

    /// Every case has the count of its own plan, whether it is swept as the case before it or planned. The cases
    /// of a small board fall apart into other parts, and so have other ways.
    #[test]
    fn cases_that_are_swept_as_usual_have_the_counts_of_their_plans() {
        let nested = NestedPlanner::new(&Settings::default(), Kernel::Portable, PLANNERS);
        let mut swept = 0;
        for cases in [
            ["7x7 N12@a1", "7x7 N12@c4", "7x7 N12@e5"],
            ["8x8 N16 Q@a1", "8x8 N16 Q@d4", "8x8 N16 Q@a4"],
            ["8x8-b2,c3 K12@a1", "8x8-b2,c3 K12@c2", "8x8-b2,c3 K12@g7"],
            ["5x6 B5@a1", "5x6 B5@c3", "5x6 B5@f5"],
            ["8x8 R2@a1,b2 N12", "8x8 R2@a1,f6 N12", "8x8 R2@c3,d4 N12"],
        ] {
            let (usual, asked) = (UsualSweep::default(), StopIf(&|| false));
            for text in cases {
                let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                let planned = nested.plan_anyhow(&problem, &[]).unwrap().run(&Silent).unwrap();
                let as_usual = nested.sweep_as_usual(&problem, &[], &usual, f64::INFINITY, &asked).unwrap();
                let counted = nested.count_case(&problem, &[], &usual, &asked).unwrap();
                assert_eq!((counted.complete, &counted.count), (true, &planned.count), "{text}");
                if let Some(outcome) = as_usual {
                    assert_eq!((outcome.complete, &outcome.count), (true, &planned.count), "{text}");
                    swept += 1;
                }
            }
        }
        assert!(swept > 2, "{swept}");
    }

    #[test]
    fn no_case_is_swept_as_usual_for_longer_than_usual() {
        let nested = NestedPlanner::new(&Settings::default(), Kernel::Portable, PLANNERS);
        let (problem, asked) = ("10x10 N20 Q@a1".parse().unwrap(), StopIf(&|| false));
        let plan = nested.plan_anyhow(&problem, &[]).unwrap();
        let usual = UsualSweep::default();
        usual.learn(Some(&plan), 1e-6);
        let swept = |usual| nested.sweep_as_usual(&problem, &[], usual, f64::INFINITY, &asked).unwrap();
        assert!(plan.resumable_sweep().is_some() && swept(&usual).is_none());
        let counted = nested.count_case(&problem, &[], &usual, &asked).unwrap();
        assert_eq!(swept(&usual).map(|outcome| outcome.count), Some(counted.count));
        usual.learn(None, 1.0);
        assert!(swept(&usual).is_none());
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
