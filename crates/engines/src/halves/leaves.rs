//! Lists of half boards, and the leaves of [splitting](super::splitting): two lists short enough to be
//! compared.
//!
//! 512 boards of one list are transposed, and tables have, for each value of some bits, the set of boards
//! with none of these bits. Every board of the other list looks up four or five such sets, and their
//! intersection is its partners. The caller decides what to do with the partners: they are counted, or
//! [noted](super::standing) for each board.

use super::lanes::{
    Blocks, Buffer, CHUNK_BITS, Chunk, JoinLanes, Lane512, LaneTable, MAX_CHUNKS, MAX_WORDS, TABLE, positions,
};
use std::ops::Range;

/// The number of boards of a list that are divided at once, so that there need not be room for all of them in
/// both parts.
pub(super) const AT_ONCE: usize = 1 << 16;

/// The words of half boards: as many slices as a board has words.
pub(super) type Words<'a, const WORDS: usize> = [&'a [u64]; WORDS];
/// The words of half boards, mutable, so that they can be reordered.
pub(super) type WordsMut<'a, const WORDS: usize> = [&'a mut [u64]; WORDS];

/// Half boards: those with no marked piece first, then those with one, then those with two.
#[derive(Clone)]
pub(super) struct List<Words> {
    pub(super) words: Words,
    /// The ends of the three classes.
    pub(super) ends: [usize; 3],
}

/// The buffers of a leaf.
pub(super) struct LeafBuffers {
    /// The boards of either side that do not meet the common bits of the other side.
    pub(super) left: [Vec<Buffer<u64>>; 2],
    pub(super) slices: Vec<Blocks<1>>,
    pub(super) tables: Vec<LaneTable>,
}

impl Default for LeafBuffers {
    fn default() -> Self {
        Self {
            left: Default::default(),
            slices: vec![[Lane512::EMPTY]; 64 * MAX_WORDS],
            tables: vec![[Lane512::EMPTY; TABLE]; MAX_CHUNKS],
        }
    }
}

impl<Words> List<Words> {
    /// Returns the ranges of the boards of each class.
    #[inline(always)]
    pub(super) fn classes(&self) -> [Range<usize>; 3] {
        let [first, second, third] = self.ends;
        [0..first, first..second, second..third]
    }
}

/// The bits that matter in a leaf.
pub(super) struct LeafBits<const WORDS: usize> {
    /// For each word, the relevant bits and their number.
    relevant: [([u8; 64], usize); WORDS],
    /// The relevant bits in chunks of almost equal size, at least one.
    chunks: [Chunk; MAX_CHUNKS],
    number: usize,
}

impl<const WORDS: usize> LeafBits<WORDS> {
    /// Returns the relevant bits of these lists among the `free` ones. Boards that meet the common bits of
    /// the other list are removed, if there are any. `None` if no board is left.
    #[inline(always)]
    pub(super) fn new<'a>(
        lanes: impl JoinLanes,
        lists: &mut [List<Words<'a, WORDS>>; 2],
        free: [u64; WORDS],
        left: &'a mut [Vec<Buffer<u64>>; 2],
    ) -> Option<Self> {
        let (mut all, mut any) = ([[0; WORDS]; 2], [[0; WORDS]; 2]);
        for side in 0..2 {
            for word in 0..WORDS {
                [all[side][word], any[side][word]] = lanes.common_bits(lists[side].words[word]);
            }
        }
        // The common bits of a side exclude boards of the other side, and then do not matter any more.
        for (side, left) in left.iter_mut().enumerate() {
            let (mut met, mut meets) = ([0; WORDS], 0);
            for word in 0..WORDS {
                met[word] = all[1 - side][word] & any[side][word] & free[word];
                meets |= met[word];
            }
            if meets != 0 {
                let ends = select(lanes, &lists[side], met, left);
                let words = words_of::<WORDS>(left).map(|words| &*words);
                lists[side] = List { words, ends };
                if ends[2] == 0 {
                    return None;
                }
            }
        }
        // The relevant bits, in chunks of almost equal size.
        let mut chunks = [Chunk::default(); MAX_CHUNKS];
        let (mut number, mut relevant) = (0, [([0; 64], 0); WORDS]);
        for word in 0..WORDS {
            let bits = any[0][word] & any[1][word] & !all[0][word] & !all[1][word] & free[word];
            relevant[word] = positions(bits);
            let (of_word, some) = (&relevant[word].0, relevant[word].1);
            let parts = some.div_ceil(CHUNK_BITS as usize);
            for part in 0..parts {
                let mut bits = 0;
                for &bit in &of_word[some * part / parts..some * (part + 1) / parts] {
                    bits |= 1 << bit;
                }
                chunks[number] = Chunk { word, bits };
                number += 1;
            }
        }
        Some(Self { relevant, chunks, number: number.max(1) })
    }
}

/// The treatment of a block of boards on the lanes, in groups of 64 of one class each: the number of boards,
/// and their class.
pub(super) trait Visit<const WORDS: usize> {
    /// Lets all visiting boards look up the boards with none of their bits.
    fn visit(
        &mut self,
        lanes: impl JoinLanes,
        groups: &[(usize, usize)],
        tables: (&[LaneTable], &[Chunk]),
        visiting: &List<Words<'_, WORDS>>,
    );
}

/// Puts the boards of the first list on lanes, 512 at a time, and lets those of the second one visit them.
#[inline(always)]
pub(super) fn look_up<const WORDS: usize>(
    lanes: impl JoinLanes,
    [on_lanes, visiting]: &[List<Words<'_, WORDS>>; 2],
    LeafBits { relevant, chunks, number }: &LeafBits<WORDS>,
    (slices, tables): (&mut [Blocks<1>], &mut [LaneTable]),
    visit: &mut impl Visit<WORDS>,
) {
    let chunks = &chunks[..*number];
    let mut groups = [(0, 0); 8];
    let mut filled = 0;
    let (mut class, mut next) = (0, 0);
    loop {
        // Boards of different classes are in different groups of 64.
        while class < 3 && next == on_lanes.ends[class] {
            class += 1;
        }
        if class < 3 && filled < 8 {
            let end = on_lanes.ends[class].min(next + 64);
            let mut first = 0;
            for (word, (bits, number)) in relevant.iter().enumerate() {
                let words = &on_lanes.words[word][next..end];
                lanes.slice(words, &bits[..*number], (0, filled), &mut slices[first..]);
                first += number;
            }
            groups[filled] = (end - next, class);
            filled += 1;
            next = end;
            continue;
        }
        if filled == 0 {
            return;
        }
        let mut valid = Lane512::EMPTY;
        for (valid, &(boards, _)) in valid.0.iter_mut().zip(&groups[..filled]) {
            *valid = !0 >> (64 - boards);
        }
        let mut first = 0;
        for (number, (table, chunk)) in tables.iter_mut().zip(chunks).enumerate() {
            table[0] = if number == 0 { valid } else { Lane512([!0; 8]) };
            let bits = chunk.bits.count_ones() as usize;
            for (bit, slice) in slices[first..first + bits].iter().enumerate() {
                let (done, next) = table.split_at_mut(1 << bit);
                for (set, next) in done.iter().zip(next) {
                    [*next] = lanes.intersect_sets(&[*set], slice);
                }
            }
            first += bits;
        }
        visit.visit(lanes, &groups[..filled], (&tables[..chunks.len()], chunks), visiting);
        filled = 0;
    }
}

/// Copies the boards of a list that have none of these bits. Returns the ends of their classes.
#[inline(always)]
pub(super) fn select<const WORDS: usize>(
    lanes: impl JoinLanes,
    list: &List<Words<'_, WORDS>>,
    bits: [u64; WORDS],
    buffers: &mut Vec<Buffer<u64>>,
) -> [usize; 3] {
    let mut ends = [0; 3];
    let mut copied = 0;
    for (end, range) in ends.iter_mut().zip(list.classes()) {
        for first in range.clone().step_by(AT_ONCE) {
            let some = first..range.end.min(first + AT_ONCE);
            let out = boards_from(room::<WORDS>(buffers, copied, some.len()), copied);
            copied += lanes.select(of_range(&list.words, some), bits, out);
        }
        *end = copied;
    }
    room::<WORDS>(buffers, copied, 0);
    ends
}

/// Returns room in these buffers for `boards` boards behind the present ones.
#[inline(always)]
pub(super) fn room<const WORDS: usize>(
    buffers: &mut Vec<Buffer<u64>>,
    already: usize,
    boards: usize,
) -> WordsMut<'_, WORDS> {
    buffers.resize_with(WORDS, Buffer::default);
    for buffer in &mut *buffers {
        buffer.len = already;
        buffer.reserve(boards);
    }
    let mut buffers = buffers.iter_mut();
    std::array::from_fn(|_| buffers.next().map_or(&mut [][..], |buffer| &mut buffer.items))
}

/// Returns the boards in these buffers.
pub(super) fn words_of<const WORDS: usize>(buffers: &mut [Buffer<u64>]) -> WordsMut<'_, WORDS> {
    let mut buffers = buffers.iter_mut();
    std::array::from_fn(|_| buffers.next().map_or(&mut [][..], |buffer| &mut buffer.items[..buffer.len]))
}

/// Returns the boards of a list from a number on.
#[inline(always)]
pub(super) fn boards_from<const WORDS: usize>(
    list: WordsMut<'_, WORDS>,
    first: usize,
) -> WordsMut<'_, WORDS> {
    list.map(|words| &mut words[first..])
}

#[inline(always)]
pub(super) fn of_range<'a, const WORDS: usize>(
    list: &Words<'a, WORDS>,
    range: Range<usize>,
) -> Words<'a, WORDS> {
    list.map(|words| &words[range.clone()])
}
