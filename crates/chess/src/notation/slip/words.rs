//! The meaning of words that have no meaning in their place.

use crate::board::SHAPES;
use crate::notation::word::is_number;

/// The signs between rows and columns.
pub(in crate::notation) const SIZE_SIGNS: [char; 4] = ['x', 'X', '×', '*'];

/// Returns true if a text is the size of a board: rows and columns as numbers, like `8x8`.
#[must_use]
pub fn is_board_size(text: &str) -> bool {
    text.split_once(SIZE_SIGNS).is_some_and(|(rows, cols)| is_number(rows) && is_number(cols))
}

/// Returns true if a word begins like a board: with its size, or with the name of a shape.
#[must_use]
pub fn is_board_word(word: &str) -> bool {
    let first = word.split(['/', '-', '~']).next().unwrap_or_default();
    let shape = word.split_once(':').map(|(name, _)| name);
    is_board_size(first) || word.starts_with("board=") || SHAPES.iter().any(|&(name, _)| shape == Some(name))
}

/// Words without a meaning between kinds.
pub(super) const FILLERS: [&str; 13] =
    ["and", "with", "on", "of", "plus", "the", "&", "+", ",", ";", "pieces", "board", "chessboard"];

/// Returns the topology that a word means, if the word is another name for one.
pub(in crate::notation) fn topology_meant(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "torus" | "t" | "toroidal" | "toric" | "periodic" | "wrapped" => Some("torus"),
        "cylinder" | "c" | "cyl" | "cylindrical" => Some("cylinder"),
        "möbius" | "mobius" | "moebius" => Some("moebius"),
        "kleinbottle" | "klein" => Some("klein"),
        _ => None,
    }
}

/// Returns the name of all holes of one colour; `None` if the word is not another name for it.
pub(in crate::notation) fn colour_of_holes(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "white" | "whites" => Some("light"),
        "black" | "blacks" => Some("dark"),
        _ => None,
    }
}
