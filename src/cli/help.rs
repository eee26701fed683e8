//! The parser of arguments, and its texts with braces and quotes in them.
//!
//! In texts of clap `{n}` is a line break, and a family is full of them; and lines are broken at any space, also within
//! quotes. Nothing escapes either, so the parser is given other signs in the place of that letter and of those spaces, and what it
//! writes is shown with them again.
//!
//! A verb with many options has a short help, `-h`, that leaves out what few need, and lists the rest as they come; its long help lists
//! all of them under headings, in two columns. Of clap's own the long one has three lines for each.

use super::args::Arguments;
use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;

/// What clap takes for a line break.
const BROKEN: &str = "{n}";

/// The same with a sign that no text has: it is for private use.
const KEPT: &str = "{\u{e000}}";

/// A space at which no line is broken, in the same way.
const KEPT_SPACE: char = '\u{e001}';

/// The arguments that were typed.
///
/// The texts of all options are rewritten only if one of them may be shown: that takes six times as many instructions as all else that
/// happens before something is counted.
///
/// # Errors
/// Those of the parser, with help and version among them; [`shown`] is what they say.
pub(super) fn parse(typed: &[OsString]) -> Result<Arguments, clap::Error> {
    match Arguments::try_parse_from(typed) {
        Err(error) if error.kind() != ErrorKind::DisplayVersion => parse_with_texts(typed),
        parsed => parsed,
    }
}

/// The same, with texts as they are to be shown.
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

/// A text of the parser as people read it.
pub(super) fn shown(text: &StyledStr) -> String {
    text.to_string().replace(KEPT, BROKEN).replace(KEPT_SPACE, " ")
}

/// The command and all its verbs with texts that keep their braces.
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

/// Whether the short help of a verb leaves something out.
fn has_brief(verb: &Command) -> bool {
    verb.get_arguments().any(Arg::is_hide_short_help_set)
}

/// A verb whose short help has no headings, and no values of options that need none.
fn in_brief(verb: Command) -> Command {
    verb.mut_args(|argument| {
        let needs_none = argument.get_num_args().is_some_and(|values| values.min_values() == 0);
        let is_hidden = argument.is_hide_possible_values_set() || needs_none;
        let argument = argument.help_heading(None::<&str>);
        if is_hidden { argument.hide_possible_values(true) } else { argument }
    })
}

/// A verb whose long help is laid out as a short one, in two columns.
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

/// The values of an option with what each means.
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

/// A text for lines of any length, of which none ends within backquotes.
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
