//! Parts of a text that know where they stand, and faults of them.

use super::located::word_ranges;
use super::text_fault::TextFault;
use std::ops::Range;

/// What the drawing of regions begins with.
pub(super) const REGIONS: &str = "regions=";

/// Patterns of squares in which a `:` follows the name.
const PATTERNS: [&str; 2] = ["every", "diagonal"];

/// A part of the text and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// In bytes from the start of the whole text.
    pub(super) at: usize,
    pub(super) text: &'a str,
}

impl<'a> Word<'a> {
    /// The rest of the word from a byte on.
    pub(super) fn from(self, offset: usize) -> Self {
        Self { at: self.at + offset, text: &self.text[offset..] }
    }

    /// The word up to a byte.
    pub(super) fn to(self, offset: usize) -> Self {
        Self { at: self.at, text: &self.text[..offset] }
    }

    /// The parts before and after the first `separator`, if there is one.
    pub(super) fn split(self, separator: char) -> (Self, Option<Self>) {
        match self.text.find(separator) {
            Some(offset) => (self.to(offset), Some(self.from(offset + separator.len_utf8()))),
            None => (self, None),
        }
    }

    /// The parts between separators.
    pub(super) fn parts(self, separator: char) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let (part, after) = rest?.split(separator);
            rest = after;
            Some(part)
        })
    }

    /// Its parts at `/` and `+`, with these.
    fn at_signs(self) -> Vec<Self> {
        if self.text.to_ascii_lowercase().starts_with(REGIONS) {
            return vec![self];
        }
        let has_groups = !self.text.contains(['=', '{']) && (self.text == "+" || !self.text.ends_with('+'));
        let is_sign = |c: char| c == '/' || c == '+' && has_groups;
        let (mut parts, mut rest) = (Vec::new(), self);
        while let Some(at) = rest.text.find(is_sign) {
            parts.extend((at > 0).then(|| rest.to(at)));
            parts.push(rest.from(at).to(1));
            rest = rest.from(at + 1);
        }
        parts.extend((!rest.text.is_empty()).then_some(rest));
        parts
    }

    /// What stands before its squares, and these: after `@` those that are given, after `~` those that are closed, after `:` those that
    /// are open. The `:` of a pattern is none of these signs.
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
            .map(|(number, &(at, sign))| (sign, self.to(end(number + 1)).from(at + 1)));
        (self.to(end(0)), places.collect())
    }

    /// The digits at its start, and what follows them.
    pub(super) fn digits(self) -> (Self, Self) {
        let end = self.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.text.len());
        (self.to(end), self.from(end))
    }

    /// Whether it is a number and nothing else.
    pub(super) fn is_number(self) -> bool {
        is_number(self.text)
    }

    /// Its bytes in the whole text.
    pub(super) fn range(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    pub(super) fn fault(self, fault: impl Into<TextFault>) -> WordFault<'a> {
        WordFault { word: self, fault: fault.into(), meant: None }
    }
}

/// Whether a text is a number and nothing else.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A fault, before its column is known.
pub(super) struct WordFault<'a> {
    pub(super) word: Word<'a>,
    pub(super) fault: TextFault,
    /// What was probably meant: bytes of the whole text, and what should stand in their place.
    pub(super) meant: Option<Box<(Range<usize>, String)>>,
}

impl WordFault<'_> {
    /// The same fault of a writer who meant this in the place of these bytes.
    pub(super) fn meant(self, bytes: Range<usize>, text: impl Into<String>) -> Self {
        Self { meant: Some(Box::new((bytes, text.into()))), ..self }
    }

    /// The whole text as it was probably meant, as far as this fault is concerned.
    pub(super) fn mended(&self, text: &str) -> Option<String> {
        let (bytes, instead) = self.meant.as_deref()?;
        Some(format!("{}{instead}{}", &text[..bytes.start], &text[bytes.end..]))
    }
}

/// The words of a text: between spaces, and after the first one with `/` and `+` as words of their own, but in the drawing of
/// regions and in what has an `=` there is no `+`, and at the end of a word none either.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let words = word_ranges(text, None).map(|word| Word { at: word.start, text: &text[word] });
    words.enumerate().flat_map(|(number, word)| if number == 0 { vec![word] } else { word.at_signs() })
}
