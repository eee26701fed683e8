//! Words that are not verbs or options of this program, but can mean only one thing.
//!
//! Arguments are first read as they are. Only refused arguments are looked up in this file, so no valid
//! argument changes its meaning. For example `--json` becomes `--format json` where `--json` would be an
//! error, and then all arguments are read again. Words with several possible meanings are left to
//! [`tip`](super::tip).

use super::args::{Arguments, GenerateArgument};
use super::typed::{
    built_command, is_board, is_file_name, is_piece, is_sequence, option, place_of, subject, verb_of,
};
use super::{advice, help, tip};
use crate::Named;
use crate::notation::looks_like_fen;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};
use std::ffi::OsString;

/// The largest number of guesses for one command line.
const MAX_GUESSES: usize = 16;

/// Other names of options: the typed name, the option, and its value if the name stands for one.
const OTHER_NAMES: &[(&str, &str, Option<&str>)] = &[
    ("-t", "threads", None),
    ("-j", "threads", None),
    ("--jobs", "threads", None),
    ("--cores", "threads", None),
    ("--cpus", "threads", None),
    ("--mem", "memory", None),
    ("--max-memory", "memory", None),
    ("--ram", "memory", None),
    ("--fmt", "format", None),
    ("--silent", "quiet", None),
    ("-s", "quiet", None),
    // If the verb has both options, `-n` means a number of placements.
    ("-n", "limit", None),
    ("-n", "n", None),
    ("-m", "m", None),
    ("-k", "k", None),
    ("--out", "output", None),
    ("-o", "out", None),
    ("--output", "out", None),
    ("--output-format", "format", None),
    ("--checkpoint", "journal", None),
    ("--difficulty", "level", None),
    ("--continue", "resume", None),
    ("--markdown", "format", Some("markdown")),
    ("--md", "format", Some("markdown")),
    ("--tex", "format", Some("latex")),
    ("--tex", "format", Some("tikz")),
    ("--latex", "format", Some("tikz")),
];

/// Options that have an answer without a verb.
const ANSWERED: [&str; 5] = ["-h", "--help", "-V", "--version", "--"];

/// Options whose values people type as options: `--json`, `--symmetry`.
const BY_VALUE: [&str; 5] = ["format", "up-to", "order", "theme", "level"];

/// Reads the arguments. Also returns the words that would have needed no guesses.
///
/// # Errors
/// Help and the version, which are answers, and arguments that no guess makes valid, with a tip if there is
/// one.
pub(super) fn parse(typed: Vec<OsString>) -> Result<(Arguments, Vec<OsString>), clap::Error> {
    let mut typed = with_verb(typed);
    for _ in 0..MAX_GUESSES {
        match help::parse(&typed) {
            Ok(arguments) => return tip::about_file(&typed).map_or(Ok((arguments, typed)), Err),
            Err(error) if error.kind() == ErrorKind::DisplayVersion => return Err(version(error, &typed)),
            Err(error) => match replace_option(&error, &typed) {
                Some(other) => typed = other,
                None => return Err(tip::improve(error, &typed)),
            },
        }
    }
    help::parse(&typed).map(|arguments| (arguments, typed.clone()))
}

/// Returns the version of the program, without that of a verb.
fn version(answer: clap::Error, typed: &[OsString]) -> clap::Error {
    let alone: Vec<OsString> = typed.iter().take(1).cloned().chain(["--version".into()]).collect();
    help::parse(&alone).err().unwrap_or(answer)
}

/// Adds the verb if there is none: `count` for a problem, `table` for a family.
fn with_verb(mut typed: Vec<OsString>) -> Vec<OsString> {
    let arguments: Vec<String> =
        typed.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    if let Some(first) = typed.get_mut(1).filter(|first| *first == "version") {
        *first = "--version".into();
        return typed;
    }
    if let [verb, word] = &arguments[..]
        && word == "help"
        && is_helped(verb)
    {
        typed[2] = "--help".into();
        return typed;
    }
    if let Some(place) = verb_behind_options(&arguments) {
        let verb = typed.remove(place + 1);
        typed.insert(1, verb);
    } else if let Some(verb) = verb_meant(&arguments) {
        typed.insert(1, verb.into());
    }
    typed
}

/// Whether the word `help` behind this verb asks for help. For verbs that take a path it may be a file.
fn is_helped(verb: &str) -> bool {
    let command = Arguments::command();
    command.find_subcommand(verb).is_some_and(|verb| subject(verb) != "PATH")
}

/// Finds the verb if options stand before it.
fn verb_behind_options(arguments: &[String]) -> Option<usize> {
    let first = arguments.first()?;
    if !first.starts_with('-') || ANSWERED.contains(&first.as_str()) {
        return None;
    }
    let command = Arguments::command();
    arguments.iter().position(|argument| command.get_subcommands().any(|verb| verb.get_name() == argument))
}

/// Guesses the verb of arguments that begin without one; `None` if they do not look like a problem.
fn verb_meant(arguments: &[String]) -> Option<&'static str> {
    let first = arguments.first()?.split_whitespace().next()?;
    let mut words = arguments.iter().flat_map(|argument| argument.split_whitespace());
    let has_board = words.any(is_board);
    let is_answered = ANSWERED.contains(&first);
    match () {
        () if first.contains('{') && first.contains('}') => Some("table"),
        () if is_sequence(first) && arguments.iter().any(|word| is_range_option(word)) => Some("table"),
        () if is_sequence(first) => Some("verify"),
        () if GenerateArgument::from_name(first).is_some() && !has_board => Some("generate"),
        () if first == "--" && arguments.get(1).is_some_and(|next| next.split(' ').any(is_board)) => {
            Some("count")
        }
        () if first == "-" || first.starts_with(|c: char| c.is_ascii_digit()) || is_board(first) => {
            Some("count")
        }
        // With this verb, the error message is about the problem rather than about an unknown verb.
        () if has_board && !is_answered && (first.starts_with('-') || is_piece(first)) => Some("count"),
        () => None,
    }
}

/// Whether an option gives the values of a variable.
fn is_range_option(word: &str) -> bool {
    ["--n", "--m", "--k", "--from"].contains(&word.split('=').next().unwrap_or_default())
}

/// Replaces a refused option by a known one; `None` if no option is meant.
fn replace_option(error: &clap::Error, typed: &[OsString]) -> Option<Vec<OsString>> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return None };
    let command = built_command();
    let verb = verb_of(&command, typed)?;
    let mut other = typed.to_vec();
    if let Some((place, long)) = with_two_dashes(unknown, typed, verb) {
        other[place] = long.into();
        return Some(other);
    }
    let (place, value) = place_of(unknown, typed)?;
    let next = typed.get(place + 1).and_then(|next| next.to_str());
    let meant = match next.filter(|_| value.is_none()) {
        Some(next) if is_form_of(unknown, next, verb) => "--output".to_owned(),
        Some(next) if unknown == "--fen" && option(verb, "given").is_some() && looks_like_fen(next) => {
            "--given".to_owned()
        }
        // Without the option, its value would be read as a piece.
        Some(next) if unknown == "--symmetry" && advice::is_value_of("up-to", next) => return None,
        _ => meant_by(unknown, value, verb)?,
    };
    other[place] = meant.into();
    Some(other)
}

/// Finds a long option with one dash, like `-quiet`. Returns its position and the option with two dashes.
fn with_two_dashes(unknown: &str, typed: &[OsString], verb: &Command) -> Option<(usize, String)> {
    let letter = unknown.strip_prefix('-')?;
    let options = typed.iter().enumerate().skip(2).take_while(|(_, argument)| *argument != "--");
    options.filter_map(|(place, argument)| Some((place, argument.to_str()?))).find_map(|(place, argument)| {
        let text = argument.strip_prefix('-').filter(|text| !text.starts_with('-') && text.len() > 1)?;
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let long = format!("--{name}");
        let is_known = option(verb, name).is_some() || meant_by(&long, value, verb).is_some();
        (name.contains(letter) && is_known).then(|| (place, format!("-{argument}")))
    })
}

/// Whether an option names the format of the file that follows it: `--png queens.png`.
fn is_form_of(unknown: &str, next: &str, verb: &Command) -> bool {
    let extension = next.rsplit_once('.').map(|(_, extension)| extension);
    let is_same = extension.is_some() && extension == unknown.strip_prefix("--");
    let is_form = || meant_by(unknown, None, verb).is_some_and(|meant| meant.starts_with("--format="));
    is_same && is_file_name(next) && option(verb, "output").is_some() && is_form()
}

/// Whether an option can have this value.
fn has_value(option: &Arg, value: &str) -> bool {
    option.get_possible_values().iter().any(|known| known.get_name() == value)
}

/// Finds the option of the verb that is meant.
fn meant_by(unknown: &str, value: Option<&str>, verb: &Command) -> Option<String> {
    let known = OTHER_NAMES.iter().filter(|(name, ..)| *name == unknown);
    let known = known.filter_map(|&(_, name, stands_for)| Some((option(verb, name)?, name, stands_for)));
    let known =
        known.filter(|(option, _, stands_for)| stands_for.is_none_or(|value| has_value(option, value)));
    let by_value = BY_VALUE.iter().filter_map(|&name| {
        let option = option(verb, name)?;
        let typed = unknown.strip_prefix("--")?;
        has_value(option, typed).then_some((option, name, Some(typed)))
    });
    let (option, name, stands_for) = known.chain(by_value).next()?;
    let takes_value = option.get_action().takes_values();
    match (stands_for.or(value), takes_value) {
        (Some(_), _) if stands_for.is_some() && value.is_some() => None,
        (Some(value), true) => Some(format!("--{name}={value}")),
        (None, _) => Some(format!("--{name}")),
        (Some(_), false) => None,
    }
}
