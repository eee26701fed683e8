//! The squares of a board as lines see them: ranks, files and diagonals.

use super::lanes::{Counts, FAMILY, LINES};
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

/// For each diagonal of one square colour: the diagonals that cross it on a square of an army, as bits.
pub(super) type Crossings = [u32; LINES];

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

    /// Where the diagonals of a square colour cross on squares of these rows and columns.
    ///
    /// On a diagonal the number of the other diagonal grows with the row, one by one; so the rows whose square is in one
    /// of the columns, moved along, are the other diagonals.
    #[inline(always)]
    pub(super) fn crossings(&self, colour: usize, rows: u32, columns: u32) -> Crossings {
        let mut crossings = [0; LINES];
        let (rows, offset) = (u64::from(rows), self.offset as i32);
        let reversed = u64::from(columns.reverse_bits()) << 32 >> (64 - self.columns);
        let columns = u64::from(columns);
        for line in 0..FAMILY {
            let difference = (2 * line + colour) as i32 - offset;
            let falling = rows & moved(columns, difference);
            crossings[line] = moved(falling, -((difference + colour as i32) >> 1)) as u32;
            let sum = (2 * line + colour) as i32;
            let rising = rows & moved(reversed, sum + 1 - self.columns as i32);
            crossings[FAMILY + line] = moved(rising, offset / 2 - line as i32 - colour as i32) as u32;
        }
        crossings
    }
}

/// Bits moved to higher numbers, or to lower ones.
#[inline(always)]
fn moved(bits: u64, by: i32) -> u64 {
    if by >= 0 {
        bits.checked_shl(by as u32).unwrap_or(0)
    } else {
        bits.checked_shr(by.unsigned_abs()).unwrap_or(0)
    }
}

/// The lowest `len` bits, the other way round.
pub(super) fn reversed(bits: u32, len: usize) -> u32 {
    (u64::from(bits.reverse_bits()) >> (32 - len)) as u32
}
