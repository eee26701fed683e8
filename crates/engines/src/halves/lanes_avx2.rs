//! The [operations on half boards](super::lanes) in AVX2: a set of 512 is two registers, and a register holds
//! one word of four boards.
//!
//! AVX2 has no instruction that packs the selected words of a register: a table has, for each choice of four
//! words, their permutation. It also has no instruction that counts bits. Sets are added bit by bit first,
//! and only every fourth one is counted, by a look-up of half bytes. Some bits of a word are put next to each
//! other in two steps: for each of them, the byte that contains it is copied and compared. `pext` would also
//! do this, but on some processors it takes a hundred times as long.

use super::lanes::{
    Blocks, Buffer, CHUNK_BITS, Chunk, HalfBoardFilter, JoinLanes, Joins, Lane512, LaneTable, MARGIN, MARK,
    Partners, PortableJoinLanes, are_as_long, extents, positions,
};
use crate::engines::kernel::{Avx2, load, store};
use std::arch::x86_64::*;
use std::ops::Range;

/// The number of placements that are compared at once.
const LANES: usize = 8;
/// The number of words in a register.
const WORDS_AT_ONCE: usize = 4;
/// The number of visitors whose places in the tables are computed before the sets are looked up. Every fourth
/// visitor adds at most eight to a byte of a sum, so that this number does not overflow it.
const VISITORS: usize = 96;

const _: () = assert!(MARGIN >= LANES && VISITORS.is_multiple_of(16) && VISITORS / 4 * 8 <= u8::MAX as usize);

/// For each choice of four words, the numbers of their halves, next to each other.
static PACKED: [[u32; 8]; 16] = {
    let mut packed = [[0; 8]; 16];
    let mut wanted = 0;
    while wanted < 16 {
        let (mut word, mut at) = (0, 0);
        while word < WORDS_AT_ONCE as u32 {
            if wanted >> word & 1 == 1 {
                packed[wanted][at] = 2 * word;
                packed[wanted][at + 1] = 2 * word + 1;
                at += 2;
            }
            word += 1;
        }
        wanted += 1;
    }
    packed
};

/// Each bit in all bytes.
static BITS: [[u8; 32]; 8] = {
    let mut bits = [[0; 32]; 8];
    let mut bit = 0;
    while bit < 8 {
        bits[bit] = [1 << bit; 32];
        bit += 1;
    }
    bits
};

/// The bytes of two words, the lowest ones first.
static BY_BYTE: [u8; 32] = {
    let mut order = [0; 32];
    let mut at = 0;
    while at < 32 {
        order[at] = (at % 16 / 2 + at % 2 * 8) as u8;
        at += 1;
    }
    order
};

/// The number of bits in each half byte.
static HALF_BYTES: [u8; 32] = {
    let mut bits = [0; 32];
    let mut at = 0_usize;
    while at < 32 {
        bits[at] = (at % 16).count_ones() as u8;
        at += 1;
    }
    bits
};

/// Returns which of the eight placements from `at` on do not meet the outer one.
///
/// # Safety
/// All lists must have at least [`LANES`] words from `at` on.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn at_peace<const JOINS: usize>(own: &[__m256i; JOINS], inner: Joins<'_, JOINS>, at: usize) -> u32 {
    let mut met = _mm256_setzero_si256();
    for (own, bits) in own.iter().zip(inner.bits) {
        debug_assert!(at + LANES <= bits.len());
        // SAFETY: the caller guarantees it.
        let bits = unsafe { bits.as_ptr().add(at).cast::<__m256i>().read_unaligned() };
        met = _mm256_or_si256(met, _mm256_and_si256(*own, bits));
    }
    let is_none = _mm256_cmpeq_epi32(met, _mm256_setzero_si256());
    _mm256_movemask_ps(_mm256_castsi256_ps(is_none)) as u32
}

/// Reads four words.
///
/// # Safety
/// The list must have at least [`WORDS_AT_ONCE`] words from `at` on.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn words_at(words: &[u64], at: usize) -> __m256i {
    debug_assert!(at + WORDS_AT_ONCE <= words.len());
    // SAFETY: the caller guarantees it.
    unsafe { words.as_ptr().add(at).cast::<__m256i>().read_unaligned() }
}

/// Returns fewer than four words, followed by zeros.
#[target_feature(enable = "avx2")]
#[inline]
fn pad(words: &[u64]) -> __m256i {
    let mut padded = [0; WORDS_AT_ONCE];
    padded[..words.len()].copy_from_slice(words);
    load(&padded)
}

/// Returns the permutation that [packs](pack) the selected words.
#[target_feature(enable = "avx2")]
#[inline]
fn packing(wanted: u32) -> __m256i {
    load(&PACKED[wanted as usize % 16])
}

/// Writes the selected words of a register next to each other, followed by any others: four words in all.
///
/// # Safety
/// There must be room for four words from `at` on.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn pack(packing: __m256i, words: __m256i, out: &mut [u64], at: usize) {
    debug_assert!(at + WORDS_AT_ONCE <= out.len());
    let packed = _mm256_permutevar8x32_epi32(words, packing);
    // SAFETY: the caller guarantees it.
    unsafe { out.as_mut_ptr().add(at).cast::<__m256i>().write_unaligned(packed) }
}

/// Returns which of four words have the highest bit.
#[target_feature(enable = "avx2")]
#[inline]
fn highest(words: __m256i) -> u32 {
    _mm256_movemask_pd(_mm256_castsi256_pd(words)) as u32
}

/// Returns which of four boards have none of these bits.
#[target_feature(enable = "avx2")]
#[inline]
fn disjoint_boards<const WORDS: usize>(boards: &[__m256i; WORDS], bits: &[__m256i; WORDS]) -> u32 {
    let mut met = _mm256_setzero_si256();
    for (board, bits) in boards.iter().zip(bits) {
        met = _mm256_or_si256(met, _mm256_and_si256(*board, *bits));
    }
    highest(_mm256_cmpeq_epi64(met, _mm256_setzero_si256()))
}

/// Returns a mask of the lowest `bits` bits.
#[inline(always)]
fn lowest(bits: usize) -> u32 {
    !(!0 << bits)
}

/// Implements [`JoinLanes::join_wanted`].
#[target_feature(enable = "avx2,popcnt")]
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
    let mark = _mm256_set1_epi64x(1 << MARK);
    // Without this, the addresses of the lists would be loaded for each word that is written.
    let lists = out.each_mut().map(|out| out.items.as_mut_slice());
    for one in range {
        let [start, _, end] = partners[usize::from(outer.cells[one] / 2)].map(|at| at as usize);
        let most = end.saturating_sub(start);
        assert!(start + most + MARGIN <= readable && len + most + MARGIN <= room, "lists have room");
        let mut own = [_mm256_setzero_si256(); JOINS];
        for (own, bits) in own.iter_mut().zip(outer.bits) {
            *own = _mm256_set1_epi32(bits[one] as i32);
        }
        let mut own_words = [_mm256_setzero_si256(); WORDS];
        for (own, [outers, _]) in own_words.iter_mut().zip(words) {
            *own = _mm256_set1_epi64x(outers[one] as i64);
        }
        let own_mark = _mm256_and_si256(own_words[WORDS - 1], mark);
        let mut at = start;
        // The loop runs once even if there is no partner, because a branch on that is hard to predict.
        loop {
            let there = lowest(end.saturating_sub(at).min(LANES));
            // SAFETY: `at` is at most `end`, or `start`, and all of these lists have a `MARGIN` behind both.
            // At most as many boards are written as there are partners, for which there is room, plus a
            // `MARGIN` for the last register.
            unsafe {
                let kept_of_both = at_peace(&own, inner, at) & there;
                for half in 0..2 {
                    let first = at + WORDS_AT_ONCE * half;
                    let mut kept = kept_of_both >> (WORDS_AT_ONCE * half) & 0xf;
                    let mut joined = own_words;
                    for (word, joined) in joined.iter_mut().enumerate() {
                        let inners = words_at(words[word][1], first);
                        *joined = _mm256_or_si256(*joined, inners);
                        if WANTED != HalfBoardFilter::Unmarked as u8 && word == WORDS - 1 {
                            let both = _mm256_and_si256(own_mark, inners);
                            *joined = _mm256_or_si256(*joined, _mm256_add_epi64(both, both));
                        }
                    }
                    if WANTED == HalfBoardFilter::Marked as u8 {
                        let last = joined[WORDS - 1];
                        kept &= highest(_mm256_or_si256(last, _mm256_add_epi64(last, last)));
                    }
                    let packing = packing(kept);
                    for (word, joined) in joined.into_iter().enumerate() {
                        pack(packing, joined, lists[word], len);
                    }
                    len += kept.count_ones() as usize;
                }
            }
            at += LANES;
            if at >= end {
                break;
            }
        }
    }
    out.iter_mut().for_each(|out| out.len = len);
}

/// Implements [`JoinLanes::select`].
#[target_feature(enable = "avx2,popcnt")]
#[inline]
fn select<const WORDS: usize>(
    boards: [&[u64]; WORDS],
    bits: [u64; WORDS],
    out: &mut [&mut [u64]; WORDS],
) -> usize {
    let boards_in_all = boards[0].len();
    assert!(are_as_long(&boards, boards_in_all), "lists are equally long");
    assert!(are_as_long(out, boards_in_all + WORDS_AT_ONCE), "there is room");
    let mut spread = [_mm256_setzero_si256(); WORDS];
    for (spread, bits) in spread.iter_mut().zip(bits) {
        *spread = _mm256_set1_epi64x(bits as i64);
    }
    let mut len = 0;
    let whole = boards_in_all - boards_in_all % WORDS_AT_ONCE;
    for at in (0..whole).step_by(WORDS_AT_ONCE) {
        // SAFETY: the list has four more boards, and there is room for all boards and four more.
        unsafe {
            let mut words = [_mm256_setzero_si256(); WORDS];
            for (words, list) in words.iter_mut().zip(boards) {
                *words = words_at(list, at);
            }
            let wanted = disjoint_boards(&words, &spread);
            let packing = packing(wanted);
            for word in 0..WORDS {
                pack(packing, words[word], out[word], len);
            }
            len += wanted.count_ones() as usize;
        }
    }
    if whole < boards_in_all {
        let mut words = [_mm256_setzero_si256(); WORDS];
        for (words, list) in words.iter_mut().zip(boards) {
            *words = pad(&list[whole..boards_in_all]);
        }
        let wanted = disjoint_boards(&words, &spread) & lowest(boards_in_all - whole);
        let packing = packing(wanted);
        for word in 0..WORDS {
            // SAFETY: as above.
            unsafe { pack(packing, words[word], out[word], len) };
        }
        len += wanted.count_ones() as usize;
    }
    len
}

/// Implements [`JoinLanes::split`].
#[target_feature(enable = "avx2,popcnt")]
#[inline]
fn split<const WORDS: usize>(
    boards: &mut [&mut [u64]; WORDS],
    (range, left): (Range<usize>, usize),
    (word_of_bit, bit): (usize, u32),
    with: &mut [&mut [u64]; WORDS],
) -> usize {
    let (mut kept, mut moved) = (left, 0);
    assert!(left <= range.start && are_as_long(boards, range.end), "boards are moved to the front");
    assert!(are_as_long(with, range.len() + WORDS_AT_ONCE), "there is room");
    let to_highest = _mm_cvtsi32_si128(63 - bit as i32);
    let whole = range.end - range.len() % WORDS_AT_ONCE;
    for at in (range.start..whole).step_by(WORDS_AT_ONCE) {
        // SAFETY: the list has four more boards, and there is room for all boards and four more; and `kept`
        // never exceeds `at`, so only boards that were read are overwritten.
        unsafe {
            let mut words = [_mm256_setzero_si256(); WORDS];
            for (words, list) in words.iter_mut().zip(&*boards) {
                *words = words_at(list, at);
            }
            let has = highest(_mm256_sll_epi64(words[word_of_bit], to_highest));
            let (going, staying) = (packing(has), packing(!has));
            for word in 0..WORDS {
                pack(going, words[word], with[word], moved);
                pack(staying, words[word], boards[word], kept);
            }
            let number = has.count_ones() as usize;
            moved += number;
            kept += WORDS_AT_ONCE - number;
        }
    }
    // The boards behind the range must not be changed.
    for at in whole..range.end {
        let has = boards[word_of_bit][at] >> bit & 1 == 1;
        for word in 0..WORDS {
            let own = boards[word][at];
            boards[word][kept] = own;
            with[word][moved] = own;
        }
        moved += usize::from(has);
        kept += usize::from(!has);
    }
    kept - left
}

/// Returns the bytes of 32 words: all lowest ones, all second ones, and so on.
#[target_feature(enable = "avx2")]
#[inline]
fn by_byte(words: &[u64; 32]) -> [__m256i; 8] {
    // The words of the first and the second half have half a register each, because no byte crosses the
    // middle of a register.
    let order = load(&BY_BYTE);
    let mut bytes = [_mm256_setzero_si256(); 8];
    for (two, bytes) in bytes.iter_mut().enumerate() {
        let halves = _mm256_set_m128i(load(&words[16 + 2 * two..]), load(&words[2 * two..]));
        *bytes = _mm256_shuffle_epi8(halves, order);
    }
    let [a, b, c, d, e, f, g, h] = bytes;
    let (a, b, c, d, e, f, g, h) = (
        _mm256_unpacklo_epi16(a, b),
        _mm256_unpackhi_epi16(a, b),
        _mm256_unpacklo_epi16(c, d),
        _mm256_unpackhi_epi16(c, d),
        _mm256_unpacklo_epi16(e, f),
        _mm256_unpackhi_epi16(e, f),
        _mm256_unpacklo_epi16(g, h),
        _mm256_unpackhi_epi16(g, h),
    );
    let (a, b, c, d, e, f, g, h) = (
        _mm256_unpacklo_epi32(a, c),
        _mm256_unpackhi_epi32(a, c),
        _mm256_unpacklo_epi32(b, d),
        _mm256_unpackhi_epi32(b, d),
        _mm256_unpacklo_epi32(e, g),
        _mm256_unpackhi_epi32(e, g),
        _mm256_unpacklo_epi32(f, h),
        _mm256_unpackhi_epi32(f, h),
    );
    [
        _mm256_unpacklo_epi64(a, e),
        _mm256_unpackhi_epi64(a, e),
        _mm256_unpacklo_epi64(b, f),
        _mm256_unpackhi_epi64(b, f),
        _mm256_unpacklo_epi64(c, g),
        _mm256_unpackhi_epi64(c, g),
        _mm256_unpacklo_epi64(d, h),
        _mm256_unpackhi_epi64(d, h),
    ]
}

/// Implements [`JoinLanes::slice`] for 64 words.
#[target_feature(enable = "avx2")]
#[inline]
fn slice<const BLOCKS: usize>(
    words: &[u64; 64],
    bits: &[u8],
    (block, group): (usize, usize),
    sets: &mut [Blocks<BLOCKS>],
) {
    let (halves, _) = words.as_chunks::<32>();
    let bytes = [by_byte(&halves[0]), by_byte(&halves[1])];
    let zero = _mm256_setzero_si256();
    for (set, &bit) in sets.iter_mut().zip(bits) {
        let (byte, mask) = (usize::from(bit / 8 % 8), load(&BITS[usize::from(bit % 8)]));
        let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(bytes[0][byte], mask), zero));
        let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(bytes[1][byte], mask), zero));
        set[block].0[group] = u64::from(low as u32) | u64::from(high as u32) << 32;
    }
}

/// The two registers of a set.
type Pair = [__m256i; 2];

/// Adds two sets to a running one, bit by bit, and returns the carry.
#[target_feature(enable = "avx2")]
#[inline]
fn add(sum: &mut __m256i, one: __m256i, other: __m256i) -> __m256i {
    let half = _mm256_xor_si256(*sum, one);
    let carry = _mm256_or_si256(_mm256_and_si256(*sum, one), _mm256_and_si256(half, other));
    *sum = _mm256_xor_si256(half, other);
    carry
}

/// Adds the number of bits of each byte to a sum.
#[target_feature(enable = "avx2")]
#[inline]
fn add_size(sum: __m256i, set: __m256i) -> __m256i {
    let (half_bytes, low) = (load(&HALF_BYTES), _mm256_set1_epi8(0xf));
    let lows = _mm256_shuffle_epi8(half_bytes, _mm256_and_si256(set, low));
    let highs = _mm256_shuffle_epi8(half_bytes, _mm256_and_si256(_mm256_srli_epi16::<4>(set), low));
    _mm256_add_epi8(_mm256_add_epi8(sum, lows), highs)
}

/// Adds up the bytes of each word.
#[target_feature(enable = "avx2")]
#[inline]
fn of_words(bytes: __m256i) -> __m256i {
    _mm256_sad_epu8(bytes, _mm256_setzero_si256())
}

/// Returns the boards in all the sets that a visitor chooses by its places in the tables, in bytes.
///
/// # Safety
/// The places must be in the tables, and multiples of 64. A check here would be compiled to a detour through
/// vector registers.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn chosen_boards<const CHUNKS: usize>(
    tables: &[LaneTable; CHUNKS],
    places: &[[u16; VISITORS]; CHUNKS],
    visitor: usize,
) -> Pair {
    let mut all = [_mm256_set1_epi64x(-1); 2];
    for (table, places) in tables.iter().zip(places) {
        let place = usize::from(places[visitor]);
        debug_assert!(place < size_of::<LaneTable>() && place.is_multiple_of(size_of::<Lane512>()));
        // SAFETY: the caller guarantees it.
        let set = unsafe { *table.as_ptr().byte_add(place).cast::<Pair>() };
        all[0] = _mm256_and_si256(all[0], set[0]);
        all[1] = _mm256_and_si256(all[1], set[1]);
    }
    all
}

/// Implements [`JoinLanes::visit`] for `CHUNKS` chunks.
#[target_feature(enable = "avx2")]
#[inline]
fn visit<const CHUNKS: usize, const WORDS: usize>(
    tables: &[LaneTable; CHUNKS],
    chunks: &[Chunk; CHUNKS],
    visitors: [&[u64]; WORDS],
) -> Pair {
    let number = visitors[0].len();
    assert!(are_as_long(&visitors, number), "lists are equally long");
    // For each bit of a chunk there is a byte: the index of its byte in the word, and the bit. At least two
    // bytes are left over. They take a zero, which differs from the bit that they are compared with, so
    // values are below 64.
    let (mut bytes, mut bits) = ([_mm256_setzero_si256(); CHUNKS], [_mm256_setzero_si256(); CHUNKS]);
    for chunk in 0..CHUNKS {
        let (positions, some) = positions(chunks[chunk].bits);
        let (mut byte, mut bit) = ([0x80; 8], [1; 8]);
        for at in 0..some.min(CHUNK_BITS as usize) {
            byte[at] = positions[at] / 8;
            bit[at] = 1 << (positions[at] % 8);
        }
        let second_word = _mm256_set_epi64x(0x0808_0808_0808_0808, 0, 0x0808_0808_0808_0808, 0);
        bytes[chunk] = _mm256_add_epi8(_mm256_set1_epi64x(i64::from_le_bytes(byte)), second_word);
        bits[chunk] = _mm256_set1_epi64x(i64::from_le_bytes(bit));
    }
    let mut values = [[0u8; VISITORS]; CHUNKS];
    // The offsets of the sets in the tables, in bytes.
    let mut places = [[0u16; VISITORS]; CHUNKS];
    let zero = _mm256_setzero_si256();
    let (mut ones, mut twos, mut sums, mut fours) = ([zero; 2], [zero; 2], [zero; 2], [zero; 2]);
    for first in (0..number).step_by(VISITORS) {
        let some = VISITORS.min(number - first);
        for at in (0..some).step_by(WORDS_AT_ONCE) {
            let mut words = [zero; WORDS];
            for (words, list) in words.iter_mut().zip(visitors) {
                *words = match number - first - at {
                    // SAFETY: the list has four more words.
                    WORDS_AT_ONCE.. => unsafe { words_at(list, first + at) },
                    _ => pad(&list[first + at..number]),
                };
            }
            for chunk in 0..CHUNKS {
                let own = _mm256_shuffle_epi8(words[chunks[chunk].word], bytes[chunk]);
                let has = _mm256_cmpeq_epi8(_mm256_and_si256(own, bits[chunk]), bits[chunk]);
                let has = _mm256_movemask_epi8(has) as u32;
                values[chunk][at..at + 4].copy_from_slice(&has.to_le_bytes());
            }
        }
        for (values, places) in values.iter().zip(&mut places) {
            for at in (0..some).step_by(16) {
                let wide = _mm256_cvtepu8_epi16(load(&values[at..]));
                store(&mut places[at..], _mm256_slli_epi16::<6>(wide));
            }
        }
        // Bit-wise adders come first, and only their carry of fours is counted (Harley and Seal).
        let mut of_bytes = [zero; 2];
        let by_four = some & !3;
        for visitor in (0..by_four).step_by(4) {
            // SAFETY: a place is one of 64 values, times 64.
            let [a, b, c, d] = unsafe {
                [
                    chosen_boards(tables, &places, visitor),
                    chosen_boards(tables, &places, visitor + 1),
                    chosen_boards(tables, &places, visitor + 2),
                    chosen_boards(tables, &places, visitor + 3),
                ]
            };
            for half in 0..2 {
                let two = add(&mut ones[half], a[half], b[half]);
                let other_two = add(&mut ones[half], c[half], d[half]);
                of_bytes[half] = add_size(of_bytes[half], add(&mut twos[half], two, other_two));
            }
        }
        for half in 0..2 {
            fours[half] = _mm256_add_epi64(fours[half], of_words(of_bytes[half]));
        }
        for visitor in by_four..some {
            // SAFETY: as above.
            let all = unsafe { chosen_boards(tables, &places, visitor) };
            for half in 0..2 {
                sums[half] = _mm256_add_epi64(sums[half], of_words(add_size(zero, all[half])));
            }
        }
    }
    for half in 0..2 {
        let twos = of_words(add_size(zero, twos[half]));
        let ones = of_words(add_size(zero, ones[half]));
        let twice = _mm256_add_epi64(twos, _mm256_slli_epi64::<1>(fours[half]));
        sums[half] = _mm256_add_epi64(sums[half], _mm256_add_epi64(ones, _mm256_slli_epi64::<1>(twice)));
    }
    sums
}

impl JoinLanes for Avx2 {
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
    fn intersect_sets<const BLOCKS: usize>(
        self,
        one: &Blocks<BLOCKS>,
        other: &Blocks<BLOCKS>,
    ) -> Blocks<BLOCKS> {
        let mut both = *one;
        for (both, other) in both.iter_mut().zip(other) {
            for half in [0, 4] {
                // SAFETY: as in `join`.
                let lanes = unsafe { _mm256_and_si256(load(&both.0[half..]), load(&other.0[half..])) };
                store(&mut both.0[half..], lanes);
            }
        }
        both
    }

    #[inline(always)]
    fn common_bits(self, words: &[u64]) -> [u64; 2] {
        let (registers, rest) = words.as_chunks::<WORDS_AT_ONCE>();
        let (mut all, mut any) = ([!0; WORDS_AT_ONCE], [0; WORDS_AT_ONCE]);
        // SAFETY: as in `join`.
        unsafe {
            let (mut alls, mut anys) = (_mm256_set1_epi64x(-1), _mm256_setzero_si256());
            for words in registers {
                let words = load(words);
                alls = _mm256_and_si256(alls, words);
                anys = _mm256_or_si256(anys, words);
            }
            store(&mut all, alls);
            store(&mut any, anys);
        }
        let mut common = [all[0] & all[1] & all[2] & all[3], any[0] | any[1] | any[2] | any[3]];
        for &word in rest {
            common[0] &= word;
            common[1] |= word;
        }
        common
    }

    #[inline(always)]
    fn select<const WORDS: usize>(
        self,
        boards: [&[u64]; WORDS],
        bits: [u64; WORDS],
        mut out: [&mut [u64]; WORDS],
    ) -> usize {
        // SAFETY: as in `join`.
        unsafe { select(boards, bits, &mut out) }
    }

    #[inline(always)]
    fn split<const WORDS: usize>(
        self,
        mut boards: [&mut [u64]; WORDS],
        range: (Range<usize>, usize),
        bit: (usize, u32),
        mut with: [&mut [u64]; WORDS],
    ) -> usize {
        // SAFETY: as in `join`.
        unsafe { split(&mut boards, range, bit, &mut with) }
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
                                let sums = visit::<$number, WORDS>(tables, chunks, visitors);
                                for (half, sums) in tally.0.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
                                    let sums = _mm256_add_epi64(load(half), sums);
                                    store(half, sums);
                                }
                            }
                        }
                    })*
                    // More than eight chunks are some fifty bits; leaves hardly ever have this many relevant
                    // bits.
                    _ => PortableJoinLanes.visit(tables, chunks, visitors, tally),
                }
            };
        }
        visit_chunks!(1 2 3 4 5 6 7 8);
    }
}
