//! The placements beside walls: those beside the first choice of their squares, then those beside the next one, and so on.

use super::order::{Listed, Order};
use crate::plan::PlanError;
use crate::problem::Problem;
use crate::search::walls::{Walled, choices};
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;

/// How what is left beside walls is listed.
pub(super) type List = fn(&Problem, UpTo) -> Option<Box<dyn Order>>;

/// The choices of the squares of walls, one after another.
pub(super) struct Walls {
    problem: Problem,
    list: List,
    /// How many symmetries make placements the same; 0 if each is one of its own.
    maps: u64,
    choices: std::vec::IntoIter<Walled>,
    /// The choice at hand, and what is left of its list.
    beside: Option<(Walled, Box<dyn Order>)>,
    /// Partial placements beside earlier choices.
    nodes: u64,
}

impl Walls {
    /// Of a problem with exact numbers, or any numbers of some kinds.
    pub(super) fn new(problem: &Problem, group: &[Symmetry], list: List) -> Result<Self, PlanError> {
        let choices = choices(problem, group, !group.is_empty())?.into_iter();
        let maps = group.len() as u64;
        Ok(Self { problem: problem.clone(), list, maps, choices, beside: None, nodes: 0 })
    }
}

impl Order for Walls {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
        loop {
            if let Some((choice, list)) = &mut self.beside {
                let end_of_list = end.saturating_sub(self.nodes);
                if let Some(Listed { placement, class_size }) = list.advance(end_of_list, should_stop) {
                    let placement = choice.whole(&self.problem, &placement);
                    return Some(Listed { placement, class_size: class_size * choice.times });
                }
                if list.nodes() >= end_of_list || should_stop() {
                    return None;
                }
                self.nodes += list.nodes();
            }
            self.beside = None;
            let choice = self.choices.next()?;
            // Where no symmetry keeps the walls none is left, whatever keeps the rest.
            let up_to = if choice.times >= self.maps { UpTo::Nothing } else { UpTo::Symmetry };
            let list = (self.list)(&choice.rest, up_to)?;
            self.beside = Some((choice, list));
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.beside.as_ref().map_or(0, |(_, list)| list.nodes())
    }
}
