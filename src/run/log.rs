//! A journal as a file: lines that wait to be written, a lock, and a heartbeat while its writer is alive.
//!
//! What the lines say of a count is the business of its keeper. A journal that was asked for is there from the beginning. An automatic one has
//! a name in a folder, and becomes a file once it is worth it; if another process counts the same and was quicker to begin,
//! it takes another name. If the lock is taken over by another process, which considered this one dead, nothing more is
//! written.

use super::head::Head;
use super::lock::{self, Lock, LockError};
use super::record::{Line, Process, Record, RecordError};
use super::store::{LineFile, Store};
use crate::clock::Instant;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Between two heartbeats, at which the file is made to survive a power cut.
pub(super) const BEAT: Duration = Duration::from_secs(5);
/// Between two lines. A line takes tens of microseconds.
pub(super) const TICK: Duration = Duration::from_millis(200);
/// Between two trials to write to a disk that is full.
const RETRY: Duration = Duration::from_secs(1);
/// A run that takes longer than this is worth an automatic journal.
pub(crate) const WORTH_IT: Duration = Duration::from_secs(10);
/// After this time, the progress of a run predicts how long it will take.
const TELLING: Duration = Duration::from_secs(2);
/// The longest part of a file's name that says what is counted.
const MAX_NAME_LENGTH: usize = 40;

/// What there is to say of a journal while it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum JournalEvent<'a> {
    /// The same count was stopped before, at this share, and has a journal.
    StoppedBefore(&'a Path, f64),
    /// A state was passed over, for this reason, and the sweep goes on from the one before it.
    PassedOver(&'a Path, &'a str),
    /// It was begun.
    Began(&'a Path),
    /// It cannot be written, and units that were counted wait.
    Paused(&'a Path, &'a io::Error),
    /// It can be written again.
    GoesOn(&'a Path),
    /// A state of a sweep could not be written.
    StateFailed(&'a Path, &'a io::Error),
    /// One was written again.
    StateWritten(&'a Path),
    /// A sweep that is to stop is about to write this many bytes.
    Stopping(u64),
    /// Another process has taken over: this one writes no more.
    Taken(&'a Path),
    /// A result waits for room on the disk.
    NoRoom(&'a Path, &'a io::Error),
}

/// Whom events are reported to.
pub(crate) type Report<'a> = &'a (dyn Fn(JournalEvent<'_>) + Sync);

/// Where a new journal is to be.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place<'a> {
    /// In this file, from the beginning.
    File(&'a Path),
    /// In this folder, once it is worth it.
    Folder(&'a Path),
}

/// Why a journal cannot be begun or continued.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    /// The file is there already.
    #[error("the file already exists: resume it with --resume, or use another name")]
    Exists,
    /// It cannot be made.
    #[error("{0}")]
    Disk(#[from] io::Error),
    /// Another process writes it.
    #[error("{0}")]
    Lock(#[from] LockError),
    /// It cannot be used.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// It is something else.
    #[error("this is a finished result: armistice merge adds results up")]
    Finished,
    /// The last state of a sweep cannot be read now.
    #[error("{path}: {error}: try again, or remove this file to go on from the state before it")]
    StateUnreadable {
        /// Its file.
        path: String,
        /// What happened.
        #[source]
        error: io::Error,
    },
    /// No state of a sweep can be used.
    #[error("no state of the sweep can be used: start the count again; {path}: {why}")]
    NoState {
        /// The file of the last one.
        path: String,
        /// What is wrong with it.
        why: String,
    },
}

impl JournalError {
    /// What sort of error it is if the disk, or another process, is in the way; `None` if the file was read, and cannot be used.
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

/// What is left of a journal when the count is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Left {
    /// Where it is, or should be.
    pub(crate) path: PathBuf,
    /// Whether there is a file.
    pub(crate) is_there: bool,
    /// Whether the disk did not take everything that was counted.
    pub(crate) is_short: bool,
    /// Whether the count can go on with it,
    pub(crate) goes_on: bool,
    /// from where it was stopped, and not from an older state.
    pub(crate) is_current: bool,
}

/// Where lines go.
pub(super) struct Log<'a> {
    pub(super) path: PathBuf,
    session: Process,
    pub(super) report: Report<'a>,
    pub(super) store: Option<Box<dyn Store>>,
    lock: Option<Lock>,
    /// What was not written yet.
    waiting: String,
    /// Whether it is begun only when it is worth it.
    pub(super) is_lazy: bool,
    pub(super) is_taken: bool,
    /// Whether there is anything that a power cut would lose.
    is_dirty: bool,
    /// Whether anything was written, so that the count can go on.
    pub(super) has_lines: bool,
    /// When a disk that refuses lines was last tried.
    paused: Option<Instant>,
    beaten: Instant,
}

impl<'a> Log<'a> {
    /// A journal that is to begin with some lines; there is no file yet.
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

    /// A new journal of a count. A disk that is full only makes it wait.
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

    /// A new journal in this file, from the beginning.
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

    /// Goes on with a journal after its whole lines, of `whole` bytes, with a lock that was taken before it was read; `first` is what
    /// comes before the session.
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

    /// A journal that only this process knows of, so that it needs no lock. It is there with its first lines.
    pub(super) fn unlocked(
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

    /// Whether there is something to write.
    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// What is left of the file, whose lock is released.
    pub(super) fn left(self) -> Left {
        let is_there = self.store.is_some();
        let is_short = is_there && self.is_waiting();
        Left { path: self.path, is_there, is_short, goes_on: self.has_lines, is_current: true }
    }

    /// Puts a line behind those that wait.
    pub(super) fn push(&mut self, line: &Line) {
        self.waiting += &line.write();
    }

    /// Writes what waits, which goes on waiting if the disk refuses. Makes the file if there is none yet.
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

    /// Writes the lines that wait, and says if a disk begins or ceases to refuse them; such a disk is tried again after a while, or
    /// now.
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

    /// Whether the disk refused the lines that wait.
    pub(super) fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Writes a line that is of no use later, and makes it survive a power cut.
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

    /// Makes the file of a journal that was not worth it so far.
    fn make(&mut self) -> io::Result<()> {
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
                // The disk will report it again.
                Err(LockError::Disk { .. }) => {}
            }
        }
        true
    }

    /// Whether it is time for the next heartbeat.
    pub(super) fn is_silent(&self) -> bool {
        self.beaten.elapsed() > BEAT
    }

    /// Sends a heartbeat, makes what was written survive a power cut, and sees whether the lock is still this process's.
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

/// Whether a run of which this share is done after some time is long: by the plan, or by its progress.
pub(super) fn is_long(expected: Duration, elapsed: Duration, share: f64) -> bool {
    let will_be = elapsed.as_secs_f64() > share * WORTH_IT.as_secs_f64();
    expected > WORTH_IT || elapsed > WORTH_IT || (elapsed > TELLING && will_be)
}

/// A name for the journal of a count, that says what is counted and is not taken. If the same count was stopped before, that
/// is reported.
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

/// Runs a count, and beside it, in a thread of its own, some work: at every tick, and once more when the count is over, with
/// `true`.
pub(super) fn beside<T>(tick: Duration, mut work: impl FnMut(bool) + Send, count: impl FnOnce() -> T) -> T {
    let clock = Clock::default();
    let (result, has_thread) = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("journal".to_owned());
        let has_thread = thread.spawn_scoped(scope, || clock.run(tick, &mut work)).is_ok();
        let _end = End(&clock);
        (count(), has_thread)
    });
    // Without a thread (there may be too many on the machine) everything is done in the end.
    if !has_thread {
        work(true);
    }
    result
}

/// Whether a count is over, for a thread that waits for it.
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

/// Ends the work, also if the count should panic, so that the panic is seen.
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
        // A quarter in three seconds makes twelve in all, a half makes six. Within two seconds nothing is known.
        assert!(of(0, 3, 0.25) && !of(0, 3, 0.5) && !of(0, 2, 0.01));
    }
}
