//! Which units were counted.

use crate::engines::UnitCount;

/// Which units of a plan were counted, and what came out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnitCounts(Vec<Option<UnitCount>>);

impl UnitCounts {
    /// None of this number of units.
    #[must_use]
    pub fn none(units: usize) -> Self {
        Self(vec![None; units])
    }

    /// What was counted in a unit; `None` if it was not, or if there is no such unit.
    #[must_use]
    pub fn get(&self, unit: usize) -> Option<UnitCount> {
        self.0.get(unit).copied().flatten()
    }

    /// Takes note of a unit. What was known of it before is returned, and holds if the two differ.
    pub fn note(&mut self, unit: usize, count: UnitCount) -> Option<UnitCount> {
        let known = self.0.get_mut(unit)?;
        if known.is_none() {
            *known = Some(count);
            return None;
        }
        *known
    }

    /// How many units were counted.
    #[must_use]
    pub fn done(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Whether all were.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }
}
