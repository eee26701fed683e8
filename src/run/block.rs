//! Counted units: one line for the units that were finished together.

use super::ranges;
use crate::plan::UnitCount;
use crate::plan::kept::UnitPlan;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Two small primes. Sums are also made modulo each of them, from the units on.
///
/// So the long numbers are checked by independent arithmetic.
const PRIMES: [u32; 2] = [65_521, 65_519];

/// A unit that a thread has just finished.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FinishedUnit {
    unit: usize,
    count: UnitCount,
    time: Duration,
    share: f64,
    residues: [u32; 2],
}

impl FinishedUnit {
    /// Creates the record of a unit, with its count, its time, and its share of the expected work.
    #[must_use]
    pub fn new(unit: usize, count: UnitCount, time: Duration, share: f64) -> Self {
        let residues = PRIMES.map(|prime| (count.placements % u128::from(prime)) as u32);
        Self { unit, count, time, share, residues }
    }

    /// Returns the number of the unit.
    #[must_use]
    pub fn unit(&self) -> usize {
        self.unit
    }
}

/// Some units of one term.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// The id of the count, so that the block cannot get into another count.
    pub run: String,
    /// The number of the term.
    pub term: usize,
    /// The numbers of the units in the plan, as ranges.
    pub units: String,
    /// The number of placements found in the units.
    pub count: String,
    /// The number of placements that those stand for by symmetry.
    pub weighted: String,
    /// The number of partial placements made.
    pub nodes: u64,
    /// The seconds that threads took.
    pub seconds: f64,
    /// The units' share of the expected work of the plan.
    pub share: f64,
    /// The seconds since the beginning of the session.
    pub at: f64,
    /// The count modulo 65,521 and 65,519.
    pub residues: [u32; 2],
    /// The count of each unit, in order.
    counts: String,
    /// The partial placements of each unit, in order.
    nodes_each: String,
}

/// The faults of a block whose line is not damaged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockError {
    /// Numbers that no count can produce.
    #[error("its {0} cannot be read")]
    Unreadable(&'static str),
    /// Sums that are wrong.
    #[error("its {0} is not the sum over its units")]
    Sum(&'static str),
    /// Units that are not in the plan, or not in this term.
    #[error("it has units that are not in term {0} of the plan")]
    Units(usize),
}

fn join(numbers: impl Iterator<Item = impl ToString>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn split<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    text.split(' ').map(|number| number.parse().ok()).collect()
}

impl Block {
    /// Makes the blocks of the units finished since the last call, one block for each term.
    #[must_use]
    pub fn from_units(run: &str, ledger: &UnitPlan, mut done: Vec<FinishedUnit>, at: Duration) -> Vec<Self> {
        done.sort_unstable_by_key(|done| done.unit);
        let terms = done.chunk_by(|a, b| ledger.term_of(a.unit) == ledger.term_of(b.unit));
        terms.map(|done| Self::of_term(run, ledger, done, at)).collect()
    }

    fn of_term(run: &str, ledger: &UnitPlan, done: &[FinishedUnit], at: Duration) -> Self {
        let numbers: Vec<usize> = done.iter().map(|done| done.unit).collect();
        let count: BigUint = done.iter().map(|done| BigUint::from(done.count.placements)).sum();
        let weighted: BigUint =
            done.iter().map(|done| BigUint::from(done.count.placements) * ledger.weight(done.unit)).sum();
        let residues = [0, 1].map(|which| {
            let sum: u64 = done.iter().map(|done| u64::from(done.residues[which])).sum();
            (sum % u64::from(PRIMES[which])) as u32
        });
        Self {
            run: run.to_owned(),
            term: done.first().map_or(0, |done| ledger.term_of(done.unit)),
            units: ranges::write(&numbers),
            count: count.to_string(),
            weighted: weighted.to_string(),
            nodes: done.iter().map(|done| done.count.nodes).sum(),
            seconds: round_seconds(done.iter().map(|done| done.time.as_secs_f64()).sum()),
            share: done.iter().map(|done| done.share).sum(),
            at: round_seconds(at.as_secs_f64()),
            residues,
            counts: join(done.iter().map(|done| done.count.placements)),
            nodes_each: join(done.iter().map(|done| done.count.nodes)),
        }
    }

    /// Returns the count of each unit, if the sums are right.
    ///
    /// # Errors
    /// Returns an error if the numbers contradict each other.
    pub fn counts(&self) -> Result<Vec<(usize, UnitCount)>, BlockError> {
        let counts: Vec<u128> = split(&self.counts).ok_or(BlockError::Unreadable("counts"))?;
        let units = ranges::read(&self.units, counts.len()).ok_or(BlockError::Unreadable("list of units"))?;
        let nodes: Vec<u64> = split(&self.nodes_each).ok_or(BlockError::Unreadable("nodes"))?;
        let count: BigUint = self.count.parse().map_err(|_| BlockError::Unreadable("count"))?;
        if counts.len() != units.len() || count != counts.iter().map(|&count| BigUint::from(count)).sum() {
            return Err(BlockError::Sum("count"));
        }
        if PRIMES.map(|prime| &count % prime) != self.residues.map(BigUint::from) {
            return Err(BlockError::Sum("residue"));
        }
        if nodes.len() != units.len()
            || nodes.iter().try_fold(0u64, |sum, &n| sum.checked_add(n)) != Some(self.nodes)
        {
            return Err(BlockError::Sum("number of nodes"));
        }
        let counts = counts.into_iter().zip(nodes).map(|(placements, nodes)| UnitCount {
            placements,
            nodes,
            complete: true,
        });
        Ok(units.into_iter().zip(counts).collect())
    }

    /// Like [`counts`](Self::counts), but also checks the block against its plan.
    ///
    /// # Errors
    /// Returns an error if the numbers contradict each other, or if a unit is not in the plan.
    pub fn counts_in(&self, ledger: &UnitPlan) -> Result<Vec<(usize, UnitCount)>, BlockError> {
        let counts = self.counts()?;
        let is_in_term = |unit: usize| unit < ledger.units() && ledger.term_of(unit) == self.term;
        if !counts.iter().all(|&(unit, _)| is_in_term(unit)) {
            return Err(BlockError::Units(self.term));
        }
        let weighted: BigUint =
            counts.iter().map(|&(unit, count)| BigUint::from(count.placements) * ledger.weight(unit)).sum();
        if weighted.to_string() != self.weighted {
            return Err(BlockError::Sum("weighted count"));
        }
        Ok(counts)
    }
}

/// Rounds to microseconds.
fn round_seconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
