//! The [operations on half boards](super::lanes) in NEON: a set of 512 is four registers.
//!
//! Selected words of a register are packed by a table look-up. Another table has the permutation for each
//! choice. Bits are counted directly: an instruction counts the bits of each byte, so adders like those for
//! AVX2 would take longer. Set lanes become a number by taking a bit for each and adding up neighbours. The
//! same method turns bits of a word into a number, sixteen words at a time, and 64 words into their columns.
//!
//! All other operations are as fast in the portable kernel, which is also compiled for NEON.

use super::lanes::{
    Blocks, Buffer, CHUNK_BITS, Chunk, HalfBoardFilter, JoinLanes, Joins, Lane512, LaneTable, MARGIN, MARK,
    Pairs, Partners, PortableJoinLanes, Sets, TABLE, UnmarkedTreatment, are_as_long, extents, positions,
};
use crate::engines::kernel::{Neon, load, store};
use std::arch::aarch64::*;
use std::hint::black_box;
use std::ops::Range;

/// The number of placements that are compared at once.
const LANES: usize = 8;
/// The number of half boards that are packed at once.
const BOARDS: usize = 4;
/// The number of visitors whose places in the tables are computed at once.
const VISITORS: usize = 16;
/// The number of sets that are added to a byte of a sum: each adds at most eight, so that this number does
/// not overflow it.
const SETS: usize = 31;

const _: () = assert!(MARGIN >= LANES && SETS * 8 <= u8::MAX as usize);

/// For each choice of eight bytes, their numbers, next to each other.
static PACKED_BYTES: [[u8; 8]; 256] = {
    let mut packed = [[0; 8]; 256];
    let mut wanted = 0;
    while wanted < 256 {
        let (mut byte, mut at) = (0, 0);
        while byte < 8 {
            if wanted >> byte & 1 == 1 {
                packed[wanted][at] = byte as u8;
                at += 1;
            }
            byte += 1;
        }
        wanted += 1;
    }
    packed
};

/// For each choice of four words, the numbers of their bytes, next to each other.
static PACKED_WORDS: [[u8; 32]; 16] = {
    let mut packed = [[0; 32]; 16];
    let mut wanted = 0;
    while wanted < 16 {
        let mut at = 0;
        while at < 32 {
            packed[wanted][at] = 8 * PACKED_BYTES[wanted][at / 8] + (at % 8) as u8;
            at += 1;
        }
        wanted += 1;
    }
    packed
};

/// The number of chosen bytes for each choice.
static CHOSEN: [u8; 256] = {
    let mut chosen = [0; 256];
    let mut wanted = 0_usize;
    while wanted < 256 {
        chosen[wanted] = wanted.count_ones() as u8;
        wanted += 1;
    }
    chosen
};

/// A bit for each of four lanes.
static WORTH: [u32; 4] = [1, 2, 4, 8];
/// 0, 1, 2, …
static NUMBERS: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// A bit for each byte of a word, twice.
static WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// Returns which of the eight placements from `at` on do not meet the outer one: their lanes are all ones.
///
/// # Safety
/// All lists must have at least [`LANES`] words from `at` on.
#[target_feature(enable = "neon")]
#[inline]
unsafe fn at_peace<const JOINS: usize>(
    own: &[uint32x4_t; JOINS],
    inner: Joins<'_, JOINS>,
    at: usize,
) -> [uint32x4_t; 2] {
    let mut met = [vdupq_n_u32(0); 2];
    for (own, bits) in own.iter().zip(inner.bits) {
        debug_assert!(at + LANES <= bits.len());
        // SAFETY: the caller guarantees it.
        let halves = unsafe { bits.as_ptr().add(at).cast::<[uint32x4_t; 2]>().read_unaligned() };
        for (met, bits) in met.iter_mut().zip(halves) {
            *met = vorrq_u32(*met, vandq_u32(*own, bits));
        }
    }
    met.map(|met| vceqzq_u32(met))
}

/// Returns which of the first `there` of eight lanes are set, as the bits of a number.
#[target_feature(enable = "neon")]
#[inline]
fn set_lanes(lanes: [uint32x4_t; 2], there: usize) -> usize {
    let [low, high] = lanes.map(|lanes| vreinterpretq_u16_u32(lanes));
    let is_there = vclt_u8(load(&NUMBERS), vdup_n_u8(there.min(LANES) as u8));
    let bits = vand_u8(load(&WEIGHTS), vand_u8(is_there, vmovn_u16(vuzp1q_u16(low, high))));
    usize::from(vaddv_u8(bits))
}

/// Adds a pair for each of the inner placements `others` that does not meet the outer one of number `one`;
/// their numbers count from `first`.
#[target_feature(enable = "neon")]
#[inline]
fn add_pairs<const JOINS: usize>(
    (own, one): (&[uint32x4_t; JOINS], u8),
    (inner, first): (Joins<'_, JOINS>, usize),
    others: Range<usize>,
    out: &mut Pairs,
) {
    let mut len = out.len();
    let room = out.outer.items.len().min(out.inner.items.len());
    let readable = inner.bits.iter().map(|bits| bits.len()).min().unwrap_or(0);
    let most = others.len();
    assert!(others.start + most + MARGIN <= readable && len + most + MARGIN <= room, "lists have room");
    let (to_outer, to_inner) = (out.outer.items.as_mut_ptr(), out.inner.items.as_mut_ptr());
    for at in others.clone().step_by(LANES) {
        // SAFETY: behind the last placement all lists have a `MARGIN`. At most as many pairs are written as
        // there are placements, for which there is room, plus a `MARGIN` for the last register.
        unsafe {
            let chosen = set_lanes(at_peace(own, inner, at), others.end - at);
            let numbers = vadd_u8(load(&NUMBERS), vdup_n_u8((at - first) as u8));
            let packed = vtbl1_u8(numbers, load(&PACKED_BYTES[chosen % 256]));
            to_outer.add(len).cast::<uint8x8_t>().write_unaligned(vdup_n_u8(one));
            to_inner.add(len).cast::<uint8x8_t>().write_unaligned(packed);
            len += usize::from(CHOSEN[chosen % 256]);
        }
    }
    out.set_len(len);
}

/// Implements [`JoinLanes::pair`].
#[target_feature(enable = "neon")]
#[inline]
fn pair<const JOINS: usize>(
    (outer, range): (Joins<'_, JOINS>, Range<usize>),
    inner: (Joins<'_, JOINS>, usize),
    partners: &Partners,
    unmarked: UnmarkedTreatment,
    out: &mut [Pairs; 3],
) {
    for one in range.clone() {
        let [start, border, end] = partners[usize::from(outer.cells[one] / 2)].map(|at| at as usize);
        let marks = usize::from(outer.cells[one] % 2);
        let own = outer.bits.map(|bits| vdupq_n_u32(bits[one]));
        for (part, others) in [start..border, border..end].into_iter().enumerate() {
            let list = match (marks + part, unmarked) {
                (0, UnmarkedTreatment::Skipped) => continue,
                (0, UnmarkedTreatment::AsOne) => 1,
                (marks, _) => marks,
            };
            add_pairs((&own, (one - range.start) as u8), inner, others, &mut out[list]);
        }
    }
}

/// Implements [`JoinLanes::join_wanted`].
#[target_feature(enable = "neon")]
#[inline]
fn join<const JOINS: usize, const WORDS: usize, const WANTED: u8>(
    (outer, range): (Joins<'_, JOINS>, Range<usize>),
    inner: Joins<'_, JOINS>,
    partners: &Partners,
    words: [[&[u64]; 2]; WORDS],
    out: &mut [Buffer<u64>; WORDS],
) {
    let mut len = out[0].len;
    let (readable, room) = extents(inner, words, out);
    let (mark, marks) = (vdupq_n_u64(1 << MARK), vdupq_n_u64(3 << MARK));
    // Without this, the addresses of the lists would be loaded for each word that is written.
    let lists = out.each_mut().map(|out| out.items.as_mut_ptr());
    for one in range {
        let [start, _, end] = partners[usize::from(outer.cells[one] / 2)].map(|at| at as usize);
        let most = end.saturating_sub(start);
        assert!(start + most + MARGIN <= readable && len + most + MARGIN <= room, "lists have room");
        let own = outer.bits.map(|bits| vdupq_n_u32(bits[one]));
        let own_words = words.map(|[outers, _]| vdupq_n_u64(outers[one]));
        let own_mark = vandq_u64(own_words[WORDS - 1], mark);
        for at in (start..end).step_by(LANES) {
            // SAFETY: behind the last placement all of these lists have a `MARGIN`. At most as many boards
            // are written as there are partners, for which there is room, plus a `MARGIN` for the last
            // registers.
            unsafe {
                let mut kept = at_peace(&own, inner, at);
                let joined: [[uint64x2_t; 4]; WORDS] = std::array::from_fn(|word| {
                    let inners = words[word][1].as_ptr().add(at).cast::<[uint64x2_t; 4]>().read_unaligned();
                    inners.map(|inners| {
                        let joined = vorrq_u64(own_words[word], inners);
                        if WANTED == HalfBoardFilter::Unmarked as u8 || word < WORDS - 1 {
                            return joined;
                        }
                        let both = vandq_u64(own_mark, inners);
                        vorrq_u64(joined, vaddq_u64(both, both))
                    })
                });
                if WANTED == HalfBoardFilter::Marked as u8 {
                    let [a, b, c, d] =
                        joined[WORDS - 1].map(|words| vreinterpretq_u32_u64(vtstq_u64(words, marks)));
                    kept[0] = vandq_u32(kept[0], vuzp1q_u32(a, b));
                    kept[1] = vandq_u32(kept[1], vuzp1q_u32(c, d));
                }
                let chosen = set_lanes(kept, end - at);
                for half in 0..LANES / BOARDS {
                    let chosen = chosen >> (BOARDS * half) & 0xf;
                    for word in 0..WORDS {
                        let boards = [joined[word][2 * half], joined[word][2 * half + 1]];
                        pack(chosen, boards, lists[word].add(len));
                    }
                    len += usize::from(CHOSEN[chosen]);
                }
            }
        }
    }
    out.iter_mut().for_each(|out| out.len = len);
}

/// Writes the chosen ones of four boards next to each other, followed by any others: four boards in all.
///
/// # Safety
/// There must be room for four boards.
#[target_feature(enable = "neon")]
#[inline]
unsafe fn pack(chosen: usize, [low, high]: [uint64x2_t; 2], out: *mut u64) {
    let packing = &PACKED_WORDS[chosen % 16];
    let boards = uint8x16x2_t(vreinterpretq_u8_u64(low), vreinterpretq_u8_u64(high));
    let packed = [vqtbl2q_u8(boards, load(packing)), vqtbl2q_u8(boards, load(&packing[16..]))];
    // SAFETY: the caller guarantees it.
    unsafe { out.cast::<[uint8x16_t; 2]>().write_unaligned(packed) };
}

/// Returns which of four words have none of these bits: a lane for each.
#[target_feature(enable = "neon")]
#[inline]
fn disjoint_words([low, high]: [uint64x2_t; 2], bits: uint64x2_t) -> uint32x4_t {
    let [low, high] = [vtstq_u64(low, bits), vtstq_u64(high, bits)];
    vmvnq_u32(vuzp1q_u32(vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high)))
}

/// Returns which of four lanes are set, as the bits of a number.
#[target_feature(enable = "neon")]
#[inline]
fn chosen_of_four(lanes: uint32x4_t) -> usize {
    vaddvq_u32(vandq_u32(lanes, load(&WORTH))) as usize
}

/// Returns the four words from a board on.
///
/// # Safety
/// The list must have four words from this board on.
#[target_feature(enable = "neon")]
#[inline]
unsafe fn words_at(list: &[u64], at: usize) -> [uint64x2_t; 2] {
    debug_assert!(at + BOARDS <= list.len());
    // SAFETY: the caller guarantees it.
    unsafe { list.as_ptr().add(at).cast::<[uint64x2_t; 2]>().read_unaligned() }
}

/// Implements [`JoinLanes::select`] for all boards except the last ones, fewer than four.
#[target_feature(enable = "neon")]
#[inline]
fn select<const WORDS: usize>(
    boards: [&[u64]; WORDS],
    bits: [u64; WORDS],
    out: &mut [&mut [u64]; WORDS],
) -> usize {
    let whole = boards[0].len() - boards[0].len() % BOARDS;
    assert!(
        are_as_long(&boards, whole) && are_as_long(out, whole),
        "lists are equally long, and there is room"
    );
    let mut len = 0;
    for at in (0..whole).step_by(BOARDS) {
        // SAFETY: the list has four more boards, and no more were written than were read.
        unsafe {
            let mut wanted = vdupq_n_u32(!0);
            for word in 0..WORDS {
                let words = words_at(boards[word], at);
                wanted = vandq_u32(wanted, disjoint_words(words, vdupq_n_u64(bits[word])));
            }
            let chosen = chosen_of_four(wanted);
            for word in 0..WORDS {
                pack(chosen, words_at(boards[word], at), out[word].as_mut_ptr().add(len));
            }
            len += usize::from(CHOSEN[chosen % 16]);
        }
    }
    len
}

/// Implements [`JoinLanes::split`] for all boards except the last ones, fewer than four. Returns the number
/// of boards that stay, and of those that do not.
#[target_feature(enable = "neon")]
#[inline]
fn split<const WORDS: usize>(
    boards: &mut [&mut [u64]; WORDS],
    (range, left): (Range<usize>, usize),
    (word_of_bit, bit): (usize, u32),
    with: &mut [&mut [u64]; WORDS],
) -> [usize; 2] {
    let (mut kept, mut moved) = (left, 0);
    assert!(left <= range.start && are_as_long(boards, range.end), "boards are moved to the front");
    assert!(are_as_long(with, range.len()), "there is room");
    let bit = vdupq_n_u64(1 << bit);
    for at in range.step_by(BOARDS) {
        // SAFETY: the list has four more boards. No more were moved than were read, and `kept` never exceeds
        // `at`, so only boards that were read are overwritten.
        unsafe {
            let stays = chosen_of_four(disjoint_words(words_at(boards[word_of_bit], at), bit));
            for word in 0..WORDS {
                let words = words_at(boards[word], at);
                pack(!stays, words, with[word].as_mut_ptr().add(moved));
                pack(stays, words, boards[word].as_mut_ptr().add(kept));
            }
            let number = usize::from(CHOSEN[stays % 16]);
            kept += number;
            moved += BOARDS - number;
        }
    }
    [kept - left, moved]
}

/// Returns the bytes of 64 words: all lowest ones, all second ones, and so on.
#[target_feature(enable = "neon")]
#[inline]
fn by_byte(words: &[u64; 64]) -> [[uint8x16_t; 4]; 8] {
    let mut bytes = [[vdupq_n_u8(0); 4]; 8];
    for (part, words) in words.as_chunks::<16>().0.iter().enumerate() {
        // SAFETY: sixteen words are two times 64 bytes. Of each eight words a register has the bytes that are
        // four apart.
        let [one, other] = unsafe { [0, 8].map(|at| vld4q_u8(words.as_ptr().add(at).cast())) };
        for (low, (one, other)) in
            [(one.0, other.0), (one.1, other.1), (one.2, other.2), (one.3, other.3)].into_iter().enumerate()
        {
            bytes[low][part] = vuzp1q_u8(one, other);
            bytes[low + 4][part] = vuzp2q_u8(one, other);
        }
    }
    bytes
}

/// Implements [`JoinLanes::slice`] for 64 words.
#[target_feature(enable = "neon")]
#[inline]
fn slice<const BLOCKS: usize>(
    words: &[u64; 64],
    bits: &[u8],
    (block, group): (usize, usize),
    sets: &mut [Blocks<BLOCKS>],
) {
    let bytes = by_byte(words);
    // If the compiler knew that they have no bits in common, it would make three instructions of each sum.
    let weights = black_box(load(&WEIGHTS));
    for (set, &bit) in sets.iter_mut().zip(bits) {
        let mask = vdupq_n_u8(1 << (bit % 8));
        let [a, b, c, d] = bytes[usize::from(bit / 8 % 8)].map(|own| vbicq_u8(weights, vtstq_u8(own, mask)));
        let sum = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
        set[block].0[group] = vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)));
    }
}

/// Adds the number of bits of each byte of a set to sums.
#[target_feature(enable = "neon")]
#[inline]
fn add_size(sums: &mut [uint8x16_t; 4], set: [uint64x2_t; 4]) {
    for (sum, set) in sums.iter_mut().zip(set) {
        *sum = vaddq_u8(*sum, vcntq_u8(vreinterpretq_u8_u64(set)));
    }
}

/// Returns the registers of a set.
#[inline(always)]
fn registers(set: &Lane512) -> [uint64x2_t; 4] {
    [load(&set.0), load(&set.0[2..]), load(&set.0[4..]), load(&set.0[6..])]
}

/// Returns the intersection of two sets.
#[target_feature(enable = "neon")]
#[inline]
fn intersect(mut set: [uint64x2_t; 4], other: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
    for (set, other) in set.iter_mut().zip(other) {
        *set = vandq_u64(*set, other);
    }
    set
}

/// Adds up the bytes of each word.
#[target_feature(enable = "neon")]
#[inline]
fn of_words(bytes: uint8x16_t) -> uint64x2_t {
    vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes)))
}

/// Implements [`JoinLanes::count`].
#[target_feature(enable = "neon")]
#[inline]
fn count<const BLOCKS: usize>(outer: (&Sets<BLOCKS>, &[u8]), inner: (&Sets<BLOCKS>, &[u8])) -> uint64x2_t {
    let mut count = vdupq_n_u64(0);
    for (ones, others) in outer.1.chunks(SETS / BLOCKS).zip(inner.1.chunks(SETS / BLOCKS)) {
        let mut sums = [vdupq_n_u8(0); 4];
        for (&one, &other) in ones.iter().zip(others) {
            for (one, other) in outer.0[usize::from(one)].iter().zip(&inner.0[usize::from(other)]) {
                add_size(&mut sums, intersect(registers(one), registers(other)));
            }
        }
        for sum in sums {
            count = vaddq_u64(count, of_words(sum));
        }
    }
    count
}

/// Returns, for each bit of a chunk, the index of its byte in a word, the bit, and its worth in the value;
/// for two words. Unused bytes are worth nothing.
#[target_feature(enable = "neon")]
#[inline]
fn places(chunk: Chunk) -> [uint8x16_t; 3] {
    let (positions, some) = positions(chunk.bits);
    let [mut bytes, mut bits, mut worth] = [[0_u8; 16]; 3];
    for at in 0..some.min(CHUNK_BITS as usize) {
        for word in 0..2 {
            bytes[8 * word + at] = positions[at] / 8 + 8 * word as u8;
            bits[8 * word + at] = 1 << (positions[at] % 8);
            worth[8 * word + at] = 1 << at;
        }
    }
    [load(&bytes), load(&bits), load(&worth)]
}

/// Returns the value of each of sixteen words in a chunk.
#[target_feature(enable = "neon")]
#[inline]
fn values([bytes, bits, worth]: [uint8x16_t; 3], words: &[u64; VISITORS]) -> uint8x16_t {
    let mut worths = [vdupq_n_u8(0); VISITORS / 2];
    for (worths, two) in worths.iter_mut().zip(words.as_chunks::<2>().0) {
        *worths = vandq_u8(vtstq_u8(vqtbl1q_u8(load(two), bytes), bits), worth);
    }
    let [a, b, c, d, e, f, g, h] = worths;
    let low = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
    let high = vpaddq_u8(vpaddq_u8(e, f), vpaddq_u8(g, h));
    vpaddq_u8(low, high)
}

/// Implements [`JoinLanes::visit`] for a number of chunks.
#[target_feature(enable = "neon")]
#[inline]
fn visit<const CHUNKS: usize, const WORDS: usize>(
    tables: &[LaneTable; CHUNKS],
    chunks: &[Chunk; CHUNKS],
    visitors: [&[u64]; WORDS],
) -> [uint64x2_t; 4] {
    let number = visitors[0].len();
    let mut all_places = [[vdupq_n_u8(0); 3]; CHUNKS];
    for (all_places, &chunk) in all_places.iter_mut().zip(chunks) {
        *all_places = places(chunk);
    }
    let mut numbers = [[0_u8; VISITORS]; CHUNKS];
    let mut counts = [vdupq_n_u64(0); 4];
    for first in (0..number).step_by(VISITORS) {
        let some = VISITORS.min(number - first);
        for ((numbers, places), chunk) in numbers.iter_mut().zip(&all_places).zip(chunks) {
            let list = &visitors[chunk.word][first..first + some];
            match list.first_chunk() {
                Some(words) => store(numbers, values(*places, words)),
                None => {
                    let mut padded = [0; VISITORS];
                    padded[..some].copy_from_slice(list);
                    store(numbers, values(*places, &padded));
                }
            }
        }
        let mut sums = [vdupq_n_u8(0); 4];
        for visitor in 0..some {
            let mut all = [vdupq_n_u64(!0); 4];
            for (table, numbers) in tables.iter().zip(&numbers) {
                all = intersect(all, registers(&table[usize::from(numbers[visitor]) % TABLE]));
            }
            add_size(&mut sums, all);
        }
        for (count, sum) in counts.iter_mut().zip(sums) {
            *count = vaddq_u64(*count, of_words(sum));
        }
    }
    counts
}

impl JoinLanes for Neon {
    #[inline(always)]
    fn join_wanted<const JOINS: usize, const WORDS: usize, const WANTED: u8>(
        self,
        outer: (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [[&[u64]; 2]; WORDS],
        out: &mut [Buffer<u64>; WORDS],
    ) {
        // SAFETY: there is a value of this type, so the processor has the features.
        unsafe { join::<JOINS, WORDS, WANTED>(outer, inner, partners, words, out) }
    }

    #[inline(always)]
    fn pair<const JOINS: usize>(
        self,
        outer: (Joins<'_, JOINS>, Range<usize>),
        inner: (Joins<'_, JOINS>, usize),
        partners: &Partners,
        unmarked: UnmarkedTreatment,
        out: &mut [Pairs; 3],
    ) {
        // SAFETY: as in `join`.
        unsafe { pair(outer, inner, partners, unmarked, out) }
    }

    #[inline(always)]
    fn slice<const BLOCKS: usize>(
        self,
        words: &[u64],
        bits: &[u8],
        at: (usize, usize),
        sets: &mut [Blocks<BLOCKS>],
    ) {
        let mut padded = [0; 64];
        let words = match words.first_chunk() {
            Some(words) => words,
            None => {
                padded[..words.len()].copy_from_slice(words);
                &padded
            }
        };
        // SAFETY: as in `join`.
        unsafe { slice(words, bits, at, sets) };
    }

    #[inline(always)]
    fn count<const BLOCKS: usize>(
        self,
        outer: (&Sets<BLOCKS>, &[u8]),
        inner: (&Sets<BLOCKS>, &[u8]),
        tally: &mut Lane512,
    ) {
        // SAFETY: as in `join`.
        unsafe {
            let sum = vaddq_u64(load(&tally.0), count(outer, inner));
            store(&mut tally.0, sum);
        }
    }

    #[inline(always)]
    fn select<const WORDS: usize>(
        self,
        boards: [&[u64]; WORDS],
        bits: [u64; WORDS],
        mut out: [&mut [u64]; WORDS],
    ) -> usize {
        let all = boards[0].len();
        // SAFETY: as in `join`.
        let len = unsafe { select(boards, bits, &mut out) };
        let rest = boards.map(|list| &list[all - all % BOARDS..all]);
        len + PortableJoinLanes.select(rest, bits, out.map(|list| &mut list[len..]))
    }

    #[inline(always)]
    fn split<const WORDS: usize>(
        self,
        mut boards: [&mut [u64]; WORDS],
        (range, left): (Range<usize>, usize),
        bit: (usize, u32),
        mut with: [&mut [u64]; WORDS],
    ) -> usize {
        let whole = range.end - range.len() % BOARDS;
        // SAFETY: as in `join`.
        let [stay, moved] = unsafe { split(&mut boards, (range.start..whole, left), bit, &mut with) };
        let rest = (whole..range.end, left + stay);
        stay + PortableJoinLanes.split(boards, rest, bit, with.map(|list| &mut list[moved..]))
    }

    #[inline(always)]
    fn visit<const WORDS: usize>(
        self,
        tables: &[LaneTable],
        chunks: &[Chunk],
        visitors: [&[u64]; WORDS],
        tally: &mut Lane512,
    ) {
        macro_rules! visit_chunks {
            ($($number:literal)*) => {
                match chunks.len() {
                    $($number => {
                        if let (Some(tables), Some(chunks)) = (tables.first_chunk(), chunks.first_chunk()) {
                            // SAFETY: as in `join`.
                            unsafe {
                                let counts = visit::<$number, WORDS>(tables, chunks, visitors);
                                for (two, counts) in tally.0.as_chunks_mut::<2>().0.iter_mut().zip(counts) {
                                    let sums = vaddq_u64(load(two), counts);
                                    store(two, sums);
                                }
                            }
                        }
                    })*
                    // More chunks are some sixty bits; leaves hardly ever have this many relevant bits.
                    _ => PortableJoinLanes.visit(tables, chunks, visitors, tally),
                }
            };
        }
        visit_chunks!(1 2 3 4 5 6 7 8 9 10);
    }
}
