//! `armistice count --certificate`.

use super::args::CountArguments;
use super::batch::ProblemResult;
use super::exit::{Exit, UsageError, check_request};
use super::{output, progress, whole_file};
use crate::Problem;
use crate::answer::{Answer, AnswerError};
use crate::certificate::{self, PartsError};
use crate::plan::Settings;
use crate::report::parts;
use std::cell::Cell;
use std::path::Path;

/// The file of a count in parts. Only one problem can use it.
pub(super) struct CertificateFile<'a> {
    path: Option<&'a Path>,
    is_taken: Cell<bool>,
}

impl<'a> CertificateFile<'a> {
    pub(super) fn from_arguments(arguments: &'a CountArguments) -> Self {
        Self { path: arguments.certificate.as_deref(), is_taken: Cell::new(false) }
    }

    /// Takes the file for a problem. Refuses problems that cannot be divided and files that cannot be
    /// written, before anything is counted.
    pub(super) fn take(&self, problem: &Problem) -> anyhow::Result<Option<&'a Path>> {
        let Some(path) = self.path else { return Ok(None) };
        if self.is_taken.replace(true) {
            return Err(UsageError::new("--certificate: the file can hold only one problem").into());
        }
        certificate::check_parts(problem).map_err(|error| refusal(&error))?;
        whole_file::check(path)?;
        Ok(Some(path))
    }
}

fn refusal(error: &PartsError) -> UsageError {
    UsageError(format!("--certificate: {error}"))
}

/// Writes an answer, and then its parts to a file. A lower bound has no file, because its parts do not add up
/// to it.
pub(super) fn write(
    answer: &Answer,
    path: &Path,
    written: ProblemResult,
    arguments: &CountArguments,
    settings: &Settings,
) -> anyhow::Result<ProblemResult> {
    if !answer.outcome.complete {
        output::note("--certificate: no file was written, because the count was stopped before its end");
        return Ok(written);
    }
    output::write(&written.result)?;
    let written = ProblemResult { result: String::new(), ..written };
    let (problem, count) = (&answer.question.problem, &answer.outcome.count);
    let found = progress::watch_largest(!arguments.quiet, |observer| {
        observer.search_begins("parts,");
        certificate::parts(problem, count, arguments.part_size, settings, observer)
    });
    match found {
        Ok(parts) => whole_file::write(path, parts::lines(&parts).as_bytes())?,
        Err(PartsError::Answer(AnswerError::Stopped)) => {
            output::note("interrupted: the parts are not kept");
            return Ok(ProblemResult { exit: Exit::Interrupted, ..written });
        }
        Err(error @ PartsError::Different { .. }) => return Err(error.into()),
        Err(PartsError::Answer(error)) => return check_request(Err(error)),
        Err(error) => return Err(refusal(&error).into()),
    }
    Ok(written)
}
