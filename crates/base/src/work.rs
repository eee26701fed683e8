//! CPU time: the time that a thread has worked, whatever else the machine does.
//!
//! Planning tries several methods for a while and compares their times. By wall time, a busy machine makes
//! everything slower, and unevenly: a method that is tried while another program runs looks ten times as slow
//! as it is. Planning would then choose another plan, sometimes one that is a hundred times slower. So all
//! decisions of planning use the time that the system has given to the thread. This time also grows if
//! processors share caches and units, but by a factor of 1.5 and not of 10.
//!
//! Work of other threads for a thread is added when it [takes](Errand::take) their result. Time limits of
//! users are wall times ([`clock`](crate::clock)). If the system does not report CPU times, planning also
//! uses wall time.

use crate::clock::Instant;
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::time::Duration;

thread_local! {
    /// The time that other threads have worked for this thread.
    static BY_OTHERS: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Returns the time that this thread and others for it have worked, since some fixed moment.
fn work_time() -> Duration {
    own_work_time() + BY_OTHERS.get()
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn own_work_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn own_work_time() -> Duration {
    Instant::now().0
}

/// A stopwatch that runs while its thread works. It has no meaning for other threads, so it cannot be sent to
/// one:
///
/// ```compile_fail
/// let watch = armistice_base::work::Stopwatch::start();
/// std::thread::spawn(move || watch.seconds());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    begun: Duration,
    of_its_thread: PhantomData<*const ()>,
}

impl Stopwatch {
    /// Starts a stopwatch, which takes about a microsecond.
    #[must_use]
    pub fn start() -> Self {
        Self { begun: work_time(), of_its_thread: PhantomData }
    }

    /// Returns the time that the thread has worked since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        work_time().saturating_sub(self.begun)
    }

    /// Returns the elapsed time in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// Returns the elapsed time in seconds, and restarts the stopwatch.
    pub fn lap(&mut self) -> f64 {
        let now = work_time();
        now.saturating_sub(std::mem::replace(&mut self.begun, now)).as_secs_f64()
    }
}

/// The result of work that one thread has done for another, and the time of that work.
#[derive(Debug)]
pub struct Errand<T> {
    made: T,
    by: ThreadId,
    time: Duration,
}

impl<T> Errand<T> {
    /// Does some work and measures its time.
    pub fn run(work: impl FnOnce() -> T) -> Self {
        let watch = Stopwatch::start();
        let made = work();
        Self { made, by: std::thread::current().id(), time: watch.elapsed() }
    }

    /// Takes the result. The time of the work is added to that of this thread, unless this thread did the
    /// work itself.
    pub fn take(self) -> T {
        if self.by != std::thread::current().id() {
            BY_OTHERS.set(BY_OTHERS.get() + self.time);
        }
        self.made
    }
}

/// A limit of the CPU time of a thread, which is the first thread that checks the limit.
#[derive(Debug)]
pub struct WorkLimit {
    time: Duration,
    begun: OnceLock<(ThreadId, Duration, Instant)>,
    /// Whether the limit is over, for checks by other threads.
    is_over: AtomicBool,
}

impl WorkLimit {
    /// Returns a limit of `seconds` seconds, which start at the first check. Infinite seconds are no limit.
    #[must_use]
    pub fn from_seconds(seconds: f64) -> Self {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Self { time, begun: OnceLock::new(), is_over: AtomicBool::new(false) }
    }

    /// Returns true if the thread has worked longer than the limit.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let this = std::thread::current().id();
        let &(thread, begun, at) = self.begun.get_or_init(|| (this, own_work_time(), Instant::now()));
        // The wall clock is read first, because it takes a tenth of the time, and a thread's CPU time never
        // exceeds wall time.
        if thread == this && at.elapsed() >= self.time {
            let is_over = own_work_time().saturating_sub(begun) >= self.time;
            self.is_over.store(is_over, Ordering::Relaxed);
        }
        self.is_over.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works for some wall time, or less if the machine is busy.
    fn work(time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            std::hint::spin_loop();
        }
    }

    const SHORT: Duration = Duration::from_millis(50);

    #[test]
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    fn who_sleeps_does_not_work() {
        let watch = Stopwatch::start();
        std::thread::sleep(SHORT);
        assert!(watch.elapsed() < SHORT / 2, "{watch:?}");
        let limit = WorkLimit::from_seconds(SHORT.as_secs_f64() / 2.0);
        assert!(!limit.is_over());
        std::thread::sleep(SHORT);
        assert!(!limit.is_over());
        while !limit.is_over() {}
        assert!(watch.elapsed() >= SHORT / 2);
    }

    #[test]
    fn laps_add_up() {
        let (whole, mut watch) = (Stopwatch::start(), Stopwatch::start());
        let laps = [(); 3].map(|()| {
            work(SHORT / 10);
            watch.lap()
        });
        assert!(laps.iter().sum::<f64>() <= whole.seconds() && laps.iter().all(|&lap| lap > 0.0));
        assert!(WorkLimit::from_seconds(0.0).is_over() && !WorkLimit::from_seconds(f64::INFINITY).is_over());
    }

    #[test]
    fn work_of_other_threads_is_added_once() {
        let made = || Errand::run(|| work(SHORT));
        let watch = Stopwatch::start();
        let (theirs, time) = std::thread::scope(|scope| {
            let theirs = scope.spawn(made).join().unwrap();
            let time = theirs.time;
            (theirs, time)
        });
        let before = watch.elapsed();
        theirs.take();
        assert!(time > Duration::ZERO && watch.elapsed() >= time);
        assert!(watch.elapsed() - before < time + SHORT);
        let own = made();
        let before = watch.elapsed();
        own.take();
        assert!(watch.elapsed() - before < SHORT / 2);
    }
}
