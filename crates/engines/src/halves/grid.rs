//! The form of a problem that this engine counts: a square grid in which every row and every column has one
//! piece.

use super::crossing::{Crossing, Places};
use crate::board::{Board, Set};
use crate::engines::instance::Instance;
use std::ops::Range;

/// The longest side. A quarter of a board with sides of 32 would still fit in sixteen words of sixteen bits,
/// but not in the memory of any machine.
const MAX_SIDE: usize = 28;

/// The squares of an `n x n` board that can hold a piece, and the conflicts between them.
#[derive(Debug, Clone)]
pub(crate) struct Grid {
    /// Number of squares of a side.
    pub(crate) side: usize,
    /// Whether a piece may stand on each square.
    allowed: Vec<bool>,
    /// The conflicts of each square, as bits.
    conflicts: Vec<u64>,
    /// Number of words of the conflicts of one square.
    words: usize,
}

impl Grid {
    /// Returns the grid of an instance, if it has the form: one class, and one piece in each row that has an
    /// allowed square, and in each such column.
    ///
    /// The conflicts alone show this. All allowed squares of a row exclude each other, so that a row holds at
    /// most one piece, and the number of such rows is that of the pieces. Rows may lack squares (holes,
    /// pre-placed pieces).
    pub(crate) fn new(board: &Board, instance: &Instance) -> Option<Self> {
        let side = board.rows();
        let [class] = instance.classes.as_slice() else { return None };
        if board.cols() != side || side > MAX_SIDE || instance.is_hopeless() {
            return None;
        }
        let squares = side * side;
        let words = squares.div_ceil(64);
        let mut grid = Self {
            side,
            allowed: (0..squares).map(|square| class.allowed.holds(square)).collect(),
            conflicts: vec![0; squares * words],
            words,
        };
        for square in 0..squares {
            for other in instance.conflicts.conflict_set(0, square, 0).squares() {
                grid.conflicts[square * words + other / 64] |= 1 << (other % 64);
            }
        }
        let line = |first: usize, step: usize| -> Vec<usize> {
            (0..side).map(|place| first + place * step).filter(|&square| grid.allowed[square]).collect()
        };
        let rows: Vec<Vec<usize>> = (0..side).map(|row| line(row * side, 1)).collect();
        let cols: Vec<Vec<usize>> = (0..side).map(|col| line(col, side)).collect();
        let live = |lines: &[Vec<usize>]| lines.iter().filter(|line| !line.is_empty()).count();
        let pieces = class.pieces as usize;
        let fits = live(&rows) == pieces
            && live(&cols) == pieces
            && rows.iter().chain(&cols).all(|line| grid.is_clique(line));
        fits.then_some(grid)
    }

    /// Returns true if two squares cannot both hold a piece.
    pub(crate) fn conflict(&self, square: usize, other: usize) -> bool {
        self.conflicts[square * self.words + other / 64] >> (other % 64) & 1 == 1
    }

    /// Returns the conflicts between two sets of squares, except those along a row or a column. Sets of rows
    /// and columns are assigned beforehand, so that two pieces never share one.
    pub(crate) fn crossing(&self, first: &[usize], second: &[usize]) -> Crossing {
        let side = self.side;
        let conflict = |one: usize, other: usize| {
            one / side != other / side && one % side != other % side && self.conflict(one, other)
        };
        let (squares, leaps) = (side * side, &[(1, 1), (1, -1)][..]);
        Crossing::new(&Places { cols: side, squares, classes: 1, conflict: &conflict, leaps }, first, second)
    }

    /// Returns true if a piece may stand on the square.
    pub(crate) fn is_allowed(&self, square: usize) -> bool {
        self.allowed[square]
    }

    /// Returns true if a map carries rows to rows and columns to columns, or exchanges them. Some maps of a
    /// hexagon do not.
    pub(crate) fn keeps_lines(&self, map: &[u16]) -> bool {
        let side = self.side;
        let image = |row: usize, col: usize| usize::from(map[row * side + col]);
        let rows = |of: &dyn Fn(usize) -> usize| {
            (0..side).all(|row| (1..side).all(|col| of(image(row, col)) == of(image(row, 0))))
        };
        let cols = |of: &dyn Fn(usize) -> usize| {
            (0..side).all(|col| (1..side).all(|row| of(image(row, col)) == of(image(0, col))))
        };
        let (row_of, col_of) = (|square: usize| square / side, |square: usize| square % side);
        rows(&row_of) && cols(&col_of) || rows(&col_of) && cols(&row_of)
    }

    /// Returns true if any two of the squares are in conflict.
    pub(crate) fn is_clique(&self, squares: &[usize]) -> bool {
        squares
            .iter()
            .enumerate()
            .all(|(place, &square)| squares[place + 1..].iter().all(|&other| self.conflict(square, other)))
    }

    /// Returns the allowed squares of a long diagonal, the falling one (`false`) or the rising one.
    pub(crate) fn long_diagonal(&self, rising: bool) -> Vec<usize> {
        let col = |row: usize| if rising { self.side - 1 - row } else { row };
        (0..self.side).map(|row| row * self.side + col(row)).filter(|&square| self.allowed[square]).collect()
    }

    /// Returns the number of files of the west and of ranks of the north: half the side, rounded down.
    pub(crate) fn half(&self) -> usize {
        self.side / 2
    }

    /// Returns the square at a place of a quarter, numbered by rows.
    pub(crate) fn square(&self, quarter: &Quarter, place: usize) -> usize {
        let (row, col) = (place / quarter.width(), place % quarter.width());
        (quarter.rows.start + row) * self.side + quarter.cols.start + col
    }

    /// Returns the squares of a quarter, by rows.
    pub(crate) fn squares<'a>(&'a self, quarter: &'a Quarter) -> impl Iterator<Item = usize> + 'a {
        (0..quarter.places()).map(|place| self.square(quarter, place))
    }
}

/// A rectangle of squares: one of the four parts of the board after a cut between the middle files and a cut
/// between the middle ranks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quarter {
    pub(crate) rows: Range<usize>,
    pub(crate) cols: Range<usize>,
}

impl Quarter {
    /// Returns the number of files.
    pub(crate) fn width(&self) -> usize {
        self.cols.len()
    }

    /// Returns the number of squares.
    pub(crate) fn places(&self) -> usize {
        self.rows.len() * self.cols.len()
    }
}
