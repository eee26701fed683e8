//! `armistice generate`: the man page and shell completions.

use super::args::{Arguments, GenerateArgument, GenerateArguments};
use super::{Exit, output};
use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

pub(super) fn run(arguments: &GenerateArguments) -> anyhow::Result<Exit> {
    let mut command = Arguments::command();
    let mut page = Vec::new();
    let shell = match arguments.what {
        GenerateArgument::Man => None,
        GenerateArgument::Bash => Some(Shell::Bash),
        GenerateArgument::Zsh => Some(Shell::Zsh),
        GenerateArgument::Fish => Some(Shell::Fish),
        GenerateArgument::Powershell => Some(Shell::PowerShell),
        GenerateArgument::Elvish => Some(Shell::Elvish),
    };
    match shell {
        Some(shell) => clap_complete::generate(shell, &mut command, "armistice", &mut page),
        None => manual(command, &mut page).context("man page")?,
    }
    output::write(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Complete)
}

/// One page: the command, then each verb as a part of its own.
fn manual(mut command: clap::Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    command.build();
    let main = clap_mangen::Man::new(command.clone());
    main.render(page)?;
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        page.extend(format!(".SH \"ARMISTICE {}\"\n", verb.get_name().to_uppercase()).bytes());
        let part = clap_mangen::Man::new(verb.clone());
        part.render_synopsis_section(page)?;
        part.render_description_section(page)?;
        part.render_options_section(page)?;
        part.render_extra_section(page)?;
    }
    Ok(())
}
