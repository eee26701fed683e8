//! The [operations on half boards](super::lanes) in AVX-512: a set of 512 is one register, and a register
//! holds one word of eight boards.
//!
//! Selected boards are packed in the register before they are written, because packing into memory is many
//! times slower on some processors. Words become sets by way of bytes: one bit of 64 bytes takes one
//! instruction.

use super::lanes::{
    Blocks, Buffer, Chunk, HalfBoardFilter, JoinLanes, Joins, Lane512, LaneTable, MARGIN, MARK, MAX_CHUNKS,
    Pairs, Partners, Sets, TABLE, UnmarkedTreatment, VISITORS, are_as_long, extents, positions,
};
use crate::engines::kernel::{Avx512, NUMBERS, load, store};
use std::arch::x86_64::*;
use std::ops::Range;

/// The number of placements that are compared at once.
const LANES: usize = 16;
/// The number of inner placements that are read at once.
const WINDOW: usize = 32;
/// The number of words in a register.
const WORDS_AT_ONCE: usize = 8;

// Whole registers are read from the last placement on, and written behind the last board.
const _: () = assert!(MARGIN >= WINDOW && MARGIN >= 64);

/// Returns which of the sixteen placements from `at` on do not meet the outer one.
///
/// # Safety
/// All lists must have at least [`LANES`] words from `at` on.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn at_peace<const JOINS: usize>(own: &[__m512i; JOINS], inner: Joins<'_, JOINS>, at: usize) -> u16 {
    let mut met = _mm512_setzero_si512();
    for (own, bits) in own.iter().zip(inner.bits) {
        debug_assert!(at + LANES <= bits.len());
        // SAFETY: the caller guarantees it.
        let bits = unsafe { bits.as_ptr().add(at).cast::<__m512i>().read_unaligned() };
        if JOINS == 1 {
            return _mm512_testn_epi32_mask(*own, bits);
        }
        met = _mm512_or_si512(met, _mm512_and_si512(*own, bits));
    }
    _mm512_testn_epi32_mask(met, met)
}

/// Returns the bits of an outer placement, each word in all lanes.
#[target_feature(enable = "avx512f")]
#[inline]
fn spread<const JOINS: usize>(outer: Joins<'_, JOINS>, one: usize) -> [__m512i; JOINS] {
    let mut own = [_mm512_setzero_si512(); JOINS];
    for (own, bits) in own.iter_mut().zip(outer.bits) {
        *own = _mm512_set1_epi32(bits[one] as i32);
    }
    own
}

/// Returns a mask of the lowest `bits` bits; of all bits if there are fewer.
#[inline(always)]
fn lowest(bits: u32) -> u32 {
    if bits < 32 { !(!0 << bits) } else { !0 }
}

/// Adds the sizes of the intersection of two sets.
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
#[inline]
fn add_pair<const BLOCKS: usize>(sums: &mut [__m512i; BLOCKS], one: &Blocks<BLOCKS>, other: &Blocks<BLOCKS>) {
    for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
        let both = _mm512_and_si512(load(&one.0), load(&other.0));
        *sum = _mm512_add_epi64(*sum, _mm512_popcnt_epi64(both));
    }
}

/// The destination of pairs, with its length in a register: a length in memory would cause a delay at every
/// pair.
struct PairWriter<'a> {
    outer: &'a mut [u8],
    inner: &'a mut [u8],
    len: usize,
}

impl<'a> PairWriter<'a> {
    fn new(pairs: &'a mut Pairs) -> Self {
        Self { len: pairs.len(), outer: &mut pairs.outer.items, inner: &mut pairs.inner.items }
    }

    /// Adds the pairs of an outer placement with the inner ones that are kept.
    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi2")]
    #[inline]
    fn write(&mut self, kept: u32, outer: __m256i, inner: __m256i) {
        store(&mut self.outer[self.len..], outer);
        store(&mut self.inner[self.len..], _mm256_maskz_compress_epi8(kept, inner));
        self.len += kept.count_ones() as usize;
    }
}

/// Reads eight words.
///
/// # Safety
/// The list must have at least [`WORDS_AT_ONCE`] words from `at` on.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn words_at(words: &[u64], at: usize) -> __m512i {
    debug_assert!(at + WORDS_AT_ONCE <= words.len());
    // SAFETY: the caller guarantees it.
    unsafe { words.as_ptr().add(at).cast::<__m512i>().read_unaligned() }
}

/// Writes the selected words of a register next to each other, followed by zeros: eight words in all.
///
/// # Safety
/// There must be room for eight words from `at` on.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn pack(wanted: u8, words: __m512i, out: &mut [u64], at: usize) {
    debug_assert!(at + WORDS_AT_ONCE <= out.len());
    let packed = _mm512_maskz_compress_epi64(wanted, words);
    // SAFETY: the caller guarantees it.
    unsafe { out.as_mut_ptr().add(at).cast::<__m512i>().write_unaligned(packed) }
}

/// Returns which of eight boards have none of these bits.
#[target_feature(enable = "avx512f")]
#[inline]
fn disjoint_boards<const WORDS: usize>(boards: &[__m512i; WORDS], bits: &[__m512i; WORDS]) -> u8 {
    if WORDS == 1 {
        return _mm512_testn_epi64_mask(boards[0], bits[0]);
    }
    let mut met = _mm512_setzero_si512();
    for (board, bits) in boards.iter().zip(bits) {
        met = _mm512_or_si512(met, _mm512_and_si512(*board, *bits));
    }
    _mm512_testn_epi64_mask(met, met)
}

/// Returns each of these words in all lanes.
#[target_feature(enable = "avx512f")]
#[inline]
fn spread_words<const WORDS: usize>(words: [u64; WORDS]) -> [__m512i; WORDS] {
    let mut spread = [_mm512_setzero_si512(); WORDS];
    for (spread, word) in spread.iter_mut().zip(words) {
        *spread = _mm512_set1_epi64(word as i64);
    }
    spread
}

/// Reads eight boards from `at` on: as many registers as words.
///
/// # Safety
/// All lists must have at least [`WORDS_AT_ONCE`] words from `at` on.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn boards_at<const WORDS: usize>(boards: [&[u64]; WORDS], at: usize) -> [__m512i; WORDS] {
    let mut words = [_mm512_setzero_si512(); WORDS];
    for (words, list) in words.iter_mut().zip(boards) {
        // SAFETY: the caller guarantees it.
        *words = unsafe { words_at(list, at) };
    }
    words
}

/// Returns the last boards, fewer than eight, from `at` on, followed by zeros.
#[target_feature(enable = "avx512f")]
#[inline]
fn last_boards<const WORDS: usize>(boards: [&[u64]; WORDS], at: usize) -> [__m512i; WORDS] {
    let mut words = [_mm512_setzero_si512(); WORDS];
    for (words, list) in words.iter_mut().zip(boards) {
        *words = pad(&list[at..]);
    }
    words
}

/// Returns fewer than eight words, followed by zeros.
#[target_feature(enable = "avx512f")]
#[inline]
fn pad(words: &[u64]) -> __m512i {
    let mut padded = [0; WORDS_AT_ONCE];
    padded[..words.len()].copy_from_slice(words);
    load(&padded)
}

/// Calls [`visit`] with the number of chunks as a constant, which makes a look-up twice as fast.
macro_rules! visited {
    ($is_each:literal, $tables:ident, $chunks:ident, $visitors:ident, $each:ident, $($known:literal)*) => {
        match $chunks.len() {
            $($known => {
                visit::<$known, WORDS, $is_each>(&$tables[..$known], &$chunks[..$known], $visitors, $each)
            })*
            number => {
                visit::<MAX_CHUNKS, WORDS, $is_each>(&$tables[..number], $chunks, $visitors, $each)
            }
        }
    };
}

/// Implements [`JoinLanes::visit`] for `MOST` chunks, or for any number up to this. For single visitors it
/// implements [`JoinLanes::weigh`], without a sum.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,avx512bitalg")]
#[inline]
fn visit<const MOST: usize, const WORDS: usize, const EACH: bool>(
    tables: &[LaneTable],
    chunks: &[Chunk],
    visitors: [&[u64]; WORDS],
    (shifts, numbers): (__m512i, &mut [u64]),
) -> __m512i {
    // One instruction takes some bits of each of eight words: they become a byte for each word.
    let (mut bits, mut only) = ([_mm512_setzero_si512(); MOST], [0; MOST]);
    for (number, chunk) in chunks.iter().enumerate() {
        let (positions, some) = positions(chunk.bits);
        let positions = positions.first_chunk().map_or(0, |&first| i64::from_le_bytes(first));
        bits[number] = _mm512_set1_epi64(positions);
        only[number] = u64::from_le_bytes([((1 << some) - 1) & (TABLE as u8 - 1); WORDS_AT_ONCE]);
    }
    // The offsets of the sets in the tables, in bytes.
    let mut places = [[0u16; VISITORS]; MOST];
    assert!(are_as_long(&visitors, visitors[0].len()), "lists are equally long");
    let (mut sum, mut other_sum) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    for first in (0..visitors[0].len()).step_by(VISITORS) {
        let some = VISITORS.min(visitors[0].len() - first);
        for at in (0..some).step_by(WORDS_AT_ONCE) {
            let words = match visitors[0].len() - first - at {
                // SAFETY: the list has eight more boards.
                WORDS_AT_ONCE.. => unsafe { boards_at(visitors, first + at) },
                _ => last_boards(visitors, first + at),
            };
            for (number, chunk) in chunks.iter().enumerate() {
                let values = _mm512_mask_bitshuffle_epi64_mask(only[number], words[chunk.word], bits[number]);
                let values = _mm_cvtepu8_epi16(_mm_cvtsi64_si128(values as i64));
                store(&mut places[number][at..], _mm_slli_epi16::<6>(values));
            }
        }
        // Two at a time, so that a sum need not wait for the one before.
        let places = &places[..chunks.len()];
        if EACH {
            for (visitor, number) in numbers[first..first + some].iter_mut().enumerate() {
                // SAFETY: a place is a value of at most six bits, because at most six are taken, times 64.
                let boards = _mm512_sllv_epi64(unsafe { count_chosen(tables, places, visitor) }, shifts);
                *number += _mm512_reduce_add_epi64(boards) as u64;
            }
            continue;
        }
        for visitor in (0..some & !1).step_by(2) {
            // SAFETY: a place is a value of at most six bits, because at most six are taken, times 64.
            let [one, other] =
                unsafe { [count_chosen(tables, places, visitor), count_chosen(tables, places, visitor + 1)] };
            sum = _mm512_add_epi64(sum, one);
            other_sum = _mm512_add_epi64(other_sum, other);
        }
        if some % 2 == 1 {
            // SAFETY: as above.
            sum = _mm512_add_epi64(sum, unsafe { count_chosen(tables, places, some - 1) });
        }
    }
    _mm512_add_epi64(sum, other_sum)
}

/// Returns, for each group of 64, the number of boards in all the sets that a visitor chooses by its places
/// in the tables, in bytes.
///
/// # Safety
/// The places must be in the tables, and multiples of 64. A check here would cost an instruction for each.
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
#[inline]
unsafe fn count_chosen(tables: &[LaneTable], places: &[[u16; VISITORS]], visitor: usize) -> __m512i {
    let mut all = _mm512_set1_epi64(-1);
    for (table, places) in tables.iter().zip(places) {
        let place = usize::from(places[visitor]);
        debug_assert!(place < size_of::<LaneTable>() && place.is_multiple_of(size_of::<Lane512>()));
        // SAFETY: the caller guarantees it.
        let set = unsafe { *table.as_ptr().byte_add(place).cast::<__m512i>() };
        all = _mm512_and_si512(all, set);
    }
    _mm512_popcnt_epi64(all)
}

/// Implements [`JoinLanes::join_wanted`].
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
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
    let (mark, any_mark) = (_mm512_set1_epi64(1 << MARK), _mm512_set1_epi64(3 << MARK));
    // Without this, the addresses of the lists would be loaded for each word that is written.
    let lists = out.each_mut().map(|out| out.items.as_mut_slice());
    for one in range {
        let [start, _, end] = partners[usize::from(outer.cells[one] / 2)].map(|at| at as usize);
        let most = end.saturating_sub(start);
        assert!(start + most + MARGIN <= readable && len + most + MARGIN <= room, "lists have room");
        let own = spread(outer, one);
        let mut own_words = [_mm512_setzero_si512(); WORDS];
        for (own, [outers, _]) in own_words.iter_mut().zip(words) {
            *own = _mm512_set1_epi64(outers[one] as i64);
        }
        let own_mark = _mm512_and_si512(own_words[WORDS - 1], mark);
        let mut at = start;
        // The loop runs once even if there is no partner, because a branch on that is hard to predict.
        loop {
            let there = _bzhi_u32(!0, end.saturating_sub(at).min(LANES) as u32) as u16;
            // SAFETY: `at` is at most `end`, or `start`, and all of these lists have a `MARGIN` behind both.
            // At most as many boards are written as there are partners, for which there is room, plus a
            // `MARGIN` for the last register.
            unsafe {
                let kept = at_peace(&own, inner, at) & there;
                for half in 0..2 {
                    let first = at + WORDS_AT_ONCE * half;
                    let mut kept = (kept >> (WORDS_AT_ONCE * half)) as u8;
                    let mut joined = own_words;
                    for (word, joined) in joined.iter_mut().enumerate() {
                        let inners = words_at(words[word][1], first);
                        *joined = _mm512_or_si512(*joined, inners);
                        if WANTED != HalfBoardFilter::Unmarked as u8 && word == WORDS - 1 {
                            let both = _mm512_and_si512(own_mark, inners);
                            *joined = _mm512_or_si512(*joined, _mm512_add_epi64(both, both));
                        }
                    }
                    if WANTED == HalfBoardFilter::Marked as u8 {
                        kept &= _mm512_test_epi64_mask(joined[WORDS - 1], any_mark);
                    }
                    for (word, joined) in joined.into_iter().enumerate() {
                        pack(kept, joined, lists[word], len);
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

impl JoinLanes for Avx512 {
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
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        (inner, first): (Joins<'_, JOINS>, usize),
        partners: &Partners,
        unmarked: UnmarkedTreatment,
        out: &mut [Pairs; 3],
    ) {
        let mut writers = out.each_mut().map(PairWriter::new);
        for one in range.clone() {
            let cell = outer.cells[one];
            let [start, border, end] = partners[usize::from(cell / 2)];
            let is_marked = if cell % 2 == 1 { !0 } else { 0 };
            let readable = |bits: &[u32]| start.max(end) as usize + MARGIN <= bits.len();
            assert!(inner.bits.into_iter().all(readable), "lists can be read from any placement");
            // SAFETY: as in `join`; and placements are read at most a window behind `start` or `end`.
            unsafe {
                let own = spread(outer, one);
                let outers = _mm256_set1_epi8((one - range.start) as i8);
                let mut at = start;
                loop {
                    let low = at_peace(&own, inner, at as usize);
                    let high = at_peace(&own, inner, at as usize + LANES);
                    let kept = (u32::from(low) | u32::from(high) << LANES) & lowest(end.saturating_sub(at));
                    let inners = _mm256_set1_epi8((at as usize - first) as i8);
                    let inners = _mm256_add_epi8(_mm512_cvtepi16_epi8(load(&NUMBERS)), inners);
                    // The placements before the border have no marked piece.
                    let below = lowest(border.saturating_sub(at));
                    let [none, some, two] = &mut writers;
                    let with_one = match unmarked {
                        UnmarkedTreatment::Skipped => kept & (below ^ !is_marked),
                        UnmarkedTreatment::AsOne => kept & (below | !is_marked),
                        UnmarkedTreatment::Apart => {
                            none.write(kept & below & !is_marked, outers, inners);
                            kept & (below ^ !is_marked)
                        }
                    };
                    some.write(with_one, outers, inners);
                    two.write(kept & !below & is_marked, outers, inners);
                    at += WINDOW as u32;
                    if at >= end {
                        break;
                    }
                }
            }
        }
        let lens = writers.map(|writer| writer.len);
        out.iter_mut().zip(lens).for_each(|(out, len)| out.set_len(len));
    }

    #[inline(always)]
    fn slice<const BLOCKS: usize>(
        self,
        words: &[u64],
        bits: &[u8],
        (block, group): (usize, usize),
        sets: &mut [Blocks<BLOCKS>],
    ) {
        let mut padded = [0; 64];
        let words = if words.len() == 64 {
            words
        } else {
            padded[..words.len()].copy_from_slice(words);
            &padded
        };
        // SAFETY: as in `join`.
        unsafe {
            // The bytes of eight words are collected: the lowest ones, the second ones, and so on. Then the
            // bits of these eight bytes are collected, which gives a byte for each bit. The bits are
            // inverted, because a set has the words *without* the bit.
            let by_byte = load(&BY_BYTE);
            let mut bytes = [_mm512_setzero_si512(); 8];
            for (at, bytes) in bytes.iter_mut().enumerate() {
                let matrices = _mm512_permutexvar_epi8(by_byte, load(&words[8 * at..]));
                let units = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
                *bytes = _mm512_gf2p8affine_epi64_epi8::<0xff>(units, matrices);
            }
            // Then the bytes of all registers are combined: those of two, of four, of eight.
            for stride in [4, 2, 1] {
                for first in 0..8 {
                    if first & stride == 0 {
                        let (one, other) = (bytes[first], bytes[first + stride]);
                        bytes[first] = _mm512_unpacklo_epi8(one, other);
                        bytes[first + stride] = _mm512_unpackhi_epi8(one, other);
                    }
                }
            }
            let mut sliced = [0u64; 64];
            for (sliced, bytes) in sliced.chunks_mut(8).zip(bytes) {
                store(sliced, bytes);
            }
            for (set, &bit) in sets.iter_mut().zip(bits) {
                // Each 128 bits of a register have sixteen of the bits, two in each register.
                let bit = usize::from(bit) % 64;
                set[block].0[group] = sliced[bit % 16 / 2 * 8 + bit / 16 * 2 + bit % 2];
            }
        }
    }

    #[inline(always)]
    fn intersect_sets<const BLOCKS: usize>(
        self,
        one: &Blocks<BLOCKS>,
        other: &Blocks<BLOCKS>,
    ) -> Blocks<BLOCKS> {
        let mut both = *one;
        for (both, other) in both.iter_mut().zip(other) {
            // SAFETY: as in `join`.
            let lanes = unsafe { _mm512_and_si512(load(&both.0), load(&other.0)) };
            store(&mut both.0, lanes);
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
        // SAFETY: as in `join`.
        unsafe {
            let mut sums = [[_mm512_setzero_si512(); BLOCKS]; 2];
            let ((ones, ones_left), (others, others_left)) =
                (outer.1.as_chunks::<4>(), inner.1.as_chunks::<4>());
            for (ones, others) in ones.iter().zip(others) {
                for pair in 0..4 {
                    let (one, other) = (usize::from(ones[pair]), usize::from(others[pair]));
                    add_pair(&mut sums[pair % 2], &outer.0[one], &inner.0[other]);
                }
            }
            for (&one, &other) in ones_left.iter().zip(others_left) {
                add_pair(&mut sums[0], &outer.0[usize::from(one)], &inner.0[usize::from(other)]);
            }
            let mut sum = load(&tally.0);
            for sum_of_block in sums.as_flattened() {
                sum = _mm512_add_epi64(sum, *sum_of_block);
            }
            store(&mut tally.0, sum);
        }
    }

    #[inline(always)]
    fn common_bits(self, words: &[u64]) -> [u64; 2] {
        let (registers, rest) = words.as_chunks::<WORDS_AT_ONCE>();
        let [mut all, mut any] = [!0, 0];
        for &word in rest {
            all &= word;
            any |= word;
        }
        // SAFETY: as in `join`.
        unsafe {
            let (mut alls, mut anys) = (_mm512_set1_epi64(all as i64), _mm512_set1_epi64(any as i64));
            for words in registers {
                let words = load(words);
                alls = _mm512_and_si512(alls, words);
                anys = _mm512_or_si512(anys, words);
            }
            all = _mm512_reduce_and_epi64(alls) as u64;
            any = _mm512_reduce_or_epi64(anys) as u64;
        }
        [all, any]
    }

    #[inline(always)]
    fn select<const WORDS: usize>(
        self,
        boards: [&[u64]; WORDS],
        bits: [u64; WORDS],
        out: [&mut [u64]; WORDS],
    ) -> usize {
        let boards_in_all = boards[0].len();
        assert!(are_as_long(&boards, boards_in_all), "lists are equally long");
        assert!(are_as_long(&out, boards_in_all + WORDS_AT_ONCE), "there is room");
        let mut len = 0;
        // SAFETY: as in `join`; the lists have eight more boards up to the last ones, and there is room for
        // all.
        unsafe {
            let bits = spread_words(bits);
            let whole = boards_in_all - boards_in_all % WORDS_AT_ONCE;
            for at in (0..whole).step_by(WORDS_AT_ONCE) {
                let words = boards_at(boards, at);
                let wanted = disjoint_boards(&words, &bits);
                for word in 0..WORDS {
                    pack(wanted, words[word], out[word], len);
                }
                len += wanted.count_ones() as usize;
            }
            if whole < boards_in_all {
                let words = last_boards(boards, whole);
                let wanted = disjoint_boards(&words, &bits) & lowest((boards_in_all - whole) as u32) as u8;
                for word in 0..WORDS {
                    pack(wanted, words[word], out[word], len);
                }
                len += wanted.count_ones() as usize;
            }
        }
        len
    }

    #[inline(always)]
    fn split<const WORDS: usize>(
        self,
        boards: [&mut [u64]; WORDS],
        (range, left): (Range<usize>, usize),
        (word_of_bit, bit): (usize, u32),
        with: [&mut [u64]; WORDS],
    ) -> usize {
        let (mut kept, mut moved) = (left, 0);
        assert!(left <= range.start && are_as_long(&boards, range.end), "boards are moved to the front");
        assert!(are_as_long(&with, range.len() + WORDS_AT_ONCE), "there is room");
        // SAFETY: as in `join`; the lists have eight more boards up to the last ones, and there is room for
        // all; and `kept` never exceeds `at`, so only boards that were read are overwritten.
        unsafe {
            let bit = _mm512_set1_epi64(1 << bit);
            let whole = range.end - range.len() % WORDS_AT_ONCE;
            for at in (range.start..whole).step_by(WORDS_AT_ONCE) {
                let mut words = [_mm512_setzero_si512(); WORDS];
                for (words, list) in words.iter_mut().zip(&boards) {
                    *words = words_at(list, at);
                }
                let has = _mm512_test_epi64_mask(words[word_of_bit], bit);
                for word in 0..WORDS {
                    pack(has, words[word], with[word], moved);
                    pack(!has, words[word], boards[word], kept);
                }
                moved += has.count_ones() as usize;
                kept += has.count_zeros() as usize;
            }
            if whole < range.end {
                // The boards behind the range must not be changed.
                let mut words = [_mm512_setzero_si512(); WORDS];
                for (words, list) in words.iter_mut().zip(&boards) {
                    *words = pad(&list[whole..range.end]);
                }
                let has = _mm512_test_epi64_mask(words[word_of_bit], bit);
                let stay = !has & lowest((range.end - whole) as u32) as u8;
                let number = stay.count_ones() as usize;
                for word in 0..WORDS {
                    pack(has, words[word], with[word], moved);
                    let mut packed = [0; WORDS_AT_ONCE];
                    pack(stay, words[word], &mut packed, 0);
                    boards[word][kept..kept + number].copy_from_slice(&packed[..number]);
                }
                kept += number;
            }
        }
        kept - left
    }

    #[inline(always)]
    fn visit<const WORDS: usize>(
        self,
        tables: &[LaneTable],
        chunks: &[Chunk],
        visitors: [&[u64]; WORDS],
        tally: &mut Lane512,
    ) {
        // SAFETY: as in `join`.
        unsafe {
            let none = (_mm512_setzero_si512(), &mut [][..]);
            let sums = visited!(false, tables, chunks, visitors, none, 1 2 3 4 5 6 7 8);
            let sums = _mm512_add_epi64(load(&tally.0), sums);
            store(&mut tally.0, sums);
        }
    }

    #[inline(always)]
    fn weigh<const WORDS: usize>(
        self,
        tables: &[LaneTable],
        chunks: &[Chunk],
        visitors: [&[u64]; WORDS],
        shifts: [u64; 8],
        numbers: &mut [u64],
    ) {
        // SAFETY: as in `join`.
        unsafe {
            let each = (load(&shifts), numbers);
            visited!(true, tables, chunks, visitors, each, 1 2 3 4 5 6 7 8);
        }
    }
}

/// The order of the bytes of eight words in which all lowest ones come first, that of the last word before
/// the others.
static BY_BYTE: [u8; 64] = {
    let mut order = [0; 64];
    let mut at = 0;
    while at < 64 {
        order[at] = (8 * (7 - at % 8) + at / 8) as u8;
        at += 1;
    }
    order
};
