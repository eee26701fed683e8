//! Parts of a text that know where they stand, and faults of them.

use super::located::word_ranges;
use super::text_fault::TextFault;
use std::ops::Range;

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

/// The words of a text: between spaces, with `/` as a word of its own after the first one.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let first = word_ranges(text, None).next();
    let end = first.as_ref().map_or(text.len(), |first| first.end);
    let others = word_ranges(&text[end..], Some('/')).map(move |word| end + word.start..end + word.end);
    first.into_iter().chain(others).map(|word| Word { at: word.start, text: &text[word] })
}
