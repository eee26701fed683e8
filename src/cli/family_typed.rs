//! The family of a table or a formula: as the user typed it or as a known sequence defines it. If the text is
//! not a family, suggests the family that the user probably meant.

use super::args::{PlacementArguments, TableArguments};
use super::board_file;
use super::exit::UsageError;
use super::input::without_comment;
use super::range::{Bound, VariableRange};
use super::table_order::VariableOrder;
use super::typed::{is_piece, is_sequence};
use crate::notation::{Family, FamilyError, Legend};
use crate::sequences::{Registry, RegistryEntry, Sequence, UnsupportedSequence};
use crate::{Problem, UpTo};
use std::ffi::OsString;

/// Reads the family that the user typed.
pub(super) fn read(arguments: &TableArguments) -> anyhow::Result<Family> {
    if let Some(fault) = left_over(arguments) {
        return Err(UsageError(fault).into());
    }
    read_words(&arguments.family)
}

/// Replaces an A-number by the family of the sequence, and sets the options that the sequence needs.
pub(super) fn take_sequence(
    words: &mut Vec<OsString>,
    placements: &mut PlacementArguments,
) -> Result<Option<&'static Sequence>, UsageError> {
    let Some(sequence) = sequence(words)? else { return Ok(None) };
    let id = &sequence.id;
    if placements.up_to.is_some()
        || placements.fixed_by.is_some()
        || placements.maximal
        || placements.demand.is_asked()
    {
        return Err(UsageError(format!(
            "{id} already says which placements count; to add options, write its family, {}",
            sequence.family
        )));
    }
    if let Some(asked) = sequence.beside_counts() {
        let family = &sequence.family;
        return Err(UsageError(format!(
            "{id} cannot be used as a family: its terms are {asked} of {family}; use 'armistice verify {id}'"
        )));
    }
    placements.up_to = Some(sequence.up_to).filter(|&up_to| up_to != UpTo::Nothing);
    placements.fixed_by = Some(sequence.fixed_by).filter(|group| !group.is_identity());
    placements.maximal = sequence.maximal;
    placements.demand = sequence.dominating.into();
    *words = vec![sequence.family.to_string().into()];
    Ok(Some(sequence))
}

/// Finds the known sequence if its A-number is the only word.
fn sequence(words: &[OsString]) -> Result<Option<&'static Sequence>, UsageError> {
    let [word] = words else { return Ok(None) };
    let id = word.to_string_lossy();
    match Registry::built_in().find(&id) {
        Some(RegistryEntry::Supported(sequence)) => Ok(Some(sequence)),
        Some(RegistryEntry::Unsupported(UnsupportedSequence { id, reason, .. })) => {
            Err(UsageError(format!("{id} is not a family of problems: {reason}")))
        }
        None if is_sequence(&id) => Err(UsageError(format!(
            "{id} is not one of the sequences that 'armistice verify --list' lists; write its family, like \
             '{{n}}x{{n}} Q{{n}}'"
        ))),
        None => Ok(None),
    }
}

/// Reads a family from words.
pub(super) fn read_words(words: &[OsString]) -> anyhow::Result<Family> {
    let text = words.join(&OsString::from(" ")).into_encoded_bytes();
    let text = String::from_utf8(text)
        .map_err(|_| UsageError::new("a family is plain text, and this is not UTF-8"))?;
    let drawn = board_file::replace_drawings(&without_comment(text), &Legend::default())?;
    let [text] = &drawn[..] else {
        return Err(UsageError::new("the file has several drawings, but this command reads one").into());
    };
    let family: Family = text.parse().map_err(UsageError::new)?;
    match family.in_braces() {
        Some(meant) => {
            Err(UsageError(format!("{family}: variables stand in braces; did you mean '{meant}'?")).into())
        }
        None => Ok(family),
    }
}

/// Reports numbers behind the family that belong to a range: a shell turns `--n {4..8}` into `--n 4 5 6 7 8`.
fn left_over(arguments: &TableArguments) -> Option<String> {
    let words: Vec<_> = arguments.family.iter().map(|word| word.to_string_lossy()).collect();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = words.iter().rev().take_while(|word| is_number(word)).count();
    let (before, numbers) = words.split_at(words.len() - numbers);
    let last = before.last()?.split_whitespace().next_back()?;
    let ranges = [('n', &arguments.n), ('m', &arguments.m), ('k', &arguments.k)];
    let mut given = ranges.into_iter().filter_map(|(name, range)| Some((name, range.as_ref()?)));
    let (name, range) = given.next()?;
    // A number may belong to the kind before it.
    if numbers.is_empty() || is_piece(last) && !last.contains(|sign: char| sign.is_ascii_digit()) {
        return None;
    }
    let verb = if numbers.len() == 1 { "is" } else { "are" };
    let (numbers, is_step) = (numbers.join(" "), matches!(last, "step" | "by"));
    let meant = match (given.next(), is_step) {
        (None, true) => format!("--{name} {}..{numbers}", ends(range)),
        (None, false) => format!("--{name} {}", join_range(range, &numbers)?),
        (Some(_), _) => "ranges like --n 4..8 and --n 4..8..2".to_owned(),
    };
    let found = if is_step { format!("{last} {numbers}") } else { numbers };
    Some(format!("{found} {verb} left over: write {meant}, without braces and spaces"))
}

/// Writes a range that has two ends: `4..8`.
fn ends(range: &VariableRange) -> String {
    let last = range.last.map(|last| last.to_string()).unwrap_or_default();
    format!("{}..{last}", range.first)
}

/// Joins the value of a range and the numbers behind it into one range; `None` if the range has several
/// values.
fn join_range(range: &VariableRange, numbers: &str) -> Option<String> {
    let Bound::Number(first) = range.first else { return None };
    let others: Vec<i64> = numbers.split(' ').filter_map(|number| number.parse().ok()).collect();
    let is_one_by_one = others.iter().zip(first + 1..).all(|(number, expected)| *number == expected);
    let last = others.last()?;
    (range.last == Some(range.first)).then(|| match is_one_by_one || others.len() == 1 && *last > first {
        true => format!("{first}..{last}"),
        false => format!("{first},{}", numbers.replace(' ', ",")),
    })
}

/// Reports the error of a family whose text never gives a problem, with the family that the user probably
/// meant.
pub(super) fn slip(family: &Family, order: &VariableOrder) -> Option<UsageError> {
    for values in order.some_values() {
        let Err(error) = family.problem_at(&values) else { return None };
        let FamilyError::Text { text, error, .. } = error else { continue };
        if let Some(meant) = error.meant.as_ref().and_then(|meant| with_braces(family, &text, meant)) {
            meant.problem_at(&values).ok()?;
            return Some(UsageError(format!("{family}: {}; did you mean '{meant}'?", error.fault)));
        }
    }
    None
}

/// Corrects a family. `text` is its text for some values, and `meant` is the correction of that text. Both
/// have the same numbers in the same order, which the expressions of the family replace.
fn with_braces(family: &Family, text: &str, meant: &str) -> Option<Family> {
    let shown = family.to_string();
    let (expressions, numbers) = (numbers_or_braces(&shown), numbers_or_braces(text));
    let places = numbers_or_braces(meant);
    let is_same = places.iter().map(|place| place.1).eq(numbers.iter().map(|number| number.1));
    if expressions.len() != numbers.len() || !is_same || meant.parse::<Problem>().is_err() {
        return None;
    }
    let mut mended = String::new();
    let mut end = 0;
    for ((start, number), (_, expression)) in places.into_iter().zip(expressions) {
        mended += &meant[end..start];
        mended += expression;
        end = start + number.len();
    }
    (mended + &meant[end..]).parse().ok()
}

/// Finds the numbers of a text and the expressions in braces, each with its position.
fn numbers_or_braces(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut place = 0;
    while let Some(start) = text[place..].find(|sign: char| sign == '{' || sign.is_ascii_digit()) {
        let start = place + start;
        let rest = &text[start..];
        let length = match rest.starts_with('{') {
            true => rest.find('}').map_or(rest.len(), |end| end + 1),
            false => rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len()),
        };
        found.push((start, &rest[..length]));
        place = start + length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_come_back() {
        for (family, text, meant, expected) in [
            ("{n}x{n} {n} Q", "4x4 4 Q", "4x4 Q4", Some("{n}x{n} Q{n}")),
            ("{n}x{2n} Q:{n-1} N2", "4x8 Q:3 N2", "4x8 Q3 N2", Some("{n}x{2n} Q{n-1} N2")),
            ("Q{n} {m}x{m}", "Q4 5x5", "5x5 Q4", None),
        ] {
            let family: Family = family.parse().unwrap();
            let found = with_braces(&family, text, meant).map(|family| family.to_string());
            assert_eq!(found.as_deref(), expected, "{family}");
        }
    }
}
