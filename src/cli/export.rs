//! `armistice export`: a problem for another solver.

use super::args::ExportArguments;
use super::exit::{UsageError, fault_of_path};
use super::placed::placement_error;
use super::{Exit, input, output, progress, whole_file};
use crate::export::{Export, Format, Options};
use crate::run::files::FileDraft;
use anyhow::Context;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub(super) fn run(arguments: &ExportArguments) -> anyhow::Result<Exit> {
    let problem = arguments.lines.apply(input::one_problem(&arguments.problem)?);
    let path = arguments.output.as_deref();
    let format = match (arguments.to, path) {
        (Some(format), _) => format,
        (None, Some(path)) => by_name(path)?,
        (None, None) => return Err(UsageError::new("--to: expected a format").into()),
    };
    // Files with the extension `.clq` are for tools that look for cliques.
    let is_for_cliques = path.is_some_and(|path| whole_file::extension(path).as_deref() == Some("clq"));
    let complement = arguments.complement || (is_for_cliques && format == Format::Graph);
    let options = Options::default().with_at_least(arguments.at_least).with_complement(complement);
    let export = Export::new(&problem, format, options).map_err(|error| placement_error(&problem, error))?;
    // An interrupted run leaves no incomplete file behind.
    progress::catch_interruptions()?;
    match path {
        Some(path) => {
            whole_file::check(path)?;
            let draft = FileDraft::begin(path).map_err(|error| fault_of_path(path, error))?;
            let mut to = BufWriter::with_capacity(1 << 16, draft);
            let written = export.write(&mut to);
            let draft = written.and_then(|()| to.into_inner().map_err(io::IntoInnerError::into_error));
            draft.and_then(FileDraft::finish).with_context(|| output::quoted_path(path))?;
        }
        None => {
            let mut to = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            export.write(&mut to).and_then(|()| to.flush()).context("standard output")?;
        }
    }
    Ok(Exit::Complete)
}

/// Finds the format by the extension of the file.
fn by_name(path: &Path) -> Result<Format, UsageError> {
    Ok(match whole_file::extension(path).as_deref() {
        Some("cnf") => Format::Cnf,
        Some("asp") => Format::Asp,
        Some("lp") => Format::Lp,
        Some("opb") => Format::Opb,
        Some("col" | "clq") => Format::Graph,
        Some("g6") => Format::Graph6,
        Some("mzn") => Format::Minizinc,
        _ => {
            let expected = "cannot tell the format from this name; give --to, like --to cnf ('armistice help \
                            export' lists the formats)";
            return Err(UsageError::of_path(path, expected));
        }
    })
}
