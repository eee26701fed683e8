//! Keys of a sweep that keeps its states in order: a window over the points to come, which moves along with
//! the sweep.
//!
//! Consider a kind and the point that is swept `n` steps later: after any number of steps this pair has bit
//! `n * kinds + kind`. So the bits of the finished point are the lowest ones. A shift removes them and moves
//! all others to their places after the step.

use super::super::blueprint::{Blueprint, Doubt};
use super::super::program::{StateSymmetry, SweepProgram};
use crate::board::{Set, Sets};

/// The number of bits of a key.
const BITS: usize = 64;
/// The maximum number of bits of a move that states can already have, because there is a run for each of
/// their patterns. With more bits hashing is quicker.
const MAX_KNOWN: u32 = 6;

/// The places of bits.
#[derive(Debug, Clone)]
pub(crate) struct Window {
    /// For each kind its number among those that have bits.
    ranks: Vec<usize>,
    kinds: usize,
}

impl Window {
    /// Returns the window of a blueprint whose points matter until they are swept; `None` if it is too wide.
    fn new(blueprint: &Blueprint) -> Option<Self> {
        let has_bits: Vec<usize> =
            blueprint.bits_of_kind.iter().map(|bits| usize::from(!bits.is_empty())).collect();
        let ranks = (0..has_bits.len()).map(|kind| has_bits[..kind].iter().sum()).collect();
        let window = Self { ranks, kinds: has_bits.iter().sum() };
        let fits = |doubt: &Doubt| window.bit(doubt, doubt.first()) < BITS;
        blueprint.doubts.iter().all(fits).then_some(window)
    }

    /// Returns the bit of a pair that is in doubt after `steps` steps.
    pub(crate) fn bit(&self, doubt: &Doubt, steps: usize) -> usize {
        (doubt.last() - steps) * self.kinds + self.ranks[doubt.kind]
    }
}

/// For each bit of a state of the blueprint, its new bit in the window.
struct BitMap(Vec<Option<usize>>);

impl BitMap {
    fn new<'a>(blueprint: &Blueprint, pairs: impl Iterator<Item = (&'a Doubt, usize)>) -> Self {
        let mut map = vec![None; blueprint.bits];
        pairs.for_each(|(doubt, bit)| map[doubt.bit] = Some(bit));
        Self(map)
    }

    fn set(&self, set: &[u64]) -> Vec<u64> {
        let mut image = vec![0];
        set.squares().filter_map(|bit| self.0[bit]).for_each(|bit| image.add_square(bit));
        image
    }

    fn likeness(&self, likeness: &StateSymmetry) -> StateSymmetry {
        let image = |bit: usize| self.0[bit].unwrap_or(0);
        match likeness {
            StateSymmetry::None => StateSymmetry::None,
            StateSymmetry::Maps(maps, _) => {
                let of = |map: &Vec<u16>| {
                    let mut own: Vec<u16> = (0..BITS as u16).collect();
                    for (from, &to) in map.iter().enumerate() {
                        if let Some(from) = self.0[from] {
                            own[from] = image(to.into()) as u16;
                        }
                    }
                    own
                };
                let mut open: Vec<u16> = self.0.iter().flatten().map(|&bit| bit as u16).collect();
                open.sort_unstable();
                StateSymmetry::Maps(maps.iter().map(of).collect(), open)
            }
            StateSymmetry::Twins(classes) => {
                let of = |bundle: &Vec<usize>| bundle.iter().map(|&bit| image(bit)).collect();
                let of_class = |(all, bundles): &(Vec<u64>, Vec<Vec<usize>>)| {
                    (self.set(all), bundles.iter().map(of).collect())
                };
                StateSymmetry::Twins(classes.iter().map(of_class).collect())
            }
        }
    }
}

impl SweepProgram {
    /// Converts the program into one that keeps the states of each level in order. `None` if it has groups,
    /// if a step sets too many bits, or if placements must not be extendable, because points behind then
    /// still matter.
    pub(crate) fn make_window(&mut self, blueprint: &Blueprint) -> Option<Window> {
        let window = Window::new(blueprint)?;
        let is_plain = self.grouped.is_empty() && self.steps.iter().all(|step| step.required.is_bare());
        if !is_plain || window.kinds == 0 || self.words != 1 {
            return None;
        }
        let mut steps = Vec::with_capacity(self.steps.len());
        let mut open = 0;
        for at in 0..self.steps.len() {
            let in_step = blueprint.doubts.iter().filter(|doubt| doubt.first() <= at && at <= doubt.last());
            let within = BitMap::new(blueprint, in_step.map(|doubt| (doubt, window.bit(doubt, at))));
            let after = blueprint.doubts.iter().filter(|doubt| doubt.is_open(at + 1));
            let after = BitMap::new(blueprint, after.map(|doubt| (doubt, window.bit(doubt, at + 1))));
            let step = &self.steps[at];
            let moves: Vec<(Vec<u64>, Vec<u64>)> = step
                .moves
                .iter()
                .map(|choice| (within.set(&choice.blocked), within.set(&choice.set)))
                .collect();
            if moves.iter().any(|(_, set)| (set[0] & open).count_ones() > MAX_KNOWN) {
                return None;
            }
            let cliques = |bound: &super::super::program::CapacityBound| {
                bound.cliques.iter().map(|(size, bits)| (*size, after.set(bits))).collect::<Vec<_>>()
            };
            let bounds: Vec<_> = step.bounds.iter().map(cliques).collect();
            let kept = after.set(&set_of_all(&after));
            open = kept[0];
            steps.push((moves, kept, after.likeness(&step.likeness), bounds));
        }
        for (step, (moves, kept, likeness, bounds)) in self.steps.iter_mut().zip(steps) {
            for (choice, (blocked, set)) in step.moves.iter_mut().zip(moves) {
                (choice.blocked, choice.set) = (blocked, set);
            }
            for (bound, cliques) in step.bounds.iter_mut().zip(bounds) {
                bound.cliques = cliques;
            }
            step.kept = Sets::empty(0, 1);
            step.kept.push(&kept);
            step.likeness = likeness;
            step.shift = window.kinds as u32;
        }
        Some(window)
    }

    /// Returns the bits that states kept in order can have after `steps` steps.
    pub(crate) fn open_after(&self, steps: usize) -> u64 {
        steps.checked_sub(1).map_or(0, |last| self.steps[last].kept[0][0])
    }
}

/// Returns all bits of a state that are in use.
fn set_of_all(map: &BitMap) -> Vec<u64> {
    let mut all = vec![0; map.0.len().div_ceil(64)];
    (0..map.0.len()).filter(|&bit| map.0[bit].is_some()).for_each(|bit| all.add_square(bit));
    all
}
