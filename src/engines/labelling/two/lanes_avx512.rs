//! The [operations of the search](super::lanes) in AVX-512: the counts of one army are a register, or two.
//!
//! A bound is one `vpmaxub` and one `vpsadbw`, which adds up groups of eight diagonals. Groups are added up for eight
//! pairs of weights at once, in sixteen-bit lanes. A flow has a lane of sixteen bits for each diagonal; for each row,
//! one `vpermw` brings what the squares keep to the diagonals of the other family, and they are added under a mask.
//!
//! No closures here: they would not be compiled for the instructions of the function that they are in.

use super::flow::{PARTS, SHARES};
use super::lanes::{Bounds, Counts, FORCING, Field, Lanes, Sheet, WEIGHTS};
use crate::engines::avx512::{Avx512, NUMBERS};
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

/// A half of the counts in lanes of sixteen bits.
///
/// # Safety
/// The processor must have AVX-512 F and BW.
#[inline(always)]
unsafe fn wide(counts: &Counts, half: usize) -> __m512i {
    // SAFETY: the caller's promise; counts have 512 bits and are aligned to them.
    unsafe { _mm512_cvtepu8_epi16(_mm256_load_si256(counts.0.as_ptr().add(32 * (half % 2)).cast())) }
}

/// Counts times 0 to 6.
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

/// Four numbers, each in the lowest sixteen bits of a 64-bit lane, next to each other.
///
/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn packed(a: __m512i, b: __m512i, c: __m512i, d: __m512i) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe {
        _mm512_or_si512(
            _mm512_or_si512(a, _mm512_slli_epi64::<16>(b)),
            _mm512_or_si512(_mm512_slli_epi64::<32>(c), _mm512_slli_epi64::<48>(d)),
        )
    }
}

/// The larger of two weighted counts, added up in sixteens, for the weights from `FIRST` on: eight of them in each
/// 128 bits.
///
/// # Safety
/// The processor must have AVX-512 F and BW.
#[inline(always)]
unsafe fn sixteens<const FIRST: usize>(white: &[__m512i; 7], black: &[__m512i; 7]) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe {
        let mut eights = [_mm512_setzero_si512(); 8];
        for (eight, (alpha, beta)) in eights.iter_mut().zip(&WEIGHTS[FIRST..]) {
            let larger = _mm512_max_epu8(white[usize::from(*alpha)], black[usize::from(*beta)]);
            *eight = _mm512_sad_epu8(larger, _mm512_setzero_si512());
        }
        let [a, b, c, d, e, f, g, h] = eights;
        let (low, high) = (packed(a, b, c, d), packed(e, f, g, h));
        _mm512_add_epi16(_mm512_unpacklo_epi64(low, high), _mm512_unpackhi_epi64(low, high))
    }
}

/// Each half of a register with the sum of its two parts in both.
///
/// # Safety
/// The processor must have AVX-512 F and BW.
#[inline(always)]
unsafe fn both(sums: __m512i) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe { _mm512_add_epi16(sums, _mm512_shuffle_i64x2::<0b10_11_00_01>(sums, sums)) }
}

/// For each square colour, in 128 bits, and eight weights from `FIRST` on: the smaller of both families' bounds.
///
/// # Safety
/// The processor must have AVX-512 F and BW.
#[inline(always)]
unsafe fn smaller<const N: usize, const FIRST: usize>(
    white: &[[__m512i; 7]; N],
    black: &[[__m512i; 7]; N],
) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
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
}

/// For up to 32 diagonals of the family that comes first: what each is worth, less what is lost on a diagonal of the
/// other one, as sums of two in 32 bits. `bits` is where the steps of these diagonals begin.
///
/// # Safety
/// The processor must have AVX-512 F and BW.
#[inline(always)]
unsafe fn part_of_flow(
    white: __m512i,
    black: __m512i,
    weights: usize,
    field: &Field,
    order: usize,
    bits: usize,
) -> __m512i {
    let (alpha, beta) = WEIGHTS[weights % WEIGHTS.len()];
    // SAFETY: the caller's promise; the tables have 512 bits.
    unsafe {
        let shares = _mm512_loadu_si512(SHARES.as_ptr().cast());
        let numbers = _mm512_loadu_si512(NUMBERS.as_ptr().cast());
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
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn take<const N: usize>(self, sheet: &mut Sheet<N>, less: &Sheet<N>) {
        for (counts, less) in sheet.0.iter_mut().zip(&less.0) {
            // SAFETY: there is a value of this type, so the processor has the features named there.
            unsafe { store(counts, _mm512_sub_epi8(load(counts), load(less))) }
        }
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
    fn colours<const N: usize>(self, white: &Sheet<N>, black: &Sheet<N>) -> [Bounds; 2] {
        let mut bounds = [Bounds::default(); 2];
        // SAFETY: as in `take`; bounds have 256 bits and are aligned to them.
        unsafe {
            let mut whites = [[_mm512_setzero_si512(); 7]; N];
            let mut blacks = whites;
            for register in 0..N {
                whites[register] = multiples(&white.0[register]);
                blacks[register] = multiples(&black.0[register]);
            }
            let (first, second) = (smaller::<N, 0>(&whites, &blacks), smaller::<N, 8>(&whites, &blacks));
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
        // SAFETY: as in `take`.
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
    fn forced(self, white: &Counts, black: &Counts, targets: &Bounds) -> Option<[u64; 2]> {
        // SAFETY: as in `take`; targets have room for two registers of 128 bits.
        unsafe {
            let (w, b) = (multiples(white), multiples(black));
            let sums = [both(sixteens::<0>(&w, &b)), both(sixteens::<8>(&w, &b))];
            let target = targets.0.as_ptr();
            let targets = [
                _mm512_broadcast_i32x4(_mm_loadu_si128(target.cast())),
                _mm512_broadcast_i32x4(_mm_loadu_si128(target.add(8).cast())),
            ];
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
    fn contested(self, white: &Counts, black: &Counts, least: u8) -> u64 {
        // SAFETY: as in `take`.
        unsafe {
            let smaller = _mm512_min_epu8(load(white), load(black));
            _mm512_cmpge_epu8_mask(smaller, _mm512_set1_epi8(least as i8))
        }
    }
}
