//! The squares that leaders stand on: their placements, one of each orbit under the maps of the board that keep the problem.

use super::{MAX_ORBITS, MAX_PLACEMENTS, Orbit};
use crate::board::{Set, Sets};
use crate::engines::instance::Instance;
use std::cmp::Ordering;

/// A placement of the classes from each orbit, with the orbit's size; `None` if there are too many. With `is_other` it is another
/// placement of the same orbit, where there is one.
pub(super) fn orbits(instance: &Instance, classes: &[usize], is_other: bool) -> Option<Vec<Orbit>> {
    let mut walk = Walk { instance, placed: Vec::new(), found: 0, orbits: Vec::new() };
    if !walk.place(classes, 0, 0, &instance.allowed()) {
        return None;
    }
    if let Some(map) = instance.maps.last().filter(|_| is_other) {
        let placed = walk.orbits.iter_mut().flat_map(|(placed, _)| placed);
        placed.for_each(|(_, square)| *square = usize::from(map[*square]));
    }
    Some(walk.orbits)
}

/// A walk through all placements of some classes.
struct Walk<'a> {
    instance: &'a Instance,
    placed: Vec<(usize, usize)>,
    found: usize,
    orbits: Vec<Orbit>,
}

impl Walk<'_> {
    /// Places the pieces that are left of the first class, from a square on, and then those of the others; false if there are
    /// too many.
    fn place(&mut self, classes: &[usize], done: u32, from: usize, allowed: &Sets) -> bool {
        let Some((&class, others)) = classes.split_first() else { return self.note() };
        if done == self.instance.classes[class].pieces {
            return self.place(others, 0, 0, allowed);
        }
        for square in allowed[class].squares().filter(|&square| square >= from) {
            let mut left = allowed.clone();
            left.subtract(self.instance.conflicts.row(class, square));
            self.placed.push((class, square));
            let is_within = self.place(classes, done + 1, square + 1, &left);
            self.placed.pop();
            if !is_within {
                return false;
            }
        }
        true
    }

    /// Keeps a placement if it is the least of its orbit. It is in increasing order, since classes and squares are.
    fn note(&mut self) -> bool {
        self.found += 1;
        let mut fixing = 0;
        for map in self.instance.maps.iter() {
            let mut image: Vec<(usize, usize)> =
                self.placed.iter().map(|&(class, square)| (class, usize::from(map[square]))).collect();
            image.sort_unstable();
            match image.cmp(&self.placed) {
                Ordering::Less => return self.found <= MAX_PLACEMENTS,
                Ordering::Equal => fixing += 1,
                Ordering::Greater => {}
            }
        }
        let size = self.instance.maps.len() / fixing.max(1);
        self.orbits.push((self.placed.clone(), size as u64));
        self.found <= MAX_PLACEMENTS && self.orbits.len() <= MAX_ORBITS
    }
}
