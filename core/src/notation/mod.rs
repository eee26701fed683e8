//! Text of problems and placements: problem text and families of it, FEN, lists of squares, boards in letters.

mod board_text;
mod diagram;
mod expression;
mod family;
mod fen;
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
mod word;

pub use diagram::{
    DiagramError, DiagramFault, army_diagram, attack_diagram, is_diagram_rank, placement_diagram,
    placement_from_diagram, signs_of_line,
};
pub use expression::{ExpressionFault, ValueFault};
pub use family::{Family, FamilyError, FamilyFault, FamilyTextError, Values};
pub use fen::{FenError, FenFault, NoFen, board_and_pieces_of_fen, fen, placement_from_fen};
pub use line::{LineError, looks_like_fen, placement_from_line};
pub use located::Located;
pub use names::{kind_named, plural};
pub use permutation::{PermutationError, PermutationFault, ReadBy, permutation, placement_from_permutation};
pub use problem_text::{problem_on_large_board, problem_with_bare};
pub use shown::Shown;
pub use slip::is_board_size;
#[doc(hidden)]
pub use spelling::nearest;
pub use squares::{SquaresError, SquaresFault, placement_from_squares, placement_squares};
pub use text_fault::{Slip, TextError, TextFault};

/// Text from outside as it can be shown in a message: without control characters, cut short if it is long.
#[must_use]
pub fn excerpt(text: &str, most_chars: usize) -> String {
    let shown: String = text.chars().take(most_chars).collect();
    let cut = if shown.len() < text.len() { "..." } else { "" };
    format!("{}{cut}", shown.escape_debug())
}
