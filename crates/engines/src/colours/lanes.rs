//! Counting visitors in slots: 64 lanes, each with some bytes whose bits are placements.
//!
//! A vector has a byte for each lane, and every bit of it is a placement of the lane. There are as many vectors
//! as the longest lane has bytes. (The other lanes leave a third to a half of the bits empty. Vectors that hold
//! the surplus of several lanes would need a shuffle for each byte of a lane, which costs as much as a vector.)
//!
//! The kernels are in `lanes_avx512` and `lanes_avx2`; the portable one serves all other processors.

use super::forest::{Leaf, Stem};
use super::lattice::LANES;
use crate::engines::halves::lanes::{JoinLanes, Lane512, PortableJoinLanes};

/// The maximum number of vectors: the bits of a lane in all of them are a number of one byte.
pub(super) const MAX_VECTORS: usize = 24;

/// A number for each lane.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row<C>(pub(super) [C; LANES]);

/// The vectors of a prefix, and the squares that leave their placements alone.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// The number of vectors.
    pub(super) vectors: usize,
    /// For each place, and then for no place, the placements of each vector that a piece there leaves alone.
    pub(super) masks: Vec<Lane512>,
}

/// The leaves of a prefix.
#[derive(Clone, Copy)]
pub(super) struct Leaves<'a> {
    pub(super) stems: &'a [Stem],
    pub(super) leaves: &'a [Leaf],
}

/// A number of pairs.
pub(super) trait Cell: Copy + Default + PartialEq {
    /// The number that may stand for a larger one.
    const FULL: Self;
    /// A sum of products.
    type Sum: Copy + Default + Into<u128>;

    /// Adds the product of two numbers to a sum, some times.
    fn add_product(sum: &mut Self::Sum, numbers: [Self; 2], times: u32);

    /// Adds a number; the sum may be [`FULL`](Self::FULL) instead of a larger one.
    fn add(&mut self, number: u8);

    /// Adds the placements of each lane that each leaf leaves alone to the leaf's row.
    fn visit(lanes: impl SlotLanes, slots: &Slots, leaves: Leaves<'_>, rows: &mut [Row<Self>]);
}

impl Cell for u16 {
    const FULL: Self = Self::MAX;
    type Sum = u64;

    #[inline(always)]
    fn add_product(sum: &mut u64, [one, other]: [Self; 2], times: u32) {
        *sum += u64::from(u32::from(one) * u32::from(other)) * u64::from(times);
    }

    #[inline(always)]
    fn add(&mut self, number: u8) {
        *self = self.saturating_add(u16::from(number));
    }

    #[inline(always)]
    fn visit(lanes: impl SlotLanes, slots: &Slots, leaves: Leaves<'_>, rows: &mut [Row<Self>]) {
        lanes.visit_slots(slots, leaves, rows);
    }
}

impl Cell for u64 {
    const FULL: Self = Self::MAX;
    type Sum = u128;

    #[inline(always)]
    fn add_product(sum: &mut u128, [one, other]: [Self; 2], times: u32) {
        *sum += u128::from(one) * u128::from(other) * u128::from(times);
    }

    #[inline(always)]
    fn add(&mut self, number: u8) {
        *self += Self::from(number);
    }

    #[inline(always)]
    fn visit(_: impl SlotLanes, slots: &Slots, leaves: Leaves<'_>, rows: &mut [Row<Self>]) {
        visit_slots(slots, leaves, rows);
    }
}

/// The operations, once for each set of instructions.
pub(super) trait SlotLanes: JoinLanes {
    /// Adds the placements of each lane that each leaf leaves alone to the leaf's row. All places and rows
    /// are those of the slots and of the rows.
    #[inline(always)]
    fn visit_slots(self, slots: &Slots, leaves: Leaves<'_>, rows: &mut [Row<u16>]) {
        visit_slots(slots, leaves, rows);
    }
}

impl SlotLanes for PortableJoinLanes {}

#[cfg(target_arch = "aarch64")]
impl SlotLanes for crate::engines::kernel::Neon {}

/// Implements [`SlotLanes::visit_slots`] in portable words.
#[inline(always)]
fn visit_slots<C: Cell>(slots: &Slots, Leaves { stems, mut leaves }: Leaves<'_>, rows: &mut [Row<C>]) {
    let vectors = slots.vectors;
    let masks = |place: u8| &slots.masks[usize::from(place) * vectors..][..vectors];
    for stem in stems {
        let (own, later) = leaves.split_at(usize::from(stem.leaves));
        leaves = later;
        let mut any = 0;
        let mut of_stem = [Lane512([!0; 8]); MAX_VECTORS];
        for masks in stem.places().iter().map(|&place| masks(place)) {
            of_stem.iter_mut().zip(masks).for_each(|(all, mask)| *all = all.and(*mask));
        }
        for word in of_stem[..vectors].iter().flat_map(|vector| vector.0) {
            any |= word;
        }
        if any == 0 {
            continue;
        }
        for leaf in own {
            let of_leaf = &slots.masks[leaf.place() * vectors..][..vectors];
            let mut numbers = [0u8; LANES];
            for (stem, leaf) in of_stem.iter().zip(of_leaf) {
                let found = count_bytes(stem.and(*leaf));
                numbers.iter_mut().zip(found).for_each(|(number, found)| *number += found);
            }
            rows[leaf.row()].0.iter_mut().zip(numbers).for_each(|(cell, number)| cell.add(number));
        }
    }
}

/// Returns the number of bits in every byte.
#[inline(always)]
fn count_bytes(vector: Lane512) -> [u8; LANES] {
    let mut numbers = [0; LANES];
    for (numbers, word) in numbers.as_chunks_mut::<8>().0.iter_mut().zip(vector.0) {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        *numbers = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).to_le_bytes();
    }
    numbers
}
