//! `armistice status`: how far a count is.

use super::args::{FormatArgument, StatusArguments};
use super::exit::UsageError;
use super::{Exit, output};
use crate::report::runs;
use crate::run::status::Status;

pub(super) fn run(arguments: &StatusArguments) -> anyhow::Result<Exit> {
    let mut exit = Exit::Complete;
    for path in &arguments.paths {
        match Status::read(path) {
            Ok(status) => output::write(&match arguments.format {
                FormatArgument::Text => runs::status_text(&status),
                FormatArgument::Json => runs::status_json(&status),
            })?,
            Err(error) => {
                output::complain(&UsageError::of_path(path, error).to_string());
                exit = exit.worse(Exit::Usage);
            }
        }
    }
    Ok(exit)
}
