//! Files that are written as a whole.

use super::exit::{UsageError, fault_of_path};
use super::{output, progress};
use crate::run::files::{self, is_special};
use anyhow::Context;
use std::fs::{self, OpenOptions};
use std::path::Path;

/// Refuses a file that cannot be written, before the work for it begins. Leaves no file behind.
pub(super) fn check(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(UsageError::of_path(path, "expected the name of a file").into());
    }
    if is_special(path) {
        return Ok(());
    }
    // A link stays a link, even if its target does not exist yet.
    let path = &files::target(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match fs::metadata(folder) {
        Ok(known) if known.is_dir() => {}
        Ok(_) => {
            let fault = format!("{} is not a folder", output::quoted_path(folder));
            return Err(UsageError::of_path(path, fault).into());
        }
        Err(error) => return Err(fault_of_path(path, error)),
    }
    let is_new = !path.exists();
    OpenOptions::new().append(true).create(true).open(path).map_err(|error| fault_of_path(path, error))?;
    if is_new {
        let _ = fs::remove_file(path);
    }
    Ok(())
}

/// Returns the extension of a file in lower case, which names its format.
pub(super) fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}

/// Replaces the content of a file. A pipe or a device is written to directly.
pub(super) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    // Waiting for the reader of a pipe can be interrupted, because nothing can be lost any more.
    let _waiting = is_special(path).then(progress::CountingMark::pause);
    files::replace(path, content).with_context(|| output::quoted_path(path))
}
