//! [Counting in slots](super::lanes) in AVX-512: a vector is one register.

use super::forest::{Leaf, Stem};
use super::lanes::{Leaves, MAX_VECTORS, Row, SlotLanes, Slots};
use crate::engines::halves::lanes::Lane512;
use crate::engines::kernel::{Avx512, load};
use std::arch::x86_64::*;

impl SlotLanes for Avx512 {
    #[inline(always)]
    fn visit_slots(self, slots: &Slots, leaves: Leaves<'_>, rows: &mut [Row<u16>]) {
        // SAFETY: the token exists, so the processor has the instructions.
        unsafe {
            match (slots.main, slots.extra.len()) {
                (1, 0) => visit::<1, 0>(slots, leaves, rows),
                (1, 1) => visit::<1, 1>(slots, leaves, rows),
                (1, 2) => visit::<1, 2>(slots, leaves, rows),
                (2, 0) => visit::<2, 0>(slots, leaves, rows),
                (2, 1) => visit::<2, 1>(slots, leaves, rows),
                (2, 2) => visit::<2, 2>(slots, leaves, rows),
                (3, 0) => visit::<3, 0>(slots, leaves, rows),
                (3, 1) => visit::<3, 1>(slots, leaves, rows),
                (3, 2) => visit::<3, 2>(slots, leaves, rows),
                (4, 0) => visit::<4, 0>(slots, leaves, rows),
                (4, 1) => visit::<4, 1>(slots, leaves, rows),
                (4, 2) => visit::<4, 2>(slots, leaves, rows),
                _ => visit_any(slots, leaves, rows),
            }
        }
    }
}

/// Returns the vectors of a place.
#[inline(always)]
fn vectors_of(masks: &[Lane512], place: usize, vectors: usize) -> &[Lane512] {
    &masks[place * vectors..][..vectors]
}

/// Returns the vectors of a stem, and whether any of its placements is left.
#[target_feature(enable = "avx512f")]
#[inline]
fn stem_of<const VECTORS: usize>(
    masks: &[Lane512],
    stem: &Stem,
    vectors: usize,
    of_stem: &mut [__m512i; VECTORS],
) -> bool {
    let mut any = _mm512_setzero_si512();
    for (vector, of_stem) in of_stem.iter_mut().enumerate().take(vectors) {
        let mut all = _mm512_set1_epi64(-1);
        for &place in stem.places() {
            all = _mm512_and_si512(all, load(&vectors_of(masks, usize::from(place), vectors)[vector].0));
        }
        any = _mm512_or_si512(any, all);
        *of_stem = all;
    }
    _mm512_test_epi64_mask(any, any) != 0
}

/// Adds a byte to each number of a row; the largest number remains.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn add_to(row: &mut Row<u16>, numbers: __m512i) {
    let halves = [_mm512_castsi512_si256(numbers), _mm512_extracti64x4_epi64::<1>(numbers)];
    for (cells, half) in row.0.as_chunks_mut::<32>().0.iter_mut().zip(halves) {
        let sum = _mm512_adds_epu16(load(cells), _mm512_cvtepu8_epi16(half));
        crate::engines::kernel::store(cells, sum);
    }
}

/// Adds the placements that each leaf leaves alone, in `MAIN` main vectors and `EXTRA` extra ones.
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn visit<const MAIN: usize, const EXTRA: usize>(
    slots: &Slots,
    Leaves { stems, mut leaves }: Leaves<'_>,
    rows: &mut [Row<u16>],
) {
    let masks = slots.masks.as_slice();
    let mut tables = [_mm512_setzero_si512(); EXTRA];
    tables.iter_mut().zip(&slots.extra).for_each(|(table, bytes)| *table = load(&bytes.0));
    for stem in stems {
        let (own, later) = leaves.split_at(usize::from(stem.leaves));
        leaves = later;
        let mut main = [_mm512_setzero_si512(); MAIN];
        let mut extra = [_mm512_setzero_si512(); EXTRA];
        let mut any = _mm512_setzero_si512();
        for vector in 0..MAIN + EXTRA {
            let mut all = _mm512_set1_epi64(-1);
            for &place in stem.places() {
                all = _mm512_and_si512(
                    all,
                    load(&vectors_of(masks, usize::from(place), MAIN + EXTRA)[vector].0),
                );
            }
            any = _mm512_or_si512(any, all);
            if vector < MAIN {
                main[vector] = all;
            } else {
                extra[vector - MAIN] = all;
            }
        }
        if _mm512_test_epi64_mask(any, any) == 0 {
            continue;
        }
        for leaf in own {
            let of_leaf = vectors_of(masks, leaf.place(), MAIN + EXTRA);
            let mut numbers = _mm512_setzero_si512();
            for vector in 0..MAIN {
                let both = _mm512_and_si512(main[vector], load(&of_leaf[vector].0));
                numbers = _mm512_add_epi8(numbers, _mm512_popcnt_epi8(both));
            }
            for vector in 0..EXTRA {
                let both = _mm512_and_si512(extra[vector], load(&of_leaf[MAIN + vector].0));
                let found = _mm512_shuffle_epi8(_mm512_popcnt_epi8(both), tables[vector]);
                numbers = _mm512_add_epi8(numbers, found);
            }
            add_to(&mut rows[leaf.row()], numbers);
        }
    }
}

/// Adds the placements that each leaf leaves alone, in any number of vectors.
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn visit_any(slots: &Slots, Leaves { stems, mut leaves }: Leaves<'_>, rows: &mut [Row<u16>]) {
    let (masks, vectors) = (slots.masks.as_slice(), slots.vectors());
    let mut of_stem = [_mm512_setzero_si512(); MAX_VECTORS];
    for stem in stems {
        let (own, later): (&[Leaf], _) = leaves.split_at(usize::from(stem.leaves));
        leaves = later;
        if !stem_of(masks, stem, vectors, &mut of_stem) {
            continue;
        }
        for leaf in own {
            let of_leaf = vectors_of(masks, leaf.place(), vectors);
            let (main, extra) = of_leaf.split_at(slots.main);
            let mut numbers = _mm512_setzero_si512();
            for (stem, leaf) in of_stem.iter().zip(main) {
                let both = _mm512_and_si512(*stem, load(&leaf.0));
                numbers = _mm512_add_epi8(numbers, _mm512_popcnt_epi8(both));
            }
            for ((stem, leaf), table) in of_stem[slots.main..].iter().zip(extra).zip(&slots.extra) {
                let found = _mm512_popcnt_epi8(_mm512_and_si512(*stem, load(&leaf.0)));
                numbers = _mm512_add_epi8(numbers, _mm512_shuffle_epi8(found, load(&table.0)));
            }
            add_to(&mut rows[leaf.row()], numbers);
        }
    }
}
