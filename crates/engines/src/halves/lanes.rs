//! The operations on 512 half boards at a time.
//!
//! Two implementations: [`PortableJoinLanes`], in plain words for any processor (and compiled again for AVX2), and
//! AVX-512 intrinsics in [`super::lanes_avx512`].

use std::ops::Range;

/// Room behind the last placement, so that a register can be read from any.
pub(super) const MARGIN: usize = 64;

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

/// All bytes.
pub(super) static ALL_BYTES: [u8; BYTES] = {
    let mut all = [0; BYTES];
    let mut number = 0;
    while number < BYTES {
        all[number] = number as u8;
        number += 1;
    }
    all
};

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

/// What is done with half boards that have no marked piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unmarked {
    /// They are not counted.
    Skipped,
    /// They have a list of their own.
    Apart,
    /// They count like those with one marked piece: one list for both.
    AsOne,
}

/// Placements of a quarter as the joining sees them.
#[derive(Clone, Copy)]
pub(super) struct Joins<'a, const JOINS: usize> {
    /// The bits that must not meet: a list for each word.
    pub(super) bits: [&'a [u32]; JOINS],
    /// The cell of each placement; see [`QuarterSheet`](super::quarters::QuarterSheet).
    pub(super) cells: &'a [u16],
}

/// For each rank of an outer placement's columns which inner placements have the other columns: those without a marked
/// piece from the first number to the second, those with one to the third.
pub(super) type Partners = [[u32; 3]];

/// The operations, once for each set of instructions. A value stands for the right to use these.
pub(super) trait JoinLanes: Copy {
    /// Whether half boards are sorted and pairs sifted, where there are many. That is a gain only if it is done on whole
    /// registers.
    const SIFTS: bool;

    /// Joins each placement of a range with each of its partners that it does not meet, and adds the words of these half
    /// boards to `out`, which has room. `words` are the words of the outer and of the inner placements.
    fn join<const JOINS: usize, const WORDS: usize>(
        self,
        outer: (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [[&[u32]; 2]; WORDS],
        out: &mut [Buffer<u32>; WORDS],
    );

    /// Adds a pair for each placement of a range and each of its partners that it does not meet, to the list for the marked
    /// pieces of both. Numbers count from the start of the outer range, and from the
    /// inner placement `first`. The lists have room.
    fn pair<const JOINS: usize>(
        self,
        outer: (Joins<'_, JOINS>, Range<usize>),
        inner: (Joins<'_, JOINS>, usize),
        partners: &Partners,
        unmarked: Unmarked,
        out: &mut [Pairs; 3],
    );

    /// Turns up to 512 words into 32 sets: which of them have the bit *not* set. They become the block of this number.
    fn slice<const BLOCKS: usize>(self, words: &[u32], block: usize, sets: &mut [Blocks<BLOCKS>]);

    /// The intersection of two sets.
    ///
    /// In plain words it would do for AVX-512 too, but for loops around it: a compiler that sees single words takes the
    /// same word of eight sets together, which have to be gathered.
    fn both<const BLOCKS: usize>(self, one: &Blocks<BLOCKS>, other: &Blocks<BLOCKS>) -> Blocks<BLOCKS>;

    /// Which of the eight words of a set, taken over all its blocks, are not zero: a bit for each.
    fn alive<const BLOCKS: usize>(self, set: &Blocks<BLOCKS>) -> u8;

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

    /// What may be alive of the first placements, at most so many: what is alive of all that their codes choose from the
    /// tables, of which is known what is alive.
    fn gauge<const TABLES: usize>(
        self,
        tables: &[[u8; BYTES]; TABLES],
        codes: [&[u8; BYTES]; TABLES],
        placements: usize,
        alive: &mut [u8; BYTES],
    );

    /// The sets of the placements of these numbers, the intersection of what their codes choose from the
    /// tables; and, if `ALIVE`, what of them is alive: asked later, the sets would have to be read again.
    #[inline(always)]
    fn fill<const BLOCKS: usize, const TABLES: usize, const ALIVE: bool>(
        self,
        tables: [&Sets<BLOCKS>; TABLES],
        codes: [&[u8; BYTES]; TABLES],
        numbers: impl Iterator<Item = u8>,
        (sets, alive): (&mut Sets<BLOCKS>, &mut [u8; BYTES]),
    ) {
        for number in numbers {
            let number = usize::from(number);
            let mut all = tables[0][usize::from(codes[0][number])];
            for table in 1..TABLES {
                all = self.both(&all, &tables[table][usize::from(codes[table][number])]);
            }
            if ALIVE {
                alive[number] = self.alive(&all);
            }
            sets[number] = all;
        }
    }

    /// Adds the numbers of one byte that are marked.
    fn pick(self, marked: &[u8], numbers: &mut Buffer<u8>);

    /// Writes down first the half boards that do not have a bit, then those that do, both in the order they are in. `spare`
    /// is used; all lists have room.
    fn part<const WORDS: usize>(
        self,
        boards: &[Buffer<u32>; WORDS],
        bit: usize,
        parted: &mut [Buffer<u32>; WORDS],
        spare: &mut [Buffer<u32>; WORDS],
    );

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

    /// Keeps the pairs of this range whose sets are alive in the same word: no others have an intersection. What is kept
    /// takes the place of what was. There are no numbers from `numbers` on.
    fn sift(self, alive: [&[u8; BYTES]; 2], numbers: usize, pairs: (&Pairs, Range<usize>), kept: &mut Pairs);

    /// Adds, over all pairs, the size of the sets' intersection. The tally is eight numbers, whose sum is meant: adding
    /// them up each time would take as long as some pairs.
    fn count<const BLOCKS: usize>(
        self,
        outer: (&Sets<BLOCKS>, &[u8]),
        inner: (&Sets<BLOCKS>, &[u8]),
        tally: &mut Lane512,
    );
}

/// The operations in plain words. Loops, not closures: a closure is compiled without the features of its caller. They sift
/// only to be compared with.
#[derive(Clone, Copy)]
pub(super) struct PortableJoinLanes<const SIFTS: bool>;

impl<const SIFTS: bool> JoinLanes for PortableJoinLanes<SIFTS> {
    const SIFTS: bool = SIFTS;

    #[inline(always)]
    fn join<const JOINS: usize, const WORDS: usize>(
        self,
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [[&[u32]; 2]; WORDS],
        out: &mut [Buffer<u32>; WORDS],
    ) {
        let mut len = out[0].len;
        for one in range {
            let [start, _, end] = partners[usize::from(outer.cells[one] / 2)];
            for other in start as usize..end as usize {
                for (word, out) in out.iter_mut().enumerate() {
                    out.items[len] = words[word][0][one] | words[word][1][other];
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
        unmarked: Unmarked,
        out: &mut [Pairs; 3],
    ) {
        for one in range.clone() {
            let [start, border, end] = partners[usize::from(outer.cells[one] / 2)].map(|at| at as usize);
            let marks = usize::from(outer.cells[one] % 2);
            for (part, others) in [start..border, border..end].into_iter().enumerate() {
                let list = match (marks + part, unmarked) {
                    (0, Unmarked::Skipped) => continue,
                    (0, Unmarked::AsOne) => 1,
                    (marks, _) => marks,
                };
                let out = &mut out[list];
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
    fn alive<const BLOCKS: usize>(self, set: &Blocks<BLOCKS>) -> u8 {
        let mut alive = 0;
        for word in 0..8 {
            let mut any = 0;
            for block in set {
                any |= block.0[word];
            }
            alive |= u8::from(any != 0) << word;
        }
        alive
    }

    #[inline(always)]
    fn gauge<const TABLES: usize>(
        self,
        tables: &[[u8; BYTES]; TABLES],
        codes: [&[u8; BYTES]; TABLES],
        placements: usize,
        alive: &mut [u8; BYTES],
    ) {
        for number in 0..placements {
            let mut all = !0;
            for (table, codes) in tables.iter().zip(codes) {
                all &= table[usize::from(codes[number])];
            }
            alive[number] = all;
        }
    }

    #[inline(always)]
    fn pick(self, marked: &[u8], numbers: &mut Buffer<u8>) {
        numbers.reserve(BYTES);
        let mut len = numbers.len;
        for (number, &marked) in (0..=u8::MAX).zip(marked) {
            numbers.items[len] = number;
            len += usize::from(marked != 0);
        }
        numbers.len = len;
    }

    #[inline(always)]
    fn part<const WORDS: usize>(
        self,
        boards: &[Buffer<u32>; WORDS],
        bit: usize,
        parted: &mut [Buffer<u32>; WORDS],
        spare: &mut [Buffer<u32>; WORDS],
    ) {
        let (mut without, mut with) = (0, 0);
        for board in 0..boards[0].len {
            let has = boards[bit / 32].items[board] >> (bit % 32) & 1 == 1;
            for word in 0..WORDS {
                parted[word].items[without] = boards[word].items[board];
                spare[word].items[with] = boards[word].items[board];
            }
            without += usize::from(!has);
            with += usize::from(has);
        }
        for (parted, spare) in parted.iter_mut().zip(spare) {
            parted.items[without..without + with].copy_from_slice(&spare.items[..with]);
            parted.len = without + with;
        }
    }

    #[inline(always)]
    fn sift(
        self,
        alive: [&[u8; BYTES]; 2],
        _: usize,
        (pairs, range): (&Pairs, Range<usize>),
        kept: &mut Pairs,
    ) {
        kept.clear();
        kept.reserve(range.len());
        let mut len = 0;
        for (&one, &other) in pairs.outer.items[range.clone()].iter().zip(&pairs.inner.items[range]) {
            kept.outer.items[len] = one;
            kept.inner.items[len] = other;
            len += usize::from(alive[0][usize::from(one)] & alive[1][usize::from(other)] != 0);
        }
        kept.set_len(len);
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
