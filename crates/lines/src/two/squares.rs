//! The squares of a board as lines see them: ranks, files and diagonals.

use super::families::Families;
use super::sheet::{FAMILY, Sheet, SheetPlaces};

/// The longest side of a board. A square colour then has at most 20 diagonals of each family, and counts
/// times weights fit in a byte.
pub(crate) const MAX_SIDE: usize = 20;

/// A set of squares, rank by rank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SquareSet([u64; (MAX_SIDE * MAX_SIDE).div_ceil(64)]);

impl SquareSet {
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

impl FromIterator<usize> for SquareSet {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut set = Self::default();
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// A plane rectangle and the families of lines that matter.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineBoard {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) families: Families,
    /// The number added to column − row to make it non-negative. It is even, so the sum has the parity of the
    /// square's colour.
    pub(super) offset: usize,
}

impl LineBoard {
    pub(super) fn new(rows: usize, columns: usize, families: Families) -> Self {
        Self { rows, columns, families, offset: (rows - 1).next_multiple_of(2) }
    }

    pub(super) fn all_rows(&self) -> u32 {
        (1 << self.rows) - 1
    }

    pub(super) fn all_columns(&self) -> u32 {
        (1 << self.columns) - 1
    }

    /// Returns the square colour of a square and its two diagonals, as lines of that colour.
    pub(super) fn diagonals(&self, row: usize, column: usize) -> (usize, usize, usize) {
        let falling = (column + self.offset - row) / 2;
        let rising = (row + column) / 2;
        ((row + column) % 2, falling, FAMILY + rising)
    }

    /// Adds the squares of a column to the counts.
    ///
    /// If diagonals do not matter, the squares of the two armies are counted on lines of their own.
    pub(super) fn count<const N: usize>(&self, army: usize, rows: u32, column: usize, sheet: &mut Sheet<N>) {
        for row in (0..self.rows).filter(|row| rows >> row & 1 != 0) {
            let (colour, falling, rising) = if self.families.diagonals() {
                self.diagonals(row, column)
            } else {
                let half = Sheet::<N>::QUARTER / 2;
                let line = army * half + row % half;
                ((row + column) % 2, line, FAMILY + line)
            };
            *sheet.line(0, colour, falling) += 1;
            *sheet.line(1, colour, rising - FAMILY) += 1;
        }
    }

    /// Returns the places for the rows of the armies, with no columns yet.
    pub(super) fn field(&self, rows: [u32; 2]) -> SheetPlaces {
        // A diagonal that rises in a board falls in the board's mirror image.
        let reflected = rows.map(|rows| reverse_bits(rows, self.offset + 1));
        SheetPlaces { rows: [rows, reflected], steps: [[0; 2]; 2], shift: self.offset / 2 }
    }

    /// Sets the columns of the armies.
    #[inline(always)]
    pub(super) fn steps<const N: usize>(&self, columns: [u32; 2], field: &mut SheetPlaces) {
        for (columns, steps) in columns.into_iter().zip(&mut field.steps) {
            let (even, odd) = (every_other(columns), every_other(columns >> 1));
            *steps = [even | odd << Sheet::<N>::QUARTER, odd << 1 | even << Sheet::<N>::QUARTER];
        }
    }

    /// Returns, as bits, the diagonals that a diagonal of a square colour crosses on squares of these rows
    /// and columns.
    ///
    /// On a falling diagonal, the number of the rising one grows by one with each row. The other diagonals
    /// are therefore the rows whose square is in one of the columns, shifted. On a rising diagonal the same
    /// holds for columns. This is as fast as a table, which would have to be made for each set of rows and
    /// columns.
    #[inline(always)]
    pub(super) fn crossings(&self, colour: usize, line: usize, squares: &Rectangle) -> u32 {
        let number = (2 * (line % FAMILY) + colour) as i32;
        let (offset, colour) = (self.offset as i32, colour as i32);
        if line < FAMILY {
            let difference = number - offset;
            let rows = squares.rows & move_bits(squares.columns, -difference);
            move_bits(rows, (difference - colour) >> 1)
        } else {
            let columns = squares.columns & move_bits(squares.reversed_rows, number + 1 - self.rows as i32);
            move_bits(columns, (offset - number - colour) >> 1)
        }
    }
}

/// The squares that are in some rows and in some columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The rows, counted from the other side.
    reversed_rows: u32,
}

impl Rectangle {
    pub(super) fn new(board: &LineBoard, rows: u32, columns: u32) -> Self {
        Self { rows, columns, reversed_rows: reverse_bits(rows, board.rows) }
    }
}

/// Returns the bits with even numbers, moved next to each other.
#[inline(always)]
fn every_other(bits: u32) -> u64 {
    let mut bits = bits & 0x5555_5555;
    for (shift, mask) in [(1, 0x3333_3333), (2, 0x0F0F_0F0F), (4, 0x00FF_00FF), (8, 0x0000_FFFF)] {
        bits = (bits | bits >> shift) & mask;
    }
    u64::from(bits)
}

/// Moves bits to higher numbers, or to lower ones. A move by more than a side leaves no bits.
#[inline(always)]
fn move_bits(bits: u32, by: i32) -> u32 {
    (u64::from(bits) << 32 >> (32 - by)) as u32
}

/// Returns the lowest `len` bits in reverse order.
pub(super) fn reverse_bits(bits: u32, len: usize) -> u32 {
    (u64::from(bits.reverse_bits()) >> (32 - len)) as u32
}
