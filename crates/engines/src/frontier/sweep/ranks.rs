//! Placements by rank: a sweep that keeps its levels and is read backwards.
//!
//! The weight of a state is a number of placements, so a rank below the weight denotes one of these. The
//! placements came to the state from states of the level before, each by a move. In the order in which the
//! level is expanded, their weights lie end to end. The rank falls into one of these weights, and the
//! remainder is the rank there. In this way a rank of the last level leads back to the empty board, and the
//! moves on the way are the placement. Different ranks give different placements, so uniformly random ranks
//! give uniformly random placements. Each step back expands its level once for all ranks together: thousands
//! of placements take hardly longer than one.
//!
//! The number of placements that have a piece on a square follows from the same levels in one pass backwards.
//! It is the number of ways that lead to a state, times the number of ways that lead on from the state after
//! the move (the forward-backward method, as L. R. Rabiner describes it for hidden Markov models, 1989).
//!
//! Reflected states are not merged here, because the placements would have to be reflected back.

use super::super::buffers::Buffers;
use super::super::level::{SweepLevel, growth};
use super::super::numbers::Numbers;
use super::super::program::{SweepProgram, SweepStep};
use super::expansion::{Expansion, ExpansionLimits, expand};
use super::{Sweep, number, with_room};
use crate::board::Mask;
use crate::with_words;
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};

/// All levels of a sweep.
pub(crate) struct Ranks {
    program: SweepProgram,
    /// The levels: one before the first step, and one after each step.
    levels: Vec<SweepLevel>,
    numbers: Numbers,
}

/// The number of a step, and the kind among those that can be placed in it.
pub(crate) type StepKind = (usize, usize);

impl Ranks {
    /// Sweeps; `None` if the levels take more than `memory` bytes, or if it was stopped.
    pub(crate) fn new(
        program: SweepProgram,
        memory: usize,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let mut sweep = Sweep::new(program, None);
        let mut levels: Vec<SweepLevel> = Vec::new();
        let mut held = sweep.program.memory;
        let mut level = sweep.levels.pop()?;
        for step in &sweep.program.steps {
            level = with_room(level, growth(step), false);
            let bound = ExpansionLimits { memory: memory.checked_sub(held)?, should_stop };
            let (tables, parts, _) = expand(step, &level, bound, false, &Buffers::default()).ok()?;
            let mut next = level.followed_by(step, tables, parts);
            next.tables.iter_mut().for_each(|table| drop(table.seal()));
            held += next.memory();
            levels.push(std::mem::replace(&mut level, next));
        }
        sweep.take_in(&level);
        levels.push(level);
        Some(Self { program: sweep.program, levels, numbers: std::mem::take(&mut sweep.numbers) })
    }

    /// Finds the places of the wanted ranks in the last level.
    fn ends(&self, wanted: &[(Vec<u32>, BigUint)]) -> Vec<Rank<'_>> {
        let (Some(level), Some(last)) = (self.levels.last(), self.program.steps.last()) else {
            return Vec::new();
        };
        let mut queues: BTreeMap<&[u32], Queue> = BTreeMap::new();
        for (request, (numbers, rank)) in wanted.iter().enumerate() {
            queues.entry(numbers).or_default().waiting.push((rank.clone(), request));
        }
        queues.values_mut().for_each(Queue::sort);
        let mut ends = Vec::new();
        for (place, table) in level.tables.iter().enumerate() {
            let group = place / level.parts;
            for (key, weight) in (0..table.len()).map(|at| table.entry(at)) {
                for coefficient in 0..last.weights.coefficients() {
                    let numbers = self.program.exponents(last, group, coefficient);
                    let Some(queue) = queues.get_mut(&numbers[..]) else { continue };
                    queue.pass(coefficient_of(weight, coefficient, level.words), |request, rank| {
                        ends.push(Rank { request, group, key, coefficient, rank });
                    });
                }
            }
        }
        ends
    }

    /// Traces ranks of the level after a step back to the level before it; adds the pieces placed to
    /// `placed`.
    fn trace_back<'a>(
        &'a self,
        number_of_step: usize,
        ranks: Vec<Rank<'a>>,
        placed: &mut [Vec<StepKind>],
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Rank<'a>>> {
        let (step, level) = (&self.program.steps[number_of_step], &self.levels[number_of_step]);
        // The queues are grouped by group, state and coefficient.
        let mut queues: Vec<HashMap<&[u64], BTreeMap<usize, Queue>>> = Vec::new();
        queues.resize_with(step.groups.coefficients(), HashMap::new);
        for Rank { request, group, key, coefficient, rank } in ranks {
            let queue = queues[group].entry(key).or_default().entry(coefficient).or_default();
            queue.waiting.push((rank, request));
        }
        let all = queues.iter_mut().flat_map(HashMap::values_mut).flat_map(BTreeMap::values_mut);
        all.for_each(Queue::sort);
        let mut before = Vec::new();
        for_each_reached(step, level, should_stop, &mut |reached| {
            let ReachedState { group, key, place, from, by, least } = reached;
            let Some(queues) = queues[group].get_mut(key) else { return };
            let (group, (key, weight)) = (place / level.parts, level.tables[place].entry(from));
            for (&next, queue) in queues.iter_mut().filter(|(_, queue)| queue.is_waiting()) {
                let Some(coefficient) = step.moves[by].source(next, least) else { continue };
                queue.pass(coefficient_of(weight, coefficient, level.words), |request, rank| {
                    before.push(Rank { request, group, key, coefficient, rank });
                    // The first move leaves the point empty.
                    placed[request].extend(by.checked_sub(1).map(|choice| (number_of_step, choice)));
                });
            }
        })?;
        Some(before)
    }

    /// Returns the number of bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.program.memory + self.levels.iter().map(SweepLevel::memory).sum::<usize>()
    }

    /// Returns the number of placements, by numbers of the variables.
    pub(crate) fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// Returns the placements with these numbers of the variables and these ranks among placements with the
    /// same numbers, in the given order. `None` if it was stopped.
    pub(crate) fn placements(
        &self,
        wanted: &[(Vec<u32>, BigUint)],
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Vec<StepKind>>> {
        let mut placed = vec![Vec::new(); wanted.len()];
        let mut ranks = self.ends(wanted);
        for step in (0..self.program.steps.len()).rev() {
            ranks = self.trace_back(step, ranks, &mut placed, should_stop)?;
        }
        Some(placed)
    }

    /// Returns the number of placements that have a given kind at a given step, for each step and each kind
    /// that can be placed in it. Each placement is weighted by `weigh` of its numbers of the variables.
    /// `None` if it was stopped.
    ///
    /// A placement with a move consists of a way to a state before the move, and a way on from the state
    /// after it. The number of ways to a state is its weight; the number of ways on follows level by level
    /// from the end.
    pub(crate) fn with_each(
        &self,
        weigh: &dyn Fn(&[u32]) -> BigUint,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Vec<BigUint>>> {
        let choices = |step: &SweepStep| vec![BigUint::ZERO; step.moves.len().saturating_sub(1)];
        let mut with_each: Vec<Vec<BigUint>> = self.program.steps.iter().map(choices).collect();
        let mut rests = self.rests_of_last(weigh);
        for (number, step) in self.program.steps.iter().enumerate().rev() {
            let level = &self.levels[number];
            let mut before: Continuations<'_> = vec![HashMap::new(); level.tables.len() / level.parts];
            for_each_reached(
                step,
                level,
                should_stop,
                &mut |ReachedState { group, key, place, from, by, least }| {
                    let Some(rests) = rests[group].get(key) else { return };
                    let (group, (key, weight)) = (place / level.parts, level.tables[place].entry(from));
                    let coefficients = weight.len() / level.words;
                    let own = before[group].entry(key).or_insert_with(|| vec![BigUint::ZERO; coefficients]);
                    for (next, rest) in rests.iter().enumerate().filter(|(_, rest)| **rest != BigUint::ZERO) {
                        let Some(coefficient) = step.moves[by].source(next, least) else { continue };
                        own[coefficient] += rest;
                        // The first move leaves the point empty.
                        if let Some(choice) = by.checked_sub(1) {
                            with_each[number][choice] +=
                                coefficient_of(weight, coefficient, level.words) * rest;
                        }
                    }
                },
            )?;
            rests = before;
        }
        Some(with_each)
    }

    /// Returns the weight with which each state of the last level counts.
    fn rests_of_last(&self, weigh: &dyn Fn(&[u32]) -> BigUint) -> Continuations<'_> {
        let (Some(level), Some(last)) = (self.levels.last(), self.program.steps.last()) else {
            return Vec::new();
        };
        let mut rests: Continuations<'_> = vec![HashMap::new(); level.tables.len() / level.parts];
        for (place, table) in level.tables.iter().enumerate() {
            let group = place / level.parts;
            let weights = (0..last.weights.coefficients())
                .map(|coefficient| weigh(&self.program.exponents(last, group, coefficient)));
            let weights: Vec<BigUint> = weights.collect();
            rests[group].extend((0..table.len()).map(|at| (table.entry(at).0, weights.clone())));
        }
        rests
    }
}

/// The number of ways on from the states of a level, by group, state and coefficient.
type Continuations<'a> = Vec<HashMap<&'a [u64], Vec<BigUint>>>;

/// A state that was reached.
struct ReachedState<'a> {
    group: usize,
    key: &'a [u64],
    /// The table of the level before that the state comes from.
    place: usize,
    /// The entry of that table.
    from: usize,
    /// The move that leads to the state.
    by: usize,
    /// The first useful coefficient.
    least: usize,
}

/// Visits the states that are reached from those of a level; `None` if it was stopped.
fn for_each_reached(
    step: &SweepStep,
    level: &SweepLevel,
    should_stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(ReachedState<'_>),
) -> Option<()> {
    with_words!(step.kept.width(), K => {
        let expansion = Expansion::<K>::new(step);
        let mut words = [0; K::WORDS];
        for (place, table) in level.tables.iter().enumerate() {
            expansion.expand(place / level.parts, table, 0..table.len(), |group, emission| {
                words.iter_mut().enumerate().for_each(|(index, word)| *word = emission.key.word(index));
                let (from, by, least) = (emission.from as usize, emission.by.into(), emission.least.into());
                visit(ReachedState { group, key: &words, place, from, by, least });
            });
            if should_stop() {
                return None;
            }
        }
    });
    Some(())
}

/// Returns one coefficient of a weight, of `words` words.
fn coefficient_of(weight: &[u64], place: usize, words: usize) -> BigUint {
    number(&weight[place * words..(place + 1) * words])
}

/// A rank on its way back: its request, and the state and coefficient among whose placements it counts.
struct Rank<'a> {
    request: usize,
    group: usize,
    key: &'a [u64],
    coefficient: usize,
    rank: BigUint,
}

/// Ranks that wait for the weight into which they fall.
#[derive(Default)]
struct Queue {
    /// The ranks with the numbers of their requests; in increasing order, once sorted.
    waiting: Vec<(BigUint, usize)>,
    /// The number of ranks that have found their weight.
    found: usize,
    /// The sum of the weights that have passed.
    passed: BigUint,
}

impl Queue {
    fn sort(&mut self) {
        self.waiting.sort_unstable();
    }

    fn is_waiting(&self) -> bool {
        self.found < self.waiting.len()
    }

    /// Lets one more weight pass. Reports the requests whose ranks fall into it, and their ranks there.
    fn pass(&mut self, weight: BigUint, mut tell: impl FnMut(usize, BigUint)) {
        let end = &self.passed + weight;
        while let Some((rank, request)) = self.waiting.get(self.found).filter(|(rank, _)| *rank < end) {
            tell(*request, rank - &self.passed);
            self.found += 1;
        }
        self.passed = end;
    }
}
