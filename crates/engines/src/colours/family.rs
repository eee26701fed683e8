//! Row sets with equal numbers of even and odd rows, and the column sets that go with them.

use super::lattice::{LANES, UNWANTED};
use super::symmetry::{LineSet, Symmetry, halves, join};
use crate::engines::halves::subsets::Subsets;

/// Row sets and column sets of the dark pieces, of one size.
pub(super) struct Family {
    /// The sets of even rows, and those of odd rows.
    pub(super) rows: [Vec<u16>; 2],
    /// The numbers of dark pieces in even rows and in odd ones.
    pub(super) pieces: [usize; 2],
}

/// Returns the sets of live lines of a size, in order.
fn sets_of(subsets: &Subsets, live: u16, size: usize) -> Vec<u16> {
    subsets.of_size(size).iter().copied().filter(|set| set & !live == 0).collect()
}

/// Returns all families whose dark and light pieces fit.
pub(super) fn families(subsets: &[Subsets; 2], symmetry: &Symmetry) -> Vec<Family> {
    let [[even_rows, odd_rows], [even_cols, odd_cols]] = symmetry.live.map(halves);
    let size = |set: u16| set.count_ones() as usize;
    let family = |pieces: usize| {
        // The light pieces of even rows are in odd columns, and take those that the dark ones leave.
        let odd = (size(odd_cols) + pieces).checked_sub(size(even_rows))?;
        let fits = pieces <= size(even_cols) && odd <= size(odd_rows).min(size(odd_cols));
        if !fits {
            return None;
        }
        let mut rows = [sets_of(&subsets[0], even_rows, pieces), sets_of(&subsets[1], odd_rows, odd)];
        for (parity, sets) in rows.iter_mut().enumerate() {
            sets.sort_by_key(|&set| (symmetry.rank(parity == 1, set), set));
        }
        let [evens, odds] = &mut rows;
        evens.retain(|&even| odds.iter().any(|&odd| symmetry.weigh(join(even, odd)) > 0));
        (!rows[0].is_empty()).then_some(Family { rows, pieces: [pieces, odd] })
    };
    (0..=size(even_rows)).filter_map(family).collect()
}

/// The column sets of a family.
pub(super) struct Columns {
    /// The number of sets of even columns, and of sets of odd columns.
    pub(super) sizes: [usize; 2],
    /// For each set of even columns of the dark pieces, its lane; and for each set of odd ones, its place.
    pub(super) dark: [Vec<u32>; 2],
    /// The same for the columns of the light pieces.
    pub(super) light: [Vec<u32>; 2],
    /// For each lane, the number of sets that it represents.
    pub(super) weights: Vec<u64>,
    /// For each block of lanes and each set of odd columns, the class of each lane with these columns.
    pub(super) classes: Vec<[u32; LANES]>,
    /// All classes, in order; none if rows and columns cannot be exchanged.
    keys: Vec<u64>,
    /// For each lane and each set of odd columns, its first class.
    firsts: [Vec<u32>; 2],
}

impl Columns {
    pub(super) fn new(subsets: &[Subsets; 2], symmetry: &Symmetry, pieces: [usize; 2]) -> Self {
        let live = halves(symmetry.live[1]);
        let mut sets = [0, 1].map(|parity| sets_of(&subsets[parity], live[parity], pieces[parity]));
        sets[0].retain(|&even| symmetry.weigh_columns(even) > 0);
        let class = |even: u16, odd: u16| symmetry.column_class(join(even, odd)).unwrap_or(0);
        let mut keys: Vec<u64> =
            sets[0].iter().flat_map(|&even| sets[1].iter().map(move |&odd| class(even, odd))).collect();
        keys.sort_unstable();
        keys.dedup();
        let number = |even: u16, odd: u16| keys.partition_point(|&key| key < class(even, odd)) as u32;
        let first_of = |sets: &[u16], others: &[u16], of: &dyn Fn(u16, u16) -> u32| -> Vec<(u32, u16)> {
            let first = |set: u16| others.iter().map(|&other| of(set, other)).min().unwrap_or(0);
            let mut order: Vec<(u32, u16)> = sets.iter().map(|&set| (first(set), set)).collect();
            order.sort_unstable();
            order
        };
        let orders = [
            first_of(&sets[0], &sets[1], &number),
            first_of(&sets[1], &sets[0], &|odd, even| number(even, odd)),
        ];
        let places = |exchanged: bool| {
            [0, 1].map(|parity| {
                let mut places = vec![UNWANTED; usize::from(live[parity]) + 1];
                for (place, &(_, set)) in orders[parity].iter().enumerate() {
                    let set = if exchanged { live[parity] & !set } else { set };
                    places[usize::from(set)] = place as u32;
                }
                places
            })
        };
        let mut classes = Vec::with_capacity(orders[0].len().div_ceil(LANES) * orders[1].len());
        for block in orders[0].chunks(LANES) {
            for &(_, odd) in &orders[1] {
                let mut row = [u32::MAX; LANES];
                row.iter_mut().zip(block).for_each(|(class, &(_, even))| *class = number(even, odd));
                classes.push(row);
            }
        }
        Self {
            sizes: [orders[0].len(), orders[1].len()],
            dark: places(false),
            light: places(true),
            weights: orders[0].iter().map(|&(_, even)| symmetry.weigh_columns(even)).collect(),
            classes,
            keys,
            firsts: orders.map(|order| order.into_iter().map(|(first, _)| first).collect()),
        }
    }

    /// Returns the number of a row set's class.
    pub(super) fn class(&self, symmetry: &Symmetry, set: LineSet) -> u32 {
        // Without an exchange of rows and columns all sets are one class, and count once.
        let key = if self.keys == [0] { 0 } else { symmetry.class(set) };
        self.keys.partition_point(|&other| other < key) as u32
    }

    /// Returns the numbers of lanes and of sets of odd columns that a class is counted with.
    pub(super) fn bounds(&self, class: u32) -> [usize; 2] {
        self.firsts.each_ref().map(|firsts| firsts.partition_point(|&first| first <= class))
    }
}
