//! The result of a search for minimum choices, and the distribution of a search over all threads.

use num_bigint::BigUint;
use rayon::prelude::*;

/// The choices that attain the minimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SmallestChoice {
    /// The minimum; `None` if there is no choice.
    pub(super) number: Option<u32>,
    pub(super) found: FoundChoices,
    /// True if all choices were counted, provided that this was requested.
    pub(super) is_counted: bool,
    pub(super) nodes: u64,
}

/// The number of choices, and one of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FoundChoices {
    pub(super) count: BigUint,
    /// One of the choices; `None` if there is none.
    pub(super) chosen: Option<Vec<usize>>,
}

impl FoundChoices {
    /// Adds other choices.
    pub(super) fn add(&mut self, other: Self) {
        self.count += other.count;
        self.chosen = self.chosen.take().or(other.chosen);
    }
}

/// Returns the sum of the choices of some parts of a search, with the number of nodes. The function is
/// compiled once for all searches.
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
