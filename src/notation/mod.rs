//! Text and pictures of problems and placements: reading problem text and families of it, drawing boards in letters.

mod diagram;
mod expression;
mod family;
mod located;
mod permutation;
mod problem_text;

pub use diagram::{attack_diagram, placement_diagram};
pub use expression::{ExpressionFault, ValueFault};
pub use family::{Family, FamilyError, FamilyFault, FamilyTextError, Values};
pub use located::Located;
pub use permutation::permutation;
pub use problem_text::{TextError, TextFault, problem_on_large_board, problem_with_bare};

/// Text from outside as it can be shown in a message: without control characters, cut short if it is long.
pub(crate) fn excerpt(text: &str, most_chars: usize) -> String {
    let shown: String = text.chars().take(most_chars).collect();
    let cut = if shown.len() < text.len() { "..." } else { "" };
    format!("{}{cut}", shown.escape_debug())
}
