//! The ways in which a run ends.

use super::misread::MisreadProblem;
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

/// The meaning of the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything that the user asked for was done, or a pipe was closed.
    Complete,
    /// A check failed, or a file or memory was not available. Another try may succeed.
    Failed,
    /// The request cannot be understood or cannot be carried out.
    Usage,
    /// The run stopped at a limit that the user set. Its result is a lower bound.
    Limit,
    /// Ctrl-C or SIGTERM stopped the run.
    Interrupted,
}

impl Exit {
    /// Returns the more important of two codes: a failed check comes before an error in the request.
    pub(super) fn more_important(self, other: Self) -> Self {
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

/// The message about a path that does not exist.
pub(super) const MISSING: &str = "no such file or folder";

/// The error codes of operating systems for a path that does not exist.
const NOT_FOUND: [i32; 2] = [2, 3];

/// An error in the request, in one line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct UsageError(pub(super) String);

impl UsageError {
    pub(super) fn new(error: impl Display) -> Self {
        Self(error.to_string())
    }

    /// Describes an error about a file or a folder.
    pub(super) fn of_path(path: &Path, fault: impl Display) -> Self {
        let fault = fault.to_string();
        // Operating systems have different messages for a path that does not exist.
        let without = |code| fault.strip_suffix(&io::Error::from_raw_os_error(code).to_string());
        let before = NOT_FOUND.into_iter().find_map(without);
        let fault = before.map_or_else(|| fault.clone(), |before| format!("{before}{MISSING}"));
        Self(format!("{}: {fault}", output::quoted_path(path)))
    }
}

/// Returns the result, or an error that says whether the request is to blame.
pub(super) fn check_request<T>(found: Result<T, impl Into<AnswerError>>) -> anyhow::Result<T> {
    found.map_err(|error| match error.into() {
        AnswerError::Plan(error) => fault(error),
        error if error.is_refusal() => UsageError::new(error).into(),
        error => error.into(),
    })
}

/// Turns an error into an error in the request, unless another try may succeed.
pub(super) fn fault(error: impl Error + 'static) -> anyhow::Error {
    sort_error(UsageError::new(&error), &error)
}

/// Like [`fault`], but for an error about a file or a folder.
pub(super) fn fault_of_path(path: &Path, error: impl Error + 'static) -> anyhow::Error {
    sort_error(UsageError::of_path(path, &error), &error)
}

fn sort_error(mistake: UsageError, error: &(dyn Error + 'static)) -> anyhow::Error {
    let causes = || std::iter::successors(Some(error), |&error| error.source());
    match () {
        () if causes().any(is_short_of_memory) => {
            anyhow::Error::msg(format!("{mistake}; little memory is free at the moment, so try again later"))
        }
        () if causes().any(can_pass) => anyhow::Error::msg(mistake.0),
        () => mistake.into(),
    }
}

/// Whether another try may succeed: the system reports an error of a file, or another process is using it. A
/// file with wrong content stays wrong.
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

/// Whether the error comes from the system, rather than from this program about the content that it read.
fn is_of_system(error: &io::Error) -> bool {
    error.raw_os_error().is_some() || error.kind() == io::ErrorKind::WriteZero
}

/// Reports an error on standard error, and returns its exit code.
pub(super) fn report(error: &anyhow::Error) -> Exit {
    if output::is_closed_pipe(error) {
        return Exit::Complete;
    }
    let shown = error
        .downcast_ref::<MisreadProblem>()
        .filter(|_| output::is_error_terminal())
        .and_then(MisreadProblem::show);
    match shown {
        Some(shown) => output::complain_in_lines(&shown),
        None => output::complain(&format!("{error:#}")),
    }
    exit_of(error)
}

/// Returns the exit code of an error.
pub(super) fn exit_of(error: &anyhow::Error) -> Exit {
    if is_usage(error) { Exit::Usage } else { Exit::Failed }
}

/// Whether the error is in the request.
pub(super) fn is_usage(error: &anyhow::Error) -> bool {
    error.is::<UsageError>() || error.is::<MisreadProblem>()
}
