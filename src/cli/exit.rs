//! How a run ends.

use super::misread::Misread;
use super::output;
use crate::answer::AnswerError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// What the exit code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for was done. A closed pipe counts as that.
    Complete,
    /// A check failed, or a result could not be written.
    Failed,
    /// What was asked for cannot be understood or cannot be done.
    Usage,
    /// Stopped at a limit that was set; what was found is a lower bound.
    Limit,
    /// Stopped by Ctrl-C or SIGTERM.
    Interrupted,
}

impl Exit {
    /// The one of two that says more: a check that failed before a mistake in what was asked for.
    pub(super) fn worse(self, other: Self) -> Self {
        let rank = |exit| match exit {
            Self::Complete => 0,
            Self::Limit => 1,
            Self::Usage => 2,
            Self::Failed => 3,
            Self::Interrupted => 4,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Complete => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Limit => 3,
            Exit::Interrupted => 130,
        })
    }
}

/// What is said of a path that leads nowhere.
pub(super) const MISSING: &str = "no such file or folder";

/// The codes of systems for such paths.
const NOT_FOUND: [i32; 2] = [2, 3];

/// A mistake in what was asked for, in one line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct UsageError(pub(super) String);

impl UsageError {
    pub(super) fn new(error: impl Display) -> Self {
        Self(error.to_string())
    }

    /// A mistake about a file or a folder.
    pub(super) fn of_path(path: &Path, fault: impl Display) -> Self {
        let fault = fault.to_string();
        // Systems have words of their own for what is not there.
        let without = |code| fault.strip_suffix(&io::Error::from_raw_os_error(code).to_string());
        let before = NOT_FOUND.into_iter().find_map(without);
        let fault = before.map_or_else(|| fault.clone(), |before| format!("{before}{MISSING}"));
        Self(format!("{}: {fault}", output::quoted_path(path)))
    }
}

/// What was found; whose fault it is if nothing was.
pub(super) fn checked<T>(found: Result<T, impl Into<AnswerError>>) -> anyhow::Result<T> {
    found.map_err(|error| match error.into() {
        error if error.is_refusal() => UsageError::new(error).into(),
        error => error.into(),
    })
}

/// Says what went wrong, on standard error, and which exit code that makes.
pub(super) fn report(error: &anyhow::Error) -> Exit {
    if output::is_closed_pipe(error) {
        return Exit::Complete;
    }
    let shown =
        error.downcast_ref::<Misread>().filter(|_| output::is_error_terminal()).and_then(Misread::shown);
    match shown {
        Some(shown) => output::complain_in_lines(&shown),
        None => output::complain(&format!("{error:#}")),
    }
    exit_of(error)
}

/// The exit code that an error makes.
pub(super) fn exit_of(error: &anyhow::Error) -> Exit {
    if is_usage(error) { Exit::Usage } else { Exit::Failed }
}

/// Whether the mistake is in what was asked for.
pub(super) fn is_usage(error: &anyhow::Error) -> bool {
    error.is::<UsageError>() || error.is::<Misread>()
}
