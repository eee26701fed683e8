//! The arrangement of rows in a state, and the bits that a piece takes from it.
//!
//! A state has a *lane* for each row and column, of 16 or 32 bits, with a bit for each of its free squares.
//! Lanes come in blocks of 512 bits: boards up to 16x16 have one block.
//!
//! A row that stays empty can be thought of as holding an empty piece. If rows stay empty, each row has one
//! further bit for each empty piece. Empty pieces are used up in their order, so that a set of empty rows is
//! found once. Each empty piece still to come also has a lane of its own. The number of non-zero lanes is
//! then the number of rows that can still have a piece or an empty one. If it is less than the number of rows
//! to come, the state is dead. The tables that remove squares also remove these bits and lanes, so the search
//! only has to respect the order of the empty pieces.

use super::cliques::{Cliques, MAX_LANES};
use crate::board::Set;
use crate::engines::instance::Instance;

/// 512 bits of a state.
#[repr(align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct StateBlock(pub(super) [u64; 8]);

/// The number of bits in a block.
pub(super) const BLOCK_BITS: usize = 512;

/// An instance that is ready for the search.
#[derive(Debug)]
pub(super) struct RowTables {
    /// The number of bits in a lane: 16 or 32.
    pub(super) bits: usize,
    /// The number of blocks in a state.
    pub(super) blocks: usize,
    /// The number of rows; they have the first lanes.
    rows: usize,
    /// The number of partitions into columns; they have the lanes after the rows.
    columns: usize,
    /// The bits of empty pieces in the lane of a row: its last ones.
    pub(super) empty: u32,
    /// For each square of the board the state that holds only this square, in its row and in its columns.
    squares: Vec<StateBlock>,
    /// The bits that a piece in lane `row` on bit `bit` takes: blocks from `(row * bits + bit) * blocks` on.
    pub(super) taken: Vec<StateBlock>,
    /// The bits that keep a state alive: those of squares and the lanes of empty pieces.
    pub(super) alive: Vec<StateBlock>,
}

/// The partial placement from which the search begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Root {
    pub(super) state: Vec<StateBlock>,
    /// The lanes of the rows to come, in the order of the search.
    pub(super) rows: Vec<usize>,
    /// The number of lanes that must be alive for each row to come.
    pub(super) lanes_per_row: usize,
}

impl RowTables {
    pub(super) fn new(instance: &Instance, cliques: &Cliques) -> Self {
        let Cliques { rows, empty, .. } = cliques;
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let lanes = rows.len() + empty;
        let narrow = longest + empty <= 16 && lanes <= BLOCK_BITS / 16;
        Self::with_bits(instance, cliques, if narrow { 16 } else { 32 })
    }

    /// Builds the tables with lanes of `bits` bits.
    pub(super) fn with_bits(instance: &Instance, cliques: &Cliques, bits: usize) -> Self {
        let Cliques { rows, columns, empty } = cliques;
        let lanes = rows.len() + empty;
        let most_lanes = if bits == 16 { BLOCK_BITS / 16 } else { MAX_LANES };
        let fitting = columns.iter().filter(|partition| partition.iter().all(|clique| clique.len() <= bits));
        let columns: Vec<_> = fitting.take((most_lanes - lanes) / rows.len().max(1)).collect();
        let lanes = lanes + columns.len() * rows.len();
        let blocks = (lanes * bits).div_ceil(BLOCK_BITS).max(1);
        let mut tables = Self {
            bits,
            blocks,
            rows: rows.len(),
            columns: columns.len(),
            empty: if *empty == 0 { 0 } else { (u32::MAX << (32 - empty)) >> (32 - bits) },
            squares: vec![StateBlock::default(); instance.conflicts.squares() * blocks],
            taken: vec![StateBlock::default(); rows.len() * bits * blocks],
            alive: vec![StateBlock::default(); blocks],
        };
        for (lane, clique) in rows.iter().chain(columns.into_iter().flatten()).enumerate() {
            for (bit, &square) in clique.iter().enumerate() {
                let place = lane * bits + bit;
                set(&mut tables.squares[square * blocks..], place);
                set(&mut tables.alive, place);
            }
        }
        // If there are empty pieces there are no columns, and the lanes of empty pieces follow the rows.
        let own_lane = |piece: usize| (rows.len() + piece) * bits;
        (0..*empty).for_each(|piece| set(&mut tables.alive, own_lane(piece)));
        for (lane, row) in rows.iter().enumerate() {
            for (bit, &square) in row.iter().enumerate() {
                let taken = &mut tables.taken[(lane * bits + bit) * blocks..][..blocks];
                for other in instance.conflicts.conflict_set(0, square, 0).squares() {
                    add(taken, &tables.squares[other * blocks..]);
                }
                (0..*empty).for_each(|other| set(taken, choice(bits, *empty, lane, other)));
            }
            for piece in 0..*empty {
                let start = choice(bits, *empty, lane, piece) * blocks;
                let taken = &mut tables.taken[start..][..blocks];
                // The piece takes its row, and from all other rows itself and the earlier empty pieces.
                row.iter().for_each(|&square| add(taken, &tables.squares[square * blocks..]));
                (0..*empty).for_each(|other| set(taken, choice(bits, *empty, lane, other)));
                for used in 0..=piece {
                    (0..rows.len()).for_each(|row| set(taken, choice(bits, *empty, row, used)));
                    set(taken, own_lane(used));
                }
            }
        }
        tables
    }

    /// Returns the state of the squares `free` with `pieces` to come; `None` if some row or column can have
    /// no piece.
    ///
    /// A row without free squares already holds a piece, or stays empty.
    pub(super) fn root(&self, free: &[u64], pieces: usize) -> Option<Root> {
        let mut state = vec![StateBlock::default(); self.blocks];
        free.squares().for_each(|square| add(&mut state, &self.squares[square * self.blocks..]));
        let is_open = |&lane: &usize| !is_zero(&state, lane * self.bits, self.bits);
        let rows: Vec<usize> = (0..self.rows).filter(is_open).collect();
        let empty = rows.len().checked_sub(pieces)?;
        let columns = (self.rows..self.rows * (1 + self.columns)).filter(is_open);
        if columns.count() != self.columns * rows.len() {
            return None;
        }
        for piece in 0..empty {
            let most = self.empty.count_ones() as usize;
            rows.iter().for_each(|&row| set(&mut state, choice(self.bits, most, row, piece)));
            set(&mut state, (self.rows + piece) * self.bits);
        }
        Some(Root { state, rows, lanes_per_row: 1 + self.columns })
    }

    /// Returns the tables with states of `blocks` blocks; `None` if the states need more.
    #[cfg(test)]
    pub(super) fn widen(mut self, blocks: usize) -> Option<Self> {
        let more = vec![StateBlock::default(); blocks.checked_sub(self.blocks)?];
        let widened = |state: &[StateBlock]| [state, &more].concat();
        self.taken = self.taken.chunks(self.blocks).flat_map(widened).collect();
        self.squares = self.squares.chunks(self.blocks).flat_map(widened).collect();
        self.alive = widened(&self.alive);
        self.blocks = blocks;
        Some(self)
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        (self.taken.len() + self.squares.len()) * size_of::<StateBlock>()
    }
}

/// Returns the place of the bit that represents an empty piece in a row: the last bits, in order.
fn choice(bits: usize, empty: usize, row: usize, piece: usize) -> usize {
    (row + 1) * bits - empty + piece
}

/// Adds a place to a state.
fn set(state: &mut [StateBlock], place: usize) {
    state[place / BLOCK_BITS].0[place % BLOCK_BITS / 64] |= 1 << (place % 64);
}

/// Adds all places of another state.
fn add(state: &mut [StateBlock], other: &[StateBlock]) {
    for (block, other) in state.iter_mut().zip(other) {
        block.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

/// True if the lane of `bits` bits at `place` is zero.
fn is_zero(state: &[StateBlock], place: usize, bits: usize) -> bool {
    let word = state[place / BLOCK_BITS].0[place % BLOCK_BITS / 64];
    (word >> (place % 64)) & (u64::MAX >> (64 - bits)) == 0
}
