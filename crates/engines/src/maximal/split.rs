//! The first choices: units that are counted one by one, by several threads.
//!
//! Where symmetries keep a unit, it is decided of the next orbit of places which of them are taken, and of choices that symmetries
//! carry to each other one is kept, with their number as its weight ([`units`](crate::engines::units)). Where none is left, the unit
//! falls into the branches of the search.

use super::field::{Field, Limit};
use crate::board::Set;
use crate::engines::units::{Orbits, canonical};
use std::collections::BinaryHeap;

/// Units with no more open places than this are not split.
const MIN_OPEN: u32 = 16;

/// Places that are decided already.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit {
    /// Those that may still be taken.
    pub(super) open: Vec<u64>,
    /// Those that must still be attacked and are not taken.
    pub(super) barred: Vec<u64>,
    /// The cell of those that are taken.
    pub(super) cell: usize,
    /// How many units it stands for.
    pub(super) weight: u64,
}

impl Unit {
    /// Takes a place.
    fn take(&mut self, field: &Field, place: usize) {
        self.open.subtract(&field.near[place]);
        self.barred.subtract(&field.near[place]);
        self.cell += field.steps[place];
        self.bar(&field.limits);
    }

    /// Leaves a place empty.
    fn leave(&mut self, place: usize) {
        if self.open.holds(place) {
            self.open.remove_square(place);
            self.barred.add_square(place);
        }
    }

    /// Bars what no number allows any more.
    fn bar(&mut self, limits: &[Limit]) {
        for Limit { places, stride, radix, most } in limits {
            if most.is_none_or(|most| self.cell / stride % radix > most) {
                let mut none = self.open.clone();
                none.keep(places);
                self.open.subtract(&none);
                self.barred.add(&none);
            }
        }
    }

    /// The open places of which one must be taken, as few as there are: beside a place and on it; `None` if a barred one
    /// has none, or if none is open.
    fn fewest(&self, field: &Field) -> Option<Vec<u64>> {
        let places = self.barred.squares().chain(self.open.squares());
        let pivot = places.min_by_key(|&place| field.near[place].shared(&self.open))?;
        let mut near = self.open.clone();
        near.keep(&field.near[pivot]);
        (!near.is_bare()).then_some(near)
    }

    /// Whether it can still become a placement.
    fn is_alive(&self, field: &Field) -> bool {
        self.barred.squares().all(|place| field.near[place].meets(&self.open))
    }
}

/// A unit that may be split further: those with the most open places first, of these those with symmetries.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Seed {
    size: u32,
    is_symmetric: bool,
    /// The first one of equals.
    number: std::cmp::Reverse<usize>,
    /// The maps that keep it, as bits.
    stabiliser: u64,
    /// The first orbit that is not decided.
    orbit: usize,
    unit: Unit,
}

/// About so many units of a field, as far as it can be split.
pub(super) fn split(field: &Field, most: usize) -> Vec<Unit> {
    // What is attacked by the most is decided first: few of these stand beside each other.
    let rank = |orbit: &[usize]| (usize::MAX - field.near[orbit[0]].size() as usize, orbit.len());
    let orbits = Orbits::new(field.maps.clone(), field.places(), &rank);
    let mut root = Unit { open: field.open.clone(), barred: field.barred.clone(), cell: 0, weight: 1 };
    root.bar(&field.limits);
    let (mut heap, mut units, mut number) = (BinaryHeap::new(), Vec::new(), 0);
    let mut push =
        |heap: &mut BinaryHeap<Seed>, units: &mut Vec<Unit>, unit: Unit, stabiliser: u64, orbit| {
            let size = unit.open.size();
            match () {
                () if !unit.is_alive(field) => {}
                () if size <= MIN_OPEN => units.push(unit),
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
    while heap.len() + units.len() < most
        && let Some(Seed { is_symmetric, stabiliser, orbit, unit, .. }) = heap.pop()
    {
        if is_symmetric {
            for (unit, stabiliser, orbit) in decide(field, &orbits, &unit, stabiliser, orbit) {
                push(&mut heap, &mut units, unit, stabiliser, orbit);
            }
            continue;
        }
        let mut left = unit;
        let near = left.fewest(field).unwrap_or_default();
        for place in near.squares() {
            let mut child = left.clone();
            child.take(field, place);
            left.leave(place);
            push(&mut heap, &mut units, child, 1, 0);
        }
    }
    units.extend(heap.into_sorted_vec().into_iter().rev().map(|seed| seed.unit));
    units
}

/// Every way to take places of the next orbit, one of each equivalent few, with the maps that keep it.
fn decide(
    field: &Field,
    orbits: &Orbits,
    unit: &Unit,
    stabiliser: u64,
    from: usize,
) -> Vec<(Unit, u64, usize)> {
    let orbits = orbits.orbits();
    let is_open = |places: &[usize]| places.iter().any(|&place| unit.open.holds(place));
    let skipped = orbits[from..].iter().position(|orbit| is_open(&orbit.squares));
    // With places open, one of the orbits that are not decided holds them.
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
        if unit.open.holds(place) {
            let mut with = unit.clone();
            with.take(field, place);
            choices.push((chosen | 1 << at, at + 1, with));
        }
        unit.leave(place);
        choices.push((chosen, at + 1, unit));
    }
    children
}
