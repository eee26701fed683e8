//! Parts of a text with their positions, and their faults.

use super::located::word_ranges;
use super::text_fault::TextFault;
use std::ops::Range;

/// The beginning of a drawing of regions.
pub(super) const REGIONS: &str = "regions=";

/// The patterns of squares whose name is followed by a `:`.
const PATTERNS: [&str; 2] = ["every", "diagonal"];

/// A part of the text, and its start.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// The start in bytes of the whole text.
    pub(super) at: usize,
    pub(super) text: &'a str,
}

impl<'a> Word<'a> {
    /// Returns the rest of the word from the byte `offset` on.
    pub(super) fn suffix(self, offset: usize) -> Self {
        Self { at: self.at + offset, text: &self.text[offset..] }
    }

    /// Returns the word up to the byte `offset`.
    pub(super) fn prefix(self, offset: usize) -> Self {
        Self { at: self.at, text: &self.text[..offset] }
    }

    /// Returns the parts before and after the first `separator`, if there is one.
    pub(super) fn split(self, separator: char) -> (Self, Option<Self>) {
        match self.text.find(separator) {
            Some(offset) => (self.prefix(offset), Some(self.suffix(offset + separator.len_utf8()))),
            None => (self, None),
        }
    }

    /// Iterates over the parts between separators.
    pub(super) fn parts(self, separator: char) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let (part, after) = rest?.split(separator);
            rest = after;
            Some(part)
        })
    }

    /// Splits the word at `/` and `+`, and keeps these signs as parts.
    fn at_signs(self) -> Vec<Self> {
        if self.text.to_ascii_lowercase().starts_with(REGIONS) {
            return vec![self];
        }
        let has_groups = !self.text.contains(['=', '{']) && (self.text == "+" || !self.text.ends_with('+'));
        let is_sign = |c: char| c == '/' || c == '+' && has_groups;
        let (mut parts, mut rest) = (Vec::new(), self);
        while let Some(at) = rest.text.find(is_sign) {
            parts.extend((at > 0).then(|| rest.prefix(at)));
            parts.push(rest.suffix(at).prefix(1));
            rest = rest.suffix(at + 1);
        }
        parts.extend((!rest.text.is_empty()).then_some(rest));
        parts
    }

    /// Returns the part before the first sign, and the squares after each sign: `@` for pre-placed pieces,
    /// `~` for squares to avoid, `:` for the only squares allowed. The `:` of a pattern is not such a sign.
    pub(super) fn places(self) -> (Self, Vec<(char, Self)>) {
        let is_sign = |&(at, sign): &(usize, char)| match sign {
            '@' | '~' => true,
            ':' => {
                let is_number = self.text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
                let before = self.text[..at].to_ascii_lowercase();
                !is_number && at + 1 < self.text.len() && !PATTERNS.iter().any(|name| before.ends_with(name))
            }
            _ => false,
        };
        let signs: Vec<(usize, char)> = self.text.char_indices().filter(is_sign).collect();
        let end = |number: usize| signs.get(number).map_or(self.text.len(), |sign| sign.0);
        let places = signs
            .iter()
            .enumerate()
            .map(|(number, &(at, sign))| (sign, self.prefix(end(number + 1)).suffix(at + 1)));
        (self.prefix(end(0)), places.collect())
    }

    /// Splits off the digits at its start.
    pub(super) fn digits(self) -> (Self, Self) {
        let end = self.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.text.len());
        (self.prefix(end), self.suffix(end))
    }

    /// Returns true if the word is a number.
    pub(super) fn is_number(self) -> bool {
        is_number(self.text)
    }

    /// Returns its bytes in the whole text.
    pub(super) fn range(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    pub(super) fn fault(self, fault: impl Into<TextFault>) -> WordFault<'a> {
        WordFault { word: self, fault: fault.into(), meant: None }
    }
}

/// Returns true if a text is a number.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A fault, before its column is known.
pub(super) struct WordFault<'a> {
    pub(super) word: Word<'a>,
    pub(super) fault: TextFault,
    /// The probable meaning: bytes of the whole text, and their replacement.
    pub(super) meant: Option<Box<(Range<usize>, String)>>,
}

impl WordFault<'_> {
    /// Returns this fault with the replacement of these bytes that was probably meant.
    pub(super) fn meant(self, bytes: Range<usize>, text: impl Into<String>) -> Self {
        Self { meant: Some(Box::new((bytes, text.into()))), ..self }
    }

    /// Returns the whole text with the probable replacement of this fault.
    pub(super) fn replacement(&self, text: &str) -> Option<String> {
        let (bytes, instead) = self.meant.as_deref()?;
        Some(format!("{}{instead}{}", &text[..bytes.start], &text[bytes.end..]))
    }
}

/// Returns the words of a text. Spaces separate words. After the first word, `/` and `+` are words of their
/// own. A `+` is part of its word in a drawing of regions, in a word with `=`, and at the end of a word.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let words = word_ranges(text, None).map(|word| Word { at: word.start, text: &text[word] });
    words.enumerate().flat_map(|(number, word)| if number == 0 { vec![word] } else { word.at_signs() })
}
