//! The secret part of the address.
//!
//! If the user names the port, the token is kept, so that the address stays the same and can be a bookmark.

use crate::cli::{kept, output};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::Path;

/// The number of hexadecimal digits of a token.
const DIGITS: usize = 32;

/// Returns the token for a port that the user named. It is that of earlier runs if one is kept.
pub(super) fn of_port(port: u16) -> String {
    let Some(folder) = kept::state_folder() else { return new() };
    let path = folder.join("page").join(port.to_string());
    if let Some(token) = read(&path) {
        return token;
    }
    let token = new();
    if let Err(error) = keep(&path, &token) {
        let path = output::quoted_path(&path);
        output::note(&format!("{path}: {error}: the address will be another one next time"));
    }
    token
}

/// Returns a token that others cannot guess: the keys of the hashes come from the system's source of
/// randomness.
pub(super) fn new() -> String {
    let word = || RandomState::new().hash_one(0);
    format!("{:016x}{:016x}", word(), word())
}

/// Reads a token that only the user can have read.
fn read(path: &Path) -> Option<String> {
    let known = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let text = is_private(&known).then(|| fs::read_to_string(path).ok()).flatten()?;
    let token = text.trim_end();
    (token.len() == DIGITS && token.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| token.to_owned())
}

/// Writes a token into a file of the user.
fn keep(path: &Path, token: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    writeln!(options.open(path)?, "{token}")
}

/// Whether no other user can read the file.
#[cfg(unix)]
fn is_private(known: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::mode(known) & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private(_: &fs::Metadata) -> bool {
    true
}
