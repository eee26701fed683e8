//! The record of the units that were counted.

use crate::engines::UnitCount;

/// The results of the units of a plan that were counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnitCounts(Vec<Option<UnitCount>>);

impl UnitCounts {
    /// Returns a record of `units` units, none of them counted.
    #[must_use]
    pub fn empty(units: usize) -> Self {
        Self(vec![None; units])
    }

    /// Returns the result of a unit; `None` if the unit was not counted or does not exist.
    #[must_use]
    pub fn get(&self, unit: usize) -> Option<UnitCount> {
        self.0.get(unit).copied().flatten()
    }

    /// Records the result of a unit. Returns the earlier result, which is kept if the two differ.
    pub fn note(&mut self, unit: usize, count: UnitCount) -> Option<UnitCount> {
        let known = self.0.get_mut(unit)?;
        if known.is_none() {
            *known = Some(count);
            return None;
        }
        *known
    }

    /// Returns the number of units that were counted.
    #[must_use]
    pub fn count_done(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Returns true if all units were counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }
}
