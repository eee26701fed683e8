//! `armistice generate`: man pages and shell completions.

use super::args::{Arguments, GenerateArgument, GenerateArguments};
use super::exit::{UsageError, fault_of_path};
use super::{Exit, manual, output, whole_file};
use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs;
use std::path::Path;

pub(super) fn run(arguments: &GenerateArguments) -> anyhow::Result<Exit> {
    let mut command = Arguments::command();
    let shell = match arguments.what {
        GenerateArgument::Man => return pages(arguments.out.as_deref()),
        GenerateArgument::Bash => Shell::Bash,
        GenerateArgument::Zsh => Shell::Zsh,
        GenerateArgument::Fish => Shell::Fish,
        GenerateArgument::Powershell => Shell::PowerShell,
        GenerateArgument::Elvish => Shell::Elvish,
    };
    if arguments.out.is_some() {
        return Err(
            UsageError::new("--out is for man pages: completions are written to standard output").into()
        );
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "armistice", &mut script);
    output::write(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Complete)
}

/// Writes one page for all verbs, or a file for each of them in a folder.
fn pages(folder: Option<&Path>) -> anyhow::Result<Exit> {
    let command = Arguments::command();
    let Some(folder) = folder else {
        let page = manual::one_page(command).context("man page")?;
        output::write(&String::from_utf8_lossy(&page))?;
        return Ok(Exit::Complete);
    };
    fs::create_dir_all(folder).map_err(|error| fault_of_path(folder, error))?;
    for (name, page) in manual::pages(command).context("man page")? {
        whole_file::write(&folder.join(name), &page)?;
    }
    Ok(Exit::Complete)
}
