//! The sum of results, and the checks on them.
//!
//! Every placement extends exactly one unit: that is mathematics, and tested. The units are those of the
//! plan: that is checked by making the plan again, because its hash covers the work of every unit. The
//! remaining question is, for every unit, which processes counted it:
//!
//! * no process: the unit is missing, and the sum is only a lower bound;
//! * one process: good;
//! * several, with the same count and the same number of nodes: the unit is *confirmed*, and counted once.
//!   Numbers of nodes are deterministic, so a fault in the count stays unnoticed only if it also affects the
//!   nodes in the same way;
//! * several, with different numbers: a *conflict*. Then there is no total. Neither result is believed, not
//!   even the newer one.
//!
//! A file that is broken or has no seal counts as absent, because its units can be counted again. A valid
//! file of another count is a user's mistake, and stops everything.

use super::block::{Block, FinishedUnit};
use super::campaign::{Campaign, CampaignError, MAX_PARTS, RESULT};
use super::head::{Head, HeadError};
use super::record::{Process, Record, RecordError, lines_of, seal};
use crate::plan::kept::{UnitCounts, UnitPlan};
use crate::plan::{Outcome, Plan, RunError, Settings, UnitCount};
use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// The fault of a result whose end is missing.
pub(super) const UNSEALED: &str = "incomplete: it has no seal";

/// Results combined into a total.
pub(crate) struct MergeResult {
    /// The campaign of the results.
    pub(crate) campaign: Campaign,
    /// The plan, made again.
    pub(crate) plan: Plan,
    /// The results of the files.
    pub(crate) results: Results,
    /// The sum, or a lower bound if units are missing; `None` if there is a conflict or a file of another
    /// count.
    pub(crate) outcome: Option<Outcome>,
    /// The share of the expected work that was done.
    pub(crate) share: f64,
    /// For each part its seconds, if the part is complete.
    pub(crate) part_seconds: Vec<Option<f64>>,
}

/// The results that files have for the units of a plan, and the faults of files.
#[derive(Default)]
pub(crate) struct Results {
    /// The files that were used.
    pub(crate) files: Vec<PathBuf>,
    /// The files that repeat the content of another file.
    pub(crate) copies: Vec<PathBuf>,
    /// The number of units that several processes counted with the same result.
    pub(crate) confirmed: usize,
    /// The units with different results.
    pub(crate) conflicts: Vec<Conflict>,
    /// The results of another count.
    pub(crate) foreign: Vec<(PathBuf, String)>,
    /// The damaged files, with their faults.
    pub(crate) damaged: Vec<(PathBuf, String)>,
    seals: HashSet<String>,
    counted: UnitCounts,
    /// For each unit the origin of its count, if it was counted.
    origins: Vec<Option<UnitOrigin>>,
    by_session: Vec<ProcessCounts>,
}

/// The origin of the count of a unit.
#[derive(Clone)]
struct UnitOrigin {
    /// The number of the file.
    file: usize,
    /// The id of the process.
    attempt: String,
    /// Whether another process had the same result.
    is_confirmed: bool,
    /// The seconds that the unit took.
    seconds: f64,
}

/// The units that one process has counted.
struct ProcessCounts {
    session: Process,
    counts: Vec<(usize, UnitCount)>,
    seconds: f64,
}

/// Two results for one unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Conflict {
    /// The number of the unit.
    pub(crate) unit: usize,
    /// The two files with their results.
    pub(crate) of: [(PathBuf, UnitCount); 2],
}

/// The reasons why results cannot be combined.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    /// No file belongs to a campaign.
    #[error("neither a plan nor a result here: armistice plan and armistice shard make them")]
    Nothing,
    /// No file can be used.
    #[error("nothing here can be used; {file}: {fault}")]
    Damaged {
        /// The first damaged file.
        file: String,
        /// Its fault.
        fault: String,
    },
    /// A file cannot be read now, so it is unknown whether its part is counted.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// The error of the disk.
        #[source]
        error: io::Error,
    },
    /// The plan cannot be used.
    #[error("{0}")]
    Campaign(#[from] CampaignError),
    /// The plan cannot be made again.
    #[error("{0}")]
    Head(#[from] HeadError),
    /// A sum fails a check.
    #[error("{0}")]
    Run(#[from] RunError),
}

impl MergeResult {
    /// Reads all results in folders and files, and adds them up.
    ///
    /// The plan is that of the first folder with a plan, or else that of the first result.
    ///
    /// # Errors
    /// Returns an error if there is nothing to combine, or if the plan cannot be made again here.
    pub(crate) fn read(paths: &[PathBuf], settings: &Settings) -> Result<Self, MergeError> {
        let (campaign, files) = find(paths)?;
        let (records, damaged) = read_all(files)?;
        Self::of_records(campaign, records, damaged, settings)
    }

    /// Adds up results that were read, with the faults of the files that are not results.
    ///
    /// # Errors
    /// Returns the errors of [`MergeResult::read`], except those of files.
    pub(super) fn of_records(
        campaign: Option<Campaign>,
        records: Vec<FileContent<Record>>,
        mut damaged: Vec<FileContent<String>>,
        settings: &Settings,
    ) -> Result<Self, MergeError> {
        let campaign = match (campaign, records.first()) {
            (Some(campaign), _) => campaign,
            (None, Some((path, record))) => {
                let parts = record.part.map_or(1, |part| part.of).min(MAX_PARTS);
                Campaign::without_plan(path, record.head.clone(), parts.max(1))
            }
            (None, None) if damaged.is_empty() => return Err(MergeError::Nothing),
            (None, None) => {
                let (path, fault) = damaged.swap_remove(0);
                return Err(MergeError::Damaged { file: path.display().to_string(), fault });
            }
        };
        let plan = campaign.plan(settings)?;
        let units = plan.units().ok_or(CampaignError::Changed)?;
        let mut results = Results {
            damaged,
            counted: UnitCounts::empty(units.units()),
            origins: vec![None; units.units()],
            ..Results::default()
        };
        for (path, record) in records {
            results.take(path, &record, &campaign.head, units);
        }
        let part_seconds = |units: Vec<usize>| results.seconds_of(&units);
        let part_seconds = units.share_out(campaign.parts).into_iter().map(part_seconds).collect();
        let outcome = results.add_up(units)?.map(|outcome| plan.answer(outcome));
        let share = units.share_of(&results.counted);
        Ok(Self { campaign, plan, results, outcome, share, part_seconds })
    }

    /// Returns the parts of a plan without a single result, which are all of its parts. The plan need not be
    /// made again for that.
    ///
    /// `None` if there are results, or more parts than units, so that some parts are empty.
    ///
    /// # Errors
    /// Returns an error if the plan cannot be used.
    pub(crate) fn untouched_parts(paths: &[PathBuf]) -> Result<Option<Vec<usize>>, MergeError> {
        let (campaign, files) = find(paths)?;
        let is_untouched = |campaign: &Campaign| files.is_empty() && campaign.parts <= campaign.head.units();
        let Some(campaign) = campaign.filter(is_untouched) else { return Ok(None) };
        campaign.head.check_engines()?;
        Ok(Some((0..campaign.parts).collect()))
    }

    /// Returns the parts of the plan with missing units.
    pub(crate) fn missing_parts(&self) -> Vec<usize> {
        let parts = self.part_seconds.iter().enumerate();
        parts.filter(|(_, seconds)| seconds.is_none()).map(|(part, _)| part).collect()
    }

    /// Returns everything that was read as one sealed result, which can replace the files.
    ///
    /// `None` if there are conflicts or files of another count.
    pub(crate) fn as_result(&self) -> Option<String> {
        self.outcome.as_ref()?;
        let units = self.plan.units()?;
        let run = self.campaign.head.id();
        let mut lines = self.campaign.head.line();
        for ProcessCounts { session, counts, seconds } in &self.results.by_session {
            lines += &lines_of(session, blocks(&run, units, counts, *seconds));
        }
        Some(seal(lines))
    }
}

/// Finds the first plan in the folders and the results in them. Paths of files are taken as results.
fn find(paths: &[PathBuf]) -> Result<(Option<Campaign>, Vec<PathBuf>), CampaignError> {
    let mut campaign = None;
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        files.extend(Campaign::all_files(path, RESULT)?);
        match Campaign::open(path) {
            Ok(known) => _ = campaign.get_or_insert(known),
            Err(CampaignError::NoPlan | CampaignError::NoFolder) => {}
            Err(error) => return Err(error),
        }
    }
    Ok((campaign, files))
}

/// A file with its content or with its fault.
type FileContent<T> = (PathBuf, T);

/// The results, and the files that are not results.
type ReadFiles = (Vec<FileContent<Record>>, Vec<FileContent<String>>);

/// Reads the results among some files, and the faults of the other files.
fn read_all(files: Vec<PathBuf>) -> Result<ReadFiles, MergeError> {
    let (mut records, mut damaged) = (Vec::new(), Vec::new());
    for path in files {
        match Record::read(&path) {
            Ok(record) if record.seal.is_some() => records.push((path, record)),
            Ok(_) => damaged.push((path, UNSEALED.to_owned())),
            // Another process has just removed the file.
            Err(RecordError::Unreadable(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(RecordError::Unreadable(error)) => {
                return Err(MergeError::Unreadable { file: path.display().to_string(), error });
            }
            Err(error) => damaged.push((path, error.to_string())),
        }
    }
    Ok((records, damaged))
}

impl Results {
    /// Adds the units of a result.
    fn take(&mut self, path: PathBuf, record: &Record, head: &Head, units: &UnitPlan) {
        if let Some(difference) = record.head.difference(head) {
            return self.foreign.push((path, difference));
        }
        if !self.seals.insert(record.seal.clone().unwrap_or_default()) {
            return self.copies.push(path);
        }
        let checked = match record.counts(units) {
            Ok(checked) => checked,
            Err(error) => return self.damaged.push((path, error.to_string())),
        };
        self.files.push(path);
        let mut checked = checked.into_iter();
        for (session, entries) in record.by_session() {
            let mut share = ProcessCounts { session: session.clone(), counts: Vec::new(), seconds: 0.0 };
            let blocks = entries.iter().filter_map(|(_, entry)| entry.block());
            for (block, counts) in blocks.zip(&mut checked) {
                let seconds = block.seconds / counts.len().max(1) as f64;
                for (unit, count) in counts {
                    if self.note(unit, count, &session.attempt, seconds) {
                        share.counts.push((unit, count));
                        share.seconds += seconds;
                    }
                }
            }
            self.by_session.push(share);
        }
    }

    /// Adds a unit of the last file, and returns whether the unit is new.
    fn note(&mut self, unit: usize, count: UnitCount, attempt: &str, seconds: f64) -> bool {
        let file = self.files.len() - 1;
        match (self.counted.note(unit, count), &mut self.origins[unit]) {
            (Some(known), Some(origin)) => {
                if known != count {
                    let of = [(origin.file, known), (file, count)];
                    let of = of.map(|(file, count)| (self.files[file].clone(), count));
                    self.conflicts.push(Conflict { unit, of });
                } else if origin.attempt != attempt && !std::mem::replace(&mut origin.is_confirmed, true) {
                    self.confirmed += 1;
                }
                false
            }
            (_, origin) => {
                *origin =
                    Some(UnitOrigin { file, attempt: attempt.to_owned(), is_confirmed: false, seconds });
                true
            }
        }
    }

    /// Returns the number of units that were counted.
    pub(crate) fn units(&self) -> usize {
        self.counted.count_done()
    }

    /// Returns the seconds that threads took for them.
    pub(crate) fn seconds(&self) -> f64 {
        self.origins.iter().flatten().map(|origin| origin.seconds).sum()
    }

    /// Returns the seconds of some units, if all of them were counted.
    fn seconds_of(&self, units: &[usize]) -> Option<f64> {
        units.iter().map(|&unit| Some(self.origins[unit].as_ref()?.seconds)).sum()
    }

    /// Returns the sum, if there are no contradictions.
    fn add_up(&self, units: &UnitPlan) -> Result<Option<Outcome>, RunError> {
        if !(self.conflicts.is_empty() && self.foreign.is_empty()) {
            return Ok(None);
        }
        let mut outcome = units.add_up(&self.counted)?;
        outcome.elapsed = Duration::try_from_secs_f64(self.seconds()).unwrap_or_default();
        Ok(Some(outcome))
    }
}

/// Returns units as blocks. The time is divided among them by their shares.
fn blocks(run: &str, units: &UnitPlan, counts: &[(usize, UnitCount)], seconds: f64) -> Vec<Block> {
    let all: f64 = counts.iter().map(|&(unit, _)| units.share(unit)).sum::<f64>().max(f64::MIN_POSITIVE);
    let done = counts.iter().map(|&(unit, count)| {
        let share = units.share(unit);
        let time = Duration::try_from_secs_f64(seconds * share / all).unwrap_or_default();
        FinishedUnit::new(unit, count, time, share)
    });
    Block::from_units(run, units, done.collect(), Duration::ZERO)
}
