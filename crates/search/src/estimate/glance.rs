//! An estimate next to a plan: an approximate number of placements if the count would take too long.
//!
//! It is rough, and made in a moment or not at all. Time decides only whether there is an estimate. Its value
//! depends on the seed alone, so a plan that is shown again has the same estimate.

use super::{Effort, Estimate, EstimateOrCount, check, estimate, has_system};
use crate::clock::Instant;
use crate::plan::{Observer, Plan, StoppingObserver};
use crate::question::Question;
use std::time::Duration;

/// The number of seconds of a count above which an estimate is shown.
const LONG_SECONDS: f64 = 60.0;
/// The time limit of the estimate.
const MOMENT: Duration = Duration::from_secs(2);
/// The relative scatter allowed for populations; 32 of them make an interval of about a third of it.
const ROUGH: f64 = 0.4;
/// The seed of `--estimate` if none is typed.
const SEED: u64 = 1;

/// Returns true if estimates support placements of this type.
#[must_use]
pub fn is_estimated(question: &Question) -> bool {
    check(question, None).is_ok() && has_system(&question.problem)
}

/// Makes a rough estimate of the count of a plan. It is not `complete` if the time was too short. `None` if
/// the count takes less than a minute, or if estimates do not support it.
#[must_use]
pub fn glance(plan: &Plan, observer: &dyn Observer) -> Option<Estimate> {
    // The original problem with `max`, not the one with the number found for it.
    let question = plan.question().with_problem(plan.problem().clone());
    if plan.summary().seconds() < LONG_SECONDS || !is_estimated(&question) {
        return None;
    }
    let until = StoppingObserver { observer, end: Instant::now().checked_add(MOMENT) };
    let effort = Effort { relative: Some(ROUGH), time: None, seed: SEED, counts: false };
    match estimate(&question, effort, plan.settings(), &until) {
        Ok(EstimateOrCount::About(estimate)) => Some(*estimate),
        Ok(EstimateOrCount::Counted(_)) | Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{CancelToken, Settings, Silent, plan};

    fn seen(text: &str, observer: &dyn Observer) -> Option<Estimate> {
        let settings = Settings::default().with_threads(1);
        glance(&plan(&text.parse().unwrap(), &settings).unwrap(), observer)
    }

    #[test]
    fn what_takes_years_is_estimated_in_a_moment() {
        // Four of each on a board of this size: 16 pieces are infeasible to count.
        let found = seen("24x24 N4 B4 R4 Q4", &Silent).unwrap();
        let interval = found.interval.unwrap();
        assert!(found.complete && interval.relative_error() <= ROUGH, "{found:?}");
        let stopped = CancelToken::new();
        stopped.cancel();
        assert!(!seen("24x24 N4 B4 R4 Q4", &stopped).unwrap().complete);
    }

    #[test]
    fn what_is_quick_or_of_another_sort_is_not() {
        assert_eq!(seen("8x8 Q8", &Silent), None);
        let question = Question::new("24x24 N4 B4 R4 Q4".parse().unwrap());
        assert!(is_estimated(&question) && !is_estimated(&question.clone().with_maximal(true)));
        assert!(is_estimated(&"90x90 Q9".parse().unwrap()) && !is_estimated(&"90x90 N9".parse().unwrap()));
    }
}
