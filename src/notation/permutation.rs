//! Placements with one piece to a rank, or to a file, as a list of numbers.

use crate::placement::Placement;
use crate::problem::Problem;

/// For each rank, from the top, the number of the file of its piece, from 1, if every rank has just one; or else for each
/// file, from the left, the number of the rank, from the top, if every file has just one.
///
/// The list says where pieces stand and not of what kinds they are.
///
/// ```
/// use armistice::{Placement, Problem, board::Square, notation::permutation};
///
/// let problem: Problem = "4x4 Q4".parse()?;
/// let squares = [(3, 1), (2, 3), (1, 0), (0, 2)];
/// let placement = Placement::new(squares.map(|(row, col)| (0, Square { row, col })).to_vec());
/// assert_eq!(permutation(&problem, &placement), Some(vec![2, 4, 1, 3]));
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[must_use]
pub fn permutation(problem: &Problem, placement: &Placement) -> Option<Vec<usize>> {
    let (rows, cols) = (problem.board().rows(), problem.board().cols());
    let squares = || placement.pieces().iter().map(|(_, square)| (rows - 1 - square.row, square.col));
    one_to_each(rows, squares()).or_else(|| one_to_each(cols, squares().map(|(rank, file)| (file, rank))))
}

/// The second number of each pair, by the first, from 1; nothing if the first ones are not all numbers below `length`.
fn one_to_each(length: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Option<Vec<usize>> {
    let mut numbers = vec![0; length];
    let mut found = 0;
    for (at, number) in pairs {
        if numbers[at] != 0 {
            return None;
        }
        numbers[at] = number + 1;
        found += 1;
    }
    (found == length).then_some(numbers)
}
