//! Finds the least choice of each orbit.

use std::cmp::Ordering;

/// The maximum number of choices.
const MAX_CHOICES: usize = 1 << 18;
/// The maximum number of orbits.
const MAX_ORBITS: usize = 1 << 16;

/// A choice: the settled kinds with their squares, lines or numbers.
pub(crate) type Choice = Vec<(usize, usize)>;

/// The least choice of an orbit, and the size of the orbit.
pub(super) type Orbit = (Choice, u64);

/// The maximum number of placements for which a walk through them is worthwhile.
pub(crate) const MAX_WALK: f64 = 4.0 * MAX_CHOICES as f64;

/// The orbits of choices that are passed to [`show`](Self::show) one after another.
pub(super) struct ChoiceOrbits<T> {
    shown: usize,
    /// The least choice of each orbit, and the size of the orbit.
    pub(super) least: Vec<(T, u64)>,
}

impl<T: Ord + Clone> ChoiceOrbits<T> {
    pub(super) fn empty() -> Self {
        Self { shown: 0, least: Vec::new() }
    }

    /// Keeps a choice if it is the least of its images under a group. Returns false if there are too many
    /// choices.
    pub(super) fn show(&mut self, choice: &T, images: impl ExactSizeIterator<Item = T>) -> bool {
        self.shown += 1;
        let (maps, mut fixing) = (images.len(), 0);
        for image in images {
            match image.cmp(choice) {
                Ordering::Less => return self.shown <= MAX_CHOICES,
                Ordering::Equal => fixing += 1,
                Ordering::Greater => {}
            }
        }
        self.least.push((choice.clone(), (maps / fixing.max(1)) as u64));
        self.shown <= MAX_CHOICES && self.least.len() <= MAX_ORBITS
    }
}
