//! What every engine would make of a question.

use super::check::engines_that_count;
use super::{PlanError, Settings, Summary, plan};
use crate::engines::Engine;
use crate::named::Named;
use crate::question::Question;

/// An engine that could answer a question, and what it would do; or why it cannot.
pub struct Considered {
    /// Its name.
    pub engine: &'static str,
    /// What it would do.
    pub summary: Result<Summary, PlanError>,
}

/// Asks every engine but the oracle what it would make of a question. Takes longer than [`plan`], which does not try what
/// cannot win.
#[must_use]
pub fn consider(question: &Question, settings: &Settings) -> Vec<Considered> {
    let considered = |engine: Engine| Considered {
        engine: engine.name(),
        summary: plan(question, &Settings { engine, ..settings.clone() }).map(|plan| plan.summary),
    };
    engines_that_count().map(considered).collect()
}
