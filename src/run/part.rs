//! Counting a part.
//!
//! What earlier processes have written of it is read and not counted again. When all its units are known, they are written
//! into one sealed file, which appears as a whole, and the journals are removed. A journal that is damaged is set aside
//! and its units are counted again: it is never believed, and never in the way. One that cannot be read is somebody else's, or
//! will be there again: it is left alone.
//!
//! Room for the result is taken before the first unit is counted. If there is none in the end all the same, the result waits for
//! it; if that must end, it is written to the folder for temporary files of this machine.

use super::block::{Block, Done};
use super::campaign::{Campaign, JOURNAL, RESULT, ROOM};
use super::files::{self, Room};
use super::keeper::{Heap, Keeper};
use super::log::{JournalEvent, Log, Report};
use super::record::{CountPart, Line, Process, Record, RecordError, lines_of, sealed};
use crate::clock::Instant;
use crate::plan::kept::{UnitCounts, UnitPlan};
use crate::plan::{Observer, RunError};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A part with what is known of it.
pub(crate) struct PartRun<'a> {
    campaign: &'a Campaign,
    part: usize,
    units: Vec<usize>,
    /// What each process before this one has counted.
    known: Vec<(Process, Vec<Block>)>,
    done: BTreeSet<usize>,
    /// The journals that this was read from.
    journals: Vec<PathBuf>,
}

/// How counting a part ended.
#[derive(Debug)]
pub(crate) enum PartEnd {
    /// The result is in this file.
    Finished(PathBuf),
    /// It was stopped; some of its units are written down.
    Stopped {
        /// Units that are known.
        done: usize,
        /// Units of the part.
        of: usize,
    },
}

/// Why a part has no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PartError {
    /// A run that failed.
    #[error("{0}")]
    Run(#[from] RunError),
    /// Whatever the disk says.
    #[error("{path}: {error}")]
    Disk {
        /// The file.
        path: String,
        /// What happened.
        #[source]
        error: io::Error,
    },
    /// There was no room where it belongs.
    #[error("{path}: {error}; it was written to {kept} instead: move it to {path} when there is room")]
    Elsewhere {
        /// Where it belongs.
        path: String,
        /// What happened there.
        #[source]
        error: io::Error,
        /// Where it is.
        kept: String,
    },
}

impl PartError {
    /// What a disk says of a file.
    fn disk(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Disk { path: path.display().to_string(), error }
    }
}

/// The valid result of a part, if there is one.
///
/// # Errors
/// No valid one, and one that cannot be read: it may be valid.
pub(crate) fn finished(campaign: &Campaign, part: usize) -> Result<Option<PathBuf>, PartError> {
    let mut unreadable = None;
    for path in files_of(campaign, part, RESULT)? {
        let of = CountPart { part, of: campaign.parts };
        match Record::read(&path) {
            Ok(record)
                if record.seal.is_some() && record.part == Some(of) && record.head.is_of(&campaign.head) =>
            {
                return Ok(Some(path));
            }
            // Somebody has just removed it.
            Err(RecordError::Unreadable(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(RecordError::Unreadable(error)) => unreadable = Some(PartError::disk(&path)(error)),
            _ => {}
        }
    }
    unreadable.map_or(Ok(None), Err)
}

fn files_of(campaign: &Campaign, part: usize, ending: &str) -> Result<Vec<PathBuf>, PartError> {
    campaign.files_of(part, ending).map_err(PartError::disk(&campaign.folder_of(part)))
}

/// A journal that is of no use, and why.
#[derive(Debug)]
pub(crate) enum Useless<'a> {
    /// It is damaged, and has this name now.
    SetAside(&'a Path, &'a str),
    /// It cannot be read.
    Unreadable(&'a Path, &'a str),
}

/// Whom journals that are of no use are reported to.
type ReportUseless<'a> = &'a dyn Fn(Useless<'_>);

/// Between two trials to write a result, at first
const FIRST_WAIT: Duration = Duration::from_millis(200);
/// and at most; each is twice as long as the one before it.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Between two looks whether to go on waiting.
const GLANCE: Duration = Duration::from_millis(100);
/// How often it is said that a result waits.
const REMINDER: Duration = Duration::from_secs(600);
/// More bytes than a unit takes in a result, as a rule,
const UNIT_BYTES: usize = 100;
/// and all that does not grow with them.
const OTHER_BYTES: usize = 8192;

impl<'a> PartRun<'a> {
    /// Reads what is known of a part. Journals that cannot be used are reported.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub(crate) fn new(
        campaign: &'a Campaign,
        ledger: &UnitPlan,
        part: usize,
        report: ReportUseless<'_>,
    ) -> Result<Self, PartError> {
        let units = campaign.units_of(ledger, part);
        let mut run =
            Self { campaign, part, units, known: Vec::new(), done: BTreeSet::new(), journals: Vec::new() };
        let mut counted = UnitCounts::none(ledger.units());
        for path in files_of(campaign, part, JOURNAL)? {
            let usable = Record::read(&path).and_then(|record| {
                let mut with_it = counted.clone();
                record.add_to(ledger, &mut with_it)?;
                Ok((record, with_it))
            });
            match usable {
                Ok((record, with_it)) if record.head.is_of(&campaign.head) => {
                    run.take(ledger, &record);
                    run.journals.push(path);
                    counted = with_it;
                }
                // Its process has only just begun, or ended before it wrote a line.
                Err(RecordError::Empty) => run.journals.push(path),
                // Its process has only just removed it.
                Err(RecordError::Unreadable(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error @ RecordError::Unreadable(_)) => {
                    report(Useless::Unreadable(&path, &error.to_string()));
                }
                Err(error @ RecordError::Contradiction { .. }) => {
                    // One of them is wrong, and it is unknown which: none is believed.
                    let fault = format!("{error}, or another journal of this part is wrong");
                    run.journals.push(path);
                    run.journals.drain(..).for_each(|path| put_aside(&path, &fault, report));
                    run.known.clear();
                    run.done.clear();
                    counted = UnitCounts::none(ledger.units());
                }
                Err(error) => put_aside(&path, &error.to_string(), report),
                Ok(_) => put_aside(&path, "it belongs to another plan", report),
            }
        }
        Ok(run)
    }

    /// Takes over what another process has counted of this part.
    fn take(&mut self, ledger: &UnitPlan, record: &Record) {
        let wanted: BTreeSet<usize> = self.units.iter().copied().collect();
        let run = self.campaign.head.id();
        for (session, entries) in record.by_session() {
            let mut kept = Vec::new();
            for block in entries.iter().filter_map(|(_, entry)| entry.block()) {
                let Ok(counts) = block.counts_in(ledger) else { continue };
                let is_new = |unit: &usize| wanted.contains(unit) && !self.done.contains(unit);
                let new: Vec<_> = counts.iter().copied().filter(|(unit, _)| is_new(unit)).collect();
                self.done.extend(new.iter().map(|(unit, _)| unit));
                if new.len() == counts.len() {
                    kept.push(block.clone());
                } else {
                    // Another one has the rest: their time is not taken into account twice.
                    let done = |(unit, count)| Done::new(unit, count, Duration::ZERO, ledger.share(unit));
                    kept.extend(Block::of(&run, ledger, new.into_iter().map(done).collect(), Duration::ZERO));
                }
            }
            self.known.push((session.clone(), kept));
        }
    }

    /// How many units it has, and how many of them are known.
    pub(crate) fn units(&self) -> (usize, usize) {
        (self.units.len(), self.done.len())
    }

    /// Counts the units that are missing, and writes the result if none is missing then.
    ///
    /// # Errors
    /// Runs that fail, and files that cannot be written; what was counted is in the journal then, or where the error says.
    pub(crate) fn count(
        mut self,
        ledger: &UnitPlan,
        session: &Process,
        observer: &dyn Observer,
        report: Report<'_>,
    ) -> Result<PartEnd, PartError> {
        let missing: Vec<usize> =
            self.units.iter().copied().filter(|unit| !self.done.contains(unit)).collect();
        let share = |units: &[usize]| units.iter().map(|&unit| ledger.share(unit)).sum::<f64>();
        let all = share(&self.units).max(f64::MIN_POSITIVE);
        observer.goes_on(1.0 - share(&missing) / all, 0.0);
        let begun = Instant::now();
        let gathered = Heap::new(observer, 1.0 / all);
        let folder = self.campaign.folder_of(self.part);
        self.campaign.make_folder(self.part).map_err(PartError::disk(&folder))?;
        let path = |ending| self.campaign.path_of(self.part, &session.attempt, ending);
        let (journal, result, room) = (path(JOURNAL), path(RESULT), path(ROOM));
        let mut is_short = false;
        if !missing.is_empty() {
            let first = self.first_lines();
            let log = Log::unlocked(&journal, &first, session.clone(), report);
            let log = log.map_err(PartError::disk(&journal))?;
            let bytes = first.len() + OTHER_BYTES + UNIT_BYTES * self.units.len();
            let room = Room::take(room.clone(), bytes).map_err(|error| {
                // Nobody needs it.
                let _ = fs::remove_file(&journal);
                PartError::disk(&room)(error)
            })?;
            let heap = Heap::new(&gathered, 1.0);
            let keeper = Keeper::new(log, &self.campaign.head, Duration::MAX, 1);
            keeper.keep(Some(ledger), &heap, || ledger.count_units(&missing, &heap))?;
            drop(room);
            keeper.flush();
            is_short = keeper.left().is_short;
            self.journals.push(journal.clone());
        }
        let done = gathered.take();
        self.done.extend(done.iter().map(Done::unit));
        let is_finished = self.done.len() == self.units.len();
        self.known
            .push((session.clone(), Block::of(&self.campaign.head.id(), ledger, done, begun.elapsed())));
        if !is_finished {
            if is_short {
                let error = io::ErrorKind::StorageFull.into();
                return Err(elsewhere(&journal, self.lines().as_bytes(), error));
            }
            return Ok(PartEnd::Stopped { done: self.done.len(), of: self.units.len() });
        }
        write_result(&result, sealed(self.lines()).as_bytes(), is_short, observer, report)?;
        for journal in &self.journals {
            let _ = fs::remove_file(journal);
            let _ = fs::remove_file(journal.with_extension(ROOM));
        }
        Ok(PartEnd::Finished(result))
    }

    /// What stands first in its files.
    fn first_lines(&self) -> String {
        let part = CountPart { part: self.part, of: self.campaign.parts };
        self.campaign.head.line() + &Line::Part(part).write()
    }

    /// All that is known, as lines.
    fn lines(&self) -> String {
        let mut lines = self.first_lines();
        for (session, blocks) in &self.known {
            if !blocks.is_empty() || self.units.is_empty() {
                lines += &lines_of(session, blocks.iter().cloned());
            }
        }
        lines
    }
}

/// Writes a result to its place. If the disk is full, or what was counted is nowhere else, it waits for room.
fn write_result(
    path: &Path,
    content: &[u8],
    is_short: bool,
    observer: &dyn Observer,
    report: Report<'_>,
) -> Result<(), PartError> {
    let (mut wait, mut told) = (FIRST_WAIT, None::<Instant>);
    loop {
        let error = match files::publish(path, content) {
            Ok(_) => return Ok(()),
            Err(error) if is_short || files::is_full(&error) => error,
            Err(error) => return Err(PartError::disk(path)(error)),
        };
        if told.is_none_or(|told| told.elapsed() >= REMINDER) {
            report(JournalEvent::NoRoom(path, &error));
            told = Some(Instant::now());
        }
        if !is_wanted_after(wait, observer) {
            return Err(elsewhere(path, content, error));
        }
        wait = (2 * wait).min(LONGEST_WAIT);
    }
}

/// Waits for some time; returns whether whoever observes wants to wait longer.
fn is_wanted_after(time: Duration, observer: &dyn Observer) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < time && !observer.should_stop() {
        std::thread::sleep(GLANCE.min(time));
    }
    !observer.should_stop()
}

/// Writes to the folder for temporary files what has no room in its place.
fn elsewhere(path: &Path, content: &[u8], error: io::Error) -> PartError {
    let name = path.file_name().unwrap_or_default();
    let kept = std::env::temp_dir().join(name);
    match files::publish(&kept, content) {
        Ok(_) => {
            let [path, kept] = [path, &kept].map(|path| path.display().to_string());
            PartError::Elsewhere { path, error, kept }
        }
        Err(error) => PartError::disk(&kept)(error),
    }
}

/// Renames a journal so that it is not found again.
fn put_aside(path: &Path, fault: &str, report: ReportUseless<'_>) {
    let aside = path.with_extension("damaged");
    match fs::rename(path, &aside) {
        Ok(()) => report(Useless::SetAside(&aside, fault)),
        Err(error) => report(Useless::Unreadable(path, &error.to_string())),
    }
}
