//! A folder with a plan and the parts of a count.
//!
//! ```text
//! queens/plan.json                                   what is counted, and in how many parts
//! queens/7f/part-3-of-100.0f8e2c51aa90.journal       a part that is being counted
//! queens/7f/part-3-of-100.0f8e2c51aa90.room          room on the disk for its result
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
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The name of the plan in its folder.
const PLAN: &str = "plan.json";
/// How whatever this program writes of a count begins.
const BEGINNING: &[u8] = br#"{"line":"head","schema":"armistice."#;
/// Far more parts than a plan has units: most would be empty.
pub(crate) const MAX_PARTS: usize = 1_000_000;
/// How the names of journals of parts end, and of results.
pub(crate) const JOURNAL: &str = "journal";
/// How the names of results end.
pub(crate) const RESULT: &str = "result";
/// How the names of files end that keep room for results.
pub(crate) const ROOM: &str = "room";

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
    /// Not even a folder.
    #[error("no such folder")]
    NoFolder,
    /// No plan in the folder.
    #[error("no {PLAN} here: armistice plan makes one")]
    NoPlan,
    /// A plan that cannot be used.
    #[error("{PLAN}{}: armistice plan makes the same one again", fault_of_plan(.0))]
    Plan(RecordError),
    /// A plan that was cut or changed.
    #[error("{PLAN} was cut, or changed after it was made: armistice plan makes the same one again")]
    Changed,
    /// Something else of that name.
    #[error("{PLAN} is no plan of this program: use another folder, or remove it")]
    Foreign,
    /// A plan that cannot be used, beside files of another one.
    #[error("{PLAN} is damaged, and {file} is of another plan, {known}: use another folder")]
    Beside {
        /// Such a file.
        file: String,
        /// What it is of.
        known: String,
    },
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
                return Err(if folder.exists() { CampaignError::NoPlan } else { CampaignError::NoFolder });
            }
            Err(RecordError::Unreadable(error)) => return Err(error.into()),
            Err(_) if !is_own(&folder.join(PLAN))? => return Err(CampaignError::Foreign),
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
    /// already. One that cannot be used is replaced.
    ///
    /// # Errors
    /// Folders with another plan, or results of one, and whatever the disk says.
    pub(crate) fn create(folder: &Path, head: &Head, parts: usize) -> Result<(Self, bool), CampaignError> {
        let wanted = Self { folder: folder.to_owned(), head: head.clone(), parts };
        let lines = sealed(head.line() + &Line::Parts(Parts { parts }).write());
        let path = folder.join(PLAN);
        let mut is_new = false;
        let known = match Self::open(folder) {
            Err(CampaignError::NoFolder | CampaignError::NoPlan) => {
                fs::create_dir_all(folder)?;
                is_new = files::publish(&path, lines.as_bytes())?;
                Self::open(folder)?
            }
            Err(CampaignError::Plan(_) | CampaignError::Changed) => {
                wanted.check_others()?;
                files::replace(&path, lines.as_bytes())?;
                is_new = true;
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

    /// Refuses to replace a plan beside files of another one.
    fn check_others(&self) -> Result<(), CampaignError> {
        for (file, known) in Self::of_files(&self.folder)? {
            if !known.head.is_of(&self.head) || known.parts != self.parts {
                let file = file.strip_prefix(&self.folder).unwrap_or(&file).display().to_string();
                return Err(CampaignError::Beside { file, known: known.to_string() });
            }
        }
        Ok(())
    }

    /// The campaigns of parts in a folder, as their files say. What is damaged says nothing.
    fn of_files(folder: &Path) -> Result<Vec<(PathBuf, Self)>, io::Error> {
        let mut known = Vec::new();
        for ending in [RESULT, JOURNAL] {
            for file in Self::all_files(folder, ending)? {
                match Record::read(&file) {
                    Ok(Record { head, part: Some(part), .. }) => {
                        known.push((file, Self::without_plan(folder, head, part.of)));
                    }
                    Err(RecordError::Unreadable(error)) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(error);
                    }
                    _ => {}
                }
            }
        }
        Ok(known)
    }

    /// In how many parts a count is planned in a folder, by its plan or, if that cannot be used, by its results.
    pub(crate) fn planned(folder: &Path, head: &Head) -> Option<usize> {
        let known = match Self::open(folder) {
            Ok(known) => known,
            Err(_) => Self::of_files(folder).ok()?.into_iter().next()?.1,
        };
        known.head.is_of(head).then_some(known.parts)
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
    pub(crate) fn folder_of(&self, part: usize) -> PathBuf {
        let hash = blake3::hash(self.name_of(part).as_bytes());
        self.folder.join(&hash.to_hex()[..2])
    }

    fn name_of(&self, part: usize) -> String {
        format!("part-{part}-of-{}", self.parts)
    }

    /// Makes the folder for the files of a part, for the same users as the folder of the plan.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub(crate) fn make_folder(&self, part: usize) -> io::Result<()> {
        let folder = self.folder_of(part);
        match fs::create_dir(&folder) {
            Ok(()) => {
                // Who owns the folder of the plan says who may write, and not what the first process has masked.
                if let Ok(known) = fs::metadata(&self.folder) {
                    let _ = fs::set_permissions(&folder, known.permissions());
                }
                Ok(())
            }
            Err(_) if folder.is_dir() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The name of a file of a part.
    pub(crate) fn path_of(&self, part: usize, attempt: &str, ending: &str) -> PathBuf {
        self.folder_of(part).join(format!("{}.{attempt}.{ending}", self.name_of(part)))
    }

    /// The files of a part with such an ending, in order of their names.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub(crate) fn files_of(&self, part: usize, ending: &str) -> io::Result<Vec<PathBuf>> {
        let (start, end) = (format!("{}.", self.name_of(part)), format!(".{ending}"));
        let (mut files, _) =
            entries(&self.folder_of(part), &|name| name.starts_with(&start) && name.ends_with(&end))?;
        files.sort_unstable();
        Ok(files)
    }

    /// All files with such an ending, in the folder and the folders in it, in order of their names.
    ///
    /// # Errors
    /// Whatever the disk says; folders that are not of this program need not be readable.
    pub(crate) fn all_files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
        let end = format!(".{ending}");
        let wanted = |name: &str| !name.starts_with('.') && name.ends_with(&end);
        let (mut all, folders) = entries(folder, &wanted)?;
        for inner in folders {
            match entries(&inner, &wanted) {
                Err(error) if is_of_parts(&inner) => return Err(error),
                inner => all.extend(inner.unwrap_or_default().0),
            }
        }
        all.sort_unstable();
        Ok(all)
    }
}

/// Whether a file, however damaged, begins like one of this program, or was cut before it could.
fn is_own(path: &Path) -> io::Result<bool> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(BEGINNING.len() as u64).read_to_end(&mut bytes)?;
    let written = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    Ok(BEGINNING.starts_with(written))
}

/// Whether a folder has a name that this program gives.
fn is_of_parts(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The files in a folder whose names are wanted, and the folders in it. A folder that is not there has none.
fn entries(folder: &Path, is_wanted: &dyn Fn(&str) -> bool) -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((files, folders)),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_wanted) {
            files.push(entry.path());
        } else if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    Ok((files, folders))
}

impl std::fmt::Display for Campaign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { head, parts, .. } = self;
        let noun = if *parts == 1 { "part" } else { "parts" };
        write!(f, "{} in {parts} {noun} (plan {})", head.problem, head.id())
    }
}
