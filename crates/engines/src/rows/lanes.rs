//! The operations of the search, on buffers of states: placing a piece, and counting the last ones.
//!
//! **Placing.** As in the cells engine, the children of many states are first *listed*, as pairs of a state and a bit
//! of the row, and then made in one long loop: read the state, remove what the piece takes, write it where the
//! next child belongs, and go on by one place if it lives, which is a comparison of two numbers: lanes that are not
//! zero, and lanes that must not be. No branch depends on a state.
//!
//! **Counting.** The last three pieces make no states. The children of the third-last row are made of two lanes
//! only, those of the last two rows; and for each bit of the first of them the other holds as many placements as it
//! has bits that are at peace with it. These sixteen or 32 numbers are found at once: the second lane, repeated under the
//! mask of the first, and-ed with a table that is the same for the whole unit.
//!
//! Three implementations: [`PortableRowLanes`], in plain words for any processor (and compiled again for AVX2), NEON in
//! `lanes_neon`, and AVX-512 in `lanes_avx512`.

use super::tables::{BLOCK_BITS, RowTables, StateBlock};
use std::array;

/// States of one level: state `i` has as many blocks as a state has, from `i` times that on.
#[derive(Debug, Default)]
pub(super) struct RowStates {
    pub(super) blocks: Vec<StateBlock>,
    /// How many states there are.
    pub(super) len: usize,
}

/// Children to be made: the number of the state that each comes from, times the bits of a lane, and the bit of its
/// new piece.
#[derive(Debug)]
pub(super) struct RowChildren {
    pub(super) list: Vec<u16>,
    pub(super) len: usize,
    /// No parent that was ever listed has a number as large as this.
    pub(super) states: usize,
}

impl RowChildren {
    /// Room for `children` of `states`, and for a register that overhangs.
    pub(super) fn new(children: usize, states: usize) -> Self {
        Self { list: vec![0; children + 32], len: 0, states }
    }

    /// The parent's number and the bit.
    #[inline(always)]
    pub(super) fn parent_and_bit<const BITS: usize>(listed: u16) -> (usize, usize) {
        (listed as usize / BITS, listed as usize % BITS)
    }
}

/// Where a lane is in a state.
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

    /// The lane of a state.
    #[inline(always)]
    pub(super) fn of<const BITS: usize>(self, state: &[StateBlock]) -> u32 {
        (state[self.block].0[self.word & 7] >> self.shift) as u32 & (u32::MAX >> (32 - BITS))
    }

    /// The lane of a state, less what is in `taken`.
    #[inline(always)]
    pub(super) fn left<const BITS: usize>(self, state: &[StateBlock], taken: &[StateBlock]) -> u32 {
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
    /// The choices of a state: its squares, and of the empty pieces the next one alone.
    #[inline(always)]
    pub(super) fn choices<const BITS: usize>(self, state: &[StateBlock]) -> u32 {
        let choices = self.lane.of::<BITS>(state);
        let empty = choices & self.empty;
        choices ^ empty | empty & empty.wrapping_neg()
    }
}

/// How a piece is placed in a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowPiece<'a> {
    /// What it takes on each bit of the row.
    pub(super) taken: &'a [StateBlock],
    /// The bits that keep a child alive.
    pub(super) alive: &'a [StateBlock],
    /// This many lanes of a child must be alive.
    pub(super) needed: u32,
}

/// The last two rows.
#[derive(Debug)]
pub(super) struct LastRows {
    pub(super) first: Lane,
    pub(super) second: Lane,
    /// The bits of empty pieces.
    pub(super) empty: u32,
    /// For each number of empty pieces to come, and for each bit of the first row: the bits of the second with which
    /// it is a pair. As many of the two are empty pieces as there are to come.
    pub(super) at_peace: Vec<u32>,
}

impl LastRows {
    pub(super) fn new(tables: &RowTables, first: usize, second: usize) -> Self {
        let (lanes, bits) = (Lane::new(tables.bits, second), tables.bits);
        let bits_left = |bit: usize| {
            let taken = &tables.taken[(first * bits + bit) * tables.blocks..][..tables.blocks];
            if bits == 16 { !lanes.of::<16>(taken) } else { !lanes.of::<32>(taken) }
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

    /// The part of the table that counts pairs whose first lane is `first`.
    #[inline(always)]
    pub(super) fn table<const BITS: usize>(&self, first: u32) -> &[u32; BITS] {
        let tables = self.at_peace.as_chunks::<BITS>().0;
        &tables[(first & self.empty).count_ones() as usize]
    }
}

/// The operations, once for each set of instructions. A value stands for the right to use these.
///
/// A lane has `BITS` bits and a state `BLOCKS` blocks.
pub(super) trait RowLanes: Copy {
    /// Takes states out of `from`, the last first, and lists their children by a piece in the row `lane`, until there
    /// are `enough`. What is taken out stays where it is until the children are made.
    fn list<const BITS: usize, const BLOCKS: usize>(
        self,
        children: &mut RowChildren,
        from: &mut RowStates,
        row: OpenRow,
        enough: usize,
    );

    /// Makes the children of `from` and adds those that live to `to`, which has room for them. Empties the list.
    fn expand<const BITS: usize, const BLOCKS: usize>(
        self,
        step: RowPiece<'_>,
        children: &mut RowChildren,
        from: &RowStates,
        to: &mut RowStates,
    );

    /// The placements of the last two rows in all children of `from`. Empties the list.
    ///
    /// Some hundred children of 1,024 pairs each: far from overflow.
    fn count_pairs<const BITS: usize, const BLOCKS: usize>(
        self,
        taken: &[StateBlock],
        pair: &LastRows,
        children: &mut RowChildren,
        from: &RowStates,
    ) -> u64;
}

/// The number of pairs of the last two rows.
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

/// The operations in plain words.
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
                    // The highest bit of each lane that is not zero.
                    *count += ((((left & !highest) + !highest) | left) & highest) >> (BITS - 1);
                }
            }
            // Lanes of eight words added up, then those of one word.
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
            let (first, second) =
                (pair.first.left::<BITS>(state, taken), pair.second.left::<BITS>(state, taken));
            found += pairs::<BITS>(pair, first, second);
        }
        children.len = 0;
        found
    }
}
