//! One square of a board, and its name.
//!
//! Squares are numbered rank by rank from `a1`, the lower left corner of a diagram. On a board with `cols`
//! files the square in row `r` and column `c` (both from zero) is number `r * cols + c`. Files have letters
//! `a` to `z`; a square past file 26 is written `r3c27` (rank 3, file 27). The reader also accepts `aa3`,
//! because files after `z` are named like spreadsheet columns. It also accepts one capital letter for a file;
//! two capitals would be pieces.

use std::fmt;

/// A square, by row (rank minus one) and column (file minus one).
///
/// ```
/// use armistice::board::Square;
///
/// let square: Square = "c2".parse().unwrap();
/// assert_eq!((square.row, square.col), (1, 2));
/// assert_eq!(Square { row: 2, col: 26 }.to_string(), "r3c27");
/// assert_eq!("aa3".parse(), Ok(Square { row: 2, col: 26 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Rank minus one.
    pub row: usize,
    /// File minus one.
    pub col: usize,
}

impl Square {
    /// Returns the name of its file: a letter, or past `z` the number of the file, from 1.
    #[must_use]
    pub fn file_name(&self) -> String {
        match u8::try_from(self.col) {
            Ok(col @ 0..26) => char::from(b'a' + col).to_string(),
            _ => (self.col + 1).to_string(),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.col, self.file_name()) {
            (0..26, file) => write!(f, "{file}{}", self.row + 1),
            (_, file) => write!(f, "r{}c{file}", self.row + 1),
        }
    }
}

/// The error for a text that is not the name of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a square: write a file and a rank like c4, past file z like aa4 or r4c27")]
pub struct NoSquare;

impl std::str::FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        let number = |digits: &str| -> Result<usize, NoSquare> {
            let plain = (1..=7).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            let value: usize = if plain { digits.parse().map_err(|_| NoSquare)? } else { 0 };
            value.checked_sub(1).ok_or(NoSquare)
        };
        let letters = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (file, rank) = text.split_at(letters);
        // `r3c27` is tried before `r3`: the long form has a second letter after a number.
        if let Some((row, col)) = rank.split_once(['c', 'C']).filter(|_| file.eq_ignore_ascii_case("r")) {
            return Ok(Self { row: number(row)?, col: number(col)? });
        }
        Ok(Self { row: number(rank)?, col: file_of(file).ok_or(NoSquare)? })
    }
}

/// The maximum number of letters of a file: a million files need five.
const MAX_LETTERS: usize = 5;

/// Returns the column of a file: `a` to `z`, `aa`, `ab`, … `zz`, `aaa`.
fn file_of(letters: &str) -> Option<usize> {
    let small = if letters.len() == 1 { letters.to_ascii_lowercase() } else { letters.to_owned() };
    let is_file = (1..=MAX_LETTERS).contains(&small.len()) && small.bytes().all(|b| b.is_ascii_lowercase());
    let number = |so_far: usize, letter: u8| 26 * so_far + usize::from(letter - b'a') + 1;
    is_file.then(|| small.bytes().fold(0, number) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for row in 0..32 {
            for col in 0..32 {
                let square = Square { row, col };
                assert_eq!(square.to_string().parse(), Ok(square));
                assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            }
        }
    }

    #[test]
    fn files_go_on_as_the_columns_of_spreadsheets() {
        for (text, row, col) in [
            ("aa1", 0, 26),
            ("az32", 31, 51),
            ("ba1", 0, 52),
            ("rc1", 0, 18 * 26 + 2),
            ("zz2", 1, 701),
            ("aaa2", 1, 702),
            ("bdwgn1", 0, 999_999),
        ] {
            assert_eq!(text.parse(), Ok(Square { row, col }), "{text}");
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in [
            "",
            "a",
            "1",
            "a0",
            "a+1",
            "A0",
            "Ä1",
            "a99999999",
            "r1",
            "r1c",
            "r0c1",
            "é1",
            "a1 ",
            "aa",
            "aa0",
            "AA1",
            "aA1",
            "aaaaaa1",
        ] {
            let expected = if text == "r1" { Ok(Square { row: 0, col: 17 }) } else { Err(NoSquare) };
            assert_eq!(text.parse::<Square>(), expected, "{text:?}");
        }
    }
}
