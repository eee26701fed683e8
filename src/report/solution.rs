//! A placement that was listed, in the forms that `solve` writes.

use super::svg::{self, Picture};
use super::{Solution, json};
use crate::notation::{ReadBy, army_diagram, fen, permutation, placement_squares};

/// How placements are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A board of letters under a heading.
    Diagram,
    /// A board of chess symbols under a heading.
    Unicode,
    /// A line of numbers, one for each rank or file.
    Permutation(ReadBy),
    /// A line of squares, like `Na2 Bc1`.
    Squares,
    /// A line of pairs of rank and file, both from 1, for each piece after its letter.
    Pairs,
    /// A line of FEN.
    Fen,
    /// A line of JSON.
    Json,
    /// A picture.
    Svg,
}

/// Why a placement cannot be written in a form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// Not one piece to a line.
    #[error("{0} is no permutation: not every rank or file has just one piece; write it as squares")]
    NoPermutation(String),
    /// No FEN.
    #[error(transparent)]
    Fen(#[from] crate::notation::NoFen),
    /// A board that would fill the disk.
    #[error("a board of {0} squares is not written square by square: write it as squares or permutation")]
    TooLarge(usize),
}

/// Boards with more squares than this are not written square by square.
const MOST_SQUARES: usize = 1 << 24;

/// The text, line ends included.
///
/// # Errors
/// Placements that do not have this form.
pub fn write(solution: &Solution<'_>, form: Form) -> Result<String, FormError> {
    let Solution { problem, placement, number, class_size } = solution;
    let board = problem.board();
    if matches!(form, Form::Diagram | Form::Unicode | Form::Svg) && board.squares() > MOST_SQUARES {
        return Err(FormError::TooLarge(board.squares()));
    }
    let heading = match class_size {
        Some(1) => format!("Solution #{number} (alone):\n"),
        Some(size) => format!("Solution #{number} (one of {size}):\n"),
        None => format!("Solution #{number}:\n"),
    };
    let boxed = |lines: Vec<String>| format!("{heading}{}\n\n", lines.join("\n"));
    Ok(match form {
        Form::Diagram => boxed(army_diagram(problem, placement, false)),
        Form::Unicode => boxed(army_diagram(problem, placement, true)),
        Form::Permutation(by) => {
            let other = if by == ReadBy::Ranks { ReadBy::Files } else { ReadBy::Ranks };
            let numbers =
                permutation(problem, placement, by).or_else(|| permutation(problem, placement, other));
            let numbers = numbers.ok_or_else(|| FormError::NoPermutation(problem.to_string()))?;
            joined(numbers.iter().map(ToString::to_string))
        }
        Form::Squares => placement_squares(problem, placement) + "\n",
        Form::Pairs => joined(
            placement
                .lettered(problem)
                .iter()
                .map(|(letter, at)| format!("{letter}({},{})", at.row + 1, at.col + 1)),
        ),
        Form::Fen => fen(problem, placement)? + "\n",
        Form::Json => json::solution(solution),
        Form::Svg => svg::picture(&Picture::new(problem, placement)),
    })
}

/// A line with spaces between.
fn joined(words: impl Iterator<Item = String>) -> String {
    let mut line = words.fold(String::new(), |line, word| line + &word + " ");
    line.pop();
    line + "\n"
}
