//! `armistice sequence`: shows what is known about a published sequence, without counting.

use super::args::{FormatArgument, SequenceArguments};
use super::exit::UsageError;
use super::verify::with_letter;
use super::{Exit, output};
use crate::report::sequence as report;
use crate::sequences::{Registry, RegistryEntry};
use std::ffi::OsString;

pub(super) fn run(arguments: &SequenceArguments) -> anyhow::Result<Exit> {
    let entries: Vec<&RegistryEntry> =
        arguments.sequences.iter().map(|id| find(id, &arguments.sequences)).collect::<Result<_, _>>()?;
    let shown = entries.into_iter().map(|entry| match arguments.format {
        FormatArgument::Text => report::text(entry),
        FormatArgument::Json => report::json(entry),
    });
    let between = if arguments.format == FormatArgument::Text { "\n" } else { "" };
    output::write(&shown.collect::<Vec<_>>().join(between))?;
    Ok(Exit::Complete)
}

/// Finds an entry by its A-number. If the user typed terms instead, the error has the command that searches
/// for them.
fn find(id: &OsString, typed: &[OsString]) -> Result<&'static RegistryEntry, UsageError> {
    let (registry, number) = (Registry::built_in(), id.to_string_lossy());
    registry.find(&with_letter(&number)).ok_or_else(|| {
        let is_term = |word: &OsString| word.to_str().is_some_and(|word| word.parse::<u64>().is_ok());
        let terms = match typed.len() > 1 && typed.iter().all(is_term) {
            true => typed.to_vec(),
            false => ["1", "2", "3"].map(OsString::from).to_vec(),
        };
        let command = output::command(&[vec!["verify".into(), "--find".into()], terms].concat());
        let (shown, entries) = (output::quote(&number), registry.entries().len());
        UsageError(format!(
            "{shown} is not one of the {entries} entries built in; to search them by terms, use '{command}'"
        ))
    })
}
