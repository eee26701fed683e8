//! Man pages: one for the command and one for each verb, or all of them in one.
//!
//! Synopsis, description and options are those of `--help`. The pages also list exit codes, files and
//! environment variables, for which the help has no room.

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;

/// The meanings of the exit status, for every verb.
const EXIT_STATUS: [(&str, &str); 5] = [
    ("0", "Everything asked for was done."),
    ("1", "A check failed, or a result could not be written."),
    ("2", "The request cannot be understood, or cannot be carried out."),
    ("3", "Stopped at a given limit; what was found is a lower bound."),
    ("130", "Stopped by Ctrl-C or SIGTERM; what was found is a lower bound."),
];

const FILES: [(&str, &str); 3] = [
    (
        "$XDG_STATE_HOME/armistice/runs/, ~/.local/state/armistice/runs/",
        "Automatic journals of long counts, for armistice count --resume. They are removed once the result is written, or to make room.",
    ),
    (
        "$XDG_STATE_HOME/armistice/page/, ~/.local/state/armistice/page/",
        "The secret part of the address of armistice page, for each port that the user named.",
    ),
    ("*.jsonl, plan.json, *.result", "Journals, plans and results of parts in files named by the user."),
];

const ENVIRONMENT: [(&str, &str); 4] = [
    ("ARMISTICE_RUNS", "The folder of automatic journals, instead of the one under FILES."),
    (
        "ARMISTICE_RUNS_LIMIT",
        "How much small automatic journals of interrupted counts may take, like 200M or 5G; 1G unless set.",
    ),
    ("NO_COLOR", "If set and not empty, messages have no colours."),
    ("HOSTNAME", "The name of the machine in results of parts, where the system does not provide it."),
];

/// The sections that a page has in addition to the help.
const MORE: [(&str, &[(&str, &str)]); 3] =
    [("EXIT STATUS", &EXIT_STATUS), ("FILES", &FILES), ("ENVIRONMENT", &ENVIRONMENT)];

/// Writes a single page: the command, then each verb as a section.
pub(super) fn one_page(mut command: Command) -> io::Result<Vec<u8>> {
    command.build();
    let mut page = Vec::new();
    let main = Man::new(command.clone());
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    main.render_synopsis_section(&mut page)?;
    main.render_description_section(&mut page)?;
    examples(&command, &mut page)?;
    for verb in verbs(&command) {
        page.extend(format!(".SH \"ARMISTICE {}\"\n", verb.get_name().to_uppercase()).bytes());
        let part = Man::new(verb.clone());
        part.render_synopsis_section(&mut page)?;
        part.render_description_section(&mut page)?;
        part.render_options_section(&mut page)?;
        examples(verb, &mut page)?;
    }
    add_sections(&mut page)?;
    main.render_version_section(&mut page)?;
    Ok(page)
}

/// Writes a page for the command and one for each verb, with the names of their files.
pub(super) fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    // Readers of a manual do not need the verb `help`.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let names: Vec<String> = verbs(&command).map(|verb| file_name(verb).replace(".1", "(1)")).collect();
    let mut pages = vec![(file_name(&command), page(&command, &names)?)];
    for verb in verbs(&command) {
        pages.push((file_name(verb), page(verb, &["armistice(1)".to_owned()])?));
    }
    Ok(pages)
}

fn verbs(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|verb| verb.get_name() != "help")
}

fn file_name(command: &Command) -> String {
    Man::new(command.clone()).get_filename()
}

fn page(command: &Command, others: &[String]) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let manual = Man::new(command.clone());
    manual.render_title(&mut page)?;
    manual.render_name_section(&mut page)?;
    manual.render_synopsis_section(&mut page)?;
    manual.render_description_section(&mut page)?;
    manual.render_options_section(&mut page)?;
    if command.has_subcommands() {
        manual.render_subcommands_section(&mut page)?;
    }
    examples(command, &mut page)?;
    add_sections(&mut page)?;
    let mut roff = Roff::default();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(others.join(", "))]);
    roff.to_writer(&mut page)?;
    Ok(page)
}

/// Adds the examples of the help.
fn examples(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let Some(text) = command.get_after_long_help().or(command.get_after_help()) else { return Ok(()) };
    let mut roff = Roff::default();
    roff.control("SH", ["EXAMPLES"]);
    roff.control("nf", []);
    for line in text.to_string().lines().filter(|line| *line != "Examples:") {
        roff.text([roman(line.trim_start_matches("  "))]);
    }
    roff.control("fi", []);
    roff.to_writer(page)
}

/// Adds the sections that every page has.
fn add_sections(page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::default();
    for (title, entries) in MORE {
        roff.control("SH", [title]);
        for (name, text) in entries {
            roff.control("TP", []);
            roff.text([bold(*name)]);
            roff.text([roman(*text)]);
        }
    }
    roff.to_writer(page)
}
