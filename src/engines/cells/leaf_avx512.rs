//! The [leaf](super::leaf) in AVX-512: eight states in a register.
//!
//! Children are built eight squares at a time, masks of squares doubling as lane masks: the byte of `places` for
//! eight squares selects the lanes that are kept and packed together. Pairs are counted with vector population
//! counts. On a 64-square board a state costs about one instruction per two displacements.

use super::leaf::{Buffer, Displacement, LANES, Leaf, LeafTables};
use crate::board::Mask;
use std::arch::x86_64::*;

/// The leaf for processors with AVX-512 F, BW, DQ, VL and VPOPCNTDQ.
///
/// Its functions must only be called, and so inlined, from a function compiled for these.
pub(super) struct Avx512;

/// Eight words of a plane from `at` on.
///
/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn load(plane: &[u64], at: usize) -> __m512i {
    let words: &[u64] = &plane[at..at + LANES];
    // SAFETY: the slice just taken has the eight words that are read, and no alignment is asked for.
    unsafe { _mm512_loadu_epi64(words.as_ptr().cast()) }
}

/// Packs the lanes chosen by `keep` to the front and writes all eight from `at` on; the rest is overwritten later.
///
/// # Safety
/// The processor must have AVX-512 F.
#[inline(always)]
unsafe fn store_packed(plane: &mut [u64], at: usize, keep: u8, lanes: __m512i) {
    let words: &mut [u64] = &mut plane[at..at + LANES];
    // SAFETY: needs AVX-512 F alone, which the caller promises.
    let packed = unsafe { _mm512_maskz_compress_epi64(keep, lanes) };
    // SAFETY: the slice just taken has the eight words that are written, and no alignment is asked for.
    unsafe { _mm512_storeu_epi64(words.as_mut_ptr().cast(), packed) }
}

impl Leaf for Avx512 {
    #[inline(always)]
    fn expand<M: Mask>(tables: &LeafTables, buffer: &mut Buffer, places: M, first: M, second: M) {
        let (stride, capacity) = (tables.stride, buffer.capacity);
        for chunk in 0..stride / LANES {
            let keep = (places.word(chunk / 8) >> (8 * (chunk % 8))) as u8;
            if keep == 0 {
                continue;
            }
            for word in 0..M::WORDS {
                let (from, to) = (word * stride + chunk * LANES, word * capacity + buffer.len);
                // SAFETY: whoever uses this leaf runs on a processor with the features above.
                unsafe {
                    let taken = load(&tables.takes_first, from);
                    let state = _mm512_andnot_si512(taken, _mm512_set1_epi64(first.word(word) as i64));
                    store_packed(&mut buffer.first, to, keep, state);
                }
                if !tables.is_same() {
                    // SAFETY: as above.
                    unsafe {
                        let taken = load(&tables.takes_second, from);
                        let state = _mm512_andnot_si512(taken, _mm512_set1_epi64(second.word(word) as i64));
                        store_packed(&mut buffer.second, to, keep, state);
                    }
                }
            }
            buffer.len += keep.count_ones() as usize;
        }
    }

    #[inline(always)]
    fn count<M: Mask>(tables: &LeafTables, buffer: &mut Buffer) {
        buffer.pad();
        // SAFETY: whoever uses this leaf runs on a processor with the features above.
        let pairs = unsafe {
            if tables.is_same() { count_same::<M>(tables, buffer) } else { count_different::<M>(tables, buffer) }
        };
        buffer.pairs += u128::from(pairs);
        buffer.states += buffer.len as u64;
        buffer.len = 0;
    }
}

/// The bits of `low & (plane >> displacement) & valid`, counted over all words and added to `sum`.
///
/// # Safety
/// The processor must have AVX-512 F and VPOPCNTDQ.
#[inline(always)]
unsafe fn add_conflicts<M: Mask>(
    sum: __m512i,
    displacement: Displacement,
    valid: &[u64],
    low: impl Fn(usize) -> __m512i,
    high: impl Fn(usize) -> __m512i,
) -> __m512i {
    let Displacement { words, bits, .. } = displacement;
    let mut sum = sum;
    for word in 0..M::WORDS - words {
        // SAFETY: needs AVX-512 F and VPOPCNTDQ alone, which the caller promises.
        unsafe {
            let mut shifted = _mm512_srl_epi64(high(word + words), _mm_cvtsi32_si128(bits as i32));
            if word + words + 1 < M::WORDS {
                // A shift by 64 bits gives zero here, as it should when no bits come down.
                let count = _mm_cvtsi32_si128(64 - bits as i32);
                shifted = _mm512_or_si512(shifted, _mm512_sll_epi64(high(word + words + 1), count));
            }
            let valid = _mm512_set1_epi64(valid[word] as i64);
            let bits = _mm512_ternarylogic_epi64::<0x80>(low(word), shifted, valid);
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(bits));
        }
    }
    sum
}

/// Pairs at peace of two pieces of one class, over all waiting states.
///
/// # Safety
/// The processor must have AVX-512 F, DQ and VPOPCNTDQ.
#[inline(always)]
unsafe fn count_same<M: Mask>(tables: &LeafTables, buffer: &Buffer) -> u64 {
    // SAFETY: needs the features that the caller promises, like all blocks below.
    let zero = unsafe { _mm512_setzero_si512() };
    // Twice the number of all pairs, and the number of those in conflict.
    let (mut pairs, mut conflicts) = (zero, zero);
    for start in (0..buffer.len).step_by(LANES) {
        // SAFETY: as above.
        let squares = |word: usize| unsafe { load(&buffer.first, word * buffer.capacity + start) };
        let mut count = zero;
        for word in 0..M::WORDS {
            // SAFETY: as above.
            count = unsafe { _mm512_add_epi64(count, _mm512_popcnt_epi64(squares(word))) };
        }
        // SAFETY: as above.
        pairs = unsafe {
            let product = _mm512_mul_epu32(count, count);
            _mm512_add_epi64(pairs, _mm512_sub_epi64(product, count))
        };
        for (&displacement, valid) in tables.displacements.iter().zip(tables.valid.chunks_exact(M::WORDS)) {
            // SAFETY: as above.
            conflicts = unsafe { add_conflicts::<M>(conflicts, displacement, valid, squares, squares) };
        }
    }
    // SAFETY: as above.
    unsafe { _mm512_reduce_add_epi64(pairs) as u64 / 2 - _mm512_reduce_add_epi64(conflicts) as u64 }
}

/// Pairs at peace of two pieces of different classes, over all waiting states.
///
/// # Safety
/// The processor must have AVX-512 F, DQ and VPOPCNTDQ.
#[inline(always)]
unsafe fn count_different<M: Mask>(tables: &LeafTables, buffer: &Buffer) -> u64 {
    // SAFETY: needs the features that the caller promises, like all blocks below.
    let zero = unsafe { _mm512_setzero_si512() };
    let (mut pairs, mut conflicts) = (zero, zero);
    for start in (0..buffer.len).step_by(LANES) {
        // SAFETY: as above.
        let first = |word: usize| unsafe { load(&buffer.first, word * buffer.capacity + start) };
        // SAFETY: as above.
        let second = |word: usize| unsafe { load(&buffer.second, word * buffer.capacity + start) };
        let (mut count_first, mut count_second) = (zero, zero);
        for word in 0..M::WORDS {
            // SAFETY: as above.
            unsafe {
                let (x, y) = (first(word), second(word));
                count_first = _mm512_add_epi64(count_first, _mm512_popcnt_epi64(x));
                count_second = _mm512_add_epi64(count_second, _mm512_popcnt_epi64(y));
                conflicts = _mm512_add_epi64(conflicts, _mm512_popcnt_epi64(_mm512_and_si512(x, y)));
            }
        }
        // SAFETY: as above.
        pairs = unsafe { _mm512_add_epi64(pairs, _mm512_mul_epu32(count_first, count_second)) };
        for (&displacement, valid) in tables.displacements.iter().zip(tables.valid.chunks_exact(M::WORDS)) {
            // SAFETY: as above.
            conflicts = unsafe {
                if displacement.first_is_higher {
                    add_conflicts::<M>(conflicts, displacement, valid, second, first)
                } else {
                    add_conflicts::<M>(conflicts, displacement, valid, first, second)
                }
            };
        }
    }
    // SAFETY: as above.
    unsafe { _mm512_reduce_add_epi64(pairs) as u64 - _mm512_reduce_add_epi64(conflicts) as u64 }
}
