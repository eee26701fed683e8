//! What every engine would make of a question.

use super::cases::Split;
use super::check::engines_that_count;
use super::make::plan_by;
use super::{Plan, PlanError, Summary};
use crate::engines::Engine;
use crate::named::Named;

/// So many seconds are at stake at least for an engine that looks before it says what it would take.
const LEAST_STAKE: f64 = 0.1;

/// An engine that could answer a question, and what it would do; or why it cannot.
#[non_exhaustive]
pub struct Considered {
    /// Its name.
    pub engine: &'static str,
    /// What it would do.
    pub summary: Result<Summary, PlanError>,
}

/// Asks every engine but the oracle what it would make of the question of a plan; of the plan's own engine that is known.
/// Takes longer than [`plan()`](super::plan()), which does not try what cannot win. Beside walls nothing is considered.
#[must_use]
pub fn consider(chosen: &Plan) -> Vec<Considered> {
    let (question, settings) = (chosen.question(), chosen.settings());
    // Engines count what is left in each case, by whatever suits it.
    if Split::needed(&question.problem).is_some() {
        return Vec::new();
    }
    let stake = chosen.summary().estimate.seconds.max(LEAST_STAKE);
    let considered = |engine: Engine| Considered {
        engine: engine.name(),
        summary: match engine.name() == chosen.summary().engine.0 {
            true => Ok(chosen.summary().clone()),
            false => plan_by(question, settings, engine, stake).map(|plan| plan.summary),
        },
    };
    engines_that_count().map(considered).collect()
}
