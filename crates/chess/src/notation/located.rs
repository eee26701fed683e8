//! Faults of a text, with their place.

use super::excerpt;
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A fault in a text, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedFault<F> {
    /// The column of the first character at fault, from 1.
    pub column: usize,
    /// The text at that column, cut short if it is long; empty at the end of the text.
    pub found: String,
    /// The fault.
    pub fault: F,
    /// The whole text as it was probably meant, without the fault, if that can be guessed.
    pub meant: Option<String>,
}

impl<F> LocatedFault<F> {
    /// Returns the fault of these bytes of the text.
    pub(super) fn new(text: &str, bytes: Range<usize>, fault: F) -> Self {
        let column = text[..bytes.start].chars().count() + 1;
        Self { column, found: excerpt(text.get(bytes).unwrap_or_default(), 24), fault, meant: None }
    }

    /// Returns this fault for a text that probably means `meant`.
    pub(super) fn with_meaning(self, meant: Option<String>) -> Self {
        Self { meant, ..self }
    }
}

impl<F: fmt::Display> fmt::Display for LocatedFault<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}, ", self.column)?;
        match self.found.as_str() {
            "" => f.write_str("end of text")?,
            found => write!(f, "'{found}'")?,
        }
        write!(f, ": {}", self.fault)?;
        match &self.meant {
            Some(meant) => write!(f, "; did you mean {meant}?"),
            None => Ok(()),
        }
    }
}

impl<F: Error + 'static> Error for LocatedFault<F> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.fault)
    }
}

/// Returns the places of the words of a text. Spaces separate words; `sign`, if given, is a word of its own.
pub(super) fn word_ranges(text: &str, sign: Option<char>) -> impl Iterator<Item = Range<usize>> {
    let mut place = 0;
    std::iter::from_fn(move || {
        place += text[place..].find(|c: char| !c.is_whitespace())?;
        let rest = &text[place..];
        let ends_word = |c: char| c.is_whitespace() || Some(c) == sign;
        let length = match rest.find(ends_word).unwrap_or(rest.len()) {
            0 => sign.map_or(0, char::len_utf8),
            length => length,
        };
        place += length;
        Some(place - length..place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source of an error gives the fault without its place.
    #[test]
    fn a_fault_is_the_cause_of_its_error() {
        let error = LocatedFault::new("8x8 Q", 4..5, fmt::Error);
        assert_eq!(error.to_string(), format!("column 5, 'Q': {}", fmt::Error));
        assert_eq!(error.source().unwrap().to_string(), fmt::Error.to_string());
    }
}
