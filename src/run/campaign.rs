//! A folder with a plan and the parts of a count.
//!
//! ```text
//! queens/plan.json                                the head and the number of parts
//! queens/7f/part-3-of-100.0f8e2c51aa90.journal    a part that is being counted
//! queens/7f/part-3-of-100.0f8e2c51aa90.room       room on the disk for its result
//! queens/7f/part-3-of-100.5b11c0d2e3f4.result     a part that was counted
//! ```
//!
//! The plan is made once and never changed. No process writes to a file of another process. Each process that
//! counts a part has its own journal and reads the journals of earlier processes. So nothing has to be
//! locked, and a process that is wrongly considered dead does no harm. Files are in folders named by the
//! first two digits of a hash, so that no folder gets too large.

use super::files;
use super::head::{Head, HeadError};
use super::record::{Line, Parts, Record, RecordError, seal};
use crate::plan::kept::UnitPlan;
use crate::plan::{Plan, Settings};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The name of the plan in its folder.
const PLAN: &str = "plan.json";
/// The beginning of every file that this program writes for a count.
const BEGINNING: &[u8] = br#"{"line":"head","schema":"armistice."#;
/// The most parts. A plan has far fewer units, so most of that number of parts would be empty.
pub(crate) const MAX_PARTS: usize = 1_000_000;
/// The extension of journals of parts.
pub(crate) const JOURNAL: &str = "journal";
/// The extension of results.
pub(crate) const RESULT: &str = "result";
/// The extension of files that reserve room for results.
pub(crate) const ROOM: &str = "room";

/// A plan in its folder.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Campaign {
    folder: PathBuf,
    /// The head of the count.
    pub(crate) head: Head,
    /// The number of parts.
    pub(crate) parts: usize,
}

/// The reasons why a folder has no campaign.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CampaignError {
    /// The folder does not exist.
    #[error("no such folder")]
    NoFolder,
    /// The folder has no plan.
    #[error("no {PLAN} here: armistice plan makes one")]
    NoPlan,
    /// The plan cannot be used.
    #[error("{PLAN}{}: armistice plan makes the same one again", fault_of_plan(.0))]
    Plan(RecordError),
    /// The plan was cut off or changed.
    #[error("{PLAN} was cut, or changed after it was made: armistice plan makes the same one again")]
    Changed,
    /// A file of another kind has the name of the plan.
    #[error("{PLAN} is not a plan of this program: use another folder, or remove it")]
    Foreign,
    /// The plan cannot be used, and the folder has files of another plan.
    #[error("{PLAN} is damaged, and {file} is of another plan, {known}: use another folder")]
    Beside {
        /// A file of the other plan.
        file: String,
        /// The count that the file belongs to.
        known: String,
    },
    /// The folder has another plan.
    #[error("{PLAN} already exists, for {known}: {difference}: use another folder")]
    Other {
        /// The count of that plan.
        known: String,
        /// The difference from the requested count.
        difference: String,
    },
    /// The count is not possible here.
    #[error("{PLAN}: {0}")]
    Head(#[from] HeadError),
    /// The disk reports an error.
    #[error("{0}")]
    Disk(#[from] io::Error),
}

/// Returns the fault of a plan, without the advice that is meant for journals.
fn fault_of_plan(error: &RecordError) -> String {
    match error {
        RecordError::Line { line, fault, .. } => format!(", line {line}, is {fault}"),
        RecordError::Empty => " is empty".to_owned(),
        other => format!(": {other}"),
    }
}

impl Campaign {
    /// Opens the plan in a folder.
    ///
    /// # Errors
    /// Returns an error if the folder has no plan, or a changed one.
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

    /// Puts a plan into a folder, and returns whether it is new.
    ///
    /// The folder is created if necessary. It may already have this plan. An unusable plan is replaced.
    ///
    /// # Errors
    /// Returns an error if the folder has another plan or results of another plan, and the errors of the
    /// disk.
    pub(crate) fn create(folder: &Path, head: &Head, parts: usize) -> Result<(Self, bool), CampaignError> {
        let wanted = Self { folder: folder.to_owned(), head: head.clone(), parts };
        let lines = seal(head.line() + &Line::Parts(Parts { parts }).write());
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

    /// Rejects replacing a plan in a folder with files of another plan.
    fn check_others(&self) -> Result<(), CampaignError> {
        for (file, known) in Self::of_files(&self.folder)? {
            if !known.head.is_of(&self.head) || known.parts != self.parts {
                let file = file.strip_prefix(&self.folder).unwrap_or(&file).display().to_string();
                return Err(CampaignError::Beside { file, known: known.to_string() });
            }
        }
        Ok(())
    }

    /// Returns the campaigns that the files of parts in a folder name. Damaged files are skipped.
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

    /// Returns the number of parts of a count that is planned in a folder.
    ///
    /// It follows from the plan or, if that cannot be used, from the results.
    pub(crate) fn count_planned_parts(folder: &Path, head: &Head) -> Option<usize> {
        let known = match Self::open(folder) {
            Ok(known) => known,
            Err(_) => Self::of_files(folder).ok()?.into_iter().next()?.1,
        };
        known.head.is_of(head).then_some(known.parts)
    }

    /// Creates a campaign from the head of one of its results.
    pub(crate) fn without_plan(folder: &Path, head: Head, parts: usize) -> Self {
        Self { folder: folder.to_owned(), head, parts }
    }

    /// Makes the plan again.
    ///
    /// # Errors
    /// Returns an error if the plan cannot be made again here.
    pub(crate) fn plan(&self, settings: &Settings) -> Result<Plan, HeadError> {
        self.head.plan_again(settings)
    }

    /// Returns the units of a part.
    pub(crate) fn units_of(&self, ledger: &UnitPlan, part: usize) -> Vec<usize> {
        ledger.share_out(self.parts).into_iter().nth(part).unwrap_or_default()
    }

    /// Returns the folder for the files of a part.
    pub(crate) fn folder_of(&self, part: usize) -> PathBuf {
        let hash = blake3::hash(self.name_of(part).as_bytes());
        self.folder.join(&hash.to_hex()[..2])
    }

    fn name_of(&self, part: usize) -> String {
        format!("part-{part}-of-{}", self.parts)
    }

    /// Creates the folder for the files of a part, with the permissions of the plan's folder.
    ///
    /// # Errors
    /// Returns the errors of the disk.
    pub(crate) fn make_folder(&self, part: usize) -> io::Result<()> {
        let folder = self.folder_of(part);
        match fs::create_dir(&folder) {
            Ok(()) => {
                // The owner of the plan's folder decides who may write, not the permission mask of the first
                // process.
                if let Ok(known) = fs::metadata(&self.folder) {
                    let _ = fs::set_permissions(&folder, known.permissions());
                }
                Ok(())
            }
            Err(_) if folder.is_dir() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns the path of a file of a part.
    pub(crate) fn path_of(&self, part: usize, attempt: &str, ending: &str) -> PathBuf {
        self.folder_of(part).join(format!("{}.{attempt}.{ending}", self.name_of(part)))
    }

    /// Returns the files of a part with this extension, in the order of their names.
    ///
    /// # Errors
    /// Returns the errors of the disk.
    pub(crate) fn files_of(&self, part: usize, ending: &str) -> io::Result<Vec<PathBuf>> {
        let (start, end) = (format!("{}.", self.name_of(part)), format!(".{ending}"));
        let (mut files, _) =
            entries(&self.folder_of(part), &|name| name.starts_with(&start) && name.ends_with(&end))?;
        files.sort_unstable();
        Ok(files)
    }

    /// Returns all files with this extension in the folder and its subfolders, in the order of their names.
    ///
    /// # Errors
    /// Returns the errors of the disk. Folders of other programs need not be readable.
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

/// Returns whether a file begins like one of this program, however damaged, or was cut off before it could.
fn is_own(path: &Path) -> io::Result<bool> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(BEGINNING.len() as u64).read_to_end(&mut bytes)?;
    let written = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    Ok(BEGINNING.starts_with(written))
}

/// Returns whether this program gives such a name to folders.
fn is_of_parts(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the files in a folder whose names are wanted, and its subfolders. A missing folder has none.
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
