//! A file that is written as a whole, once its content is known.

use super::exit::UsageError;
use super::{output, table_file};
use anyhow::Context;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Refuses a file that cannot be written, before the work for it begins, and leaves nothing behind.
pub(super) fn check(path: &Path) -> Result<(), UsageError> {
    if is_special(path) && !path.is_dir() {
        return Ok(());
    }
    table_file::check(path)?;
    let is_new = !path.exists();
    OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|error| UsageError::of_path(path, error))?;
    if is_new {
        let _ = fs::remove_file(path);
    }
    Ok(())
}

/// Puts the content in the place of the file; a pipe or a device is written to.
pub(super) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    if is_special(path) {
        let file = OpenOptions::new().write(true).open(path);
        return file.and_then(|mut file| file.write_all(content)).with_context(|| output::quoted_path(path));
    }
    table_file::replace(path, content)
}

/// Whether it is there and cannot be replaced: a pipe, a device, a folder.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|known| !known.is_file())
}
