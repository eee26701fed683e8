//! The squares of a board as lines see them: ranks, files and diagonals.

use super::lanes::{Counts, FAMILY};
use super::{Families, MOST};

/// A set of squares, rank by rank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Squares([u64; (MOST * MOST).div_ceil(64)]);

impl Squares {
    pub(super) fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    pub(super) fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
        self
    }

    pub(super) fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
        self
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    index * 64 + bit
                })
            })
        })
    }
}

impl FromIterator<usize> for Squares {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut set = Self::default();
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// A plane rectangle and the families of lines that matter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) families: Families,
    /// What is added to row − column so that it is not negative. It is even, so the sum tells the square's colour.
    offset: usize,
}

impl Board {
    pub(super) fn new(rows: usize, columns: usize, families: Families) -> Self {
        Self { rows, columns, families, offset: columns.next_multiple_of(2) }
    }

    pub(super) fn all_rows(&self) -> u32 {
        (1 << self.rows) - 1
    }

    pub(super) fn all_columns(&self) -> u32 {
        (1 << self.columns) - 1
    }

    /// The square colour of a square and the two diagonals that it is on, as lines of that colour.
    pub(super) fn diagonals(&self, row: usize, column: usize) -> (usize, usize, usize) {
        let falling = (row + self.offset - column) / 2;
        let rising = (row + column) / 2;
        ((row + column) % 2, falling, FAMILY + rising)
    }

    /// Adds the squares of a column to the counts of each square colour.
    ///
    /// Where diagonals do not matter, the squares of the two armies are counted on lines of their own.
    pub(super) fn count(&self, army: usize, rows: u32, column: usize, counts: &mut [Counts; 2]) {
        for row in (0..self.rows).filter(|row| rows >> row & 1 != 0) {
            let (colour, falling, rising) = if self.families.diagonals() {
                self.diagonals(row, column)
            } else {
                let line = army * FAMILY / 2 + row % (FAMILY / 2);
                ((row + column) % 2, line, FAMILY + line)
            };
            counts[colour].0[falling] += 1;
            counts[colour].0[rising] += 1;
        }
    }

    /// Where a diagonal of a square colour crosses others on squares of these rows and columns, as bits.
    ///
    /// On a diagonal the number of the other diagonal grows with the row, one by one; so the rows whose square is in one
    /// of the columns, moved along, are the other diagonals. That is as quick as a table, which would have to be made for
    /// each set of rows and columns.
    #[inline(always)]
    pub(super) fn crossings(&self, colour: usize, line: usize, squares: &Rectangle) -> u32 {
        let number = (2 * (line % FAMILY) + colour) as i32;
        let offset = self.offset as i32;
        if line < FAMILY {
            let difference = number - offset;
            let rows = squares.rows & moved(squares.columns, difference);
            moved(rows, -((difference + colour as i32) >> 1))
        } else {
            let rows = squares.rows & moved(squares.reversed, number + 1 - self.columns as i32);
            moved(rows, (offset - number - colour as i32) >> 1)
        }
    }
}

/// The squares that are in some rows and in some columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The columns, counted from the other side.
    reversed: u32,
}

impl Rectangle {
    pub(super) fn new(board: &Board, rows: u32, columns: u32) -> Self {
        Self { rows, columns, reversed: reversed(columns, board.columns) }
    }
}

/// Bits moved to higher numbers, or to lower ones. By more than a side there is nothing left to see.
#[inline(always)]
fn moved(bits: u32, by: i32) -> u32 {
    (u64::from(bits) << 32 >> (32 - by)) as u32
}

/// The lowest `len` bits, the other way round.
pub(super) fn reversed(bits: u32, len: usize) -> u32 {
    (u64::from(bits.reverse_bits()) >> (32 - len)) as u32
}
