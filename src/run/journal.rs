//! Writing a journal while a count runs.
//!
//! Workers only put what they have finished on a heap; one more thread takes it from there a few times a second, makes
//! lines of it and writes them, so that no worker waits for a disk. Every five seconds what was written is made to survive a
//! power cut, too. A kill loses what was finished within the last fifth of a second, and the units that were under way.
//!
//! If the disk is full, nothing that was counted is lost: lines wait in memory and are tried again every second, and the
//! count goes on meanwhile. A journal that nobody asked for is begun only once it is worth it: when the run is expected to
//! take long, by the plan or by how far it is.

use super::block::{Block, Done};
use super::head::Head;
use super::lock::{Lock, LockError};
use super::record::{Line, Part, Session};
use super::store::{LineFile, Store};
use crate::plan::{Observer, UnitDone, UnitPlan};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two lines. A line takes tens of microseconds.
const TICK: Duration = Duration::from_millis(200);
/// Between two times that the file is made to survive a power cut, and that the lock is touched.
const SYNC: Duration = Duration::from_secs(5);
/// Between two trials to write to a disk that is full.
const RETRY: Duration = Duration::from_secs(1);
/// A run that takes longer than this is worth a journal that nobody asked for.
pub const WORTH: Duration = Duration::from_secs(10);
/// After this time, how far a run is tells how long it will take.
const TELLING: Duration = Duration::from_secs(2);

/// What the writer has to say.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// The journal was begun.
    Began(&'a Path),
    /// It cannot be written, and waits.
    Paused(&'a Path, &'a io::Error),
    /// It can be written again.
    GoesOn(&'a Path),
    /// Another process has taken over: this one writes no more.
    Taken(&'a Path),
}

/// Where lines go.
pub struct Journal {
    path: PathBuf,
    /// The id of the count.
    run: String,
    store: Option<Box<dyn Store>>,
    lock: Option<Lock>,
    /// What was not written yet.
    waiting: Vec<u8>,
    is_paused: bool,
    is_taken: bool,
    /// Whether there is anything that a power cut would lose.
    is_dirty: bool,
    /// Whether anything was written, so that the count can go on.
    has_lines: bool,
    /// Whether it was begun without being asked for, once it was worth it.
    is_lazy: bool,
    session: Session,
    tried: Option<Instant>,
    signed: Instant,
}

/// Why a journal cannot be begun.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file is there already.
    #[error("the file is there already: --resume goes on with it, or take another name")]
    Exists,
    /// It cannot be made.
    #[error("{0}")]
    Disk(io::Error),
    /// Another process writes it.
    #[error("{0}")]
    Lock(#[from] LockError),
}

impl Journal {
    /// A new journal, begun at once. A disk that is full only makes it wait.
    ///
    /// # Errors
    /// A file that is there, a folder that is not, and a lock that somebody else has.
    pub fn create(path: &Path, head: &Head, session: Session) -> Result<Self, JournalError> {
        if path.exists() {
            return Err(JournalError::Exists);
        }
        let mut journal = Self::new(path, head, session);
        journal.lock = Some(Lock::take(path, &journal.session)?);
        match LineFile::create(path) {
            Ok(store) => journal.store = Some(Box::new(store)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(JournalError::Exists),
            Err(error) => return Err(JournalError::Disk(error)),
        }
        Ok(journal)
    }

    /// A journal that is begun when the run turns out to take long.
    #[must_use]
    pub fn lazy(path: &Path, head: &Head, session: Session) -> Self {
        Self { is_lazy: true, ..Self::new(path, head, session) }
    }

    /// Goes on with a journal after so many bytes of whole lines, with a lock that was taken before it was read.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub fn go_on(
        path: &Path,
        head: &Head,
        whole: usize,
        lock: Lock,
        session: Session,
    ) -> Result<Self, JournalError> {
        let store = LineFile::go_on(path, whole as u64).map_err(JournalError::Disk)?;
        let waiting = Line::Session(session.clone()).write().into_bytes();
        let lock = Some(lock);
        Ok(Self {
            store: Some(Box::new(store)),
            lock,
            waiting,
            has_lines: true,
            ..Self::empty(path, head, session)
        })
    }

    /// A journal of a part, which only this process writes, so that it needs no lock.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub fn of_part(path: &Path, head: &Head, part: Part, session: Session) -> io::Result<Self> {
        let store = LineFile::create(path)?;
        Ok(Self { store: Some(Box::new(store)), ..Self::begun_with(path, head, Some(part), session) })
    }

    fn new(path: &Path, head: &Head, session: Session) -> Self {
        Self::begun_with(path, head, None, session)
    }

    fn begun_with(path: &Path, head: &Head, part: Option<Part>, session: Session) -> Self {
        let mut waiting = Line::Head(Box::new(head.clone())).write();
        if let Some(part) = part {
            waiting += &Line::Part(part).write();
        }
        waiting += &Line::Session(session.clone()).write();
        Self { waiting: waiting.into_bytes(), ..Self::empty(path, head, session) }
    }

    fn empty(path: &Path, head: &Head, session: Session) -> Self {
        Self {
            path: path.to_owned(),
            run: head.id(),
            store: None,
            lock: None,
            waiting: Vec::new(),
            is_paused: false,
            is_taken: false,
            is_dirty: false,
            has_lines: false,
            is_lazy: false,
            session,
            tried: None,
            signed: Instant::now(),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a file.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.store.is_some()
    }

    /// Whether something was written to it, so that the count can go on.
    #[must_use]
    pub fn has_lines(&self) -> bool {
        self.has_lines
    }

    /// Whether there is a file or should be one.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.store.is_some() || self.is_paused
    }

    /// Whether there is a file, and everything that was counted is in it.
    #[must_use]
    pub fn is_written(&self) -> bool {
        self.store.is_some() && self.waiting.is_empty()
    }

    /// Makes the file of a journal that was not worth it so far.
    fn begin(&mut self) -> io::Result<()> {
        if self.store.is_some() {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if self.path.exists() || !self.locks() {
            // Another process counts the same, and was quicker to begin.
            self.lock = None;
            let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            self.path.set_file_name(format!("{stem}-{}.jsonl", self.session.attempt));
        }
        if self.lock.is_none() {
            self.lock = Some(Lock::take(&self.path, &self.session).map_err(io::Error::other)?);
        }
        self.store = Some(Box::new(LineFile::create(&self.path)?));
        Ok(())
    }

    /// Takes the lock, unless somebody else has it.
    fn locks(&mut self) -> bool {
        if self.lock.is_none() {
            match Lock::take(&self.path, &self.session) {
                Ok(lock) => self.lock = Some(lock),
                Err(LockError::Taken(_) | LockError::Fresh { .. }) => return false,
                // The disk will say it again.
                Err(LockError::Disk { .. }) => {}
            }
        }
        true
    }

    /// Writes what waits, if it is time for that.
    fn write(&mut self, tell: &dyn Fn(Event<'_>)) {
        let is_too_early = self.is_paused && self.tried.is_some_and(|tried| tried.elapsed() < RETRY);
        if self.is_taken || self.waiting.is_empty() || is_too_early {
            return;
        }
        self.write_now(tell);
    }

    fn write_now(&mut self, tell: &dyn Fn(Event<'_>)) {
        if self.is_taken || self.waiting.is_empty() {
            return;
        }
        self.tried = Some(Instant::now());
        let is_new = self.store.is_none();
        let written = self.begin().and_then(|()| match &mut self.store {
            Some(store) => store.append(&self.waiting),
            None => Ok(()),
        });
        match written {
            Ok(()) => {
                self.waiting.clear();
                self.is_dirty = true;
                self.has_lines = true;
                if is_new {
                    tell(Event::Began(&self.path));
                }
                if std::mem::take(&mut self.is_paused) {
                    tell(Event::GoesOn(&self.path));
                }
            }
            Err(error) if !std::mem::replace(&mut self.is_paused, true) => {
                tell(Event::Paused(&self.path, &error));
            }
            Err(_) => {}
        }
    }

    /// Makes what was written survive a power cut, and gives a sign of life.
    fn sign(&mut self, tell: &dyn Fn(Event<'_>)) {
        self.signed = Instant::now();
        if let Some(store) = &mut self.store {
            if self.is_dirty {
                self.is_dirty = store.sync().is_err();
            } else {
                let _ = store.touch();
            }
        }
        if let Some(lock) = &mut self.lock
            && matches!(lock.touch(), Ok(false))
            && !std::mem::replace(&mut self.is_taken, true)
        {
            tell(Event::Taken(&self.path));
        }
    }

    /// Runs a count under an observer that writes what it counts to the journal and tells another one. What is left to say is
    /// said before it returns.
    pub fn keep<T>(
        &mut self,
        ledger: &UnitPlan,
        observer: &dyn Observer,
        expected: Duration,
        tell: &(dyn Fn(Event<'_>) + Sync),
        count: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        let heap = Heap { observer, state: Mutex::default(), changed: Condvar::new() };
        // A journal that was asked for is there from the beginning.
        if !self.is_lazy || expected > WORTH {
            self.write(tell);
            self.sign(tell);
        }
        let begun = Instant::now();
        let (result, has_writer) = std::thread::scope(|scope| {
            let writer = std::thread::Builder::new().name("journal".to_owned());
            let writing = writer.spawn_scoped(scope, || self.write_all(&heap, ledger, begun, expected, tell));
            // Without a thread (there may be too many on the machine) everything is written in the end.
            let has_writer = writing.is_ok();
            let _end = End(&heap);
            (count(&heap), has_writer)
        });
        if !has_writer {
            self.write_all(&heap, ledger, begun, expected, tell);
        }
        result
    }

    /// Writes until the count is over.
    fn write_all(
        &mut self,
        heap: &Heap<'_>,
        ledger: &UnitPlan,
        begun: Instant,
        expected: Duration,
        tell: &dyn Fn(Event<'_>),
    ) {
        let mut share = 0.0;
        loop {
            let (done, is_over) = heap.take();
            for block in Block::of(&self.run, ledger, done, begun.elapsed()) {
                share += block.share;
                self.waiting.extend_from_slice(Line::Block(Box::new(block)).write().as_bytes());
            }
            let elapsed = begun.elapsed();
            let is_expected = elapsed.as_secs_f64() > share * WORTH.as_secs_f64();
            let is_long = expected > WORTH || elapsed > WORTH || (elapsed > TELLING && is_expected);
            // What was stopped is to go on, and what came to its end needs no journal.
            let is_stopped = is_over && heap.observer.should_stop();
            let is_worth_it = if is_over { is_stopped && elapsed > TELLING } else { is_long };
            if self.store.is_some() || !self.is_lazy || is_worth_it {
                if is_over {
                    self.waiting.extend_from_slice(Line::End.write().as_bytes());
                    self.write_now(tell);
                } else {
                    self.write(tell);
                }
                if is_over || self.signed.elapsed() > SYNC {
                    self.sign(tell);
                }
            }
            if is_over {
                return;
            }
        }
    }
}

/// What workers have finished and the writer has not taken yet.
struct Heap<'a> {
    observer: &'a dyn Observer,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    done: Vec<Done>,
    is_over: bool,
}

impl Heap<'_> {
    /// Waits for a tick or the end, and takes what is there.
    fn take(&self) -> (Vec<Done>, bool) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(state, TICK, |state| !state.is_over);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        (std::mem::take(&mut state.done), state.is_over)
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
            self.state.lock().unwrap_or_else(PoisonError::into_inner).done.push(done);
        }
        self.observer.unit_done(unit);
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }
}

/// Ends the writer, also if the count should panic, so that the panic is seen.
struct End<'a, 'b>(&'a Heap<'b>);

impl Drop for End<'_, '_> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Settings;
    use crate::plan::Silent;
    use crate::run::record::Record;
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
    fn keep(disk: &Disk, change: impl Fn(usize) + Sync) -> (crate::plan::Outcome, Vec<String>) {
        let problem: crate::Problem = "6x6 Q6".parse().unwrap();
        let settings = Settings { finest_units: true, threads: Some(1), ..Settings::default() };
        let plan = crate::plan::plan(&problem.into(), &settings).unwrap();
        let ledger = plan.units().unwrap();
        let head = Head::new(&plan).unwrap();
        let session = Session::now("machine".to_owned(), "portable", 1);
        let mut journal = Journal::new(Path::new("queens.jsonl"), &head, session);
        journal.store = Some(Box::new(disk.clone()));
        let said = Mutex::new(Vec::new());
        let tell = |event: Event<'_>| {
            let name = format!("{event:?}");
            said.lock().unwrap().push(name.split('(').next().unwrap_or_default().to_owned());
        };
        let outcome = journal.keep(ledger, &Silent, Duration::ZERO, &tell, |observer| {
            let changing = Changing { observer, change: &change, seen: Mutex::new(0) };
            plan.run(&changing).unwrap()
        });
        assert_eq!(journal.is_written(), !disk.is_full.load(Ordering::Relaxed));
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
        let settings = Settings { finest_units: true, ..Settings::default() };
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
