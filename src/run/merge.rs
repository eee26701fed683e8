//! Adding up results, and what is wrong with them.
//!
//! That every placement extends exactly one unit is mathematics, and tested. That the units are those of the plan is seen by
//! making the plan again: its hash covers what every unit is to count. What is left is to ask of every unit who counted it:
//!
//! * nobody: it is missing, and there is no total but a lower bound;
//! * one process: good;
//! * several, with the same count and the same number of nodes: *confirmed*, and counted once. Nodes are deterministic, so a
//!   fault that happens to hit the count has to hit them as well to be overlooked;
//! * several with different ones: a *conflict*. There is no total then. Neither is believed, also not the newer one.
//!
//! A file that is broken or was not sealed counts as absent, since its units can be counted again. A file that is whole and
//! belongs to another count is a mistake of somebody, and stops everything.

use super::block::{Block, Done};
use super::campaign::{Campaign, CampaignError, MOST_PARTS, RESULT};
use super::head::{Head, HeadError};
use super::record::{Line, Record, Seal, Session};
use crate::Problem;
use crate::plan::{Counted, Outcome, Plan, RunError, Settings, UnitCount, UnitPlan};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

/// Results put together.
pub struct Merged {
    /// What was counted.
    pub campaign: Campaign,
    /// The problem.
    pub problem: Problem,
    /// The plan, made again.
    pub plan: Plan,
    /// The sum; a lower bound if units are missing. Nothing if there is a conflict or a foreign file.
    pub outcome: Option<Outcome>,
    /// Results that went into it.
    pub files: usize,
    /// Files with just what another one has: copies.
    pub copies: Vec<PathBuf>,
    /// How many units were counted by several processes with the same result.
    pub confirmed: usize,
    /// Units with different results.
    pub conflicts: Vec<Conflict>,
    /// Results of another count.
    pub foreign: Vec<(PathBuf, String)>,
    /// Files that are broken, and how.
    pub damaged: Vec<(PathBuf, String)>,
    /// The parts of the plan with units that are missing.
    pub missing: Vec<usize>,
    /// Units that were counted.
    pub units: usize,
    /// The share of the expected work that was done.
    pub share: f64,
    /// Seconds that threads took for it.
    pub seconds: f64,
    /// For each part its seconds, if it is complete.
    pub part_seconds: Vec<Option<f64>>,
    counted: Counted,
    by_session: Vec<Share>,
}

/// What one process has counted.
struct Share {
    session: Session,
    counts: Vec<(usize, UnitCount)>,
    seconds: f64,
}

/// Two results for one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The unit.
    pub unit: usize,
    /// The files, and what they have.
    pub of: [(PathBuf, UnitCount); 2],
}

/// Why nothing can be put together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// No file of a campaign.
    #[error("there is neither a plan nor a result here: armistice plan and armistice shard make them")]
    Nothing,
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
    /// Reads all results in some folders, or files, and adds up. The plan is that of the first folder that has one, or else the
    /// one that the first result is of.
    ///
    /// # Errors
    /// Nothing to put together, and plans that cannot be made again here.
    pub fn read(paths: &[PathBuf], settings: &Settings) -> Result<Self, MergeError> {
        let mut campaign = None;
        let mut files: Vec<PathBuf> = Vec::new();
        for path in paths {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            files.extend(Campaign::all_files(path, RESULT));
            match Campaign::open(path) {
                Ok(known) => _ = campaign.get_or_insert(known),
                Err(CampaignError::NoPlan) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut records: Vec<(PathBuf, Record)> = Vec::new();
        let mut damaged: Vec<(PathBuf, String)> = Vec::new();
        for path in files {
            match Record::read(&path) {
                Ok(record) if record.seal.is_some() => records.push((path, record)),
                Ok(_) => damaged.push((path, "it was not written to its end: it has no seal".to_owned())),
                Err(error) => damaged.push((path, error.to_string())),
            }
        }
        let campaign = match (campaign, records.first()) {
            (Some(campaign), _) => campaign,
            (None, Some((_, record))) => {
                let parts = record.part.map_or(1, |part| part.of).min(MOST_PARTS);
                let folder = paths.first().cloned().unwrap_or_default();
                Campaign::without_plan(&folder, record.head.clone(), parts.max(1))
            }
            (None, None) if damaged.is_empty() => return Err(MergeError::Nothing),
            (None, None) => {
                let (path, fault) = damaged.swap_remove(0);
                let fault = format!("{}: {fault}", path.display());
                return Err(HeadError::Unknown(fault).into());
            }
        };
        let plan = campaign.plan(settings)?;
        let problem = plan.question().problem.clone();
        let mut merged = Self {
            counted: Counted::none(campaign.head.units),
            campaign,
            problem,
            plan,
            outcome: None,
            files: 0,
            copies: Vec::new(),
            confirmed: 0,
            conflicts: Vec::new(),
            foreign: Vec::new(),
            damaged,
            missing: Vec::new(),
            units: 0,
            share: 0.0,
            seconds: 0.0,
            part_seconds: Vec::new(),
            by_session: Vec::new(),
        };
        merged.take_all(records);
        merged.add_up()?;
        Ok(merged)
    }

    fn take_all(&mut self, records: Vec<(PathBuf, Record)>) {
        // A plan without units has no ledger and no head, so there is always one.
        let Some(ledger) = self.plan.units() else { return };
        // For each unit the file and the process that it is from, and whether another process had the same.
        let mut origins: Vec<Option<(usize, String, bool)>> = vec![None; ledger.units()];
        let mut seals: HashMap<String, usize> = HashMap::new();
        let mut seconds_of = vec![0.0; ledger.units()];
        let mut files: Vec<PathBuf> = Vec::new();
        for (path, record) in records {
            if !record.head.is_of(&self.campaign.head) {
                self.foreign.push((path, differs(&record.head, &self.campaign.head)));
                continue;
            }
            let seal = record.seal.clone().unwrap_or_default();
            if seals.insert(seal, files.len()).is_some() {
                self.copies.push(path);
                continue;
            }
            let checked = match record.counts(ledger) {
                Ok(checked) => checked,
                Err(error) => {
                    self.damaged.push((path, error.to_string()));
                    continue;
                }
            };
            let file = files.len();
            files.push(path.clone());
            let mut first = 0;
            for (session, blocks) in record.by_session() {
                let mut new = Vec::new();
                let mut seconds = 0.0;
                for ((_, block), counts) in blocks.iter().zip(&checked[first..]) {
                    let each = block.seconds / counts.len().max(1) as f64;
                    for &(unit, count) in counts {
                        match (self.counted.note(unit, count), &mut origins[unit]) {
                            (Some(known), Some((other, attempt, is_confirmed))) => {
                                if known != count {
                                    let of = [(files[*other].clone(), known), (path.clone(), count)];
                                    self.conflicts.push(Conflict { unit, of });
                                } else if *attempt != session.attempt
                                    && !std::mem::replace(is_confirmed, true)
                                {
                                    self.confirmed += 1;
                                }
                            }
                            (_, origin) => {
                                *origin = Some((file, session.attempt.clone(), false));
                                seconds_of[unit] = each;
                                seconds += each;
                                new.push((unit, count));
                            }
                        }
                    }
                }
                first += blocks.len();
                self.by_session.push(Share { session: session.clone(), counts: new, seconds });
            }
        }
        self.files = files.len();
        self.units = self.counted.done();
        self.share = ledger.share_of(&self.counted);
        self.seconds = seconds_of.iter().sum();
        let shared = ledger.share_out(self.campaign.parts);
        for (part, units) in shared.iter().enumerate() {
            let is_complete = units.iter().all(|&unit| self.counted.get(unit).is_some());
            if !is_complete {
                self.missing.push(part);
            }
            let seconds = units.iter().map(|&unit| seconds_of[unit]).sum();
            self.part_seconds.push(is_complete.then_some(seconds));
        }
    }

    fn add_up(&mut self) -> Result<(), RunError> {
        if self.conflicts.is_empty() && self.foreign.is_empty() {
            let elapsed = Duration::try_from_secs_f64(self.seconds).unwrap_or_default();
            let outcome = self.plan.units().map(|units| units.add_up(&self.counted)).transpose()?;
            self.outcome = outcome.map(|outcome| Outcome { elapsed, ..outcome });
        }
        Ok(())
    }

    /// Everything that was read as one sealed result, which can be put in the place of the files. With conflicts or foreign
    /// files there is none.
    #[must_use]
    pub fn as_result(&self) -> Option<Vec<u8>> {
        self.outcome.as_ref()?;
        let ledger = self.plan.units()?;
        let run = self.campaign.head.id();
        let mut lines = Line::Head(Box::new(self.campaign.head.clone())).write();
        for Share { session, counts, seconds } in &self.by_session {
            lines += &Line::Session(session.clone()).write();
            blocks(&run, ledger, counts, *seconds)
                .for_each(|block| lines += &Line::Block(Box::new(block)).write());
        }
        lines += &Line::Seal(Seal::of(lines.as_bytes())).write();
        Some(lines.into_bytes())
    }
}

/// Units as blocks; their time goes to them by their shares.
fn blocks(
    run: &str,
    ledger: &UnitPlan,
    counts: &[(usize, UnitCount)],
    seconds: f64,
) -> impl Iterator<Item = Block> {
    let all: f64 = counts.iter().map(|&(unit, _)| ledger.share(unit)).sum::<f64>().max(f64::MIN_POSITIVE);
    let done = counts.iter().map(|&(unit, count)| {
        let share = ledger.share(unit);
        let time = Duration::try_from_secs_f64(seconds * share / all).unwrap_or_default();
        Done::new(unit, count, time, share)
    });
    Block::of(run, ledger, done.collect(), Duration::ZERO).into_iter()
}

/// In what a count is another one.
fn differs(head: &Head, wanted: &Head) -> String {
    match head.problem == wanted.problem {
        true => format!("it is of another plan ({}, and this is {})", head.id(), wanted.id()),
        false => format!("it is of another problem ({}, and this is {})", head.problem, wanted.problem),
    }
}
