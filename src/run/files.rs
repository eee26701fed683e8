//! Files that are written as a whole. This module writes all files of the program except journals and growing
//! tables.
//!
//! A regular file is never visible half written. The new content is written next to it under a free name, and
//! then takes its place and its permissions. If the disk is full, the old file remains. A path to a device, a
//! pipe or standard output is written to directly and keeps its type.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// The most names that are tried for a file next to another one.
const MAX_NAMES: u32 = 100;

/// Returns whether a path leads to something that is written to and never replaced.
///
/// That is a device, a pipe, a folder, or an open file by its number. The open file may be regular, but the
/// process that opened it continues to write to it.
pub(crate) fn is_special(path: &Path) -> bool {
    is_open_file(path) || fs::metadata(path).is_ok_and(|known| !known.is_file())
}

/// Returns whether a path is a name of an open file of this process, like `/dev/stdout`, or a link to one.
fn is_open_file(path: &Path) -> bool {
    let is_one = |path: &Path| {
        ["/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name))
            || ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder))
    };
    follow_links(path).any(|path| is_one(&path))
}

/// Returns a path, the target of the path if it is a link, the target of that, and so on. It follows at most
/// the number of links that systems follow.
fn follow_links(path: &Path) -> impl Iterator<Item = PathBuf> {
    let next = |path: &PathBuf| {
        let to = fs::read_link(path).ok()?;
        Some(path.parent().unwrap_or(Path::new("")).join(to))
    };
    std::iter::successors(Some(path.to_owned()), next).take(40)
}

/// Returns the file that a path leads to: for a link its target, which need not exist.
pub(crate) fn target(path: &Path) -> PathBuf {
    follow_links(path).last().unwrap_or_else(|| path.to_owned())
}

/// Opens a special path. Standard output is used as it is open: if a file was opened again by its name, it
/// would be written from its beginning.
fn open_special(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let has_name = |names: [&str; 3]| names.iter().any(|name| path == Path::new(name));
        if has_name(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
            return Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?));
        }
        if has_name(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"]) {
            return Ok(File::from(io::stderr().as_fd().try_clone_to_owned()?));
        }
    }
    OpenOptions::new().append(true).open(path)
}

/// Replaces the content of a file, or writes to a path that is [special](is_special).
///
/// # Errors
/// Returns the errors of the disk. The file is then unchanged.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut draft = FileDraft::begin(path)?;
    draft.write_all(content)?;
    draft.finish()
}

/// The drafts that are being written now.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn lock_unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all drafts, for a process that ends immediately.
pub(crate) fn give_up_drafts() {
    for beside in std::mem::take(&mut *lock_unfinished()) {
        let _ = fs::remove_file(beside);
    }
}

/// A file that is being written. The file that it replaces is unchanged until the draft is finished. An
/// unfinished draft leaves nothing behind.
#[derive(Debug)]
pub(crate) struct FileDraft {
    file: File,
    /// The path of the draft and the path that it will get; `None` for a special path.
    way: Option<(PathBuf, PathBuf)>,
}

impl FileDraft {
    /// Begins to write a file for this path.
    ///
    /// # Errors
    /// Returns the errors of the disk.
    pub(crate) fn begin(path: &Path) -> io::Result<Self> {
        if is_special(path) {
            return Ok(Self { file: open_special(path)?, way: None });
        }
        let path = target(path);
        let (file, beside) = create_beside(&path)?;
        if let Ok(known) = fs::metadata(&path) {
            let _ = fs::set_permissions(&beside, known.permissions());
        }
        lock_unfinished().insert(beside.clone());
        Ok(Self { file, way: Some((beside, path)) })
    }

    /// Moves the draft to its place.
    ///
    /// # Errors
    /// Returns the errors of the disk. Nothing is left behind then.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((beside, path)) = &self.way {
            self.file.sync_all()?;
            fs::rename(beside, path)?;
            lock_unfinished().remove(beside);
            sync_folder(path);
            self.way = None;
        }
        Ok(())
    }
}

impl Write for FileDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for FileDraft {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.way {
            let _ = fs::remove_file(beside);
            lock_unfinished().remove(beside);
        }
    }
}

/// Creates a file next to another one, under a name that is free and not even a link: `.name.PROCESS-NUMBER`.
///
/// In containers, all processes may have the same number.
///
/// # Errors
/// Returns the errors of the disk.
pub(crate) fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    create_numbered(path, since.subsec_nanos())
}

/// Creates a file with this number in its name, or with the first free number after it.
fn create_numbered(path: &Path, first: u32) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut tries = 0;
    loop {
        let mut beside = OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}-{:x}", std::process::id(), first.wrapping_add(tries)));
        let beside = path.with_file_name(beside);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < MAX_NAMES => tries += 1,
            file => return Ok((file?, beside)),
        }
    }
}

/// Creates a file under a name of its own. It removes a file that had the name, and follows no link.
///
/// # Errors
/// Returns the errors of the disk.
pub(crate) fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Puts a file in its place as a whole, unless a file of that name exists. Returns whether it did.
///
/// # Errors
/// Returns the errors of the disk. Nothing is left behind then.
pub(crate) fn publish(path: &Path, content: &[u8]) -> io::Result<bool> {
    let (mut file, beside) = create_beside(path)?;
    let put = |file: &mut File| {
        file.write_all(content)?;
        file.sync_all()?;
        match fs::hard_link(&beside, path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            // The file system has no links. No other process writes this file at this time, or its content is
            // identical.
            Err(_) if path.exists() => Ok(false),
            Err(_) => fs::rename(&beside, path).map(|()| true),
        }
    };
    let published = put(&mut file);
    let _ = fs::remove_file(&beside);
    sync_folder(path);
    published
}

/// Room on a disk that is reserved for content that is not yet known, in a file that exists until this is
/// dropped.
#[derive(Debug)]
pub(crate) struct Room(PathBuf);

impl Room {
    /// Reserves `bytes` bytes.
    ///
    /// # Errors
    /// Returns the errors of the disk. Nothing is left behind then.
    pub(crate) fn take(path: PathBuf, bytes: usize) -> io::Result<Self> {
        let mut file = create_anew(&path)?;
        let room = Self(path);
        file.write_all(&vec![0; bytes])?;
        file.sync_all()?;
        Ok(room)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns whether the error is a full disk, which may have room later.
pub(crate) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// Makes the name of a new file survive a power cut, if the system supports that.
pub(crate) fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("armistice-files-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_draft_that_is_given_up_changes_nothing() {
        let folder = folder("draft");
        let path = folder.join("a");
        fs::write(&path, "old").unwrap();
        let mut draft = FileDraft::begin(&path).unwrap();
        draft.write_all(b"ne").unwrap();
        drop(draft);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept_and_planted_links_not_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("links");
        let (path, link) = (folder.join("a"), folder.join("b"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        // The target of the link does not exist yet.
        let (later, dangling) = (folder.join("c"), folder.join("d"));
        symlink("c", &dangling).unwrap();
        replace(&dangling, b"late").unwrap();
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&later).unwrap(), "late");
        let mut file = create_anew(&link).unwrap();
        file.write_all(b"other").unwrap();
        assert!(!fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn open_files_are_special_whatever_they_are() {
        use std::os::{fd::AsRawFd, unix::fs::symlink};
        let folder = folder("open");
        let link = folder.join("out");
        symlink("/dev/stdout", &link).unwrap();
        for path in [Path::new("/dev/stdout"), Path::new("/dev/fd/1"), Path::new("/dev/null"), &link] {
            assert!(is_special(path), "{path:?}");
        }
        assert!(!is_special(&folder.join("nothing")));
        // The process that opened a file continues to write to it, so a path by its number does not replace
        // the file either.
        let path = folder.join("regular");
        let file = File::create(&path).unwrap();
        assert!(!is_special(&path));
        assert!(is_special(Path::new(&format!("/dev/fd/{}", file.as_raw_fd()))));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_name_that_somebody_has_is_passed_over() {
        let folder = folder("names");
        let path = folder.join("a");
        let beside = |first| create_numbered(&path, first).unwrap().1;
        let names = [beside(7), beside(7), beside(8), beside(u32::MAX), beside(u32::MAX)];
        let endings = [7, 8, 9, u32::MAX, 0].map(|number| format!(".a.{}-{number:x}", std::process::id()));
        assert_eq!(names, endings.map(|name| folder.join(name)));
        fs::remove_dir_all(folder).unwrap();
    }
}
