//! Boards in letters, one rank a line, the highest rank first.

use crate::board::{Board, Square};
use crate::piece::Kind;

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
    let symbol = |square: Square| match pieces.iter().find(|(_, place)| *place == square) {
        Some((letter, _)) => *letter,
        None if board.is_open(square) => '.',
        None => '*',
    };
    diagram(board, symbol)
}

/// The highest rank first, symbols between spaces.
fn diagram(board: &Board, symbol: impl Fn(Square) -> char) -> Vec<String> {
    let line = |row| {
        let symbols = (0..board.cols()).map(|col| symbol(Square { row, col }).to_string());
        symbols.collect::<Vec<_>>().join(" ")
    };
    (0..board.rows()).rev().map(line).collect()
}
