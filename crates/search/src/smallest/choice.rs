//! What is found of the smallest choices, and parts of a search on all threads.

use num_bigint::BigUint;
use rayon::prelude::*;

/// The choices that have the least number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SmallestChoice {
    /// `None` if there is no choice.
    pub(super) number: Option<u32>,
    pub(super) found: FoundChoices,
    /// Whether all of them were counted, if they were to be.
    pub(super) is_counted: bool,
    pub(super) nodes: u64,
}

/// How many there are, and one of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FoundChoices {
    pub(super) count: BigUint,
    /// `None` if there is none.
    pub(super) chosen: Option<Vec<usize>>,
}

impl FoundChoices {
    /// Adds others.
    pub(super) fn add(&mut self, other: Self) {
        self.count += other.count;
        self.chosen = self.chosen.take().or(other.chosen);
    }
}

/// What some parts of a search hold, with the nodes of each. Compiled once, whatever is searched.
pub(super) fn on_all_threads(
    parts: usize,
    search: &(dyn Fn(usize) -> (FoundChoices, u64) + Sync),
) -> (FoundChoices, u64) {
    let parts: Vec<_> = (0..parts).into_par_iter().map(search).collect();
    parts.into_iter().fold(Default::default(), |(mut sum, nodes), (found, more)| {
        sum.add(found);
        (sum, nodes + more)
    })
}
