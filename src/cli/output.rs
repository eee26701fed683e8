//! Standard output and standard error.

use crate::notation::{excerpt, plain};
use anyhow::Context;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Whether standard output is a terminal.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Writes a result to standard output and flushes it.
pub(super) fn write(text: &str) -> anyhow::Result<()> {
    write_bytes(text.as_bytes())
}

/// Writes a result that may be binary.
pub(super) fn write_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).context("standard output")
}

/// Quotes a text from outside so that a message can show it.
pub(super) fn quote(text: &str) -> String {
    format!("'{}'", excerpt(text, 60))
}

/// Applies [plain] to each line of a text.
pub(super) fn without_controls(text: &str) -> String {
    text.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}

/// Writes a message without changes.
pub(super) fn to_stderr(text: &str) -> io::Result<()> {
    io::stderr().write_all(text.as_bytes())
}

/// Quotes the path of a file or a folder so that a message can show it.
pub(super) fn quoted_path(path: &Path) -> String {
    quote(&path.to_string_lossy())
}

/// Whether standard error is a terminal.
pub(super) fn is_error_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Writes an error message of one line. If standard error is closed too, the message is lost.
pub(super) fn complain(message: &str) {
    complain_in_lines(&without_controls(message));
}

/// Writes an error message that may have several lines and colours. It has the style of clap's errors, which
/// also decides about colours.
pub(super) fn complain_in_lines(message: &str) {
    let error = clap::Error::raw(ErrorKind::Io, format!("{message}\n"));
    let _ = error.with_cmd(&clap::Command::new("armistice")).print();
}

/// Writes a line to standard error that is neither a result nor an error.
pub(super) fn note(message: &str) {
    let _ = writeln!(io::stderr(), "{}", without_controls(message));
}

/// Whether the error only means that the reader of standard output has gone.
pub(super) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a command of this program so that a shell accepts it.
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
