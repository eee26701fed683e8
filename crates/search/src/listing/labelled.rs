//! The placements of two armies by their lines: class by class, fast near the maximum sizes.
//!
//! Line labelling finds one placement of each class under the board's rotations and reflections and, for
//! armies of the same size, their exchange. All placements of the class are made from it. Those that come
//! first in a class of the requested equivalence are listed. Classes come unit by unit, in an order that is
//! always the same.

use super::order::{ListedPlacement, ListingSearch};
use crate::board::ReadingOrder;
use crate::engines::lines::two::TwoArmies;
use crate::placement::Placement;
use crate::problem::Problem;
use crate::symmetry::classes::Classes;
use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;

/// A placement by squares in reading order and kinds; the kinds are the armies.
type Pieces = Vec<(usize, usize)>;

/// A listing that visits the units of a labelling.
pub(crate) struct LineListing {
    lines: TwoArmies,
    classes: Classes,
    /// Permutations of the squares, by their numbers on the board.
    maps: Vec<Vec<u16>>,
    order: ReadingOrder,
    /// True if an exchange of the armies gives a placement again.
    is_exchanged: bool,
    unit: usize,
    /// The placements of the last unit that were not yet returned.
    waiting: VecDeque<ListedPlacement>,
}

impl LineListing {
    /// Makes the listing of a problem of two armies of one kind each, made ready as `lines`.
    pub(crate) fn new(problem: &Problem, lines: TwoArmies, classes: Classes) -> Self {
        let board = problem.board();
        let sizes: Vec<u32> = problem.pieces().map(crate::problem::Pieces::free_pieces).collect();
        Self {
            lines,
            classes,
            maps: board.maps(false).into_iter().map(|map| map.images).collect(),
            order: ReadingOrder::new(board),
            is_exchanged: sizes[0] == sizes[1],
            unit: 0,
            waiting: VecDeque::new(),
        }
    }

    /// Returns all placements of the class of one, in reading order.
    fn images(&self, armies: [&[u16]; 2]) -> BTreeSet<Pieces> {
        let mut images = BTreeSet::new();
        for map in &self.maps {
            for exchanged in 0..1 + usize::from(self.is_exchanged) {
                let pieces = armies.iter().enumerate().flat_map(|(army, squares)| {
                    squares.iter().map(move |&square| {
                        (self.order.exchange(usize::from(map[usize::from(square)])), army ^ exchanged)
                    })
                });
                let mut pieces: Pieces = pieces.collect();
                pieces.sort_unstable();
                images.insert(pieces);
            }
        }
        images
    }
}

impl ListingSearch for LineListing {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<ListedPlacement> {
        loop {
            if let Some(listed) = self.waiting.pop_front() {
                return Some(listed);
            }
            if self.unit == self.lines.units() || self.unit as u64 >= end {
                return None;
            }
            let mut found = VecDeque::new();
            let mut visit = |first: &[u16], second: &[u16], _: u64| {
                for pieces in self.images([first, second]) {
                    if let Some(class_size) = self.classes.size_if_first(&pieces) {
                        let piece = |&(at, kind): &(usize, usize)| (kind, self.classes.square(at));
                        let placement = Placement::new(pieces.iter().map(piece).collect());
                        found.push_back(ListedPlacement { placement, class_size });
                    }
                }
                ControlFlow::Continue(())
            };
            // A unit that was stopped is begun anew.
            if !self.lines.list(self.unit, &mut visit, should_stop) {
                return None;
            }
            self.waiting = found;
            self.unit += 1;
        }
    }

    fn nodes(&self) -> u64 {
        self.unit as u64
    }
}
