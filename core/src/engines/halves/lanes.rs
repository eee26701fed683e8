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

/// A set of half boards, in `BLOCKS` blocks, which are worked on together: a number read from a list serves them all.
pub(super) type Blocks<const BLOCKS: usize> = [Lane512; BLOCKS];

/// Sets under numbers of one byte: a byte read from a list is an index without a check.
pub(super) type Sets<const BLOCKS: usize> = [Blocks<BLOCKS>; BYTES];

/// How many numbers a byte can be.
pub(super) const BYTES: usize = 256;

impl Lane512 {
    /// No half board.
    pub(super) const EMPTY: Self = Self([0; 8]);

    /// The first `lanes`.
    pub(super) fn first(lanes: usize) -> Self {
        Self(std::array::from_fn(|word| match lanes.saturating_sub(64 * word) {
            0 => 0,
            rest @ 1..64 => !(!0 << rest),
            _ => !0,
        }))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        let mut all = self;
        for (word, other) in all.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        all
    }
}

/// A growing list with room to write whole registers.
#[derive(Debug, Default)]
pub(super) struct Buffer<T> {
    pub(super) items: Vec<T>,
    pub(super) len: usize,
}

impl<T: Copy + Default> Buffer<T> {
    /// Makes room for `more` and a register that overhangs.
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

    /// Sets how many there are now.
    pub(super) fn set_len(&mut self, len: usize) {
        (self.outer.len, self.inner.len) = (len, len);
    }

    /// Makes room for `more`.
    #[inline(always)]
    pub(super) fn reserve(&mut self, more: usize) {
        self.outer.reserve(more);
        self.inner.reserve(more);
    }
}

/// Which half boards are counted: those without a marked piece, and those with some.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarksCounted {
    pub(super) none: bool,
    pub(super) some: bool,
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

    /// Adds a pair for each placement of a range and each of its partners that it does not meet, to the list for the marked
    /// pieces of both, if their number is counted. Numbers count from the start of the outer range, and from the inner
    /// placement `first`. The lists have room.
    fn pair<const JOINS: usize>(
        self,
        outer: (Joins<'_, JOINS>, Range<usize>),
        inner: (Joins<'_, JOINS>, usize),
        partners: &Partners,
        counted: MarksCounted,
        out: &mut [Pairs; 3],
    );

    /// Turns up to 512 words into 32 sets: which of them have the bit *not* set. They become the block of this number.
    fn slice<const BLOCKS: usize>(self, words: &[u32], block: usize, sets: &mut [Blocks<BLOCKS>]);

    /// The intersection of two sets.
    ///
    /// In plain words it would do for AVX-512 too, but for loops around it: a compiler that sees single words takes the
    /// same word of eight sets together, which have to be gathered.
    fn both<const BLOCKS: usize>(self, one: &Blocks<BLOCKS>, other: &Blocks<BLOCKS>) -> Blocks<BLOCKS>;

    /// The intersection of a set with those of a list that have these numbers.
    #[inline(always)]
    fn intersect<const BLOCKS: usize>(
        self,
        set: &Blocks<BLOCKS>,
        list: &[Blocks<BLOCKS>],
        numbers: &[u16],
    ) -> Blocks<BLOCKS> {
        let mut all = *set;
        for &number in numbers {
            all = self.both(&all, &list[usize::from(number)]);
        }
        all
    }

    /// The sets of placements: the intersection of what the lowest bytes of each code choose from the tables.
    #[inline(always)]
    fn fill<const BLOCKS: usize, const TABLES: usize>(
        self,
        tables: [&Sets<BLOCKS>; TABLES],
        codes: &[u64],
        sets: &mut [Blocks<BLOCKS>],
    ) {
        for (set, code) in sets.iter_mut().zip(codes) {
            let code = code.to_le_bytes();
            let mut all = tables[0][usize::from(code[0])];
            for table in 1..TABLES {
                all = self.both(&all, &tables[table][usize::from(code[table])]);
            }
            *set = all;
        }
    }

    /// All first sets with each second one, in a table at `first * side + second`.
    #[inline(always)]
    fn multiply<const BLOCKS: usize>(
        self,
        first: &[Blocks<BLOCKS>],
        second: &[Blocks<BLOCKS>],
        table: &mut [Blocks<BLOCKS>],
    ) {
        for (first, row) in first.iter().zip(table.chunks_mut(second.len())) {
            for (second, set) in second.iter().zip(row) {
                *set = self.both(first, second);
            }
        }
    }

    /// Adds, over all pairs, the size of the sets' intersection. The tally is eight numbers, whose sum is meant: adding
    /// them up each time would take as long as some pairs.
    fn count<const BLOCKS: usize>(
        self,
        outer: (&Sets<BLOCKS>, &[u8]),
        inner: (&Sets<BLOCKS>, &[u8]),
        tally: &mut Lane512,
    );
}

/// The operations in plain words. Loops, not closures: a closure is compiled without the features of its caller.
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
        counted: MarksCounted,
        out: &mut [Pairs; 3],
    ) {
        for one in range.clone() {
            let [start, border, end] = partners[usize::from(outer.cells[one] / 2)].map(|at| at as usize);
            let marks = usize::from(outer.cells[one] % 2);
            for (part, others) in [start..border, border..end].into_iter().enumerate() {
                if if marks + part == 0 { !counted.none } else { !counted.some } {
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
    fn slice<const BLOCKS: usize>(self, words: &[u32], block: usize, sets: &mut [Blocks<BLOCKS>]) {
        sets.iter_mut().for_each(|set| set[block] = Lane512([!0; 8]));
        for (number, words) in words.chunks(32).enumerate() {
            let mut rows = [0; 32];
            rows[..words.len()].copy_from_slice(words);
            transpose(&mut rows);
            for (set, row) in sets.iter_mut().zip(rows) {
                set[block].0[number / 2] &= !(u64::from(row) << (32 * (number % 2)));
            }
        }
    }

    #[inline(always)]
    fn both<const BLOCKS: usize>(self, one: &Blocks<BLOCKS>, other: &Blocks<BLOCKS>) -> Blocks<BLOCKS> {
        let mut both = *one;
        for (both, other) in both.iter_mut().zip(other) {
            *both = both.and(*other);
        }
        both
    }

    #[inline(always)]
    fn count<const BLOCKS: usize>(
        self,
        outer: (&Sets<BLOCKS>, &[u8]),
        inner: (&Sets<BLOCKS>, &[u8]),
        tally: &mut Lane512,
    ) {
        let (outer_sets, inner_sets) = (outer.0, inner.0);
        let ((ones_of_eight, ones_left), (others_of_eight, others_left)) =
            (outer.1.as_chunks::<8>(), inner.1.as_chunks::<8>());
        let mut count = 0;
        for block in 0..BLOCKS {
            // Bit-wise adders first, population counts after them (Harley and Seal): the sets of eight pairs are added to
            // running sets of ones, twos and fours, and only what carries out as eights is counted.
            let (mut ones, mut twos, mut fours) = ([0; 8], [0; 8], [0; 8]);
            let mut carried = 0;
            for (outer, inner) in ones_of_eight.iter().zip(others_of_eight) {
                let mut sets = [[0; 8]; 8];
                for (set, (&one, &other)) in sets.iter_mut().zip(outer.iter().zip(inner)) {
                    *set = shared(outer_sets, inner_sets, block, (one, other));
                }
                let a = add(&mut ones, sets[0], sets[1]);
                let b = add(&mut ones, sets[2], sets[3]);
                let c = add(&mut twos, a, b);
                let a = add(&mut ones, sets[4], sets[5]);
                let b = add(&mut ones, sets[6], sets[7]);
                let d = add(&mut twos, a, b);
                carried += size(add(&mut fours, c, d));
            }
            count += 8 * carried + 4 * size(fours) + 2 * size(twos) + size(ones);
            for (&one, &other) in ones_left.iter().zip(others_left) {
                count += size(shared(outer_sets, inner_sets, block, (one, other)));
            }
        }
        tally.0[0] += count;
    }
}

/// The intersection of one block of the two sets of a pair.
#[inline(always)]
fn shared<const BLOCKS: usize>(
    outer: &Sets<BLOCKS>,
    inner: &Sets<BLOCKS>,
    block: usize,
    (one, other): (u8, u8),
) -> [u64; 8] {
    outer[usize::from(one)][block].and(inner[usize::from(other)][block]).0
}

/// Whether two placements have no bit in common.
#[inline(always)]
fn are_at_peace<const JOINS: usize>(
    outer: Joins<'_, JOINS>,
    one: usize,
    inner: Joins<'_, JOINS>,
    other: usize,
) -> bool {
    let mut met = 0;
    for join in 0..JOINS {
        met |= outer.bits[join][one] & inner.bits[join][other];
    }
    met == 0
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
    let mut size = 0;
    for word in set {
        size += u64::from(word.count_ones());
    }
    size
}

/// Turns 32 words into their 32 columns (the halving exchange of H. S. Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
fn transpose(rows: &mut [u32; 32]) {
    let mut width = 16;
    let mut mask = 0x0000_ffff_u32;
    while width > 0 {
        for row in 0..32 {
            if row & width != 0 {
                continue;
            }
            let exchanged = ((rows[row] >> width) ^ rows[row + width]) & mask;
            rows[row] ^= exchanged << width;
            rows[row + width] ^= exchanged;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
