//! Automatic journals, which the user did not ask for: their folder, a list of them, and which of them are no
//! longer needed.

use super::exit::{UsageError, fault_of_path};
use super::{Exit, output};
use crate::notation::plain;
use crate::plan::memory_size;
use crate::report::numbers;
use crate::run::journal;
use crate::run::lock::{self, Lock};
use crate::run::record::{Process, RecordError};
use crate::run::state::state_path;
use crate::run::status::Status;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Returns the folder of what the program keeps between runs.
pub(super) fn state_folder() -> Option<PathBuf> {
    let home = || variable("HOME").map(|home| home.join(".local/state"));
    let state = variable("XDG_STATE_HOME").or_else(home).or_else(|| variable("LOCALAPPDATA"));
    state.map(|state| state.join("armistice"))
}

/// Returns the folder of automatic journals.
pub(super) fn folder() -> Option<PathBuf> {
    variable("ARMISTICE_RUNS").or_else(|| state_folder().map(|folder| folder.join("runs")))
}

/// Returns the path in an environment variable, unless it is empty.
fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The environment variable that limits the disk space of automatic journals.
const LIMIT: &str = "ARMISTICE_RUNS_LIMIT";
/// The limit in bytes if the variable is not set.
const DEFAULT_LIMIT: u64 = 1_000_000_000;
/// The least thread time of a journal that is never removed automatically.
const TOO_MUCH_TO_LOSE: Duration = Duration::from_secs(3600);
/// The age below which a journal is never removed automatically. On a file system without locks its process
/// may still be running.
const RECENT: Duration = Duration::from_secs(60);

/// Returns the limit in bytes for older journals when another one is begun.
pub(super) fn limit() -> Result<u64, UsageError> {
    let Some(typed) = std::env::var_os(LIMIT).filter(|typed| !typed.is_empty()) else {
        return Ok(DEFAULT_LIMIT);
    };
    let typed = typed.to_string_lossy();
    // `0` needs no unit: it means that no older journals are kept. A number alone would otherwise need one.
    if typed == "0" {
        return Ok(0);
    }
    memory_size(&typed).map_err(|fault| UsageError(format!("{LIMIT}: {}: {fault}", output::quote(&typed))))
}

/// A journal in the folder of automatic journals.
struct KeptJournal {
    path: PathBuf,
    /// The time since the journal was last written.
    age: Duration,
    /// The size on the disk in bytes, with the saved states of a sweep.
    bytes: u64,
}

impl KeptJournal {
    fn from_path(path: PathBuf) -> Option<Self> {
        let known = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
        let age = SystemTime::now().duration_since(known.modified().ok()?).unwrap_or_default();
        let size = |slot| fs::metadata(state_path(&path, slot)).map_or(0, |known| known.len());
        let bytes = known.len() + size(1) + size(2);
        Some(Self { path, age, bytes })
    }

    fn status(&self) -> Result<Status, RecordError> {
        Status::read(&self.path)
    }

    fn is_being_counted(&self) -> bool {
        lock::owner_of(&self.path).is_some()
    }

    /// Whether the journal is automatic and holds so little work that it may be removed when there is no
    /// room. A damaged journal may hold more and is kept.
    fn is_expendable(&self) -> bool {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let is_little = |status: Status| {
            status.thread_time() < TOO_MUCH_TO_LOSE && name.contains(&format!("-{}", status.head.id()))
        };
        self.age > RECENT && self.status().is_ok_and(is_little)
    }

    fn line(&self, what: &str) -> String {
        let (age, size) = (numbers::time(self.age), size(self.bytes));
        format!("{what}, {age} ago, {size}: {}", plain(&self.path.to_string_lossy()))
    }

    /// Removes the journal and its states, unless a process is using it. Returns whether it is gone.
    fn remove(&self) -> bool {
        // The lock keeps other processes from resuming the count.
        let Ok(_lock) = Lock::take(&self.path, &Process::describe(String::new(), "", 0)) else {
            return false;
        };
        journal::remove(&self.path);
        !self.path.exists()
    }
}

fn size(bytes: u64) -> String {
    numbers::bytes(bytes as usize)
}

/// Says how many journals there are and how large they are together.
fn total(journals: &[KeptJournal]) -> String {
    let bytes = journals.iter().map(|kept| kept.bytes).sum();
    format!("{}, {}", numbers::count_noun(journals.len(), "journal"), size(bytes))
}

/// Describes the state of a count.
fn describe(status: &Status) -> String {
    let (problem, done) = (status.head.requested_problem(), numbers::percent(status.shown_share()));
    format!("{problem}: {done} done, {} of counting", numbers::time(status.thread_time()))
}

/// Returns the journals, the one that was written last first.
fn journals() -> anyhow::Result<Vec<KeptJournal>> {
    let entries = match folder() {
        Some(folder) => match fs::read_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(fault_of_path(&folder, error));
            }
            entries => entries.ok(),
        },
        None => None,
    };
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let journals = paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let mut journals: Vec<KeptJournal> = journals.filter_map(KeptJournal::from_path).collect();
    journals.sort_by(|one, other| one.age.cmp(&other.age).then_with(|| one.path.cmp(&other.path)));
    Ok(journals)
}

/// Returns the files of the journals, the one that was written last first.
pub(super) fn paths() -> anyhow::Result<Vec<PathBuf>> {
    Ok(journals()?.into_iter().map(|kept| kept.path).collect())
}

/// Returns the unfinished journal that was written last and that no process is using.
pub(super) fn latest_journal() -> anyhow::Result<PathBuf> {
    let is_open = |kept: &KeptJournal| kept.status().is_ok_and(|status| status.shown_share() < 1.0);
    let found = journals()?.into_iter().find(|kept| is_open(kept) && !kept.is_being_counted());
    found.map(|kept| kept.path).ok_or_else(|| {
        let place = folder().map_or_else(|| "nowhere".to_owned(), |folder| output::quoted_path(&folder));
        UsageError(format!("--resume found no interrupted count in {place}: name a journal")).into()
    })
}

/// Lists the journals, one a line, and their total size.
pub(super) fn list() -> anyhow::Result<Exit> {
    let journals = journals()?;
    if journals.is_empty() {
        output::write("there are no interrupted counts\n")?;
        return Ok(Exit::Complete);
    }
    for kept in &journals {
        let what = match kept.status() {
            Ok(status) => describe(&status) + if kept.is_being_counted() { ", running" } else { "" },
            Err(error) => format!("cannot be used: {error}"),
        };
        output::write(&format!("{}\n", kept.line(&what)))?;
    }
    output::write(&format!("{}\n", total(&journals)))?;
    Ok(Exit::Complete)
}

/// Removes journals that are finished or older than `older_than`, and lists them. A count that is running
/// keeps its journal.
pub(super) fn remove_journals(older_than: Option<Duration>) -> anyhow::Result<Exit> {
    let mut freed = 0;
    for kept in journals()? {
        let is_old = older_than.is_some_and(|limit| kept.age >= limit);
        let what = match kept.status() {
            Ok(status) if is_old || status.shown_share() >= 1.0 => describe(&status),
            Err(_) if is_old && is_of_this_program(&kept.path) => "cannot be used".to_owned(),
            _ => continue,
        };
        if kept.remove() {
            output::write(&format!("removed: {}\n", kept.line(&what)))?;
            freed += kept.bytes;
        }
    }
    output::write(&format!("{} freed\n", size(freed)))?;
    Ok(Exit::Complete)
}

/// Removes older journals until the rest is within a limit, after another one was begun. Only journals that
/// no process is using and that hold little work are removed, the oldest first. Returns a line for each
/// removed journal, and one about those that remain.
pub(super) fn make_room(begun: &Path, limit: u64) -> (Vec<String>, Option<String>) {
    let is_idle = |kept: &KeptJournal| kept.path != begun && !kept.is_being_counted();
    // If the folder cannot be read now, a later run removes journals.
    let mut idle: Vec<KeptJournal> = journals().unwrap_or_default().into_iter().filter(is_idle).collect();
    let mut removed = Vec::new();
    // Journals that cannot be removed do not count, so a large one does not cause the removal of others.
    let is_over = |journals: &[KeptJournal]| journals.iter().map(|kept| kept.bytes).sum::<u64>() > limit;
    if is_over(&idle) {
        let (mut expendable, others): (Vec<KeptJournal>, _) =
            idle.into_iter().partition(KeptJournal::is_expendable);
        idle = others;
        while is_over(&expendable)
            && let Some(oldest) = expendable.pop()
        {
            let what = oldest.status().map_or_else(|error| error.to_string(), |status| describe(&status));
            match oldest.remove() {
                true => removed.push(format!("removed to make room: {}", oldest.line(&what))),
                false => idle.push(oldest),
            }
        }
        idle.append(&mut expendable);
    }
    let advice = "armistice status lists them, armistice status --clean --older-than 7d removes old ones";
    let left = (!idle.is_empty()).then(|| format!("{} of earlier counts: {advice}", total(&idle)));
    (removed, left)
}

/// Whether a file, even a damaged one, begins like a journal of this program. Other files in the folder
/// belong to the user.
fn is_of_this_program(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut beginning));
    let is_named = |schema: &[u8]| beginning.windows(schema.len()).any(|part| part == schema);
    read.is_ok() && (beginning.is_empty() || is_named(b"\"schema\":\"armistice."))
}

/// The number of bytes within which a journal names its schema.
const HEAD_BYTES: u64 = 256;
