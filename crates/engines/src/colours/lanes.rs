//! Counting visitors in slots: 64 lanes, each with some bytes whose bits are placements.
//!
//! A vector has a byte for each lane, and every bit of it is a placement of the lane. The first vectors are
//! *main* ones, in which every lane has its own byte. If a lane has more placements, their bytes are in
//! *extra* vectors, at any place of the same sixteen lanes, from which a table brings their numbers back.
//!
//! The kernels are in `lanes_avx512` and `lanes_avx2`; the portable one serves all other processors.

use super::forest::{Leaf, Stem};
use super::lattice::LANES;
use crate::engines::halves::lanes::{JoinLanes, Lane512, PortableJoinLanes};

/// The maximum number of vectors.
pub(super) const MAX_VECTORS: usize = 32;
/// The number of lanes among which extra bytes are moved.
pub(super) const GROUP: usize = 16;
/// The entry of a table for lanes without an extra byte.
pub(super) const NO_BYTE: u8 = 0x80;

/// A number for each lane.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row<C>(pub(super) [C; LANES]);

/// A byte for each lane.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct ByteLanes(pub(super) [u8; LANES]);

/// The vectors of a prefix, and the squares that leave their placements alone.
#[derive(Debug)]
pub(super) struct Slots {
    /// The number of main vectors.
    pub(super) main: usize,
    /// For each extra vector, where in its sixteen lanes each lane has its byte.
    pub(super) extra: Vec<ByteLanes>,
    /// For each place, and then for no place, the placements of each vector that a piece there leaves alone.
    pub(super) masks: Vec<Lane512>,
}

impl Slots {
    /// Returns the number of vectors.
    #[inline(always)]
    pub(super) fn vectors(&self) -> usize {
        self.main + self.extra.len()
    }
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
    let vectors = slots.vectors();
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
            for (vector, (stem, leaf)) in of_stem.iter().zip(of_leaf).enumerate() {
                let found = count_bytes(stem.and(*leaf));
                let table = vector.checked_sub(slots.main).map(|extra| &slots.extra[extra]);
                for (lane, number) in numbers.iter_mut().enumerate() {
                    *number += match table {
                        None => found[lane],
                        Some(table) if table.0[lane] == NO_BYTE => 0,
                        Some(table) => found[lane / GROUP * GROUP + usize::from(table.0[lane])],
                    };
                }
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
