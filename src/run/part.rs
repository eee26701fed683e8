//! Counting a part.
//!
//! The results of earlier processes are read and not counted again. When all units of the part are known,
//! they are written to one sealed file, which appears as a whole, and the journals are removed. A damaged
//! journal is set aside, and its units are counted again: it is never trusted, and never in the way. A
//! journal that cannot be read is left alone. It belongs to another user or will be readable again.
//!
//! Room for the result is reserved before the first unit is counted. If the disk is nevertheless full at the
//! end, the result waits for room. If the waiting is stopped, the result is written to this machine's folder
//! for temporary files.

use super::block::{Block, FinishedUnit};
use super::campaign::{Campaign, JOURNAL, RESULT, ROOM};
use super::files::{self, Room};
use super::keeper::{Heap, Keeper};
use super::log::{JournalEvent, Log, Report};
use super::record::{CountPart, Line, Process, Record, RecordError, lines_of, seal};
use crate::clock::Instant;
use crate::plan::kept::{UnitCounts, UnitPlan};
use crate::plan::{Observer, RunError};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A part with its known units.
pub(crate) struct PartRun<'a> {
    campaign: &'a Campaign,
    part: usize,
    units: Vec<usize>,
    /// The blocks that each earlier process has counted.
    known: Vec<(Process, Vec<Block>)>,
    done: BTreeSet<usize>,
    /// The journals from which these blocks were read.
    journals: Vec<PathBuf>,
}

/// The outcome of counting a part.
#[derive(Debug)]
pub(crate) enum PartEnd {
    /// The result is in this file.
    Finished(PathBuf),
    /// The count was stopped. Some of its units are in a journal.
    Stopped {
        /// The number of known units.
        done: usize,
        /// The number of units of the part.
        of: usize,
    },
}

/// The reasons why a part has no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PartError {
    /// The run failed.
    #[error("{0}")]
    Run(#[from] RunError),
    /// The disk reports an error.
    #[error("{path}: {error}")]
    Disk {
        /// The path of the file.
        path: String,
        /// The error of the disk.
        #[source]
        error: io::Error,
    },
    /// The disk had no room in the place of the result.
    #[error("{path}: {error}; it was written to {kept} instead: move it to {path} when there is room")]
    Elsewhere {
        /// The place where it belongs.
        path: String,
        /// The error at that place.
        #[source]
        error: io::Error,
        /// The place where it is kept.
        kept: String,
    },
}

impl PartError {
    /// Returns a function that adds a path to an error of the disk.
    fn disk(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Disk { path: path.display().to_string(), error }
    }
}

/// Returns the valid result of a part, if there is one.
///
/// # Errors
/// Returns an error if there is no valid result but one that cannot be read, because it may be valid.
pub(crate) fn find_finished(campaign: &Campaign, part: usize) -> Result<Option<PathBuf>, PartError> {
    let mut unreadable = None;
    for path in files_of(campaign, part, RESULT)? {
        let of = CountPart { part, of: campaign.parts };
        match Record::read(&path) {
            Ok(record)
                if record.seal.is_some() && record.part == Some(of) && record.head.is_of(&campaign.head) =>
            {
                return Ok(Some(path));
            }
            // Another process has just removed the file.
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

/// An unusable journal, with the reason.
#[derive(Debug)]
pub(crate) enum UnusableJournal<'a> {
    /// The journal is damaged, and now has this name.
    SetAside(&'a Path, &'a str),
    /// The journal cannot be read.
    Unreadable(&'a Path, &'a str),
}

/// The function to which unusable journals are reported.
type ReportUseless<'a> = &'a dyn Fn(UnusableJournal<'_>);

/// The time between the first two attempts to write a result. It doubles with each attempt.
const FIRST_WAIT: Duration = Duration::from_millis(200);
/// The longest time between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// The time between two checks whether to continue waiting.
const GLANCE: Duration = Duration::from_millis(100);
/// The time between two reports that a result waits.
const REMINDER: Duration = Duration::from_secs(600);
/// The bytes of a result per unit. Units usually take fewer.
const UNIT_BYTES: usize = 100;
/// The bytes of a result that do not grow with the number of units.
const OTHER_BYTES: usize = 8192;

impl<'a> PartRun<'a> {
    /// Reads the known units of a part. It reports journals that cannot be used.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub(crate) fn new(
        campaign: &'a Campaign,
        ledger: &UnitPlan,
        part: usize,
        report: ReportUseless<'_>,
    ) -> Result<Self, PartError> {
        let units = campaign.units_of(ledger, part);
        let mut run =
            Self { campaign, part, units, known: Vec::new(), done: BTreeSet::new(), journals: Vec::new() };
        let mut counted = UnitCounts::empty(ledger.units());
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
                // The process of this journal has only just begun, or ended before it wrote a line.
                Err(RecordError::Empty) => run.journals.push(path),
                // The process of this journal has only just removed it.
                Err(RecordError::Unreadable(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error @ RecordError::Unreadable(_)) => {
                    report(UnusableJournal::Unreadable(&path, &error.to_string()));
                }
                Err(error @ RecordError::Contradiction { .. }) => {
                    // One of them is wrong, and it is unknown which. Neither is trusted.
                    let fault = format!("{error}, or another journal of this part is wrong");
                    run.journals.push(path);
                    run.journals.drain(..).for_each(|path| put_aside(&path, &fault, report));
                    run.known.clear();
                    run.done.clear();
                    counted = UnitCounts::empty(ledger.units());
                }
                Err(error) => put_aside(&path, &error.to_string(), report),
                Ok(_) => put_aside(&path, "it belongs to another plan", report),
            }
        }
        Ok(run)
    }

    /// Takes over the units that another process has counted for this part.
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
                    // Another process has the rest of the block: its time must not count twice.
                    let done =
                        |(unit, count)| FinishedUnit::new(unit, count, Duration::ZERO, ledger.share(unit));
                    kept.extend(Block::from_units(
                        &run,
                        ledger,
                        new.into_iter().map(done).collect(),
                        Duration::ZERO,
                    ));
                }
            }
            self.known.push((session.clone(), kept));
        }
    }

    /// Returns the number of units of the part, and the number of known units.
    pub(crate) fn units(&self) -> (usize, usize) {
        (self.units.len(), self.done.len())
    }

    /// Counts the missing units, and writes the result if none is missing then.
    ///
    /// # Errors
    /// Returns an error if the run fails or a file cannot be written. The counted units are then in the
    /// journal, or in the place that the error names.
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
            let log = Log::create_unlocked(&journal, &first, session.clone(), report);
            let log = log.map_err(PartError::disk(&journal))?;
            let bytes = first.len() + OTHER_BYTES + UNIT_BYTES * self.units.len();
            let room = Room::take(room.clone(), bytes).map_err(|error| {
                // The journal is no longer needed.
                let _ = fs::remove_file(&journal);
                PartError::disk(&room)(error)
            })?;
            let heap = Heap::new(&gathered, 1.0);
            let keeper = Keeper::new(log, &self.campaign.head, Duration::MAX, 1);
            keeper.keep(Some(ledger), &heap, || ledger.count_units(&missing, &heap))?;
            drop(room);
            keeper.flush();
            is_short = keeper.close().is_short;
            self.journals.push(journal.clone());
        }
        let done = gathered.take();
        self.done.extend(done.iter().map(FinishedUnit::unit));
        let is_finished = self.done.len() == self.units.len();
        self.known.push((
            session.clone(),
            Block::from_units(&self.campaign.head.id(), ledger, done, begun.elapsed()),
        ));
        if !is_finished {
            if is_short {
                let error = io::ErrorKind::StorageFull.into();
                return Err(write_elsewhere(&journal, self.lines().as_bytes(), error));
            }
            return Ok(PartEnd::Stopped { done: self.done.len(), of: self.units.len() });
        }
        write_result(&result, seal(self.lines()).as_bytes(), is_short, observer, report)?;
        for journal in &self.journals {
            let _ = fs::remove_file(journal);
            let _ = fs::remove_file(journal.with_extension(ROOM));
        }
        Ok(PartEnd::Finished(result))
    }

    /// Returns the first lines of the part's files.
    fn first_lines(&self) -> String {
        let part = CountPart { part: self.part, of: self.campaign.parts };
        self.campaign.head.line() + &Line::Part(part).write()
    }

    /// Returns all known units as lines.
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

/// Writes a result to its place. It waits for room if the disk is full, or if the counted units are not
/// stored elsewhere.
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
            return Err(write_elsewhere(path, content, error));
        }
        wait = (2 * wait).min(LONGEST_WAIT);
    }
}

/// Waits for some time, and returns whether the observer wants to wait longer.
fn is_wanted_after(time: Duration, observer: &dyn Observer) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < time && !observer.should_stop() {
        std::thread::sleep(GLANCE.min(time));
    }
    !observer.should_stop()
}

/// Writes a result to the folder for temporary files, because its place has no room.
fn write_elsewhere(path: &Path, content: &[u8], error: io::Error) -> PartError {
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
        Ok(()) => report(UnusableJournal::SetAside(&aside, fault)),
        Err(error) => report(UnusableJournal::Unreadable(path, &error.to_string())),
    }
}
