//! Errors about arguments, with tips that lead to a valid command.
//!
//! The parser of arguments suggests names with similar letters, and explains how to pass any text as a value.
//! Neither helps with `--torus` or `-v`. Suggestions of this module are names that differ by a typing error,
//! or advice for words that people are known to type. The line of usage is always that of the whole verb.

use super::advice::{self, Advice};
use super::instead::{self, has_problem, mark_command};
use super::output;
use super::typed::{
    RefusedCommand, built_command, is_file_name, is_piece, option, places_of_subject, subject, verb_of,
};
use crate::Problem;
use crate::notation::nearest;
use clap::Command;
use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;

/// Replaces the tips of an error by ours, and shows the usage of the whole verb.
pub(super) fn improve(mut error: clap::Error, typed: &[OsString]) -> clap::Error {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return error;
    }
    let command = built_command();
    let verb = verb_of(&command, typed);
    if error.get(ContextKind::Usage).is_some() {
        let usage = verb.unwrap_or(&command).clone().render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    match error.kind() {
        ErrorKind::UnknownArgument => about_option(&mut error, &command, typed),
        ErrorKind::InvalidSubcommand => about_verb(&mut error, &command, typed),
        ErrorKind::InvalidValue => about_value(&mut error, verb),
        ErrorKind::ValueValidation => return about_number(error, verb.unwrap_or(&command)),
        _ => {}
    }
    error
}

fn text_of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    }
}

/// Replaces all suggestions by a line.
fn advise(error: &mut clap::Error, line: &str) {
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(line.to_owned())]));
}

fn about_option(error: &mut clap::Error, command: &Command, typed: &[OsString]) {
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::Suggested);
    let Some(unknown) = text_of(error, ContextKind::InvalidArg) else { return };
    let Some(verb) = verb_of(command, typed) else { return };
    let refused = RefusedCommand { command, verb: Some(verb), typed, unknown: &unknown };
    let advice = advice::for_option(&unknown);
    let known = advice.and_then(|advice| {
        advice.iter().find_map(|advice| Some((line(advice, &refused)?, advice.is_of_this_verb())))
    });
    let others = verbs_with(&unknown, command);
    match (known, others) {
        (Some((line, false)), Some(others)) if !line.contains(&unknown) => {
            advise(error, &format!("{line}; {others}"));
        }
        (Some((line, _)), _) | (None, Some(line)) => advise(error, &line),
        (None, None) if advice.is_none() => suggest(error, &unknown, verb),
        (None, None) => {}
    }
}

/// Lists the verbs that have an unknown option: `draw and puzzle have --size`; `None` if there are none.
fn verbs_with(unknown: &str, command: &Command) -> Option<String> {
    let name = unknown.strip_prefix("--")?;
    let has = |verb: &&Command| option(verb, name).is_some_and(|option| !option.is_hide_set());
    let verbs: Vec<&str> = command.get_subcommands().filter(has).map(Command::get_name).collect();
    Some(match &verbs[..] {
        [] => return None,
        [one] => format!("{one} has {unknown}"),
        [one, other] => format!("{one} and {other} have {unknown}"),
        [one, other, third] => format!("{one}, {other} and {third} have {unknown}"),
        [one, other, ..] => format!("{one}, {other} and others have {unknown}"),
    })
}

/// Suggests the option with the most similar name.
fn suggest(error: &mut clap::Error, unknown: &str, verb: &Command) {
    let names =
        verb.get_arguments().filter(|option| !option.is_hide_set()).filter_map(|option| option.get_long());
    let name = unknown.strip_prefix("--").and_then(|unknown| nearest(unknown, names));
    if let Some(name) = name {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{name}")));
    }
}

fn about_verb(error: &mut clap::Error, command: &Command, typed: &[OsString]) {
    error.remove(ContextKind::SuggestedSubcommand);
    error.remove(ContextKind::Suggested);
    let Some(unknown) = text_of(error, ContextKind::InvalidSubcommand) else { return };
    let refused = RefusedCommand { command, verb: None, typed, unknown: &unknown };
    if let Some(line) = verb_meant(&refused) {
        return advise(error, &line);
    }
    let small = unknown.to_lowercase();
    let names = command.get_subcommands().map(Command::get_name);
    if let Some(name) = nearest(&small, names) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name.to_owned()]));
    }
}

/// Returns the tip for an unknown verb; `None` if there is no advice for it.
fn verb_meant(refused: &RefusedCommand<'_>) -> Option<String> {
    let RefusedCommand { typed, unknown, .. } = *refused;
    if typed.get(1).is_some_and(|first| first == "help") {
        return help_meant(refused);
    }
    if unknown == "list" {
        return Some(list(refused));
    }
    if Path::new(unknown).is_file() && is_file_name(unknown) {
        let verb = if unknown.ends_with(".fen") { "check" } else { "count" };
        return Some(format!("use {}", mark_command(&[verb, "--file", unknown].map(OsString::from))));
    }
    let known = advice::for_verb(unknown).iter().find_map(|advice| line(advice, refused));
    known
        .or_else(|| {
            let text = typed[1..].join(&OsString::from(" "));
            let meant = text.to_string_lossy().parse::<Problem>().err().and_then(|error| error.meant);
            let words = |meant: String| meant.split(' ').map(OsString::from).collect::<Vec<_>>();
            meant.map(|meant| format!("did you mean {}?", mark_command(&words(meant))))
        })
        .or_else(|| {
            let example = mark_command(&["8x8", "Q8"].map(OsString::from));
            is_piece(unknown).then(|| format!("a problem begins with its board, like {example}"))
        })
}

/// Returns the tip for help about a word that is not a verb.
fn help_meant(refused: &RefusedCommand<'_>) -> Option<String> {
    let RefusedCommand { command, typed, unknown, .. } = *refused;
    let first = typed.get(2)?;
    if first != unknown && command.find_subcommand(first).is_some() {
        let one = mark_command(&["help".into(), first.clone()]);
        return Some(format!("ask for help about one command at a time: {one}"));
    }
    advice::for_topic(unknown).map(|command| format!("use {}", instead::right(command)))
}

/// The maximum number of values in a message. Longer lists are in the help.
const MANY_VALUES: usize = 6;

/// Returns the tip for `list`: a list of placements if there is a problem, otherwise lists of several kinds.
fn list(refused: &RefusedCommand<'_>) -> String {
    if has_problem(&refused.remaining_words(false)) {
        return line(&Advice::Verb("solve", "--all"), refused).unwrap_or_default();
    }
    let [placements, sequences, kinds, runs] =
        ["armistice solve 8x8 Q8 --all", "armistice verify --list", "armistice pieces", "armistice status"]
            .map(instead::right);
    format!("placements: {placements}, sequences: {sequences}, kinds: {kinds}, stopped counts: {runs}")
}

fn about_value(error: &mut clap::Error, verb: Option<&Command>) {
    let suggested = text_of(error, ContextKind::SuggestedValue);
    error.remove(ContextKind::SuggestedValue);
    let Some(typed) = text_of(error, ContextKind::InvalidValue) else { return };
    let argument = text_of(error, ContextKind::InvalidArg).unwrap_or_default();
    let argument = argument.split(' ').next().unwrap_or_default();
    let option = argument.trim_start_matches('-');
    let valid = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(valid)) => valid.clone(),
        _ => Vec::new(),
    };
    let known = advice::for_value(option, &typed).iter().find(|value| valid.iter().any(|one| one == *value));
    let known = known.map(|value| (*value).to_owned());
    let near = suggested.filter(|value| nearest(&typed, [value.as_str()]).is_some());
    // The help does not list the values of a hidden option.
    let is_hidden = verb.is_some_and(|verb| {
        verb.get_arguments().any(|argument| argument.get_long() == Some(option) && argument.is_hide_set())
    });
    let topic = match option {
        _ if is_hidden || valid.len() <= MANY_VALUES => None,
        "up-to" | "fixed-by" => Some("symmetries"),
        "engine" => Some("engines"),
        _ => verb.map(Command::get_name),
    };
    if let Some(topic) = topic {
        error.remove(ContextKind::ValidValue);
        let command = instead::right(&format!("armistice help {topic}"));
        advise(error, &format!("{command} lists the values of {argument}"));
    }
    if let Some(value) = known.or(near) {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(value));
    }
}

/// Rewrites the message of an error about a number. The parser uses the messages of the language.
fn about_number(error: clap::Error, verb: &Command) -> clap::Error {
    let source = Error::source(&error);
    let expected = source.and_then(|source| match source.downcast_ref::<ParseIntError>() {
        Some(fault) if *fault.kind() == IntErrorKind::PosOverflow => {
            Some("a smaller number was expected".to_owned())
        }
        Some(_) => Some("a whole number was expected".to_owned()),
        None => bounds(&source.to_string()),
    });
    let (Some(expected), Some(argument), Some(value)) =
        (expected, text_of(&error, ContextKind::InvalidArg), text_of(&error, ContextKind::InvalidValue))
    else {
        return error;
    };
    let styles = Styles::styled();
    let (invalid, literal) = (styles.get_invalid(), styles.get_literal());
    let message = format!(
        "invalid value '{invalid}{value}{invalid:#}' for '{literal}{argument}{literal:#}': {expected}\n\n\
         For more information, try '{literal}--help{literal:#}'.\n"
    );
    clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(verb)
}

/// Rewrites a message like `0 is not in 1..=9`.
fn bounds(fault: &str) -> Option<String> {
    let (_, range) = fault.split_once(" is not in ")?;
    let (first, last) = range.split_once("..")?;
    let last = last.trim_start_matches('=').parse::<u64>().ok()?;
    // Such a limit only means the largest number of the type.
    match last >= u64::from(u32::MAX) {
        true => Some(format!("a whole number from {first} was expected")),
        false => Some(format!("a whole number from {first} to {last} was expected")),
    }
}

/// Makes the error for a problem that contains the name of a file; `None` if there is no such file, or if no
/// option takes files.
pub(super) fn about_file(typed: &[OsString]) -> Option<clap::Error> {
    let words = typed.get(2..)?;
    let is_file = |word: &OsString| is_file_name(&word.to_string_lossy()) && Path::new(word).is_file();
    // Most command lines contain no file, so the rest need not run.
    if !words.iter().any(is_file) {
        return None;
    }
    let command = built_command();
    let verb = verb_of(&command, typed).filter(|verb| subject(verb) == "PROBLEM")?;
    let places = places_of_subject(words, &[verb]);
    let place = places.into_iter().find(|&place| is_file(&words[place]))?;
    let name = output::without_controls(&words[place].to_string_lossy());
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let option = if PICTURES.contains(&extension) { "--output" } else { "--file" };
    let mut meant: Vec<OsString> = std::iter::once(&typed[1]).chain(words).cloned().collect();
    meant.insert(place + 1, option.into());
    let alone = [typed[1].clone(), option.into(), words[place].clone()];
    let meant = [&meant[..], &alone].into_iter().find(|words| instead::is_accepted(words))?;
    let styles = Styles::styled();
    let (invalid, valid) = (styles.get_invalid(), styles.get_valid());
    let message = format!(
        "'{invalid}{name}{invalid:#}' is a file and not a problem\n\n  {valid}tip:{valid:#} use {}\n",
        mark_command(meant)
    );
    Some(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(verb))
}

/// Extensions of files that are written and never read.
const PICTURES: [&str; 5] = ["svg", "png", "html", "tex", "gif"];

/// Returns the line of a piece of advice; `None` if it does not help here.
fn line(advice: &Advice, refused: &RefusedCommand<'_>) -> Option<String> {
    let used = |words: Vec<OsString>| format!("use {}", mark_command(&words));
    match *advice {
        Advice::Line(line) => Some(line.to_owned()),
        Advice::Of(verbs, line) => verbs.contains(&refused.verb?.get_name()).then(|| line.to_owned()),
        Advice::Options(options) => {
            let named = options.iter().find(|named| instead::has_option(refused, named))?;
            Some(format!("use {}", instead::right(&format!("--{named}"))))
        }
        Advice::Board(suffix) => {
            let words = instead::with_board(refused, suffix)?;
            Some(format!("this belongs to the board: {}", mark_command(&words)))
        }
        Advice::Problem(suffix) => {
            let words = instead::with_problem(refused, suffix)?;
            Some(format!("this belongs to the problem: {}", mark_command(&words)))
        }
        Advice::Verb(name, more) => instead::with_verb(refused, name, more).map(used),
        Advice::Same(more) => instead::with_verb(refused, refused.verb?.get_name(), more).map(used),
        Advice::ByNumber(more) => instead::by_number(refused, more).map(used),
        Advice::Largest => instead::table_of_largest(refused).map(used),
        Advice::Terms => instead::terms(refused).map(used),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_told_in_words() {
        for (fault, expected) in [
            ("0 is not in 1..18446744073709551615", Some("a whole number from 1 was expected")),
            ("0 is not in 1..=1024", Some("a whole number from 1 to 1024 was expected")),
            ("no time", None),
        ] {
            assert_eq!(bounds(fault).as_deref(), expected, "{fault}");
        }
    }
}
