//! The [operations of the search](super::lanes) in AVX-512: a block of a state is a register.
//!
//! The bits of a row are themselves the lane mask that packs their numbers into a list. A child takes two
//! loads, one `vpandn`, one `vptestm` and one store; the non-zero lanes are the bits of a mask register and
//! are counted there. For the last two rows the bits of the first are the lane mask under which the second is
//! repeated.

use super::lanes::{LastRows, OpenRow, RowChildren, RowLanes, RowPiece, RowStates};
use super::tables::StateBlock;
use crate::engines::kernel::{Avx512, NUMBERS, load, store};
use std::arch::x86_64::*;

/// The number of 32-bit numbers in a register.
const LANES: usize = 16;

/// Checks once for a list the conditions of its loops: parents are numbers of states in `from`, and bits are
/// numbers of states in `taken`.
///
/// [`RowLanes::list`] writes only parents below `children.states` and bits below `BITS`.
#[inline(always)]
fn check<'a, const BITS: usize, const BLOCKS: usize>(
    children: &RowChildren,
    from: &'a RowStates,
    taken: &'a [StateBlock],
) -> (&'a [[StateBlock; BLOCKS]], &'a [[StateBlock; BLOCKS]]) {
    let (from, taken) = (from.blocks.as_chunks::<BLOCKS>().0, taken.as_chunks::<BLOCKS>().0);
    assert!(children.states <= from.len(), "children come from states of this buffer");
    assert!(BITS <= taken.len(), "each bit takes something");
    (from, taken)
}

impl RowLanes for Avx512 {
    #[inline(always)]
    fn list<const BITS: usize, const BLOCKS: usize>(
        self,
        children: &mut RowChildren,
        from: &mut RowStates,
        row: OpenRow,
        enough: usize,
    ) {
        let states = from.blocks.as_chunks::<BLOCKS>().0;
        // The numbers are kept out of memory: one state's end is the next one's start.
        let (mut waiting, mut len) = (from.len, 0);
        assert!(
            waiting <= children.states && waiting <= states.len(),
            "children come from states of this buffer"
        );
        assert!(enough + BITS <= children.list.len(), "there is room for the last state's children");
        while waiting > 0 && len < enough {
            waiting -= 1;
            // SAFETY: there is a value of this type, so the processor has the features. `waiting` was at most
            // the number of states, which was checked above. Before a state `len` is less than `enough`, and
            // the `BITS` numbers that are written fit beyond it, which was also checked above.
            unsafe {
                let choices = row.choices::<BITS>(states.get_unchecked(waiting));
                let first = (waiting * BITS) as i16;
                let end = children.list.as_mut_ptr().add(len).cast();
                if BITS == 16 {
                    let numbers = _mm256_add_epi16(load(&NUMBERS), _mm256_set1_epi16(first));
                    _mm256_storeu_epi16(end, _mm256_maskz_compress_epi16(choices as u16, numbers));
                } else {
                    let numbers = _mm512_add_epi16(load(&NUMBERS), _mm512_set1_epi16(first));
                    _mm512_storeu_epi16(end, _mm512_maskz_compress_epi16(choices, numbers));
                }
                len += choices.count_ones() as usize;
            }
        }
        (from.len, children.len) = (waiting, len);
    }

    #[inline(always)]
    fn expand<const BITS: usize, const BLOCKS: usize>(
        self,
        step: RowPiece<'_>,
        children: &mut RowChildren,
        from: &RowStates,
        to: &mut RowStates,
    ) {
        let (from, taken) = check::<BITS, BLOCKS>(children, from, step.taken);
        let room = to.blocks.as_chunks_mut::<BLOCKS>().0;
        assert!(room.len() >= to.len + children.len, "there is room for all children");
        let mut len = to.len;
        for &listed in &children.list[..children.len] {
            let (parent, bit) = RowChildren::parent_and_bit::<BITS>(listed);
            // SAFETY: there is a value of this type, so the processor has the features. The numbers in the
            // list were checked above, and so was the room: each child advances by at most one place.
            unsafe {
                let (state, taken) = (from.get_unchecked(parent), taken.get_unchecked(bit));
                let child = room.get_unchecked_mut(len);
                let mut lanes = 0;
                for block in 0..BLOCKS {
                    let left = _mm512_andnot_si512(load(&taken[block].0), load(&state[block].0));
                    store(&mut child[block].0, left);
                    let alive = load(&step.alive[block].0);
                    lanes += if BITS == 16 {
                        _mm512_test_epi16_mask(left, alive).count_ones()
                    } else {
                        u32::from(_mm512_test_epi32_mask(left, alive)).count_ones()
                    };
                }
                len += usize::from(lanes >= step.needed);
            }
        }
        to.len = len;
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
        let (from, taken) = check::<BITS, BLOCKS>(children, from, taken);
        // SAFETY: there is a value of this type, so the processor has the features; the numbers in the list
        // were checked above.
        unsafe {
            let mut found = _mm512_setzero_si512();
            for &listed in &children.list[..children.len] {
                let (parent, bit) = RowChildren::parent_and_bit::<BITS>(listed);
                let (state, taken) = (from.get_unchecked(parent), taken.get_unchecked(bit));
                let (first, second) = (
                    pair.first.value_without::<BITS>(state, taken),
                    pair.second.value_without::<BITS>(state, taken),
                );
                let (tables, _) = pair.table::<BITS>(first).as_chunks::<LANES>();
                for (part, table) in tables.iter().enumerate() {
                    let chosen = (first >> (LANES * part)) as u16;
                    let pairs = _mm512_maskz_and_epi32(chosen, load(table), _mm512_set1_epi32(second as i32));
                    found = _mm512_add_epi64(found, _mm512_popcnt_epi64(pairs));
                }
            }
            children.len = 0;
            _mm512_reduce_add_epi64(found) as u64
        }
    }
}
