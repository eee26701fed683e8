//! The [operations of the search](super::lanes) in NEON, as far as NEON makes them faster: counting pairs, of
//! eight states at a time in four registers.
//!
//! An instruction counts the bits of each byte. The bytes of the four registers are added up before anything
//! is made wider. Only the numbers of free squares are kept separately for each state, because they are to be
//! multiplied. A compiler does not see that only the total matters, and adds up eight numbers of 64 bits for
//! each displacement.
//!
//! NEON has no gathers, so the portable kernel makes the children one by one.

use super::buffer::{CellStates, LANES};
use super::lanes::{CellChildren, CellLanes, PortableCellLanes};
use super::register::Eight;
use super::tables::{CellLevel, CellTables, Displacement, LastPair};
use super::triple::LastTriple;
use super::triples;
use crate::board::Mask;
use crate::engines::kernel::{Neon, load};
use std::arch::aarch64::*;

/// One word of each of eight states.
type Words = [uint64x2_t; LANES / 2];

/// Loads a word of the eight states from the beginning of a list.
#[inline(always)]
fn words(list: &[u64]) -> Words {
    let list = &list[..LANES];
    [load(list), load(&list[2..]), load(&list[4..]), load(&list[6..])]
}

/// Counts the bits in all words of each state; there are at most sixteen words.
#[target_feature(enable = "neon")]
#[inline]
fn sizes(words: impl Iterator<Item = Words>) -> [uint32x4_t; 2] {
    let mut bytes = [vdupq_n_u8(0); 4];
    for words in words {
        for (bytes, word) in bytes.iter_mut().zip(words) {
            *bytes = vaddq_u8(*bytes, vcntq_u8(vreinterpretq_u8_u64(word)));
        }
    }
    let [a, b, c, d] = bytes.map(|bytes| vpaddlq_u8(bytes));
    [vpaddlq_u16(vpaddq_u16(a, b)), vpaddlq_u16(vpaddq_u16(c, d))]
}

/// Adds the bits of all words to a sum of four numbers.
#[target_feature(enable = "neon")]
#[inline]
fn add_bits(sum: uint32x4_t, words: Words) -> uint32x4_t {
    let [a, b, c, d] = words.map(|word| vcntq_u8(vreinterpretq_u8_u64(word)));
    vpadalq_u16(sum, vpaddlq_u8(vaddq_u8(vaddq_u8(a, b), vaddq_u8(c, d))))
}

/// Counts the bits of `low & (high >> displacement) & valid` over all words and adds them to `sum`.
///
/// `low` and `high` read a word of eight states.
#[target_feature(enable = "neon")]
#[inline]
fn add_conflicts<M: Mask>(
    sum: uint32x4_t,
    displacement: Displacement,
    valid: &[u64],
    low: impl Fn(usize) -> Words,
    high: impl Fn(usize) -> Words,
) -> uint32x4_t {
    let Displacement { words, bits, .. } = displacement;
    let down = vdupq_n_s64(-(bits as i64));
    let mut sum = sum;
    for word in displacement.starts::<M>() {
        let mut shifted = high(word + words).map(|word| vshlq_u64(word, down));
        if word + words + 1 < M::WORDS {
            // A shift by 64 bits gives zero here, which is right when no bits come down.
            let up = vdupq_n_s64(64 - bits as i64);
            for (shifted, next) in shifted.iter_mut().zip(high(word + words + 1)) {
                *shifted = vorrq_u64(*shifted, vshlq_u64(next, up));
            }
        }
        let valid = vdupq_n_u64(valid[word]);
        for (shifted, low) in shifted.iter_mut().zip(low(word)) {
            *shifted = vandq_u64(vandq_u64(low, valid), *shifted);
        }
        sum = add_bits(sum, shifted);
    }
    sum
}

/// Implements [`CellLanes::count_pairs`].
///
/// A number of a sum grows by at most 128 for a word of eight states. With a thousand states and the
/// displacements of any board it is far from overflow.
#[target_feature(enable = "neon")]
#[inline]
fn count_pairs<M: Mask>(pair: &LastPair, buffer: &CellStates) -> u64 {
    // For pieces of one class this is twice the number of all pairs.
    let (mut pairs, mut conflicts) = (vdupq_n_u64(0), vdupq_n_u32(0));
    let class = if pair.is_same { 0 } else { M::WORDS };
    for start in (0..buffer.len).step_by(LANES) {
        let first = |word: usize| words(&buffer.planes[word * buffer.capacity + start..]);
        let second = |word: usize| words(&buffer.planes[(class + word) * buffer.capacity + start..]);
        let numbers = sizes((0..M::WORDS).map(first));
        let others = if pair.is_same {
            numbers.map(|numbers| vsubq_u32(numbers, vdupq_n_u32(1)))
        } else {
            for word in 0..M::WORDS {
                let mut both = first(word);
                for (both, other) in both.iter_mut().zip(second(word)) {
                    *both = vandq_u64(*both, other);
                }
                conflicts = add_bits(conflicts, both);
            }
            sizes((0..M::WORDS).map(second))
        };
        for (numbers, others) in numbers.into_iter().zip(others) {
            pairs = vmlal_u32(pairs, vget_low_u32(numbers), vget_low_u32(others));
            pairs = vmlal_high_u32(pairs, numbers, others);
        }
        for (&displacement, valid) in pair.displacements.iter().zip(pair.valid.chunks_exact(M::WORDS)) {
            conflicts = if displacement.first_is_higher {
                add_conflicts::<M>(conflicts, displacement, valid, second, first)
            } else {
                add_conflicts::<M>(conflicts, displacement, valid, first, second)
            };
        }
    }
    (vaddvq_u64(pairs) >> u32::from(pair.is_same)) - vaddlvq_u32(conflicts)
}

impl CellLanes for Neon {
    #[inline(always)]
    fn list<M: Mask>(self, children: &mut CellChildren, parent: usize, squares: M) {
        PortableCellLanes.list(children, parent, squares);
    }

    #[inline(always)]
    fn expand<M: Mask>(
        self,
        tables: &CellTables,
        level: &CellLevel,
        children: &mut CellChildren,
        from: &CellStates,
        to: &mut CellStates,
    ) {
        PortableCellLanes.expand::<M>(tables, level, children, from, to);
    }

    #[inline(always)]
    fn count_pairs<M: Mask>(self, pair: &LastPair, buffer: &mut CellStates) -> u64 {
        buffer.pad();
        // SAFETY: there is a value of this type, so the processor has the features.
        let pairs = unsafe { count_pairs::<M>(pair, buffer) };
        buffer.len = 0;
        pairs
    }

    #[inline(always)]
    fn count_triples(self, triple: &LastTriple, buffer: &mut CellStates) -> u64 {
        triples::count::<Eight>(triple, buffer)
    }
}
