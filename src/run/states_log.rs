//! A journal of a sweep: its states on the disk, so that it goes on after a stop or a power cut.
//!
//! A sweep has no units; what is kept of it is its state at some time ([`SweepState`]), as large as most of what it holds in
//! memory. States are written to two files beside the journal in turn, `FILE.state-1` and `FILE.state-2`; only when one is
//! safely on the disk a line of the journal names it, with its hash. So a kill while one is written leaves the other one,
//! and a state that is damaged is seen and not used.
//!
//! While a state is written the sweep waits, so that no second copy is needed in memory. How often that happens follows from
//! how long it takes: at most a hundredth of the time goes into it.

use super::files::{create_anew, sync_folder};
use super::log::{BEAT, Event, JournalError, Left, Log, WORTH_IT, beside, is_long};
use super::record::{Line, Record};
use super::states::{State, States, state_path};
use crate::clock::Instant;
use crate::plan::kept::{Resumable, SweepKeeper, SweepPause, SweepState};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Between two states, at least, and before the first one: of a journal that was asked for,
const EAGER: Duration = Duration::from_millis(500);
/// and of an automatic one.
const PATIENT: Duration = WORTH_IT;
/// Counting takes at least this many times as long as writing.
const MIN_COUNTING_RATIO: f64 = 100.0;
/// Bytes that are expected to be written in a second, before any were.
const SPEED: f64 = 5e8;
/// What is smaller than this many bytes does not say how fast the disk is.
const MIN_TIMED_BYTES: u64 = 1 << 24;
/// Writing the last state, of a sweep that is to stop, is given up after this time.
const LAST: Duration = Duration::from_secs(60);

/// Where the states of a sweep go.
pub(super) struct StatesLog<'a>(Mutex<Writing<'a>>);

struct Writing<'a> {
    log: Log<'a>,
    /// How long the sweep is expected to take.
    expected: Duration,
    begun: Instant,
    /// The file for the next state.
    slot: u32,
    /// When the last state was written, or tried to be.
    last: Instant,
    /// Bytes written in a second, once enough were to measure that.
    speed: f64,
    /// Seconds that writing the last state took.
    cost: f64,
    /// Whether the last state could not be written.
    is_failed: bool,
    /// Whether the last state that was offered is on the disk.
    is_kept: bool,
}

/// Lets a sweep go on from the last state that can be used; returns the share of the count that is done, and the file for
/// the next state.
pub(super) fn load(
    sweep: &dyn Resumable,
    record: &Record<States>,
    journal: &Path,
    report: &dyn Fn(Event<'_>),
) -> Result<(f64, u32), JournalError> {
    let mut fault: Option<(PathBuf, String)> = None;
    for State { slot, digest, .. } in record.states() {
        let path = state_path(journal, *slot);
        let opened = File::open(&path).map_err(|error| error.to_string());
        let loaded = opened.and_then(|file| {
            let buffered = io::BufReader::with_capacity(1 << 20, file);
            sweep.load(Box::new(buffered), digest).map_err(|error| error.to_string())
        });
        match loaded {
            Ok(share) => {
                fault.iter().for_each(|(path, why)| report(Event::PassedOver(path, why)));
                return Ok((share, 3 - slot));
            }
            Err(why) => fault = fault.or(Some((path, why))),
        }
    }
    match fault {
        Some((path, why)) => Err(JournalError::NoState { path: path.display().to_string(), why }),
        None => Ok((0.0, 1)),
    }
}

impl<'a> StatesLog<'a> {
    /// A journal whose next state goes to one of the two files, of a sweep that is expected to take some time.
    pub(super) fn new(log: Log<'a>, slot: u32, expected: Duration) -> Self {
        let begun = Instant::now();
        let (speed, cost, is_failed, is_kept) = (SPEED, 0.0, false, false);
        Self(Mutex::new(Writing { log, expected, begun, slot, last: begun, speed, cost, is_failed, is_kept }))
    }

    /// What is left of the journal.
    pub(super) fn left(self) -> Left {
        let Writing { log, is_kept, .. } = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        Left { is_current: is_kept, is_short: false, ..log.left() }
    }

    /// Runs a count that offers its states, with heartbeats meanwhile.
    pub(super) fn keep<T>(&self, count: impl FnOnce(&dyn SweepKeeper) -> T) -> T {
        let beat = |_| {
            // While a state is written its owner is known to be alive soon enough.
            if let Ok(mut writing) = self.0.try_lock() {
                writing.log.beat();
            }
        };
        beside(BEAT, beat, || count(self))
    }
}

impl SweepKeeper for StatesLog<'_> {
    fn keep(&self, state: &SweepState<'_>) {
        let mut writing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writing.is_kept = false;
        if !writing.log.is_taken && writing.is_due(state) {
            writing.keep(state);
        }
    }
}

impl Writing<'_> {
    fn is_due(&self, state: &SweepState<'_>) -> bool {
        let since = self.last.elapsed();
        let least = if self.log.is_lazy { PATIENT } else { EAGER };
        let is_there = self.log.store.is_some();
        match state.pause() {
            SweepPause::Step => {
                let cost = || self.cost.max(state.bytes() as f64 / self.speed);
                since >= least && since.as_secs_f64() >= MIN_COUNTING_RATIO * cost()
            }
            // What a run of a few seconds has done is done again as quickly.
            SweepPause::Stopped => is_there || is_long(self.expected, self.begun.elapsed(), state.share()),
            SweepPause::Finished => is_there,
        }
    }

    fn keep(&mut self, state: &SweepState<'_>) {
        let is_last = state.pause() == SweepPause::Stopped;
        if is_last && state.bytes() as f64 > self.speed {
            (self.log.report)(Event::Stopping(state.bytes()));
        }
        let written = self.write(state);
        self.last = Instant::now();
        self.is_kept = written.is_ok() && !self.log.is_taken;
        let was_failed = std::mem::replace(&mut self.is_failed, written.is_err());
        match written {
            Err(error) if !was_failed || is_last => {
                (self.log.report)(Event::StateFailed(&self.log.path, &error));
            }
            Ok(()) if was_failed => (self.log.report)(Event::StateWritten(&self.log.path)),
            _ => {}
        }
    }

    fn write(&mut self, state: &SweepState<'_>) -> io::Result<()> {
        if self.log.store.is_none() {
            self.log.write()?;
        }
        // Whoever has taken over writes there now.
        self.log.beat();
        if self.log.is_taken {
            return Ok(());
        }
        let since = Instant::now();
        let path = state_path(&self.log.path, self.slot);
        let (digest, bytes) = write_state(&path, state, since)?;
        let is_finished = state.pause() == SweepPause::Finished;
        self.log.write_now(&Line::State(State {
            slot: self.slot,
            digest,
            bytes,
            share: state.share(),
            nodes: state.nodes(),
            at: self.begun.elapsed().as_secs_f64(),
            finished: is_finished,
        }))?;
        self.slot = 3 - self.slot;
        if is_finished {
            let _ = fs::remove_file(state_path(&self.log.path, self.slot));
        }
        self.cost = since.elapsed().as_secs_f64();
        if bytes >= MIN_TIMED_BYTES {
            self.speed = (bytes as f64 / self.cost.max(1e-6)).max(1.0);
        }
        Ok(())
    }
}

/// Writes a state to a file and makes it survive a power cut; returns its hash and its size.
fn write_state(path: &Path, state: &SweepState<'_>, begun: Instant) -> io::Result<(String, u64)> {
    let end = (state.pause() == SweepPause::Stopped).then(|| begun + LAST);
    // What has the name is the state before the last one, or somebody else's link.
    let written = create_anew(path).and_then(|file| {
        let mut to = Until { file: io::BufWriter::with_capacity(1 << 20, file), end, bytes: 0 };
        let digest = state.write(&mut to)?;
        to.flush()?;
        to.file.get_ref().sync_all()?;
        Ok((digest, to.bytes))
    });
    match written {
        Ok(_) => sync_folder(path),
        // The room may be needed.
        Err(_) => drop(fs::remove_file(path)),
    }
    written
}

/// A file that is written until some time at most.
struct Until {
    file: io::BufWriter<File>,
    end: Option<Instant>,
    bytes: u64,
}

impl Write for Until {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.end.is_some_and(|end| Instant::now() > end) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the disk is too slow to write it now"));
        }
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
