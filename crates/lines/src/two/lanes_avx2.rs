//! The [operations of the search](super::lanes) in AVX2, for the two that take the most time: the bounds of a
//! sheet and its flow.
//!
//! A quarter of a sheet is half a register, or one register, and a flow has a register for sixteen diagonals.
//! The weight that squares keep is moved to the diagonals of the other family through memory, because AVX2
//! has no instruction that moves all lanes.

use super::flow::{BITS, PARTS};
use super::lanes::{Bounds, SheetLanes, weighted_sums};
use super::sheet::{FAMILY, Sheet, SheetPlaces, WEIGHTS};
use crate::kernel::{Avx2, load, store};
use std::arch::x86_64::*;

/// The number of 16-bit lanes in a register.
const SHORTS: usize = 16;

weighted_sums! {
    "avx2" __m256i: _mm256_setzero_si256 _mm256_add_epi8 _mm256_max_epu8 _mm256_sad_epu8 _mm256_slli_epi64
    _mm256_or_si256 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64 _mm256_add_epi16
}

/// Returns the bounds of a family for each square colour, in 128 bits, with eight weights beginning at
/// `FIRST`.
#[target_feature(enable = "avx2")]
#[inline]
fn family<const N: usize, const FIRST: usize>(white: &Sheet<N>, black: &Sheet<N>, family: usize) -> __m256i {
    let counts = |sheet: &Sheet<N>, first: usize| multiples(load(&sheet.0[first / 64 % N].0[first % 64..]));
    let first = family * 32 * N;
    let even = sixteens::<FIRST>(&counts(white, first), &counts(black, first));
    if N == 1 {
        return even;
    }
    let odd = sixteens::<FIRST>(&counts(white, first + 32), &counts(black, first + 32));
    // The two halves of each register belong to one colour.
    _mm256_add_epi16(
        _mm256_permute2x128_si256::<0x20>(even, odd),
        _mm256_permute2x128_si256::<0x31>(even, odd),
    )
}

/// Returns 65535 divided by each count; the result for a count of 0 is arbitrary.
#[target_feature(enable = "avx2")]
#[inline]
fn shares(counts: __m128i) -> __m256i {
    // The quotient is rounded to 24 bits, and no fraction that is not whole is that near to a whole number.
    let all = _mm256_set1_ps(65535.0);
    let low = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(counts));
    let high = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_srli_si128::<8>(counts)));
    let low = _mm256_cvttps_epi32(_mm256_div_ps(all, low));
    let high = _mm256_cvttps_epi32(_mm256_div_ps(all, high));
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi32(low, high))
}

/// Returns the bounds of each square colour from those of both, for the first eight weights and for the
/// others.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn by_colour(first: __m256i, second: __m256i) -> [Bounds; 2] {
    let mut bounds = [Bounds::default(); 2];
    store(&mut bounds[0].0, _mm256_permute2x128_si256::<0x20>(first, second));
    store(&mut bounds[1].0, _mm256_permute2x128_si256::<0x31>(first, second));
    bounds
}

/// Returns the bound of a square colour by a flow. If this is a function of its own, as the compiler makes it
/// if it may choose, a search takes a seventh longer.
#[inline(always)]
fn flow_of_colour<const N: usize>(
    _: Avx2,
    sheets: [&Sheet<N>; 2],
    weights: usize,
    field: &SheetPlaces,
    order: usize,
    colour: usize,
) -> u32 {
    let (alpha, beta) = WEIGHTS[weights % WEIGHTS.len()];
    let quarters = [sheets[0].quarter(order, colour), sheets[1].quarter(order, colour)];
    // There is room on both sides for all shifts.
    let mut kept = [[0_u16; 3 * FAMILY]; 2];
    // SAFETY: there is a token, so the processor has the features.
    unsafe {
        let ones = _mm256_set1_epi16(1);
        let mut sum = _mm256_setzero_si256();
        for part in 0..N {
            let lines = part * SHORTS;
            let (white, black) = (load(&quarters[0][lines..]), load(&quarters[1][lines..]));
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
                store(&mut kept[army][FAMILY + lines..], _mm256_mulhi_epu16(left[army], shares[army]));
            }
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_max_epu16(whites, blacks), ones));
        }
        let bits = load(&BITS);
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
                    let from = load(&from[part * SHORTS..]);
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

impl SheetLanes for Avx2 {
    #[inline(always)]
    fn colours<const N: usize>(self, white: &Sheet<N>, black: &Sheet<N>) -> [Bounds; 2] {
        // SAFETY: as in `flow_of_colour`.
        unsafe {
            let first = _mm256_min_epu16(family::<N, 0>(white, black, 0), family::<N, 0>(white, black, 1));
            let second = _mm256_min_epu16(family::<N, 8>(white, black, 0), family::<N, 8>(white, black, 1));
            by_colour(first, second)
        }
    }

    #[inline(always)]
    fn flow<const N: usize>(
        self,
        sheets: [&Sheet<N>; 2],
        weights: usize,
        field: &SheetPlaces,
        order: usize,
    ) -> [u32; 2] {
        [
            flow_of_colour(self, sheets, weights, field, order, 0),
            flow_of_colour(self, sheets, weights, field, order, 1),
        ]
    }
}
