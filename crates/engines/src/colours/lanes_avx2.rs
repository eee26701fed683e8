//! [Counting in slots](super::lanes) in AVX2: a vector is two registers.

use super::lanes::{Leaves, MAX_VECTORS, Row, SlotLanes, Slots};
use crate::engines::kernel::{Avx2, load, store};
use std::arch::x86_64::*;

/// The number of words of a register.
const WORDS: usize = 4;

impl SlotLanes for Avx2 {
    #[inline(always)]
    fn visit_slots(self, slots: &Slots, leaves: Leaves<'_>, rows: &mut [Row<u16>]) {
        // SAFETY: the token exists, so the processor has the instructions.
        unsafe { visit(slots, leaves, rows) }
    }
}

/// Returns the number of bits in every byte.
#[target_feature(enable = "avx2")]
#[inline]
fn count_bytes(vector: __m256i) -> __m256i {
    const NUMBERS: [u8; 32] = {
        let mut numbers = [0; 32];
        let mut number = 0;
        while number < 32 {
            numbers[number] = (number % 16).count_ones() as u8;
            number += 1;
        }
        numbers
    };
    let (numbers, low) = (load(&NUMBERS), _mm256_set1_epi8(15));
    _mm256_add_epi8(
        _mm256_shuffle_epi8(numbers, _mm256_and_si256(vector, low)),
        _mm256_shuffle_epi8(numbers, _mm256_and_si256(_mm256_srli_epi16::<4>(vector), low)),
    )
}

/// Adds the placements that each leaf leaves alone.
#[target_feature(enable = "avx2")]
fn visit(slots: &Slots, Leaves { stems, mut leaves }: Leaves<'_>, rows: &mut [Row<u16>]) {
    let vectors = slots.vectors;
    let masks_of = |place: usize| &slots.masks[place * vectors..][..vectors];
    let mut of_stem = [[_mm256_setzero_si256(); 2]; MAX_VECTORS];
    for stem in stems {
        let (own, later) = leaves.split_at(usize::from(stem.leaves));
        leaves = later;
        let mut any = _mm256_setzero_si256();
        for (vector, of_stem) in of_stem.iter_mut().enumerate().take(vectors) {
            for (half, of_stem) in of_stem.iter_mut().enumerate() {
                *of_stem = _mm256_set1_epi64x(-1);
                for &place in stem.places() {
                    let mask = &masks_of(usize::from(place))[vector];
                    *of_stem = _mm256_and_si256(*of_stem, load(&mask.0[WORDS * half..]));
                }
                any = _mm256_or_si256(any, *of_stem);
            }
        }
        if _mm256_testz_si256(any, any) == 1 {
            continue;
        }
        for leaf in own {
            let mut numbers = [_mm256_setzero_si256(); 2];
            for (stem, leaf) in of_stem.iter().zip(masks_of(leaf.place())) {
                for (half, numbers) in numbers.iter_mut().enumerate() {
                    let both = _mm256_and_si256(stem[half], load(&leaf.0[WORDS * half..]));
                    *numbers = _mm256_add_epi8(*numbers, count_bytes(both));
                }
            }
            let quarters = numbers
                .map(|numbers| [_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers)]);
            let cells = rows[leaf.row()].0.as_chunks_mut::<16>().0;
            for (cells, quarter) in cells.iter_mut().zip(quarters.as_flattened()) {
                let sum = _mm256_adds_epu16(load(cells), _mm256_cvtepu8_epi16(*quarter));
                store(cells, sum);
            }
        }
    }
}
