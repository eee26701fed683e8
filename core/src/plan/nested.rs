//! Plans that a leaf makes of its own: for what is left of a problem, or for smaller ones, while a unit is counted.
//!
//! They are made as any plan is, but for one thread, and have no such leaves in turn: beside leaders no others lead. Only parts
//! that do not interact can be found anywhere, and in a part others may lead.

use super::observer::Observer;
use super::{Plan, PlanError, Settings};
use crate::engines::kernel::Kernel;
use crate::problem::Problem;
use crate::question::Question;

/// Makes a plan.
pub(crate) type Planner = fn(&Question, &Settings) -> Result<Plan, PlanError>;

/// How nested plans are made.
#[derive(Clone)]
pub(crate) struct Nested {
    planner: Planner,
    settings: Settings,
    /// The instructions by whose speed the plan around them is made.
    pub(crate) kernel: Kernel,
    /// The threads of the plan around them.
    threads: usize,
}

impl Nested {
    pub(crate) fn new(settings: &Settings, kernel: Kernel, planner: Planner) -> Self {
        let threads = settings.pool().threads;
        let settings = Settings { threads: Some(1), is_rest: true, shared: false, ..settings.clone() };
        Self { planner, settings, kernel, threads }
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
        (self.planner)(&Question::new(problem), &self.settings)
    }
}

/// Asks whether to stop on behalf of the run of a nested plan.
pub(crate) struct Asked<'a>(pub(crate) &'a (dyn Fn() -> bool + Sync));

impl Observer for Asked<'_> {
    fn should_stop(&self) -> bool {
        (self.0)()
    }
}
