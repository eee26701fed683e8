//! Problem text that cannot be read, shown with the position of the fault.
//!
//! On a terminal the text has a line of its own with a mark below the fault, like messages of compilers.
//! Otherwise everything is on one line, with the column.

use super::{advice, output};
use crate::notation::{Family, TextError, TextFault};
use crate::sequences::{Registry, RegistryEntry, Sequence};
use clap::builder::Styles;
use std::ffi::OsString;
use std::fmt;

/// The longest text that is shown on a line of its own.
const MAX_SHOWN_LENGTH: usize = 76;

/// The values of a variable in a tip, if none are known.
const SOME_VALUES: &str = "1..12";

/// A problem text that cannot be read, with the error.
#[derive(Debug)]
pub(super) struct MisreadProblem {
    text: String,
    error: TextError,
    /// A corrected command.
    command: Option<String>,
}

impl MisreadProblem {
    pub(super) fn new(text: &str, mut error: TextError) -> Self {
        // `A000170` does not mean a number of amazons.
        error.meant = error.meant.filter(|_| !is_sequence(&error.found));
        if let (TextFault::NoBoard, Some(sequence)) = (&error.fault, known_sequence(&error.found)) {
            let id = OsString::from(&sequence.id);
            let first = sequence.from_n.unwrap_or(sequence.offset).max(1).to_string();
            let command = output::command(&["table".into(), id, "--from".into(), first.into()]);
            error.fault = TextFault::Family { family: sequence.family.to_string() };
            return Self { text: text.to_owned(), error, command: Some(command) };
        }
        let command = match &error.fault {
            TextFault::Family { family } => table_of(family),
            TextFault::NoBoard if error.meant.is_none() => {
                advice::for_puzzle(&error.found).map(str::to_owned)
            }
            _ => None,
        };
        Self { text: text.to_owned(), error, command }
    }

    /// Shows the fault below its text; `None` if the text cannot be shown on one line.
    pub(super) fn show(&self) -> Option<String> {
        let Self { text, error, command } = self;
        let length = text.chars().count();
        if length > MAX_SHOWN_LENGTH || text.chars().any(char::is_control) || text.trim().is_empty() {
            return None;
        }
        let styles = Styles::styled();
        let (invalid, valid) = (styles.get_error(), styles.get_valid());
        let before = error.column - 1;
        let signs = error.found.chars().count().clamp(1, (length - before).max(1));
        let (space, signs) = (" ".repeat(before), "^".repeat(signs));
        let mut shown = format!("{}\n\n  {text}\n  {space}{invalid}{signs}{invalid:#}", error.fault);
        let tip = error.meant.as_ref().map(|meant| format!("did you mean '{valid}{meant}{valid:#}'?"));
        let tip = tip.or_else(|| command.as_ref().map(|command| format!("{valid}{command}{valid:#}")));
        if let Some(tip) = tip {
            shown += &format!("\n\n  {valid}tip:{valid:#} {tip}");
        }
        Some(shown)
    }
}

impl fmt::Display for MisreadProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)?;
        match &self.command {
            Some(command) => write!(f, ": {command}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for MisreadProblem {}

/// Whether a word is an A-number, like `A000170`.
pub(super) fn is_sequence(word: &str) -> bool {
    let digits = word.strip_prefix(['A', 'a']).unwrap_or_default();
    digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Finds the built-in sequence with this A-number, if its family has one variable.
fn known_sequence(word: &str) -> Option<&'static Sequence> {
    match Registry::built_in().find(word) {
        Some(RegistryEntry::Supported(sequence)) if sequence.family.variables().len() == 1 => Some(sequence),
        _ => None,
    }
}

/// Suggests a table of a family; `None` if the text is not a family, or if a table cannot have its variables.
fn table_of(family: &str) -> Option<String> {
    let variables = family.parse::<Family>().ok()?.variables();
    if variables.is_empty() || variables.iter().any(|name| !['n', 'm', 'k'].contains(name)) {
        return None;
    }
    let mut words: Vec<OsString> = vec!["table".into(), family.into()];
    for name in variables {
        words.push(format!("--{name}").into());
        words.push(SOME_VALUES.into());
    }
    Some(output::command(&words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;

    fn misread(text: &str) -> MisreadProblem {
        MisreadProblem::new(text, text.parse::<Problem>().unwrap_err())
    }

    #[test]
    fn a_fault_is_marked_below_its_text() {
        let shown = misread("8x8 q8 N").show().unwrap();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!((lines[0], lines[2]), ("kinds have capital letters: Q", "  8x8 q8 N"));
        assert!(lines[3].starts_with("      ") && lines[3].matches('^').count() == 2, "{shown}");
        assert!(lines[5].contains("8x8 Q8 N"), "{shown}");
        let end = misread("8x8").show().unwrap();
        assert!(
            end.lines().nth(3).is_some_and(|line| line.starts_with("     ") && line.contains('^')),
            "{end}"
        );
        for text in ["", "8x8 \u{7}", &format!("8x8 {}", "(".repeat(100))] {
            assert_eq!(misread(text).show(), None, "{text:?}");
        }
    }

    #[test]
    fn a_family_is_met_by_its_table() {
        for (text, expected) in [
            (
                "{n}x{k} Q{n}",
                "'armistice table' counts it: armistice table '{n}x{k} Q{n}' --n 1..12 --k 1..12",
            ),
            ("8x8 Kn", "'armistice table' counts it: armistice table '8x8 K{n}' --n 1..12"),
            ("{a}x{a} Q", "'armistice table' counts it"),
        ] {
            let line = misread(text).to_string();
            assert!(line.ends_with(expected) && line.lines().count() == 1, "{line}");
        }
    }
}
