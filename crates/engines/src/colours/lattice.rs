//! The squares in rows of one parity and columns of one parity, and the placements on them.
//!
//! A colour of the board consists of two lattices, which have no row and no column in common. A lattice is
//! itself a square grid of half the side, so its placements are enumerated row by row, with masks of the
//! columns that are still free in every row.

use crate::engines::halves::crossing::Crossing;
use crate::engines::halves::grid::Grid;
use crate::engines::halves::lanes::MARGIN;

/// The maximum number of rows, and of columns, of a lattice.
pub(super) const LINES: usize = 16;
/// The number of bits of a word that are for conflicts.
pub(super) const BITS: usize = 57;
/// The bit that only words without a placement have.
pub(super) const ABSENT: usize = BITS;
/// The place of a lane in the last word.
pub(super) const LANE_SHIFT: u32 = 58;
/// The number of lanes of a block.
pub(super) const LANES: usize = 64;

/// The place of sets of columns that are not wanted.
pub(super) const UNWANTED: u32 = u32::MAX;

/// Squares in rows of one parity and columns of one parity. A square has the number of its place,
/// `row * width + col`.
pub(super) struct Lattice<const WORDS: usize> {
    pub(super) width: usize,
    /// For each row, the columns where a piece may stand.
    free: [u16; LINES],
    /// For each place, the columns that a piece there takes from every row.
    taken: Vec<[u16; LINES]>,
    /// For each place, the bits of a piece there.
    pub(super) bits: Vec<[u64; WORDS]>,
}

/// Returns the open squares in rows and columns of these parities.
pub(super) fn squares(grid: &Grid, parities: [usize; 2]) -> Vec<usize> {
    let is_in = |&square: &usize| [square / grid.side % 2, square % grid.side % 2] == parities;
    (0..grid.side * grid.side).filter(is_in).filter(|&square| grid.is_allowed(square)).collect()
}

/// The bits that a square sets or meets.
type BitsOfSquare<'a> = &'a dyn Fn(usize) -> &'a [usize];

impl<const WORDS: usize> Lattice<WORDS> {
    fn new(grid: &Grid, parities: [usize; 2], bits_of: BitsOfSquare<'_>) -> Self {
        let [height, width] = parities.map(|parity| (grid.side + 1 - parity) / 2);
        let square = |place: usize| {
            (2 * (place / width) + parities[0]) * grid.side + 2 * (place % width) + parities[1]
        };
        let places = |fits: &dyn Fn(usize) -> bool| -> [u16; LINES] {
            let mut rows = [0; LINES];
            (0..height * width)
                .filter(|&place| fits(square(place)))
                .for_each(|place| rows[place / width] |= 1 << (place % width));
            rows
        };
        let bits = |place: usize| {
            let mut words = [0; WORDS];
            bits_of(square(place)).iter().for_each(|bit| words[bit / BITS] |= 1 << (bit % BITS));
            words
        };
        Self {
            width,
            free: places(&|square| grid.is_allowed(square)),
            taken: (0..height * width)
                .map(|place| places(&|other| grid.conflict(square(place), other)))
                .collect(),
            bits: (0..height * width).map(bits).collect(),
        }
    }

    /// Returns the two lattices of a colour, whose placements set and meet the bits of the crossing. Rows of
    /// the first one are even.
    pub(super) fn of_colour(grid: &Grid, is_light: bool, crossing: &Crossing, sets: [bool; 2]) -> [Self; 2] {
        [0, 1].map(|parity| {
            let parities = [parity, parity ^ usize::from(is_light)];
            Self::new(grid, parities, &|square| match sets[parity] {
                true => crossing.sets(square),
                false => crossing.meets(square),
            })
        })
    }

    /// Returns the columns where pieces may stand, in every row.
    pub(super) fn free(&self) -> &[u16; LINES] {
        &self.free
    }

    /// Returns what a piece leaves of free columns.
    #[inline(always)]
    pub(super) fn without(&self, free: &[u16; LINES], place: usize) -> [u16; LINES] {
        let taken = &self.taken[place];
        std::array::from_fn(|row| free[row] & !taken[row])
    }

    /// Calls `found` with the columns and the bits of each placement with a piece in each of these rows.
    fn extend(
        &self,
        rows: &[usize],
        free: &[u16; LINES],
        (cols, bits): (u16, [u64; WORDS]),
        found: &mut impl FnMut(u16, &[u64; WORDS]),
    ) {
        let Some((&row, later)) = rows.split_first() else { return found(cols, &bits) };
        let mut left = free[row];
        while left != 0 {
            let col = left.trailing_zeros() as usize;
            left &= left - 1;
            let place = row * self.width + col;
            let mut next = bits;
            next.iter_mut().zip(&self.bits[place]).for_each(|(word, own)| *word |= own);
            let cols = cols | 1 << col;
            if later.is_empty() {
                found(cols, &next);
            } else {
                self.extend(later, &self.without(free, place), (cols, next), found);
            }
        }
    }

    /// Returns the placements with a piece in each of these rows and in no other, in the order of the places
    /// of their columns.
    pub(super) fn sheet(&self, rows: u16, place_of: &[u32], lanes: usize) -> Sheet<WORDS> {
        let mut found = Vec::new();
        let mut firsts = vec![0; lanes + 1];
        self.extend(&members(rows), &self.free, (0, [0; WORDS]), &mut |cols, bits| {
            let place = place_of[usize::from(cols)];
            if place != UNWANTED {
                found.push((place, *bits));
                firsts[place as usize + 1] += 1;
            }
        });
        for lane in 0..lanes {
            firsts[lane + 1] += firsts[lane];
        }
        let mut words = std::array::from_fn(|_| vec![0; found.len() + MARGIN]);
        let mut next = firsts.clone();
        for (place, mut bits) in found {
            bits[WORDS - 1] |= u64::from(place % LANES as u32) << LANE_SHIFT;
            let at = &mut next[place as usize];
            words.iter_mut().zip(bits).for_each(|(list, word)| list[*at as usize] = word);
            *at += 1;
        }
        Sheet { firsts, words }
    }
}

/// Returns the numbers in a set, in increasing order.
pub(super) fn members(set: u16) -> Vec<usize> {
    (0..LINES).filter(|&number| set >> number & 1 == 1).collect()
}

/// The placements on a lattice that use the same rows, by the columns that they use.
pub(super) struct Sheet<const WORDS: usize> {
    /// The beginning of the placements of each lane, and their end.
    firsts: Vec<u32>,
    /// The bits of the placements, and the lane within its block in the highest bits of the last word. Behind
    /// them is room for a register.
    words: [Vec<u64>; WORDS],
}

impl<const WORDS: usize> Sheet<WORDS> {
    /// Returns the placements of a block of lanes, with those behind it and room for a register, and their
    /// number.
    pub(super) fn block(&self, block: usize) -> ([&[u64]; WORDS], usize) {
        let last = self.firsts.len() - 1;
        let [first, end] = [block, block + 1].map(|block| self.firsts[(block * LANES).min(last)] as usize);
        (self.words.each_ref().map(|words| &words[first..]), end - first)
    }
}
