//! A journal of units that are counted.
//!
//! Workers only put what they have finished on a pile; one more thread takes it from there a few times a second, makes
//! lines of it and writes them, so that no worker waits for a disk. Every five seconds what was written is made to survive a
//! power cut, too. A kill loses what was finished within the last fifth of a second, and the units that were under way.
//!
//! If the disk is full, nothing that was counted is lost: lines wait in memory and are tried again every second, and the
//! count goes on meanwhile. An automatic journal is begun only once it is worth it: when the run is expected to
//! take long, by the plan or by its progress.

use super::block::{Block, Done};
use super::log::{Event, Left, Log, WORTH_IT, beside, is_long};
use super::record::Line;
use crate::clock::Instant;
use crate::plan::kept::UnitPlan;
use crate::plan::{Observer, UnitDone};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Between two lines. A line takes tens of microseconds.
const TICK: Duration = Duration::from_millis(200);
/// Between two trials to write to a disk that is full.
const RETRY: Duration = Duration::from_secs(1);

/// Where units that were counted go.
pub(super) struct UnitsLog<'a> {
    pub(super) log: Log<'a>,
    /// The id of the count.
    run: String,
    /// When a disk that refuses was last tried.
    paused: Option<Instant>,
}

impl<'a> UnitsLog<'a> {
    /// A journal of the count with this id.
    pub(super) fn new(log: Log<'a>, run: String) -> Self {
        Self { log, run, paused: None }
    }

    /// What is left of the journal.
    pub(super) fn left(self) -> Left {
        let left = self.log.left();
        Left { is_short: left.is_short || self.paused.is_some(), ..left }
    }

    /// Writes what waits; a disk that refuses is tried again after a while, or now.
    fn write(&mut self, is_now: bool) {
        let is_too_early = self.paused.is_some_and(|tried| tried.elapsed() < RETRY);
        if self.log.is_taken || !self.log.is_waiting() || (is_too_early && !is_now) {
            return;
        }
        let written = self.log.write();
        let paused = written.is_err().then(Instant::now);
        match (std::mem::replace(&mut self.paused, paused), written) {
            (None, Err(error)) => (self.log.report)(Event::Paused(&self.log.path, &error)),
            (Some(_), Ok(())) => (self.log.report)(Event::GoesOn(&self.log.path)),
            (None, Ok(())) | (Some(_), Err(_)) => {}
        }
    }

    /// Runs a count under an observer that writes what it counts to the journal and passes it on. Whatever is left to report
    /// is reported before it returns.
    pub(super) fn keep<T>(
        &mut self,
        ledger: &UnitPlan,
        observer: &dyn Observer,
        expected: Duration,
        count: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        let heap = Heap { observer, done: Mutex::default() };
        // A journal that was asked for is there from the beginning.
        if !self.log.is_lazy || expected > WORTH_IT {
            self.write(false);
            self.log.beat();
        }
        let begun = Instant::now();
        let mut share = 0.0;
        let write = |is_over| {
            for block in Block::of(&self.run, ledger, heap.take(), begun.elapsed()) {
                share += block.share;
                self.log.push(&Line::Block(Box::new(block)));
            }
            let elapsed = begun.elapsed();
            // What was stopped is to go on, and what came to its end needs no journal.
            let is_stopped = is_over && observer.should_stop();
            let is_worth_it = (is_stopped || !is_over) && is_long(expected, elapsed, share);
            if self.log.store.is_none() && self.log.is_lazy && !is_worth_it {
                return;
            }
            if is_over {
                self.log.push(&Line::End);
            }
            self.write(is_over);
            if is_over || self.log.is_silent() {
                self.log.beat();
            }
        };
        beside(TICK, write, || count(&heap))
    }
}

/// What workers have finished and the writer has not taken yet.
struct Heap<'a> {
    observer: &'a dyn Observer,
    done: Mutex<Vec<Done>>,
}

impl Heap<'_> {
    fn take(&self) -> Vec<Done> {
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
        self.observer.unit_done(unit);
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
    use crate::run::head::Head;
    use crate::run::record::{Record, Session};
    use crate::run::store::Store;
    use crate::run::units::Units;
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
        let units = plan.units().unwrap();
        let head = Head::<Units>::new(&plan).unwrap();
        let session = Session::now("machine".to_owned(), "portable", 1);
        let said = Mutex::new(Vec::new());
        let report = |event: Event<'_>| {
            let name = format!("{event:?}");
            said.lock().unwrap().push(name.split('(').next().unwrap_or_default().to_owned());
        };
        let mut log = Log::new(Path::new("queens.jsonl"), &head.line(), session, &report);
        log.store = Some(Box::new(disk.clone()));
        let mut journal = UnitsLog::new(log, head.id());
        let outcome = journal.keep(units, &Silent, Duration::ZERO, |observer| {
            let changing = Changing { observer, change: &change, seen: Mutex::new(0) };
            plan.run(&changing).unwrap()
        });
        assert_eq!(journal.left().is_short, disk.is_full.load(Ordering::Relaxed));
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
