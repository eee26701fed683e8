//! Work that cannot be interrupted, but need not be waited for.
//!
//! Planning looks far ahead in places: it splits and estimates, and on large boards it does not ask for some seconds whether
//! to stop. Questions inside all of these loops would be many. So the work is left to a thread of its own, and whoever waits
//! for it can go; it ends by itself, and what it made is dropped.

use super::{Observer, Plan, PlanError, Settings, plan};
use crate::question::Question;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often it is asked whether to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does some work that changes nothing but what it returns; `None` if the observer says to stop before it is done.
pub fn unless_stopped<T: Send + 'static>(
    observer: &dyn Observer,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, made) = mpsc::channel();
    // Taken by whichever thread does it: where none can be started, this one.
    let work = Arc::new(Mutex::new(Some(work)));
    let take = |work: &Mutex<Option<_>>| work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let theirs = Arc::clone(&work);
    let begun = std::thread::Builder::new().spawn(move || {
        let Some(work) = take(&theirs) else { return };
        // The receiver may be gone.
        done.send(work()).unwrap_or_default();
    });
    let Ok(thread) = begun else { return take(&work).map(|work| work()) };
    loop {
        match made.recv_timeout(PATIENCE) {
            Ok(made) => return Some(made),
            Err(RecvTimeoutError::Timeout) if observer.should_stop() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return None,
            },
        }
    }
}

/// [`plan`], unless the observer says to stop before the plan is made: then `None`.
///
/// # Errors
/// As [`plan`].
pub fn plan_unless_stopped(
    question: &Question,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Option<Plan>, PlanError> {
    // The thread that plans is not in the caller's pool.
    let settings = settings.clone().with_threads(settings.pool().threads);
    let question = question.clone();
    unless_stopped(observer, move || plan(&question, &settings)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Instant;
    use crate::plan::{Silent, Until};

    #[test]
    fn whoever_waits_can_go() {
        let begun = Instant::now();
        let observer = Until { observer: &Silent, end: Some(begun + Duration::from_millis(10)) };
        let slow = || std::thread::sleep(Duration::from_secs(60));
        assert_eq!(unless_stopped(&observer, slow), None);
        assert!(begun.elapsed() < Duration::from_secs(30));
        assert_eq!(unless_stopped(&Silent, || 6 * 7), Some(42));
        let question = Question::new("8x8 Q8".parse().unwrap());
        assert!(plan_unless_stopped(&question, &Settings::default(), &Silent).unwrap().is_some());
    }

    #[test]
    #[should_panic(expected = "seen by whoever waits")]
    fn a_panic_is_seen() {
        unless_stopped(&Silent, || panic!("seen by whoever waits"));
    }
}
