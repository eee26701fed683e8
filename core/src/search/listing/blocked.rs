//! Placements in reading order where lines are blocked: as the shields engine makes them.

use super::order::{Listed, Order};
use crate::board::Mask;
use crate::engines::shields::{Search, Step, Tables};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::symmetry::classes::Classes;
use crate::with_mask;

/// All placements of a problem with exact numbers, one of each class.
pub(crate) fn blocked(problem: &Problem, classes: Classes) -> Box<dyn Order> {
    with_mask!(problem.board().squares(), M => {
        let tables = Tables::<M>::new(problem);
        let search = Search::new(&tables);
        Box::new(Shielded { tables, search, classes, pieces: Vec::new() })
    })
}

struct Shielded<M> {
    tables: Tables<M>,
    search: Search<M>,
    classes: Classes,
    /// The placement that was made last, by square and kind.
    pieces: Vec<(usize, usize)>,
}

impl<M: Mask> Order for Shielded<M> {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
        loop {
            while self.search.take_last(&mut self.pieces) {
                if self.tables.is_walked() && !self.tables.is_peace(&self.pieces) {
                    continue;
                }
                if let Some(class_size) = self.classes.size_if_first(&self.pieces) {
                    let piece = |&(at, kind): &(usize, usize)| (kind, self.classes.square(at));
                    let placement = Placement::new(self.pieces.iter().map(piece).collect());
                    return Some(Listed { placement, class_size });
                }
            }
            if self.search.nodes >= end {
                return None;
            }
            if self.search.advance(&self.tables, should_stop) != Step::Leaf {
                return None;
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.search.nodes
    }
}
