//! `armistice count --certificate`.

use super::args::CountArguments;
use super::batch::Written;
use super::exit::{Exit, UsageError, checked};
use super::{output, progress, whole_file};
use crate::answer::{Answer, AnswerError};
use crate::certificate::{self, PartsError};
use crate::plan::Settings;
use crate::report::parts;
use std::path::Path;

/// Writes an answer, and then its parts to a file.
pub(super) fn write(
    answer: &Answer,
    path: &Path,
    written: Written,
    arguments: &CountArguments,
    settings: &Settings,
) -> anyhow::Result<Written> {
    output::write(&written.result)?;
    let written = Written { result: String::new(), ..written };
    let (problem, count) = (&answer.question.problem, &answer.outcome.count);
    let found = progress::watch_largest(!arguments.quiet, |observer| {
        observer.search_begins("parts,");
        certificate::parts(problem, count, arguments.part_size, settings, observer)
    });
    match found {
        Ok(parts) => whole_file::write(path, parts::lines(&parts).as_bytes())?,
        Err(PartsError::Answer(AnswerError::Stopped)) => {
            output::note("interrupted: the parts are not kept");
            return Ok(Written { exit: Exit::Interrupted, ..written });
        }
        Err(error @ PartsError::Different { .. }) => return Err(error.into()),
        Err(PartsError::Answer(error)) => return checked(Err(error)),
        Err(error) => return Err(UsageError(format!("--certificate: {error}")).into()),
    }
    Ok(written)
}
