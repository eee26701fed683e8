//! The result of a run.

pub use crate::engines::RunError;

use crate::engines::leaf::Leaf;
use crate::engines::tally::{Counts, NumberCount};
use num_bigint::BigUint;
use std::time::Duration;

/// A count with its circumstances.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The number of placements, or a lower bound on it if the count is not complete. For problems with
    /// `max`, the number of placements that attain the maximum.
    pub count: BigUint,
    /// For problems with `max`: the maximum total number of pieces of the kinds with `max`.
    pub maximum: Option<u32>,
    /// The counts by number, if [`Question::by_number`](crate::Question::by_number) asks for them: in
    /// increasing order of the numbers, without zeros. (For a single kind, they are the coefficients of the
    /// independence polynomial of the conflict graph.)
    pub by_number: Option<Vec<NumberCount>>,
    /// Up to symmetry: the number of all placements.
    pub placements: Option<BigUint>,
    /// Whether everything was counted.
    pub complete: bool,
    /// The number of units that were completed.
    pub units_done: usize,
    /// The number of partial placements that were made.
    pub nodes: u64,
    /// The wall time for starting the threads and counting all units.
    pub elapsed: Duration,
}

impl Outcome {
    /// Returns an outcome without placements and complete, to which parts are [added](Self::add).
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

    /// Adds the count of other placements with exact numbers of pieces, and its costs.
    pub fn add(&mut self, part: &Self) {
        self.count += &part.count;
        self.complete &= part.complete;
        self.units_done += part.units_done;
        self.nodes += part.nodes;
        self.elapsed += part.elapsed;
    }

    /// Returns the outcome of a leaf that answers a whole question.
    pub(crate) fn from_counts(counts: Counts, leaf: &dyn Leaf, elapsed: Duration) -> Self {
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

    /// Returns this outcome as the result of a unit, with a count derived from it.
    pub(crate) fn unit(&self, number: BigUint) -> Counts {
        Counts { count: number, nodes: self.nodes, complete: self.complete, ..Counts::default() }
    }

    /// Returns this outcome as the result of a leaf.
    pub(crate) fn counts(self) -> Counts {
        let Self { count, maximum, by_number, placements, complete, nodes, .. } = self;
        Counts { count, placements, maximum, by_number: by_number.unwrap_or_default(), nodes, complete }
    }

    /// Adds the time that passed before the run.
    #[must_use]
    pub fn add_time(self, time: Duration) -> Self {
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
        assert_eq!(outcome.add_time(before), expected);
    }
}
