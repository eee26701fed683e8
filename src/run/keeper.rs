//! What is written of a count while it runs: units that were counted, and states of a sweep.
//!
//! **Units.** Workers only put what they have finished on a heap; one more thread takes it from there a few times a second,
//! makes lines of it and writes them, so that no worker waits for a disk. Every five seconds what was written is made to
//! survive a power cut, too. A kill loses what was finished within the last fifth of a second, and the units that were under
//! way. If the disk is full, nothing that was counted is lost: lines wait in memory and are tried again every second, and the
//! count goes on meanwhile.
//!
//! **States.** A sweep is one unit, of which its state at some time ([`SweepState`]) can be kept, as large as most of what it
//! holds in memory. States are written to two files beside the journal in turn, `FILE.state-1` and `FILE.state-2`; only when
//! one is safely on the disk a line of the journal names it, with its hash. So a kill while one is written leaves the other
//! one, and a state that is damaged is seen and not used. While a state is written the sweep waits, so that no second copy is
//! needed in memory. How often that happens follows from how long it takes: at most a hundredth of the time goes into it.
//!
//! An automatic journal is begun only once it is worth it: when the run is expected to take long, by the plan or by its
//! progress.

use super::block::{Block, Done};
use super::head::Head;
use super::log::{JournalEvent, Left, Log, TICK, WORTH_IT, beside, is_long};
use super::record::Line;
use super::state::{State, state_path};
use crate::clock::Instant;
use crate::plan::kept::{SweepKeeper, SweepPause, SweepState, UnitPlan};
use crate::plan::{Observer, UnitDone};
use std::fs;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Between two states, at least, and before the first one: of a journal that was asked for,
const EAGER: Duration = Duration::from_millis(500);
/// and of an automatic one.
const PATIENT: Duration = WORTH_IT;
/// Counting takes at least this many times as long as writing states.
const MIN_COUNTING_RATIO: f64 = 100.0;
/// Bytes that are expected to be written in a second, before any were.
const SPEED: f64 = 5e8;
/// What is smaller than this many bytes does not say how fast the disk is.
const MIN_TIMED_BYTES: u64 = 1 << 24;

/// Where what is counted goes.
pub(super) struct Keeper<'a>(Mutex<Writing<'a>>);

struct Writing<'a> {
    log: Log<'a>,
    /// The id of the count.
    run: String,
    /// How long it is expected to take.
    expected: Duration,
    begun: Instant,
    /// The share of the work that was done since.
    share: f64,
    /// What is kept of a sweep.
    states: Option<States>,
}

/// How states are written.
struct States {
    /// The file for the next one.
    slot: u32,
    /// When the last one was written, or tried to be.
    last: Instant,
    /// Bytes written in a second, once enough were to measure that.
    speed: f64,
    /// Seconds that writing the last one took.
    cost: f64,
    /// Whether the last one could not be written.
    is_failed: bool,
    /// Whether the last one that was offered is on the disk.
    is_kept: bool,
}

impl<'a> Keeper<'a> {
    /// Writes to this journal of a count that is expected to take some time; a sweep's next state goes to the file of this
    /// number.
    pub(super) fn new(log: Log<'a>, head: &Head, expected: Duration, slot: u32) -> Self {
        let begun = Instant::now();
        let (speed, cost, is_failed, is_kept) = (SPEED, 0.0, false, false);
        let states = head.is_swept().then_some(States { slot, last: begun, speed, cost, is_failed, is_kept });
        Self(Mutex::new(Writing { log, run: head.id(), expected, begun, share: 0.0, states }))
    }

    fn writing(&self) -> MutexGuard<'_, Writing<'a>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tries once more to write what waits, where there is new room.
    pub(super) fn flush(&self) {
        self.writing().log.flush(true);
    }

    /// What is left of the journal.
    pub(super) fn left(self) -> Left {
        let Writing { log, states, .. } = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_paused = log.is_paused();
        let left = log.left();
        match states {
            None => Left { is_short: left.is_short || is_paused, ..left },
            Some(states) => Left { is_current: states.is_kept, is_short: false, ..left },
        }
    }

    /// Runs a count under a heap on which it puts the units of this plan, if it has any, and which passes them on; it may
    /// offer states to this keeper. Whatever is left to report is reported before it returns.
    pub(super) fn keep<T>(&self, units: Option<&UnitPlan>, heap: &Heap<'_>, count: impl FnOnce() -> T) -> T {
        self.writing().begin();
        let write = |is_over| {
            let done = heap.take();
            let mut writing = self.writing();
            if let Some(units) = units {
                // What was stopped is to go on, and what came to its end needs no journal.
                writing.take(units, done, is_over, is_over && heap.should_stop());
            }
            if is_over || writing.log.is_silent() {
                writing.log.beat();
            }
        };
        beside(TICK, write, count)
    }
}

impl Writing<'_> {
    fn begin(&mut self) {
        self.begun = Instant::now();
        // A journal of units that was asked for is there from the beginning.
        if self.states.is_none() && (!self.log.is_lazy || self.expected > WORTH_IT) {
            self.log.flush(false);
            self.log.beat();
        }
    }

    /// Takes units that were counted, and writes them if it is time for that.
    fn take(&mut self, units: &UnitPlan, done: Vec<Done>, is_over: bool, is_stopped: bool) {
        let elapsed = self.begun.elapsed();
        for block in Block::of(&self.run, units, done, elapsed) {
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
        let mut writing = self.writing();
        let Writing { log, expected, begun, states: Some(states), .. } = &mut *writing else { return };
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
            // What a run of a few seconds has done is done again as quickly.
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
        // Whoever has taken over writes there now.
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

/// What workers have finished and the writer has not taken yet.
pub(super) struct Heap<'a> {
    observer: &'a dyn Observer,
    /// What the share of a unit is multiplied by where it is passed on.
    scale: f64,
    done: Mutex<Vec<Done>>,
}

impl<'a> Heap<'a> {
    /// A heap that passes on what is put on it, with shares that are scaled.
    pub(super) fn new(observer: &'a dyn Observer, scale: f64) -> Self {
        Self { observer, scale, done: Mutex::default() }
    }

    /// What is on it.
    pub(super) fn take(&self) -> Vec<Done> {
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
            let done = Done::new(unit.unit, count, unit.time, unit.share);
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

    /// A disk that is full now and then.
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

    /// What a journal on this disk has in the end, and what was said of it; `change` makes the disk full and empties it
    /// while the count runs.
    fn keep(disk: &Disk, change: impl Fn(usize) + Sync) -> (Outcome, Vec<String>) {
        let problem: Problem = "6x6 Q6".parse().unwrap();
        let settings = Settings::default().with_finest_units(true).with_threads(1);
        let plan = plan(&problem.into(), &settings).unwrap();
        let head = Head::new(&plan).unwrap();
        let session = Process::now("machine".to_owned(), "portable", 1);
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
            let changing = Changing { observer: &heap, change: &change, seen: Mutex::new(0) };
            plan.run(&changing).unwrap()
        });
        assert_eq!(keeper.left().is_short, disk.is_full.load(Ordering::Relaxed));
        (outcome, said.into_inner().unwrap())
    }

    struct Changing<'a, F> {
        observer: &'a dyn Observer,
        change: &'a F,
        seen: Mutex<usize>,
    }

    impl<F: Fn(usize) + Sync> Observer for Changing<'_, F> {
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
