//! A square with a piece, and perhaps its kind: `d4`, `Qd4`.

use crate::Problem;
use crate::board::Square;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A piece on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct BesideArgument {
    letter: Option<char>,
    pub(in crate::cli) square: Square,
}

impl BesideArgument {
    /// Returns the numbers of the problem's kinds that the piece can be.
    pub(in crate::cli) fn pieces(self, problem: &Problem) -> Vec<usize> {
        problem.numbers_of(|pieces| pieces.are_counted(self.letter))
    }
}

impl Display for BesideArgument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { letter, square } = self;
        letter.iter().try_for_each(|letter| write!(f, "{letter}"))?;
        write!(f, "{square}")
    }
}

impl FromStr for BesideArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let letter = text.chars().next().filter(char::is_ascii_uppercase);
        let square = &text[letter.map_or(0, char::len_utf8)..];
        let square = square.parse().map_err(|_| "expected a square, like d4, or a piece on one, like Qd4")?;
        Ok(Self { letter, square })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_may_stand_before_the_square() {
        let of = |text: &str| {
            let beside = text.parse::<BesideArgument>();
            if let Ok(beside) = &beside {
                assert_eq!(beside.to_string(), text);
            }
            beside.map(|beside| (beside.letter, beside.square.to_string()))
        };
        assert_eq!((of("d4"), of("Qd4")), (Ok((None, "d4".to_owned())), Ok((Some('Q'), "d4".to_owned()))));
        for text in ["", "Q", "d", "4d", "QQ", "é4"] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}
