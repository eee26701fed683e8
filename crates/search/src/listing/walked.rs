//! Placements in reading order as an engine visits them, for problems in which pairs of pieces do not decide.

use super::order::{ListedPlacement, ListingSearch};
use crate::engines::reading::{Walk, WalkEnd};
use crate::engines::{hurdles, shields, tallies};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::question::Demand;
use crate::symmetry::classes::Classes;

/// Lists the placements of a problem with exact numbers that meet a demand, one of each class, by the engine
/// for such problems.
pub(crate) fn list_by_walk(
    problem: &Problem,
    dominating: Demand,
    classes: Classes,
) -> Box<dyn ListingSearch> {
    let walk = match dominating {
        Demand::Nothing if shields::is_for(problem) => shields::walk(problem),
        Demand::Nothing if hurdles::is_for(problem) => hurdles::walk(problem),
        _ => tallies::walk(problem, dominating),
    };
    Box::new(WalkListing { walk, classes, pieces: Vec::new() })
}

struct WalkListing {
    walk: Box<dyn Walk>,
    classes: Classes,
    /// The last placement, by square and kind.
    pieces: Vec<(usize, usize)>,
}

impl ListingSearch for WalkListing {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<ListedPlacement> {
        loop {
            while self.walk.take_last(&mut self.pieces) {
                if let Some(class_size) = self.classes.size_if_first(&self.pieces) {
                    let piece = |&(at, kind): &(usize, usize)| (kind, self.classes.square(at));
                    let placement = Placement::new(self.pieces.iter().map(piece).collect());
                    return Some(ListedPlacement { placement, class_size });
                }
            }
            if self.walk.nodes() >= end {
                return None;
            }
            if self.walk.advance(should_stop) != WalkEnd::Leaf {
                return None;
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.walk.nodes()
    }
}
