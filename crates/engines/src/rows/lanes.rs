//! The operations of the search, on buffers of states: placing a piece, and counting the last ones.
//!
//! **Placing.** As in the cells engine, the children of many states are first *listed*, as pairs of a state
//! and a bit of the row, and then made in one long loop. The loop reads the state, removes the squares that
//! the piece takes, and writes the child to its place. It advances by one place if the child lives. That is a
//! comparison of two numbers: the non-zero lanes, and the lanes that must not be zero. No branch depends on a
//! state.
//!
//! **Counting.** The last three pieces make no states. The children of the third-last row consist of only two
//! lanes, those of the last two rows. For each bit of the first lane, the number of placements is the number
//! of compatible bits of the second lane. These sixteen or 32 numbers are found at once: the second lane,
//! repeated under the mask of the first, and-ed with a table that is the same for the whole unit.
//!
//! There are three implementations: [`PortableRowLanes`], the portable kernel for any processor (compiled
//! again for AVX2), NEON in `lanes_neon`, and AVX-512 in `lanes_avx512`.

use super::tables::{BLOCK_BITS, RowTables, StateBlock};
use std::array;

/// States of one level: with `n` blocks to a state, state `i` begins at block `i * n`.
#[derive(Debug, Default)]
pub(super) struct RowStates {
    pub(super) blocks: Vec<StateBlock>,
    /// The number of states.
    pub(super) len: usize,
}

/// Children to be made: for each of them the number of its state times the bits of a lane, plus the bit of
/// its new piece.
#[derive(Debug)]
pub(super) struct RowChildren {
    pub(super) list: Vec<u16>,
    pub(super) len: usize,
    /// A bound on the numbers of the parents ever listed: all are smaller.
    pub(super) states: usize,
}

impl RowChildren {
    /// Creates a list with room for `children` of `states`, and for an overhanging register.
    pub(super) fn new(children: usize, states: usize) -> Self {
        Self { list: vec![0; children + 32], len: 0, states }
    }

    /// Returns the parent's number and the bit.
    #[inline(always)]
    pub(super) fn parent_and_bit<const BITS: usize>(listed: u16) -> (usize, usize) {
        (listed as usize / BITS, listed as usize % BITS)
    }
}

/// The position of a lane in a state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    block: usize,
    word: usize,
    shift: usize,
}

impl Lane {
    pub(super) fn new(bits: usize, lane: usize) -> Self {
        let at = bits * lane;
        Self { block: at / BLOCK_BITS, word: at % BLOCK_BITS / 64, shift: at % 64 }
    }

    /// Returns the lane of a state.
    #[inline(always)]
    pub(super) fn value<const BITS: usize>(self, state: &[StateBlock]) -> u32 {
        (state[self.block].0[self.word & 7] >> self.shift) as u32 & (u32::MAX >> (32 - BITS))
    }

    /// Returns the lane of a state, without the bits in `taken`.
    #[inline(always)]
    pub(super) fn value_without<const BITS: usize>(self, state: &[StateBlock], taken: &[StateBlock]) -> u32 {
        let word = state[self.block].0[self.word & 7] & !taken[self.block].0[self.word & 7];
        (word >> self.shift) as u32 & (u32::MAX >> (32 - BITS))
    }
}

/// A row to choose from.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenRow {
    pub(super) lane: Lane,
    /// The bits of empty pieces.
    pub(super) empty: u32,
}

impl OpenRow {
    /// Returns the choices of a state: its squares, and only the next of the empty pieces.
    #[inline(always)]
    pub(super) fn choices<const BITS: usize>(self, state: &[StateBlock]) -> u32 {
        let choices = self.lane.value::<BITS>(state);
        let empty = choices & self.empty;
        choices ^ empty | empty & empty.wrapping_neg()
    }
}

/// The placing of a piece in a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowPiece<'a> {
    /// For each bit of the row, the bits that the piece takes.
    pub(super) taken: &'a [StateBlock],
    /// The bits that keep a child alive.
    pub(super) alive: &'a [StateBlock],
    /// The number of lanes of a child that must be alive.
    pub(super) needed: u32,
}

/// The last two rows.
#[derive(Debug)]
pub(super) struct LastRows {
    pub(super) first: Lane,
    pub(super) second: Lane,
    /// The bits of empty pieces.
    pub(super) empty: u32,
    /// For each number of empty pieces to come, and for each bit of the first row: the compatible bits of the
    /// second. Among the two are as many empty pieces as are still to come.
    pub(super) at_peace: Vec<u32>,
}

impl LastRows {
    pub(super) fn new(tables: &RowTables, first: usize, second: usize) -> Self {
        let (lanes, bits) = (Lane::new(tables.bits, second), tables.bits);
        let bits_left = |bit: usize| {
            let taken = &tables.taken[(first * bits + bit) * tables.blocks..][..tables.blocks];
            if bits == 16 { !lanes.value::<16>(taken) } else { !lanes.value::<32>(taken) }
        };
        let row = |to_come: u32| {
            (0..bits).map(move |bit| {
                let second_is_empty = to_come.checked_sub(tables.empty >> bit & 1);
                bits_left(bit)
                    & match second_is_empty {
                        Some(0) => !tables.empty,
                        Some(1) => tables.empty,
                        _ => 0,
                    }
            })
        };
        let at_peace = (0..=tables.empty.count_ones()).flat_map(row).collect();
        Self { first: Lane::new(bits, first), second: lanes, empty: tables.empty, at_peace }
    }

    /// Returns the part of the table that counts pairs whose first lane is `first`.
    #[inline(always)]
    pub(super) fn table<const BITS: usize>(&self, first: u32) -> &[u32; BITS] {
        let tables = self.at_peace.as_chunks::<BITS>().0;
        &tables[(first & self.empty).count_ones() as usize]
    }
}

/// The operations, once for each set of instructions. A value proves the right to use the instructions.
///
/// A lane has `BITS` bits and a state `BLOCKS` blocks.
pub(super) trait RowLanes: Copy {
    /// Takes states out of `from`, the last first, and lists their children by a piece in the row `lane`,
    /// until there are `enough`. The states stay in place until the children are made.
    fn list<const BITS: usize, const BLOCKS: usize>(
        self,
        children: &mut RowChildren,
        from: &mut RowStates,
        row: OpenRow,
        enough: usize,
    );

    /// Makes the children of `from` and adds the live ones to `to`, which has room for them. Empties the
    /// list.
    fn expand<const BITS: usize, const BLOCKS: usize>(
        self,
        step: RowPiece<'_>,
        children: &mut RowChildren,
        from: &RowStates,
        to: &mut RowStates,
    );

    /// Counts the placements of the last two rows in all children of `from`. Empties the list.
    ///
    /// There are some hundred children of at most 1,024 pairs each: far from overflow.
    fn count_pairs<const BITS: usize, const BLOCKS: usize>(
        self,
        taken: &[StateBlock],
        pair: &LastRows,
        children: &mut RowChildren,
        from: &RowStates,
    ) -> u64;
}

/// Returns the number of pairs of the last two rows.
#[inline(always)]
pub(super) fn pairs<const BITS: usize>(pair: &LastRows, first: u32, second: u32) -> u64 {
    let table = pair.table::<BITS>(first);
    let (mut rest, mut pairs) = (first, 0);
    while rest != 0 {
        pairs += u64::from((table[rest.trailing_zeros() as usize % BITS] & second).count_ones());
        rest &= rest - 1;
    }
    pairs
}

/// The portable kernel of the operations.
#[derive(Clone, Copy)]
pub(super) struct PortableRowLanes;

impl RowLanes for PortableRowLanes {
    #[inline(always)]
    fn list<const BITS: usize, const BLOCKS: usize>(
        self,
        children: &mut RowChildren,
        from: &mut RowStates,
        row: OpenRow,
        enough: usize,
    ) {
        let states = from.blocks.as_chunks::<BLOCKS>().0;
        let mut len = 0;
        while from.len > 0 && len < enough {
            from.len -= 1;
            let mut rest = row.choices::<BITS>(&states[from.len]);
            let listed = len..len + rest.count_ones() as usize;
            len = listed.end;
            for child in &mut children.list[listed] {
                *child = (from.len * BITS) as u16 + rest.trailing_zeros() as u16;
                rest &= rest.wrapping_sub(1);
            }
        }
        children.len = len;
    }

    #[inline(always)]
    fn expand<const BITS: usize, const BLOCKS: usize>(
        self,
        step: RowPiece<'_>,
        children: &mut RowChildren,
        from: &RowStates,
        to: &mut RowStates,
    ) {
        // The highest bit of each lane, and all others.
        let highest: u64 = if BITS == 16 { 0x8000_8000_8000_8000 } else { 0x8000_0000_8000_0000 };
        let ones = highest >> (BITS - 1);
        let from = from.blocks.as_chunks::<BLOCKS>().0;
        let taken = step.taken.as_chunks::<BLOCKS>().0;
        let room = to.blocks.as_chunks_mut::<BLOCKS>().0;
        let alive: [StateBlock; BLOCKS] = array::from_fn(|block| step.alive[block]);
        let mut len = to.len;
        for &listed in &children.list[..children.len] {
            let (parent, bit) = RowChildren::parent_and_bit::<BITS>(listed);
            let (state, taken) = (&from[parent], &taken[bit]);
            let child = &mut room[len];
            let mut count = [0; 8];
            for block in 0..BLOCKS {
                for (word, count) in count.iter_mut().enumerate() {
                    let left = state[block].0[word] & !taken[block].0[word];
                    child[block].0[word] = left;
                    let left = left & alive[block].0[word];
                    // The highest bit of each non-zero lane.
                    *count += ((((left & !highest) + !highest) | left) & highest) >> (BITS - 1);
                }
            }
            // Lanes of eight words are added up, then those of one word.
            let lanes = count.iter().sum::<u64>().wrapping_mul(ones) >> (64 - BITS);
            len += usize::from(lanes >= u64::from(step.needed));
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
        let from = from.blocks.as_chunks::<BLOCKS>().0;
        let taken = taken.as_chunks::<BLOCKS>().0;
        let mut found = 0;
        for &listed in &children.list[..children.len] {
            let (parent, bit) = RowChildren::parent_and_bit::<BITS>(listed);
            let (state, taken) = (&from[parent], &taken[bit]);
            let (first, second) = (
                pair.first.value_without::<BITS>(state, taken),
                pair.second.value_without::<BITS>(state, taken),
            );
            found += pairs::<BITS>(pair, first, second);
        }
        children.len = 0;
        found
    }
}
