//! Automatic journals, which were not asked for: where they are kept, which there are, and which are no longer needed.

use super::exit::UsageError;
use super::{Exit, output};
use armistice::report::numbers;
use armistice::run::lock;
use armistice::run::record::RecordError;
use armistice::run::states::state_path;
use armistice::run::status::Status;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Where automatic journals are kept.
pub(super) fn folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = || {
        let home = || variable("HOME").map(|home| home.join(".local/state"));
        variable("XDG_STATE_HOME").or_else(home).or_else(|| variable("LOCALAPPDATA"))
    };
    variable("ARMISTICE_RUNS").or_else(|| state().map(|state| state.join("armistice/runs")))
}

/// A journal in that folder.
struct Kept {
    path: PathBuf,
    /// How long ago it was written.
    age: Duration,
    /// What it takes on the disk, with the states of a sweep.
    bytes: u64,
}

impl Kept {
    fn of(path: PathBuf) -> Option<Self> {
        let known = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
        let age = SystemTime::now().duration_since(known.modified().ok()?).unwrap_or_default();
        let size = |slot| fs::metadata(state_path(&path, slot)).map_or(0, |known| known.len());
        let bytes = known.len() + size(1) + size(2);
        Some(Self { path, age, bytes })
    }

    /// What is counted, and which share of it is done; or why that is not known.
    fn progress(&self) -> Result<(String, f64), RecordError> {
        Status::read(&self.path).map(|status| (status.problem().to_owned(), status.shown_share()))
    }

    fn is_being_counted(&self) -> bool {
        lock::owner_of(&self.path).is_some()
    }

    fn line(&self, what: &str) -> String {
        let (age, size) = (numbers::time(self.age), numbers::bytes(self.bytes as usize));
        format!("{what}, {age} ago, {size}: {}\n", self.path.display())
    }
}

/// The journals, the one that was written last first.
fn journals() -> Vec<Kept> {
    let entries = folder().and_then(|folder| fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let journals = paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let mut journals: Vec<Kept> = journals.filter_map(Kept::of).collect();
    journals.sort_by(|one, other| one.age.cmp(&other.age).then_with(|| one.path.cmp(&other.path)));
    journals
}

/// The files of the journals, in the same order.
pub(super) fn paths() -> Vec<PathBuf> {
    journals().into_iter().map(|kept| kept.path).collect()
}

/// The journal that was written last and is not finished.
pub(super) fn latest() -> Result<PathBuf, UsageError> {
    let is_open = |kept: &Kept| kept.progress().is_ok_and(|(_, share)| share < 1.0);
    let found = journals().into_iter().find(|kept| is_open(kept) && !kept.is_being_counted());
    found.map(|kept| kept.path).ok_or_else(|| {
        let place = folder().map_or_else(|| "nowhere".to_owned(), |folder| output::quoted_path(&folder));
        UsageError(format!("--resume: no interrupted count in {place}: name a journal"))
    })
}

/// Lists what is kept, a line each.
pub(super) fn list() -> anyhow::Result<Exit> {
    let journals = journals();
    if journals.is_empty() {
        output::write("there are no interrupted counts\n")?;
    }
    for kept in &journals {
        let what = match kept.progress() {
            Ok((problem, share)) => {
                let active = if kept.is_being_counted() { ", running" } else { "" };
                format!("{problem}: {} done{active}", numbers::percent(share))
            }
            Err(error) => format!("cannot be used: {error}"),
        };
        output::write(&kept.line(&what))?;
    }
    Ok(Exit::Complete)
}

/// Removes what is finished, or was not written for some time, and says so. What is being counted now stays.
pub(super) fn clean(older_than: Option<Duration>) -> anyhow::Result<Exit> {
    let mut freed = 0;
    for kept in journals() {
        let is_old = older_than.is_some_and(|limit| kept.age >= limit);
        let what = match kept.progress() {
            Ok((problem, share)) if is_old || share >= 1.0 => {
                format!("removed: {problem}, {} done", numbers::percent(share))
            }
            Err(_) if is_old && is_of_this_program(&kept.path) => "removed: cannot be used".to_owned(),
            _ => continue,
        };
        if kept.is_being_counted() {
            continue;
        }
        output::write(&kept.line(&what))?;
        remove(&kept.path);
        freed += kept.bytes;
    }
    output::write(&format!("{} freed\n", numbers::bytes(freed as usize)))?;
    Ok(Exit::Complete)
}

/// Whether a file, however damaged, begins as this program begins journals: what else lies in the folder is somebody's.
fn is_of_this_program(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut beginning));
    let is_named = |schema: &[u8]| beginning.windows(schema.len()).any(|part| part == schema);
    read.is_ok() && (beginning.is_empty() || is_named(b"\"schema\":\"armistice."))
}

/// Within this many bytes a journal says what it is.
const HEAD_BYTES: u64 = 256;

fn remove(journal: &Path) {
    armistice::run::journal::remove(journal);
    let _ = fs::remove_file(lock::path_of(journal));
}
