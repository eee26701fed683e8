//! Boundary states with equal futures, merged: the quotient of the transfer matrix.
//!
//! A partition of the states is *right-equitable* if all states of a class have equally many ways into each
//! class. Numbers that are constant on its classes stay so under a step, and so does the vector of ones.
//! Hence the classes are the states of a smaller matrix with the same terms (*lumping*, J. G. Kemeny and J.
//! L. Snell 1960). If not every state can be the last, those that can are kept apart from others. The
//! partition finds mirror images, exchangeable files of rooks, and rotations of a cylinder by itself.
//!
//! The coarsest such partition is found by refinement: give every class a random number modulo a prime, do
//! one step, and split classes whose states have different results, until nothing splits. Random numbers
//! could fail to distinguish two states. The ways of every state into every class are therefore compared as
//! integers afterwards, which makes it a proof.

use super::closure::Transfer;
use super::terms::{LANES, ModularRing, Ring, Steps};
use crate::algebra::modular::Modulus;
use crate::engines::random::Random;
use std::collections::HashMap;

/// The matrix between classes of the states of a transfer matrix; the class of the empty state has number 0.
#[derive(Debug, Clone)]
pub(super) struct Quotient {
    /// The beginning of the entries of each row, and the end of those of the last one.
    starts: Vec<usize>,
    /// The entries of all rows: class and number of ways.
    entries: Vec<(u32, u64)>,
    /// For each class, true if the placement counts when the strip ends there.
    ends: Vec<bool>,
}

impl Quotient {
    /// Returns the coarsest quotient; `None` if stopped, or if the exact check takes more than `max_work`
    /// steps from square to square.
    pub(super) fn new(transfer: &Transfer, max_work: u64, should_stop: &dyn Fn() -> bool) -> Option<Self> {
        Self::of_classes(transfer, &refine(transfer, should_stop)?, max_work, should_stop)
    }

    /// Returns the whole matrix, in which every state is a class of its own; `None` as for
    /// [`new`](Self::new).
    pub(super) fn from_matrix(
        transfer: &Transfer,
        max_work: u64,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let own: Vec<u32> = (0..transfer.states() as u32).collect();
        Self::of_classes(transfer, &own, max_work, should_stop)
    }

    fn of_classes(
        transfer: &Transfer,
        class_of: &[u32],
        max_work: u64,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let classes = class_of.iter().max().map_or(0, |&last| last as usize + 1);
        let mut rows: Vec<Option<Vec<(u32, u64)>>> = vec![None; classes];
        let mut ends = vec![false; classes];
        let mut walk = LayerWalk::new(transfer);
        for (state, &class) in class_of.iter().enumerate() {
            let row = walk.row(state, class_of)?;
            let is_end = transfer.is_end(state);
            match &rows[class as usize] {
                None => (rows[class as usize], ends[class as usize]) = (Some(row), is_end),
                Some(known) if *known == row && ends[class as usize] == is_end => {}
                // Random numbers did not distinguish two states.
                Some(_) => return None,
            }
            if walk.work > max_work || should_stop() {
                return None;
            }
        }
        let (mut starts, mut entries) = (vec![0], Vec::new());
        for row in rows.into_iter().flatten() {
            entries.extend(row);
            starts.push(entries.len());
        }
        Some(Self { starts, entries, ends })
    }

    /// Returns the matrix modulo a prime, in Montgomery form.
    pub(super) fn dense(&self, modulus: &Modulus) -> Vec<Vec<u64>> {
        let row = |ends: &[usize]| {
            let mut row = vec![0; self.classes()];
            for &(class, ways) in &self.entries[ends[0]..ends[1]] {
                row[class as usize] = modulus.form(ways);
            }
            row
        };
        self.starts.windows(2).map(row).collect()
    }

    /// Returns the number of classes: an upper bound of the order of a recurrence.
    pub(super) fn classes(&self) -> usize {
        self.starts.len() - 1
    }
}

impl Steps for Quotient {
    fn states(&self) -> usize {
        self.classes()
    }

    fn is_end(&self, state: usize) -> bool {
        self.ends.get(state) == Some(&true)
    }

    fn cost(&self) -> usize {
        self.entries.len()
    }

    fn step<R: Ring>(&self, ring: &R, numbers: &[R::Number]) -> Vec<R::Number> {
        let row = |ends: &[usize]| {
            let entries = self.entries[ends[0]..ends[1]].iter();
            ring.combine(entries.map(|&(class, ways)| (ways, &numbers[class as usize])))
        };
        self.starts.windows(2).map(row).collect()
    }
}

/// Returns the class of each state in the partition that random numbers cannot split.
fn refine(transfer: &Transfer, should_stop: &dyn Fn() -> bool) -> Option<Vec<u32>> {
    let modulus = Modulus::descending().next()?;
    let ring = ModularRing::new([modulus; LANES]);
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    // The class of the empty state has number 0.
    let is_first = |state| transfer.is_end(state) == transfer.is_end(0);
    let mut class_of: Vec<u32> = (0..transfer.states()).map(|state| u32::from(!is_first(state))).collect();
    let mut classes = class_of.iter().max().map_or(0, |&last| last as usize + 1);
    loop {
        // Lanes hold independent numbers.
        let numbers: Vec<[u64; LANES]> =
            (0..classes).map(|_| std::array::from_fn(|_| random.next() % modulus.prime())).collect();
        let before: Vec<[u64; LANES]> = class_of.iter().map(|&class| numbers[class as usize]).collect();
        let after = transfer.step(&ring, &before);
        let mut numbers: HashMap<(u32, [u64; LANES]), u32> = HashMap::new();
        for (class, result) in class_of.iter_mut().zip(after) {
            let new = numbers.len() as u32;
            *class = *numbers.entry((*class, result)).or_insert(new);
        }
        if numbers.len() == classes {
            return Some(class_of);
        }
        classes = numbers.len();
        if should_stop() {
            return None;
        }
    }
}

/// Walks from one boundary state through all layers.
struct LayerWalk<'a> {
    transfer: &'a Transfer,
    /// For each layer the numbers of ways to its states, 0 between walks.
    ways: Vec<Vec<u64>>,
    work: u64,
}

impl<'a> LayerWalk<'a> {
    fn new(transfer: &'a Transfer) -> Self {
        let ways = (0..transfer.layers.len()).map(|layer| vec![0; transfer.states_after(layer)]).collect();
        Self { transfer, ways, work: 0 }
    }

    /// Returns the numbers of ways from a state into classes, by class; `None` if one is 2^64 or more.
    fn row(&mut self, state: usize, class_of: &[u32]) -> Option<Vec<(u32, u64)>> {
        let (mut here, mut is_small) = (vec![(state as u32, 1)], true);
        for (layer, ways) in self.transfer.layers.iter().zip(&mut self.ways) {
            let mut reached = Vec::new();
            for (state, number) in here {
                let placed = layer.place.iter().map(|place| place[state as usize]);
                for next in placed.chain([layer.skip[state as usize]]) {
                    let Some(ways) = ways.get_mut(next as usize) else { continue };
                    if *ways == 0 {
                        reached.push(next);
                    }
                    let sum = ways.checked_add(number);
                    is_small &= sum.is_some();
                    *ways = sum.unwrap_or(u64::MAX);
                }
                self.work += 1;
            }
            here =
                reached.into_iter().map(|state| (state, std::mem::take(&mut ways[state as usize]))).collect();
        }
        let mut row: Vec<(u32, u64)> =
            here.into_iter().map(|(state, number)| (class_of[state as usize], number)).collect();
        row.sort_unstable();
        row.dedup_by(|other, kept| {
            let is_same = other.0 == kept.0;
            if is_same {
                let sum = kept.1.checked_add(other.1);
                is_small &= sum.is_some();
                kept.1 = sum.unwrap_or(u64::MAX);
            }
            is_same
        });
        // The sum of all of them must also fit, so that sums of products fit 128 bits.
        let all = row.iter().try_fold(0u64, |all, &(_, ways)| all.checked_add(ways));
        all.filter(|_| is_small).map(|_| row)
    }
}
