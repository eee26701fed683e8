//! The problem as this engine sees it: a square grid in which every row and every column takes one piece.

use super::crossing::{Crossing, Places};
use crate::board::{Board, Set};
use crate::engines::instance::Instance;
use std::ops::Range;

/// Longest side. A quarter of a board with sides of 32 would still fit in sixteen words of sixteen bits, but not in the memory of
/// any machine.
const MAX_SIDE: usize = 28;

/// Which squares of an `n x n` board can hold a piece, and which two of them are in conflict.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub(super) side: usize,
    allowed: Vec<bool>,
    /// A row of bits for each square.
    conflicts: Vec<u64>,
    words: usize,
}

impl Grid {
    /// The grid of an instance, if it has the shape: one class, and as many pieces as it takes for each row that has any
    /// allowed square holds exactly one of them, and each column too.
    ///
    /// That is seen in the conflicts alone: all allowed squares of a row exclude each other, so that a row holds at
    /// most one piece, and there are as many such rows as pieces. Rows may lack squares (holes, fixed pieces).
    pub(super) fn new(board: &Board, instance: &Instance) -> Option<Self> {
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
            for other in instance.conflicts.of(0, square, 0).squares() {
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

    /// Whether two squares cannot both hold a piece.
    pub(super) fn conflict(&self, square: usize, other: usize) -> bool {
        self.conflicts[square * self.words + other / 64] >> (other % 64) & 1 == 1
    }

    /// Conflicts between two sets of squares, but for those along a row or a column: sets of rows and columns are handed out
    /// beforehand, so that they never meet.
    pub(super) fn crossing(&self, first: &[usize], second: &[usize]) -> Crossing {
        let side = self.side;
        let conflict = |one: usize, other: usize| {
            one / side != other / side && one % side != other % side && self.conflict(one, other)
        };
        let (squares, leaps) = (side * side, &[(1, 1), (1, -1)][..]);
        Crossing::new(&Places { cols: side, squares, classes: 1, conflict: &conflict, leaps }, first, second)
    }

    /// Whether a piece may stand there.
    pub(super) fn is_allowed(&self, square: usize) -> bool {
        self.allowed[square]
    }

    /// Whether a map carries rows to rows and columns to columns, or exchanges them. Some maps of a hexagon do not.
    pub(super) fn keeps_lines(&self, map: &[u16]) -> bool {
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

    /// Whether any two of the squares are in conflict.
    pub(super) fn is_clique(&self, squares: &[usize]) -> bool {
        squares
            .iter()
            .enumerate()
            .all(|(place, &square)| squares[place + 1..].iter().all(|&other| self.conflict(square, other)))
    }

    /// The allowed squares of a long diagonal, the falling one (`false`) or the rising one.
    pub(super) fn long_diagonal(&self, rising: bool) -> Vec<usize> {
        let col = |row: usize| if rising { self.side - 1 - row } else { row };
        (0..self.side).map(|row| row * self.side + col(row)).filter(|&square| self.allowed[square]).collect()
    }

    /// Files of the west, and ranks of the north: half of the board's, rounded down.
    pub(super) fn half(&self) -> usize {
        self.side / 2
    }

    /// The square at a place of a quarter, numbered by rows.
    pub(super) fn square(&self, quarter: &Quarter, place: usize) -> usize {
        let (row, col) = (place / quarter.width(), place % quarter.width());
        (quarter.rows.start + row) * self.side + quarter.cols.start + col
    }

    /// The squares of a quarter, by rows.
    pub(super) fn squares<'a>(&'a self, quarter: &'a Quarter) -> impl Iterator<Item = usize> + 'a {
        (0..quarter.places()).map(|place| self.square(quarter, place))
    }
}

/// A rectangle of squares: one of the four parts that a cut in the middle of the files and one of the ranks leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quarter {
    pub(super) rows: Range<usize>,
    pub(super) cols: Range<usize>,
}

impl Quarter {
    /// Squares from left to right.
    pub(super) fn width(&self) -> usize {
        self.cols.len()
    }

    /// How many squares it has.
    pub(super) fn places(&self) -> usize {
        self.rows.len() * self.cols.len()
    }
}
