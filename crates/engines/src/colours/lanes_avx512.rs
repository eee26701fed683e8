//! [Counting in slots](super::lanes) in AVX-512: a vector is one register.

use super::lanes::{Leaves, MAX_VECTORS, Row, SlotLanes, Slots};
use crate::engines::kernel::{Avx512, load, store};
use std::arch::x86_64::*;

impl SlotLanes for Avx512 {
    #[inline(always)]
    fn visit_slots(self, slots: &Slots, leaves: Leaves<'_>, rows: &mut [Row<u16>]) {
        // SAFETY: the token exists, so the processor has the instructions.
        unsafe {
            match slots.vectors {
                1 => visit::<1>(slots, leaves, rows),
                2 => visit::<2>(slots, leaves, rows),
                3 => visit::<3>(slots, leaves, rows),
                4 => visit::<4>(slots, leaves, rows),
                5 => visit::<5>(slots, leaves, rows),
                6 => visit::<6>(slots, leaves, rows),
                _ => visit::<MAX_VECTORS>(slots, leaves, rows),
            }
        }
    }
}

/// Adds a byte to each number of a row; the largest number remains.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn add_to(row: &mut Row<u16>, numbers: __m512i) {
    let halves = [_mm512_castsi512_si256(numbers), _mm512_extracti64x4_epi64::<1>(numbers)];
    for (cells, half) in row.0.as_chunks_mut::<32>().0.iter_mut().zip(halves) {
        let sum = _mm512_adds_epu16(load(cells), _mm512_cvtepu8_epi16(half));
        store(cells, sum);
    }
}

/// Adds the placements that each leaf leaves alone, in at most `MOST` vectors.
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn visit<const MOST: usize>(slots: &Slots, Leaves { stems, mut leaves }: Leaves<'_>, rows: &mut [Row<u16>]) {
    // The compiler unrolls loops over a known number of vectors.
    let vectors = if MOST == MAX_VECTORS { slots.vectors } else { MOST };
    let masks_of = |place: usize| &slots.masks[place * vectors..][..vectors];
    let mut of_stem = [_mm512_setzero_si512(); MOST];
    for stem in stems {
        let (own, later) = leaves.split_at(usize::from(stem.leaves));
        leaves = later;
        let mut any = _mm512_setzero_si512();
        for (vector, of_stem) in of_stem[..vectors].iter_mut().enumerate() {
            *of_stem = _mm512_set1_epi64(-1);
            for &place in stem.places() {
                *of_stem = _mm512_and_si512(*of_stem, load(&masks_of(usize::from(place))[vector].0));
            }
            any = _mm512_or_si512(any, *of_stem);
        }
        if _mm512_test_epi64_mask(any, any) == 0 {
            continue;
        }
        for leaf in own {
            let of_leaf = masks_of(leaf.place());
            let mut numbers = _mm512_setzero_si512();
            for (stem, leaf) in of_stem[..vectors].iter().zip(of_leaf) {
                let both = _mm512_and_si512(*stem, load(&leaf.0));
                numbers = _mm512_add_epi8(numbers, _mm512_popcnt_epi8(both));
            }
            add_to(&mut rows[leaf.row()], numbers);
        }
    }
}
