//! The row sets: the rows that have their piece in the west. Symmetry leaves few of them to count.
//!
//! The maps that carry the western half to itself or to the eastern one carry row sets to row sets. One of
//! each orbit is counted, with the size of the orbit as weight. With four or eight maps there is more to
//! gain, if no long diagonal, or none of those that the middle pieces could share, takes two pieces.
//!
//! **Even side: long diagonals.** A placement has a piece on two, one or none of the long diagonals; such a
//! piece is called *marked*. If there are two, they stand in neighbouring quarters, hence both in one of four
//! halves (north, east, south, west). By symmetry each half has equally many such placements, so those with
//! both in the east count four times. If there is one, the four quarters have equally many, so those in the
//! two eastern ones count twice. The western half therefore never has a marked piece, which leaves about a
//! quarter of its placements. Of the maps, only the reflection top to bottom remains and, for placements
//! without a marked piece, also the reflection left to right. (After Evgeny Kluev's counter of 2013.)
//!
//! **Odd side: next to the middle.** The cut is next to the middle column, which is in the east. Let the
//! piece of the middle row stand `x` columns to the right of the centre and that of the middle column `y`
//! rows below it. Unless both are one piece in the centre, which is *marked*, exactly one of the eight images
//! of a placement has `0 < x < y`: `x = y` would put both on one diagonal. So the west has no piece in the
//! middle row, and in the east both middle lines belong to the southern quarter, which has one row and one
//! column more than the others. A row set and its image upside down have equal western half boards,
//! reflected, so they are counted together. The western half boards of one are matched with the eastern ones
//! of both. The second eastern ones are also reflected and have the middle lines in the north. Placing the
//! middle pieces first, as separate problems, takes 3.5 to 5 times as many half boards. The other order,
//! `0 < y < x`, makes no difference.
//!
//! If only the reflection left to right, or only a half turn, is a symmetry, `0 < x` remains of this, and the
//! centre.

use super::grid::{Grid, Quarter};
use super::subsets::Subsets;
use std::cmp::Ordering;

/// Sets of rows (north, south) or columns (west, east), in numbers local to the quarters.
pub(super) type Pair = (u16, u16);

/// The row sets of a grid.
#[derive(Debug)]
pub(super) struct RowSets {
    side: usize,
    half: usize,
    /// The rows that need a piece, north and south.
    pub(super) rows: Pair,
    /// The columns that need a piece, west and east.
    pub(super) cols: Pair,
    reduction: Reduction,
}

/// The use of symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reduction {
    /// Maps of row sets to row sets, if both halves have the same columns: top to bottom, left to right, half
    /// turn.
    Orbits { flip: bool, mirror: bool, turn: bool },
    /// The west has no marked piece; the reflection top to bottom is also used.
    LongDiagonals,
    /// If `is_eastern`, the middle row's piece is in the east. If `flip`, the reflection top to bottom is
    /// used.
    MiddleRow { is_eastern: bool, flip: bool },
    /// The middle row's piece is in the east, and nearer to the centre than the middle column's.
    BesideMiddle,
}

/// The rows of the pieces in the western half, north and south, with the weights of placements with no marked
/// piece, one, and two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowSet {
    pub(super) north: u16,
    pub(super) south: u16,
    pub(super) weights: [u64; 3],
    /// The number of ways to [cut](Cut) the east that its half boards use: the first ones are used.
    pub(super) easts: usize,
}

/// A half of the board, cut into a northern and a southern quarter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cut {
    /// The northern and the southern quarter.
    pub(super) quarters: [Quarter; 2],
    pub(super) is_east: bool,
    /// If, by symmetry, the middle row and column both belong to one of the quarters, whether it is the
    /// southern one.
    middle: Option<bool>,
}

impl Cut {
    /// Returns true if the middle lines belong to the northern quarter.
    pub(super) fn is_middle_northern(&self) -> bool {
        self.middle == Some(false)
    }
}

impl RowSets {
    /// Makes the row sets of a grid, which has these maps of its squares.
    pub(super) fn new(grid: &Grid, maps: &[Vec<u16>]) -> Self {
        let (side, half) = (grid.side, grid.half());
        let is_live = |line: usize, by_row: bool| {
            (0..side).any(|at| grid.is_allowed(if by_row { line * side + at } else { at * side + line }))
        };
        let lines = |from: usize, to: usize, by_row: bool| -> u16 {
            (from..to).filter(|&line| is_live(line, by_row)).fold(0, |lines, line| lines | 1 << (line - from))
        };
        let has = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
            maps.iter().any(|map| {
                (0..side * side).all(|square| {
                    let (row, col) = image(square / side, square % side);
                    usize::from(map[square]) == row * side + col
                })
            })
        };
        let far = side - 1;
        let flip = has(&|row, col| (far - row, col));
        let mirror = has(&|row, col| (row, far - col));
        let turn = has(&|row, col| (far - row, far - col));
        let all = flip && mirror && has(&|row, col| (col, row));
        let (middle_row, middle_col) = (is_live(half, true), is_live(half, false));
        let reduction = if side.is_multiple_of(2) {
            match all && [false, true].iter().all(|&rising| grid.is_clique(&grid.long_diagonal(rising))) {
                true => Reduction::LongDiagonals,
                false => Reduction::Orbits { flip, mirror, turn },
            }
        } else if all && middle_row && are_middle_pieces_apart(grid) {
            Reduction::BesideMiddle
        } else if !middle_row && !middle_col {
            Reduction::Orbits { flip, mirror, turn }
        } else {
            Reduction::MiddleRow { is_eastern: middle_row && (mirror || turn), flip }
        };
        let rows = (lines(0, half, true), lines(half, side, true));
        let cols = (lines(0, half, false), lines(half, side, false));
        Self { side, half, rows, cols, reduction }
    }

    /// Describes the use of symmetry in words.
    #[cfg(test)]
    pub(super) fn reduction(&self) -> String {
        format!("{:?}", self.reduction)
    }

    /// Returns the number of pieces in the west.
    pub(super) fn western_pieces(&self) -> usize {
        self.cols.0.count_ones() as usize
    }

    /// Returns the cut of the west, and the cuts of the east.
    pub(super) fn cuts(&self) -> Vec<Cut> {
        let (side, half) = (self.side, self.half);
        let cut = |row: usize, is_east: bool, middle: Option<bool>| {
            let cols = if is_east { half..side } else { 0..half };
            let quarters = [0..row, row..side].map(|rows| Quarter { rows, cols: cols.clone() });
            Cut { quarters, is_east, middle }
        };
        let mut cuts = vec![cut(half, false, None)];
        if self.reduction == Reduction::BesideMiddle {
            cuts.extend([cut(half, true, Some(true)), cut(half + 1, true, Some(false))]);
        } else {
            cuts.push(cut(half, true, None));
        }
        cuts
    }

    /// Returns for each square whether a piece of the east is marked there. The west may not use marked
    /// squares.
    pub(super) fn marked_squares(&self, grid: &Grid) -> Vec<bool> {
        let mut marked = vec![false; grid.side * grid.side];
        match self.reduction {
            Reduction::LongDiagonals => {
                for rising in [false, true] {
                    grid.long_diagonal(rising).into_iter().for_each(|square| marked[square] = true);
                }
            }
            Reduction::BesideMiddle | Reduction::MiddleRow { is_eastern: true, .. } => {
                marked[self.half * grid.side + self.half] = true;
            }
            Reduction::Orbits { .. } | Reduction::MiddleRow { .. } => {}
        }
        marked
    }

    /// Returns the squares of a cut's northern or southern quarter that a piece may use.
    pub(super) fn open_squares(&self, grid: &Grid, cut: &Cut, is_south: bool) -> Vec<usize> {
        let marked = self.marked_squares(grid);
        let is_open = |&square: &usize| {
            grid.is_allowed(square) && (cut.is_east || !marked[square]) && self.opens(cut, is_south, square)
        };
        grid.squares(&cut.quarters[usize::from(is_south)]).filter(is_open).collect()
    }

    /// Returns true if symmetry allows a piece of a cut's quarter on a square.
    fn opens(&self, cut: &Cut, is_south: bool, square: usize) -> bool {
        let Some(southern) = cut.middle else { return true };
        let is_centre = square == self.half * self.side + self.half;
        match southern == is_south {
            // Placements with a piece in the centre are counted by the cut whose middle lines are in the
            // south.
            true => is_south || !is_centre,
            false => square % self.side != self.half,
        }
    }

    /// Returns true if symmetry forbids two pieces in a cut together: the middle row's is not nearer to the
    /// centre than the middle column's.
    pub(super) fn parts(&self, cut: &Cut, one: usize, other: usize) -> bool {
        let of = |row_piece: usize, col_piece: usize| {
            let (row, col) = (col_piece / self.side, row_piece % self.side);
            row_piece / self.side == self.half
                && col_piece % self.side == self.half
                && row != self.half
                && col != self.half
                && col.abs_diff(self.half) >= row.abs_diff(self.half)
        };
        cut.middle.is_some() && (of(one, other) || of(other, one))
    }

    /// Returns the rows and columns in which every placement on a quarter of a cut has a piece, local to the
    /// quarter: the middle ones.
    pub(super) fn needed_lines(&self, cut: &Cut, is_south: bool) -> Pair {
        match (cut.middle == Some(is_south), is_south) {
            (false, _) => (0, 0),
            (true, false) => (1 << self.half, 1),
            (true, true) => (1, 1),
        }
    }

    /// Returns the rows of a cut's northern or southern quarter that have their pieces there, given the rows
    /// that have theirs in the north or in the south of the west.
    #[inline(always)]
    pub(super) fn rows_in(&self, cut: &Cut, is_south: bool, western: u16) -> u16 {
        if !cut.is_east {
            return western;
        }
        match (cut.middle, is_south) {
            (Some(false), false) => self.rows.0 & !western | 1 << self.half,
            (Some(false), true) => (self.rows.1 & !western) >> 1,
            (_, false) => self.rows.0 & !western,
            (_, true) => self.rows.1 & !western,
        }
    }

    /// Returns the columns of a cut that need a piece.
    pub(super) fn cols_in(&self, cut: &Cut) -> u16 {
        if cut.is_east { self.cols.1 } else { self.cols.0 }
    }

    /// Returns the sets of `size` rows that may have their pieces in the north of the west, or in the south.
    pub(super) fn western_rows(&self, subsets: &[Subsets; 2], south: bool, size: usize) -> Vec<u16> {
        let in_east = match self.reduction {
            Reduction::BesideMiddle | Reduction::MiddleRow { is_eastern: true, .. } => 1,
            Reduction::LongDiagonals | Reduction::Orbits { .. } | Reduction::MiddleRow { .. } => 0,
        };
        let live = if south { self.rows.1 & !in_east } else { self.rows.0 };
        subsets[usize::from(south)].of_size(size).iter().copied().filter(|rows| rows & !live == 0).collect()
    }

    /// Returns the row set turned upside down.
    #[inline]
    fn flip(&self, (north, south): Pair) -> Pair {
        let rows = u32::from(north) | u32::from(south) << self.half;
        let rows = rows.reverse_bits() >> (32 - self.side);
        ((rows & ((1 << self.half) - 1)) as u16, (rows >> self.half) as u16)
    }

    /// Returns the row set of the mirror image, left to right.
    #[inline]
    fn mirror(&self, (north, south): Pair) -> Pair {
        (self.rows.0 & !north, self.rows.1 & !south)
    }

    /// Returns true if a row set represents its orbit. The order of row sets is that of their northern rows.
    #[inline]
    pub(super) fn is_counted(&self, set: Pair) -> bool {
        match self.reduction {
            Reduction::Orbits { flip, mirror, turn } => {
                let flipped = self.flip(set);
                (!flip || flipped >= set)
                    && (!mirror || self.mirror(set) >= set)
                    && (!turn || self.mirror(flipped) >= set)
            }
            Reduction::MiddleRow { flip: false, .. } => true,
            Reduction::LongDiagonals | Reduction::MiddleRow { .. } | Reduction::BesideMiddle => {
                self.flip(set) >= set
            }
        }
    }

    /// Returns the number of row sets of these northern and southern rows that are counted.
    pub(super) fn count_row_sets(&self, norths: &[u16], souths: &[u16]) -> usize {
        let of_north = |&north: &u16| souths.iter().filter(|&&south| self.is_counted((north, south))).count();
        norths.iter().map(of_north).sum()
    }

    /// Returns the row set with its weights, if it is [counted](Self::is_counted).
    pub(super) fn weigh(&self, set: Pair) -> Option<RowSet> {
        if !self.is_counted(set) {
            return None;
        }
        let flipped = self.flip(set);
        let twice = if flipped == set { 1 } else { 2 };
        let (weights, easts) = match self.reduction {
            Reduction::Orbits { flip, mirror, turn } => {
                let mut orbit = vec![set];
                orbit.extend(flip.then_some(flipped));
                orbit.extend(mirror.then(|| self.mirror(set)));
                orbit.extend(turn.then(|| self.mirror(flipped)));
                orbit.sort_unstable();
                orbit.dedup();
                ([orbit.len() as u64, 0, 0], 1)
            }
            Reduction::LongDiagonals => {
                let mirrored = self.mirror(set);
                let unmarked = match mirrored.min(self.flip(mirrored)).cmp(&set) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                ([twice * unmarked, 2 * twice, 4 * twice], 1)
            }
            Reduction::MiddleRow { is_eastern, flip } => {
                let twice = if flip { twice } else { 1 };
                let eastern = if is_eastern { 2 } else { 1 };
                ([eastern * twice, twice, 0], 1)
            }
            Reduction::BesideMiddle => ([8, twice, 0], twice as usize),
        };
        Some(RowSet { north: set.0, south: set.1, weights, easts })
    }
}

/// Returns true if a piece in the middle row and one in the middle column, equally far from the centre,
/// always conflict.
fn are_middle_pieces_apart(grid: &Grid) -> bool {
    let (side, half) = (grid.side, grid.half());
    let square = |row: usize, col: usize| row * side + col;
    (1..=half).all(|far| {
        let in_row = [square(half, half - far), square(half, half + far)];
        let in_col = [square(half - far, half), square(half + far, half)];
        in_row.into_iter().all(|one| {
            in_col
                .into_iter()
                .all(|other| !(grid.is_allowed(one) && grid.is_allowed(other)) || grid.conflict(one, other))
        })
    })
}
