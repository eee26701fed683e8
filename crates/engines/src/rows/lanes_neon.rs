//! The [operations of the search](super::lanes) in NEON: a block of a state is four registers.
//!
//! A lane lives if it has bits that keep it alive: a single instruction turns it into all ones, which is
//! minus one. So the lanes of a block are counted by subtracting their registers and adding up the lanes of
//! the rest; the portable kernel takes seven instructions per register for that. For the last two rows the
//! table is masked and counted in registers of four numbers, whatever bits the first row has, because the
//! number of turns of a loop over the bits is unpredictable.

use super::lanes::{LastRows, OpenRow, PortableRowLanes, RowChildren, RowLanes, RowPiece, RowStates};
use super::tables::StateBlock;
use crate::engines::kernel::{Neon, load, store};
use std::arch::aarch64::*;

/// The number of 32-bit numbers in a register.
const LANES: usize = 4;

/// Each bit by itself.
static BITS: [u32; 32] = {
    let mut bits = [0; 32];
    let mut bit = 0;
    while bit < bits.len() {
        bits[bit] = 1 << bit;
        bit += 1;
    }
    bits
};

/// Implements [`RowLanes::expand`].
#[target_feature(enable = "neon")]
#[inline]
fn expand<const BITS: usize, const BLOCKS: usize>(
    step: RowPiece<'_>,
    children: &RowChildren,
    from: &RowStates,
    to: &mut RowStates,
) {
    let (from, taken) = (from.blocks.as_chunks::<BLOCKS>().0, step.taken.as_chunks::<BLOCKS>().0);
    let room = to.blocks.as_chunks_mut::<BLOCKS>().0;
    let mut len = to.len;
    for &listed in &children.list[..children.len] {
        let (parent, bit) = RowChildren::parent_and_bit::<BITS>(listed);
        let (state, taken, child) = (&from[parent], &taken[bit], &mut room[len]);
        // Minus the numbers of live lanes.
        let mut dead = vdupq_n_u32(0);
        for block in 0..BLOCKS {
            for word in [0, 2, 4, 6] {
                let left = vbicq_u64(load(&state[block].0[word..]), load(&taken[block].0[word..]));
                store(&mut child[block].0[word..], left);
                let alive = &step.alive[block].0[word..];
                dead = if BITS == 16 {
                    let alive = vtstq_u16(vreinterpretq_u16_u64(left), load(alive));
                    vreinterpretq_u32_u16(vaddq_u16(vreinterpretq_u16_u32(dead), alive))
                } else {
                    vaddq_u32(dead, vtstq_u32(vreinterpretq_u32_u64(left), load(alive)))
                };
            }
        }
        let lanes = if BITS == 16 {
            u32::from(vaddvq_u16(vreinterpretq_u16_u32(dead)).wrapping_neg())
        } else {
            vaddvq_u32(dead).wrapping_neg()
        };
        len += usize::from(lanes >= step.needed);
    }
    to.len = len;
}

/// Implements [`RowLanes::count_pairs`].
#[target_feature(enable = "neon")]
#[inline]
fn count_pairs<const BITS: usize, const BLOCKS: usize>(
    taken: &[StateBlock],
    pair: &LastRows,
    children: &RowChildren,
    from: &RowStates,
) -> u64 {
    let (from, taken) = (from.blocks.as_chunks::<BLOCKS>().0, taken.as_chunks::<BLOCKS>().0);
    let mut found = vdupq_n_u32(0);
    for &listed in &children.list[..children.len] {
        let (parent, bit) = RowChildren::parent_and_bit::<BITS>(listed);
        let (state, taken) = (&from[parent], &taken[bit]);
        let [first, second] = [pair.first, pair.second].map(|lane| lane.value_without::<BITS>(state, taken));
        let (table, bits) =
            (pair.table::<BITS>(first).as_chunks::<LANES>().0, self::BITS.as_chunks::<LANES>().0);
        let (first, second) = (vdupq_n_u32(first), vdupq_n_u32(second));
        // A byte holds at most eight times eight.
        let mut sum = vdupq_n_u8(0);
        for (numbers, bits) in table.iter().zip(bits) {
            let pairs = vandq_u32(vandq_u32(load(numbers), second), vtstq_u32(first, load(bits)));
            sum = vaddq_u8(sum, vcntq_u8(vreinterpretq_u8_u32(pairs)));
        }
        found = vpadalq_u16(found, vpaddlq_u8(sum));
    }
    vaddlvq_u32(found)
}

impl RowLanes for Neon {
    #[inline(always)]
    fn list<const BITS: usize, const BLOCKS: usize>(
        self,
        children: &mut RowChildren,
        from: &mut RowStates,
        row: OpenRow,
        enough: usize,
    ) {
        PortableRowLanes.list::<BITS, BLOCKS>(children, from, row, enough);
    }

    #[inline(always)]
    fn expand<const BITS: usize, const BLOCKS: usize>(
        self,
        step: RowPiece<'_>,
        children: &mut RowChildren,
        from: &RowStates,
        to: &mut RowStates,
    ) {
        // SAFETY: there is a value of this type, so the processor has the features.
        unsafe { expand::<BITS, BLOCKS>(step, children, from, to) };
        children.len = 0;
    }

    #[inline(always)]
    fn count_pairs<const BITS: usize, const BLOCKS: usize>(
        self,
        taken: &[StateBlock],
        pair: &LastRows,
        children: &mut RowChildren,
        from: &RowStates,
    ) -> u64 {
        // SAFETY: as above.
        let found = unsafe { count_pairs::<BITS, BLOCKS>(taken, pair, children, from) };
        children.len = 0;
        found
    }
}
