//! The placements of a lattice for several sets of rows, as trees whose trunks are shared.
//!
//! The placements of all sets begin with the same rows as far as possible. The first pieces are a *prefix*,
//! for which the placements of the other lattice are selected. The later ones except the last one are a
//! *stem*, and the last one is a *leaf*. A leaf knows the number of its result: that of its rows and columns.

use super::lattice::{LINES, Lattice, UNWANTED, members};
use std::ops::Range;

/// The maximum number of pieces that are not in the prefix.
pub(super) const MAX_LATE: usize = 5;
/// The place of a square that does not matter.
pub(super) const ANYWHERE: u8 = u8::MAX;
/// The number of bits of a leaf for its place.
const PLACE_BITS: u32 = 8;

/// The first pieces of placements.
#[derive(Debug)]
pub(super) struct Prefix {
    /// The number of pieces that are those of the prefix before.
    pub(super) shared: usize,
    pub(super) stems: Range<usize>,
    pub(super) first_leaf: usize,
    /// The places of the pieces that may follow.
    pub(super) open: Range<usize>,
}

/// The pieces between a prefix and a leaf.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stem {
    places: [u8; MAX_LATE - 1],
    /// The number of places, at least one.
    len: u8,
    pub(super) leaves: u8,
}

impl Stem {
    /// Returns the places of the pieces, at least one.
    #[inline(always)]
    pub(super) fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.len)]
    }
}

/// The last piece of a placement, and the row of its result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaf(u32);

impl Leaf {
    fn new(place: u8, row: u32) -> Self {
        Self(row << PLACE_BITS | u32::from(place))
    }

    #[inline(always)]
    pub(super) fn place(self) -> usize {
        (self.0 & ((1 << PLACE_BITS) - 1)) as usize
    }

    #[inline(always)]
    pub(super) fn row(self) -> usize {
        (self.0 >> PLACE_BITS) as usize
    }
}

/// The placements on a lattice for several sets of rows of one size.
#[derive(Debug, Default)]
pub(super) struct Forest {
    /// The number of pieces of a prefix.
    pub(super) depth: usize,
    pub(super) prefixes: Vec<Prefix>,
    /// The places of the pieces of all prefixes.
    pub(super) squares: Vec<u8>,
    pub(super) open: Vec<u8>,
    pub(super) stems: Vec<Stem>,
    pub(super) leaves: Vec<Leaf>,
    /// The number of different rows of leaves.
    pub(super) rows: usize,
}

/// The sets of rows to plant, and where their results belong.
pub(super) struct Seeds<'a> {
    /// The sets, all of one size.
    pub(super) sets: &'a [u16],
    /// For each set of columns the number of its result among those of a set of rows.
    pub(super) place_of: &'a [u32],
    /// The number of results of a set of rows.
    pub(super) places: usize,
    /// The number of pieces that are not in the prefix.
    pub(super) late: usize,
}

impl Forest {
    pub(super) fn new<const WORDS: usize>(lattice: &Lattice<WORDS>, seeds: &Seeds<'_>) -> Self {
        let pieces = seeds.sets.first().map_or(0, |set| set.count_ones() as usize);
        let depth = pieces.saturating_sub(seeds.late.clamp(1, MAX_LATE));
        let mut forest = Self { depth, rows: seeds.sets.len() * seeds.places, ..Self::default() };
        // Sets that are next to each other have either their lowest or their highest rows in common.
        let lists = |is_rising: bool| {
            let list = |(number, &set): (usize, &u16)| {
                let mut rows = members(set);
                if !is_rising {
                    rows.reverse();
                }
                (rows, number)
            };
            let mut lists: Vec<_> = seeds.sets.iter().enumerate().map(list).collect();
            lists.sort_unstable();
            lists
        };
        let trunks = |lists: &[(Vec<usize>, usize)]| {
            lists.windows(2).filter(|pair| pair[0].0[..depth] != pair[1].0[..depth]).count()
        };
        let [rising, falling] = [lists(true), lists(false)];
        let lists = if trunks(&rising) <= trunks(&falling) { rising } else { falling };
        let mut planting = Planting {
            forest: &mut forest,
            lattice,
            seeds,
            lists: &lists,
            pieces,
            path: [ANYWHERE; LINES],
            opened: [false; 256],
        };
        if !lists.is_empty() {
            planting.grow(0..lists.len(), 0, lattice.free(), 0);
        }
        forest
    }
}

/// A forest that grows.
struct Planting<'a, const WORDS: usize> {
    forest: &'a mut Forest,
    lattice: &'a Lattice<WORDS>,
    seeds: &'a Seeds<'a>,
    /// The rows of each set, and its number.
    lists: &'a [(Vec<usize>, usize)],
    pieces: usize,
    /// The places of the pieces so far.
    path: [u8; LINES],
    /// Whether pieces of the prefix may be followed by one on each place.
    opened: [bool; 256],
}

impl<const WORDS: usize> Planting<'_, WORDS> {
    /// Adds all placements that begin with the pieces of the path, for a range of sets that have their rows
    /// in common.
    fn grow(&mut self, sets: Range<usize>, pieces: usize, free: &[u16; LINES], cols: u16) {
        let is_prefix = pieces == self.forest.depth;
        let is_stem = pieces + 1 == self.pieces.max(1);
        let (stems, leaves) = (self.forest.stems.len(), self.forest.leaves.len());
        if is_prefix {
            self.opened.fill(false);
        }
        if is_stem {
            let late = &self.path[self.forest.depth..pieces];
            let mut places = [ANYWHERE; MAX_LATE - 1];
            places[..late.len()].copy_from_slice(late);
            let len = late.len().max(1) as u8;
            self.forest.stems.push(Stem { places, len, leaves: 0 });
        }
        if self.pieces == 0 {
            self.add_leaf(ANYWHERE, 0, 0);
        } else {
            let mut first = sets.start;
            while first < sets.end {
                let row = self.lists[first].0[pieces];
                let same =
                    self.lists[first..sets.end].iter().take_while(|list| list.0[pieces] == row).count();
                self.grow_on_row(first..first + same, (row, pieces), free, cols);
                first += same;
            }
        }
        let grown = self.forest.leaves.len() - leaves;
        if is_stem {
            self.end_stem(grown, (pieces, leaves));
        }
        if is_prefix && grown > 0 {
            self.end_prefix(stems, leaves);
        }
    }

    /// Adds all placements with the next piece on this row.
    fn grow_on_row(
        &mut self,
        sets: Range<usize>,
        (row, pieces): (usize, usize),
        free: &[u16; LINES],
        cols: u16,
    ) {
        let mut left = free[row];
        while left != 0 {
            let col = left.trailing_zeros() as usize;
            left &= left - 1;
            let place = row * self.lattice.width + col;
            let cols = cols | 1 << col;
            if pieces + 1 == self.pieces {
                self.add_leaf(place as u8, self.lists[sets.start].1, cols);
                continue;
            }
            self.path[pieces] = place as u8;
            self.grow(sets.clone(), pieces + 1, &self.lattice.without(free, place), cols);
        }
    }

    fn add_leaf(&mut self, place: u8, set: usize, cols: u16) {
        let column_set = self.seeds.place_of[usize::from(cols)];
        if column_set != UNWANTED {
            let row = (set * self.seeds.places) as u32 + column_set;
            self.forest.leaves.push(Leaf::new(place, row));
        }
    }

    /// Ends the last stem, or removes it if it has no leaves.
    fn end_stem(&mut self, grown: usize, (pieces, leaves): (usize, usize)) {
        if grown == 0 {
            self.forest.stems.pop();
            return;
        }
        if let Some(stem) = self.forest.stems.last_mut() {
            stem.leaves = grown as u8;
        }
        self.path[self.forest.depth..pieces].iter().for_each(|&place| self.opened[usize::from(place)] = true);
        self.forest.leaves[leaves..].iter().for_each(|leaf| self.opened[leaf.place()] = true);
    }

    fn end_prefix(&mut self, stems: usize, first_leaf: usize) {
        let Forest { depth, prefixes, squares, open, stems: all, .. } = &mut *self.forest;
        let own = &self.path[..*depth];
        let before = &squares[squares.len().saturating_sub(*depth)..];
        let shared = before.iter().zip(own).take_while(|(one, other)| one == other).count();
        squares.extend_from_slice(own);
        let first = open.len();
        open.extend((0..ANYWHERE).filter(|&place| self.opened[usize::from(place)]));
        prefixes.push(Prefix { shared, stems: stems..all.len(), first_leaf, open: first..open.len() });
    }
}
