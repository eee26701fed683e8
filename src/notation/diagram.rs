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
    let line = |row| {
        let symbols = (0..board.cols()).map(|col| symbol(Square { row, col }).to_string());
        symbols.collect::<Vec<_>>().join(" ")
    };
    (0..board.rows()).rev().map(line).collect()
}
