//! Standard output and standard error.

use crate::notation::{excerpt, plain};
use anyhow::Context;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Whether a person reads standard output.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Writes a result and sends it on its way.
pub(super) fn write(text: &str) -> anyhow::Result<()> {
    write_bytes(text.as_bytes())
}

/// Writes a result that may be no text.
pub(super) fn write_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).context("standard output")
}

/// Text from outside as it can be shown in a message, in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", excerpt(text, 60))
}

/// Text of several lines, each of them [plain].
pub(super) fn without_controls(text: &str) -> String {
    text.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}

/// Writes a message as it is.
pub(super) fn to_stderr(text: &str) -> io::Result<()> {
    io::stderr().write_all(text.as_bytes())
}

/// The path of a file or a folder, the same.
pub(super) fn quoted_path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// Whether a person reads standard error.
pub(super) fn is_error_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Writes a line about a mistake. Where standard error is closed too, it is lost.
pub(super) fn complain(message: &str) {
    complain_in_lines(&without_controls(message));
}

/// The same for a message that may have lines and colours of its own; in the style of errors about arguments, with their
/// rules of when there are colours.
pub(super) fn complain_in_lines(message: &str) {
    let error = clap::Error::raw(ErrorKind::Io, format!("{message}\n"));
    let _ = error.with_cmd(&clap::Command::new("armistice")).print();
}

/// Writes a line that is neither a result nor a mistake.
pub(super) fn note(message: &str) {
    let _ = writeln!(io::stderr(), "{}", without_controls(message));
}

/// Whether the error is only that standard output is no longer read.
pub(super) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A command of this program as a shell takes it.
pub(super) fn command(words: &[OsString]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    let quoted = |word: &OsString| {
        let word = word.to_string_lossy();
        match !word.is_empty() && word.chars().all(plain) {
            true => word.into_owned(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    std::iter::once("armistice".to_owned()).chain(words.iter().map(quoted)).collect::<Vec<_>>().join(" ")
}
