//! A folder with a plan and the parts of a count.
//!
//! ```text
//! queens/plan.json                                   what is counted, and in how many parts
//! queens/7f/part-3-of-100.0f8e2c51aa90.journal       a part that is being counted
//! queens/7f/part-3-of-100.5b11c0d2e3f4.result        a part that was counted
//! ```
//!
//! The plan is made once and never changed. No process writes to a file of another one: each that counts a part has a
//! journal of its own and reads those of processes before it, so that nothing has to be locked, and a process
//! wrongly considered dead does no harm. Files lie in folders by the first two digits of a hash, so that none gets too
//! large.

use super::files;
use super::head::{Head, HeadError};
use super::record::{Line, Parts, Record, RecordError, sealed};
use crate::plan::kept::UnitPlan;
use crate::plan::{Plan, Settings};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the plan in its folder.
const PLAN: &str = "plan.json";
/// Far more parts than a plan has units: most would be empty.
pub(crate) const MAX_PARTS: usize = 1_000_000;
/// How the names of journals of parts end, and of results.
pub(crate) const JOURNAL: &str = "journal";
/// How the names of results end.
pub(crate) const RESULT: &str = "result";

/// A plan in its folder.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Campaign {
    folder: PathBuf,
    /// What is counted.
    pub(crate) head: Head,
    /// In how many parts.
    pub(crate) parts: usize,
}

/// Why there is no campaign.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CampaignError {
    /// No plan in the folder.
    #[error("no {PLAN} here: armistice plan makes one")]
    NoPlan,
    /// A plan that cannot be used.
    #[error("{PLAN}{}: armistice plan makes the same one again", fault_of_plan(.0))]
    Plan(RecordError),
    /// A plan that was changed, or is something else.
    #[error("{PLAN} is not a plan, or was changed after it was made")]
    Changed,
    /// Another plan.
    #[error("{PLAN} already exists, for {known}: {difference}: use another folder")]
    Other {
        /// What is there.
        known: String,
        /// In what it differs from what was asked for.
        difference: String,
    },
    /// The count cannot be made here.
    #[error("{PLAN}: {0}")]
    Head(#[from] HeadError),
    /// Whatever the disk says.
    #[error("{0}")]
    Disk(#[from] io::Error),
}

/// What is wrong with a plan, without what is good advice for journals.
fn fault_of_plan(error: &RecordError) -> String {
    match error {
        RecordError::Line { line, fault, .. } => format!(", line {line}, is {fault}"),
        RecordError::Empty => " is empty".to_owned(),
        other => format!(": {other}"),
    }
}

impl Campaign {
    /// The plan in a folder.
    ///
    /// # Errors
    /// Folders without one, and plans that were changed.
    pub(crate) fn open(folder: &Path) -> Result<Self, CampaignError> {
        let record = match Record::read(&folder.join(PLAN)) {
            Err(RecordError::Unreadable(error)) if error.kind() == io::ErrorKind::NotFound => {
                return Err(CampaignError::NoPlan);
            }
            Err(RecordError::Unreadable(error)) => return Err(error.into()),
            read => read.map_err(CampaignError::Plan)?,
        };
        match (record.parts, record.seal) {
            (Some(parts), Some(_)) if !record.head.is_swept() && (1..=MAX_PARTS).contains(&parts) => {
                Ok(Self { folder: folder.to_owned(), head: record.head, parts })
            }
            _ => Err(CampaignError::Changed),
        }
    }

    /// Puts a plan into a folder, which is made if it is not there; returns whether it is new. The same plan may be there
    /// already.
    ///
    /// # Errors
    /// Folders with another plan, and whatever the disk says.
    pub(crate) fn create(folder: &Path, head: &Head, parts: usize) -> Result<(Self, bool), CampaignError> {
        let mut is_new = false;
        let known = match Self::open(folder) {
            Err(CampaignError::NoPlan) => {
                fs::create_dir_all(folder)?;
                let lines = sealed(head.line() + &Line::Parts(Parts { parts }).write());
                is_new = files::publish(&folder.join(PLAN), lines.as_bytes())?;
                Self::open(folder)?
            }
            known => known?,
        };
        let of_parts = || {
            (known.parts != parts).then(|| format!("the number of its parts is {}, not {parts}", known.parts))
        };
        match known.head.difference(head).or_else(of_parts) {
            Some(difference) => Err(CampaignError::Other { known: known.to_string(), difference }),
            None => Ok((known, is_new)),
        }
    }

    /// A campaign that is known from the head of one of its results.
    pub(crate) fn without_plan(folder: &Path, head: Head, parts: usize) -> Self {
        Self { folder: folder.to_owned(), head, parts }
    }

    /// The plan made again.
    ///
    /// # Errors
    /// Plans that cannot be made again here.
    pub(crate) fn plan(&self, settings: &Settings) -> Result<Plan, HeadError> {
        self.head.plan_again(settings)
    }

    /// The units of a part.
    pub(crate) fn units_of(&self, ledger: &UnitPlan, part: usize) -> Vec<usize> {
        ledger.share_out(self.parts).into_iter().nth(part).unwrap_or_default()
    }

    /// Where the files of a part are.
    fn folder_of(&self, part: usize) -> PathBuf {
        let hash = blake3::hash(self.name_of(part).as_bytes());
        self.folder.join(&hash.to_hex()[..2])
    }

    fn name_of(&self, part: usize) -> String {
        format!("part-{part}-of-{}", self.parts)
    }

    /// The name of a file of a part, whose folder is made if it is not there.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub(crate) fn path_of(&self, part: usize, attempt: &str, ending: &str) -> io::Result<PathBuf> {
        let folder = self.folder_of(part);
        fs::create_dir_all(&folder)?;
        Ok(folder.join(format!("{}.{attempt}.{ending}", self.name_of(part))))
    }

    /// The files of a part with such an ending, in order of their names.
    pub(crate) fn files_of(&self, part: usize, ending: &str) -> Vec<PathBuf> {
        let (start, end) = (format!("{}.", self.name_of(part)), format!(".{ending}"));
        let mut files =
            files(&self.folder_of(part), &|name| name.starts_with(&start) && name.ends_with(&end));
        files.sort_unstable();
        files
    }

    /// All files with such an ending, in the folder and the folders in it, in order of their names.
    pub(crate) fn all_files(folder: &Path, ending: &str) -> Vec<PathBuf> {
        let end = format!(".{ending}");
        let wanted = |name: &str| !name.starts_with('.') && name.ends_with(&end);
        let mut all = files(folder, &wanted);
        let Ok(entries) = fs::read_dir(folder) else { return all };
        for inner in entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            all.extend(files(&inner.path(), &wanted));
        }
        all.sort_unstable();
        all
    }
}

fn files(folder: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_wanted));
    names.map(|entry| entry.path()).collect()
}

impl std::fmt::Display for Campaign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { head, parts, .. } = self;
        let noun = if *parts == 1 { "part" } else { "parts" };
        write!(f, "{} in {parts} {noun} (plan {})", head.problem, head.id())
    }
}
