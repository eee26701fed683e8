//! Processor time: how long a thread has worked, whatever else the machine does meanwhile.
//!
//! Planning tries things for a while and compares how long they take. By a clock on the wall a busy machine makes everything slow, and
//! unevenly: what is tried while another program runs looks ten times as slow as it is, and another plan is taken, sometimes one
//! that is a hundred times slower. So whatever decides a plan reads the time that the system has given to the thread. That
//! swells, too, where processors share caches and units, but by half and not by ten.
//!
//! What other threads do for one is added when it [takes](Errand::take) what they have made. Limits that users set are of the clock
//! on the wall ([`clock`](crate::clock)); and where the system does not tell how long a thread has worked, so is this.

use crate::clock::Instant;
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::time::Duration;

thread_local! {
    /// What others have worked for this thread.
    static BY_OTHERS: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// How long this thread has worked, and others for it, since some moment that stays the same.
fn worked() -> Duration {
    own() + BY_OTHERS.get()
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn own() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn own() -> Duration {
    Instant::now().0
}

/// A stopwatch that runs while its thread works. It means nothing to other threads, and none gets it:
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
    /// Starts one, which takes about a microsecond.
    #[must_use]
    pub fn start() -> Self {
        Self { begun: worked(), of_its_thread: PhantomData }
    }

    /// The time that the thread has worked since it was started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        worked().saturating_sub(self.begun)
    }

    /// The same in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// The same in seconds, and starts anew.
    pub fn lap(&mut self) -> f64 {
        let now = worked();
        now.saturating_sub(std::mem::replace(&mut self.begun, now)).as_secs_f64()
    }
}

/// The result of work that a thread has done for another one, and the time of that work.
#[derive(Debug)]
pub struct Errand<T> {
    made: T,
    by: ThreadId,
    time: Duration,
}

impl<T> Errand<T> {
    /// Does some work.
    pub fn run(work: impl FnOnce() -> T) -> Self {
        let watch = Stopwatch::start();
        let made = work();
        Self { made, by: std::thread::current().id(), time: watch.elapsed() }
    }

    /// Takes what was made; this thread has worked that much longer, unless it did it itself.
    pub fn take(self) -> T {
        if self.by != std::thread::current().id() {
            BY_OTHERS.set(BY_OTHERS.get() + self.time);
        }
        self.made
    }
}

/// A limit of the time that a thread works: of the one that asks first.
#[derive(Debug)]
pub struct WorkLimit {
    time: Duration,
    begun: OnceLock<(ThreadId, Duration, Instant)>,
    /// For other threads that ask.
    is_over: AtomicBool,
}

impl WorkLimit {
    /// This many seconds from the first time that it is asked; without end if they are infinite.
    #[must_use]
    pub fn of(seconds: f64) -> Self {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Self { time, begun: OnceLock::new(), is_over: AtomicBool::new(false) }
    }

    /// Whether the thread has worked for longer.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let this = std::thread::current().id();
        let &(thread, begun, at) = self.begun.get_or_init(|| (this, own(), Instant::now()));
        // The clock on the wall is read in a tenth of the time, and no thread alone works for longer than it says.
        if thread == this && at.elapsed() >= self.time {
            let is_over = own().saturating_sub(begun) >= self.time;
            self.is_over.store(is_over, Ordering::Relaxed);
        }
        self.is_over.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works for some time by the clock on the wall, or as long as the machine lets it.
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
        let limit = WorkLimit::of(SHORT.as_secs_f64() / 2.0);
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
        assert!(WorkLimit::of(0.0).is_over() && !WorkLimit::of(f64::INFINITY).is_over());
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
