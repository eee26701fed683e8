//! Placements up to symmetry, by the lemma that is not Burnside's.
//!
//! The number of classes of placements under a group of maps is the mean, over the maps, of the number of
//! placements that the map keeps. A placement that a map keeps is a union of the map's *cycles* of squares, each
//! wholly empty or wholly filled with pieces of one kind. So these placements are placements on a smaller board,
//! the quotient, whose squares are the cycles: a cycle is open to a kind if the kind is at peace with itself
//! there, and two cycles are in conflict if any two of their squares are. Cycles differ in length, and a cycle of
//! length two holds two pieces; the pieces are shared among the lengths in every possible way, and each way is an
//! instance like any other, counted by cells or rows. These instances are small beside the whole problem (a map of
//! order two leaves half the squares), so each is made when its turn comes and counted by one thread.
//!
//! (Cauchy 1845, Frobenius 1887; known from W. Burnside's *Theory of Groups of Finite Order*.)

use super::cells::Model;
use super::choice::{Way, tree};
use super::estimate::{Effort, Estimate, Random};
use super::instance::{Class, Instance};
use super::units::Fineness;
use super::{Counter, Kernel, Partial};
use crate::board::{BoardMap, Mask};
use crate::conflict::Conflicts;
use crate::problem::{Pieces, Problem, Quantity};
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashSet};

/// The board's turns and mirrors that keep the holes, the fixed pieces and the moves of every kind that has pieces, or of
/// every kind if placements are to be maximal: a further piece that must not fit need not have others of its kind. The
/// identity comes first.
///
/// On a narrow board several maps can carry every square to the same place; such a permutation is listed once.
pub(super) fn symmetries(problem: &Problem, maximal: bool) -> Vec<BoardMap> {
    let board = problem.board();
    let keeps = |map: &BoardMap| {
        let asked = |pieces: &&Pieces| maximal || pieces.quantity != Quantity::Exactly(0);
        problem.pieces().filter(asked).all(|pieces| {
            let moves = pieces.kind.moves();
            let mut images: Vec<_> =
                pieces.fixed.iter().map(|&square| map.images[board.index(square)]).collect();
            images.sort_unstable();
            let fixed = pieces.fixed.iter().map(|&square| board.index(square) as u16);
            moves.mapped(map.point) == *moves && images.into_iter().eq(fixed)
        })
    };
    let mut seen = HashSet::new();
    board.maps(false).into_iter().filter(|map| keeps(map) && seen.insert(map.images.clone())).collect()
}

/// The maps of a group up to conjugacy, each with the number of its conjugates, the identity first.
///
/// Conjugate maps keep equally many placements.
pub(super) fn conjugacy_classes(group: &[BoardMap]) -> Vec<(&BoardMap, u64)> {
    let after =
        |outer: &[u16], inner: &[u16]| -> Vec<u16> { inner.iter().map(|&at| outer[at as usize]).collect() };
    let mut classes: Vec<(&BoardMap, u64)> = Vec::new();
    for map in group {
        // a = g b g^-1, written without the inverse: a g = g b.
        let conjugate = |other: &BoardMap| {
            group.iter().any(|by| after(&map.images, &by.images) == after(&by.images, &other.images))
        };
        match classes.iter_mut().find(|(other, _)| conjugate(other)) {
            Some((_, size)) => *size += 1,
            None => classes.push((map, 1)),
        }
    }
    classes
}

/// In how many ways the pieces may be shared among the cycles; each way is an instance.
const MOST_WAYS: usize = 1 << 20;
/// A way is counted by one thread; it is split only to use its buffers well.
const FINENESS: Fineness = Fineness { most_units: 64, finest: false };

/// The placements that a map keeps, made ready to be counted: a unit for each way to share the pieces.
pub(super) struct Kept<M> {
    /// The quotient, with a class for each kind and each length of cycles. The numbers of pieces are in `ways`.
    quotient: Instance<M>,
    /// For each way how many cycles of each class hold a piece.
    ways: Vec<Vec<u32>>,
    /// Expected cost of each way.
    work: Vec<f64>,
    how: Way,
}

/// A class of the quotient: pieces of one kind on cycles of one length.
struct Part<M> {
    kind: usize,
    length: usize,
    /// The cycles of this length on which the kind is at peace with itself.
    open: M,
}

impl<M: Mask> Kept<M> {
    /// The placements of `instance`, whose kinds are not merged, that `map` keeps; the number of ways if there are
    /// too many.
    pub(super) fn new(instance: &Instance<M>, map: &BoardMap, how: Way) -> Result<Self, u128> {
        let cycles = cycles(&map.images);
        let parts = parts(instance, &cycles);
        let choices: Vec<Vec<Vec<u32>>> = (0..instance.classes.len())
            .map(|kind| {
                let of_kind: Vec<&Part<M>> = parts.iter().filter(|part| part.kind == kind).collect();
                choices(&of_kind, instance.classes[kind].pieces)
            })
            .collect();
        let number =
            choices.iter().fold(1u128, |product, choices| product.saturating_mul(choices.len() as u128));
        if number > MOST_WAYS as u128 {
            return Err(number);
        }
        let ways = choices.iter().fold(vec![Vec::new()], |ways: Vec<Vec<u32>>, choices| {
            let extended = |way: &Vec<u32>| {
                choices.iter().map(|more| [way.as_slice(), more].concat()).collect::<Vec<_>>()
            };
            ways.iter().flat_map(extended).collect()
        });
        let conflicts = quotient_conflicts(instance, &cycles, &parts);
        let class = |part: &Part<M>| Class { allowed: part.open, pieces: 1 };
        let classes: Vec<Class<M>> = parts.iter().map(class).collect();
        let quotient = Instance::without_maps(classes, conflicts, instance.factor.clone());
        let model = Model::new(&quotient);
        let free: Vec<f64> = parts.iter().map(|part| f64::from(part.open.count())).collect();
        let work = ways.iter().map(|way| model.cost(&used(way), way, &free)).collect();
        Ok(Self { quotient, ways, work, how: Way { fineness: FINENESS, ..how } })
    }
}

/// With less expected work than this, in nanoseconds, to make instances only to estimate them takes too long.
const WORTH_DESCENTS: f64 = 5e6;
/// So many ways, the heaviest, are estimated by descents.
const MOST_ESTIMATED: usize = 8;
/// Making the instance of a way and its tables, in nanoseconds.
const WAY: f64 = 30_000.0;

impl<M: Mask> Kept<M> {
    /// A way made ready to be counted.
    fn counter(&self, unit: usize) -> Box<dyn Counter> {
        let way = &self.ways[unit];
        let used = used(way);
        let mut instance = self.quotient.select(&used);
        for (class, &part) in instance.classes.iter_mut().zip(&used) {
            class.pieces = way[part];
        }
        tree(&instance.with_forced(), self.how)
    }
}

/// The classes that hold pieces.
fn used(way: &[u32]) -> Vec<usize> {
    (0..way.len()).filter(|&part| way[part] > 0).collect()
}

/// One class for each kind and each length of cycles.
fn parts<M: Mask>(instance: &Instance<M>, cycles: &[Vec<usize>]) -> Vec<Part<M>> {
    let lengths: BTreeSet<usize> = cycles.iter().map(Vec::len).collect();
    let part = |kind: usize, length: usize| {
        let allowed = instance.classes[kind].allowed;
        let is_open = |cycle: &[usize]| {
            cycle.iter().all(|&square| allowed.contains(square))
                && is_at_peace(&instance.conflicts, kind, cycle)
        };
        let fits = |index: &usize| cycles[*index].len() == length && is_open(&cycles[*index]);
        Part { kind, length, open: (0..cycles.len()).filter(fits).fold(M::EMPTY, M::with) }
    };
    let kinds = 0..instance.classes.len();
    kinds
        .flat_map(|kind| lengths.iter().map(move |&length| (kind, length)))
        .map(|(k, l)| part(k, l))
        .collect()
}

/// Whether pieces of a kind on all squares of a cycle leave each other in peace.
pub(super) fn is_at_peace<M: Mask>(conflicts: &Conflicts<M>, kind: usize, cycle: &[usize]) -> bool {
    cycle.iter().enumerate().all(|(place, &square)| {
        let attacked = conflicts.of(kind, square, kind);
        cycle[place + 1..].iter().all(|&other| !attacked.contains(other))
    })
}

/// Two cycles are in conflict if any two of their squares are.
fn quotient_conflicts<M: Mask>(
    instance: &Instance<M>,
    cycles: &[Vec<usize>],
    parts: &[Part<M>],
) -> Conflicts<M> {
    let mut conflicts = Conflicts::none(parts.len(), cycles.len());
    for (first, part) in parts.iter().enumerate() {
        for (second, other) in parts.iter().enumerate() {
            for cycle in part.open.squares() {
                let conflicts_of = |&square: &usize| instance.conflicts.of(part.kind, square, other.kind);
                let taken = cycles[cycle].iter().map(conflicts_of).fold(M::EMPTY, M::or);
                for other_cycle in other.open.squares() {
                    if cycles[other_cycle].iter().any(|&square| taken.contains(square)) {
                        conflicts.add((first, cycle), (second, other_cycle));
                    }
                }
            }
        }
    }
    conflicts
}

/// Every way to make up so many pieces of cycles of each length, as far as there are such cycles.
fn choices<M: Mask>(parts: &[&Part<M>], pieces: u32) -> Vec<Vec<u32>> {
    let Some((part, rest)) = parts.split_first() else {
        return if pieces == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let length = part.length as u32;
    let most = (pieces / length).min(part.open.count());
    let with = |cycles: u32| {
        let rest = choices(rest, pieces - cycles * length);
        rest.into_iter().map(move |rest| [&[cycles], rest.as_slice()].concat())
    };
    (0..=most).flat_map(with).collect()
}

impl<M: Mask> Counter for Kept<M> {
    fn engine(&self) -> (&'static str, u32) {
        ("fixed", 1)
    }

    fn kernel(&self) -> Option<Kernel> {
        Some(self.how.kernel)
    }

    fn units(&self) -> usize {
        self.ways.len()
    }

    fn weight(&self, _: usize) -> u64 {
        1
    }

    fn work(&self, unit: usize) -> f64 {
        self.work[unit]
    }

    /// The heaviest ways are estimated by descents; the others are expected to be as far from the model as these.
    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let overhead = WAY * self.ways.len() as f64;
        let total: f64 = self.work.iter().sum();
        if total < WORTH_DESCENTS {
            return Estimate::by_model(total + overhead);
        }
        let mut ways: Vec<usize> = (0..self.ways.len()).collect();
        ways.sort_by(|&a, &b| self.work[b].total_cmp(&self.work[a]).then(a.cmp(&b)));
        let (estimated, others) = ways.split_at(MOST_ESTIMATED.min(ways.len()));
        let work = |ways: &[usize]| ways.iter().map(|&way| self.work[way]).sum::<f64>();
        let estimates: Vec<Estimate> =
            estimated.iter().map(|&way| self.counter(way).estimate(effort, random)).collect();
        let estimate = Estimate::sum(&estimates);
        let others = estimate.seconds * 1e9 * work(others) / work(estimated);
        Estimate::sum(&[estimate, Estimate::by_model(others + overhead)])
    }

    fn divisor(&self) -> u64 {
        1
    }

    fn factor(&self) -> &BigUint {
        &self.quotient.factor
    }

    fn count(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> Partial {
        let counter = self.counter(unit);
        let mut sum = Partial { placements: 0, nodes: 0, complete: true };
        for unit in 0..counter.units() {
            let partial = counter.count(unit, should_stop);
            // Placements are counted by the million a second: 128 bits would take longer than the world is old.
            sum.placements += partial.placements * u128::from(counter.weight(unit));
            sum.nodes += partial.nodes;
            sum.complete &= partial.complete;
            if !sum.complete {
                break;
            }
        }
        sum
    }

    fn memory(&self) -> usize {
        let masks = self.quotient.conflicts.squares() * self.quotient.classes.len().pow(2);
        masks * size_of::<M>() + self.ways.len() * self.quotient.classes.len() * size_of::<u32>()
    }
}

/// The cycles of a permutation, each from its lowest square on.
pub(super) fn cycles(images: &[u16]) -> Vec<Vec<usize>> {
    let mut cycles: Vec<Vec<usize>> = Vec::new();
    let mut seen = vec![false; images.len()];
    for start in 0..images.len() {
        let mut cycle = Vec::new();
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            cycle.push(at);
            at = images[at] as usize;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}
