//! The [operations of the search](super::lanes) in AVX-512: the counts of one army are a register.
//!
//! A bound is one `vpmaxub` and one `vpsadbw`, which adds up groups of eight diagonals. Groups are added up for eight pairs
//! of weights at once, in sixteen-bit lanes.

use super::lanes::{Bounds, Counts, Lanes, WEIGHTS};
use crate::engines::avx512::Avx512;
use std::arch::x86_64::*;

/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn load(counts: &Counts) -> __m512i {
    // SAFETY: counts have 512 bits and are aligned to them.
    unsafe { _mm512_load_si512(std::ptr::from_ref(counts).cast()) }
}

/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn store(counts: &mut Counts, lanes: __m512i) {
    // SAFETY: counts have 512 bits and are aligned to them.
    unsafe { _mm512_store_si512(std::ptr::from_mut(counts).cast(), lanes) }
}

/// The larger of two weighted counts, added up in eight groups.
///
/// # Safety
/// The processor must have AVX-512 F and BW.
#[inline(always)]
unsafe fn sums(white: __m512i, black: __m512i) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe { _mm512_sad_epu8(_mm512_max_epu8(white, black), _mm512_setzero_si512()) }
}

/// A family's sums for four pairs of weights, and another four, given the sums of groups, each in the lowest sixteen bits of
/// a 64-bit lane. The lower half of the register is about one family, the upper half about the other; both parts of a half
/// are the same.
///
/// # Safety
/// The processor must have AVX-512 F, BW and VL.
#[inline(always)]
unsafe fn families(low: [__m512i; 4], high: [__m512i; 4]) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe {
        let pack = |sums: [__m512i; 4]| {
            _mm512_or_si512(
                _mm512_or_si512(sums[0], _mm512_slli_epi64::<16>(sums[1])),
                _mm512_or_si512(_mm512_slli_epi64::<32>(sums[2]), _mm512_slli_epi64::<48>(sums[3])),
            )
        };
        let (low, high) = (pack(low), pack(high));
        let sums = _mm512_add_epi16(_mm512_unpacklo_epi64(low, high), _mm512_unpackhi_epi64(low, high));
        _mm512_add_epi16(sums, _mm512_shuffle_i64x2::<0b10_11_00_01>(sums, sums))
    }
}

/// The smaller of both families' sums.
///
/// # Safety
/// The processor must have AVX-512 F, BW and VL.
#[inline(always)]
unsafe fn smaller(sums: __m512i) -> __m128i {
    // SAFETY: the caller's promise.
    unsafe { _mm_min_epu16(_mm512_castsi512_si128(sums), _mm512_extracti32x4_epi32::<2>(sums)) }
}

/// Counts times 1 to 6.
///
/// # Safety
/// The processor must have AVX-512 F and BW.
#[inline(always)]
unsafe fn multiples(counts: &Counts) -> [__m512i; 7] {
    // SAFETY: the caller's promise.
    unsafe {
        let one = load(counts);
        let two = _mm512_add_epi8(one, one);
        let three = _mm512_add_epi8(one, two);
        let four = _mm512_add_epi8(two, two);
        let five = _mm512_add_epi8(two, three);
        let six = _mm512_add_epi8(three, three);
        [_mm512_setzero_si512(), one, two, three, four, five, six]
    }
}

/// The sums of both families for all weights.
///
/// # Safety
/// The processor must have AVX-512 F and BW.
#[inline(always)]
unsafe fn all_sums(white: &[__m512i; 7], black: &[__m512i; 7]) -> [__m512i; 2] {
    let group = |first: usize| {
        std::array::from_fn(|index| {
            let (alpha, beta) = WEIGHTS[first + index];
            // SAFETY: the caller's promise.
            unsafe { sums(white[usize::from(alpha)], black[usize::from(beta)]) }
        })
    };
    // SAFETY: the caller's promise.
    unsafe { [families(group(0), group(4)), families(group(8), group(12))] }
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn take(self, counts: &mut Counts, less: &Counts) {
        // SAFETY: there is a value of this type, so the processor has the features named there.
        unsafe { store(counts, _mm512_sub_epi8(load(counts), load(less))) }
    }

    #[inline(always)]
    fn clear(self, counts: &mut Counts, line: usize, crossing: u64) {
        // SAFETY: as in `take`.
        unsafe {
            let lanes = load(counts);
            let lanes = _mm512_mask_sub_epi8(lanes, crossing, lanes, _mm512_set1_epi8(1));
            store(counts, _mm512_maskz_mov_epi8(!(1 << (line % 64)), lanes));
        }
    }

    #[inline(always)]
    fn bounds(self, white: &Counts, black: &Counts) -> Bounds {
        let mut bounds = Bounds([0; 16]);
        // SAFETY: as in `take`; the bounds have room for two registers of 128 bits.
        unsafe {
            let [first, second] = all_sums(&multiples(white), &multiples(black)).map(|sums| smaller(sums));
            let end = bounds.0.as_mut_ptr();
            _mm_storeu_si128(end.cast(), first);
            _mm_storeu_si128(end.add(8).cast(), second);
        }
        bounds
    }

    #[inline(always)]
    fn reach(self, bounds: &Bounds, targets: &Bounds) -> bool {
        // SAFETY: as in `take`; bounds have 256 bits and are aligned to them.
        unsafe {
            let load = |bounds: &Bounds| _mm256_load_si256(std::ptr::from_ref(bounds).cast());
            _mm256_cmplt_epu16_mask(load(bounds), load(targets)) == 0
        }
    }

    #[inline(always)]
    fn forced(self, white: &Counts, black: &Counts, targets: &Bounds) -> Option<[u64; 2]> {
        // SAFETY: as in `take`; targets have room for two registers of 128 bits.
        unsafe {
            let (w, b) = (multiples(white), multiples(black));
            let sums = all_sums(&w, &b);
            let targets = [0, 8]
                .map(|first| _mm512_broadcast_i32x4(_mm_loadu_si128(targets.0.as_ptr().add(first).cast())));
            if _mm512_cmplt_epu16_mask(sums[0], targets[0]) | _mm512_cmplt_epu16_mask(sums[1], targets[1])
                != 0
            {
                return None;
            }
            // What can be spared, as bytes: in each 128 bits the sixteen pairs of weights of one family.
            let spare = _mm512_packus_epi16(
                _mm512_sub_epi16(sums[0], targets[0]),
                _mm512_sub_epi16(sums[1], targets[1]),
            );
            let mut over = [_mm512_setzero_si512(); 2];
            for (index, &(alpha, beta)) in WEIGHTS.iter().enumerate().take(8) {
                let spare = _mm512_shuffle_epi8(spare, _mm512_set1_epi8(index as i8));
                let (white, black) = (w[usize::from(alpha)], b[usize::from(beta)]);
                let more_white = _mm512_subs_epu8(_mm512_subs_epu8(white, black), spare);
                let more_black = _mm512_subs_epu8(_mm512_subs_epu8(black, white), spare);
                over = [_mm512_or_si512(over[0], more_white), _mm512_or_si512(over[1], more_black)];
            }
            let contested = _mm512_test_epi8_mask(w[1], w[1]) & _mm512_test_epi8_mask(b[1], b[1]);
            let lines = over.map(|over| _mm512_test_epi8_mask(over, over) & contested);
            (lines[0] & lines[1] == 0).then_some(lines)
        }
    }

    #[inline(always)]
    fn contested(self, white: &Counts, black: &Counts, least: u8) -> u64 {
        // SAFETY: as in `take`.
        unsafe {
            let smaller = _mm512_min_epu8(load(white), load(black));
            _mm512_cmpge_epu8_mask(smaller, _mm512_set1_epi8(least as i8))
        }
    }
}
