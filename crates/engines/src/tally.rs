//! Exact sums of any size: machine words as long as they suffice, then big integers.

use crate::engines::run::RunError;
use num_bigint::BigUint;

/// A sum of weighted counts that cannot overflow: if 128 bits are not enough, the sum moves to a big integer.
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

    /// Returns the sum of the two.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.high += other.high;
        self.add(other.low, 1);
        self
    }

    /// Returns the sum.
    #[must_use]
    pub fn total(&self) -> BigUint {
        &self.high + self.low
    }
}

/// The number of placements with given numbers of pieces. For a single kind it is a coefficient of the
/// independence polynomial of the conflict graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberCount {
    /// The number of pieces of each kind written `*` or `max`, in the problem's order.
    pub pieces: Vec<u32>,
    /// The number of placements.
    pub count: BigUint,
}

/// The result of counting a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnitCount {
    /// The number of placements found, not yet weighted; the largest number represents all that do not fit.
    pub placements: u128,
    /// The number of partial placements that were made and could still be completed.
    pub nodes: u64,
    /// Whether the unit was counted completely.
    pub complete: bool,
}

impl UnitCount {
    /// The result of an empty unit.
    pub const NOTHING: Self = Self { placements: 0, nodes: 0, complete: true };
    /// The result of a unit that was stopped before anything was found.
    pub const STOPPED: Self = Self { placements: 0, nodes: 0, complete: false };

    /// Returns the result of a unit with all its placements; it was stopped if `placements` is `None`.
    pub(crate) fn from_placements(placements: Option<u128>, nodes: u64) -> Self {
        Self { placements: placements.unwrap_or(0), nodes, complete: placements.is_some() }
    }
}

impl From<UnitCount> for Counts {
    fn from(UnitCount { placements, nodes, complete }: UnitCount) -> Self {
        Self { count: placements.into(), nodes, complete, ..Self::default() }
    }
}

/// The result of counting a unit, or of answering a whole question. By default nothing is counted yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of placements; for a maximum, of those that attain it.
    pub count: BigUint,
    /// For counts up to symmetry, the number of placements in these classes, if it is known.
    pub placements: Option<BigUint>,
    /// For a problem with `max`, the maximum total number of pieces of the kinds written so in any placement.
    /// `None` if there is no placement, or no kind written so.
    pub maximum: Option<u32>,
    /// The number of placements for each number of the kinds written `*` or `max`, whether maximum or not, if
    /// it is requested. The numbers are in increasing order, and zeros are left out.
    pub by_number: Vec<NumberCount>,
    /// The number of partial placements made, if they are counted.
    pub nodes: u64,
    /// Whether everything was counted.
    pub complete: bool,
}

impl Counts {
    /// Returns a count of all placements, without further results.
    #[must_use]
    pub fn from_count(count: BigUint) -> Self {
        Self { count, complete: true, ..Self::default() }
    }

    /// Returns the count as that of a unit among others.
    ///
    /// # Errors
    /// The number is too large for a unit.
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
