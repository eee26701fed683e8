//! An estimate beside a plan: about how many placements there are, where nobody would wait for their count.
//!
//! It is a rough one, made in a moment or not at all. Time decides only whether there is one: what it says depends on the seed
//! alone, so that a plan that is shown again says the same.

use super::{Effort, Estimate, Estimated, check, estimate, has_system};
use crate::clock::Instant;
use crate::plan::{Observer, Plan, Until};
use crate::question::Question;
use std::time::Duration;

/// Who waits longer for a count, in seconds, is told about how many there are,
const LONG_SECONDS: f64 = 60.0;
/// if that is known by then.
const MOMENT: Duration = Duration::from_secs(2);
/// Populations may scatter by this much, and 32 of them make an interval of about a third of it.
const ROUGH: f64 = 0.4;
/// The seed that `--estimate` has if none is typed.
const SEED: u64 = 1;

/// Whether placements of this sort are estimated.
#[must_use]
pub fn is_estimated(question: &Question) -> bool {
    check(question, None).is_ok() && has_system(&question.problem)
}

/// A rough estimate of what a plan counts; not `complete` if it is not there in a moment, and `None` if the count takes less than a
/// minute, or is of another sort than estimates.
#[must_use]
pub fn glance(plan: &Plan, observer: &dyn Observer) -> Option<Estimate> {
    // With `max` where that is asked, and not the number that was found for it.
    let question = plan.question().of(plan.problem().clone());
    if plan.summary().seconds() < LONG_SECONDS || !is_estimated(&question) {
        return None;
    }
    let until = Until { observer, end: Instant::now().checked_add(MOMENT) };
    let effort = Effort { relative: Some(ROUGH), time: None, seed: SEED, counts: false };
    match estimate(&question, effort, plan.settings(), &until) {
        Ok(Estimated::About(estimate)) => Some(*estimate),
        Ok(Estimated::Counted(_)) | Err(_) => None,
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
        // Four of each on a board of this size: 16 pieces, which nobody counts.
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
