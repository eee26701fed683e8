//! The [operations on half boards](super::lanes) in AVX-512: a set of 512 is one register.
//!
//! Placements of a quarter are compared sixteen at a time, and those at peace are packed in the register before they are
//! written (packing into memory is many times slower on some processors). Intrinsics stand in loops, never in closures:
//! those are functions of their own, compiled without the features, in which every intrinsic is a call. Words become sets by way of bytes: the
//! sign bits of 64 bytes are one instruction.

use super::lanes::{Blocks, Buffer, Joins, Lane512, Lanes, Pairs, Partners, Sets};
use super::quarters::MARGIN;
use crate::engines::Kernel;
use std::arch::x86_64::*;
use std::ops::Range;

/// The operations for processors with AVX-512 F, BW, DQ, VL, VBMI2 and VPOPCNTDQ: a value exists on these alone.
///
/// To be fast they must be inlined into a function that is compiled for these features.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The operations, if this processor has the features.
    pub(super) fn new() -> Option<Self> {
        Kernel::Avx512.is_available().then_some(Self(()))
    }
}

/// Words to a register.
const LANES: usize = 16;
/// Inner placements that are looked at in one go.
const WINDOW: usize = 32;

// Whole registers are read from the last placement on.
const _: () = assert!(MARGIN >= WINDOW);

/// Sixteen words of a list from `at` on.
///
/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn load_words(list: &[u32], at: usize) -> __m512i {
    let words: &[u32] = &list[at..at + LANES];
    // SAFETY: the slice just taken has the sixteen words that are read, and no alignment is asked for.
    unsafe { _mm512_loadu_epi32(words.as_ptr().cast()) }
}

/// A set of half boards as a register.
///
/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn load(set: &Lane512) -> __m512i {
    // SAFETY: a set has the eight words that are read, and is aligned to them.
    unsafe { _mm512_load_si512(set.0.as_ptr().cast()) }
}

/// Writes a set.
///
/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn store(set: &mut Lane512, lanes: __m512i) {
    // SAFETY: a set has the eight words that are written, and is aligned to them.
    unsafe { _mm512_store_si512(set.0.as_mut_ptr().cast(), lanes) }
}

/// Which of the sixteen placements from `at` on do not meet the outer one.
///
/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn at_peace<const JOINS: usize>(own: &[__m512i; JOINS], inner: Joins<'_, JOINS>, at: usize) -> u16 {
    // SAFETY: the processor has the features, as the caller promises.
    unsafe {
        if JOINS == 1 {
            return _mm512_testn_epi32_mask(own[0], load_words(inner.bits[0], at));
        }
        let mut met = _mm512_setzero_si512();
        for (own, bits) in own.iter().zip(inner.bits) {
            met = _mm512_or_si512(met, _mm512_and_si512(*own, load_words(bits, at)));
        }
        _mm512_testn_epi32_mask(met, met)
    }
}

/// The bits of an outer placement, each word in all lanes.
///
/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn spread<const JOINS: usize>(outer: Joins<'_, JOINS>, one: usize) -> [__m512i; JOINS] {
    // SAFETY: the processor has the features, as the caller promises.
    unsafe {
        let mut own = [_mm512_setzero_si512(); JOINS];
        for (own, bits) in own.iter_mut().zip(outer.bits) {
            *own = _mm512_set1_epi32(bits[one] as i32);
        }
        own
    }
}

/// The lowest so many bits; all of them if there are not as many.
#[inline(always)]
fn lowest(bits: u32) -> u32 {
    if bits < 32 { !(!0 << bits) } else { !0 }
}

/// Adds the sizes of the intersection of two sets.
///
/// # Safety
/// The processor must have AVX-512 F and VPOPCNTDQ.
#[inline(always)]
unsafe fn add_pair<const BLOCKS: usize>(
    sums: &mut [__m512i; BLOCKS],
    one: &Blocks<BLOCKS>,
    other: &Blocks<BLOCKS>,
) {
    for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
        // SAFETY: the processor has the features, as the caller promises.
        unsafe {
            let both = _mm512_and_si512(load(one), load(other));
            *sum = _mm512_add_epi64(*sum, _mm512_popcnt_epi64(both));
        }
    }
}

/// Where pairs are written, with the length in a register: kept in memory, it would be waited for at every pair.
struct Writer<'a> {
    outer: &'a mut [u8],
    inner: &'a mut [u8],
    len: usize,
}

impl<'a> Writer<'a> {
    fn new(pairs: &'a mut Pairs) -> Self {
        Self { len: pairs.len(), outer: &mut pairs.outer.items, inner: &mut pairs.inner.items }
    }

    /// Adds the pairs of an outer placement with the inner ones that are kept.
    ///
    /// # Safety
    /// The processor must have AVX-512 BW, VL and VBMI2.
    #[inline(always)]
    unsafe fn write(&mut self, kept: u32, outer: __m256i, inner: __m256i) {
        let outers: &mut [u8] = &mut self.outer[self.len..self.len + WINDOW];
        let inners: &mut [u8] = &mut self.inner[self.len..self.len + WINDOW];
        // SAFETY: the slices just taken have the 32 numbers that are written, and no alignment is asked for.
        unsafe {
            _mm256_storeu_epi8(outers.as_mut_ptr().cast(), outer);
            _mm256_storeu_epi8(inners.as_mut_ptr().cast(), _mm256_maskz_compress_epi8(kept, inner));
        }
        self.len += kept.count_ones() as usize;
    }
}

/// 0, 1, 2, …
static NUMBERS: [u8; WINDOW] = {
    let mut numbers = [0; WINDOW];
    let mut number = 0;
    while number < WINDOW {
        numbers[number] = number as u8;
        number += 1;
    }
    numbers
};

impl Lanes for Avx512 {
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
        let lists: [&mut [u32]; WORDS] = out.each_mut().map(|out| out.items.as_mut_slice());
        let words: [[&[u32]; 2]; WORDS] =
            std::array::from_fn(|word| [words[0][word].as_slice(), words[1][word].as_slice()]);
        for one in range {
            let [start, _, end] = partners[usize::from(outer.cells[one] / 2)];
            // SAFETY: there is a value of this type, so the processor has the features named there.
            unsafe {
                let own = spread(outer, one);
                let mut at = start;
                // Once even if there is no partner: whether there is one is hard to guess.
                loop {
                    let kept = at_peace(&own, inner, at as usize) & lowest(end.saturating_sub(at)) as u16;
                    for word in 0..WORDS {
                        let other = load_words(words[word][1], at as usize);
                        let joined = _mm512_or_si512(_mm512_set1_epi32(words[word][0][one] as i32), other);
                        let written: &mut [u32] = &mut lists[word][len..len + LANES];
                        let packed = _mm512_maskz_compress_epi32(kept, joined);
                        _mm512_storeu_epi32(written.as_mut_ptr().cast(), packed);
                    }
                    len += kept.count_ones() as usize;
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
        unmarked: bool,
        out: &mut [Pairs; 3],
    ) {
        let mut writers = out.each_mut().map(Writer::new);
        for one in range.clone() {
            let cell = outer.cells[one];
            let [start, border, end] = partners[usize::from(cell / 2)];
            let is_marked = if cell % 2 == 1 { !0 } else { 0 };
            // SAFETY: there is a value of this type, so the processor has the features named there.
            unsafe {
                let own = spread(outer, one);
                let outers = _mm256_set1_epi8((one - range.start) as i8);
                let mut at = start;
                loop {
                    let low = at_peace(&own, inner, at as usize);
                    let high = at_peace(&own, inner, at as usize + LANES);
                    let kept = (u32::from(low) | u32::from(high) << LANES) & lowest(end.saturating_sub(at));
                    let inners = _mm256_add_epi8(
                        _mm256_loadu_epi8(NUMBERS.as_ptr().cast()),
                        _mm256_set1_epi8((at as usize - first) as i8),
                    );
                    // Those before the border have no marked piece.
                    let below = lowest(border.saturating_sub(at));
                    let [none, some, two] = &mut writers;
                    if unmarked {
                        none.write(kept & below & !is_marked, outers, inners);
                    }
                    some.write(kept & (below ^ !is_marked), outers, inners);
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
    fn slice<const BLOCKS: usize>(self, words: &[u32], block: usize, sets: &mut [Blocks<BLOCKS>]) {
        let mut padded = [0; 64];
        for (number, words) in words.chunks(64).enumerate() {
            let words = if words.len() == 64 {
                words
            } else {
                padded[..words.len()].copy_from_slice(words);
                padded[words.len()..].fill(0);
                &padded
            };
            // SAFETY: there is a value of this type, so the processor has the features named there.
            unsafe {
                // In each 128-bit part the lowest bytes of its four words come first, then the second ones, and so on.
                let by_byte = _mm512_broadcast_i32x4(_mm_setr_epi8(
                    0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
                ));
                // Then over the whole register: all lowest bytes, all second ones.
                let gather = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
                let bytes = |at: usize| {
                    _mm512_permutexvar_epi32(gather, _mm512_shuffle_epi8(load_words(words, at), by_byte))
                };
                let (a, b, c, d) = (bytes(0), bytes(16), bytes(32), bytes(48));
                let low = (_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0x44>(c, d));
                let high = (_mm512_shuffle_i32x4::<0xee>(a, b), _mm512_shuffle_i32x4::<0xee>(c, d));
                let planes = [
                    _mm512_shuffle_i32x4::<0x88>(low.0, low.1),
                    _mm512_shuffle_i32x4::<0xdd>(low.0, low.1),
                    _mm512_shuffle_i32x4::<0x88>(high.0, high.1),
                    _mm512_shuffle_i32x4::<0xdd>(high.0, high.1),
                ];
                for (plane, sets) in planes.into_iter().zip(sets.chunks_mut(8)) {
                    let mut bits = plane;
                    for set in sets.iter_mut().rev() {
                        set[block].0[number] = !_mm512_movepi8_mask(bits);
                        bits = _mm512_add_epi8(bits, bits);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn intersect<const BLOCKS: usize>(
        self,
        set: &Blocks<BLOCKS>,
        list: &[Blocks<BLOCKS>],
        numbers: &[u16],
        result: &mut Blocks<BLOCKS>,
    ) {
        for block in 0..BLOCKS {
            // SAFETY: there is a value of this type, so the processor has the features named there.
            unsafe {
                let mut all = load(&set[block]);
                for &number in numbers {
                    all = _mm512_and_si512(all, load(&list[usize::from(number)][block]));
                }
                store(&mut result[block], all);
            }
        }
    }

    #[inline(always)]
    fn fill<const BLOCKS: usize, const TABLES: usize>(
        self,
        tables: [&Sets<BLOCKS>; TABLES],
        codes: &[u64],
        sets: &mut [Blocks<BLOCKS>],
    ) {
        for (set, code) in sets.iter_mut().zip(codes) {
            let code = code.to_le_bytes();
            let chosen: [&Blocks<BLOCKS>; TABLES] =
                std::array::from_fn(|table| &tables[table][usize::from(code[table])]);
            for block in 0..BLOCKS {
                // SAFETY: there is a value of this type, so the processor has the features named there.
                unsafe {
                    let mut all = load(&chosen[0][block]);
                    for other in &chosen[1..] {
                        all = _mm512_and_si512(all, load(&other[block]));
                    }
                    store(&mut set[block], all);
                }
            }
        }
    }

    #[inline(always)]
    fn multiply<const BLOCKS: usize>(
        self,
        first: &[Blocks<BLOCKS>],
        second: &[Blocks<BLOCKS>],
        table: &mut [Blocks<BLOCKS>],
    ) {
        for (first, row) in first.iter().zip(table.chunks_mut(second.len())) {
            for block in 0..BLOCKS {
                // SAFETY: there is a value of this type, so the processor has the features named there.
                unsafe {
                    let first = load(&first[block]);
                    for (second, set) in second.iter().zip(&mut *row) {
                        store(&mut set[block], _mm512_and_si512(first, load(&second[block])));
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn count<const BLOCKS: usize>(
        self,
        outer: (&Sets<BLOCKS>, &[u8]),
        inner: (&Sets<BLOCKS>, &[u8]),
        tally: &mut Lane512,
    ) {
        // SAFETY: there is a value of this type, so the processor has the features named there.
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
            let mut sum = load(tally);
            for block in 0..BLOCKS {
                sum = _mm512_add_epi64(sum, _mm512_add_epi64(sums[0][block], sums[1][block]));
            }
            store(tally, sum);
        }
    }
}
