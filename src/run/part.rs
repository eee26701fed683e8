//! Counting a part.
//!
//! What earlier processes have written of it is read and not counted again. When all its units are known, they are written
//! into one sealed file, which appears as a whole, and the journals are removed. A journal that is damaged is set aside
//! and its units are counted again: it is never believed, and never in the way.

use super::block::{Block, Done};
use super::campaign::{Campaign, JOURNAL, RESULT};
use super::files;
use super::head::HeadError;
use super::keeper::{Heap, Keeper};
use super::log::{Log, Report};
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
    /// The plan cannot be made again.
    #[error("{0}")]
    Head(#[from] HeadError),
    /// A run that failed.
    #[error("{0}")]
    Run(#[from] RunError),
    /// Whatever the disk says.
    #[error("{path}: {error}")]
    Disk {
        /// The file.
        path: String,
        /// What happened.
        error: io::Error,
    },
}

/// The valid result of a part, if there is one.
pub(crate) fn finished(campaign: &Campaign, part: usize) -> Option<PathBuf> {
    campaign.files_of(part, RESULT).into_iter().find(|path| {
        let of = CountPart { part, of: campaign.parts };
        Record::read(path).is_ok_and(|record| {
            record.seal.is_some() && record.part == Some(of) && record.head.is_of(&campaign.head)
        })
    })
}

impl<'a> PartRun<'a> {
    /// Reads what is known of a part. Journals that cannot be used are reported to `set_aside`.
    pub(crate) fn new(
        campaign: &'a Campaign,
        ledger: &UnitPlan,
        part: usize,
        set_aside: &dyn Fn(&Path, &str),
    ) -> Self {
        let units = campaign.units_of(ledger, part);
        let mut run =
            Self { campaign, part, units, known: Vec::new(), done: BTreeSet::new(), journals: Vec::new() };
        let mut counted = UnitCounts::none(ledger.units());
        for path in campaign.files_of(part, JOURNAL) {
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
                Err(error @ RecordError::Contradiction { .. }) => {
                    // One of them is wrong, and it is unknown which: none is believed.
                    let fault = format!("{error}, or another journal of this part is wrong");
                    run.journals.push(path);
                    run.journals.drain(..).for_each(|path| put_aside(&path, &fault, set_aside));
                    run.known.clear();
                    run.done.clear();
                    counted = UnitCounts::none(ledger.units());
                }
                Err(error) => put_aside(&path, &error.to_string(), set_aside),
                Ok(_) => put_aside(&path, "it belongs to another plan", set_aside),
            }
        }
        run
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
    /// Runs that fail, and files that cannot be written; what was counted is in the journal then.
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
        let disk = |path: &Path| {
            let path = path.display().to_string();
            move |error| PartError::Disk { path, error }
        };
        let begun = Instant::now();
        let gathered = Heap::new(observer, 1.0 / all);
        if !missing.is_empty() {
            let path = self.campaign.path_of(self.part, &session.attempt, JOURNAL);
            let path = path.map_err(disk(Path::new(&self.campaign.to_string())))?;
            let part = CountPart { part: self.part, of: self.campaign.parts };
            let head = &self.campaign.head;
            let first = head.line() + &Line::Part(part).write();
            let log = Log::unlocked(&path, &first, session.clone(), report).map_err(disk(&path))?;
            let heap = Heap::new(&gathered, 1.0);
            let keeper = Keeper::new(log, head, Duration::MAX, 1);
            keeper.keep(Some(ledger), &heap, || ledger.count_units(&missing, &heap))?;
            self.journals.push(path);
        }
        let done = gathered.take();
        self.done.extend(done.iter().map(Done::unit));
        if self.done.len() < self.units.len() {
            return Ok(PartEnd::Stopped { done: self.done.len(), of: self.units.len() });
        }
        self.known
            .push((session.clone(), Block::of(&self.campaign.head.id(), ledger, done, begun.elapsed())));
        let path = self.campaign.path_of(self.part, &session.attempt, RESULT);
        let path = path.map_err(disk(Path::new(&self.campaign.to_string())))?;
        files::publish(&path, self.result().as_bytes()).map_err(disk(&path))?;
        self.journals.iter().for_each(|journal| drop(fs::remove_file(journal)));
        Ok(PartEnd::Finished(path))
    }

    /// The result, with its seal.
    fn result(&self) -> String {
        let part = CountPart { part: self.part, of: self.campaign.parts };
        let mut lines = self.campaign.head.line() + &Line::Part(part).write();
        for (session, blocks) in &self.known {
            if !blocks.is_empty() || self.units.is_empty() {
                lines += &lines_of(session, blocks.iter().cloned());
            }
        }
        sealed(lines)
    }
}

/// Renames a journal so that it is not found again.
fn put_aside(path: &Path, fault: &str, report: &dyn Fn(&Path, &str)) {
    let aside = path.with_extension("damaged");
    let _ = fs::rename(path, &aside);
    report(&aside, fault);
}
