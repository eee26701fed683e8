//! The parser of arguments, and its texts with braces and quotes.
//!
//! In texts of clap, `{n}` is a line break, but families contain it often. Besides, clap breaks lines at any
//! space, also within quotes. There is no escape for either. The parser therefore receives other characters
//! for that letter and those spaces, and its output is shown with the original ones.
//!
//! A verb with many options has a short help, `-h`, which leaves out options that few users need and has no
//! headings. Its long help lists all options under headings, in two columns. The long help of clap would take
//! three lines for each option.

use super::args::Arguments;
use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;

/// The text that clap replaces by a line break.
const BROKEN: &str = "{n}";

/// A replacement for [`BROKEN`] with a private-use character, which no other text contains.
const KEPT: &str = "{\u{e000}}";

/// A replacement for a space at which no line is broken.
const KEPT_SPACE: char = '\u{e001}';

/// Reads the arguments.
///
/// The texts of the options are rewritten only if one of them may be shown. Rewriting takes six times as many
/// instructions as everything else that happens before a count.
///
/// # Errors
/// Errors of the parser, among them help and version; [`shown`] gives their text.
pub(super) fn parse(typed: &[OsString]) -> Result<Arguments, clap::Error> {
    match Arguments::try_parse_from(typed) {
        Err(error) if error.kind() != ErrorKind::DisplayVersion => parse_with_texts(typed),
        parsed => parsed,
    }
}

/// Reads the arguments with a parser whose texts are rewritten.
fn parse_with_texts(typed: &[OsString]) -> Result<Arguments, clap::Error> {
    let is_long =
        typed.iter().any(|word| word == "--help") || typed.get(1).is_some_and(|word| word == "help");
    let is_about_all = typed.len() < 3;
    let mut command = kept(Arguments::command()).mut_subcommands(|verb| match has_brief(&verb) {
        _ if is_about_all => verb.long_about(None::<&str>),
        true if is_long => in_columns(verb),
        true => in_brief(verb),
        false => verb,
    });
    let matches = command.try_get_matches_from_mut(typed)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Restores the original characters in a text of the parser.
pub(super) fn shown(text: &StyledStr) -> String {
    text.to_string().replace(KEPT, BROKEN).replace(KEPT_SPACE, " ")
}

/// Rewrites the texts of a command and all its verbs.
fn kept(mut command: Command) -> Command {
    let [about, long_about] = [command.get_about(), command.get_long_about()].map(|text| text.map(whole));
    let texts = [command.get_after_help(), command.get_after_long_help()];
    let [after_help, after_long_help] = texts.map(|text| text.map(hidden));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long_about) = long_about {
        command = command.long_about(long_about);
    }
    if let Some(after_help) = after_help {
        command = command.after_help(after_help);
    }
    if let Some(after_long_help) = after_long_help {
        command = command.after_long_help(after_long_help);
    }
    command.mut_args(kept_argument).mut_subcommands(kept)
}

fn kept_argument(mut argument: Arg) -> Arg {
    let [help, long_help] = [argument.get_help(), argument.get_long_help()].map(|text| text.map(whole));
    if let Some(help) = help {
        argument = argument.help(help);
    }
    if let Some(long_help) = long_help {
        argument = argument.long_help(long_help);
    }
    argument
}

/// Whether the short help of a verb leaves out an option.
fn has_brief(verb: &Command) -> bool {
    verb.get_arguments().any(Arg::is_hide_short_help_set)
}

/// Gives a verb a short help without headings. Values of options that need no value are left out.
fn in_brief(verb: Command) -> Command {
    verb.mut_args(|argument| {
        let needs_none = argument.get_num_args().is_some_and(|values| values.min_values() == 0);
        let is_hidden = argument.is_hide_possible_values_set() || needs_none;
        let argument = argument.help_heading(None::<&str>);
        if is_hidden { argument.hide_possible_values(true) } else { argument }
    })
}

/// Gives a verb a long help in two columns.
fn in_columns(verb: Command) -> Command {
    let about = verb.get_long_about().or(verb.get_about()).cloned().unwrap_or_default();
    let after = verb.get_after_long_help().or(verb.get_after_help()).cloned().unwrap_or_default();
    let verb = verb.about(about).long_about(None::<&str>).after_help(after).after_long_help(None::<&str>);
    verb.mut_args(|argument| {
        let help = argument.get_long_help().or(argument.get_help()).cloned().unwrap_or_default();
        let help = format!("{help}{}", values(&argument));
        let argument = argument.help(help).long_help(None::<&str>).hide_short_help(false);
        match argument.get_action().takes_values() {
            true => argument.hide_possible_values(true),
            false => argument,
        }
    })
}

/// Lists the values of an option, with their meanings.
fn values(argument: &Arg) -> String {
    if argument.is_hide_possible_values_set() {
        return String::new();
    }
    let values = argument.get_possible_values();
    let told = values.iter().filter_map(|value| Some(format!("{}: {}", value.get_name(), value.get_help()?)));
    match told.collect::<Vec<_>>() {
        none if none.is_empty() => String::new(),
        told => format!(" [{}]", told.join("; ")),
    }
}

/// Rewrites a text so that no line ends within backquotes.
fn whole(text: &StyledStr) -> String {
    let parts = hidden(text);
    let parts = parts.split('`').enumerate().map(|(place, part)| match place % 2 {
        0 => part.to_owned(),
        _ => part.replace(' ', &KEPT_SPACE.to_string()),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn hidden(text: &StyledStr) -> String {
    text.to_string().replace(BROKEN, KEPT)
}
