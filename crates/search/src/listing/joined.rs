//! The placements of all cases of a problem: those of the first case, then those of the next one, and so on.
//!
//! Up to symmetry, one case of each orbit is enough. Of its placements, those are listed that come first
//! under the symmetries that keep the case.

use super::order::{ListedPlacement, ListingSearch};
use crate::plan::PlanError;
use crate::plan::cases::{Case, Cases, Split, cases_up_to};
use crate::problem::Problem;
use crate::symmetry::Symmetry;

/// A function that lists the placements of a case, one of each class under some symmetries.
pub(super) type List = fn(&Problem, &[Symmetry]) -> Option<Box<dyn ListingSearch>>;

/// Cases, one after another.
pub(super) struct CaseSequence {
    cases: Cases,
    /// The symmetries of the equivalence; none if all placements are distinguished.
    group: Vec<Symmetry>,
    list: List,
    /// The index of the case after the current one.
    next: usize,
    /// The rest of the list of the current case.
    at_hand: Option<(Case, Box<dyn ListingSearch>)>,
    /// The number of partial placements in earlier cases.
    nodes: u64,
}

impl CaseSequence {
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

impl ListingSearch for CaseSequence {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<ListedPlacement> {
        loop {
            if let Some((case, list)) = &mut self.at_hand {
                let end_of_list = end.saturating_sub(self.nodes);
                if let Some(ListedPlacement { placement, class_size }) =
                    list.advance(end_of_list, should_stop)
                {
                    let placement = placement.with_pieces(&case.beside);
                    return Some(ListedPlacement { placement, class_size: class_size * case.weight });
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
            let list = (self.list)(&case.of, &self.cases.preserving_symmetries(self.next, &self.group))?;
            self.next += 1;
            self.at_hand = Some((case, list));
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.at_hand.as_ref().map_or(0, |(_, list)| list.nodes())
    }
}
