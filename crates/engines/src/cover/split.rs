//! The first choices: units that are counted one by one, by several threads.
//!
//! As long as symmetries preserve a unit, the places of the next orbit are decided. Of each class of
//! equivalent choices one is kept, with their number as its weight ([`units`](crate::engines::units)). If no
//! symmetry is left, the unit is split by the branches of the search.

use super::field::Field;
use crate::board::Set;
use crate::engines::units::{Orbits, canonical};
use std::collections::BinaryHeap;

/// A partial choice in which some places are already decided.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit {
    /// The places that may still be taken.
    pub(crate) free: Vec<u64>,
    /// The items that they must still cover.
    pub(crate) uncovered: Vec<u64>,
    /// The cell of the taken places.
    pub(crate) cell: usize,
    /// The taken places, in the order in which they were taken.
    pub(crate) taken: Vec<usize>,
    /// The number of equivalent units that this one represents.
    pub weight: u64,
}

impl Unit {
    /// Takes a place.
    fn take(&mut self, field: &Field, place: usize) {
        self.free.subtract(&field.excludes[place]);
        self.uncovered.subtract(&field.covers[place]);
        self.cell += field.steps[place];
        self.taken.push(place);
        self.close(field);
    }

    /// Removes the free places that no number allows any more.
    fn close(&mut self, field: &Field) {
        for limit in field.limits.iter().filter(|limit| limit.is_reached(self.cell)) {
            self.free.subtract(&limit.places);
        }
    }

    /// Returns the free places that cover an item with the fewest of them; `None` if an item has none, or if
    /// all are covered.
    fn fewest(&self, field: &Field) -> Option<Vec<u64>> {
        let number = |&item: &usize| field.coverers[item].count_shared(&self.free);
        let item = self.uncovered.squares().min_by_key(number)?;
        let mut places = self.free.clone();
        places.keep(&field.coverers[item]);
        (!places.is_bare()).then_some(places)
    }

    /// True if the unit can still become a choice.
    fn is_alive(&self, field: &Field) -> bool {
        self.uncovered.squares().all(|item| field.coverers[item].meets(&self.free))
    }
}

/// A unit that may be split further. Units with the most free places come first, and among these those with
/// symmetries.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Seed {
    size: u32,
    is_symmetric: bool,
    /// The number of the unit, reversed so that the first of equals comes first.
    number: std::cmp::Reverse<usize>,
    /// The maps that preserve the unit, as bits.
    stabiliser: u64,
    /// The first orbit that is not decided.
    orbit: usize,
    /// The unit itself.
    unit: Unit,
}

/// The options for splitting a field.
pub(crate) struct SplitOptions<'a> {
    /// The approximate number of units to reach, if possible.
    pub(crate) most: usize,
    /// The number of free places up to which units are not split.
    pub(crate) least_free: u32,
    /// The rank of an orbit; orbits of places are decided by increasing rank.
    pub(crate) rank: &'a dyn Fn(&[usize]) -> (usize, usize),
}

/// Returns the units of a field.
pub(crate) fn split(field: &Field, how: &SplitOptions<'_>) -> Vec<Unit> {
    let orbits = Orbits::new(field.maps.clone(), field.places(), how.rank);
    let (free, uncovered) = (field.free.clone(), field.uncovered.clone());
    let mut root = Unit { free, uncovered, cell: 0, taken: Vec::new(), weight: 1 };
    root.close(field);
    let (mut heap, mut units, mut number) = (BinaryHeap::new(), Vec::new(), 0);
    let mut push =
        |heap: &mut BinaryHeap<Seed>, units: &mut Vec<Unit>, unit: Unit, stabiliser: u64, orbit| {
            let size = unit.free.size();
            match () {
                () if !unit.is_alive(field) => {}
                () if size <= how.least_free || unit.uncovered.is_bare() => units.push(unit),
                () => {
                    number += 1;
                    let number = std::cmp::Reverse(number);
                    let is_symmetric = stabiliser.count_ones() > 1;
                    heap.push(Seed { is_symmetric, size, number, stabiliser, orbit, unit });
                }
            }
        };
    let all = (0..field.maps.len()).fold(0, |bits, map| bits | 1 << map);
    push(&mut heap, &mut units, root, all, 0);
    while heap.len() + units.len() < how.most
        && let Some(Seed { is_symmetric, stabiliser, orbit, unit, .. }) = heap.pop()
    {
        if is_symmetric {
            for (unit, stabiliser, orbit) in decide(field, &orbits, &unit, stabiliser, orbit) {
                push(&mut heap, &mut units, unit, stabiliser, orbit);
            }
            continue;
        }
        let mut left = unit;
        let places = left.fewest(field).unwrap_or_default();
        for place in places.squares() {
            let mut child = left.clone();
            child.take(field, place);
            left.free.remove_square(place);
            push(&mut heap, &mut units, child, 1, 0);
        }
    }
    units.extend(heap.into_sorted_vec().into_iter().rev().map(|seed| seed.unit));
    units
}

/// Returns one of each class of equivalent ways to take places of the next orbit, with the maps that preserve
/// it.
fn decide(
    field: &Field,
    orbits: &Orbits,
    unit: &Unit,
    stabiliser: u64,
    from: usize,
) -> Vec<(Unit, u64, usize)> {
    let orbits = orbits.orbits();
    let is_open = |places: &[usize]| places.iter().any(|&place| unit.free.holds(place));
    let skipped = orbits[from..].iter().position(|orbit| is_open(&orbit.squares));
    // If places are free, one of the undecided orbits contains them.
    let Some(number) = skipped.map(|skipped| from + skipped) else { return Vec::new() };
    let (orbit, mut children) = (&orbits[number], Vec::new());
    let mut choices = vec![(0u64, 0, unit.clone())];
    while let Some((chosen, at, mut unit)) = choices.pop() {
        let Some(&place) = orbit.squares.get(at) else {
            if let Some((weight, stabiliser)) = canonical(orbit, chosen, stabiliser) {
                unit.weight *= weight;
                children.push((unit, stabiliser, number + 1));
            }
            continue;
        };
        if unit.free.holds(place) {
            let mut with = unit.clone();
            with.take(field, place);
            choices.push((chosen | 1 << at, at + 1, with));
        }
        unit.free.remove_square(place);
        choices.push((chosen, at + 1, unit));
    }
    children
}
