//! The order of the classes: those that are tried, and those that are counted at the end.

use crate::board::{Set, Sets};
use crate::engines::instance::Instance;
use crate::engines::model::MeanField;
use crate::engines::units::{self, pointed_class};

/// The maximum number of classes that are counted at the end.
const MAX_COUNTED: usize = 6;
/// Nanoseconds for a partial placement, for each word of a mask and each class that it can take from.
const PLACED: f64 = 2.5;

/// The order of the classes of an instance.
pub struct ClassOrder {
    /// The classes that are tried, followed by those that are counted.
    pub classes: Vec<usize>,
    /// The number of classes that are tried.
    pub tried: usize,
    /// Whether the first piece is pointed (see [`units`]).
    pub(super) is_pointed: bool,
}

impl ClassOrder {
    /// Returns the order that leaves the most pieces to be counted.
    pub fn from_instance(instance: &Instance) -> Self {
        let count = instance.classes.len();
        let bits = |class: usize| {
            let class = &instance.classes[class];
            log2_binomial(class.allowed.size(), class.pieces)
        };
        // The classes with the most combinations are counted, provided that they do not attack each other.
        let mut heaviest: Vec<usize> = (0..count).collect();
        heaviest.sort_by(|&a, &b| bits(b).total_cmp(&bits(a)).then(a.cmp(&b)));
        let counted_with = |first: usize| {
            let mut counted: Vec<usize> = Vec::new();
            for class in std::iter::once(first).chain(heaviest.iter().copied()) {
                let fits = !counted.contains(&class)
                    && counted.len() < MAX_COUNTED
                    && counted.iter().chain([&class]).all(|&other| are_at_peace(instance, class, other));
                if fits {
                    counted.push(class);
                }
            }
            counted
        };
        let weight = |counted: &Vec<usize>| counted.iter().map(|&class| bits(class)).sum::<f64>();
        let counted = (0..count).map(counted_with).max_by(|a, b| weight(a).total_cmp(&weight(b)));
        let counted = counted.unwrap_or_default();
        // The lightest class comes first: the heavier ones need not be tried on the squares that it takes.
        let mut tried: Vec<usize> = heaviest.iter().rev().copied().filter(|c| !counted.contains(c)).collect();
        let pointed = pointed_class(instance).filter(|class| tried.contains(class));
        if let Some(pointed) = pointed {
            tried.retain(|&class| class != pointed);
            tried.insert(0, pointed);
        }
        let number = tried.len();
        tried.extend(counted);
        Self { classes: tried, tried: number, is_pointed: pointed.is_some() }
    }
}

/// True if pieces of two classes exclude each other only on the same square.
pub(super) fn are_at_peace(instance: &Instance, first: usize, second: usize) -> bool {
    let taken = |square: usize| {
        let taken = instance.conflicts.conflict_set(first, square, second);
        let allowed = &instance.classes[second].allowed;
        taken.count_shared(allowed) == u32::from(taken.holds(square) && allowed.holds(square))
    };
    instance.classes[first].allowed.squares().all(taken)
}

fn log2_binomial(n: u32, k: u32) -> f64 {
    (1..=k.min(n)).map(|i| (f64::from(n - k.min(n) + i) / f64::from(i)).log2()).sum()
}

/// The guide of the search, for the units.
pub(super) struct ArmyGuide<'a> {
    instance: &'a Instance,
    /// The class of each piece that is tried.
    pub(super) steps: Vec<usize>,
    /// The model of the squares that a piece leaves to the others.
    model: MeanField,
}

impl<'a> ArmyGuide<'a> {
    pub(super) fn new(instance: &'a Instance, tried: usize) -> Self {
        let pieces = |class: usize| std::iter::repeat_n(class, instance.classes[class].pieces as usize);
        let steps = (0..tried).flat_map(pieces).collect();
        Self { instance, steps, model: MeanField::new(instance) }
    }
}

impl units::Guide for ArmyGuide<'_> {
    /// Ranks the squares first that take the most from the others, because they divide the board.
    fn rank(&self, orbit: &[usize]) -> (usize, usize) {
        let Some(&class) = self.steps.first() else { return (0, orbit[0]) };
        let taken =
            |other: usize| self.instance.conflicts.conflict_set(class, orbit[0], other).size() as usize;
        let all: usize = (0..self.instance.classes.len()).map(taken).sum();
        (usize::MAX - all, orbit[0])
    }

    /// Returns the mean-field number of partial placements. It assumes that few of them leave a class too few
    /// squares.
    fn cost(&self, placed: usize, free: &Sets) -> Option<f64> {
        let classes = &self.instance.classes;
        let current = self.steps.get(placed).copied().unwrap_or(self.steps.len());
        let mut left: Vec<u32> = classes.iter().map(|class| class.pieces).collect();
        for &class in &self.steps[..placed] {
            left[class] -= 1;
        }
        let mut room: Vec<f64> = free.iter().map(|free| f64::from(free.size())).collect();
        if (0..left.len()).any(|class| left[class] > 0 && room[class] < f64::from(left[class])) {
            return None;
        }
        let (mut states, mut cost, mut nth) = (1.0f64, 1.0, 0);
        for (at, &class) in self.steps.iter().enumerate().skip(placed) {
            nth = if at > placed && self.steps[at - 1] == class { nth + 1 } else { 1 };
            states = (states * room[class] / f64::from(nth)).min(1e290);
            for (other, room) in room.iter_mut().enumerate() {
                *room *= self.model.survival(class, other);
            }
            let short = |other: usize| (f64::from(left[other]) - room[other]).max(0.0);
            let alive: f64 = (0..left.len())
                .filter(|&other| other > class.max(current))
                .map(|other| (-short(other)).exp())
                .product();
            states *= alive;
            cost += states * PLACED * free.width() as f64;
        }
        Some(cost)
    }

    fn branches(&self, placed: usize, free: &Sets) -> Vec<(usize, Sets)> {
        let class = self.steps[placed];
        let branch = |square: usize| {
            let mut free = free.clone();
            free.subtract(self.instance.conflicts.row(class, square));
            free[class].remove_up_to(square);
            (1, free)
        };
        free[class].squares().map(branch).collect()
    }
}
