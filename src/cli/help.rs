//! The parser of arguments, and its texts with braces and quotes in them.
//!
//! In texts of clap `{n}` is a line break, and a family is full of them; and lines are broken at any space, also within
//! quotes. Nothing escapes either, so the parser is given other signs in the place of that letter and of those spaces, and what it
//! writes is shown with them again.

use super::args::Arguments;
use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use std::ffi::OsString;

/// What clap takes for a line break.
const BROKEN: &str = "{n}";

/// The same with a sign that no text has: it is for private use.
const KEPT: &str = "{\u{e000}}";

/// A space at which no line is broken, in the same way.
const KEPT_SPACE: char = '\u{e001}';

/// The arguments that were typed.
///
/// # Errors
/// Those of the parser, with help and version among them; [`shown`] is what they say.
pub(super) fn parse(typed: &[OsString]) -> Result<Arguments, clap::Error> {
    let mut command = kept(Arguments::command());
    let matches = command.try_get_matches_from_mut(typed)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// A text of the parser as people read it.
pub(super) fn shown(text: &StyledStr) -> String {
    text.to_string().replace(KEPT, BROKEN).replace(KEPT_SPACE, " ")
}

/// The command and all its verbs with texts that keep their braces.
fn kept(mut command: Command) -> Command {
    let texts = [command.get_about(), command.get_long_about(), command.get_after_help()];
    let [about, long_about, after_help] = texts;
    let [about, long_about, after_help] = [about.map(whole), long_about.map(whole), after_help.map(hidden)];
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long_about) = long_about {
        command = command.long_about(long_about);
    }
    if let Some(after_help) = after_help {
        command = command.after_help(after_help);
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
