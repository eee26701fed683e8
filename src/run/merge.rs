//! Adding up results, and what is wrong with them.
//!
//! That every placement extends exactly one unit is mathematics, and tested. That the units are those of the plan is seen by
//! making the plan again: its hash covers what every unit is to count. What is left is to ask of every unit who counted it:
//!
//! * no process: it is missing, and there is no total but a lower bound;
//! * one process: good;
//! * several, with the same count and the same number of nodes: *confirmed*, and counted once. Nodes are deterministic, so a
//!   fault that happens to hit the count has to hit them as well to be overlooked;
//! * several with different ones: a *conflict*. There is no total then. Neither is believed, not even the newer one.
//!
//! A file that is broken or was not sealed counts as absent, since its units can be counted again. A file that is whole and
//! belongs to another count is somebody's mistake, and stops everything.

use super::block::{Block, Done};
use super::campaign::{Campaign, CampaignError, MAX_PARTS, RESULT};
use super::head::{Head, HeadError};
use super::record::{Process, Record, RecordError, lines_of, sealed};
use crate::plan::kept::{UnitCounts, UnitPlan};
use crate::plan::{Outcome, Plan, RunError, Settings, UnitCount};
use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// What is wrong with a result of which the end is missing.
pub(super) const UNSEALED: &str = "incomplete: it has no seal";

/// Results put together.
pub(crate) struct Merged {
    /// What was counted.
    pub(crate) campaign: Campaign,
    /// The plan, made again.
    pub(crate) plan: Plan,
    /// What the files have of it.
    pub(crate) results: Results,
    /// The sum; a lower bound if units are missing. `None` if there is a conflict or a foreign file.
    pub(crate) outcome: Option<Outcome>,
    /// The share of the expected work that was done.
    pub(crate) share: f64,
    /// For each part its seconds, if it is complete.
    pub(crate) part_seconds: Vec<Option<f64>>,
}

/// What files have of the units of a plan, and what is wrong with them.
#[derive(Default)]
pub(crate) struct Results {
    /// Files that were taken into account.
    pub(crate) files: Vec<PathBuf>,
    /// Files with just what another one has: copies.
    pub(crate) copies: Vec<PathBuf>,
    /// How many units were counted by several processes with the same result.
    pub(crate) confirmed: usize,
    /// Units with different results.
    pub(crate) conflicts: Vec<Conflict>,
    /// Results of another count.
    pub(crate) foreign: Vec<(PathBuf, String)>,
    /// Files that are broken, and how.
    pub(crate) damaged: Vec<(PathBuf, String)>,
    seals: HashSet<String>,
    counted: UnitCounts,
    /// For each unit where its count is from, if it was counted.
    origins: Vec<Option<UnitOrigin>>,
    by_session: Vec<ProcessCounts>,
}

/// Where the count of a unit is from.
#[derive(Clone)]
struct UnitOrigin {
    /// The number of the file.
    file: usize,
    /// The process.
    attempt: String,
    /// Whether another process had the same.
    is_confirmed: bool,
    /// Seconds that it took.
    seconds: f64,
}

/// What one process has counted.
struct ProcessCounts {
    session: Process,
    counts: Vec<(usize, UnitCount)>,
    seconds: f64,
}

/// Two results for one unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Conflict {
    /// The unit.
    pub(crate) unit: usize,
    /// The files, and what they have.
    pub(crate) of: [(PathBuf, UnitCount); 2],
}

/// Why nothing can be put together.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    /// No file of a campaign.
    #[error("neither a plan nor a result here: armistice plan and armistice shard make them")]
    Nothing,
    /// Files that cannot be used.
    #[error("nothing here can be used; {file}: {fault}")]
    Damaged {
        /// The first of them.
        file: String,
        /// What is wrong with it.
        fault: String,
    },
    /// A file that cannot be read now: whether its part is counted is unknown.
    #[error("{file}: {error}")]
    Unreadable {
        /// Which.
        file: String,
        /// What happened.
        #[source]
        error: io::Error,
    },
    /// A plan that cannot be used.
    #[error("{0}")]
    Campaign(#[from] CampaignError),
    /// A plan that cannot be made again.
    #[error("{0}")]
    Head(#[from] HeadError),
    /// Sums that fail a check.
    #[error("{0}")]
    Run(#[from] RunError),
}

impl Merged {
    /// Reads all results in some folders, or files, and adds up. The plan is that of the first folder that has one, or else
    /// the one that the first result is of.
    ///
    /// # Errors
    /// Nothing to put together, and plans that cannot be made again here.
    pub(crate) fn read(paths: &[PathBuf], settings: &Settings) -> Result<Self, MergeError> {
        let (campaign, files) = find(paths)?;
        let (records, mut damaged) = read_all(files)?;
        let campaign = match (campaign, records.first()) {
            (Some(campaign), _) => campaign,
            (None, Some((_, record))) => {
                let parts = record.part.map_or(1, |part| part.of).min(MAX_PARTS);
                let folder = paths.first().cloned().unwrap_or_default();
                Campaign::without_plan(&folder, record.head.clone(), parts.max(1))
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
            counted: UnitCounts::none(units.units()),
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

    /// The parts of a plan without a single result, which are all of them: for this the plan need not be made again. `None` if
    /// there are results, or more parts than units, so that some parts are empty.
    ///
    /// # Errors
    /// Plans that cannot be used.
    pub(crate) fn untouched(paths: &[PathBuf]) -> Result<Option<Vec<usize>>, MergeError> {
        let (campaign, files) = find(paths)?;
        let is_untouched = |campaign: &Campaign| files.is_empty() && campaign.parts <= campaign.head.units();
        let Some(campaign) = campaign.filter(is_untouched) else { return Ok(None) };
        campaign.head.check_engines()?;
        Ok(Some((0..campaign.parts).collect()))
    }

    /// The parts of the plan with units that are missing.
    pub(crate) fn missing(&self) -> Vec<usize> {
        let parts = self.part_seconds.iter().enumerate();
        parts.filter(|(_, seconds)| seconds.is_none()).map(|(part, _)| part).collect()
    }

    /// Everything that was read as one sealed result, which can be put in the place of the files. With conflicts or foreign
    /// files there is none.
    pub(crate) fn as_result(&self) -> Option<String> {
        self.outcome.as_ref()?;
        let units = self.plan.units()?;
        let run = self.campaign.head.id();
        let mut lines = self.campaign.head.line();
        for ProcessCounts { session, counts, seconds } in &self.results.by_session {
            lines += &lines_of(session, blocks(&run, units, counts, *seconds));
        }
        Some(sealed(lines))
    }
}

/// The first plan in some folders, and the results there; files are what they are.
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

/// A file with what stands in it, or with what is wrong with it.
type Read<T> = (PathBuf, T);

/// Results, and files that are none.
type ReadFiles = (Vec<Read<Record>>, Vec<Read<String>>);

/// The results among some files, and what is wrong with the others.
fn read_all(files: Vec<PathBuf>) -> Result<ReadFiles, MergeError> {
    let (mut records, mut damaged) = (Vec::new(), Vec::new());
    for path in files {
        match Record::read(&path) {
            Ok(record) if record.seal.is_some() => records.push((path, record)),
            Ok(_) => damaged.push((path, UNSEALED.to_owned())),
            // Another process has just removed it.
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
    /// Takes a result into account.
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

    /// Takes note of a unit in the last file; returns whether it was not known before.
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

    /// How many units were counted.
    pub(crate) fn units(&self) -> usize {
        self.counted.done()
    }

    /// Seconds that threads took for them.
    pub(crate) fn seconds(&self) -> f64 {
        self.origins.iter().flatten().map(|origin| origin.seconds).sum()
    }

    /// Seconds for some units, if all of them were counted.
    fn seconds_of(&self, units: &[usize]) -> Option<f64> {
        units.iter().map(|&unit| Some(self.origins[unit].as_ref()?.seconds)).sum()
    }

    /// The sum, if nothing contradicts it.
    fn add_up(&self, units: &UnitPlan) -> Result<Option<Outcome>, RunError> {
        if !(self.conflicts.is_empty() && self.foreign.is_empty()) {
            return Ok(None);
        }
        let mut outcome = units.add_up(&self.counted)?;
        outcome.elapsed = Duration::try_from_secs_f64(self.seconds()).unwrap_or_default();
        Ok(Some(outcome))
    }
}

/// Units as blocks; their time goes to them by their shares.
fn blocks(run: &str, units: &UnitPlan, counts: &[(usize, UnitCount)], seconds: f64) -> Vec<Block> {
    let all: f64 = counts.iter().map(|&(unit, _)| units.share(unit)).sum::<f64>().max(f64::MIN_POSITIVE);
    let done = counts.iter().map(|&(unit, count)| {
        let share = units.share(unit);
        let time = Duration::try_from_secs_f64(seconds * share / all).unwrap_or_default();
        Done::new(unit, count, time, share)
    });
    Block::of(run, units, done.collect(), Duration::ZERO)
}
