//! The parser of arguments, and its texts with braces and quotes.
//!
//! In texts of clap, `{n}` is a line break, but families contain it often. Besides, clap breaks lines at any
//! space, also within quotes. There is no escape for either. The parser therefore receives other characters
//! for that letter and those spaces, and its output is shown with the original ones.
//!
//! The short help of a verb, `-h`, fits on a screen of 24 lines and 80 columns: the options that most users need
//! ([`USUAL`]), the first sentence of each, no headings, three examples. The long help lists all options under headings, in two
//! columns. The long help of clap would take three lines for each option.

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

/// The options in the short help of each verb. Without a row, a verb shows all its options.
const USUAL: [(&str, &[&str]); 17] = [
    (
        "count",
        &[
            "up_to",
            "by_number",
            "by_square",
            "estimate",
            "explain",
            "double_check",
            "format",
            "quiet",
            "budget",
        ],
    ),
    ("solve", &["all", "limit", "up_to", "random", "given", "unique", "n", "budget", "format", "output"]),
    ("max", &["count", "up_to", "ratio", "pareto", "curve", "budget", "proof", "format", "quiet"]),
    ("min", &["dominating", "budget", "threads", "proof", "format", "quiet"]),
    ("puzzle", &["count", "level", "regions", "seed", "fewest", "budget", "format", "output"]),
    ("trace", &["order", "limit", "all", "compare", "output", "watch", "speed"]),
    ("explain", &["up_to", "by_number", "engine", "threads", "memory", "format", "verbose"]),
    ("table", &["n", "k", "from", "up_to", "budget", "double_check", "format", "output", "chart"]),
    ("formula", &["up_to", "by_number", "growth", "budget", "terms", "code", "format"]),
    ("sequence", &["format"]),
    ("verify", &["all", "topic", "list", "find", "terms", "budget", "bfile", "format"]),
    ("check", &["file", "fen", "squares", "permutation", "all", "free_lines", "format"]),
    ("draw", &["all", "up_to", "random", "fen", "squares", "attacks", "heat", "size", "worksheet", "output"]),
    ("export", &["to", "at_least", "complement", "output"]),
    ("import", &["file", "from", "format", "output"]),
    ("plan", &["parts", "part_time", "out", "up_to", "threads", "memory", "format"]),
    ("shard", &["part", "out", "budget", "dry_run", "threads", "memory", "quiet"]),
];

/// The number of examples in a short help.
const EXAMPLES: usize = 3;

/// The most characters of an option's possible values in a short help.
const SHOWN_VALUES: usize = 20;

/// The most characters of a sentence in a short help that keeps its additions.
const SHORT_SENTENCE: usize = 48;

/// Reads the arguments.
///
/// The texts of the options are rewritten only if one of them may be shown. Rewriting takes six times as many
/// instructions as everything else that happens before a count.
///
/// # Errors
/// Errors of the parser, among them help and version; [`restore_characters`] gives their text.
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
    let mut command = keep_lines(Arguments::command()).mut_subcommands(|verb| match is_long {
        _ if is_about_all => verb.long_about(None::<&str>),
        true => in_columns(verb),
        false => in_brief(verb),
    });
    let matches = command.try_get_matches_from_mut(typed)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Restores the original characters in a text of the parser.
pub(super) fn restore_characters(text: &StyledStr) -> String {
    text.to_string().replace(KEPT, BROKEN).replace(KEPT_SPACE, " ")
}

/// Rewrites the texts of a command and all its verbs.
fn keep_lines(mut command: Command) -> Command {
    let [about, long_about] =
        [command.get_about(), command.get_long_about()].map(|text| text.map(keep_quotes_whole));
    let texts = [command.get_after_help(), command.get_after_long_help()];
    let [after_help, after_long_help] = texts.map(|text| text.map(hide_characters));
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
    command.mut_args(kept_argument).mut_subcommands(keep_lines)
}

fn kept_argument(mut argument: Arg) -> Arg {
    let [help, long_help] =
        [argument.get_help(), argument.get_long_help()].map(|text| text.map(keep_quotes_whole));
    if let Some(help) = help {
        argument = argument.help(help);
    }
    if let Some(long_help) = long_help {
        argument = argument.long_help(long_help);
    }
    argument
}

/// Gives a verb a short help: its usual options, without headings.
fn in_brief(verb: Command) -> Command {
    let Some((_, usual)) = USUAL.iter().find(|(name, _)| *name == verb.get_name()) else { return verb };
    let examples = verb.get_after_help().map(|text| first_examples(&text.to_string()));
    let verb = verb.disable_version_flag(true).after_help(examples.unwrap_or_default());
    verb.mut_args(|argument| {
        let is_usual = argument.is_positional() || usual.contains(&argument.get_id().as_str());
        // A user who asks for help does not need the values of an option that works without one.
        let needs_none = argument.get_num_args().is_some_and(|values| values.min_values() == 0);
        let values = argument.get_possible_values();
        let length = values.iter().map(|value| value.get_name().len() + 2).sum::<usize>();
        let has_default = !argument.get_default_values().is_empty();
        let is_hidden =
            argument.is_hide_possible_values_set() || needs_none || has_default || length > SHOWN_VALUES;
        let help = argument.get_help().map(|text| first_sentence(&text.to_string())).unwrap_or_default();
        let help = if argument.is_positional() { help } else { without_additions(help) };
        let argument = argument.help(help).help_heading(None::<&str>);
        argument.hide_possible_values(is_hidden).hide_short_help(!is_usual)
    })
}

/// Returns the first sentence of a help text.
fn first_sentence(text: &str) -> String {
    text.split_once(". ").map_or(text, |(first, _)| first).to_owned()
}

/// Returns a long sentence without what follows a semicolon or a bracket, which would take a further line.
fn without_additions(sentence: String) -> String {
    if sentence.chars().count() <= SHORT_SENTENCE {
        return sentence;
    }
    let end = [";", " ["].into_iter().filter_map(|sign| sentence.find(sign)).min();
    end.map_or(sentence.clone(), |end| sentence[..end].to_owned())
}

/// Returns the heading of the examples, and the first of them without their comments.
fn first_examples(text: &str) -> String {
    let mut lines = text.lines();
    let heading = lines.next().unwrap_or_default();
    let examples = lines.filter(|line| !line.trim_start().starts_with('#')).take(EXAMPLES);
    std::iter::once(heading).chain(examples).collect::<Vec<_>>().join("\n")
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
fn keep_quotes_whole(text: &StyledStr) -> String {
    let parts = hide_characters(text);
    let parts = parts.split('`').enumerate().map(|(place, part)| match place % 2 {
        0 => part.to_owned(),
        _ => part.replace(' ', &KEPT_SPACE.to_string()),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn hide_characters(text: &StyledStr) -> String {
    text.to_string().replace(BROKEN, KEPT)
}
