//! A journal as a file: lines that wait to be written, a lock, and a heartbeat while the writer is alive.
//!
//! The keeper of a count decides the content of the lines. A journal that was requested exists from the
//! beginning. An automatic one has a name in a folder, and becomes a file once it is worth it. If another
//! process counts the same and has begun before, the journal takes another name. If another process considers
//! this one dead and takes over the lock, nothing more is written.

use super::head::Head;
use super::lock::{self, Lock, LockError};
use super::record::{Line, Process, Record, RecordError};
use super::store::{LineFile, Store};
use crate::clock::Instant;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The time between two heartbeats. At each of them, the file is made to survive a power cut.
pub(super) const BEAT: Duration = Duration::from_secs(5);
/// The time between two lines. Writing a line takes tens of microseconds.
pub(super) const TICK: Duration = Duration::from_millis(200);
/// The time between two attempts to write to a full disk.
const RETRY: Duration = Duration::from_secs(1);
/// The running time above which a run is worth an automatic journal.
pub(crate) const WORTH_IT: Duration = Duration::from_secs(10);
/// The running time after which the progress of a run predicts its total time.
const TELLING: Duration = Duration::from_secs(2);
/// The most characters of the part of a file's name that describes the count.
const MAX_NAME_LENGTH: usize = 40;

/// An event of a journal while it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum JournalEvent<'a> {
    /// The same count was stopped before, at this share, and has a journal.
    StoppedBefore(&'a Path, f64),
    /// A state was skipped for this reason, and the sweep continues from the state before it.
    PassedOver(&'a Path, &'a str),
    /// The journal was begun.
    Began(&'a Path),
    /// The journal cannot be written, and counted units wait.
    Paused(&'a Path, &'a io::Error),
    /// The journal can be written again.
    GoesOn(&'a Path),
    /// A state of a sweep could not be written.
    StateFailed(&'a Path, &'a io::Error),
    /// A state was written again after a failure.
    StateWritten(&'a Path),
    /// A sweep that is to stop is about to write a state of this number of bytes.
    Stopping(u64),
    /// Another process has taken over, so this process stops writing.
    Taken(&'a Path),
    /// A result waits for room on the disk.
    NoRoom(&'a Path, &'a io::Error),
}

/// The function to which events are reported.
pub(crate) type Report<'a> = &'a (dyn Fn(JournalEvent<'_>) + Sync);

/// The place of a new journal.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place<'a> {
    /// This file, from the beginning.
    File(&'a Path),
    /// This folder, once the journal is worth it.
    Folder(&'a Path),
}

/// The reasons why a journal cannot be begun or continued.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    /// The file exists already.
    #[error("the file already exists: resume it with --resume, or use another name")]
    Exists,
    /// The file cannot be created.
    #[error("{0}")]
    Disk(#[from] io::Error),
    /// Another process writes the journal.
    #[error("{0}")]
    Lock(#[from] LockError),
    /// The journal cannot be used.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// The file is not a journal.
    #[error("this is a finished result: armistice merge adds results up")]
    Finished,
    /// The last state of a sweep cannot be read now.
    #[error("{path}: {error}: try again, or remove this file to continue from the state before it")]
    StateUnreadable {
        /// The file of the state.
        path: String,
        /// The error of the disk.
        #[source]
        error: io::Error,
    },
    /// No state of a sweep can be used.
    #[error("no state of the sweep can be used: start the count again; {path}: {why}")]
    NoState {
        /// The file of the last state.
        path: String,
        /// The fault of the last state.
        why: String,
    },
}

impl JournalError {
    /// Returns the kind of error if the disk or another process is in the way; `None` if the file was read
    /// but cannot be used.
    pub(super) fn kind(&self) -> Option<io::ErrorKind> {
        match self {
            Self::Exists => Some(io::ErrorKind::AlreadyExists),
            Self::Lock(LockError::Taken(_) | LockError::Fresh { .. }) => Some(io::ErrorKind::ResourceBusy),
            Self::Disk(error)
            | Self::StateUnreadable { error, .. }
            | Self::Lock(LockError::Disk { error, .. })
            | Self::Record(RecordError::Unreadable(error)) => Some(error.kind()),
            Self::Record(_) | Self::Finished | Self::NoState { .. } => None,
        }
    }
}

/// The state of a journal after the count is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JournalState {
    /// The path of the journal, even if the file does not exist.
    pub(crate) path: PathBuf,
    /// Whether the file exists.
    pub(crate) is_there: bool,
    /// Whether the disk rejected some of the counted results.
    pub(crate) is_short: bool,
    /// Whether the count can be continued from the journal.
    pub(crate) goes_on: bool,
    /// Whether it can be continued from the point where it was stopped, and not only from an older state.
    pub(crate) is_current: bool,
}

/// The writer of lines.
pub(super) struct Log<'a> {
    pub(super) path: PathBuf,
    session: Process,
    pub(super) report: Report<'a>,
    pub(super) store: Option<Box<dyn Store>>,
    lock: Option<Lock>,
    /// The lines that are not written yet.
    waiting: String,
    /// Whether the file is begun only when it is worth it.
    pub(super) is_lazy: bool,
    pub(super) is_taken: bool,
    /// Whether a power cut would lose written lines.
    is_dirty: bool,
    /// Whether lines were written, so that the count can be continued.
    pub(super) has_lines: bool,
    /// The time of the last attempt to write to a disk that rejects lines.
    paused: Option<Instant>,
    beaten: Instant,
}

impl<'a> Log<'a> {
    /// Creates a journal that begins with the line `first`. The file does not exist yet.
    pub(super) fn new(path: &Path, first: &str, session: Process, report: Report<'a>) -> Self {
        let waiting = first.to_owned() + &Line::Session(session.clone()).write();
        Self {
            path: path.to_owned(),
            session,
            report,
            store: None,
            lock: None,
            waiting,
            is_lazy: false,
            is_taken: false,
            is_dirty: false,
            has_lines: false,
            paused: None,
            beaten: Instant::now(),
        }
    }

    /// Begins a new journal of a count. A full disk only makes it wait.
    pub(super) fn begin(
        place: Place<'_>,
        head: &Head,
        session: Process,
        report: Report<'a>,
    ) -> Result<Self, JournalError> {
        match place {
            Place::File(path) => Self::in_file(path, &head.line(), session, report),
            Place::Folder(folder) => {
                let path = free_name(folder, head, report);
                Ok(Self { is_lazy: true, ..Self::new(&path, &head.line(), session, report) })
            }
        }
    }

    /// Begins a new journal in this file, from the beginning.
    pub(super) fn in_file(
        path: &Path,
        first: &str,
        session: Process,
        report: Report<'a>,
    ) -> Result<Self, JournalError> {
        if path.exists() {
            return Err(JournalError::Exists);
        }
        let lock = Some(Lock::take(path, &session)?);
        let store = LineFile::create(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists,
            _ => JournalError::Disk(error),
        })?;
        Ok(Self { lock, store: Some(Box::new(store)), ..Self::new(path, first, session, report) })
    }

    /// Continues a journal after its complete lines, which have `whole` bytes.
    ///
    /// The lock was taken before the journal was read. `first` is the text before the line of the session.
    pub(super) fn go_on(
        path: &Path,
        (whole, first): (usize, &str),
        lock: Lock,
        session: Process,
        report: Report<'a>,
    ) -> io::Result<Self> {
        let store: Box<dyn Store> = Box::new(LineFile::go_on(path, whole as u64)?);
        let (store, lock) = (Some(store), Some(lock));
        Ok(Self { store, lock, has_lines: true, ..Self::new(path, first, session, report) })
    }

    /// Creates a journal that only this process uses, so that it needs no lock. The file exists with its
    /// first lines.
    pub(super) fn create_unlocked(
        path: &Path,
        first: &str,
        session: Process,
        report: Report<'a>,
    ) -> io::Result<Self> {
        let store = LineFile::create(path)?;
        let mut log = Self { store: Some(Box::new(store)), ..Self::new(path, first, session, report) };
        let begun = log.write().and_then(|()| log.sync());
        // Nothing is counted without room for it.
        begun.inspect_err(|_| drop(std::fs::remove_file(path)))?;
        Ok(log)
    }

    /// Returns whether lines wait to be written.
    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Releases the lock, and returns the state of the journal.
    pub(super) fn release(self) -> JournalState {
        let is_there = self.store.is_some();
        let is_short = is_there && self.is_waiting();
        JournalState { path: self.path, is_there, is_short, goes_on: self.has_lines, is_current: true }
    }

    /// Adds a line to those that wait.
    pub(super) fn push(&mut self, line: &Line) {
        self.waiting += &line.write();
    }

    /// Writes the waiting lines, and creates the file if necessary. If the disk rejects the lines, they
    /// continue to wait.
    pub(super) fn write(&mut self) -> io::Result<()> {
        let is_new = self.store.is_none();
        self.make()?;
        if let Some(store) = &mut self.store {
            store.append(self.waiting.as_bytes())?;
        }
        self.waiting.clear();
        (self.is_dirty, self.has_lines) = (true, true);
        if is_new {
            (self.report)(JournalEvent::Began(&self.path));
        }
        Ok(())
    }

    /// Writes the waiting lines, and reports if the disk begins or ceases to reject them.
    ///
    /// Such a disk is tried again after a while, or immediately with `is_now`.
    pub(super) fn flush(&mut self, is_now: bool) {
        let is_too_early = self.paused.is_some_and(|tried| tried.elapsed() < RETRY);
        if self.is_taken || !self.is_waiting() || (is_too_early && !is_now) {
            return;
        }
        let written = self.write();
        let paused = written.is_err().then(Instant::now);
        match (std::mem::replace(&mut self.paused, paused), written) {
            (None, Err(error)) => (self.report)(JournalEvent::Paused(&self.path, &error)),
            (Some(_), Ok(())) => (self.report)(JournalEvent::GoesOn(&self.path)),
            (None, Ok(())) | (Some(_), Err(_)) => {}
        }
    }

    /// Returns whether the disk rejected the waiting lines.
    pub(super) fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Writes a line that would be useless later, and makes it survive a power cut.
    pub(super) fn write_now(&mut self, line: &Line) -> io::Result<()> {
        let before = self.waiting.len();
        self.push(line);
        let written = self.write();
        if written.is_err() {
            self.waiting.truncate(before);
        }
        written?;
        self.sync()
    }

    fn sync(&mut self) -> io::Result<()> {
        if let Some(store) = &mut self.store {
            store.sync()?;
            self.is_dirty = false;
        }
        Ok(())
    }

    /// Creates the file of a journal that was not worth it before.
    fn make(&mut self) -> io::Result<()> {
        if self.store.is_some() {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if self.path.exists() || !self.locks() {
            // Another process counts the same and began before.
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

    /// Takes the lock unless another process has it, and returns whether this process may write.
    fn locks(&mut self) -> bool {
        if self.lock.is_none() {
            match Lock::take(&self.path, &self.session) {
                Ok(lock) => self.lock = Some(lock),
                Err(LockError::Taken(_) | LockError::Fresh { .. }) => return false,
                // The disk will report the error again.
                Err(LockError::Disk { .. }) => {}
            }
        }
        true
    }

    /// Returns whether it is time for the next heartbeat.
    pub(super) fn is_silent(&self) -> bool {
        self.beaten.elapsed() > BEAT
    }

    /// Sends a heartbeat, makes written lines survive a power cut, and checks that this process still has the
    /// lock.
    pub(super) fn beat(&mut self) {
        self.beaten = Instant::now();
        if self.is_dirty {
            let _ = self.sync();
        } else if let Some(store) = &mut self.store {
            let _ = store.touch();
        }
        if let Some(lock) = &mut self.lock
            && matches!(lock.touch(), Ok(false))
            && !std::mem::replace(&mut self.is_taken, true)
        {
            (self.report)(JournalEvent::Taken(&self.path));
        }
    }
}

/// Returns whether a run is long, by its plan or by its progress: this share of it is done after the time
/// `elapsed`.
pub(super) fn is_long(expected: Duration, elapsed: Duration, share: f64) -> bool {
    let will_be = elapsed.as_secs_f64() > share * WORTH_IT.as_secs_f64();
    expected > WORTH_IT || elapsed > WORTH_IT || (elapsed > TELLING && will_be)
}

/// Finds a free name for the journal of a count that describes the count. Reports if the same count was
/// stopped before.
fn free_name(folder: &Path, head: &Head, report: Report<'_>) -> PathBuf {
    let (problem, id) = (&head.problem, head.id());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let slug: String = problem.chars().take(MAX_NAME_LENGTH).map(plain).collect();
    let mut path = folder.join(format!("{slug}-{id}.jsonl"));
    let mut number = 1;
    while path.exists() {
        if lock::owner_of(&path).is_none()
            && let Ok(record) = Record::read(&path)
            && let Some(share) = record.share()
        {
            report(JournalEvent::StoppedBefore(&path, share));
        }
        number += 1;
        path = folder.join(format!("{slug}-{id}-{number}.jsonl"));
    }
    path
}

/// Runs a count with some work in a parallel thread.
///
/// The work runs at every tick, and once more with `true` when the count is over.
pub(super) fn run_with_ticks<T>(
    tick: Duration,
    mut work: impl FnMut(bool) + Send,
    count: impl FnOnce() -> T,
) -> T {
    let clock = Clock::default();
    let (result, has_thread) = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("journal".to_owned());
        let has_thread = thread.spawn_scoped(scope, || clock.run(tick, &mut work)).is_ok();
        let _end = End(&clock);
        (count(), has_thread)
    });
    // Without a thread (the machine may have too many), all work is done at the end.
    if !has_thread {
        work(true);
    }
    result
}

/// The clock by which a waiting thread learns that the count is over.
#[derive(Default)]
struct Clock {
    is_over: Mutex<bool>,
    changed: Condvar,
}

impl Clock {
    fn run(&self, tick: Duration, work: &mut impl FnMut(bool)) {
        let mut is_over = false;
        while !is_over {
            let state = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.changed.wait_timeout_while(state, tick, |is_over| !*is_over);
            is_over = *waited.unwrap_or_else(PoisonError::into_inner).0;
            work(is_over);
        }
    }
}

/// Ends the work even if the count panics, so that the panic is seen.
struct End<'a>(&'a Clock);

impl Drop for End<'_> {
    fn drop(&mut self) {
        *self.0.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_are_known_by_the_plan_or_by_how_far_they_are() {
        let of = |expected, elapsed, share| {
            is_long(Duration::from_secs(expected), Duration::from_secs(elapsed), share)
        };
        assert!(of(11, 0, 0.0) && !of(10, 0, 0.0));
        assert!(of(0, 11, 1.0) && !of(0, 10, 1.0));
        // A quarter in three seconds predicts twelve seconds in all, and a half predicts six. Within two
        // seconds nothing is known.
        assert!(of(0, 3, 0.25) && !of(0, 3, 0.5) && !of(0, 2, 0.01));
    }
}
