//! The order in which classes are placed, and the expected cost of a search.
//!
//! Pieces that exclude many squares go first, so that the rest has fewer squares. But the last two pieces are
//! counted together, so a class whose pairs are cheap to count (a leaper with few displacements) belongs at
//! the end. One model weighs both effects: the *mean-field* estimate of the number of partial placements. In
//! it, a piece of class `p` leaves to class `q` the share of squares that an average piece of `p` leaves it.
//! The model is crude for single positions but good for comparisons. On a handful of mixes, all orders were
//! timed. The chosen order took at most a few per cent longer than the best, and the worst took 5 to 25 times
//! as long.

use crate::board::Set;
use crate::engines::instance::Instance;

/// The cost of a placed piece, in nanoseconds for each word of a mask. Measured with AVX-512; other kernels
/// take 1.5 to 4 times as long.
const PLACED: f64 = 1.6;
/// The cost of one displacement of a pair count, in nanoseconds for one word of one state.
const DISPLACED: f64 = 0.08;
/// The maximum cost; a million such costs can be added up.
const MAX_COST: f64 = 1e290;
/// The maximum number of classes for which all orders are enumerated.
const MAX_PERMUTED: usize = 6;

/// The mean-field model of an instance.
#[derive(Debug, Clone)]
pub struct MeanField {
    classes: usize,
    /// The number of words in a mask.
    words: f64,
    /// `survival[p * classes + q]`: the share of squares that a piece of `p` leaves to `q`.
    survival: Vec<f64>,
    /// `displacements[p * classes + q]`: the number of terms of the pair count of `p` and `q`.
    displacements: Vec<f64>,
}

impl MeanField {
    pub fn new(instance: &Instance) -> Self {
        let classes = instance.classes.len();
        let mut survival = Vec::with_capacity(classes * classes);
        let mut displacements = Vec::with_capacity(classes * classes);
        for (p, placed) in instance.classes.iter().enumerate() {
            for (q, other) in instance.classes.iter().enumerate() {
                // The number of displacements is taken from the square with the most conflicts, in the
                // middle; the whole relation has hardly more.
                let (mut total, mut widest) = (0u64, 0);
                for square in placed.allowed.squares() {
                    let excluded = instance.conflicts.conflict_set(p, square, q).count_shared(&other.allowed);
                    total += u64::from(excluded);
                    widest = widest.max(excluded);
                }
                let pairs = f64::from(placed.allowed.size().max(1)) * f64::from(other.allowed.size().max(1));
                survival.push((1.0 - total as f64 / pairs).max(0.01));
                displacements.push(f64::from(widest) * if p == q { 0.5 } else { 1.0 });
            }
        }
        Self { classes, words: instance.conflicts.width() as f64, survival, displacements }
    }

    /// Returns the average share of squares that a piece of class `p` leaves to class `q`.
    pub(crate) fn survival(&self, p: usize, q: usize) -> f64 {
        self.survival[p * self.classes + q]
    }

    /// Returns the model with the classes in another order.
    pub(crate) fn select(&self, order: &[usize]) -> Self {
        let pairs = |values: &[f64]| -> Vec<f64> {
            order.iter().flat_map(|&p| order.iter().map(move |&q| values[p * self.classes + q])).collect()
        };
        let (survival, displacements) = (pairs(&self.survival), pairs(&self.displacements));
        Self { classes: order.len(), words: self.words, survival, displacements }
    }

    /// Returns the expected cost of placing `pieces[q]` of each class on `free[q]` squares, class by class in
    /// this order.
    ///
    /// Impossibly large costs are cut off, so that their sums and shares remain numbers.
    pub fn cost(&self, order: &[usize], pieces: &[u32], free: &[f64]) -> f64 {
        self.unbounded_cost(order, pieces, free).min(MAX_COST)
    }

    fn unbounded_cost(&self, order: &[usize], pieces: &[u32], free: &[f64]) -> f64 {
        let mut free = free.to_vec();
        let mut left: u32 = order.iter().map(|&class| pieces[class]).sum();
        let (mut states, mut cost) = (1.0, 0.0);
        for (place, &class) in order.iter().enumerate() {
            for nth in 1..=pieces[class] {
                if left == 2 {
                    // With two pieces of this class to come they are counted together, otherwise with the
                    // next class.
                    let next = if nth < pieces[class] { Some(&class) } else { order.get(place + 1) };
                    let second = next.copied().unwrap_or(class);
                    let displacements = self.displacements[class * self.classes + second];
                    return (cost + states * DISPLACED * displacements) * self.words;
                }
                states = (states * free[class] / f64::from(nth)).min(MAX_COST);
                cost += states * PLACED;
                for (other, free) in free.iter_mut().enumerate() {
                    *free *= self.survival[class * self.classes + other];
                }
                left -= 1;
            }
        }
        cost + 1.0
    }

    /// Returns the average share of squares that a piece of this class takes from the others and its own.
    fn exclusion(&self, class: usize) -> f64 {
        (0..self.classes).map(|other| 1.0 - self.survival[class * self.classes + other]).sum()
    }

    /// Returns the order with the least expected cost; among equal orders, the one that excludes most first.
    /// If `first` is given, the order begins with it.
    pub(crate) fn best_order(&self, pieces: &[u32], free: &[f64], first: Option<usize>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.classes).collect();
        order.sort_by(|&a, &b| self.exclusion(b).total_cmp(&self.exclusion(a)).then(a.cmp(&b)));
        if let Some(first) = first {
            order.retain(|&class| class != first);
            order.insert(0, first);
        }
        let held = usize::from(first.is_some());
        let mut best = (self.cost(&order, pieces, free), order.clone());
        let mut consider = |candidate: &[usize]| {
            let cost = self.cost(candidate, pieces, free);
            if cost < best.0 * (1.0 - 1e-9) {
                best = (cost, candidate.to_vec());
            }
        };
        if self.classes <= MAX_PERMUTED {
            for_each_permutation(&mut order.clone(), held, &mut consider);
        } else {
            // Every class is tried at the end; the order of the middle does not change.
            for place in held..order.len() {
                let mut candidate = order.clone();
                let last = candidate.remove(place);
                candidate.push(last);
                consider(&candidate);
            }
        }
        best.1
    }
}

fn for_each_permutation(order: &mut [usize], held: usize, visit: &mut impl FnMut(&[usize])) {
    if held >= order.len() {
        return visit(order);
    }
    for place in held..order.len() {
        order.swap(held, place);
        for_each_permutation(order, held + 1, visit);
        order.swap(held, place);
    }
}
