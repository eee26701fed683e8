//! Two armies made ready: the units of their rows, and the columns that these may be combined with.

use super::families::Families;
use super::lanes::Bounds;
use super::pairs::{self, ColumnRange, Columns};
use super::sizes::Sizes;
use super::squares::{LineBoard, MAX_SIDE};
use crate::kernel::Kernel;

/// The maximum number of units.
const UNITS: usize = 1024;

/// The purpose for which pairs of rows and columns are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Find one placement: R and C are the rows and columns without black pieces.
    Existence,
    /// List one placement of each class: R and C are the rows and columns that hold a white piece.
    Classes,
    /// Count all placements: R and C are the rows and columns that hold a white piece.
    Labelled,
}

/// Two armies of one kind of piece that moves along lines, made ready.
#[derive(Debug, Clone)]
pub struct TwoArmies {
    /// The board, never with more rows than columns: a few sets of rows, each with a tree of columns, are
    /// much better than many.
    pub(super) board: LineBoard,
    /// True if rows and columns have changed places.
    turned: bool,
    pub(super) sizes: Sizes,
    /// The sets of rows up to reversal, the smaller ones first.
    rows: Vec<u32>,
    /// For each size, the place in the list of column sets at which the sets of that size begin.
    starts: Vec<usize>,
    pub(super) kernel: Kernel,
}

impl TwoArmies {
    /// Makes the armies on a rectangle ready; `None` if a side is longer than [`MAX_SIDE`].
    pub fn new(rows: usize, columns: usize, families: Families, first: u32, second: u32) -> Option<Self> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows)
            || !sides.contains(&columns)
            || first.max(second) as usize > MAX_SIDE * MAX_SIDE
        {
            return None;
        }
        let turned = rows > columns;
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        let board = LineBoard::new(rows, columns, families);
        let sizes = Sizes { armies: [first, second], needed: Bounds::from_sizes(first, second) };
        let sets = |len: usize| if families.orthogonals() { pairs::sets(len) } else { Vec::new() };
        let column_sets = sets(columns);
        let rows = if rows == columns { column_sets.clone() } else { sets(rows) };
        let starts = (0..=columns as u32 + 1)
            .map(|len| column_sets.partition_point(|set| set.count_ones() < len))
            .collect();
        Some(Self { board, turned, sizes, rows, starts, kernel: Kernel::best() })
    }

    /// Returns these armies with the instructions of a kernel, if the processor has them.
    pub fn with_kernel(mut self, kernel: Kernel) -> Option<Self> {
        self.kernel = kernel;
        kernel.is_available().then_some(self)
    }

    /// Returns the number of units. Units are independent, and their numbering is the same on every machine.
    pub fn units(&self) -> usize {
        if self.board.families.orthogonals() { self.rows.len().min(UNITS) } else { 1 }
    }

    /// Estimates the work of a unit compared with others.
    pub fn work(&self, unit: usize) -> f64 {
        let columns = |rows: usize| self.considered(rows, Purpose::Existence).1 as f64;
        1.0 + self.rows_of(unit).map(columns).sum::<f64>()
    }

    /// Returns the sets of rows of a unit, as indices. Each unit has some of every size.
    pub(super) fn rows_of(&self, unit: usize) -> impl Iterator<Item = usize> {
        (unit..self.rows.len()).step_by(self.units())
    }

    /// Returns the squares on the original board, in order.
    pub(super) fn original_squares(&self, squares: &[usize]) -> Vec<usize> {
        let LineBoard { rows, columns, .. } = self.board;
        let turned = |square: &usize| square % columns * rows + square / columns;
        let mut squares = squares.to_vec();
        if self.turned {
            squares.iter_mut().for_each(|square| *square = turned(square));
            squares.sort_unstable();
        }
        squares
    }

    /// Returns true if colours may be swapped.
    fn are_colours_alike(&self) -> bool {
        self.sizes.armies[0] == self.sizes.armies[1]
    }

    fn is_square(&self) -> bool {
        self.board.rows == self.board.columns
    }

    /// Returns the range of the number of columns for some rows; no number is allowed if the range is empty.
    ///
    /// If `area` is false, only symmetry restricts the range. White has no more lines than black if colours
    /// may be swapped, and no fewer columns than rows if the board may be transposed.
    fn range(&self, rows: u32, purpose: Purpose, area: bool) -> ColumnRange {
        let [white, black] = self.sizes.armies;
        let (len, all) = (rows.count_ones(), (self.board.rows as u32, self.board.columns as u32));
        let mut range = ColumnRange { least: 0, most: all.1 };
        if self.is_square() {
            range.least = len;
        }
        if self.are_colours_alike() && purpose != Purpose::Labelled {
            // The range is empty if there are more rows alone.
            range.most = match ((all.0 + all.1) / 2).checked_sub(len) {
                Some(most) => range.most.min(most),
                None => return ColumnRange { least: 1, most: 0 },
            };
        }
        if !area {
            return range;
        }
        if purpose != Purpose::Existence {
            // Each row and column of white holds a piece.
            range.most = if len <= white { range.most.min(white) } else { 0 };
            range.least = if len <= white { range.least.max(u32::from(white > 0)) } else { 1 };
        }
        let fits = |columns: &u32| len * columns >= white && (all.0 - len) * (all.1 - columns) >= black;
        let mut fitting = (range.least..=range.most).filter(fits);
        match fitting.next() {
            Some(least) => ColumnRange { least, most: fitting.next_back().unwrap_or(least) },
            None => ColumnRange { least: 1, most: 0 },
        }
    }

    /// Returns the number of column sets for the rows at an index, up to symmetry: all sets, and those with
    /// enough squares.
    pub(super) fn considered(&self, index: usize, purpose: Purpose) -> (u64, u64) {
        let rows = self.rows[index];
        let [all, fitting] = [false, true].map(|area| {
            let range = self.range(rows, purpose, area);
            if range.least > range.most {
                return 0;
            }
            let mut first = self.starts[range.least as usize];
            if self.is_square() {
                first = first.max(index);
            }
            self.starts[range.most as usize + 1].saturating_sub(first) as u64
        });
        (all, fitting)
    }

    /// Returns the columns for the rows at an index, if there can be any.
    pub(super) fn columns(&self, index: usize, purpose: Purpose) -> Option<Columns> {
        let rows = self.rows[index];
        let range = self.range(rows, purpose, true);
        let not_less = self.is_square().then_some(rows);
        (range.least <= range.most).then_some(Columns { board: self.board, rows, range, not_less })
    }
}
