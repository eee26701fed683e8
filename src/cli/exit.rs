//! How a run ends.

use super::misread::Misread;
use super::{memory, output};
use crate::answer::AnswerError;
use crate::plan::PlanError;
use crate::run::campaign::CampaignError;
use crate::run::lock::LockError;
use std::error::Error;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// What the exit code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for was done. A closed pipe counts as that.
    Complete,
    /// A check failed, or a file or memory was not to be had: another try may be better.
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
        AnswerError::Plan(error) => fault(error),
        error if error.is_refusal() => UsageError::new(error).into(),
        error => error.into(),
    })
}

/// A mistake in what was asked for, unless another try may be better.
pub(super) fn fault(error: impl Error + 'static) -> anyhow::Error {
    sorted(UsageError::new(&error), &error)
}

/// The same about a file or a folder.
pub(super) fn fault_of_path(path: &Path, error: impl Error + 'static) -> anyhow::Error {
    sorted(UsageError::of_path(path, &error), &error)
}

fn sorted(mistake: UsageError, error: &(dyn Error + 'static)) -> anyhow::Error {
    let causes = || std::iter::successors(Some(error), |&error| error.source());
    match () {
        () if causes().any(is_short_of_memory) => anyhow::Error::msg(format!(
            "{mistake}; no more memory is free at the moment, so another try may do"
        )),
        () if causes().any(can_pass) => anyhow::Error::msg(mistake.0),
        () => mistake.into(),
    }
}

/// Whether an error may be gone at the next try: what the system says of a file, or what another process has now. What was read
/// and is wrong stays wrong.
fn can_pass(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(is_of_system)
        || matches!(error.downcast_ref(), Some(LockError::Taken(_) | LockError::Fresh { .. }))
        || matches!(error.downcast_ref(), Some(CampaignError::NoFolder))
}

/// Whether too little memory is free now, on a machine that has enough.
fn is_short_of_memory(error: &(dyn Error + 'static)) -> bool {
    match error.downcast_ref() {
        Some(&PlanError::Memory { needed, allowed }) => memory::is_scarce_now(needed, allowed),
        _ => false,
    }
}

/// Whether the system says it, and not this program of something that it has read.
fn is_of_system(error: &io::Error) -> bool {
    error.raw_os_error().is_some() || error.kind() == io::ErrorKind::WriteZero
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
