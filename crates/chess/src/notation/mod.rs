//! Texts of problems and placements: problem text and families, FEN, lists of squares, boards in letters, and
//! the forms of other programs and puzzles.

mod board_text;
mod brought;
mod diagram;
mod expression;
mod family;
mod fen;
mod limits;
mod line;
mod located;
mod names;
mod permutation;
mod problem_text;
mod shown;
mod slip;
mod spelling;
mod squares;
mod text_fault;
mod turned;
mod word;

pub use brought::{
    BroughtError, BroughtFault, Legend, LegendError, Meaning, ReadOutcome, RecordContent, is_list,
    placements_from_text, read_drawings,
};
pub use diagram::{
    DiagramError, DiagramFault, army_diagram, attack_diagram, diagram, is_diagram_rank, is_matrix,
    is_matrix_rank, placement_diagram, placement_from_diagram, read_diagram, signs_of_line,
};
pub use expression::{ExpressionFault, ValueFault};
pub use family::{Family, FamilyError, FamilyFault, FamilyTextError, Values};
pub use fen::{FenError, FenFault, NoFen, board_and_pieces_of_fen, fen, placement_from_fen};
pub use line::{LineError, looks_like_fen, placement_from_line};
pub use located::LocatedFault;
pub use names::{kind_named, plural};
pub use permutation::{
    PermutationAxis, PermutationError, PermutationFault, permutation, placement_from_permutation,
};
pub use problem_text::{problem_with_bare, problem_without_pieces, quantity};
pub use shown::PlacementDisplay;
pub use slip::{is_board_size, is_board_word};
#[doc(hidden)]
pub use spelling::nearest;
pub use squares::{
    NO_PIECE, SquaresError, SquaresFault, placement_from_squares, placement_pairs, placement_squares,
};
pub use text_fault::{Slip, TextError, TextFault};

/// Returns text from outside in which no character moves the cursor, changes colours or reverses letters.
/// Such characters are replaced by their numbers.
#[must_use]
pub fn plain(text: &str) -> String {
    let turns =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = text.chars().map(|c| match c.is_control() || turns(c) {
        true => c.escape_unicode().to_string(),
        false => c.to_string(),
    });
    shown.collect()
}

/// Returns text from outside in a form for messages: without control characters, cut short if it is long.
#[must_use]
pub fn excerpt(text: &str, most_chars: usize) -> String {
    let shown: String = text.chars().take(most_chars).collect();
    let cut = if shown.len() < text.len() { "..." } else { "" };
    format!("{}{cut}", shown.escape_debug())
}
