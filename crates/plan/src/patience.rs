//! Work that a caller can abandon.
//!
//! Planning takes long steps: it splits and estimates without constantly checking whether to stop. So the
//! work runs on a thread of its own, and the caller can leave it at once. A token signals this to the work,
//! which ends when it next checks the token; its result is discarded.

use super::{CancelToken, Observer, Plan, PlanError, Settings, plan};
use crate::question::Question;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The interval at which the observer is asked whether to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does some work that has no effect but its result. `None` if the observer stops it before it is done. In
/// that case the token that the work receives is cancelled; it can be passed to
/// [planning](Settings::with_cancel), for example.
pub fn unless_stopped<T: Send + 'static>(
    observer: &dyn Observer,
    work: impl FnOnce(CancelToken) -> T + Send + 'static,
) -> Option<T> {
    if !observer.can_stop() {
        return Some(work(CancelToken::new()));
    }
    let (done, made) = mpsc::channel();
    // The work is taken by the thread that does it. If no thread can be started, this thread does it.
    let work = Arc::new(Mutex::new(Some(work)));
    let take = |work: &Mutex<Option<_>>| work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let token = CancelToken::new();
    let (theirs, cancel) = (Arc::clone(&work), token.clone());
    let begun = std::thread::Builder::new().spawn(move || {
        let Some(work) = take(&theirs) else { return };
        // The receiver may be gone.
        done.send(work(cancel)).unwrap_or_default();
    });
    let Ok(thread) = begun else { return take(&work).map(|work| work(token)) };
    loop {
        match made.recv_timeout(PATIENCE) {
            Ok(made) => return Some(made),
            Err(RecvTimeoutError::Timeout) if observer.should_stop() => {
                token.cancel();
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return None,
            },
        }
    }
}

/// Calls [`plan()`]; `None` if the observer stops it before the plan is made.
///
/// # Errors
/// The errors of [`plan()`].
pub fn plan_unless_stopped(
    question: &Question,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Option<Plan>, PlanError> {
    let mut settings = settings.clone();
    if observer.can_stop() {
        // The planning thread is not in the caller's pool.
        settings.threads = Some(settings.pool().threads);
    }
    let question = question.clone();
    unless_stopped(observer, move |cancel| plan(&question, &settings.with_cancel(cancel))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Instant;
    use crate::plan::{Silent, StoppingObserver};

    #[test]
    fn whoever_waits_can_go() {
        let begun = Instant::now();
        let observer = StoppingObserver { observer: &Silent, end: Some(begun + Duration::from_millis(10)) };
        let slow = |_| std::thread::sleep(Duration::from_secs(60));
        assert_eq!(unless_stopped(&observer, slow), None);
        assert!(begun.elapsed() < Duration::from_secs(30));
        assert_eq!(unless_stopped(&Silent, |_| 6 * 7), Some(42));
        assert_eq!(unless_stopped(&CancelToken::new(), |_| 6 * 7), Some(42));
        let question = Question::new("8x8 Q8".parse().unwrap());
        assert!(plan_unless_stopped(&question, &Settings::default(), &CancelToken::new()).unwrap().is_some());
    }

    /// Abandoned planning also ends.
    #[test]
    fn planning_that_nobody_waits_for_ends() {
        let question = Question::new("16x16 K8 Q8 N8 B8 R8 A8".parse().unwrap());
        let cancel = CancelToken::new();
        let settings = Settings::default().with_threads(1).with_cancel(cancel.clone());
        let (begun, ended) = mpsc::channel();
        let planning = std::thread::spawn(move || {
            begun.send(()).unwrap();
            plan(&question, &settings).map(|plan| plan.summary().engine)
        });
        ended.recv().unwrap();
        std::thread::sleep(Duration::from_millis(200));
        let stopped = Instant::now();
        cancel.cancel();
        // Complete planning takes at least ten seconds.
        assert_eq!(planning.join().unwrap(), Err(PlanError::Stopped));
        assert!(stopped.elapsed() < Duration::from_secs(10), "{:?}", stopped.elapsed());
    }

    /// Whenever planning is cancelled, it returns either no plan or the same plan as without cancellation.
    #[test]
    fn a_plan_that_was_cut_short_is_none() {
        for (text, engine) in
            [("8x8 Q8", "best"), ("6x6 K* N*", "best"), ("6x6 N9 Q", "best"), ("6x6 K9", "frontier")]
        {
            let question = Question::new(text.parse().unwrap());
            let of = |cancel| {
                let settings = Settings::default().with_threads(1).with_engine(engine.parse().unwrap());
                plan(&question, &settings.with_cancel(cancel))
            };
            let count = of(CancelToken::new()).unwrap().run(&Silent).unwrap().count;
            for wait in [0, 20, 50, 100, 300, 1000, 3000, 10_000] {
                let cancel = CancelToken::new();
                let planned = std::thread::scope(|scope| {
                    let planning = scope.spawn(|| of(cancel.clone()));
                    std::thread::sleep(Duration::from_micros(wait));
                    cancel.cancel();
                    planning.join().unwrap()
                });
                match planned {
                    Err(error) => assert_eq!(error, PlanError::Stopped, "{text}"),
                    Ok(plan) => assert_eq!(
                        plan.run(&Silent).map(|outcome| outcome.count),
                        Ok(count.clone()),
                        "{text}"
                    ),
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "seen by whoever waits")]
    fn a_panic_is_seen() {
        unless_stopped(&CancelToken::new(), |_| panic!("seen by whoever waits"));
    }
}
