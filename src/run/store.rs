//! A file that grows, on a disk that may be full.

use super::files::sync_folder;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of lines. Appended lines are added as a whole or not at all.
pub(crate) trait Store: Send {
    /// Adds complete lines at the end.
    ///
    /// # Errors
    /// Returns the errors of the disk. Nothing was added then.
    fn append(&mut self, lines: &[u8]) -> io::Result<()>;

    /// Makes the appended lines survive a power cut.
    ///
    /// # Errors
    /// Returns the errors of the disk.
    fn sync(&mut self) -> io::Result<()>;

    /// Sends a heartbeat when there is nothing to write.
    ///
    /// # Errors
    /// Returns the errors of the disk.
    fn touch(&mut self) -> io::Result<()>;
}

/// A file with complete lines.
#[derive(Debug)]
pub(crate) struct LineFile {
    file: File,
    /// The bytes of complete lines. Bytes after them are an incomplete line on a full disk, and are cut off
    /// before the next line.
    whole: u64,
    is_torn: bool,
}

impl LineFile {
    /// Creates a new file.
    ///
    /// # Errors
    /// Returns an error if the file exists, and the errors of the disk.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        sync_folder(path);
        Ok(Self { file, whole: 0, is_torn: false })
    }

    /// Continues a file after its complete lines, which have `whole` bytes. Bytes after them are dropped.
    ///
    /// # Errors
    /// Returns the errors of the disk.
    pub(crate) fn go_on(path: &Path, whole: u64) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).open(path)?;
        Ok(Self { file, whole, is_torn: true })
    }
}

impl Store for LineFile {
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        if self.is_torn {
            self.file.set_len(self.whole)?;
        }
        self.is_torn = true;
        self.file.seek(SeekFrom::Start(self.whole))?;
        self.file.write_all(lines)?;
        self.whole += lines.len() as u64;
        self.is_torn = false;
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn touch(&mut self) -> io::Result<()> {
        touch(&self.file)
    }
}

/// Sets the time of the last change of a file to now, by the clock of its file system.
#[cfg(all(unix, feature = "cli"))]
fn touch(file: &File) -> io::Result<()> {
    use nix::sys::time::TimeSpec;
    Ok(nix::sys::stat::futimens(file, &TimeSpec::UTIME_NOW, &TimeSpec::UTIME_NOW)?)
}

/// Sets the time of the last change of a file to now, by the clock of this machine.
#[cfg(not(all(unix, feature = "cli")))]
fn touch(file: &File) -> io::Result<()> {
    file.set_modified(std::time::SystemTime::now())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_torn_off_is_cut_off() {
        let path = std::env::temp_dir().join(format!("armistice-store-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut store = LineFile::create(&path).unwrap();
        store.append(b"one\n").unwrap();
        store.append(b"two\n").unwrap();
        assert!(LineFile::create(&path).is_err());
        fs::write(&path, "one\ntwo\nthr").unwrap();
        let mut store = LineFile::go_on(&path, 8).unwrap();
        store.append(b"four\n").unwrap();
        store.sync().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nfour\n");
        fs::remove_file(&path).unwrap();
    }
}
