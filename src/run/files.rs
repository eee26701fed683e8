//! Files that are written as a whole. Everything that this program writes to a path, but journals and tables that grow,
//! is written here.
//!
//! A regular file is never seen half written: what is new is written beside it, under a name that is free, and then
//! takes its place and its permissions. If the disk is full, the old one is still there. What is no regular file, a device,
//! a pipe or standard output under one of its names, is written to and stays what it is.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// This many names are tried for a file beside another.
const MAX_NAMES: u32 = 100;

/// Whether a path leads to something that is written to and never replaced: a device, a pipe, a folder, or an open file by
/// its number. That one may be regular, but whoever opened it goes on writing to it.
pub(crate) fn is_special(path: &Path) -> bool {
    is_open_file(path) || fs::metadata(path).is_ok_and(|known| !known.is_file())
}

/// Whether a path is a name of an open file of this process, like `/dev/stdout`, or a link to one.
fn is_open_file(path: &Path) -> bool {
    let is_one = |path: &Path| {
        ["/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name))
            || ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder))
    };
    followed(path).any(|path| is_one(&path))
}

/// A path, what it points to if it is a link, what that points to, and so on; as many links as systems follow.
fn followed(path: &Path) -> impl Iterator<Item = PathBuf> {
    let next = |path: &PathBuf| {
        let to = fs::read_link(path).ok()?;
        Some(path.parent().unwrap_or(Path::new("")).join(to))
    };
    std::iter::successors(Some(path.to_owned()), next).take(40)
}

/// The file that a path leads to: of a link the one that it points to, which need not be there.
pub(crate) fn target(path: &Path) -> PathBuf {
    followed(path).last().unwrap_or_else(|| path.to_owned())
}

/// Opens what is special. Standard output is taken as it is open: opened once more by its name, a file would be written
/// from its beginning.
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

/// Puts content in the place of a file; what is [special](is_special) is written to.
///
/// # Errors
/// Whatever the disk says; then the file is what it was.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut draft = FileDraft::begin(path)?;
    draft.write_all(content)?;
    draft.finish()
}

/// Files beside others that are being written now.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is being written, for a process that ends at once.
pub(crate) fn give_up_drafts() {
    for beside in std::mem::take(&mut *unfinished()) {
        let _ = fs::remove_file(beside);
    }
}

/// A file that is being written. Until it is finished, the one in whose place it comes is what it was; if it never is,
/// nothing is left behind.
#[derive(Debug)]
pub(crate) struct FileDraft {
    file: File,
    /// Where it is, and where it goes; `None` for what is special.
    way: Option<(PathBuf, PathBuf)>,
}

impl FileDraft {
    /// Begins to write what will stand at a path.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub(crate) fn begin(path: &Path) -> io::Result<Self> {
        if is_special(path) {
            return Ok(Self { file: open_special(path)?, way: None });
        }
        let path = target(path);
        let (file, beside) = create_beside(&path)?;
        if let Ok(known) = fs::metadata(&path) {
            let _ = fs::set_permissions(&beside, known.permissions());
        }
        unfinished().insert(beside.clone());
        Ok(Self { file, way: Some((beside, path)) })
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// Whatever the disk says; then nothing is left behind.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((beside, path)) = &self.way {
            self.file.sync_all()?;
            fs::rename(beside, path)?;
            unfinished().remove(beside);
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
            unfinished().remove(beside);
        }
    }
}

/// Makes a file beside another one, under a name that is free, not even that of a link: `.name.PROCESS-NUMBER`. In
/// containers all processes may have the same number.
///
/// # Errors
/// Whatever the disk says.
pub(crate) fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    create_numbered(path, since.subsec_nanos())
}

/// The same with this number in the name, or the first free one after it.
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

/// Makes a file anew under a name of its own. Whatever had the name is removed, and no link is followed.
///
/// # Errors
/// Whatever the disk says.
pub(crate) fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Puts a file in its place as a whole, unless there is one of that name; returns whether it did.
///
/// # Errors
/// Whatever the disk says; then nothing is left behind.
pub(crate) fn publish(path: &Path, content: &[u8]) -> io::Result<bool> {
    let (mut file, beside) = create_beside(path)?;
    let put = |file: &mut File| {
        file.write_all(content)?;
        file.sync_all()?;
        match fs::hard_link(&beside, path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            // Where there are no links: no other process writes just this file at just this time, or it is the same.
            Err(_) if path.exists() => Ok(false),
            Err(_) => fs::rename(&beside, path).map(|()| true),
        }
    };
    let published = put(&mut file);
    let _ = fs::remove_file(&beside);
    sync_folder(path);
    published
}

/// Room on a disk for what is not known yet, in a file of its own, until this is dropped.
#[derive(Debug)]
pub(crate) struct Room(PathBuf);

impl Room {
    /// Takes so many bytes.
    ///
    /// # Errors
    /// Whatever the disk says; then nothing is left behind.
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

/// Whether there is no room on a disk, which may be had later.
pub(crate) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// Makes sure that the name of a new file survives a power cut, where the system can do that.
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
        // To nothing yet.
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
        // Whoever opened a file goes on writing to it, so that by its number it is not replaced either.
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
