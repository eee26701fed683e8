//! The [operations on half boards](super::lanes) in AVX-512: a set of 512 is one register, and eight boards of a list.
//!
//! Boards that are wanted are packed in the register before they are written (packing into memory is many times slower on some
//! processors). Words become sets by way of bytes: one bit of 64 bytes is one instruction.

use super::lanes::{
    Blocks, Buffer, Chunk, JoinLanes, Joins, Lane512, LaneTable, MARGIN, Pairs, Partners, PortableJoinLanes, Sets, TABLE, Unmarked, Visitors,
    Wanted,
};
use crate::engines::kernel::{Avx512, NUMBERS, load, store};
use std::arch::x86_64::*;
use std::ops::Range;

/// Placements that are compared at once.
const LANES: usize = 16;
/// Inner placements that are looked at in one go.
const WINDOW: usize = 32;
/// Words to a register.
const WORDS_AT_ONCE: usize = 8;
/// Visitors whose places in the tables are worked out before the sets are looked up.
const VISITORS: usize = 128;

// Whole registers are read from the last placement on, and written behind the last board.
const _: () = assert!(MARGIN >= WINDOW && MARGIN >= 64);

/// Which of the sixteen placements from `at` on do not meet the outer one.
#[target_feature(enable = "avx512f")]
#[inline]
fn at_peace<const JOINS: usize>(own: &[__m512i; JOINS], inner: Joins<'_, JOINS>, at: usize) -> u16 {
    if JOINS == 1 {
        return _mm512_testn_epi32_mask(own[0], load(&inner.bits[0][at..]));
    }
    let mut met = _mm512_setzero_si512();
    for (own, bits) in own.iter().zip(inner.bits) {
        met = _mm512_or_si512(met, _mm512_and_si512(*own, load(&bits[at..])));
    }
    _mm512_testn_epi32_mask(met, met)
}

/// The bits of an outer placement, each word in all lanes.
#[target_feature(enable = "avx512f")]
#[inline]
fn spread<const JOINS: usize>(outer: Joins<'_, JOINS>, one: usize) -> [__m512i; JOINS] {
    let mut own = [_mm512_setzero_si512(); JOINS];
    for (own, bits) in own.iter_mut().zip(outer.bits) {
        *own = _mm512_set1_epi32(bits[one] as i32);
    }
    own
}

/// The lowest bits, this many; all of them if there are fewer.
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

/// Where pairs are written, with the length in a register: kept in memory, it would be waited for at every pair.
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

/// Writes the words of a register that are wanted, next to each other.
#[target_feature(enable = "avx512f")]
#[inline]
fn pack(wanted: u8, words: __m512i, out: &mut [u64]) {
    store(out, _mm512_maskz_compress_epi64(wanted, words));
}

/// Which of the eight boards from `at` on have this in some bits; those that there are, for the last boards.
#[target_feature(enable = "avx512f")]
#[inline]
fn agreeing<const WORDS: usize>(
    boards: &[__m512i; WORDS],
    bits: &[__m512i; WORDS],
    value: &[__m512i; WORDS],
) -> u8 {
    if WORDS == 1 {
        return _mm512_testn_epi64_mask(_mm512_xor_si512(boards[0], value[0]), bits[0]);
    }
    let mut differs = _mm512_setzero_si512();
    for word in 0..WORDS {
        let own = _mm512_and_si512(_mm512_xor_si512(boards[word], value[word]), bits[word]);
        differs = _mm512_or_si512(differs, own);
    }
    _mm512_testn_epi64_mask(differs, differs)
}

/// A word in all lanes, for each of these.
#[target_feature(enable = "avx512f")]
#[inline]
fn spread_words<const WORDS: usize>(words: [u64; WORDS]) -> [__m512i; WORDS] {
    let mut spread = [_mm512_setzero_si512(); WORDS];
    for (spread, word) in spread.iter_mut().zip(words) {
        *spread = _mm512_set1_epi64(word as i64);
    }
    spread
}

/// The boards from `at` on: as many registers as words. The last ones may be fewer than eight.
#[target_feature(enable = "avx512f")]
#[inline]
fn boards_at<const WORDS: usize>(boards: &[&[u64]; WORDS], at: usize) -> [__m512i; WORDS] {
    let mut words = [_mm512_setzero_si512(); WORDS];
    for (words, list) in words.iter_mut().zip(boards) {
        *words = match list.len() - at {
            WORDS_AT_ONCE.. => load(&list[at..]),
            _ => padded(&list[at..]),
        };
    }
    words
}

/// Fewer than eight words, and zeros.
#[target_feature(enable = "avx512f")]
#[inline]
fn padded(words: &[u64]) -> __m512i {
    let mut padded = [0; WORDS_AT_ONCE];
    padded[..words.len()].copy_from_slice(words);
    load(&padded)
}

/// [`JoinLanes::visit`] for so many chunks.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn visit<const CHUNKS: usize>(
    tables: &[LaneTable; CHUNKS],
    chunks: &[Chunk; CHUNKS],
    visitors: Visitors<'_>,
) -> __m512i {
    // Where a visitor's sets are in the tables, in bytes: four numbers of 16 bits to a word. The bits of a chunk stand from bit 6
    // on, as a set has 64 bytes; so the lower byte begins 6 bits before the chunk, the upper one 2 bits behind its start.
    let (mut shifts, mut masks) = ([[0u8; 64]; 2], [[0u16; 32]; 2]);
    for (number, chunk) in chunks.iter().enumerate() {
        for lane in 0..WORDS_AT_ONCE {
            let at = 4 * lane + number % 4;
            shifts[number / 4][2 * at] = (chunk.first.wrapping_sub(6) & 63) as u8;
            shifts[number / 4][2 * at + 1] = ((chunk.first + 2) & 63) as u8;
            masks[number / 4][at] = (((1 << chunk.bits) - 1) & (TABLE as u16 - 1)) << 6;
        }
    }
    let registers = CHUNKS.div_ceil(4);
    let (mut by, mut only) = ([_mm512_setzero_si512(); 2], [_mm512_setzero_si512(); 2]);
    for register in 0..registers {
        by[register] = load(&shifts[register]);
        only[register] = load(&masks[register]);
    }
    let mut places = [[0u16; 4 * VISITORS]; 2];
    let mut sums = [_mm512_setzero_si512(); 2];
    for first in (0..visitors.len).step_by(VISITORS) {
        let some = VISITORS.min(visitors.len - first);
        for at in (0..some).step_by(WORDS_AT_ONCE) {
            let words = load(&visitors.words[first + at..]);
            for register in 0..registers {
                let found = _mm512_multishift_epi64_epi8(by[register], words);
                store(&mut places[register][4 * at..], _mm512_and_si512(only[register], found));
            }
        }
        for visitor in 0..some {
            let mut all = _mm512_set1_epi64(-1);
            for (number, table) in tables.iter().enumerate() {
                let place = usize::from(places[number / 4][4 * visitor + number % 4]);
                // SAFETY: the mask leaves a multiple of 64 below 64 * `TABLE`, and a table has as many bytes, 64 to a set.
                let set = unsafe { *table.as_ptr().cast::<u8>().add(place).cast::<__m512i>() };
                all = _mm512_and_si512(all, set);
            }
            sums[visitor % 2] = _mm512_add_epi64(sums[visitor % 2], _mm512_popcnt_epi64(all));
        }
    }
    _mm512_add_epi64(sums[0], sums[1])
}

impl JoinLanes for Avx512 {
    #[inline(always)]
    fn join<const JOINS: usize, const WORDS: usize>(
        self,
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [[&[u64]; 2]; WORDS],
        wanted: Wanted,
        out: &mut [Buffer<u64>; WORDS],
    ) {
        let mut len = out[0].len;
        let lists: [&mut [u64]; WORDS] = out.each_mut().map(|out| out.items.as_mut_slice());
        for one in range {
            let [start, _, end] = partners[usize::from(outer.cells[one] / 2)];
            // SAFETY: there is a value of this type, so the processor has the features.
            unsafe {
                let own = spread(outer, one);
                let mut own_words = [_mm512_setzero_si512(); WORDS];
                for (own, [outers, _]) in own_words.iter_mut().zip(words) {
                    *own = _mm512_set1_epi64(outers[one] as i64);
                }
                let (but, of) = (_mm512_set1_epi64(wanted.but as i64), _mm512_set1_epi64(wanted.of as i64));
                let mut at = start;
                // Once even if there is no partner: whether there is one is hard to guess.
                loop {
                    let kept = at_peace(&own, inner, at as usize) & lowest(end.saturating_sub(at)) as u16;
                    for (half, kept) in kept.to_le_bytes().into_iter().enumerate() {
                        let first = at as usize + WORDS_AT_ONCE * half;
                        let mut joined = own_words;
                        for (joined, [_, inners]) in joined.iter_mut().zip(words) {
                            *joined = _mm512_or_si512(*joined, load(&inners[first..]));
                        }
                        let marks = _mm512_and_si512(joined[WORDS - 1], of);
                        let kept = kept & _mm512_cmpneq_epi64_mask(marks, but);
                        for word in 0..WORDS {
                            pack(kept, joined[word], &mut lists[word][len..]);
                        }
                        len += kept.count_ones() as usize;
                    }
                    at += LANES as u32;
                    if at >= end {
                        break;
                    }
                }
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
        let mut writers = out.each_mut().map(PairWriter::new);
        for one in range.clone() {
            let cell = outer.cells[one];
            let [start, border, end] = partners[usize::from(cell / 2)];
            let is_marked = if cell % 2 == 1 { !0 } else { 0 };
            // SAFETY: as in `join`.
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
                    // Those before the border have no marked piece.
                    let below = lowest(border.saturating_sub(at));
                    let [none, some, two] = &mut writers;
                    let with_one = match unmarked {
                        Unmarked::Skipped => kept & (below ^ !is_marked),
                        Unmarked::AsOne => kept & (below | !is_marked),
                        Unmarked::Apart => {
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
    fn slice<const BLOCKS: usize>(self, words: &[u64], block: usize, sets: &mut [Blocks<BLOCKS>]) {
        let mut padded = [0; 64];
        for (number, words) in words.chunks(64).enumerate() {
            let words = if words.len() == 64 {
                words
            } else {
                padded[..words.len()].copy_from_slice(words);
                padded[words.len()..].fill(0);
                &padded
            };
            // SAFETY: as in `join`.
            unsafe {
                // Of eight words the lowest bytes first, then the second ones, and so on.
                let by_byte = load(&BY_BYTE);
                let mut bytes = [_mm512_setzero_si512(); 8];
                for (at, bytes) in bytes.iter_mut().enumerate() {
                    *bytes = _mm512_permutexvar_epi8(by_byte, load(&words[8 * at..]));
                }
                // Then over all registers: all lowest bytes, all second ones. Two words' bytes go together, then four, then eight.
                let mut pairs = bytes;
                for at in (0..8).step_by(2) {
                    pairs[at] = _mm512_unpacklo_epi64(bytes[at], bytes[at + 1]);
                    pairs[at + 1] = _mm512_unpackhi_epi64(bytes[at], bytes[at + 1]);
                }
                let mut fours = pairs;
                for at in (0..8).step_by(4) {
                    fours[at] = _mm512_shuffle_i64x2::<0x88>(pairs[at], pairs[at + 2]);
                    fours[at + 1] = _mm512_shuffle_i64x2::<0x88>(pairs[at + 1], pairs[at + 3]);
                    fours[at + 2] = _mm512_shuffle_i64x2::<0xdd>(pairs[at], pairs[at + 2]);
                    fours[at + 3] = _mm512_shuffle_i64x2::<0xdd>(pairs[at + 1], pairs[at + 3]);
                }
                let mut planes = fours;
                for at in 0..4 {
                    planes[at] = _mm512_shuffle_i64x2::<0x88>(fours[at], fours[at + 4]);
                    planes[at + 4] = _mm512_shuffle_i64x2::<0xdd>(fours[at], fours[at + 4]);
                }
                for (plane, sets) in planes.into_iter().zip(sets.chunks_mut(8)) {
                    let mut bit = _mm512_set1_epi8(1);
                    for set in sets {
                        set[block].0[number] = _mm512_testn_epi8_mask(plane, bit);
                        bit = _mm512_add_epi8(bit, bit);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn both<const BLOCKS: usize>(self, one: &Blocks<BLOCKS>, other: &Blocks<BLOCKS>) -> Blocks<BLOCKS> {
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
    fn common(self, words: &[u64]) -> [u64; 2] {
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
        value: [u64; WORDS],
        out: [&mut [u64]; WORDS],
    ) -> usize {
        let boards_in_all = boards[0].len();
        let mut len = 0;
        // SAFETY: as in `join`.
        unsafe {
            let (bits, value) = (spread_words(bits), spread_words(value));
            let mut at = 0;
            while at < boards_in_all {
                let words = boards_at(&boards, at);
                let there = lowest((boards_in_all - at).min(WORDS_AT_ONCE) as u32) as u8;
                let wanted = agreeing(&words, &bits, &value) & there;
                for word in 0..WORDS {
                    pack(wanted, words[word], &mut out[word][len..]);
                }
                len += wanted.count_ones() as usize;
                at += WORDS_AT_ONCE;
            }
        }
        len
    }

    #[inline(always)]
    fn split<const WORDS: usize>(
        self,
        boards: [&mut [u64]; WORDS],
        (word_of_bit, bit): (usize, u32),
        with: [&mut [u64]; WORDS],
    ) -> usize {
        let boards_in_all = boards[0].len();
        let (mut left, mut moved) = (0, 0);
        // SAFETY: as in `join`.
        unsafe {
            let bit = _mm512_set1_epi64(1 << bit);
            let mut at = 0;
            // In place: what is written over has been read before.
            while at + WORDS_AT_ONCE <= boards_in_all {
                let mut words = [_mm512_setzero_si512(); WORDS];
                for (words, list) in words.iter_mut().zip(&boards) {
                    *words = load(&list[at..]);
                }
                let has = _mm512_test_epi64_mask(words[word_of_bit], bit);
                for word in 0..WORDS {
                    pack(has, words[word], &mut with[word][moved..]);
                    pack(!has, words[word], &mut boards[word][left..]);
                }
                moved += has.count_ones() as usize;
                left += has.count_zeros() as usize;
                at += WORDS_AT_ONCE;
            }
            for at in at..boards_in_all {
                let has = _mm512_test_epi64_mask(_mm512_set1_epi64(boards[word_of_bit][at] as i64), bit) != 0;
                for word in 0..WORDS {
                    let own = boards[word][at];
                    boards[word][left] = own;
                    with[word][moved] = own;
                }
                left += usize::from(!has);
                moved += usize::from(has);
            }
        }
        left
    }

    #[inline(always)]
    fn squeeze<const WORDS: usize>(self, boards: [&[u64]; WORDS], bits: [u64; WORDS], out: &mut [u64]) {
        for (board, out) in out[..boards[0].len()].iter_mut().enumerate() {
            // SAFETY: as in `join`.
            unsafe {
                let mut squeezed = _pext_u64(boards[0][board], bits[0]);
                let mut first = bits[0].count_ones();
                for word in 1..WORDS {
                    squeezed |= _pext_u64(boards[word][board], bits[word]).checked_shl(first).unwrap_or(0);
                    first += bits[word].count_ones();
                }
                *out = squeezed;
            }
        }
    }

    #[inline(always)]
    fn visit(self, tables: &[LaneTable], chunks: &[Chunk], visitors: Visitors<'_>, tally: &mut Lane512) {
        macro_rules! visit_chunks {
            ($($number:literal)*) => {
                match chunks.len() {
                    $($number => {
                        if let (Some(tables), Some(chunks)) = (tables.first_chunk(), chunks.first_chunk()) {
                            // SAFETY: as in `join`.
                            unsafe {
                                let sums = _mm512_add_epi64(load(&tally.0), visit::<$number>(tables, chunks, visitors));
                                store(&mut tally.0, sums);
                            }
                        }
                    })*
                    // More than eight chunks are more than 48 bits; leaves hardly ever have so many that matter.
                    _ => PortableJoinLanes.visit(tables, chunks, visitors, tally),
                }
            };
        }
        visit_chunks!(1 2 3 4 5 6 7 8);
    }
}

/// The bytes of eight words in the order that all lowest ones come first.
static BY_BYTE: [u8; 64] = {
    let mut order = [0; 64];
    let mut at = 0;
    while at < 64 {
        order[at] = (at % 8 * 8 + at / 8) as u8;
        at += 1;
    }
    order
};

// TESTS
