//! The lock that gives one process at a time the right to write a journal.
//!
//! A file next to the journal names its owner: host, process and start time. A lock of the system holds the
//! file and ends with the process, however the process ends. So a dead owner on the same machine is
//! recognised immediately. On a folder shared among machines, such locks may be invisible from one machine to
//! another. Therefore the owner also touches the file every few seconds, and a lock of another host is taken
//! over only if it has not been touched for a while. Ages are compared on the clock of the file system, not
//! on those of the machines.

use super::files::create_beside;
use super::line;
use super::record::Process;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The silence after which an owner on another host is considered dead.
const DEAD_AFTER: Duration = Duration::from_secs(60);

/// The most times that a lock without a name is read again, a few milliseconds apart.
const MAX_TRIES: u32 = 100;

/// The owner of a lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Owner {
    attempt: String,
    /// The name of the machine.
    pub(crate) host: String,
    /// The number of the process.
    pub(crate) process: u32,
    started: u64,
}

impl Owner {
    fn unknown_owner() -> Self {
        Self { attempt: String::new(), host: "this machine".to_owned(), process: 0, started: 0 }
    }
}

impl From<&Process> for Owner {
    fn from(session: &Process) -> Self {
        let Process { attempt, host, process, started, .. } = session;
        Self { attempt: attempt.clone(), host: host.clone(), process: *process, started: *started }
    }
}

/// The reasons why a lock cannot be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LockError {
    /// Another process has the lock.
    #[error("process {process} on {host} is writing it now", process = .0.process, host = .0.host)]
    Taken(Owner),
    /// A process on another machine may have the lock.
    #[error(
        "process {process} on {host} wrote it {age} s ago: if that process has ended, try again in a minute",
        process = .owner.process,
        host = .owner.host
    )]
    Fresh {
        /// The owner that the lock names.
        owner: Owner,
        /// The seconds since the owner's last heartbeat.
        age: u64,
    },
    /// The disk reports an error.
    #[error("the lock file {path}: {error}")]
    Disk {
        /// The path of the lock.
        path: String,
        /// The error of the disk.
        #[source]
        error: io::Error,
    },
}

/// A lock that this process has. Dropping it releases the lock.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: File,
    owner: Owner,
}

/// Returns the path of the lock file of a journal: `queens.jsonl.lock`.
pub(crate) fn path_of(journal: &Path) -> PathBuf {
    let mut name = journal.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    journal.with_file_name(name)
}

impl Lock {
    /// Takes the lock of a journal.
    ///
    /// # Errors
    /// Returns an error if another process has the lock, and the errors of the disk.
    pub(crate) fn take(journal: &Path, session: &Process) -> Result<Self, LockError> {
        let path = path_of(journal);
        let mut tries = 0;
        let disk = |error| LockError::Disk { path: path.display().to_string(), error };
        loop {
            let Some(mut file) = open(&path).map_err(disk)? else { continue };
            let known = read_owner(&mut file).map_err(disk)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => match known {
                    Some(owner) => return Err(LockError::Taken(owner)),
                    // Its owner has only just created it, or has no room on the disk for a name.
                    None if tries == MAX_TRIES => return Err(LockError::Taken(Owner::unknown_owner())),
                    None => {
                        tries += 1;
                        std::thread::sleep(Duration::from_millis(5));
                        continue;
                    }
                },
                // The file system has no locks, so heartbeats must suffice.
                Err(TryLockError::Error(_)) => {}
            }
            // Its last owner may have removed the file between opening and locking. Then the lock is on a
            // file without a name.
            if !is_same(&file, &path) {
                continue;
            }
            let known = read_owner(&mut file).map_err(disk)?;
            if known.is_none() && !is_lock_without_owner(&mut file).map_err(disk)? {
                let fault = "not a lock of this program: give the journal another name, or remove the lock";
                return Err(disk(io::Error::other(fault)));
            }
            if let Some(owner) = &known
                && owner.host != session.host
            {
                let age = age(&file, &path).map_err(disk)?;
                if age < DEAD_AFTER {
                    return Err(LockError::Fresh { owner: owner.clone(), age: age.as_secs() });
                }
            }
            let mut lock = Self { path: path.clone(), file, owner: session.into() };
            // If the disk is full, the lock of the system must suffice.
            let _ = lock.beat();
            return Ok(lock);
        }
    }

    /// Writes the owner's name, which is also a heartbeat.
    fn beat(&mut self) -> io::Result<()> {
        let text = serde_json::to_string(&self.owner).unwrap_or_default();
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(text.as_bytes())
    }

    /// Sends a heartbeat, and returns whether this process still has the lock.
    ///
    /// # Errors
    /// Returns the errors of the disk.
    pub(crate) fn touch(&mut self) -> io::Result<bool> {
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error),
        };
        // An empty file was written while the disk was full.
        let is_own = read_owner(&mut file)?.is_none_or(|owner| owner == self.owner);
        if is_own {
            self.beat()?;
        }
        Ok(is_own)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file stays if another process has taken over.
        if is_same(&self.file, &self.path) && self.touch().unwrap_or(true) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Opens or creates a lock file; `None` if it appeared or disappeared at this moment.
///
/// Links are not followed, because their target would be overwritten.
fn open(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        file => return file.map(Some),
    }
    match fs::symlink_metadata(path) {
        Ok(known) if known.is_file() => {}
        Ok(_) => return Err(io::Error::other("not a file: links and devices are not locked")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        file => file.map(Some),
    }
}

/// More bytes than the name of any owner takes.
const MAX_OWNER_BYTES: u64 = 4096;

/// Reads the beginning of a lock file.
fn read_beginning(file: &mut File) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.rewind()?;
    file.take(MAX_OWNER_BYTES).read_to_end(&mut text)?;
    Ok(text)
}

/// Returns the owner that a lock file names; `None` if the file is empty or incomplete.
fn read_owner(file: &mut File) -> io::Result<Option<Owner>> {
    Ok(line::value(&read_beginning(file)?).ok())
}

/// Returns whether a file without an owner's name is a lock nevertheless.
///
/// Its owner was killed while writing the name, or had no room for it.
fn is_lock_without_owner(file: &mut File) -> io::Result<bool> {
    let text = read_beginning(file)?;
    let beginning = b"{\"attempt\":";
    let is_torn = text.starts_with(beginning) || beginning.starts_with(&text);
    Ok(is_torn || text.iter().all(|&byte| byte == 0))
}

/// Returns the present writer of a journal, as far as its lock file says. The answer is for display only.
pub(crate) fn owner_of(journal: &Path) -> Option<Owner> {
    let mut file = File::open(path_of(journal)).ok()?;
    let owner = read_owner(&mut file).ok()??;
    let is_here = owner.host == super::record::host();
    let is_alive = match is_here {
        true => matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)),
        false => age(&file, &path_of(journal)).is_ok_and(|age| age < DEAD_AFTER),
    };
    is_alive.then_some(owner)
}

/// Returns the time since a file was changed, on the clock of the file system.
fn age(file: &File, path: &Path) -> io::Result<Duration> {
    Ok(time_between(file.metadata()?.modified()?, now_beside(path)?))
}

/// Returns the time on the clock of the file system: that of a file created now in the same folder.
pub(super) fn now_beside(path: &Path) -> io::Result<SystemTime> {
    let (probe, path) = create_beside(path)?;
    let now = probe.metadata().and_then(|known| known.modified());
    let _ = fs::remove_file(path);
    now
}

/// Returns the time between two points in either order, because a clock may have been set back.
pub(super) fn time_between(one: SystemTime, other: SystemTime) -> Duration {
    one.duration_since(other).unwrap_or_else(|error| error.duration())
}

/// Returns whether a path leads to this open file.
#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let key = |known: fs::Metadata| (known.dev(), known.ino());
    // The test is not about the target of a link.
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(open), Ok(named)) => key(open) == key(named),
        _ => false,
    }
}

/// Returns whether the path exists: on other systems, an open file cannot be removed.
#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("armistice-lock-{name}-{}", std::process::id()))
    }

    fn session() -> Process {
        Process::describe("machine".to_owned(), "portable", 1)
    }

    #[test]
    fn a_lock_is_had_once() {
        let journal = journal("once");
        let lock = Lock::take(&journal, &session()).unwrap();
        assert!(matches!(Lock::take(&journal, &session()), Err(LockError::Taken(_))));
        assert!(owner_of(&journal).is_some());
        drop(lock);
        assert!(!path_of(&journal).exists());
        Lock::take(&journal, &session()).unwrap();
    }

    #[test]
    fn a_dead_owner_is_recognised() {
        let journal = journal("dead");
        let dead = Owner::from(&session());
        let away = Owner { host: "elsewhere".to_owned(), ..dead.clone() };
        fs::write(path_of(&journal), serde_json::to_string(&dead).unwrap()).unwrap();
        assert_eq!(owner_of(&journal), None);
        Lock::take(&journal, &session()).unwrap();
        // An owner on another host may be alive until it has been silent for long.
        fs::write(path_of(&journal), serde_json::to_string(&away).unwrap()).unwrap();
        assert!(matches!(Lock::take(&journal, &session()), Err(LockError::Fresh { .. })));
        assert_eq!(owner_of(&journal), Some(away.clone()));
        let long_ago = SystemTime::now() - 2 * DEAD_AFTER;
        File::options().write(true).open(path_of(&journal)).unwrap().set_modified(long_ago).unwrap();
        assert_eq!(owner_of(&journal), None);
        let mut lock = Lock::take(&journal, &session()).unwrap();
        // A process that is not dead after all stops writing.
        assert!(lock.touch().unwrap());
        fs::write(path_of(&journal), serde_json::to_string(&away).unwrap()).unwrap();
        assert!(!lock.touch().unwrap());
        drop(lock);
        assert!(path_of(&journal).exists());
        fs::remove_file(path_of(&journal)).unwrap();
    }

    /// A moment passes between the creation of a lock and the writing of its owner's name. A process that
    /// comes then learns who has the lock.
    #[test]
    fn the_name_of_an_owner_is_waited_for() {
        let journal = journal("unnamed");
        let owner = Owner::from(&session());
        let mut file = File::create(path_of(&journal)).unwrap();
        file.try_lock().unwrap();
        let text = serde_json::to_string(&owner).unwrap();
        let taken = std::thread::scope(|scope| {
            let second = scope.spawn(|| Lock::take(&journal, &session()));
            std::thread::sleep(Duration::from_millis(20));
            file.write_all(text.as_bytes()).unwrap();
            second.join().unwrap()
        });
        assert!(matches!(taken, Err(LockError::Taken(known)) if known == owner));
        fs::remove_file(path_of(&journal)).unwrap();
    }

    /// A disk that does not answer has not given the lock to another process.
    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_gone_is_lost_and_one_that_cannot_be_read_is_not() {
        let journal = journal("unreadable");
        let mut lock = Lock::take(&journal, &session()).unwrap();
        fs::remove_file(path_of(&journal)).unwrap();
        assert!(!lock.touch().unwrap());
        std::os::unix::fs::symlink(path_of(&journal), path_of(&journal)).unwrap();
        assert!(lock.touch().is_err());
        fs::remove_file(path_of(&journal)).unwrap();
    }

    #[test]
    fn a_lock_that_was_never_given_a_name_is_taken() {
        let journal = journal("nameless");
        for text in ["", "{\"att", "{\"attempt\":\"x", "\0\0\0"] {
            fs::write(path_of(&journal), text).unwrap();
            Lock::take(&journal, &session()).unwrap();
            assert!(!path_of(&journal).exists());
        }
    }

    /// A file of another program stays as it is.
    #[test]
    fn what_is_no_lock_is_left_alone() {
        let journal = journal("foreign");
        for text in [&b"PRECIOUS"[..], b"{\"a\":1}", &[0xff, 0x00, b'{']] {
            fs::write(path_of(&journal), text).unwrap();
            let error = Lock::take(&journal, &session()).unwrap_err().to_string();
            assert!(error.contains("not a lock of this program"), "{error}");
            assert_eq!(fs::read(path_of(&journal)).unwrap(), text);
            fs::remove_file(path_of(&journal)).unwrap();
        }
        #[cfg(unix)]
        for target in ["victim", "missing"] {
            let target = journal.with_file_name(format!("{target}-{}", std::process::id()));
            fs::write(&target, "PRECIOUS").unwrap();
            if target.to_string_lossy().contains("missing") {
                fs::remove_file(&target).unwrap();
            }
            std::os::unix::fs::symlink(&target, path_of(&journal)).unwrap();
            let error = Lock::take(&journal, &session()).unwrap_err().to_string();
            assert!(error.contains("not a file"), "{error}");
            assert!(fs::read_to_string(&target).map_or(true, |text| text == "PRECIOUS"));
            assert_eq!(target.exists(), !target.to_string_lossy().contains("missing"));
            let _ = fs::remove_file(&target);
            fs::remove_file(path_of(&journal)).unwrap();
        }
    }
}
