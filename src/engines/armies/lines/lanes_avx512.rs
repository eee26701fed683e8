//! The [operations of the search](super::lanes) in AVX-512: the counts of one army are a register.
//!
//! A bound is one `vpmaxub` and one `vpsadbw`, which adds up groups of eight diagonals. Groups are added up for eight pairs
//! of weights at once, in sixteen-bit lanes.

use super::lanes::{Bounds, Counts, Lanes};
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

/// The smaller of both families' sums for four pairs of weights, and another four: sums of groups, each in the lowest
/// sixteen bits of a 64-bit lane.
///
/// # Safety
/// The processor must have AVX-512 F, BW and VL.
#[inline(always)]
unsafe fn smaller(low: [__m512i; 4], high: [__m512i; 4]) -> __m128i {
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
        let sums = _mm512_add_epi16(sums, _mm512_shuffle_i64x2::<0b10_11_00_01>(sums, sums));
        _mm_min_epu16(_mm512_castsi512_si128(sums), _mm512_extracti32x4_epi32::<2>(sums))
    }
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
            let (w1, b1) = (load(white), load(black));
            let (w2, b2) = (_mm512_add_epi8(w1, w1), _mm512_add_epi8(b1, b1));
            let (w3, b3) = (_mm512_add_epi8(w1, w2), _mm512_add_epi8(b1, b2));
            let (w4, b4) = (_mm512_add_epi8(w2, w2), _mm512_add_epi8(b2, b2));
            let (w5, b5) = (_mm512_add_epi8(w4, w1), _mm512_add_epi8(b4, b1));
            let w6 = _mm512_add_epi8(w3, w3);
            let first = smaller(
                [sums(w1, b1), sums(w2, b1), sums(w1, b2), sums(w3, b2)],
                [sums(w2, b3), sums(w3, b1), sums(w1, b3), sums(w4, b3)],
            );
            let second = smaller(
                [sums(w3, b4), sums(w4, b1), sums(w1, b4), sums(w5, b4)],
                [sums(w4, b5), sums(w5, b3), sums(w3, b5), sums(w6, b1)],
            );
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
    fn contested(self, white: &Counts, black: &Counts, least: u8) -> u64 {
        // SAFETY: as in `take`.
        unsafe {
            let smaller = _mm512_min_epu8(load(white), load(black));
            _mm512_cmpge_epu8_mask(smaller, _mm512_set1_epi8(least as i8))
        }
    }
}
