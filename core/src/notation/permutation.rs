//! Placements with one piece to a rank, or to a file, as a list of numbers.

use crate::placement::Placement;
use crate::problem::Problem;

/// How a permutation is read off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadBy {
    /// For each rank, the top one first, the number of the file of its piece, from the left.
    Ranks,
    /// For each file, the left one first, the number of the rank of its piece, from the bottom.
    Files,
}

/// A placement as a list of numbers, from 1, if every rank, or file, has just one piece. Nothing if it has not.
///
/// The list says where pieces stand and not of what kinds they are.
///
/// ```
/// use armistice::{Placement, Problem, board::Square, notation::{ReadBy, permutation}};
///
/// let problem: Problem = "4x4 R4".parse()?;
/// let squares = [(3, 1), (2, 2), (1, 3), (0, 0)];
/// let placement = Placement::new(squares.map(|(row, col)| (0, Square { row, col })).to_vec());
/// assert_eq!(permutation(&problem, &placement, ReadBy::Ranks), Some(vec![2, 3, 4, 1]));
/// assert_eq!(permutation(&problem, &placement, ReadBy::Files), Some(vec![1, 4, 3, 2]));
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[must_use]
pub fn permutation(problem: &Problem, placement: &Placement, by: ReadBy) -> Option<Vec<usize>> {
    let (rows, cols) = (problem.board().rows(), problem.board().cols());
    let mut numbers = vec![0; if by == ReadBy::Ranks { rows } else { cols }];
    for (_, square) in placement.pieces() {
        let (at, number) = match by {
            ReadBy::Ranks => (rows - 1 - square.row, square.col + 1),
            ReadBy::Files => (square.col, square.row + 1),
        };
        if numbers[at] != 0 {
            return None;
        }
        numbers[at] = number;
    }
    (!numbers.contains(&0)).then_some(numbers)
}
