//! Exact sums of any size: machine words while they suffice, big integers from there on.

use crate::engines::run::RunError;
use num_bigint::BigUint;

/// A sum of weighted counts that cannot overflow: what no longer fits 128 bits is moved to a big integer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    low: u128,
    high: BigUint,
}

impl Tally {
    /// Adds `count` times `weight`.
    pub fn add(&mut self, count: u128, weight: u64) {
        let sum = count.checked_mul(u128::from(weight)).and_then(|product| self.low.checked_add(product));
        match sum {
            Some(sum) => self.low = sum,
            None => self.high += BigUint::from(count) * weight,
        }
    }

    /// The two sums together.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.high += other.high;
        self.add(other.low, 1);
        self
    }

    /// The sum.
    #[must_use]
    pub fn total(&self) -> BigUint {
        &self.high + self.low
    }
}

/// How many placements have just this number of pieces: of a single kind, a coefficient of the independence polynomial of
/// the conflict graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberCount {
    /// How many of each kind written `*` or `max`, in the problem's order.
    pub pieces: Vec<u32>,
    /// The placements.
    pub count: BigUint,
}

/// What was counted in a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnitCount {
    /// Placements found, not yet weighted; the largest number there is stands for all that do not fit.
    pub placements: u128,
    /// Partial placements that were made and could still be completed.
    pub nodes: u64,
    /// Whether the unit was counted to its end.
    pub complete: bool,
}

impl UnitCount {
    /// Nothing to be found.
    pub const NOTHING: Self = Self { placements: 0, nodes: 0, complete: true };
    /// Nothing found before it was stopped.
    pub const STOPPED: Self = Self { placements: 0, nodes: 0, complete: false };

    /// All placements of a unit; stopped if `None`.
    pub(crate) fn all(placements: Option<u128>, nodes: u64) -> Self {
        Self { placements: placements.unwrap_or(0), nodes, complete: placements.is_some() }
    }
}

impl From<UnitCount> for Counts {
    fn from(UnitCount { placements, nodes, complete }: UnitCount) -> Self {
        Self { count: placements.into(), nodes, complete, ..Self::default() }
    }
}

/// What was counted in a unit, or in answer to a whole question; by default nothing is counted yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// The placements; of the largest number, those that reach it.
    pub count: BigUint,
    /// Of classes, the placements that these are, if that is known.
    pub placements: Option<BigUint>,
    /// Of a problem with `max`, the largest number of pieces of the kinds written so, together, in any placement; `None`
    /// if there is no placement, or no kind written so.
    pub maximum: Option<u32>,
    /// The placements, the largest or not, with each number of the kinds written `*` or `max`, if these are told: in increasing
    /// order, zeros left out.
    pub by_number: Vec<NumberCount>,
    /// Partial placements made, if they are counted.
    pub nodes: u64,
    /// Whether everything was counted.
    pub complete: bool,
}

impl Counts {
    /// A count of all placements, and nothing besides.
    #[must_use]
    pub fn all(count: BigUint) -> Self {
        Self { count, complete: true, ..Self::default() }
    }

    /// The count of a unit among others.
    ///
    /// # Errors
    /// A number that is too large for a unit.
    pub fn unit(&self) -> Result<UnitCount, RunError> {
        match u128::try_from(&self.count) {
            Ok(placements) if placements < u128::MAX => {
                Ok(UnitCount { placements, nodes: self.nodes, complete: self.complete })
            }
            _ => Err(RunError::TooLarge),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engines::tally::*;

    #[test]
    fn sums_are_exact_past_every_word() {
        let counts = [0, 1, u128::from(u64::MAX), u128::MAX / 3, u128::MAX];
        let weights = [1, 8, u64::MAX];
        let mut tally = Tally::default();
        let mut expected = BigUint::from(0u32);
        for count in counts {
            for weight in weights {
                tally.add(count, weight);
                expected += BigUint::from(count) * BigUint::from(weight);
            }
        }
        assert_eq!(tally.total(), expected);
        assert_eq!(tally.clone().merge(tally).total(), expected * 2u32);
    }
}
