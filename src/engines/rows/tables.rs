//! How rows lie in a state, and what a piece takes from it.
//!
//! A state has a *lane* for each row and column, of 16 or 32 bits, with a bit for each of its free squares. Lanes come
//! in blocks of 512 bits: boards up to 16x16 have one block.
//!
//! A row that stays empty holds, so to speak, an empty piece. Where rows stay empty each row has as many bits more,
//! one for each empty piece; these are used up in their order, so that a set of empty rows is found once. Besides, each
//! empty piece that is still to come has a lane of its own, so that the number of lanes that are not zero is the number
//! of rows that can still have a piece or an empty one: if that is less than the number of rows to come, the state is
//! dead. These bits and lanes are removed by the same tables as squares are, and the search knows nothing of them but
//! the order.

use super::cliques::{Cliques, MOST_LANES};
use crate::board::Mask;
use crate::engines::instance::Instance;
use std::array;

/// 512 bits of a state.
#[repr(align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Block(pub(super) [u64; 8]);

/// Bits in a block.
pub(super) const BLOCK_BITS: usize = 512;

/// A place in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    lane: usize,
    bit: usize,
}

/// An instance made ready for the search.
#[derive(Debug)]
pub(super) struct Tables {
    /// Bits in a lane: 16 or 32.
    pub(super) bits: usize,
    /// Blocks in a state.
    pub(super) blocks: usize,
    /// How many rows; they have the first lanes.
    rows: usize,
    /// How many partitions of columns; they have the lanes after the rows.
    columns: usize,
    /// The bits of empty pieces in the lane of a row.
    pub(super) empty: u32,
    /// For each square of the board where it lies in rows and columns.
    places: Vec<Vec<Place>>,
    /// What is taken by a piece in lane `row` on bit `bit`: blocks from `(row * bits + bit) * blocks` on.
    pub(super) taken: Vec<Block>,
    /// The bits that keep a state alive: those of squares and the lanes of empty pieces.
    pub(super) alive: Vec<Block>,
}

/// A partial placement as the search begins with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Root {
    pub(super) state: Vec<Block>,
    /// The lanes of the rows to come, in the order of the search.
    pub(super) rows: Vec<usize>,
    /// How many lanes must be alive for each row to come.
    pub(super) lanes_per_row: usize,
}

impl Tables {
    pub(super) fn new<M: Mask>(instance: &Instance<M>, cliques: &Cliques) -> Self {
        let Cliques { rows, empty, .. } = cliques;
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let lanes = rows.len() + empty;
        let narrow = longest + empty <= 16 && lanes <= BLOCK_BITS / 16;
        Self::with_bits(instance, cliques, if narrow { 16 } else { 32 })
    }

    /// With lanes of so many bits.
    pub(super) fn with_bits<M: Mask>(instance: &Instance<M>, cliques: &Cliques, bits: usize) -> Self {
        let Cliques { rows, columns, empty } = cliques;
        let lanes = rows.len() + empty;
        let most_lanes = if bits == 16 { BLOCK_BITS / 16 } else { MOST_LANES };
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
            places: vec![Vec::new(); instance.conflicts.squares()],
            taken: vec![Block::default(); rows.len() * bits * blocks],
            alive: vec![Block::default(); blocks],
        };
        for (lane, clique) in rows.iter().chain(columns.into_iter().flatten()).enumerate() {
            for (bit, &square) in clique.iter().enumerate() {
                let place = Place { lane, bit };
                tables.places[square].push(place);
                tables.set_alive(place);
            }
        }
        (0..*empty).for_each(|piece| tables.set_alive(tables.own_lane(piece)));
        for (lane, row) in rows.iter().enumerate() {
            for (bit, &square) in row.iter().enumerate() {
                let conflicts = instance.conflicts.of(0, square, 0);
                let places = &tables.places;
                let taken: Vec<Place> = conflicts
                    .squares()
                    .flat_map(|other| places[other].iter().copied())
                    .chain((0..*empty).map(|piece| tables.choice(lane, piece)))
                    .collect();
                tables.fill_taken(Place { lane, bit }, &taken);
            }
            for piece in 0..*empty {
                // Its row, itself and the earlier ones everywhere.
                let squares = (0..row.len()).map(|bit| Place { lane, bit });
                let own_row = squares.chain((0..*empty).map(|other| tables.choice(lane, other)));
                let used = (0..=piece)
                    .flat_map(|used| (0..rows.len()).map(move |row| (row, used)).collect::<Vec<_>>());
                let taken: Vec<Place> = own_row
                    .chain(used.map(|(row, used)| tables.choice(row, used)))
                    .chain((0..=piece).map(|used| tables.own_lane(used)))
                    .collect();
                tables.fill_taken(tables.choice(lane, piece), &taken);
            }
        }
        tables
    }

    /// The bit of a row that stands for an empty piece in it.
    fn choice(&self, lane: usize, piece: usize) -> Place {
        Place { lane, bit: self.empty.trailing_zeros() as usize + piece }
    }

    /// The bit that an empty piece has for itself. (Where there are such pieces, there are no columns.)
    fn own_lane(&self, piece: usize) -> Place {
        Place { lane: self.rows + piece, bit: 0 }
    }

    fn set_alive(&mut self, place: Place) {
        self.set(place, |tables| &mut tables.alive);
    }

    fn set(&mut self, Place { lane, bit }: Place, blocks: impl FnOnce(&mut Self) -> &mut [Block]) {
        let at = lane * self.bits + bit;
        blocks(self)[at / BLOCK_BITS].0[at % BLOCK_BITS / 64] |= 1 << (at % 64);
    }

    fn fill_taken(&mut self, Place { lane, bit }: Place, taken: &[Place]) {
        let start = (lane * self.bits + bit) * self.blocks;
        for &place in taken {
            self.set(place, |tables| &mut tables.taken[start..]);
        }
    }

    /// The state of the squares `free` with `pieces` to come; `None` if some row or column can have no piece.
    ///
    /// A row without free squares holds a piece already, or stays empty.
    pub(super) fn root<M: Mask>(&self, free: M, pieces: usize) -> Option<Root> {
        let mut lanes = [0u32; MOST_LANES];
        for square in free.squares() {
            for &Place { lane, bit } in &self.places[square] {
                lanes[lane] |= 1 << bit;
            }
        }
        let rows: Vec<usize> = (0..self.rows).filter(|&row| lanes[row] != 0).collect();
        let empty = rows.len().checked_sub(pieces)?;
        let columns = &lanes[self.rows..self.rows * (1 + self.columns)];
        if columns.iter().filter(|&&lane| lane != 0).count() != self.columns * rows.len() {
            return None;
        }
        for piece in 0..empty {
            rows.iter().for_each(|&row| lanes[row] |= 1 << self.choice(row, piece).bit);
            lanes[self.own_lane(piece).lane] = 1;
        }
        let per_word = 64 / self.bits;
        let word = |word: usize| {
            lanes[word * per_word..][..per_word].iter().rfold(0, |word, &lane| {
                if self.bits == 16 { word << 16 | u64::from(lane) } else { word << 32 | u64::from(lane) }
            })
        };
        let state = (0..self.blocks).map(|block| Block(array::from_fn(|at| word(block * 8 + at)))).collect();
        Some(Root { state, rows, lanes_per_row: 1 + self.columns })
    }

    /// The same with states of so many blocks; `None` if they need more.
    #[cfg(test)]
    pub(super) fn widened(mut self, blocks: usize) -> Option<Self> {
        let more = vec![Block::default(); blocks.checked_sub(self.blocks)?];
        let widened = |state: &[Block]| [state, &more].concat();
        self.taken = self.taken.chunks(self.blocks).flat_map(widened).collect();
        self.alive = widened(&self.alive);
        self.blocks = blocks;
        Some(self)
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.taken.len() * size_of::<Block>()
    }
}
