//! The [operations of the search](super::lanes) in AVX-512: the counts of one army are one register, or two.
//!
//! A bound is one `vpmaxub` and one `vpsadbw`, which adds up groups of eight diagonals. Groups are added up
//! for eight pairs of weights at once, in 16-bit lanes. A flow has a 16-bit lane for each diagonal. For each
//! row, one `vpermw` moves the weight that the squares keep to the diagonals of the other family, and it is
//! added under a mask.

use super::flow::{PARTS, SHARES};
use super::lanes::{Bounds, FORCING, SheetLanes, weighted_sums};
use super::lanes_avx2::by_colour;
use super::sheet::{DiagonalCounts, Sheet, SheetPlaces, WEIGHTS};
use crate::kernel::{Avx512, NUMBERS, load, store};
use std::arch::x86_64::*;

weighted_sums! {
    "avx512f,avx512bw" __m512i: _mm512_setzero_si512 _mm512_add_epi8 _mm512_max_epu8 _mm512_sad_epu8
    _mm512_slli_epi64 _mm512_or_si512 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64 _mm512_add_epi16
}

/// Returns a half of the counts in 16-bit lanes.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn wide(counts: &DiagonalCounts, half: usize) -> __m512i {
    _mm512_cvtepu8_epi16(load(&counts.0[32 * (half % 2)..]))
}

/// Returns each half of a register with the sum of its two parts in both.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn both(sums: __m512i) -> __m512i {
    _mm512_add_epi16(sums, _mm512_shuffle_i64x2::<0b10_11_00_01>(sums, sums))
}

/// Returns the smaller of both families' bounds for each square colour, in 128 bits, with eight weights
/// beginning at `FIRST`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn smaller<const N: usize, const FIRST: usize>(
    white: &[[__m512i; 7]; N],
    black: &[[__m512i; 7]; N],
) -> __m256i {
    let falling = sixteens::<FIRST>(&white[0], &black[0]);
    if N == 1 {
        // Both families are in one register.
        _mm256_min_epu16(_mm512_castsi512_si256(falling), _mm512_extracti64x4_epi64::<1>(falling))
    } else {
        let rising = sixteens::<FIRST>(&white[N - 1], &black[N - 1]);
        let smaller = _mm512_min_epu16(both(falling), both(rising));
        _mm512_castsi512_si256(_mm512_shuffle_i64x2::<0b11_11_10_00>(smaller, smaller))
    }
}

/// Returns the worth of up to 32 diagonals of the first family, less the loss on diagonals of the other one,
/// as sums of two in 32 bits. The steps of these diagonals begin at `bits`.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn part_of_flow(
    white: __m512i,
    black: __m512i,
    weights: usize,
    field: &SheetPlaces,
    order: usize,
    bits: usize,
) -> __m512i {
    let (alpha, beta) = WEIGHTS[weights % WEIGHTS.len()];
    let (shares, numbers) = (load(&SHARES), load(&NUMBERS));
    let whites = _mm512_mullo_epi16(white, _mm512_set1_epi16(i16::from(alpha as i8) << PARTS));
    let blacks = _mm512_mullo_epi16(black, _mm512_set1_epi16(i16::from(beta as i8) << PARTS));
    let left = [_mm512_subs_epu16(whites, blacks), _mm512_subs_epu16(blacks, whites)];
    let kept = [
        _mm512_mulhi_epu16(left[0], _mm512_permutexvar_epi16(white, shares)),
        _mm512_mulhi_epu16(left[1], _mm512_permutexvar_epi16(black, shares)),
    ];
    let mut sums = [_mm512_setzero_si512(); 2];
    for army in 0..2 {
        let mut rows = field.rows[order % 2][army];
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let steps = (field.steps[army][row % 2] << (row / 2)) >> bits;
            let shift = _mm512_set1_epi16(field.shift as i16 - row as i16);
            let from = _mm512_permutexvar_epi16(_mm512_add_epi16(numbers, shift), kept[army]);
            sums[army] = _mm512_mask_add_epi16(sums[army], steps as u32, sums[army], from);
        }
    }
    let left = _mm512_sub_epi16(_mm512_max_epu16(whites, blacks), _mm512_min_epu16(sums[0], sums[1]));
    _mm512_madd_epi16(left, _mm512_set1_epi16(1))
}

impl SheetLanes for Avx512 {
    #[inline(always)]
    fn clear(self, counts: &mut DiagonalCounts, line: usize, crossing: u64) {
        // SAFETY: there is a value of this type, so the processor has the features.
        unsafe {
            let lanes = load(&counts.0);
            let lanes = _mm512_mask_sub_epi8(lanes, crossing, lanes, _mm512_set1_epi8(1));
            store(&mut counts.0, _mm512_maskz_mov_epi8(!(1 << (line % 64)), lanes));
        }
    }

    #[inline(always)]
    fn colours<const N: usize>(self, white: &Sheet<N>, black: &Sheet<N>) -> [Bounds; 2] {
        // SAFETY: as in `clear`.
        unsafe {
            let mut whites = [[_mm512_setzero_si512(); 7]; N];
            let mut blacks = whites;
            for register in 0..N {
                whites[register] = multiples(load(&white.0[register].0));
                blacks[register] = multiples(load(&black.0[register].0));
            }
            by_colour(smaller::<N, 0>(&whites, &blacks), smaller::<N, 8>(&whites, &blacks))
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
        // SAFETY: as in `clear`.
        unsafe {
            if N == 1 {
                let (white, black) = (wide(&sheets[0].0[0], order), wide(&sheets[1].0[0], order));
                let sums = part_of_flow(white, black, weights, field, order, 0);
                let (even, odd) = (_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64::<1>(sums));
                // Both colours at once: sums of two, of four and of all eight.
                let pairs = _mm256_hadd_epi32(even, odd);
                let fours = _mm256_hadd_epi32(pairs, pairs);
                let all = _mm_add_epi32(_mm256_castsi256_si128(fours), _mm256_extracti128_si256::<1>(fours));
                let all = _mm_cvtsi128_si64(all) as u64;
                return [(all as u32) >> PARTS, (all >> 32) as u32 >> PARTS];
            }
            let mut bounds = [0; 2];
            for (colour, bound) in bounds.iter_mut().enumerate() {
                let (white, black) =
                    (wide(&sheets[0].0[order % N], colour), wide(&sheets[1].0[order % N], colour));
                let sums = part_of_flow(white, black, weights, field, order, 32 * colour);
                *bound = _mm512_reduce_add_epi32(sums) as u32 >> PARTS;
            }
            bounds
        }
    }

    #[inline(always)]
    fn forced_lines(
        self,
        white: &DiagonalCounts,
        black: &DiagonalCounts,
        targets: &Bounds,
    ) -> Option<[u64; 2]> {
        // SAFETY: as in `clear`.
        unsafe {
            let (w, b) = (multiples(load(&white.0)), multiples(load(&black.0)));
            let sums = [both(sixteens::<0>(&w, &b)), both(sixteens::<8>(&w, &b))];
            let targets =
                [_mm512_broadcast_i32x4(load(&targets.0)), _mm512_broadcast_i32x4(load(&targets.0[8..]))];
            if _mm512_cmplt_epu16_mask(sums[0], targets[0]) | _mm512_cmplt_epu16_mask(sums[1], targets[1])
                != 0
            {
                return None;
            }
            // The spare worth, as bytes: each 128 bits have the sixteen pairs of weights of one family.
            let spare = _mm512_packus_epi16(
                _mm512_sub_epi16(sums[0], targets[0]),
                _mm512_sub_epi16(sums[1], targets[1]),
            );
            let mut over = [_mm512_setzero_si512(); 2];
            for (index, &(alpha, beta)) in WEIGHTS.iter().enumerate().take(FORCING) {
                let spare = _mm512_shuffle_epi8(spare, _mm512_set1_epi8(index as i8));
                let (white, black) = (w[usize::from(alpha)], b[usize::from(beta)]);
                let more_white = _mm512_subs_epu8(_mm512_subs_epu8(white, black), spare);
                let more_black = _mm512_subs_epu8(_mm512_subs_epu8(black, white), spare);
                over = [_mm512_or_si512(over[0], more_white), _mm512_or_si512(over[1], more_black)];
            }
            let contested = _mm512_test_epi8_mask(w[1], w[1]) & _mm512_test_epi8_mask(b[1], b[1]);
            let lines = [
                _mm512_test_epi8_mask(over[0], over[0]) & contested,
                _mm512_test_epi8_mask(over[1], over[1]) & contested,
            ];
            if lines[0] & lines[1] == 0 { Some(lines) } else { None }
        }
    }

    #[inline(always)]
    fn contested_lines(self, white: &DiagonalCounts, black: &DiagonalCounts, least: u8) -> u64 {
        // SAFETY: as in `clear`.
        unsafe {
            let smaller = _mm512_min_epu8(load(&white.0), load(&black.0));
            _mm512_cmpge_epu8_mask(smaller, _mm512_set1_epi8(least as i8))
        }
    }
}
