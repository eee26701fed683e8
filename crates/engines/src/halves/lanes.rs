//! The operations on lists of half boards, and on 512 of them at a time.
//!
//! There are four implementations: the portable kernel for any processor ([`PortableJoinLanes`], the default
//! methods of the trait), NEON in `lanes_neon`, AVX2 in `lanes_avx2`, and AVX-512 in `lanes_avx512`.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::ops::Deref;
use std::ops::Range;

/// The room behind the last placement, so that a register can be read from any placement on.
pub(crate) const MARGIN: usize = 64;

/// The maximum number of words for the bits between the two quarters of a half.
pub(crate) const MAX_JOINS: usize = 4;
/// The maximum number of words for the bits between the halves; their number is rounded up to a power of two.
pub(crate) const MAX_WORDS: usize = 4;

/// The number of half boards in a block.
pub(crate) const LANES: usize = 512;

/// A set of half boards of one block, one bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Lane512(pub(crate) [u64; 8]);

/// A set of half boards, in `BLOCKS` blocks, which are processed together: a number read from a list serves
/// them all.
pub(crate) type Blocks<const BLOCKS: usize> = [Lane512; BLOCKS];

/// Sets indexed by one byte: a byte read from a list is an index without a check.
pub(crate) type Sets<const BLOCKS: usize> = [Blocks<BLOCKS>; BYTES];

/// The number of values of a byte.
pub(crate) const BYTES: usize = 256;

/// All values of a byte.
pub(crate) static ALL_BYTES: [u8; BYTES] = {
    let mut all = [0; BYTES];
    let mut number = 0;
    while number < BYTES {
        all[number] = number as u8;
        number += 1;
    }
    all
};

impl Lane512 {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self([0; 8]);

    /// Returns the set of the first `lanes` half boards.
    pub(crate) fn first(lanes: usize) -> Self {
        Self(std::array::from_fn(|word| match lanes.saturating_sub(64 * word) {
            0 => 0,
            rest @ 1..64 => !(!0 << rest),
            _ => !0,
        }))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        let mut all = self;
        for (word, other) in all.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        all
    }
}

/// A growing list with room to write whole registers.
#[derive(Debug, Default)]
pub(crate) struct Buffer<T> {
    pub(crate) items: Vec<T>,
    pub(crate) len: usize,
}

impl<T: Copy + Default> Buffer<T> {
    /// Makes room for `more` items and a register that overhangs.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, more: usize) {
        let needed = self.len + more + MARGIN;
        if self.items.len() < needed {
            self.items.resize(needed + needed / 4, T::default());
        }
    }
}

/// Pairs of placements on the two quarters of a half, as numbers in a batch.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) outer: Buffer<u8>,
    pub(crate) inner: Buffer<u8>,
}

impl Pairs {
    /// Returns the number of pairs.
    pub(crate) fn len(&self) -> usize {
        self.outer.len
    }

    /// Removes all pairs.
    pub(crate) fn clear(&mut self) {
        self.set_len(0);
    }

    /// Sets the number of pairs.
    pub(crate) fn set_len(&mut self, len: usize) {
        (self.outer.len, self.inner.len) = (len, len);
    }

    /// Makes room for `more` pairs.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, more: usize) {
        self.outer.reserve(more);
        self.inner.reserve(more);
    }
}

/// The treatment of half boards that have no marked piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnmarkedTreatment {
    /// These half boards are not counted.
    Skipped,
    /// These half boards have a list of their own.
    Apart,
    /// These half boards count like those with one marked piece: one list for both.
    AsOne,
}

impl UnmarkedTreatment {
    /// Returns the treatment for these weights of placements with no marked piece, one and two.
    pub(crate) fn from_weights(weights: [u64; 3]) -> Self {
        match weights {
            [0, ..] => Self::Skipped,
            [none, one, _] if none == one => Self::AsOne,
            _ => Self::Apart,
        }
    }
}

/// Placements of a quarter, as used for joining.
#[derive(Clone, Copy)]
pub(crate) struct Joins<'a, const JOINS: usize> {
    /// The bits that must not meet: a list for each word.
    pub(crate) bits: [&'a [u32]; JOINS],
    /// The cell of each placement; see [`QuarterSheet`](super::quarters::QuarterSheet).
    pub(crate) cells: &'a [u16],
}

/// For each rank of an outer placement's columns, the bounds of the inner placements with the other columns.
/// Those without a marked piece are from the first number to the second, those with one to the third.
pub(crate) type Partners = [[u32; 3]];

/// A set of half boards for each value of up to six bits of another half board: those that have none of these
/// bits.
pub(crate) type LaneTable = [Lane512; TABLE];

/// The number of values of six bits.
pub(crate) const TABLE: usize = 1 << CHUNK_BITS;

/// The maximum number of bits that choose from a table.
pub(crate) const CHUNK_BITS: u32 = 6;

/// Bits of a word that choose from a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Chunk {
    /// The index of the word.
    pub(crate) word: usize,
    /// The bits, at most [`CHUNK_BITS`] of them.
    pub(crate) bits: u64,
}

/// The maximum number of chunks for all bits.
pub(crate) const MAX_CHUNKS: usize = 64_usize.div_ceil(CHUNK_BITS as usize) * MAX_WORDS;

/// Returns the positions of the bits of a word, and their number.
#[inline(always)]
pub(crate) fn positions(mut bits: u64) -> ([u8; 64], usize) {
    let (mut positions, mut number) = ([0; 64], 0);
    while bits != 0 {
        positions[number] = bits.trailing_zeros() as u8;
        number += 1;
        bits &= bits - 1;
    }
    (positions, number)
}

/// The bit of the last word that marks a board with a marked piece. Joining sets the next bit if both
/// quarters have one.
pub(crate) const MARK: u32 = 62;
/// The number of these bits.
pub(crate) const MARK_BITS: usize = 2;

/// The half boards that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HalfBoardFilter {
    /// All half boards are written, and none has a marked piece.
    Unmarked,
    /// All half boards are written.
    All,
    /// Only half boards with a marked piece are written.
    Marked,
}

/// The operations, once for each set of instructions. A value of the type is the permission to use its
/// instructions.
///
/// The default methods are the portable kernel. They have loops, not closures, because a closure is compiled
/// without the features of its caller.
pub(crate) trait JoinLanes: Copy {
    /// Joins each placement of a range with each of its partners that it does not meet, and adds the words of
    /// the wanted half boards to `out`, which has room. `words` are the words of the outer and of the inner
    /// placements. If both are [marked](MARK), the half board has the second mark.
    #[inline(always)]
    fn join<const JOINS: usize, const WORDS: usize>(
        self,
        outer: (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [[&[u64]; 2]; WORDS],
        wanted: HalfBoardFilter,
        out: &mut [Buffer<u64>; WORDS],
    ) {
        const UNMARKED: u8 = HalfBoardFilter::Unmarked as u8;
        const ALL: u8 = HalfBoardFilter::All as u8;
        const MARKED: u8 = HalfBoardFilter::Marked as u8;
        match wanted {
            HalfBoardFilter::Unmarked => {
                self.join_wanted::<JOINS, WORDS, UNMARKED>(outer, inner, partners, words, out);
            }
            HalfBoardFilter::All => self.join_wanted::<JOINS, WORDS, ALL>(outer, inner, partners, words, out),
            HalfBoardFilter::Marked => {
                self.join_wanted::<JOINS, WORDS, MARKED>(outer, inner, partners, words, out);
            }
        }
    }

    /// Like [`join`](Self::join), but `WANTED` is a constant for the compiler that encodes
    /// [`HalfBoardFilter`].
    #[inline(always)]
    fn join_wanted<const JOINS: usize, const WORDS: usize, const WANTED: u8>(
        self,
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [[&[u64]; 2]; WORDS],
        out: &mut [Buffer<u64>; WORDS],
    ) {
        let mut len = out[0].len;
        for one in range {
            let [start, _, end] = partners[usize::from(outer.cells[one] / 2)];
            for other in start as usize..end as usize {
                for (word, out) in out.iter_mut().enumerate() {
                    out.items[len] = words[word][0][one] | words[word][1][other];
                }
                let [outers, inners] = words[WORDS - 1];
                let last = &mut out[WORDS - 1].items[len];
                *last |= (outers[one] & inners[other] & (1 << MARK)) << 1;
                let is_wanted = WANTED != HalfBoardFilter::Marked as u8 || *last >> MARK != 0;
                len += usize::from(is_wanted & are_at_peace(outer, one, inner, other));
            }
        }
        out.iter_mut().for_each(|out| out.len = len);
    }

    /// Adds a pair for each placement of a range and each of its partners that it does not meet, to the list
    /// for the marked pieces of both. Numbers count from the start of the outer range, and from the inner
    /// placement `first`. The lists have room.
    #[inline(always)]
    fn pair<const JOINS: usize>(
        self,
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        (inner, first): (Joins<'_, JOINS>, usize),
        partners: &Partners,
        unmarked: UnmarkedTreatment,
        out: &mut [Pairs; 3],
    ) {
        for one in range.clone() {
            let [start, border, end] = partners[usize::from(outer.cells[one] / 2)].map(|at| at as usize);
            let marks = usize::from(outer.cells[one] % 2);
            for (part, others) in [start..border, border..end].into_iter().enumerate() {
                let list = match (marks + part, unmarked) {
                    (0, UnmarkedTreatment::Skipped) => continue,
                    (0, UnmarkedTreatment::AsOne) => 1,
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

    /// Turns up to 64 words into a part of sets, one for each of these bits: the set of words in which the
    /// bit is *not* set. They become the group of this number of a block.
    #[inline(always)]
    fn slice<const BLOCKS: usize>(
        self,
        words: &[u64],
        bits: &[u8],
        (block, group): (usize, usize),
        sets: &mut [Blocks<BLOCKS>],
    ) {
        let mut rows = [0; 64];
        rows[..words.len()].copy_from_slice(words);
        transpose(&mut rows);
        for (set, &bit) in sets.iter_mut().zip(bits) {
            set[block].0[group] = !rows[usize::from(bit % 64)];
        }
    }

    /// Returns the intersection of two sets.
    ///
    /// Portable words would be enough for AVX-512, but not in loops: a compiler that sees single words
    /// processes the same word of eight sets together, which have to be gathered.
    #[inline(always)]
    fn intersect_sets<const BLOCKS: usize>(
        self,
        one: &Blocks<BLOCKS>,
        other: &Blocks<BLOCKS>,
    ) -> Blocks<BLOCKS> {
        let mut both = *one;
        for (both, other) in both.iter_mut().zip(other) {
            *both = both.and(*other);
        }
        both
    }

    /// Returns the intersection of a set with the sets of a list that have these numbers.
    #[inline(always)]
    fn intersect<const BLOCKS: usize>(
        self,
        set: &Blocks<BLOCKS>,
        list: &[Blocks<BLOCKS>],
        numbers: &[u16],
    ) -> Blocks<BLOCKS> {
        let mut all = *set;
        for &number in numbers {
            all = self.intersect_sets(&all, &list[usize::from(number)]);
        }
        all
    }

    /// Returns the sets of the first placements: the intersections of the sets that their codes choose from
    /// the tables.
    #[inline(always)]
    fn fill<const BLOCKS: usize, const TABLES: usize>(
        self,
        tables: [&Sets<BLOCKS>; TABLES],
        codes: [&[u8; BYTES]; TABLES],
        placements: usize,
        sets: &mut Sets<BLOCKS>,
    ) {
        for (number, set) in sets.iter_mut().take(placements).enumerate() {
            let mut all = tables[0][usize::from(codes[0][number])];
            for table in 1..TABLES {
                all = self.intersect_sets(&all, &tables[table][usize::from(codes[table][number])]);
            }
            *set = all;
        }
    }

    /// Writes all intersections of a first set with a second one to a table at `first * side + second`.
    #[inline(always)]
    fn multiply<const BLOCKS: usize>(
        self,
        first: &[Blocks<BLOCKS>],
        second: &[Blocks<BLOCKS>],
        table: &mut [Blocks<BLOCKS>],
    ) {
        for (first, row) in first.iter().zip(table.chunks_mut(second.len())) {
            for (second, set) in second.iter().zip(row) {
                *set = self.intersect_sets(first, second);
            }
        }
    }

    /// Adds, over all pairs, the size of the sets' intersection. The result is the sum of the eight numbers
    /// of the tally: adding them up each time would take as long as some pairs.
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
            // Bit-wise adders come first, and population counts after them (Harley and Seal): the sets of
            // eight pairs are added to running sets of ones, twos and fours, and only their carry of eights
            // is counted.
            let (mut ones, mut twos, mut fours) = ([0; 8], [0; 8], [0; 8]);
            let mut carried = 0;
            for (outer, inner) in ones_of_eight.iter().zip(others_of_eight) {
                let mut sets = [[0; 8]; 8];
                for (set, (&one, &other)) in sets.iter_mut().zip(outer.iter().zip(inner)) {
                    *set = intersect_block(outer_sets, inner_sets, block, (one, other));
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
                count += size(intersect_block(outer_sets, inner_sets, block, (one, other)));
            }
        }
        tally.0[0] += count;
    }

    /// Returns the bits that all half boards of a list have, and those that any has.
    #[inline(always)]
    fn common_bits(self, words: &[u64]) -> [u64; 2] {
        let (mut all, mut any) = (!0, 0);
        for &word in words {
            all &= word;
            any |= word;
        }
        [all, any]
    }

    /// Writes the half boards that have none of these bits, and returns their number. There is room for all
    /// and a [`MARGIN`].
    #[inline(always)]
    fn select<const WORDS: usize>(
        self,
        boards: [&[u64]; WORDS],
        bits: [u64; WORDS],
        out: [&mut [u64]; WORDS],
    ) -> usize {
        let mut len = 0;
        let all = 0..boards[0].len();
        for board in all {
            let mut met = 0;
            for word in 0..WORDS {
                let own = boards[word][board];
                met |= own & bits[word];
                out[word][len] = own;
            }
            len += usize::from(met == 0);
        }
        len
    }

    /// Divides the half boards of a range by a bit of a word. Boards without the bit are moved to the front,
    /// to begin at number `left`, which is not behind the range. The others are moved to the front of another
    /// list, which has room for all and a [`MARGIN`]. Returns the number of boards without the bit; the
    /// contents between them and the end of the range are undefined.
    #[inline(always)]
    fn split<const WORDS: usize>(
        self,
        boards: [&mut [u64]; WORDS],
        (range, left): (Range<usize>, usize),
        (word_of_bit, bit): (usize, u32),
        with: [&mut [u64]; WORDS],
    ) -> usize {
        let (mut kept, mut moved) = (left, 0);
        for board in range {
            let has = boards[word_of_bit][board] >> bit & 1 == 1;
            for word in 0..WORDS {
                let own = boards[word][board];
                boards[word][kept] = own;
                with[word][moved] = own;
            }
            kept += usize::from(!has);
            moved += usize::from(has);
        }
        kept - left
    }

    /// Adds, for each visitor, the number of half boards in all sets that its chunks choose from the tables,
    /// separately for each group of 64.
    #[inline(always)]
    fn visit<const WORDS: usize>(
        self,
        tables: &[LaneTable],
        chunks: &[Chunk],
        visitors: [&[u64]; WORDS],
        tally: &mut Lane512,
    ) {
        visit::<WORDS, false>(tables, chunks, visitors, ([0; 8], &mut []), tally);
    }

    /// Adds the numbers of [`visit`](Self::visit) to a number for each visitor, those of each group of 64
    /// shifted to the left by `shifts`. A shift of 64 adds nothing.
    #[inline(always)]
    fn weigh<const WORDS: usize>(
        self,
        tables: &[LaneTable],
        chunks: &[Chunk],
        visitors: [&[u64]; WORDS],
        shifts: [u64; 8],
        numbers: &mut [u64],
    ) {
        let mut none = Lane512::EMPTY;
        visit::<WORDS, true>(tables, chunks, visitors, (shifts, numbers), &mut none);
    }
}

/// Implements [`JoinLanes::visit`] or, if `EACH`, [`JoinLanes::weigh`].
#[inline(always)]
fn visit<const WORDS: usize, const EACH: bool>(
    tables: &[LaneTable],
    chunks: &[Chunk],
    visitors: [&[u64]; WORDS],
    (shifts, numbers): ([u64; 8], &mut [u64]),
    tally: &mut Lane512,
) {
    // The bits of all chunks of a word are put next to each other, once for all of them.
    let mut squeezers = [Squeezer::new(0); WORDS];
    for (word, squeezer) in squeezers.iter_mut().enumerate() {
        let mut bits = 0;
        for chunk in chunks {
            bits |= if chunk.word == word { chunk.bits } else { 0 };
        }
        *squeezer = Squeezer::new(bits);
    }
    let mut squeezed = [[0; VISITORS]; WORDS];
    for first in (0..visitors[0].len()).step_by(VISITORS) {
        let some = VISITORS.min(visitors[0].len() - first);
        for word in 0..WORDS {
            for (out, &own) in squeezed[word].iter_mut().zip(&visitors[word][first..first + some]) {
                *out = squeezers[word].squeeze(own);
            }
        }
        let all = 0..some;
        for visitor in all {
            let mut words = [0; WORDS];
            for word in 0..WORDS {
                words[word] = squeezed[word][visitor];
            }
            let mut all = Lane512([!0; 8]);
            for (table, chunk) in tables.iter().zip(chunks) {
                let own = &mut words[chunk.word];
                let number = chunk.bits.count_ones().min(CHUNK_BITS);
                all = all.and(table[*own as usize & ((1 << number) - 1)]);
                *own >>= number;
            }
            if EACH {
                for (word, shift) in all.0.iter().zip(shifts) {
                    if shift < 64 {
                        numbers[first + visitor] += u64::from(word.count_ones()) << shift;
                    }
                }
                continue;
            }
            for (tally, word) in tally.0.iter_mut().zip(all.0) {
                *tally += u64::from(word.count_ones());
            }
        }
    }
}

/// The number of visitors whose places in the tables are computed before the sets are looked up.
pub(crate) const VISITORS: usize = 128;

/// Returns the number of readable entries in each list of inner placements, and the number of half boards
/// that can be written, for [`JoinLanes::join_wanted`].
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(crate) fn extents<const JOINS: usize, const WORDS: usize>(
    inner: Joins<'_, JOINS>,
    words: [[&[u64]; 2]; WORDS],
    out: &[Buffer<u64>; WORDS],
) -> (usize, usize) {
    let read = inner.bits.iter().map(|bits| bits.len()).chain(words.iter().map(|[_, inners]| inners.len()));
    let written = out.iter().map(|out| out.items.len());
    (read.min().unwrap_or(0), written.min().unwrap_or(0))
}

/// Returns true if all lists are at least this long.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(crate) fn are_as_long(lists: &[impl Deref<Target = [u64]>], len: usize) -> bool {
    lists.iter().all(|list| list.len() >= len)
}

/// Compiles a task once for each set of instructions, as a method that receives the lanes.
macro_rules! vectored {
    ([$($generic:tt)*] $task:ty, $method:ident -> $output:ty) => {
        impl<$($generic)*> crate::engines::kernel::Vectored for $task {
            type Output = $output;

            #[inline(always)]
            fn portable(self) -> $output {
                self.$method($crate::engines::halves::lanes::PortableJoinLanes)
            }

            #[cfg(target_arch = "aarch64")]
            #[inline(always)]
            fn neon(self, lanes: crate::engines::kernel::Neon) -> $output {
                self.$method(lanes)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx2(self, lanes: crate::engines::kernel::Avx2) -> $output {
                self.$method(lanes)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, lanes: crate::engines::kernel::Avx512) -> $output {
                self.$method(lanes)
            }
        }
    };
}

pub(crate) use vectored;

/// The operations of the portable kernel.
#[derive(Clone, Copy)]
pub(crate) struct PortableJoinLanes;

impl JoinLanes for PortableJoinLanes {}

/// Moves some bits of words next to each other, in six steps that are prepared once (H. S. Warren, *Hacker's
/// Delight*, 7-4).
#[derive(Clone, Copy)]
struct Squeezer {
    kept: u64,
    moved: [u64; 6],
}

impl Squeezer {
    #[inline(always)]
    fn new(bits: u64) -> Self {
        let mut left = bits;
        // The dropped bits, one place up. The bits below each place are counted modulo two, which decides the
        // moves by one, then by two, …
        let mut dropped = !bits << 1;
        let mut moved = [0; 6];
        for (step, moved) in moved.iter_mut().enumerate() {
            let mut parity = dropped;
            for shift in 0..6 {
                parity ^= parity << (1 << shift);
            }
            *moved = parity & left;
            left = (left ^ *moved) | (*moved >> (1 << step));
            dropped &= !parity;
        }
        Self { kept: bits, moved }
    }

    #[inline(always)]
    fn squeeze(&self, word: u64) -> u64 {
        let mut word = word & self.kept;
        for (step, moved) in self.moved.iter().enumerate() {
            let moving = word & moved;
            word = (word ^ moving) | (moving >> (1 << step));
        }
        word
    }
}

/// Returns the intersection of one block of the two sets of a pair.
#[inline(always)]
fn intersect_block<const BLOCKS: usize>(
    outer: &Sets<BLOCKS>,
    inner: &Sets<BLOCKS>,
    block: usize,
    (one, other): (u8, u8),
) -> [u64; 8] {
    outer[usize::from(one)][block].and(inner[usize::from(other)][block]).0
}

/// Returns true if two placements have no bit in common.
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

/// Adds two sets to a running one, bit by bit, and returns the carry.
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

/// Turns 64 words into their 64 columns (the halving exchange of H. S. Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
fn transpose(rows: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask: u64 = !0 >> 32;
    while width > 0 {
        for row in 0..64 {
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

#[cfg(test)]
mod tests;
