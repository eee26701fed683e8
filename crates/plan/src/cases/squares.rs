//! The squares of leaders: their placements, one of each orbit under the maps of the board that preserve the
//! problem.

use super::orbits::{ChoiceOrbits, Orbit};
use crate::board::{Set, Sets};
use crate::engines::instance::Instance;

/// Returns one placement of the classes from each orbit under these maps, with the orbit's size. `None` if
/// there are too many. With `is_other`, another placement of each orbit is taken if there is one.
pub(super) fn orbits(
    instance: &Instance,
    maps: &[Vec<u16>],
    classes: &[usize],
    is_other: bool,
) -> Option<Vec<Orbit>> {
    let mut walk = SquareWalk { instance, maps, placed: Vec::new(), orbits: ChoiceOrbits::empty() };
    if !walk.place(classes, 0, 0, &instance.allowed_squares()) {
        return None;
    }
    if let Some(map) = maps.last().filter(|_| is_other) {
        let placed = walk.orbits.least.iter_mut().flat_map(|(placed, _)| placed);
        placed.for_each(|(_, square)| *square = usize::from(map[*square]));
    }
    Some(walk.orbits.least)
}

/// A walk through all placements of some classes.
struct SquareWalk<'a> {
    instance: &'a Instance,
    maps: &'a [Vec<u16>],
    placed: Vec<(usize, usize)>,
    orbits: ChoiceOrbits<Vec<(usize, usize)>>,
}

impl SquareWalk<'_> {
    /// Places the remaining pieces of the first class, from a square on, and then those of the other classes.
    /// Returns false if there are too many placements.
    fn place(&mut self, classes: &[usize], done: u32, from: usize, allowed: &Sets) -> bool {
        let Some((&class, others)) = classes.split_first() else { return self.show() };
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

    /// Passes the placement on, in increasing order, because classes and squares increase.
    fn show(&mut self) -> bool {
        let image = |map: &Vec<u16>| {
            let mut image: Vec<(usize, usize)> =
                self.placed.iter().map(|&(class, square)| (class, usize::from(map[square]))).collect();
            image.sort_unstable();
            image
        };
        self.orbits.show(&self.placed, self.maps.iter().map(image))
    }
}
