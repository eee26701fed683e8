//! Ranges of variables as typed: `1..12`, with both ends, `8`, `0..`, or up to another variable: `1..n`.

use std::fmt;
use std::str::FromStr;

/// An end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Number(i64),
    /// The value of the other variable.
    Variable(char),
}

/// The values of a variable, one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) first: Bound,
    /// The last value; nothing if the range is open.
    pub(super) last: Option<Bound>,
}

/// Why a text is no range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum RangeError {
    #[error("write a range with both ends like 1..12, one value like 8, an open range like 0.., or 1..n")]
    Form,
    #[error("{first}..{last} has no values: write the lower end first, like {last}..{first}")]
    Reversed { first: i64, last: i64 },
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let bound = |text: &str| {
            let mut letters = text.chars();
            match (letters.next(), letters.next()) {
                (Some(name @ 'a'..='z'), None) => Ok(Bound::Variable(name)),
                _ if (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit()) => {
                    text.parse().map(Bound::Number).map_err(|_| RangeError::Form)
                }
                _ => Err(RangeError::Form),
            }
        };
        let range = match text.trim().split_once("..") {
            // Rust's way to write a range with both ends means what is meant here.
            Some((first, last)) => Self {
                first: bound(first)?,
                last: match last.strip_prefix('=').unwrap_or(last) {
                    "" if last.is_empty() => None,
                    last => Some(bound(last)?),
                },
            },
            None => Self { first: bound(text.trim())?, last: Some(bound(text.trim())?) },
        };
        match (range.first, range.last) {
            (Bound::Number(first), Some(Bound::Number(last))) if first > last => {
                Err(RangeError::Reversed { first, last })
            }
            _ => Ok(range),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Variable(name) => write!(f, "{name}"),
        }
    }
}

impl Bound {
    /// Its number, where `other` is the value of the other variable.
    pub(super) fn number(self, other: i64) -> i64 {
        match self {
            Self::Number(number) => number,
            Self::Variable(_) => other,
        }
    }

    fn variable(self) -> Option<char> {
        match self {
            Self::Number(_) => None,
            Self::Variable(name) => Some(name),
        }
    }
}

impl Range {
    /// The variables that its ends are given by.
    pub(super) fn variables(self) -> impl Iterator<Item = char> {
        [Some(self.first), self.last].into_iter().flatten().filter_map(Bound::variable)
    }

    pub(super) fn is_open(self) -> bool {
        self.last.is_none()
    }

    /// The values in increasing order, where `other` is the value of the other variable.
    pub(super) fn values(self, other: i64) -> impl Iterator<Item = i64> {
        self.first.number(other)..=self.last.map_or(i64::MAX, |last| last.number(other))
    }

    /// Digits of the largest value if all are known.
    pub(super) fn width(self) -> usize {
        match (self.first, self.last) {
            (_, Some(Bound::Number(last))) => last.to_string().len(),
            _ => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_belong_to_a_range() {
        let values =
            |text: &str| text.parse::<Range>().map(|range| range.values(5).take(4).collect::<Vec<_>>());
        assert_eq!(values("1..3"), Ok(vec![1, 2, 3]));
        assert_eq!(values("1..=3"), Ok(vec![1, 2, 3]));
        assert_eq!(values("8"), Ok(vec![8]));
        assert_eq!(values("0.."), Ok(vec![0, 1, 2, 3]));
        assert_eq!(values("3..n"), Ok(vec![3, 4, 5]));
        assert_eq!(values("n"), Ok(vec![5]));
        assert_eq!(values("7..n"), Ok(vec![]));
        assert_eq!(values("12..1"), Err(RangeError::Reversed { first: 12, last: 1 }));
        for text in
            ["", "..", "..3", "1..2..3", "-1..3", "1...3", "a..b..", "1,2", "1..=", "9999999999", "N", "é"]
        {
            assert_eq!(values(text), Err(RangeError::Form), "{text:?}");
        }
    }
}
