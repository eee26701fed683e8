//! Counts that are made only if they are quick.

use crate::clock::Instant;
use crate::plan::{Observer, Plan, RunError, Settings, StoppingObserver, plan_unless_stopped};
use crate::problem::Problem;
use num_bigint::BigUint;
use std::time::Duration;

/// Counts the placements, or the maximum ones if some kind is written `max`, and returns the number with its
/// engine. `None` if that is expected to exceed the limit, or exceeds it by far.
pub(crate) fn count_within(
    problem: &Problem,
    limit: Duration,
    observer: &dyn Observer,
) -> Result<Option<(BigUint, &'static str)>, RunError> {
    let Some(plan) = plan_count(problem, observer) else { return Ok(None) };
    let count = run_within(&plan, limit, observer)?;
    Ok(count.map(|count| (count, plan.summary().engine.0)))
}

/// Plans such a count; `None` if no engine supports it, or if the observer stopped it.
pub(crate) fn plan_count(problem: &Problem, observer: &dyn Observer) -> Option<Plan> {
    let settings = Settings::default().with_memory(MAX_MEMORY);
    plan_unless_stopped(&problem.into(), &settings, observer).ok()?
}

/// Counts by a plan; `None` if that is expected to exceed the limit, or exceeds it by far.
pub(crate) fn run_within(
    plan: &Plan,
    limit: Duration,
    observer: &dyn Observer,
) -> Result<Option<BigUint>, RunError> {
    if plan.summary().estimate.seconds > limit.as_secs_f64() {
        return Ok(None);
    }
    let end = Instant::now().checked_add(limit.saturating_mul(LATE));
    let outcome = plan.run(&StoppingObserver { observer, end })?;
    Ok(outcome.complete.then_some(outcome.count))
}

/// The largest number of bytes of such a count.
pub(crate) const MAX_MEMORY: u64 = 1 << 30;
/// The factor of the expected time after which such a count is given up.
const LATE: u32 = 8;
