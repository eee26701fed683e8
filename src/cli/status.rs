//! `armistice status`: shows the progress of a count.

use super::args::{FormatArgument, StatusArguments};
use super::exit::{exit_of, fault_of_path};
use super::{Exit, kept, output};
use crate::report::runs;
use crate::run::record::RecordError;
use crate::run::status::Status;
use std::path::Path;

pub(super) fn run(arguments: &StatusArguments) -> anyhow::Result<Exit> {
    if arguments.clean {
        return kept::remove_journals(arguments.older_than);
    }
    if arguments.paths.is_empty() && arguments.format == FormatArgument::Text {
        return kept::list();
    }
    let mut exit = Exit::Complete;
    let kept = if arguments.paths.is_empty() { kept::paths()? } else { Vec::new() };
    for path in arguments.paths.iter().chain(&kept) {
        match status(path, arguments.format) {
            Ok(status) => output::write(&status)?,
            Err(error) => {
                let error = fault_of_path(path, error);
                output::complain(&error.to_string());
                exit = exit.more_important(exit_of(&error));
            }
        }
    }
    Ok(exit)
}

fn status(path: &Path, format: FormatArgument) -> Result<String, RecordError> {
    let status = Status::read(path)?;
    Ok(match format {
        FormatArgument::Text => runs::status_text(&status),
        FormatArgument::Json => runs::status_json(&status),
    })
}
