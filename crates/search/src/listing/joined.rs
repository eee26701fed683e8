//! The placements of all cases that a problem falls into: those of the first case, then those of the next one, and so on.
//!
//! Up to symmetry one case of each orbit is enough, and of its placements those that come first under the symmetries that keep the
//! case.

use super::order::{Listed, ListingSearch};
use crate::plan::PlanError;
use crate::plan::cases::{Case, Cases, Split, cases_up_to};
use crate::problem::Problem;
use crate::symmetry::Symmetry;

/// How what is left in a case is listed, one placement of each class under some symmetries.
pub(super) type List = fn(&Problem, &[Symmetry]) -> Option<Box<dyn ListingSearch>>;

/// Cases, one after another.
pub(super) struct Joined {
    cases: Cases,
    /// The symmetries that make placements the same; none if each is one of its own.
    group: Vec<Symmetry>,
    list: List,
    /// The number of the case after the one at hand, and what is left of the list of that one.
    next: usize,
    at_hand: Option<(Case, Box<dyn ListingSearch>)>,
    /// Partial placements in earlier cases.
    nodes: u64,
}

impl Joined {
    pub(super) fn new(
        problem: &Problem,
        by: Split<'_>,
        group: &[Symmetry],
        list: List,
    ) -> Result<Self, PlanError> {
        let cases = cases_up_to(problem, by, group)?;
        Ok(Self { cases, group: group.to_vec(), list, next: 0, at_hand: None, nodes: 0 })
    }
}

impl ListingSearch for Joined {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
        loop {
            if let Some((case, list)) = &mut self.at_hand {
                let end_of_list = end.saturating_sub(self.nodes);
                if let Some(Listed { placement, class_size }) = list.advance(end_of_list, should_stop) {
                    let placement = placement.with(&case.beside);
                    return Some(Listed { placement, class_size: class_size * case.weight });
                }
                if list.nodes() >= end_of_list || should_stop() {
                    return None;
                }
                self.nodes += list.nodes();
            }
            self.at_hand = None;
            if self.next == self.cases.number() {
                return None;
            }
            let case = self.cases.case(self.next)?;
            let list = (self.list)(&case.of, &self.cases.keeping(self.next, &self.group))?;
            self.next += 1;
            self.at_hand = Some((case, list));
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.at_hand.as_ref().map_or(0, |(_, list)| list.nodes())
    }
}
