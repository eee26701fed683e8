//! The order in which this engine places pieces, for the units: class by class, one piece after another.

use crate::board::{Set, Sets};
use crate::engines::instance::Instance;
use crate::engines::model::MeanField;
use crate::engines::units::Guide;

/// A guide that places pieces one by one in the order of the classes, and those of one class by increasing
/// squares.
pub(super) struct CellGuide<'a> {
    pub(super) instance: &'a Instance,
    pub(super) model: &'a MeanField,
    /// The class of each piece.
    pub(super) steps: &'a [usize],
}

impl Guide for CellGuide<'_> {
    /// Ranks large orbits first, because they break the symmetry soonest; among orbits of one size the inner
    /// ones, with higher numbers, come first.
    fn rank(&self, orbit: &[usize]) -> (usize, usize) {
        (usize::MAX - orbit.len(), usize::MAX - orbit[0])
    }

    fn cost(&self, placed: usize, free: &Sets) -> Option<f64> {
        let mut left = vec![0u32; free.number()];
        self.steps[placed..].iter().for_each(|&class| left[class] += 1);
        let counts: Vec<u32> = free.iter().map(Set::size).collect();
        if left.iter().zip(&counts).any(|(left, count)| left > count) {
            return None;
        }
        let order: Vec<usize> = (0..left.len()).filter(|&class| left[class] > 0).collect();
        Some(self.model.cost(&order, &left, &counts.into_iter().map(f64::from).collect::<Vec<_>>()))
    }

    fn branches(&self, placed: usize, free: &Sets) -> Vec<(usize, Sets)> {
        let class = self.steps[placed];
        let with = |square| {
            let mut with = free.clone();
            with.subtract(self.instance.conflicts.row(class, square));
            with[class].remove_up_to(square);
            (1, with)
        };
        free[class].squares().map(with).collect()
    }
}
