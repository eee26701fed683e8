//! Plans that a leaf makes of its own: for what is left of a problem, or for smaller ones, while a unit is counted.
//!
//! They are made as any plan is, but for one thread, and have no such leaves in turn: beside leaders no others lead. Only parts
//! that do not interact can be found anywhere, and in a part others may lead.

use super::observer::Observer;
use super::recipe::Recipe;
use super::{Plan, PlanError, Settings};
use crate::engines::frontier::SweepRecipe;
use crate::engines::kernel::Kernel;
use crate::problem::Problem;
use crate::question::{Question, UpTo};

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
