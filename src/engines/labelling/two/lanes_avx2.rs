//! The [operations of the search](super::lanes) in AVX2, those that take the most time: bounds of a sheet and its
//! flow.
//!
//! A quarter of a sheet is half a register, or one, and a flow has a register for sixteen diagonals. What squares
//! keep is brought to the diagonals of the other family through memory, as there is no instruction to move all lanes.

use super::flow::{BITS, PARTS};
use super::lanes::{Bounds, Counts, FAMILY, Field, Lanes, Portable, Sheet, WEIGHTS};
use crate::engines::kernel::Kernel;
use std::arch::x86_64::*;

/// The operations for processors with AVX2: a value exists on these alone.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// The operations, if this processor has them.
    pub(super) fn new() -> Option<Self> {
        Kernel::Avx2.is_available().then_some(Self(()))
    }
}

/// Lanes of sixteen bits in a register.
const SHORTS: usize = 16;

/// Counts times 0 to 6, for 32 lines from `first` on.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn multiples<const N: usize>(sheet: &Sheet<N>, first: usize) -> [__m256i; 7] {
    let counts = &sheet.0[first / 64 % N].0[first % 64..][..32];
    // SAFETY: the caller's promise; there are 32 bytes.
    unsafe {
        let one = _mm256_loadu_si256(counts.as_ptr().cast());
        let two = _mm256_add_epi8(one, one);
        let three = _mm256_add_epi8(one, two);
        let four = _mm256_add_epi8(two, two);
        let five = _mm256_add_epi8(two, three);
        let six = _mm256_add_epi8(three, three);
        [_mm256_setzero_si256(), one, two, three, four, five, six]
    }
}

/// Four numbers, each in the lowest sixteen bits of a 64-bit lane, next to each other.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn packed(a: __m256i, b: __m256i, c: __m256i, d: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        _mm256_or_si256(
            _mm256_or_si256(a, _mm256_slli_epi64::<16>(b)),
            _mm256_or_si256(_mm256_slli_epi64::<32>(c), _mm256_slli_epi64::<48>(d)),
        )
    }
}

/// The larger of two weighted counts, added up in sixteens, for the weights from `FIRST` on: eight of them in each
/// 128 bits.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn sixteens<const FIRST: usize>(white: &[__m256i; 7], black: &[__m256i; 7]) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let mut eights = [_mm256_setzero_si256(); 8];
        for (eight, (alpha, beta)) in eights.iter_mut().zip(&WEIGHTS[FIRST..]) {
            let larger = _mm256_max_epu8(white[usize::from(*alpha)], black[usize::from(*beta)]);
            *eight = _mm256_sad_epu8(larger, _mm256_setzero_si256());
        }
        let [a, b, c, d, e, f, g, h] = eights;
        let (low, high) = (packed(a, b, c, d), packed(e, f, g, h));
        _mm256_add_epi16(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high))
    }
}

/// For each square colour, in 128 bits, and eight weights from `FIRST` on: the bounds of a family.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn family<const N: usize, const FIRST: usize>(
    white: &Sheet<N>,
    black: &Sheet<N>,
    family: usize,
) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let first = family * 32 * N;
        let even = sixteens::<FIRST>(&multiples(white, first), &multiples(black, first));
        if N == 1 {
            return even;
        }
        let odd = sixteens::<FIRST>(&multiples(white, first + 32), &multiples(black, first + 32));
        // The two halves of each are about one colour.
        _mm256_add_epi16(
            _mm256_permute2x128_si256::<0x20>(even, odd),
            _mm256_permute2x128_si256::<0x31>(even, odd),
        )
    }
}

/// 65535 divided by each count; for 0 anything.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn shares(counts: __m128i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        // The quotient is rounded to 24 bits, and no fraction that is not whole is that near to a whole number.
        let all = _mm256_set1_ps(65535.0);
        let low = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(counts));
        let high = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_srli_si128::<8>(counts)));
        let low = _mm256_cvttps_epi32(_mm256_div_ps(all, low));
        let high = _mm256_cvttps_epi32(_mm256_div_ps(all, high));
        _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi32(low, high))
    }
}

/// The bound of a square colour by a flow.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn flow_of_colour<const N: usize>(
    sheets: [&Sheet<N>; 2],
    weights: usize,
    field: &Field,
    order: usize,
    colour: usize,
) -> u32 {
    let (alpha, beta) = WEIGHTS[weights % WEIGHTS.len()];
    let quarters = [sheets[0].quarter(order, colour), sheets[1].quarter(order, colour)];
    // With room on both sides for all shifts.
    let mut kept = [[0_u16; 3 * FAMILY]; 2];
    // SAFETY: the caller's promise; a quarter has `N` times sixteen lines, and slices are checked where they are
    // made.
    unsafe {
        let ones = _mm256_set1_epi16(1);
        let mut sum = _mm256_setzero_si256();
        for part in 0..N {
            let lines = part * SHORTS..(part + 1) * SHORTS;
            let white = _mm_loadu_si128(quarters[0][lines.clone()].as_ptr().cast());
            let black = _mm_loadu_si128(quarters[1][lines.clone()].as_ptr().cast());
            let whites = _mm256_mullo_epi16(
                _mm256_cvtepu8_epi16(white),
                _mm256_set1_epi16(i16::from(alpha as i8) << PARTS),
            );
            let blacks = _mm256_mullo_epi16(
                _mm256_cvtepu8_epi16(black),
                _mm256_set1_epi16(i16::from(beta as i8) << PARTS),
            );
            let left = [_mm256_subs_epu16(whites, blacks), _mm256_subs_epu16(blacks, whites)];
            let shares = [shares(white), shares(black)];
            for army in 0..2 {
                let room = &mut kept[army][FAMILY..][lines.clone()];
                _mm256_storeu_si256(room.as_mut_ptr().cast(), _mm256_mulhi_epu16(left[army], shares[army]));
            }
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_max_epu16(whites, blacks), ones));
        }
        let bits = _mm256_loadu_si256(BITS.as_ptr().cast());
        let mut left = [[_mm256_setzero_si256(); N]; 2];
        for army in 0..2 {
            let mut rows = field.rows[order % 2][army];
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let steps = (field.steps[army][row % 2] << (row / 2)) >> (colour * Sheet::<N>::QUARTER);
                let from = &kept[army][FAMILY + field.shift - row..][..FAMILY];
                for (part, left) in left[army].iter_mut().enumerate() {
                    let steps = _mm256_set1_epi16((steps >> (part * SHORTS)) as i16);
                    let mask = _mm256_cmpeq_epi16(_mm256_and_si256(steps, bits), bits);
                    let from = _mm256_loadu_si256(from[part * SHORTS..][..SHORTS].as_ptr().cast());
                    *left = _mm256_add_epi16(*left, _mm256_and_si256(from, mask));
                }
            }
        }
        for (white, black) in left[0].iter().zip(&left[1]) {
            let lost = _mm256_min_epu16(*white, *black);
            sum = _mm256_sub_epi32(sum, _mm256_madd_epi16(lost, ones));
        }
        let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b00_00_11_10>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b00_00_00_01>(sum));
        _mm_cvtsi128_si32(sum) as u32 >> PARTS
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn take<const N: usize>(self, sheet: &mut Sheet<N>, less: &Sheet<N>) {
        Portable.take(sheet, less);
    }

    #[inline(always)]
    fn clear(self, counts: &mut Counts, line: usize, crossing: u64) {
        Portable.clear(counts, line, crossing);
    }

    #[inline(always)]
    fn colours<const N: usize>(self, white: &Sheet<N>, black: &Sheet<N>) -> [Bounds; 2] {
        let mut bounds = [Bounds::default(); 2];
        // SAFETY: there is a value of this type, so the processor has AVX2; bounds have 256 bits and are aligned to
        // them.
        unsafe {
            let first = _mm256_min_epu16(family::<N, 0>(white, black, 0), family::<N, 0>(white, black, 1));
            let second = _mm256_min_epu16(family::<N, 8>(white, black, 0), family::<N, 8>(white, black, 1));
            let [even, odd] = &mut bounds;
            let (evens, odds) = (
                _mm256_permute2x128_si256::<0x20>(first, second),
                _mm256_permute2x128_si256::<0x31>(first, second),
            );
            _mm256_store_si256(std::ptr::from_mut(even).cast(), evens);
            _mm256_store_si256(std::ptr::from_mut(odd).cast(), odds);
        }
        bounds
    }

    #[inline(always)]
    fn flow<const N: usize>(
        self,
        sheets: [&Sheet<N>; 2],
        weights: usize,
        field: &Field,
        order: usize,
    ) -> [u32; 2] {
        // SAFETY: there is a value of this type, so the processor has AVX2.
        unsafe {
            [
                flow_of_colour(sheets, weights, field, order, 0),
                flow_of_colour(sheets, weights, field, order, 1),
            ]
        }
    }

    #[inline(always)]
    fn forced(self, white: &Counts, black: &Counts, targets: &Bounds) -> Option<[u64; 2]> {
        Portable.forced(white, black, targets)
    }

    #[inline(always)]
    fn contested(self, white: &Counts, black: &Counts, least: u8) -> u64 {
        Portable.contested(white, black, least)
    }
}
