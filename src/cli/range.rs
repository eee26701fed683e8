//! Ranges of variables: `1..12`, with both ends, `4..20..2`, `8`, `4,6,8`, `0..`, or up to another variable:
//! `1..n`. `1-12` and `1:12` are read as `1..12`.

use std::fmt;
use std::str::FromStr;

/// The largest number of values in a list.
const MAX_LISTED: usize = 1000;

/// An end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Number(i64),
    /// The value of the other variable.
    Variable(char),
}

/// The values of a variable, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct VariableRange {
    pub(super) first: Bound,
    /// The last value; `None` if the range is open.
    pub(super) last: Option<Bound>,
    /// The distance between two values.
    step: usize,
    /// The values in increasing order, if the user listed them; otherwise empty.
    listed: Vec<i64>,
}

/// The reason why a text is not a range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum RangeError {
    #[error(
        "expected a range with both ends like 1..12, one value like 8, several like 4,6,8, every other value like \
         4..20..2, an open range like 0.., or 1..n"
    )]
    Form,
    #[error("{first}..{last} has no values: write the lower end first, like {last}..{first}")]
    Reversed { first: i64, last: i64 },
}

fn bound(text: &str) -> Result<Bound, RangeError> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(name @ 'a'..='z'), None) => Ok(Bound::Variable(name)),
        _ => number(text).map(Bound::Number),
    }
}

fn number(text: &str) -> Result<i64, RangeError> {
    let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or(RangeError::Form)
}

/// Splits two numbers at a sign that other programs use in ranges. `n-1` is not a range.
fn numbers(text: &str) -> Option<(&str, &str)> {
    let ends = text.split_once(['-', ':'])?;
    (number(ends.0).is_ok() && number(ends.1).is_ok()).then_some(ends)
}

impl From<i64> for VariableRange {
    /// Returns the open range that begins with this value.
    fn from(first: i64) -> Self {
        Self { first: Bound::Number(first), last: None, step: 1, listed: Vec::new() }
    }
}

impl FromStr for VariableRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let text = text.trim();
        if text.contains(',') {
            return read_list(text);
        }
        let (first, last) = match text.split_once("..").or_else(|| numbers(text)) {
            Some((first, "")) => (bound(first)?, None),
            Some((first, last)) => (bound(first)?, Some(last)),
            None => (bound(text)?, Some(text)),
        };
        let (last, step) = match last.and_then(|last| last.split_once("..")) {
            Some((last, step)) => (Some(last), number(step)?),
            None => (last, 1),
        };
        // Rust's inclusive range `1..=12` has the same meaning here.
        let last = last.map(|last| bound(last.strip_prefix('=').unwrap_or(last))).transpose()?;
        match (first, last) {
            (Bound::Number(first), Some(Bound::Number(last))) if first > last => {
                Err(RangeError::Reversed { first, last })
            }
            _ if step == 0 => Err(RangeError::Form),
            _ => Ok(Self { first, last, step: step as usize, listed: Vec::new() }),
        }
    }
}

fn read_list(text: &str) -> Result<VariableRange, RangeError> {
    let mut listed = text.split(',').map(|part| number(part.trim())).collect::<Result<Vec<i64>, _>>()?;
    listed.sort_unstable();
    listed.dedup();
    match (listed.first(), listed.last()) {
        (Some(&first), Some(&last)) if listed.len() <= MAX_LISTED => Ok(VariableRange {
            first: Bound::Number(first),
            last: Some(Bound::Number(last)),
            step: 1,
            listed,
        }),
        _ => Err(RangeError::Form),
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
    /// Returns the number, if `other` is the value of the other variable.
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

impl VariableRange {
    /// Returns the variables in the ends.
    pub(super) fn variables(&self) -> impl Iterator<Item = char> + use<> {
        [Some(self.first), self.last].into_iter().flatten().filter_map(Bound::variable)
    }

    pub(super) fn is_open(&self) -> bool {
        self.last.is_none()
    }

    /// Whether the range leaves out numbers between its ends.
    pub(super) fn has_gaps(&self) -> bool {
        self.step > 1 || self.listed.windows(2).any(|pair| pair[0] + 1 < pair[1])
    }

    /// Returns the values in increasing order, if `other` is the value of the other variable.
    pub(super) fn values(&self, other: i64) -> impl Iterator<Item = i64> + use<> {
        let ends = self.first.number(other)..=self.last.map_or(i64::MAX, |last| last.number(other));
        let all = self.listed.is_empty().then(|| ends.step_by(self.step));
        self.listed.clone().into_iter().chain(all.into_iter().flatten())
    }

    /// Returns the number of digits of the largest value, if all values are known.
    pub(super) fn width(&self) -> usize {
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
        let values = |text: &str| {
            text.parse::<VariableRange>().map(|range| range.values(5).take(4).collect::<Vec<_>>())
        };
        assert_eq!(values("1..3"), Ok(vec![1, 2, 3]));
        assert_eq!(values("1..=3"), Ok(vec![1, 2, 3]));
        assert_eq!(values("8"), Ok(vec![8]));
        assert_eq!(values("0.."), Ok(vec![0, 1, 2, 3]));
        assert_eq!(values("3..n"), Ok(vec![3, 4, 5]));
        assert_eq!(values("n"), Ok(vec![5]));
        assert_eq!(values("7..n"), Ok(vec![]));
        assert_eq!(values("1-3"), Ok(vec![1, 2, 3]));
        assert_eq!(values("1:3"), Ok(vec![1, 2, 3]));
        assert_eq!(values("4..9..2"), Ok(vec![4, 6, 8]));
        assert_eq!(values("4,8, 6,4"), Ok(vec![4, 6, 8]));
        assert_eq!(values("12..1"), Err(RangeError::Reversed { first: 12, last: 1 }));
        assert_eq!(values("12-1"), Err(RangeError::Reversed { first: 12, last: 1 }));
        for text in [
            "",
            "..",
            "..3",
            "1..2..",
            "1..9..0",
            "-1..3",
            "1-",
            "n-1",
            "1...3",
            "a..b..",
            "1,n",
            "1,",
            "1..=",
            "9999999999",
            "N",
            "é",
        ] {
            assert_eq!(values(text), Err(RangeError::Form), "{text:?}");
        }
        let has_gaps = |text: &str| text.parse::<VariableRange>().unwrap().has_gaps();
        assert!(has_gaps("4,6") && has_gaps("1..9..2") && !has_gaps("4,5") && !has_gaps("1.."));
    }
}
