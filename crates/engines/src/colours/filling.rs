//! A block of a matrix: for 64 sets of columns of one lattice and all placements of the other one, the numbers
//! of pairs that do not attack each other.
//!
//! The placements of the lanes are selected by the pieces of a prefix, one after another. Those that are left
//! fill slots, eight to a byte. Their words are turned into columns: for each bit the set of slots without it.
//! A square leaves those slots alone that have none of its bits. Then each leaf takes a few instructions for
//! all its pairs with 64 sets of columns.

use super::forest::{ANYWHERE, Forest, Prefix};
use super::lanes::{Cell, Leaves, MAX_VECTORS, Row, SlotLanes, Slots};
use super::lattice::{ABSENT, BITS, LANE_SHIFT, LANES};
use crate::engines::halves::lanes::{Blocks, Lane512, MARGIN, vectored};

/// The number of placements in a byte.
const IN_BYTE: usize = 8;
/// The maximum number of placements of a lane that are counted at once: no byte overflows.
const MAX_AT_ONCE: usize = MAX_VECTORS * IN_BYTE;
/// The number of words that are turned at once: the slots of eight lanes.
const WORDS_AT_ONCE: usize = 64;

/// The buffers of a thread.
pub(super) struct Buffers<const WORDS: usize> {
    /// The placements that the first pieces of a prefix leave alone, by their number.
    levels: Vec<[Vec<u64>; WORDS]>,
    lens: Vec<usize>,
    slots: Slots,
    /// For each vector and each bit, the slots without it.
    columns: Vec<Blocks<1>>,
}

impl<const WORDS: usize> Default for Buffers<WORDS> {
    fn default() -> Self {
        Self { levels: Vec::new(), lens: Vec::new(), slots: Slots::default(), columns: Vec::new() }
    }
}

/// A block to fill.
pub(super) struct Filling<'a, const WORDS: usize, C> {
    /// The placements of the lanes, in the order of lanes, with room behind them, and their number.
    pub(super) lanes: ([&'a [u64]; WORDS], usize),
    pub(super) forest: &'a Forest,
    /// For each place of the forest's lattice, the bits of a piece there.
    pub(super) bits: &'a [[u64; WORDS]],
    /// The numbers, to which the pairs are added.
    pub(super) rows: &'a mut [Row<C>],
    pub(super) buffers: &'a mut Buffers<WORDS>,
    pub(super) should_stop: &'a dyn Fn() -> bool,
}

vectored!([const WORDS: usize, C: Cell] Filling<'_, WORDS, C>, fill -> bool);

impl<const WORDS: usize, C: Cell> Filling<'_, WORDS, C> {
    /// Adds all pairs, and returns whether it was not stopped.
    #[inline(always)]
    fn fill(self, kernel: impl SlotLanes) -> bool {
        let Self { lanes: (lanes, len), forest, bits, rows, buffers, should_stop } = self;
        if len == 0 {
            return true;
        }
        buffers.levels.resize_with(buffers.levels.len().max(forest.depth), || [const { Vec::new() }; WORDS]);
        for level in buffers.levels.iter_mut().flatten() {
            if level.len() < len + MARGIN {
                level.resize(len + MARGIN, 0);
            }
        }
        buffers.lens.resize(forest.depth.max(buffers.lens.len()), 0);
        for (number, prefix) in forest.prefixes.iter().enumerate() {
            if number % PREFIXES_BETWEEN_STOPS == PREFIXES_BETWEEN_STOPS - 1 && should_stop() {
                return false;
            }
            let squares = &forest.squares[number * forest.depth..][..forest.depth];
            for depth in prefix.shared..forest.depth {
                let taken = bits[usize::from(squares[depth])];
                let (before, after) = buffers.levels.split_at_mut(depth);
                let from = match before.last() {
                    None => lanes.map(|words| &words[..len]),
                    Some(list) => list.each_ref().map(|words| &words[..buffers.lens[depth - 1]]),
                };
                buffers.lens[depth] = kernel.select(from, taken, after[0].each_mut().map(Vec::as_mut_slice));
            }
            let Buffers { levels, lens, slots, columns } = &mut *buffers;
            let left = match forest.depth.checked_sub(1) {
                None => (lanes, len),
                Some(last) => (levels[last].each_ref().map(Vec::as_slice), lens[last]),
            };
            if left.1 > 0 {
                visit_prefix(kernel, (forest, prefix), bits, left, (slots, columns), rows);
            }
        }
        true
    }
}

/// The number of prefixes after which a count may be stopped.
const PREFIXES_BETWEEN_STOPS: usize = 1024;

/// Adds the pairs of the placements that a prefix leaves alone.
#[inline(always)]
fn visit_prefix<const WORDS: usize, C: Cell>(
    kernel: impl SlotLanes,
    (forest, prefix): (&Forest, &Prefix),
    bits: &[[u64; WORDS]],
    (left, len): ([&[u64]; WORDS], usize),
    (slots, columns): (&mut Slots, &mut Vec<Blocks<1>>),
    rows: &mut [Row<C>],
) {
    let open = &forest.open[prefix.open.clone()];
    // The ends of the lists of all lanes.
    let mut ends = [0u32; LANES];
    for (number, &word) in left[WORDS - 1][..len].iter().enumerate() {
        ends[(word >> LANE_SHIFT) as usize] = number as u32 + 1;
    }
    let (mut firsts, mut lens, mut end) = ([0; LANES], [0; LANES], 0);
    for lane in 0..LANES {
        firsts[lane] = end;
        end = end.max(ends[lane] as usize);
        lens[lane] = end - firsts[lane];
    }
    let lines = Lines::new(open, bits);
    let leaves =
        Leaves { stems: &forest.stems[prefix.stems.clone()], leaves: &forest.leaves[prefix.first_leaf..] };
    loop {
        let now = lens.map(|len: usize| len.min(MAX_AT_ONCE));
        slots.vectors = now.iter().fold(1, |most, len| most.max(len.div_ceil(IN_BYTE)));
        lines.turn(kernel, left, (&firsts, &now), (slots, columns));
        C::visit(kernel, slots, leaves, rows);
        let mut rest = 0;
        for lane in 0..LANES {
            firsts[lane] += now[lane];
            lens[lane] -= now[lane];
            rest |= lens[lane];
        }
        if rest == 0 {
            break;
        }
    }
}

/// The bits that matter to the open squares of a prefix.
struct Lines<'a, const WORDS: usize> {
    open: &'a [u8],
    /// For each word, the bits; the first bit of the first word is the one that only absent placements have.
    bits: [([u8; WORDS_AT_ONCE], usize); WORDS],
    /// For each open square, the numbers of its bits in all words.
    of_square: Vec<u16>,
    ends: Vec<usize>,
}

impl<'a, const WORDS: usize> Lines<'a, WORDS> {
    #[inline(always)]
    fn new(open: &'a [u8], of_place: &[[u64; WORDS]]) -> Self {
        let mut needed = [0u64; WORDS];
        needed[0] |= 1 << ABSENT;
        for &place in open {
            needed.iter_mut().zip(of_place[usize::from(place)]).for_each(|(all, own)| *all |= own);
        }
        let mut numbers = [[0u16; 64]; WORDS];
        let mut bits = [([0u8; WORDS_AT_ONCE], 0); WORDS];
        let mut next = 0;
        for word in 0..WORDS {
            // From the highest bit down, so that the absent ones come first.
            for bit in (0..=BITS).rev().filter(|bit| needed[word] >> bit & 1 == 1) {
                let (list, len) = &mut bits[word];
                list[*len] = bit as u8;
                *len += 1;
                numbers[word][bit] = next;
                next += 1;
            }
        }
        let (mut of_square, mut ends) = (Vec::with_capacity(4 * open.len()), Vec::with_capacity(open.len()));
        for &place in open {
            for (word, numbers) in numbers.iter().enumerate() {
                let mut own = of_place[usize::from(place)][word];
                while own != 0 {
                    of_square.push(numbers[own.trailing_zeros() as usize]);
                    own &= own - 1;
                }
            }
            ends.push(of_square.len());
        }
        Self { open, bits, of_square, ends }
    }

    /// Fills the slots with the placements of all lanes, and finds those that each open square leaves alone.
    #[inline(always)]
    fn turn(
        &self,
        kernel: impl SlotLanes,
        left: [&[u64]; WORDS],
        (firsts, lens): (&[usize; LANES], &[usize; LANES]),
        (slots, columns): (&mut Slots, &mut Vec<Blocks<1>>),
    ) {
        let lines: usize = self.bits.iter().map(|(_, len)| len).sum();
        let vectors = slots.vectors;
        let needed = (usize::from(ANYWHERE) + 1) * vectors;
        if slots.masks.len() < needed {
            slots.masks.resize(needed, Lane512::EMPTY);
        }
        if columns.len() < lines * vectors {
            columns.resize(lines * vectors, [Lane512::EMPTY]);
        }
        let columns = columns.as_mut_slice();
        for vector in 0..vectors {
            let skipped = vector * IN_BYTE;
            let mut first = lines * vector;
            for (word, (bits, len)) in self.bits.iter().enumerate() {
                for group in 0..LANES / IN_BYTE {
                    let mut words = [!0u64; WORDS_AT_ONCE];
                    for (words, lane) in words.as_chunks_mut::<IN_BYTE>().0.iter_mut().zip(IN_BYTE * group..)
                    {
                        if skipped < lens[lane] {
                            copy(words, &left[word][firsts[lane] + skipped..], lens[lane] - skipped);
                        }
                    }
                    kernel.slice::<1>(&words, &bits[..*len], (0, group), &mut columns[first..first + len]);
                }
                first += len;
            }
            let columns = &columns[lines * vector..][..lines];
            let present = &columns[0];
            let mut start = 0;
            for (&place, &end) in self.open.iter().zip(&self.ends) {
                let [mask] = kernel.intersect::<1>(present, columns, &self.of_square[start..end]);
                slots.masks[usize::from(place) * vectors + vector] = mask;
                start = end;
            }
            slots.masks[usize::from(ANYWHERE) * vectors + vector] = present[0];
        }
    }
}

/// Words to be added to eight words of which only the first ones, by their number, are placements.
static ABSENT_WORDS: [[u64; IN_BYTE]; IN_BYTE + 1] = {
    let mut words = [[!0; IN_BYTE]; IN_BYTE + 1];
    let mut number = 0;
    while number <= IN_BYTE {
        let mut at = 0;
        while at < number {
            words[number][at] = 0;
            at += 1;
        }
        number += 1;
    }
    words
};

/// Copies up to eight words; the others get all bits. Others can be read behind the last word.
#[inline(always)]
fn copy(words: &mut [u64; IN_BYTE], from: &[u64], len: usize) {
    let absent = &ABSENT_WORDS[len.min(IN_BYTE)];
    if let Some(from) = from.first_chunk::<IN_BYTE>() {
        for at in 0..IN_BYTE {
            words[at] = from[at] | absent[at];
        }
    }
}
