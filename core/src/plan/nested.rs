//! Plans that a leaf makes of its own: for what is left of a problem, or for smaller ones, while a unit is counted.
//!
//! They are made as any plan is, but for one thread, and have no such leaves in turn: beside leaders no others lead. Only parts
//! that do not interact can be found anywhere, and in a part others may lead.
//!
//! Nobody watches them. A forecast of a sweep from its first lines can be wrong by a factor of thousands, and among hundreds of
//! plans some will be; so a sweep that takes far longer than expected is given up for units, whose descents do not err like
//! that. `20x5 Q2 R B K2 N2` has an orbit of its queens that was expected to take 0.02 s and takes 50; units take 0.1.

use super::observer::{Observer, Until};
use super::outcome::{Outcome, RunError};
use super::recipe::Recipe;
use super::{Plan, PlanError, Settings};
use crate::clock::Instant;
use crate::engines::frontier::SweepRecipe;
use crate::engines::kernel::Kernel;
use crate::problem::Problem;
use crate::question::Question;
use crate::up_to::UpTo;
use std::time::Duration;

/// A sweep may take so many times as long as expected,
const PATIENCE: f64 = 16.0;
/// and so many seconds in any case, before it is asked what units would take.
const LEAST_PATIENCE: f64 = 0.25;
/// Where units are expected to take more than so many times what the sweep has taken, it is given that time, too.
const WORTH_UNITS: f64 = 4.0;

/// Makes a plan.
pub(crate) type Planner = fn(&Question, &Settings) -> Result<Plan, PlanError>;

/// How plans are made, and made again.
#[derive(Clone, Copy)]
pub(crate) struct Planners {
    pub(crate) new: Planner,
    pub(crate) again: fn(&Question, &Settings, &Recipe) -> Result<Plan, PlanError>,
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
        let settings = Settings { threads: Some(1), is_rest: true, shared: false, ..settings.clone() };
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

    /// The same without a limit on memory.
    pub(crate) fn without_limit(&self) -> Self {
        Self { settings: self.settings.clone().with_memory(None), ..self.clone() }
    }

    /// Whether the plan around them is to differ from the usual one, as for a second count.
    pub(crate) fn is_other(&self) -> bool {
        self.settings.finest_units
    }

    /// The plan that counts the placements of a problem.
    pub(crate) fn plan(&self, problem: Problem) -> Result<Plan, PlanError> {
        (self.planners.new)(&Question::new(problem), &self.settings)
    }

    /// The plan that counts the placements of a problem up to symmetry.
    pub(crate) fn plan_of_classes(&self, problem: Problem) -> Result<Plan, PlanError> {
        (self.planners.new)(&Question::new(problem).with_up_to(UpTo::Symmetry), &self.settings)
    }

    /// Runs a plan that was made here; a sweep that takes far longer than expected is given up for units.
    pub(crate) fn run(&self, plan: &Plan, asked: &Asked<'_>) -> Result<Outcome, RunError> {
        match plan.swept() {
            Some(_) => {
                let patience = LEAST_PATIENCE.max(PATIENCE * plan.summary().estimate.seconds);
                self.run_within(plan, patience, asked)
            }
            None => plan.run(asked),
        }
    }

    /// Runs a sweep for so many seconds, and if that is not enough the units that count the same; for longer where these would
    /// take far longer.
    fn run_within(&self, plan: &Plan, seconds: f64, asked: &Asked<'_>) -> Result<Outcome, RunError> {
        let sweep = |seconds| -> Result<Option<Outcome>, RunError> {
            let time = Duration::try_from_secs_f64(seconds).ok();
            let end = time.and_then(|time| Instant::now().checked_add(time));
            let outcome = plan.run(&Until { observer: asked, end })?;
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

    /// The plan that counts the placements of a problem by a sweep as it was made for another; `None` if it cannot.
    pub(crate) fn plan_again(&self, problem: Problem, recipe: &SweepRecipe) -> Option<Plan> {
        (self.planners.again)(&Question::new(problem), &self.settings, &Recipe::Sweep(recipe.clone())).ok()
    }
}

/// Asks whether to stop on behalf of the run of a nested plan.
pub(crate) struct Asked<'a>(pub(crate) &'a (dyn Fn() -> bool + Sync));

impl Observer for Asked<'_> {
    fn should_stop(&self) -> bool {
        (self.0)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::named::Named;
    use crate::plan::make::PLANNERS;

    #[test]
    fn a_sweep_that_takes_too_long_is_given_up_for_units() {
        let nested = Nested::new(&Settings::default(), Kernel::Portable, PLANNERS);
        let question = Question::new("8x8 K4 N4".parse().unwrap());
        let settings = Settings { engine: Engine::named("frontier").unwrap(), ..nested.settings.clone() };
        let plan = (nested.planners.new)(&question, &settings).unwrap();
        let swept = plan.run(&Asked(&|| false)).unwrap();
        assert!(plan.swept().is_some() && swept.units_done == 1);
        let given_up = nested.run_within(&plan, 0.0, &Asked(&|| false)).unwrap();
        assert_eq!(given_up.count, swept.count);
        assert!(given_up.complete && given_up.units_done > 1, "{given_up:?}");
        let stopped = nested.run_within(&plan, 0.0, &Asked(&|| true)).unwrap();
        assert!(!stopped.complete);
    }
}
