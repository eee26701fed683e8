//! Slips in the squares after a piece.

use super::pieces::PieceWords;
use crate::board::Square;
use crate::notation::text_fault::Slip;
use crate::notation::word::{Word, WordFault, is_number};

impl<'a> PieceWords<'a, '_> {
    /// Explains `Qd4` and `Qb4,d3`, a letter and its squares, and `Q8@a1 c2` and `Q4 b4 d3 a2 c1`, a piece
    /// followed by squares.
    pub(super) fn squares(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let (letter, squares) = word.text.split_at_checked(1)?;
        if self.begins_with_kind(letter) && is_list(squares) {
            let number = squares.split(',').count();
            let number = if number == 1 { String::new() } else { number.to_string() };
            let meant = format!("{letter}{number}@{squares}");
            return Some(word.fault(Slip::Squares).meant(word.range(), meant));
        }
        if !is_list(word.text) {
            return None;
        }
        let before = self.words[self.place.checked_sub(1)?];
        let run: Vec<&str> =
            self.words[self.place..].iter().map(|word| word.text).take_while(|text| is_list(text)).collect();
        let last = self.words[self.place + run.len() - 1];
        let sign = match () {
            () if before.text.contains('@') => ',',
            () if self.is_number_of(before, run.len()) => '@',
            () => return None,
        };
        let meant = format!("{sign}{}", run.join(","));
        Some(word.fault(Slip::Squares).meant(before.range().end..last.range().end, meant))
    }

    /// Returns true if a word asks for `number` pieces of one kind.
    fn is_number_of(&self, word: Word<'_>, number: usize) -> bool {
        let Some((letter, rest)) = word.text.split_at_checked(1) else { return false };
        self.begins_with_kind(letter)
            && ((rest.is_empty() && number == 1) || (is_number(rest) && rest == number.to_string()))
    }
}

/// The limit of ranks and files: squares beyond it are not guessed.
const NEAR: usize = 32;

/// Returns true if a text is a list of squares in small letters, separated by commas.
fn is_list(text: &str) -> bool {
    // A word like `by8` would be a square on a file that few boards have.
    let is_near = |square: Square| square.row.max(square.col) < NEAR;
    let is_square = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.parse().is_ok_and(is_near)
            && part.len() < 8
    };
    !text.is_empty() && text.split(',').all(is_square)
}
