//! `armistice merge` and `armistice missing`: join the parts of a count.

use super::args::{MergeArguments, MissingArguments};
use super::batch::ResultForm;
use super::exit::fault_of_path;
use super::{Exit, output, whole_file};
use crate::plan::Settings;
use crate::report::runs;
use crate::report::text::Style;
use crate::run::merge::MergeResult;
use crate::run::ranges;
use std::fs;
use std::path::PathBuf;

/// Refuses files and folders that cannot be read.
fn check(paths: &[PathBuf]) -> anyhow::Result<()> {
    for path in paths {
        fs::metadata(path).map_err(|error| fault_of_path(path, error))?;
    }
    Ok(())
}

fn read(paths: &[PathBuf]) -> anyhow::Result<MergeResult> {
    check(paths)?;
    // The memory in the settings does not matter, because nothing is counted here.
    let merged = MergeResult::read(paths, &Settings::default());
    merged.map_err(|error| fault_of_path(&paths[0], error))
}

pub(super) fn run(arguments: &MergeArguments) -> anyhow::Result<Exit> {
    if let Some(path) = &arguments.output {
        whole_file::check(path)?;
    }
    let merged = read(&arguments.paths)?;
    output::write(&match ResultForm::new(arguments.format, arguments.quiet) {
        ResultForm::Json => runs::merged_json(&merged),
        ResultForm::Text(Style::Number) => {
            // A number alone does not show the faults.
            runs::faults(&merged).iter().for_each(|fault| output::complain(fault));
            runs::merged_number(&merged)
        }
        ResultForm::Text(style) => runs::merged_text(&merged, style),
    })?;
    match (&merged.outcome, &arguments.output) {
        (None, _) => return Ok(Exit::Failed),
        (Some(_), Some(path)) => {
            if let Some(result) = merged.as_result() {
                whole_file::write(path, result.as_bytes())?;
            }
        }
        (Some(_), None) => {}
    }
    let is_complete = merged.outcome.as_ref().is_some_and(|outcome| outcome.complete);
    Ok(if is_complete { Exit::Complete } else { Exit::Limit })
}

pub(super) fn list_missing(arguments: &MissingArguments) -> anyhow::Result<Exit> {
    let paths = &arguments.paths;
    check(paths)?;
    if let Some(missing) =
        MergeResult::untouched_parts(paths).map_err(|error| fault_of_path(&paths[0], error))?
    {
        output::write(&format!("{}\n", ranges::write(&missing)))?;
        return Ok(Exit::Complete);
    }
    let merged = read(paths)?;
    let missing = merged.missing_parts();
    if !missing.is_empty() {
        output::write(&format!("{}\n", ranges::write(&missing)))?;
    }
    runs::faults(&merged).iter().for_each(|fault| output::note(fault));
    Ok(if merged.outcome.is_some() { Exit::Complete } else { Exit::Failed })
}
