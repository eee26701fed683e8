//! A placement that was listed, in the forms that `solve` writes.

use super::latex::{self, MAX_LINES};
use super::svg::{self, Picture};
use super::{Solution, json};
use crate::board::Square;
use crate::notation::{
    NO_PIECE, PermutationAxis, army_diagram, diagram, fen, permutation, placement_pairs, placement_squares,
};
use crate::{Placement, Problem};
use armistice_base::named;
use std::collections::HashSet;

named! {
    /// How placements are written.
    pub enum Form {
        /// A board of letters.
        Diagram = "diagram",
        /// A board of letters without blanks, and nothing above it.
        Grid = "grid",
        /// A rank a line, 1 for a piece and 0 for an empty square.
        Matrix = "matrix",
        /// A board of chess symbols.
        Unicode = "unicode",
        /// For each rank from the top, the file of its piece; in the order first-fail, for each file the rank of its piece.
        Permutation = "permutation",
        /// Letters with squares, like Na2 Bc1.
        Squares = "squares",
        /// Letters with rank and file, like N(2,1).
        Pairs = "pairs",
        /// FEN piece placement.
        Fen = "fen",
        /// One JSON object per line.
        Json = "json",
        /// A picture.
        Svg = "svg",
        /// A picture for LaTeX, drawn by TikZ alone.
        Tikz = "tikz",
        /// For the LaTeX package chessboard: at most two armies, of K, Q, R, B, N and P only.
        Chessboard = "chessboard",
        /// For the LaTeX package xskak: as chessboard, but for 8x8 boards only.
        Xskak = "xskak",
    }
}

/// The reasons why a placement cannot be written in a form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// A line has more or fewer pieces than one.
    #[error("{0}: not a permutation, as not every rank or file has exactly one piece; use squares")]
    NoPermutation(String),
    /// There are several kinds, or walls.
    #[error("{0}: not a permutation, as that would not say which kind stands where; use squares")]
    Kinds(String),
    /// There are several kinds, which a matrix cannot show.
    #[error("{0}: a matrix of 0 and 1 would not say which kind stands where; use grid")]
    Matrix(String),
    /// The placement has no FEN.
    #[error(transparent)]
    Fen(#[from] crate::notation::NoFen),
    /// The chess packages of LaTeX cannot show the placement.
    #[error(transparent)]
    Chessboard(#[from] latex::NoChessboard),
    /// TeX cannot hold the board.
    #[error("a board of {0}x{1} squares: TikZ draws boards of up to {MAX_LINES}x{MAX_LINES}; use svg")]
    Tikz(usize, usize),
    /// The board would fill the disk.
    #[error("a board of {0} squares is too large to write square by square: use squares or permutation")]
    TooLarge(usize),
}

/// The most squares of a board that is written square by square.
const MAX_SQUARES: usize = 1 << 24;

/// Returns the text, including line ends.
///
/// # Errors
/// Returns an error if the placement cannot be written in this form.
pub fn write(solution: &Solution<'_>, form: Form) -> Result<String, FormError> {
    let Solution { problem, placement, number, class_size, read_by } = solution;
    let board = problem.board();
    if matches!(form, Form::Diagram | Form::Grid | Form::Matrix | Form::Unicode | Form::Svg)
        && board.squares() > MAX_SQUARES
    {
        return Err(FormError::TooLarge(board.squares()));
    }
    let heading = match class_size {
        Some(1) => format!("Solution #{number} (alone):\n"),
        Some(size) => format!("Solution #{number} (one of {size}):\n"),
        None => format!("Solution #{number}:\n"),
    };
    let is_of_several_kinds = problem.placed_kinds().len() > 1;
    let boxed = |lines: Vec<String>| format!("{heading}{}\n\n", lines.join("\n"));
    Ok(match form {
        Form::Diagram => boxed(army_diagram(problem, placement, false)),
        Form::Grid => {
            let lines = army_diagram(problem, placement, false);
            // Numbers of armies would be signs of their own.
            let are_signs = !lines.iter().any(|line| line.contains(|sign: char| sign.is_ascii_digit()));
            let line = |line: &String| if are_signs { line.replace(' ', "") } else { line.clone() };
            lines.iter().map(|rank| line(rank) + "\n").collect::<String>() + "\n"
        }
        Form::Matrix if is_of_several_kinds => return Err(FormError::Matrix(problem.to_string())),
        Form::Matrix => matrix(problem, placement),
        Form::Unicode => boxed(army_diagram(problem, placement, true)),
        Form::Permutation if is_of_several_kinds => return Err(FormError::Kinds(problem.to_string())),
        Form::Permutation => {
            let other = if *read_by == PermutationAxis::Ranks {
                PermutationAxis::Files
            } else {
                PermutationAxis::Ranks
            };
            let numbers = [*read_by, other].into_iter().find_map(|by| permutation(problem, placement, by));
            let numbers = numbers.ok_or_else(|| FormError::NoPermutation(problem.to_string()))?;
            join_words(numbers.iter().map(ToString::to_string))
        }
        Form::Squares => list_line(placement_squares(problem, placement)),
        Form::Pairs => list_line(placement_pairs(problem, placement)),
        Form::Fen => fen(problem, placement)? + "\n",
        Form::Json => json::solution(solution),
        Form::Svg => svg::picture(&Picture::new(problem, placement)),
        Form::Tikz if board.rows().max(board.cols()) > MAX_LINES => {
            return Err(FormError::Tikz(board.rows(), board.cols()));
        }
        Form::Tikz => latex::tikz(&Picture::new(problem, placement)) + "\n",
        Form::Chessboard => latex::chessboard(problem, placement)? + "\n",
        Form::Xskak => latex::xskak(problem, placement)? + "\n",
    })
}

/// Returns a matrix of 0 and 1, a line for each rank, from the top.
fn matrix(problem: &Problem, placement: &Placement) -> String {
    let standing: HashSet<Square> = placement.pieces().iter().map(|piece| piece.1).collect();
    let lines = diagram(problem.board(), 1, |square| u8::from(standing.contains(&square)));
    lines.join("\n") + "\n\n"
}

/// Returns a line with a list, which may be empty.
fn list_line(list: String) -> String {
    if list.is_empty() { format!("{NO_PIECE}\n") } else { list + "\n" }
}

/// Joins words with spaces to a line.
fn join_words(words: impl Iterator<Item = String>) -> String {
    let mut line = words.fold(String::new(), |line, word| line + &word + " ");
    line.pop();
    line + "\n"
}
