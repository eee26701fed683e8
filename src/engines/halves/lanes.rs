//! The operations on 512 half boards at a time.
//!
//! Two implementations: [`Portable`], in plain words for any processor (and compiled again for AVX2), and AVX-512
//! intrinsics in [`super::lanes_avx512`].

use super::quarters::MARGIN;
use std::ops::Range;

/// Half boards to a block.
pub(super) const LANES: usize = 512;

/// A set of half boards of one block, one bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lane512(pub(super) [u64; 8]);

/// Sets under numbers of one byte: a byte read from a list is an index without a check.
pub(super) type Sets = [Lane512; BYTES];

/// How many numbers a byte can be.
pub(super) const BYTES: usize = 256;

impl Lane512 {
    /// No half board.
    pub(super) const EMPTY: Self = Self([0; 8]);

    /// The first so many.
    pub(super) fn first(lanes: usize) -> Self {
        Self(std::array::from_fn(|word| match lanes.saturating_sub(64 * word) {
            0 => 0,
            rest @ 1..64 => !(!0 << rest),
            _ => !0,
        }))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

/// A growing list with room to write whole registers.
#[derive(Debug, Default)]
pub(super) struct Buffer<T> {
    pub(super) items: Vec<T>,
    pub(super) len: usize,
}

impl<T: Copy + Default> Buffer<T> {
    /// Makes room for so many more and a register that overhangs.
    #[inline(always)]
    pub(super) fn reserve(&mut self, more: usize) {
        let needed = self.len + more + MARGIN;
        if self.items.len() < needed {
            self.items.resize(needed.next_power_of_two(), T::default());
        }
    }
}

/// Pairs of placements on the two quarters of a half, as numbers in a batch.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    pub(super) outer: Buffer<u8>,
    pub(super) inner: Buffer<u8>,
}

impl Pairs {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.outer.len
    }

    /// Takes all of them out.
    pub(super) fn clear(&mut self) {
        self.set_len(0);
    }

    /// Says how many there are now.
    pub(super) fn set_len(&mut self, len: usize) {
        (self.outer.len, self.inner.len) = (len, len);
    }

    /// Makes room for so many more.
    #[inline(always)]
    pub(super) fn reserve(&mut self, more: usize) {
        self.outer.reserve(more);
        self.inner.reserve(more);
    }
}

/// Placements of a quarter as the joining sees them.
#[derive(Clone, Copy)]
pub(super) struct Joins<'a, const JOINS: usize> {
    /// The bits that must not meet: a list for each word.
    pub(super) bits: [&'a [u32]; JOINS],
    /// The cell of each placement; see [`Placements`](super::quarters::Placements).
    pub(super) cells: &'a [u16],
}

/// For each rank of an outer placement's columns which inner placements have the other columns: those without a marked
/// piece from the first number to the second, those with one to the third.
pub(super) type Partners = [[u32; 3]];

/// The operations, once for each set of instructions. A value stands for the right to use these.
pub(super) trait Lanes: Copy {
    /// Joins each placement of a range with each of its partners that it does not meet, and adds the words of these half
    /// boards to `out`, which has room. `words` are the words of the outer and of the inner placements.
    fn join<const JOINS: usize, const WORDS: usize>(
        self,
        outer: (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [&[Vec<u32>]; 2],
        out: &mut [Buffer<u32>; WORDS],
    );

    /// Adds a pair for each placement of a range and each of its partners that it does not meet, to the list for so many
    /// marked pieces; the first list only if `unmarked`. Numbers count from the start of the outer range, and from the inner
    /// placement `first`. The lists have room.
    fn pair<const JOINS: usize>(
        self,
        outer: (Joins<'_, JOINS>, Range<usize>),
        inner: (Joins<'_, JOINS>, usize),
        partners: &Partners,
        unmarked: bool,
        out: &mut [Pairs; 3],
    );

    /// Turns up to 512 words into 32 sets: which of them have the bit *not* set.
    fn slice(self, words: &[u32], sets: &mut [Lane512]);

    /// The intersection of a set with those of a list that have these numbers.
    fn intersect(self, set: Lane512, list: &[Lane512], numbers: &[u16]) -> Lane512;

    /// The sets of placements: the intersection of what the lowest bytes of each code choose from the tables.
    fn fill<const TABLES: usize>(self, tables: [&Sets; TABLES], codes: &[u64], sets: &mut [Lane512]);

    /// All first sets with each second one, in a table at `first * side + second`.
    fn multiply(self, first: &[Lane512], second: &[Lane512], table: &mut [Lane512]);

    /// The sum over all pairs of the size of the sets' intersection.
    fn count(self, outer: (&Sets, &[u8]), inner: (&Sets, &[u8])) -> u64;
}

/// The operations in plain words.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Lanes for Portable {
    #[inline(always)]
    fn join<const JOINS: usize, const WORDS: usize>(
        self,
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [&[Vec<u32>]; 2],
        out: &mut [Buffer<u32>; WORDS],
    ) {
        let mut len = out[0].len;
        for one in range {
            let [start, _, end] = partners[usize::from(outer.cells[one] / 2)];
            for other in start as usize..end as usize {
                for (word, out) in out.iter_mut().enumerate() {
                    out.items[len] = words[0][word][one] | words[1][word][other];
                }
                len += usize::from(are_at_peace(outer, one, inner, other));
            }
        }
        out.iter_mut().for_each(|out| out.len = len);
    }

    #[inline(always)]
    fn pair<const JOINS: usize>(
        self,
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        (inner, first): (Joins<'_, JOINS>, usize),
        partners: &Partners,
        unmarked: bool,
        out: &mut [Pairs; 3],
    ) {
        for one in range.clone() {
            let [start, border, end] = partners[usize::from(outer.cells[one] / 2)].map(|at| at as usize);
            let marks = usize::from(outer.cells[one] % 2);
            for (part, others) in [start..border, border..end].into_iter().enumerate() {
                if marks + part == 0 && !unmarked {
                    continue;
                }
                let out = &mut out[marks + part];
                let mut len = out.len();
                for other in others {
                    out.outer.items[len] = (one - range.start) as u8;
                    out.inner.items[len] = (other - first) as u8;
                    len += usize::from(are_at_peace(outer, one, inner, other));
                }
                out.set_len(len);
            }
        }
    }

    #[inline(always)]
    fn slice(self, words: &[u32], sets: &mut [Lane512]) {
        sets.fill(Lane512([!0; 8]));
        for (number, words) in words.chunks(32).enumerate() {
            let mut rows = [0; 32];
            rows[..words.len()].copy_from_slice(words);
            transpose(&mut rows);
            for (set, row) in sets.iter_mut().zip(rows) {
                set.0[number / 2] &= !(u64::from(row) << (32 * (number % 2)));
            }
        }
    }

    #[inline(always)]
    fn intersect(self, set: Lane512, list: &[Lane512], numbers: &[u16]) -> Lane512 {
        numbers.iter().fold(set, |all, &number| all.and(list[usize::from(number)]))
    }

    #[inline(always)]
    fn fill<const TABLES: usize>(self, tables: [&Sets; TABLES], codes: &[u64], sets: &mut [Lane512]) {
        for (set, code) in sets.iter_mut().zip(codes) {
            let code = code.to_le_bytes();
            let chosen: [&Lane512; TABLES] =
                std::array::from_fn(|table| &tables[table][usize::from(code[table])]);
            *set = chosen[1..].iter().fold(*chosen[0], |all, &set| all.and(*set));
        }
    }

    #[inline(always)]
    fn multiply(self, first: &[Lane512], second: &[Lane512], table: &mut [Lane512]) {
        for (first, row) in first.iter().zip(table.chunks_mut(second.len())) {
            for (second, set) in second.iter().zip(row) {
                *set = first.and(*second);
            }
        }
    }

    #[inline(always)]
    fn count(self, outer: (&Sets, &[u8]), inner: (&Sets, &[u8])) -> u64 {
        let both = |one: u8, other: u8| outer.0[usize::from(one)].and(inner.0[usize::from(other)]).0;
        let mut count = 0;
        // Bit-wise adders first, population counts after them (Harley and Seal): the sets of eight pairs are added to
        // running sets of ones, twos and fours, and only what carries out as eights is counted.
        let (mut ones, mut twos, mut fours) = ([0; 8], [0; 8], [0; 8]);
        let ((ones_of_eight, ones_left), (others_of_eight, others_left)) =
            (outer.1.as_chunks::<8>(), inner.1.as_chunks::<8>());
        let mut carried = 0;
        for (outer, inner) in ones_of_eight.iter().zip(others_of_eight) {
            let sets: [[u64; 8]; 8] = std::array::from_fn(|pair| both(outer[pair], inner[pair]));
            let a = add(&mut ones, sets[0], sets[1]);
            let b = add(&mut ones, sets[2], sets[3]);
            let c = add(&mut twos, a, b);
            let a = add(&mut ones, sets[4], sets[5]);
            let b = add(&mut ones, sets[6], sets[7]);
            let d = add(&mut twos, a, b);
            carried += size(add(&mut fours, c, d));
        }
        count += 8 * carried + 4 * size(fours) + 2 * size(twos) + size(ones);
        count + ones_left.iter().zip(others_left).map(|(&one, &other)| size(both(one, other))).sum::<u64>()
    }
}

/// Whether two placements have no bit in common.
#[inline(always)]
fn are_at_peace<const JOINS: usize>(
    outer: Joins<'_, JOINS>,
    one: usize,
    inner: Joins<'_, JOINS>,
    other: usize,
) -> bool {
    (0..JOINS).fold(0, |met, join| met | (outer.bits[join][one] & inner.bits[join][other])) == 0
}

/// Adds two sets to a running one, bit by bit, and returns what carries.
#[inline(always)]
fn add(sum: &mut [u64; 8], a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
    let mut carry = [0; 8];
    for word in 0..8 {
        let half = sum[word] ^ a[word];
        carry[word] = (sum[word] & a[word]) | (half & b[word]);
        sum[word] = half ^ b[word];
    }
    carry
}

#[inline(always)]
fn size(set: [u64; 8]) -> u64 {
    set.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Turns 32 words into their 32 columns (the halving exchange of H. S. Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
fn transpose(rows: &mut [u32; 32]) {
    let mut width = 16;
    let mut mask = 0x0000_ffff_u32;
    while width > 0 {
        for row in (0..32).filter(|row| row & width == 0) {
            let exchanged = ((rows[row] >> width) ^ rows[row + width]) & mask;
            rows[row] ^= exchanged << width;
            rows[row + width] ^= exchanged;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
