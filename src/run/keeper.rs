//! The records of a count that are written while it runs: counted units, and states of a sweep.
//!
//! **Units.** Workers only put finished units on a heap. One more thread takes them from there a few times a
//! second, turns them into lines and writes these, so that no worker waits for a disk. Every five seconds,
//! written lines are also made to survive a power cut. If the process is killed, the units in progress and
//! those finished in the last fifth of a second are lost. If the disk is full, no counted unit is lost. Lines
//! wait in memory and are tried again every second, while the count continues.
//!
//! **States.** A sweep is a single unit. Its state at a certain time ([`SweepState`]) can be kept, and is as
//! large as most of the memory of the sweep. States are written alternately to two files next to the journal,
//! `FILE.state-1` and `FILE.state-2`. A line of the journal names a state, with its hash, only after the
//! state is safely on the disk. So a kill during a write leaves the other state, and a damaged state is
//! detected and not used. The sweep waits while a state is written, so no second copy is needed in memory.
//! The time between two states follows from the time to write one: at most a hundredth of the time is spent
//! on writing.
//!
//! An automatic journal is begun only once it is worth it: when the plan or the progress predicts a long run.

use super::block::{Block, FinishedUnit};
use super::head::Head;
use super::log::{JournalEvent, JournalState, Log, TICK, WORTH_IT, is_long, run_with_ticks};
use super::record::Line;
use super::state::{State, state_path};
use crate::clock::Instant;
use crate::plan::kept::{SweepKeeper, SweepPause, SweepState, UnitPlan};
use crate::plan::{Observer, UnitDone};
use std::fs;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The least time before the first state and between two states, for a journal that was requested.
const EAGER: Duration = Duration::from_millis(500);
/// The least time before the first state and between two states, for an automatic journal.
const PATIENT: Duration = WORTH_IT;
/// The least ratio of the time spent on counting to the time spent on writing states.
const MIN_COUNTING_RATIO: f64 = 100.0;
/// The bytes per second that the disk is expected to write, before any were written.
const SPEED: f64 = 5e8;
/// The least size of a state, in bytes, that says how fast the disk is.
const MIN_TIMED_BYTES: u64 = 1 << 24;

/// The writer that keeps the results of a count.
pub(super) struct Keeper<'a>(Mutex<LogWriter<'a>>);

struct LogWriter<'a> {
    log: Log<'a>,
    /// The id of the count.
    run: String,
    /// The time that the count is expected to take.
    expected: Duration,
    begun: Instant,
    /// The share of the work that was done in this session.
    share: f64,
    /// The states of a sweep, if the count is a sweep.
    states: Option<States>,
}

/// The writing of states.
struct States {
    /// The number of the file for the next state.
    slot: u32,
    /// The time when the last state was written, or the attempt failed.
    last: Instant,
    /// The bytes written per second, measured once states are large enough.
    speed: f64,
    /// The seconds that the last state took to write.
    cost: f64,
    /// Whether the last state could not be written.
    is_failed: bool,
    /// Whether the last state that the sweep offered is on the disk.
    is_kept: bool,
}

impl<'a> Keeper<'a> {
    /// Creates a keeper that writes to this journal. The count is expected to take `expected`, and the next
    /// state of a sweep goes to the file numbered `slot`.
    pub(super) fn new(log: Log<'a>, head: &Head, expected: Duration, slot: u32) -> Self {
        let begun = Instant::now();
        let (speed, cost, is_failed, is_kept) = (SPEED, 0.0, false, false);
        let states = head.is_swept().then_some(States { slot, last: begun, speed, cost, is_failed, is_kept });
        Self(Mutex::new(LogWriter { log, run: head.id(), expected, begun, share: 0.0, states }))
    }

    fn lock_writer(&self) -> MutexGuard<'_, LogWriter<'a>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the waiting lines once more, in case the disk has room again.
    pub(super) fn flush(&self) {
        self.lock_writer().log.flush(true);
    }

    /// Closes the journal, and returns its state.
    pub(super) fn close(self) -> JournalState {
        let LogWriter { log, states, .. } = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_paused = log.is_paused();
        let left = log.release();
        match states {
            None => JournalState { is_short: left.is_short || is_paused, ..left },
            Some(states) => JournalState { is_current: states.is_kept, is_short: false, ..left },
        }
    }

    /// Runs a count, and writes its finished units and its states.
    ///
    /// The count puts units of the plan on `heap`, which passes them on to the observer. Everything left to
    /// report is reported before the function returns.
    pub(super) fn keep<T>(&self, units: Option<&UnitPlan>, heap: &Heap<'_>, count: impl FnOnce() -> T) -> T {
        self.lock_writer().begin();
        let write = |is_over| {
            let done = heap.take();
            let mut writing = self.lock_writer();
            if let Some(units) = units {
                // A stopped count will be continued, and a completed one needs no journal.
                writing.take(units, done, is_over, is_over && heap.should_stop());
            }
            if is_over || writing.log.is_silent() {
                writing.log.beat();
            }
        };
        run_with_ticks(TICK, write, count)
    }
}

impl LogWriter<'_> {
    fn begin(&mut self) {
        self.begun = Instant::now();
        // A journal of units that was requested exists from the beginning.
        if self.states.is_none() && (!self.log.is_lazy || self.expected > WORTH_IT) {
            self.log.flush(false);
            self.log.beat();
        }
    }

    /// Takes counted units, and writes them if it is time for that.
    fn take(&mut self, units: &UnitPlan, done: Vec<FinishedUnit>, is_over: bool, is_stopped: bool) {
        let elapsed = self.begun.elapsed();
        for block in Block::from_units(&self.run, units, done, elapsed) {
            self.share += block.share;
            self.log.push(&Line::Block(Box::new(block)));
        }
        let is_worth_it = (is_stopped || !is_over) && is_long(self.expected, elapsed, self.share);
        if self.log.store.is_none() && self.log.is_lazy && !is_worth_it {
            return;
        }
        if is_over {
            self.log.push(&Line::End);
        }
        self.log.flush(is_over);
    }
}

impl SweepKeeper for Keeper<'_> {
    fn keep(&self, state: &dyn SweepState) {
        let mut writing = self.lock_writer();
        let LogWriter { log, expected, begun, states: Some(states), .. } = &mut *writing else { return };
        states.is_kept = false;
        let is_long = || is_long(*expected, begun.elapsed(), state.share());
        if !log.is_taken && states.is_due(state, log, is_long) {
            states.keep(state, log, *begun);
        }
    }
}

impl States {
    fn is_due(&self, state: &dyn SweepState, log: &Log<'_>, is_long: impl FnOnce() -> bool) -> bool {
        let since = self.last.elapsed();
        let least = if log.is_lazy { PATIENT } else { EAGER };
        let is_there = log.store.is_some();
        match state.pause() {
            SweepPause::Step => {
                let cost = || self.cost.max(state.bytes() as f64 / self.speed);
                since >= least && since.as_secs_f64() >= MIN_COUNTING_RATIO * cost()
            }
            // Work of a few seconds is repeated just as quickly, so it needs no state.
            SweepPause::Stopped => is_there || is_long(),
            SweepPause::Finished => is_there,
        }
    }

    fn keep(&mut self, state: &dyn SweepState, log: &mut Log<'_>, begun: Instant) {
        let is_last = state.pause() == SweepPause::Stopped;
        if is_last && state.bytes() as f64 > self.speed {
            (log.report)(JournalEvent::Stopping(state.bytes()));
        }
        let written = self.write(state, log, begun);
        self.last = Instant::now();
        self.is_kept = written.is_ok() && !log.is_taken;
        let was_failed = std::mem::replace(&mut self.is_failed, written.is_err());
        match written {
            Err(error) if !was_failed || is_last => {
                (log.report)(JournalEvent::StateFailed(&log.path, &error));
            }
            Ok(()) if was_failed => (log.report)(JournalEvent::StateWritten(&log.path)),
            _ => {}
        }
    }

    fn write(&mut self, state: &dyn SweepState, log: &mut Log<'_>, begun: Instant) -> io::Result<()> {
        if log.store.is_none() {
            log.write()?;
        }
        // The process that has taken over now writes there.
        log.beat();
        if log.is_taken {
            return Ok(());
        }
        let since = Instant::now();
        let state = State::write(&log.path, self.slot, state, begun)?;
        log.write_now(&Line::State(state.clone()))?;
        self.slot = 3 - self.slot;
        if state.finished {
            let _ = fs::remove_file(state_path(&log.path, self.slot));
        }
        self.cost = since.elapsed().as_secs_f64();
        if state.bytes >= MIN_TIMED_BYTES {
            self.speed = (state.bytes as f64 / self.cost.max(1e-6)).max(1.0);
        }
        Ok(())
    }
}

/// The units that workers have finished and the writer has not taken yet.
pub(super) struct Heap<'a> {
    observer: &'a dyn Observer,
    /// The factor that converts the share of a unit before it is passed on.
    scale: f64,
    done: Mutex<Vec<FinishedUnit>>,
}

impl<'a> Heap<'a> {
    /// Creates a heap that passes units on to `observer`, with their shares multiplied by `scale`.
    pub(super) fn new(observer: &'a dyn Observer, scale: f64) -> Self {
        Self { observer, scale, done: Mutex::default() }
    }

    /// Takes all units from the heap.
    pub(super) fn take(&self) -> Vec<FinishedUnit> {
        std::mem::take(&mut self.done.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Observer for Heap<'_> {
    fn search_begins(&self, what: &str) {
        self.observer.search_begins(what);
    }

    fn goes_on(&self, share: f64, found: f64) {
        self.observer.goes_on(share, found);
    }

    fn unit_done(&self, unit: &UnitDone) {
        if let Some(count) = unit.exact {
            let done = FinishedUnit::new(unit.unit, count, unit.time, unit.share);
            self.done.lock().unwrap_or_else(PoisonError::into_inner).push(done);
        }
        self.observer.unit_done(&unit.with_share(unit.share * self.scale));
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use crate::plan::{Outcome, Settings, Silent, plan};
    use crate::run::record::{Process, Record};
    use crate::run::store::Store;
    use std::io;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// A disk that is full at times.
    #[derive(Clone, Default)]
    struct Disk {
        bytes: Arc<Mutex<Vec<u8>>>,
        is_full: Arc<AtomicBool>,
    }

    impl Store for Disk {
        fn append(&mut self, lines: &[u8]) -> io::Result<()> {
            if self.is_full.load(Ordering::Relaxed) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.bytes.lock().unwrap().extend_from_slice(lines);
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            Ok(())
        }

        fn touch(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the final lines of a journal on this disk, and the events that were reported. `change` fills
    /// and empties the disk while the count runs.
    fn keep(disk: &Disk, change: impl Fn(usize) + Sync) -> (Outcome, Vec<String>) {
        let problem: Problem = "6x6 Q6".parse().unwrap();
        let settings = Settings::default().with_finest_units(true).with_threads(1);
        let plan = plan(&problem.into(), &settings).unwrap();
        let head = Head::new(&plan).unwrap();
        let session = Process::describe("machine".to_owned(), "portable", 1);
        let said = Mutex::new(Vec::new());
        let report = |event: JournalEvent<'_>| {
            let name = format!("{event:?}");
            said.lock().unwrap().push(name.split('(').next().unwrap_or_default().to_owned());
        };
        let mut log = Log::new(Path::new("queens.jsonl"), &head.line(), session, &report);
        log.store = Some(Box::new(disk.clone()));
        let keeper = Keeper::new(log, &head, Duration::ZERO, 1);
        let heap = Heap::new(&Silent, 1.0);
        let outcome = keeper.keep(plan.units(), &heap, || {
            let changing = ChangeWatcher { observer: &heap, change: &change, seen: Mutex::new(0) };
            plan.run(&changing).unwrap()
        });
        assert_eq!(keeper.close().is_short, disk.is_full.load(Ordering::Relaxed));
        (outcome, said.into_inner().unwrap())
    }

    struct ChangeWatcher<'a, F> {
        observer: &'a dyn Observer,
        change: &'a F,
        seen: Mutex<usize>,
    }

    impl<F: Fn(usize) + Sync> Observer for ChangeWatcher<'_, F> {
        fn unit_done(&self, unit: &UnitDone) {
            self.observer.unit_done(unit);
            let mut seen = self.seen.lock().unwrap();
            *seen += 1;
            (self.change)(*seen);
        }

        fn should_stop(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_full_disk_loses_nothing() {
        let disk = Disk::default();
        let (outcome, said) = keep(&disk, |seen| {
            if seen == 2 {
                disk.is_full.store(true, Ordering::Relaxed);
                std::thread::sleep(3 * TICK);
            }
            if seen == 4 {
                disk.is_full.store(false, Ordering::Relaxed);
            }
        });
        assert_eq!(outcome.count, 4u32.into());
        assert_eq!(said, ["Paused", "GoesOn"]);
        let record = Record::parse(&disk.bytes.lock().unwrap()).unwrap();
        assert!(record.seconds() >= (3 * TICK).as_secs_f64());
        let settings = Settings::default().with_finest_units(true);
        let (plan, counted) = record.plan_again(&settings).unwrap();
        assert!(counted.is_complete());
        assert_eq!(plan.units().unwrap().add_up(&counted).unwrap().count, 4u32.into());
    }

    #[test]
    fn a_disk_that_stays_full_does_not_stop_the_count() {
        let disk = Disk::default();
        disk.is_full.store(true, Ordering::Relaxed);
        let (outcome, said) = keep(&disk, |_| {});
        assert_eq!(outcome.count, 4u32.into());
        assert_eq!(said, ["Paused"]);
        assert!(disk.bytes.lock().unwrap().is_empty());
    }
}
