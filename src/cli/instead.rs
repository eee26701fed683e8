//! Command lines that are suggested in place of a refused one.
//!
//! No suggestion would be refused in turn, because each is tried on the parser of arguments. A line whose
//! problem can be read is preferred. A suggestion keeps as many of the typed words as it can have, or only
//! the problem.

use super::typed::{
    RefusedCommand, is_board, is_file_name, is_sequence, option, places_of_subject, subject, words_of_subject,
};
use super::{help, output};
use crate::Problem;
use crate::notation::Family;
use clap::Command;
use clap::builder::Styles;
use std::ffi::OsString;

/// The problem in a suggestion if the user typed none.
const EXAMPLE: [&str; 2] = ["8x8", "Q8"];

/// The file in a suggestion if the user typed none.
const FILE: &str = "picture.svg";

/// Marks a text that the user can type: in the colour of correct input, and in quotes if it contains none.
pub(super) fn right(text: &str) -> String {
    let style = *Styles::styled().get_valid();
    let quote = if text.contains('\'') { "" } else { "'" };
    format!("{quote}{style}{text}{style:#}{quote}")
}

/// Marks a command of this program as text that the user can type.
pub(super) fn mark_command(words: &[OsString]) -> String {
    right(&output::without_controls(&output::command(words)))
}

/// Whether the parser of arguments accepts the words, the verb first.
pub(super) fn is_accepted(words: &[OsString]) -> bool {
    let name = std::iter::once(OsString::from("armistice"));
    help::parse(&name.chain(words.iter().cloned()).collect::<Vec<_>>()).is_ok()
}

/// Whether one of the words is a board.
pub(super) fn has_problem(words: &[OsString]) -> bool {
    words.iter().any(|word| word.to_string_lossy().split_whitespace().any(is_board))
}

/// Suggests a verb with the typed words and more behind them.
pub(super) fn with_verb(refused: &RefusedCommand<'_>, name: &str, more: &str) -> Option<Vec<OsString>> {
    let target = refused.command.find_subcommand(name)?;
    let (more, has_value) = fill_in(refused, more)?;
    let more: Vec<OsString> = more.split_whitespace().map(OsString::from).collect();
    if refused.verb.is_some_and(|verb| !matches!(subject(verb), "PROBLEM" | "FAMILY")) {
        return None;
    }
    if subject(target) == "PROBLEM" && name != "check" && !has_problem(&refused.remaining_words(false)) {
        let example = EXAMPLE.map(OsString::from).into_iter();
        return refused
            .verb
            .is_none()
            .then(|| [name.into()].into_iter().chain(example).chain(more).collect());
    }
    // A verb that takes no problem is suggested without the typed words.
    let is_of_problems = matches!(subject(target), "PROBLEM" | "FAMILY" | "A-NUMBER");
    if !is_of_problems && has_problem(&refused.remaining_words(false)) {
        return Some([name.into()].into_iter().chain(more).collect());
    }
    let mut lines = Vec::new();
    for only_problem in [false, true] {
        for has_value in [has_value, true] {
            let words = refused.remaining_words(has_value);
            lines.extend(words_for(refused, target, words, only_problem));
        }
    }
    let lines = lines.into_iter().map(|words| [vec![name.into()], words, more.clone()].concat());
    let accepted: Vec<Vec<OsString>> = lines.filter(|line| is_accepted(line)).collect();
    let readable = accepted.iter().find(|line| is_readable(line, target)).cloned();
    readable.or_else(|| {
        accepted.into_iter().next().filter(|_| !matches!(name, "table" | "check" | "max" | "verify"))
    })
}

/// Returns the words for a verb: the typed words, or only the problem among them.
fn words_for(
    refused: &RefusedCommand<'_>,
    target: &Command,
    words: Vec<OsString>,
    only_problem: bool,
) -> Option<Vec<OsString>> {
    let verbs: Vec<&Command> = refused.verb.into_iter().chain([target]).collect();
    let places = places_of_subject(&words, &verbs);
    let of_problem = |is_wanted: bool| {
        let words = words.iter().enumerate().filter(|(place, _)| places.contains(place) == is_wanted);
        words.map(|(_, word)| word.clone()).collect::<Vec<_>>()
    };
    match (target.get_name(), only_problem) {
        ("max", _) => {
            let problem = maximise_kind(&text_of(&of_problem(true)))?;
            let others = if only_problem { Vec::new() } else { of_problem(false) };
            Some(problem.split(' ').map(OsString::from).chain(others).collect())
        }
        (_, true) => Some(of_problem(true)),
        (_, false) => Some(words),
    }
}

/// Whether the problem, the family or the sequences of a line can be read.
fn is_readable(line: &[OsString], verb: &Command) -> bool {
    let words = &line[1..];
    let problem = words_of_subject(words, &[verb]);
    let text = text_of(&problem);
    match (subject(verb), verb.get_name()) {
        ("FAMILY", _) => text.parse::<Family>().is_ok_and(|family| {
            let variables = family.variables();
            let is_known =
                |name: char| variables.contains(&name) || !words.contains(&format!("--{name}").into());
            !variables.is_empty() && ['n', 'm', 'k'].into_iter().all(is_known)
        }),
        // `check` needs a placement.
        (_, "check") => ["--fen", "--squares", "--permutation", "--file", "-"]
            .iter()
            .any(|given| words.iter().any(|word| word == given)),
        ("A-NUMBER", _) => problem.iter().all(|word| is_sequence(&word.to_string_lossy())),
        ("PROBLEM", _) => text.parse::<Problem>().is_ok(),
        _ => true,
    }
}

fn text_of(words: &[OsString]) -> String {
    words.join(&OsString::from(" ")).to_string_lossy().into_owned()
}

/// Fills in the word that follows the option. Also returns whether the text needed that word. `None` if the
/// text needs a word and there is none.
fn fill_in(refused: &RefusedCommand<'_>, text: &str) -> Option<(String, bool)> {
    let value = refused.value();
    let file = value.as_deref().filter(|value| is_file_name(value));
    Some(match () {
        () if text.contains("VALUE") => (text.replace("VALUE", &value?), true),
        () if text.contains("BEFORE") => {
            let before = value?.parse::<u64>().ok()?.checked_sub(1)?;
            (text.replace("BEFORE", &before.to_string()), true)
        }
        () if text.contains("FILE") => (text.replace("FILE", file.unwrap_or(FILE)), file.is_some()),
        () => (text.to_owned(), false),
    })
}

/// Whether the verb has this option, written with a value if it takes one, and accepts it in place of the
/// refused one.
pub(super) fn has_option(refused: &RefusedCommand<'_>, written: &str) -> bool {
    let (name, value) = written.split_once(' ').map_or((written, None), |(name, value)| (name, Some(value)));
    let Some(option) = refused.verb.and_then(|verb| option(verb, name)) else { return false };
    let (Some(verb), true) = (refused.verb, option.get_action().takes_values() || value.is_none()) else {
        return false;
    };
    let first = option.get_possible_values().first().map(|first| first.get_name().to_owned());
    let example = value.map(|value| match value {
        "TIME" => "1s",
        "STEPS" | "N" => "1",
        "WIDTH" => "400",
        _ => first.as_deref().unwrap_or(value),
    });
    let line =
        |more: Vec<OsString>| [vec![verb.get_name().into()], refused.remaining_words(true), more].concat();
    let with = |words: &[&str]| is_accepted(&line(words.iter().map(OsString::from).collect()));
    let long = format!("--{name}");
    // If the line is refused even without the option, that proves nothing against the option.
    !with(&[]) || with(&[&[long.as_str()], example.as_slice()].concat())
}

/// Suggests a search for the typed numbers; `None` if there are other words.
pub(super) fn terms(refused: &RefusedCommand<'_>) -> Option<Vec<OsString>> {
    let terms = refused.remaining_words(false);
    let is_number = |word: &OsString| {
        let word = word.to_string_lossy();
        let digits = word.trim_end_matches(',');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    };
    let is_right = !terms.is_empty() && terms.iter().all(is_number);
    is_right.then(|| [vec!["verify".into(), "--find".into()], terms].concat())
}

/// Suggests the same line with a text behind the board. A new topology replaces the typed one.
pub(super) fn with_board(refused: &RefusedCommand<'_>, suffix: &str) -> Option<Vec<OsString>> {
    let (suffix, has_value) = fill_in(refused, suffix)?;
    let mut words = refused.remaining_words(has_value);
    if suffix.starts_with('-') && !names_square(&suffix[1..]) {
        return None;
    }
    let place = words.iter().position(|word| begins_with_board(&word.to_string_lossy()))?;
    let text = words[place].to_string_lossy().into_owned();
    let end = text.find(|c: char| c.is_whitespace() || c == '-').unwrap_or(text.len());
    let size = if suffix.starts_with('/') { text[..end].split('/').next()? } else { &text[..end] };
    let holes = match text[end..].strip_prefix('-') {
        Some(holes) if suffix.starts_with('-') => format!(",{holes}"),
        _ => text[end..].to_owned(),
    };
    words[place] = format!("{size}{suffix}{holes}").into();
    same_verb(refused, words)
}

/// Whether a text begins with a board or the board of a family.
fn begins_with_board(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    is_board(first) || (first.contains('{') && first.contains('x'))
}

/// Suggests the same line with a text behind the problem: as a word of its own if it begins with a space,
/// otherwise as part of the last word.
pub(super) fn with_problem(refused: &RefusedCommand<'_>, suffix: &str) -> Option<Vec<OsString>> {
    let (suffix, has_value) = fill_in(refused, suffix)?;
    let mut words = refused.remaining_words(has_value);
    let verb = refused.verb?;
    let last = places_of_subject(&words, &[verb]).into_iter().next_back()?;
    if suffix.starts_with('@') && !names_square(&suffix[1..]) {
        return None;
    }
    match suffix.strip_prefix(' ') {
        Some(word) => words.insert(last + 1, word.into()),
        None if has_one_kind(&words, verb) => words[last].push(&suffix),
        None => return None,
    }
    same_verb(refused, words)
}

/// Whether a value looks like the name of a square.
fn names_square(value: &str) -> bool {
    value.starts_with(|sign: char| sign.is_ascii_lowercase())
}

/// Whether the problem has only one kind, so that its name need not be given.
fn has_one_kind(words: &[OsString], verb: &Command) -> bool {
    let problem = text_of(&words_of_subject(words, &[verb])).parse::<Problem>();
    problem.is_ok_and(|problem| problem.pieces().count() == 1)
}

/// Suggests the typed verb with other words, if the result is valid.
fn same_verb(refused: &RefusedCommand<'_>, words: Vec<OsString>) -> Option<Vec<OsString>> {
    let verb = refused.verb.filter(|verb| matches!(subject(verb), "PROBLEM" | "FAMILY"))?;
    let line = [vec![OsString::from(verb.get_name())], words].concat();
    (is_accepted(&line) && (verb.get_name() == "check" || is_readable(&line, verb))).then_some(line)
}

/// Suggests a table by the number of pieces of the only kind.
pub(super) fn by_number(refused: &RefusedCommand<'_>, more: &str) -> Option<Vec<OsString>> {
    let target = refused.command.find_subcommand("table")?;
    let problem = words_for(refused, target, refused.remaining_words(false), true)?;
    let text = text_of(&problem).parse::<Problem>().ok()?.to_string();
    let (board, kind) = text.split_once(' ')?;
    let (letter, number, rest) = parts(kind)?;
    if kind.contains([' ', '/'])
        || !rest.is_empty()
        || number.starts_with('{')
        || (number == "*" && more.is_empty())
    {
        return None;
    }
    let line = ["table".into(), format!("{board} {letter}{{k}}"), "--k".into(), "0..".into()];
    Some(line.into_iter().chain(more.split_whitespace().map(str::to_owned)).map(OsString::from).collect())
}

/// Suggests a table of maxima: of the same family, or of a family that was typed in place of a problem.
pub(super) fn table_of_largest(refused: &RefusedCommand<'_>) -> Option<Vec<OsString>> {
    let verb = refused.verb.filter(|verb| matches!(verb.get_name(), "table" | "max"))?;
    let has_range = verb.get_name() == "max";
    let mut words = refused.remaining_words(has_range);
    let family = text_of(&words_of_subject(&words, &[verb]));
    let (board, kinds) = family.split_once(' ')?;
    let kinds = map_kinds(kinds, |letter, _, rest| format!("{letter}max{rest}"));
    let largest = format!("{board} {kinds}");
    let variables = |text: &str| Some(text.parse::<Family>().ok()?.variables());
    let is_family = variables(&family).is_some_and(|variables| !variables.is_empty());
    if !is_family || variables(&largest)? != variables(&family)? {
        return None;
    }
    places_of_subject(&words, &[verb]).iter().rev().for_each(|&place| drop(words.remove(place)));
    let range = if has_range { vec![refused.unknown.into(), refused.value()?.into()] } else { Vec::new() };
    let line = [vec![OsString::from("table"), largest.into()], range, words].concat();
    is_accepted(&line).then_some(line)
}

/// Returns the problem with a kind whose number is maximised.
fn maximise_kind(text: &str) -> Option<String> {
    let text = text.parse::<Problem>().ok()?.to_string();
    let (board, kinds) = text.split_once(' ')?;
    let mut numbers = Vec::new();
    map_kinds(kinds, |_, number, _| {
        numbers.push(number.to_owned());
        String::new()
    });
    let is_open = |number: &String| number.is_empty() || number == "max";
    let kinds = match numbers.iter().any(is_open) {
        true => kinds.to_owned(),
        false => {
            let has_star = numbers.iter().any(|number| number == "*");
            map_kinds(kinds, |letter, number, rest| {
                let is_left_out = !has_star || number == "*";
                format!("{letter}{}{rest}", if is_left_out { "" } else { number })
            })
        }
    };
    Some(format!("{board} {kinds}"))
}

/// Replaces each kind in the text of armies. `map` receives its letter, its number and the rest of the word.
fn map_kinds(text: &str, mut map: impl FnMut(char, &str, &str) -> String) -> String {
    let mut mapped = String::new();
    for word in text.split_inclusive([' ', '/']) {
        let kind = word.trim_end_matches([' ', '/']);
        match parts(kind) {
            Some((letter, number, rest)) => mapped += &map(letter, number, rest),
            None => mapped += kind,
        }
        mapped += &word[kind.len()..];
    }
    mapped
}

/// Splits a kind into its letter, its number and the rest; `None` for other words, such as definitions.
fn parts(word: &str) -> Option<(char, &str, &str)> {
    let mut letters = word.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    let rest = letters.as_str();
    let end = match rest.strip_prefix('{') {
        Some(_) => rest.find('}')? + 1,
        None if rest.starts_with('*') => 1,
        None if rest.starts_with("max") => "max".len(),
        None => rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len()),
    };
    let (number, rest) = rest.split_at(end);
    (rest.is_empty() || rest.starts_with('@')).then_some((letter, number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_kind_is_to_be_as_many_as_possible() {
        for (text, expected) in [
            ("8x8 Q8", "8x8 Q"),
            ("8x8 8 queens", "8x8 Q"),
            ("4x4 K*", "4x4 K"),
            ("8x8/torus-a1 Q8@a2,c4 N", "8x8/torus-a1 Q8@a2,c4 N"),
            ("8x8 Q2 K*", "8x8 K Q2"),
            ("8x8 Q9/Q9", "8x8 Q/Q"),
            ("8x8 X5 X=NN", "8x8 X X=NN"),
        ] {
            assert_eq!(maximise_kind(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(maximise_kind("8x8"), None);
    }
}
