//! Shows how every engine would answer a question.

use super::cases::Split;
use super::check::engines_that_count;
use super::make::plan_by;
use super::{Plan, PlanError, Summary};
use crate::engines::Engine;
use crate::named::Named;

/// The minimum stake, in seconds, of an engine that inspects the question before it states its cost.
const LEAST_STAKE: f64 = 0.1;

/// An engine with its summary of a question, or the reason why it cannot answer.
#[non_exhaustive]
pub struct EngineVerdict {
    /// The name of the engine.
    pub engine: &'static str,
    /// The engine's plan, in summary.
    pub summary: Result<Summary, PlanError>,
}

/// Asks every engine but the oracle for its summary of a plan's question; the plan's own engine has one
/// already. This takes longer than [`plan()`](super::plan()), which does not try engines that cannot win. The
/// list is empty for problems with walls.
#[must_use]
pub fn consider(chosen: &Plan) -> Vec<EngineVerdict> {
    let (question, settings) = (chosen.question(), chosen.settings());
    // Each case is counted by the engine that suits its remaining problem.
    if Split::needed_split(&question.problem).is_some() {
        return Vec::new();
    }
    let stake = chosen.summary().estimate.seconds.max(LEAST_STAKE);
    let considered = |engine: Engine| EngineVerdict {
        engine: engine.name(),
        summary: match engine.name() == chosen.summary().engine.0 {
            true => Ok(chosen.summary().clone()),
            false => plan_by(question, settings, engine, stake).map(|plan| plan.summary),
        },
    };
    engines_that_count().map(considered).collect()
}
