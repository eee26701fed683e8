//! Counts that are made only where they are quick.

use crate::clock::Instant;
use crate::plan::{Observer, Plan, RunError, Settings, Until, plan_unless_stopped};
use crate::problem::Problem;
use num_bigint::BigUint;
use std::time::Duration;

/// The number of placements, of largest ones if some kind is written `max`, and the engine that counted them; `None` if
/// that is expected to take longer, or does by far.
pub(crate) fn count_within(
    problem: &Problem,
    limit: Duration,
    observer: &dyn Observer,
) -> Result<Option<(BigUint, &'static str)>, RunError> {
    let Some(plan) = planned(problem, observer) else { return Ok(None) };
    let count = run_within(&plan, limit, observer)?;
    Ok(count.map(|count| (count, plan.summary().engine.0)))
}

/// How such a count is made; `None` if no engine can, or if the observer said to stop.
pub(crate) fn planned(problem: &Problem, observer: &dyn Observer) -> Option<Plan> {
    let settings = Settings::default().with_memory(MAX_MEMORY);
    plan_unless_stopped(&problem.into(), &settings, observer).ok()?
}

/// What a plan counts; `None` if that is expected to take longer, or does by far.
pub(crate) fn run_within(
    plan: &Plan,
    limit: Duration,
    observer: &dyn Observer,
) -> Result<Option<BigUint>, RunError> {
    if plan.summary().estimate.seconds > limit.as_secs_f64() {
        return Ok(None);
    }
    let end = Instant::now().checked_add(limit.saturating_mul(LATE));
    let outcome = plan.run(&Until { observer, end })?;
    Ok(outcome.complete.then_some(outcome.count))
}

/// Bytes that such a count may take,
pub(crate) const MAX_MEMORY: u64 = 1 << 30;
/// and how many times longer than it should.
const LATE: u32 = 8;
