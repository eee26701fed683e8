//! What comes out of a run.

pub use crate::engines::RunError;

use crate::engines::leaf::Leaf;
use crate::engines::tally::{Counts, NumberCount};
use num_bigint::BigUint;
use std::time::Duration;

/// A count and how it came about.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The number asked for, or a lower bound on it if not complete. Of a problem with `max`, how many placements reach
    /// the largest number.
    pub count: BigUint,
    /// Of a problem with `max`, the largest number of pieces of the kinds written so, together.
    pub maximum: Option<u32>,
    /// The counts by number, if [`Question::by_number`](crate::Question::by_number) asks for them: in increasing order of
    /// the numbers, zeros left out. (Of a single kind, the independence polynomial of the conflict graph.)
    pub by_number: Option<Vec<NumberCount>>,
    /// Up to symmetry, the number of all placements as well.
    pub placements: Option<BigUint>,
    /// Whether everything was counted.
    pub complete: bool,
    /// Units counted to their end.
    pub units_done: usize,
    /// Partial placements made.
    pub nodes: u64,
    /// Time for starting the threads and counting all units.
    pub elapsed: Duration,
}

impl Outcome {
    /// No placement, and nothing left to count: what parts are [added](Self::add) to.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            count: BigUint::ZERO,
            maximum: None,
            by_number: None,
            placements: None,
            complete: true,
            units_done: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Adds the count of other placements of exact numbers of pieces, and what it took.
    pub fn add(&mut self, part: &Self) {
        self.count += &part.count;
        self.complete &= part.complete;
        self.units_done += part.units_done;
        self.nodes += part.nodes;
        self.elapsed += part.elapsed;
    }

    /// The answer of a leaf to a whole question.
    pub(crate) fn whole(counts: Counts, leaf: &dyn Leaf, elapsed: Duration) -> Self {
        let is_by_number = leaf.facts().is_by_number;
        let Counts { count, placements, maximum, by_number, nodes, complete } = counts;
        Self {
            count,
            maximum,
            by_number: is_by_number.then_some(by_number),
            placements,
            complete,
            units_done: if complete { leaf.extent().units } else { 0 },
            nodes,
            elapsed,
        }
    }

    /// The count of a unit: this number, or one that follows from it.
    pub(crate) fn unit(&self, number: BigUint) -> Counts {
        Counts { count: number, nodes: self.nodes, complete: self.complete, ..Counts::default() }
    }

    /// The same as the answer of a leaf.
    pub(crate) fn counts(self) -> Counts {
        let Self { count, maximum, by_number, placements, complete, nodes, .. } = self;
        Counts { count, placements, maximum, by_number: by_number.unwrap_or_default(), nodes, complete }
    }

    /// The same, with the time of what came before the run.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        Self { elapsed: self.elapsed + time, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Settings, Silent, plan};

    #[test]
    fn what_came_before_takes_its_time_too() {
        let outcome = plan(&"6x6 Q6".parse().unwrap(), &Settings::default()).unwrap().run(&Silent).unwrap();
        let before = Duration::from_secs(7);
        let expected = Outcome { elapsed: before + outcome.elapsed, ..outcome.clone() };
        assert_eq!(outcome.after(before), expected);
    }
}
