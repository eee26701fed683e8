//! The static page as files.

use super::{files, library, single};
use crate::cli::args::PageArguments;
use crate::cli::exit::{Exit, UsageError, fault_of_path};
use crate::cli::{output, whole_file};
use crate::run::files::is_special;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// What is in an index that this program has written, near its beginning.
const MARK: &str = "<meta name=\"generator\" content=\"Armistice\">";
/// The number of bytes that contain the mark.
const BEGINNING: u64 = 4096;

/// Writes the files of the page into a folder. Other files of an earlier page there stay as they are.
pub(super) fn folder(folder: &Path, arguments: &PageArguments) -> anyhow::Result<Exit> {
    check_folder(folder)?;
    let wasm = library::read(arguments)?;
    fs::create_dir_all(folder).map_err(|error| fault_of_path(folder, error))?;
    // The index comes first. If the rest cannot be written, a second try knows the folder by it.
    for file in files::of_static_page() {
        whole_file::write(&folder.join(file.name), file.content.as_bytes())?;
    }
    whole_file::write(&folder.join(library::NAME), &wasm)?;
    tell(&format!("{}: put this folder on any web server", output::quoted_path(folder)));
    Ok(Exit::Complete)
}

/// Writes the page as one file.
pub(super) fn one_file(path: &Path, arguments: &PageArguments) -> anyhow::Result<Exit> {
    check_file(path)?;
    let wasm = library::read(arguments)?;
    whole_file::write(path, single::page(&wasm, arguments.link.as_ref()).as_bytes())?;
    tell(&format!("{}: any browser opens this file, also without a network", output::quoted_path(path)));
    Ok(Exit::Complete)
}

/// Refuses a folder with other files, unless a page of this program is there.
fn check_folder(folder: &Path) -> anyhow::Result<()> {
    let mut entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            let fault = "this is a file: name a folder, or write one file with --single";
            return Err(UsageError::of_path(folder, fault).into());
        }
        Err(error) => return Err(fault_of_path(folder, error)),
    };
    // A repository of a web site begins with hidden files.
    let is_visible = |entry: &fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
    let is_used = entries.any(|entry| entry.is_ok_and(|entry| is_visible(&entry)));
    match is_used && !is_ours(&folder.join("index.html")) {
        true => {
            let fault =
                "this folder has other files and no page of this program: name a new or an empty folder";
            Err(UsageError::of_path(folder, fault).into())
        }
        false => Ok(()),
    }
}

/// Refuses to write over a file of another program.
fn check_file(path: &Path) -> anyhow::Result<()> {
    let name = whole_file::extension(path);
    if !is_special(path) && !matches!(name.as_deref(), Some("html" | "htm")) {
        return Err(UsageError::of_path(path, "a browser needs another name: end it with .html").into());
    }
    let is_other = fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() > 0) && !is_ours(path);
    if is_other {
        return Err(
            UsageError::of_path(path, "this file is no page of this program: choose another name").into()
        );
    }
    whole_file::check(path)
}

/// Whether this program wrote a file.
fn is_ours(index: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = fs::File::open(index).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    read.is_ok() && String::from_utf8_lossy(&beginning).contains(MARK)
}

/// Says on a terminal what to do with the page.
fn tell(message: &str) {
    if output::is_error_terminal() {
        output::note(message);
    }
}
