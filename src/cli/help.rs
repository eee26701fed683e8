//! The parser of arguments, and its texts with braces in them.
//!
//! In texts of clap `{n}` is a line break, and a family is full of them. Nothing escapes it, so the parser is given another
//! sign in the place of that letter, and what it writes is shown with the letter again.

use super::args::Arguments;
use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use std::ffi::OsString;

/// What clap takes for a line break.
const BROKEN: &str = "{n}";

/// The same with a sign that no text has: it is for private use.
const KEPT: &str = "{\u{e000}}";

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
    text.to_string().replace(KEPT, BROKEN)
}

/// The command and all its verbs with texts that keep their braces.
fn kept(mut command: Command) -> Command {
    let texts = [command.get_about(), command.get_long_about(), command.get_after_help()];
    let [about, long_about, after_help] = texts.map(|text| text.map(hidden));
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
    let [help, long_help] = [argument.get_help(), argument.get_long_help()].map(|text| text.map(hidden));
    if let Some(help) = help {
        argument = argument.help(help);
    }
    if let Some(long_help) = long_help {
        argument = argument.long_help(long_help);
    }
    argument
}

fn hidden(text: &StyledStr) -> String {
    text.to_string().replace(BROKEN, KEPT)
}
