//! The meanings that a user gives to signs of a drawing: `#=open,x=hole`.

use std::collections::BTreeMap;
use std::str::FromStr;

/// The meaning of a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// An empty square; in a drawing of regions, one in no region.
    Open,
    /// No square: lines end there.
    Hole,
    /// A square where no piece stands, and which lines pass.
    Reserved,
    /// A piece with this letter.
    Piece(char),
}

/// Which of two numbers of a pair is the rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::notation) enum Order {
    RankFirst,
    FileFirst,
}

/// The given meanings of signs, and the given numbering of squares. The default gives none.
///
/// ```
/// use armistice::notation::{Legend, Meaning};
///
/// let legend: Legend = "#=open,.=hole,from-0".parse()?;
/// assert_eq!((legend.meaning("#"), legend.meaning("x")), (Some(Meaning::Open), None));
/// # Ok::<(), armistice::notation::LegendError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Legend {
    signs: BTreeMap<String, Meaning>,
    /// The number of the first rank and file.
    pub(in crate::notation) base: Option<usize>,
    pub(in crate::notation) order: Option<Order>,
    /// Whether ranks are counted from the top.
    pub(in crate::notation) is_from_top: Option<bool>,
}

/// A word of a legend that has no meaning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}': expected a sign and what it means (open, hole, reserved, or the letter of a piece), like '#=open' or 'x=Q', or how \
     squares are numbered: from-0, from-1, rank-first, file-first, top, bottom"
)]
pub struct LegendError(String);

impl Legend {
    /// Returns the meaning of a sign; `None` if the legend gives none.
    #[must_use]
    pub fn meaning(&self, sign: &str) -> Option<Meaning> {
        self.signs.get(sign).copied()
    }
}

impl FromStr for Legend {
    type Err = LegendError;

    fn from_str(text: &str) -> Result<Self, LegendError> {
        let mut legend = Self::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word.to_ascii_lowercase().as_str() {
                "from-0" => legend.base = Some(0),
                "from-1" => legend.base = Some(1),
                "rank-first" => legend.order = Some(Order::RankFirst),
                "file-first" => legend.order = Some(Order::FileFirst),
                "top" => legend.is_from_top = Some(true),
                "bottom" => legend.is_from_top = Some(false),
                _ => {
                    let fault = || LegendError(super::super::excerpt(word, 24));
                    // A sign may itself be an equals sign.
                    let at = word.rfind('=').filter(|&at| at > 0).ok_or_else(fault)?;
                    let (sign, meaning) = (&word[..at], &word[at + 1..]);
                    let mut letters = meaning.chars();
                    let meaning =
                        match (meaning.to_ascii_lowercase().as_str(), letters.next(), letters.next()) {
                            ("open" | "none" | "empty" | ".", ..) => Meaning::Open,
                            ("hole" | "blocked", ..) => Meaning::Hole,
                            ("reserved" | "closed" | "~", ..) => Meaning::Reserved,
                            (_, Some(letter), None) if letter.is_ascii_alphabetic() => Meaning::Piece(letter),
                            _ => return Err(fault()),
                        };
                    legend.signs.insert(sign.to_owned(), meaning);
                }
            }
        }
        Ok(legend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_says_what_signs_mean() {
        let legend: Legend = "#=open, .=hole,1=Q,==reserved,10=none,file-first,top,from-1".parse().unwrap();
        for (sign, meaning) in [
            ("#", Some(Meaning::Open)),
            (".", Some(Meaning::Hole)),
            ("1", Some(Meaning::Piece('Q'))),
            ("=", Some(Meaning::Reserved)),
            ("10", Some(Meaning::Open)),
            ("x", None),
        ] {
            assert_eq!(legend.meaning(sign), meaning, "{sign}");
        }
        let numbering = (legend.base, legend.order, legend.is_from_top);
        assert_eq!(numbering, (Some(1), Some(Order::FileFirst), Some(true)));
        for text in ["#", "=open", "#=", "#=QQ", "#=7", "from-2"] {
            let error = text.parse::<Legend>().unwrap_err().to_string();
            assert!(error.contains("expected a sign and what it means"), "{text}: {error}");
        }
        assert_eq!("".parse(), Ok(Legend::default()));
    }
}
