//! A leaf with a plan of its own: a smaller problem, counted in the fastest way, such as a sweep or with
//! leaders.
//!
//! Its count is a single unit. The plan is made again when the unit is counted, so that no memory is held
//! until then. Only the way of a sweep is remembered.

use super::nested::NestedPlanner;
use super::observer::StopIf;
use super::outcome::RunError;
use super::usual_sweep::UsualSweep;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::random::Random;
use crate::engines::run::Run;
use crate::engines::tally::Counts;
use crate::problem::Problem;
use crate::work::Stopwatch;

/// The engine's name in results.
const NAME: &str = "planned";
/// The version, raised whenever the counts of this leaf change.
const VERSION: u32 = 1;

/// A problem that is planned when it is counted.
pub(crate) struct DeferredPlan {
    problem: Problem,
    nested: NestedPlanner,
    usual: UsualSweep,
    facts: Facts,
    /// The expected cost of the plan and its engine; `None` if the plan has not been made.
    seen: Option<(Estimate, &'static str)>,
    seconds_at_worst: f64,
    memory: usize,
}

impl DeferredPlan {
    /// Returns a leaf whose plan has not been made.
    pub(crate) fn unplanned_leaf(problem: Problem, nested: &NestedPlanner) -> Self {
        let units = vec![UnitFacts { weight: 1, work: 1.0 }];
        let facts = Facts { units, ..Facts::with_costs((NAME, VERSION), nested.kernel, Vec::new()) };
        Self {
            problem,
            nested: nested.for_every_thread(),
            usual: UsualSweep::default(),
            facts,
            seen: None,
            seconds_at_worst: 0.0,
            memory: 0,
        }
    }

    /// Returns a leaf with a plan, one of `among` leaves that the threads count concurrently; `None` if there
    /// is no plan.
    pub(crate) fn new(problem: Problem, nested: &NestedPlanner, among: usize) -> Option<Self> {
        let unseen = Self::unplanned_leaf(problem, nested);
        let watch = Stopwatch::start();
        let plan = unseen.nested.plan(unseen.problem.clone()).ok()?;
        let summary = plan.summary();
        unseen.usual.learn(Some(&plan), watch.seconds() + summary.estimate.seconds);
        let memory = (summary.memory * nested.threads().min(among)).div_ceil(among.max(1));
        let seconds_at_worst = plan.seconds_if_doubted(plan.is_forecast());
        let seen = Some((summary.estimate, summary.engine.0));
        Some(Self { seen, seconds_at_worst, memory, ..unseen })
    }

    /// Returns the engine of the plan, if it has been made.
    pub(crate) fn engine(&self) -> Option<&'static str> {
        self.seen.map(|(_, engine)| engine)
    }

    /// Returns the time that it may take at worst, in seconds. A sweep of the squares of one colour can take
    /// far longer than its beginning suggests.
    pub(crate) fn seconds_at_worst(&self) -> f64 {
        self.seconds_at_worst
    }
}

impl Leaf for DeferredPlan {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        self.seen.map_or_else(|| Estimate::by_model(1.0), |(estimate, _)| estimate)
    }

    fn describe(&self, _: usize, into: &mut Vec<u8>) {
        into.extend_from_slice(self.problem.to_string().as_bytes());
    }

    fn memory(&self) -> usize {
        self.memory
    }

    fn note(&self) -> Option<String> {
        self.seen.map(|(_, engine)| format!("by {engine}"))
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let asked = StopIf(run.should_stop);
        let outcome = self.nested.count_case(&self.problem, &[], &self.usual, &asked)?;
        Ok(outcome.unit(outcome.count.clone()))
    }
}
