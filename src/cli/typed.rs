//! The appearance of typed words, before their meaning is known.

use super::args::Arguments;
use crate::notation::kind_named;
use clap::{Arg, Command, CommandFactory};
use std::ffi::OsString;

pub(super) use super::misread::is_sequence;
pub(super) use crate::notation::is_board_word as is_board;

/// Whether a word looks like a kind: `Q8` or `queens`.
pub(super) fn is_piece(word: &str) -> bool {
    let mut letters = word.chars();
    let is_letter = letters.next().is_some_and(|letter| letter.is_ascii_uppercase());
    let rest = letters.as_str();
    (is_letter && (rest.is_empty() || rest == "*" || rest.bytes().all(|byte| byte.is_ascii_digit())))
        || kind_named(word).is_some()
}

/// Whether a word looks like the name of a file, with an extension.
pub(super) fn is_file_name(word: &str) -> bool {
    let extension = word.rsplit_once('.').map(|(name, extension)| (name.ends_with('.'), extension));
    extension.is_some_and(|(is_range, extension)| {
        !is_range && extension.len() > 1 && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns the command with the parts that the parser adds to it.
pub(super) fn built_command() -> Command {
    let mut command = Arguments::command();
    command.build();
    command
}

/// Finds the verb that the user typed.
pub(super) fn verb_of<'a>(command: &'a Command, typed: &[OsString]) -> Option<&'a Command> {
    command.find_subcommand(typed.get(1)?)
}

/// Finds the option of a verb with this name.
pub(super) fn option<'a>(verb: &'a Command, name: &str) -> Option<&'a Arg> {
    verb.get_arguments().find(|argument| argument.get_long() == Some(name))
}

/// Returns the words that the verb is about: they are neither options of these verbs nor values of such
/// options.
pub(super) fn words_of_subject(words: &[OsString], verbs: &[&Command]) -> Vec<OsString> {
    places_of_subject(words, verbs).into_iter().map(|place| words[place].clone()).collect()
}

/// Returns the name of a verb's words that are not options: `PROBLEM`.
pub(super) fn subject(verb: &Command) -> &str {
    let names = verb.get_positionals().next().and_then(Arg::get_value_names);
    names.and_then(|names| names.first()).map_or("", |name| name.as_str())
}

/// Finds the position of an option, and the value that is part of the same argument.
pub(super) fn place_of<'a>(name: &str, typed: &'a [OsString]) -> Option<(usize, Option<&'a str>)> {
    let options = typed.iter().enumerate().skip(1).take_while(|(_, argument)| *argument != "--");
    options.filter_map(|(place, argument)| Some((place, argument.to_str()?))).find_map(|(place, argument)| {
        let value = argument.strip_prefix(name)?;
        match value.strip_prefix('=') {
            Some(value) => Some((place, Some(value))),
            None if value.is_empty() => Some((place, None)),
            // A value directly behind a short option: `-j4`.
            None if name.len() == 2 && !name.starts_with("--") => Some((place, Some(value))),
            None => None,
        }
    })
}

/// Returns the positions of the words that are neither options of these verbs nor values of such options.
pub(super) fn places_of_subject(words: &[OsString], verbs: &[&Command]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut is_value = false;
    let mut is_after_options = false;
    for (place, word) in words.iter().enumerate() {
        let word = word.to_string_lossy();
        let is_option = word.starts_with('-') && word.len() > 1 && !is_after_options;
        match () {
            () if word == "--" => is_after_options = true,
            () if is_option => {
                is_value = verbs.iter().any(|verb| takes_value(verb, &word));
                continue;
            }
            () if !is_value => places.push(place),
            () => {}
        }
        is_value = false;
    }
    places
}

/// Whether the parser takes the word after this one as its value.
fn takes_value(verb: &Command, word: &str) -> bool {
    let is_named = |argument: &&Arg| match word.strip_prefix("--") {
        Some(name) => argument.get_long() == Some(name),
        None => argument.get_short().is_some_and(|short| word == format!("-{short}")),
    };
    let named = verb.get_arguments().find(is_named);
    named.is_some_and(|argument| argument.get_num_args().is_some_and(|number| number.max_values() > 0))
}

/// A command line with a refused word.
pub(super) struct RefusedCommand<'a> {
    pub(super) command: &'a Command,
    /// The verb; `None` if the verb was refused.
    pub(super) verb: Option<&'a Command>,
    pub(super) typed: &'a [OsString],
    /// The refused verb or option.
    pub(super) unknown: &'a str,
}

impl RefusedCommand<'_> {
    /// Returns the value of the refused option: part of the same argument, or the next word if that is not an
    /// option.
    pub(super) fn value(&self) -> Option<String> {
        self.verb?;
        let (place, value) = place_of(self.unknown, self.typed)?;
        let next = || self.typed.get(place + 1)?.to_str().filter(|next| !next.starts_with('-'));
        value.or_else(next).map(str::to_owned)
    }

    /// Returns the words behind the verb, without the refused option. If `has_value` is true, the value of
    /// the option is left out, too.
    pub(super) fn remaining_words(&self, has_value: bool) -> Vec<OsString> {
        let mut rest = self.typed.to_vec();
        if self.verb.is_some()
            && let Some((place, attached)) = place_of(self.unknown, self.typed)
        {
            let is_next = has_value && attached.is_none() && self.value().is_some();
            rest.drain(place..=place + usize::from(is_next));
        }
        rest.drain(..rest.len().min(2));
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_they_look_like() {
        for (word, expected) in
            [("A000170", true), ("a000170", true), ("A0170", false), ("A00017x", false), ("A", false)]
        {
            assert_eq!(is_sequence(word), expected, "{word}");
        }
        for (word, expected) in [
            ("q.svg", true),
            ("a/b.html", true),
            ("..", false),
            ("0..12", false),
            ("Q8", false),
            ("1.5", false),
        ] {
            assert_eq!(is_file_name(word), expected, "{word}");
        }
    }

    #[test]
    fn options_and_their_values_are_no_problem() {
        let command = built_command();
        for (line, expected) in [
            ("count 8x8 --threads 2 Q8 -q", "8x8 Q8"),
            ("count --threads=2 8x8 -q Q8", "8x8 Q8"),
            ("solve -o x.txt 8x8 Q8", "8x8 Q8"),
            ("count -- 8x8 -q", "8x8 -q"),
            ("check - --fen 8", "-"),
            ("count --resume c.jsonl", ""),
        ] {
            let typed: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let verb = command.find_subcommand(&typed[0]).unwrap();
            let places = places_of_subject(&typed[1..], &[verb]);
            let words: Vec<&str> = places.iter().map(|place| typed[place + 1].to_str().unwrap()).collect();
            assert_eq!(words.join(" "), expected, "{line}");
        }
    }
}
