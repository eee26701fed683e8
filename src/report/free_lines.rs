//! The empty lines of a board: ranks, files and, on a plane, diagonals.

use super::words::join_words;
use crate::board::{Board, Square, Topology};
use crate::{Placement, Problem};
use serde::Serialize;
use std::collections::BTreeSet;

/// The lines without a piece. Holes are not pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FreeLines {
    /// The ranks, from 1.
    pub ranks: Vec<usize>,
    /// The files, by their letters.
    pub files: Vec<String>,
    /// The diagonals that rise to the right, if the board has diagonals, from the upper left corner on. Each
    /// is named by the squares at its ends.
    pub rising: Option<Vec<String>>,
    /// The diagonals that fall to the right, if the board has diagonals, from the lower left corner on.
    pub falling: Option<Vec<String>>,
}

impl FreeLines {
    /// Finds the empty lines of a placement; `None` if the board has no straight ranks and files.
    #[must_use]
    pub fn new(problem: &Problem, placement: &Placement) -> Option<Self> {
        let board = problem.board();
        if !board.is_straight() || !board.is_rectangle() {
            return None;
        }
        let taken: Vec<Square> = placement.pieces().iter().map(|piece| piece.1).collect();
        let (rows, cols) = (board.rows(), board.cols());
        let of = |key: &dyn Fn(&Square) -> usize| taken.iter().map(key).collect::<BTreeSet<usize>>();
        let (ranks, files) = (of(&|square| square.row), of(&|square| square.col));
        let is_plane = board.topology() == Topology::Plane;
        // The diagonals are numbered from the corner where the first of them begins.
        let rising = of(&|square| square.col + rows - 1 - square.row);
        let falling = of(&|square| square.col + square.row);
        let diagonals = |taken: &BTreeSet<usize>, is_rising: bool| {
            let free = (0..rows + cols - 1).filter(|number| !taken.contains(number));
            free.map(|number| ends(board, number, is_rising)).collect::<Vec<_>>()
        };
        Some(Self {
            ranks: (0..rows).filter(|row| !ranks.contains(row)).map(|row| row + 1).collect(),
            files: (0..cols)
                .filter(|col| !files.contains(col))
                .map(|col| Square { row: 0, col }.file_name())
                .collect(),
            rising: is_plane.then(|| diagonals(&rising, true)),
            falling: is_plane.then(|| diagonals(&falling, false)),
        })
    }

    /// Returns a line of text for each direction.
    #[must_use]
    pub fn text(&self) -> String {
        let ranks: Vec<String> = self.ranks.iter().map(ToString::to_string).collect();
        let directions = [
            ("ranks", Some(&ranks)),
            ("files", Some(&self.files)),
            ("rising diagonals", self.rising.as_ref()),
            ("falling diagonals", self.falling.as_ref()),
        ];
        let line = |(name, free): (&str, Option<&Vec<String>>)| {
            let free = free?;
            let listed = if free.is_empty() { "none".to_owned() } else { join_words(free) };
            Some(format!("  free {name}: {listed}\n"))
        };
        directions.into_iter().filter_map(line).collect()
    }
}

/// Names a diagonal by the squares at its ends, the left one first, or by its only square.
fn ends(board: &Board, number: usize, is_rising: bool) -> String {
    let (rows, cols) = (board.rows(), board.cols());
    let first_col = number.saturating_sub(rows - 1);
    let last_col = number.min(cols - 1);
    let square = |col: usize| {
        let row = if is_rising { col + rows - 1 - number } else { number - col };
        Square { row, col }.to_string()
    };
    match first_col == last_col {
        true => square(first_col),
        false => format!("{}-{}", square(first_col), square(last_col)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::placement_from_squares;

    fn free(problem: &str, squares: &str) -> Option<FreeLines> {
        let problem: Problem = problem.parse().unwrap();
        FreeLines::new(&problem, &placement_from_squares(&problem, squares).unwrap())
    }

    #[test]
    fn lines_without_pieces() {
        let lines = free("3x4 Q2", "Qa1,d2").unwrap();
        assert_eq!((lines.ranks, lines.files), (vec![3], vec!["b".to_owned(), "c".to_owned()]));
        // The rising diagonals are a3, a2-b3, a1-c3, b1-d3, c1-d2, d1.
        assert_eq!(lines.rising.unwrap(), ["a3", "a2-b3", "b1-d3", "d1"]);
        // The falling diagonals are a1, a2-b1, a3-c1, b3-d1, c3-d2, d3.
        assert_eq!(lines.falling.unwrap(), ["a2-b1", "a3-c1", "b3-d1", "d3"]);
        assert_eq!(free("3x3/torus Q1", "Qb2").unwrap().rising, None);
        assert_eq!(free("hexagon:3 Q1", "Qc3"), None);
        let text = free("2x2 R2", "Ra1,b2").unwrap().text();
        assert_eq!(
            text,
            "  free ranks: none\n  free files: none\n  free rising diagonals: a2 and b1\n  free falling diagonals: a2-b1\n"
        );
    }
}
