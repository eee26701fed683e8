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
    let standing: HashMap<Square, char> = pieces.iter().map(|&(letter, square)| (square, letter)).collect();
    let symbol = |square: Square| match standing.get(&square) {
        Some(letter) => *letter,
        None if board.is_open(square) => '.',
        None => '*',
    };
    diagram(board, symbol)
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
    let width = standing.values().map(|text| text.chars().count()).max().unwrap_or(1);
    let cell = |square: Square| {
        let text = match standing.get(&square) {
            Some(text) => text,
            None if board.is_open(square) => ".",
            None => "*",
        };
        format!("{text:<width$}")
    };
    let line = |row| (0..board.cols()).map(|col| cell(Square { row, col })).collect::<Vec<_>>().join(" ");
    (0..board.rows()).rev().map(|row| line(row).trim_end().to_owned()).collect()
}

/// The same with chess symbols for the six kinds of chess.
///
/// ```
/// use armistice::{board::{Board, Square, Topology}, notation::unicode_diagram};
///
/// let board = Board::new(1, 3, Topology::Plane)?;
/// let pieces = [('K', Square { row: 0, col: 0 }), ('A', Square { row: 0, col: 2 })];
/// assert_eq!(unicode_diagram(&board, &pieces), ["♔ . A"]);
/// # Ok::<(), armistice::board::BoardError>(())
/// ```
#[must_use]
pub fn unicode_diagram(board: &Board, pieces: &[(char, Square)]) -> Vec<String> {
    let symbol =
        |letter: char| SYMBOLS.iter().find(|symbol| symbol.0 == letter).map_or(letter, |symbol| symbol.1);
    let pieces: Vec<(char, Square)> =
        pieces.iter().map(|&(letter, square)| (symbol(letter), square)).collect();
    placement_diagram(board, &pieces)
}

/// The characters of Unicode for pieces, of a white and of a black army.
const SYMBOLS: [(char, char, char); 6] =
    [('K', '♔', '♚'), ('Q', '♕', '♛'), ('R', '♖', '♜'), ('B', '♗', '♝'), ('N', '♘', '♞'), ('P', '♙', '♟')];

/// The highest rank first, symbols between spaces.
fn diagram(board: &Board, symbol: impl Fn(Square) -> char) -> Vec<String> {
    let line = |row| {
        let symbols = (0..board.cols()).map(|col| symbol(Square { row, col }).to_string());
        symbols.collect::<Vec<_>>().join(" ")
    };
    (0..board.rows()).rev().map(line).collect()
}
