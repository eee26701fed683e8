//! Boards in letters, one rank a line, the highest rank first.

use crate::board::{Board, Square};
use crate::piece::Kind;
use crate::placement::Placement;
use crate::problem::Problem;
use std::collections::HashMap;

/// What a kind attacks from the middle of a board: its letter there, `x` on each attacked square, `.` elsewhere.
///
/// ```
/// use armistice::{board::{Board, Topology}, notation::attack_diagram, piece::built_in};
///
/// let board = Board::new(5, 5, Topology::Plane)?;
/// let knight = &built_in('N').unwrap().kind;
/// assert_eq!(attack_diagram(&board, knight), [
///     ". x . x .",
///     "x . . . x",
///     ". . N . .",
///     "x . . . x",
///     ". x . x .",
/// ]);
/// # Ok::<(), armistice::board::BoardError>(())
/// ```
#[must_use]
pub fn attack_diagram(board: &Board, kind: &Kind) -> Vec<String> {
    let from = Square { row: board.rows() / 2, col: board.cols() / 2 };
    let attacked: Vec<Square> = kind.moves().attacked(board, from).collect();
    let symbol = |square: Square| match square {
        _ if square == from => kind.letter(),
        _ if attacked.contains(&square) => 'x',
        _ => '.',
    };
    diagram(board, symbol)
}

/// Pieces on a board: the letter of each on its square, `*` on holes, `.` elsewhere.
///
/// ```
/// use armistice::{board::{Board, Square, Topology}, notation::placement_diagram};
///
/// let board = Board::new(2, 3, Topology::Plane)?.with_hole(Square { row: 1, col: 1 })?;
/// let pieces = [('K', Square { row: 0, col: 0 }), ('N', Square { row: 1, col: 2 })];
/// assert_eq!(placement_diagram(&board, &pieces), [". * N", "K . ."]);
/// # Ok::<(), armistice::board::BoardError>(())
/// ```
#[must_use]
pub fn placement_diagram(board: &Board, pieces: &[(char, Square)]) -> Vec<String> {
    let standing = pieces.iter().map(|&(letter, square)| (square, letter.to_string())).collect();
    standing_diagram(board, &standing)
}

/// A placement of a problem as a board of letters, or of chess symbols.
///
/// The pieces of one army have capital letters, those of a second one small letters (white and black symbols). Of three
/// armies and more each letter is followed by the number of its army.
///
/// ```
/// use armistice::{Placement, Problem, board::Square, notation::army_diagram};
///
/// let problem: Problem = "2x3 K/N".parse()?;
/// let placement = Placement::new(vec![(0, Square { row: 0, col: 0 }), (1, Square { row: 1, col: 2 })]);
/// assert_eq!(army_diagram(&problem, &placement, false), [". . n", "K . ."]);
/// assert_eq!(army_diagram(&problem, &placement, true), [". . ♞", "♔ . ."]);
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[must_use]
pub fn army_diagram(problem: &Problem, placement: &Placement, has_symbols: bool) -> Vec<String> {
    let board = problem.board();
    let army_of = problem.army_of();
    let armies = problem.armies().len();
    let mut standing: HashMap<Square, String> = HashMap::new();
    for (&(kind, square), (letter, _)) in placement.pieces().iter().zip(placement.lettered(problem)) {
        let army = army_of.get(kind).copied().unwrap_or(0);
        let is_second = armies == 2 && army == 1;
        let symbol = SYMBOLS.iter().find(|symbol| has_symbols && symbol.0 == letter);
        let text = match (symbol, is_second) {
            (Some(symbol), false) => symbol.1.to_string(),
            (Some(symbol), true) => symbol.2.to_string(),
            (None, true) => letter.to_ascii_lowercase().to_string(),
            (None, false) => letter.to_string(),
        };
        let number = if armies > 2 { (army + 1).to_string() } else { String::new() };
        standing.insert(square, text + &number);
    }
    standing_diagram(board, &standing)
}

/// The characters of Unicode for pieces, of a white and of a black army.
const SYMBOLS: [(char, char, char); 6] =
    [('K', '♔', '♚'), ('Q', '♕', '♛'), ('R', '♖', '♜'), ('B', '♗', '♝'), ('N', '♘', '♞'), ('P', '♙', '♟')];

/// Texts on their squares, `*` on holes, `.` elsewhere, all as wide as the widest text.
fn standing_diagram(board: &Board, standing: &HashMap<Square, String>) -> Vec<String> {
    let width = standing.values().map(|text| text.chars().count()).max().unwrap_or(1);
    let cell = |square: Square| {
        let text = match standing.get(&square) {
            Some(text) => text,
            None if board.is_open(square) => ".",
            None => "*",
        };
        format!("{text:<width$}")
    };
    let lines = diagram(board, cell).into_iter();
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// The highest rank first, symbols between spaces.
fn diagram<T: ToString>(board: &Board, symbol: impl Fn(Square) -> T) -> Vec<String> {
    let line = |row| {
        let symbols = (0..board.cols()).map(|col| symbol(Square { row, col }).to_string());
        symbols.collect::<Vec<_>>().join(" ")
    };
    (0..board.rows()).rev().map(line).collect()
}
