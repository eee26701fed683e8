//! One step of all states of a level. A sweep spends its time here, and only this code is compiled for each
//! width of key.

use super::super::buffers::Buffers;
use super::super::canonical::CanonicalForm;
use super::super::level::SweepLevel;
use super::super::program::{StateSymmetry, SweepStep};
use super::super::table::{StateTable, hash};
use crate::board::Mask;
use crate::with_words;
use rayon::prelude::*;
use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

/// The number of tables per group of a large level.
const PARTS: usize = 16;
/// The number of words of states that are expanded together.
///
/// The sweep checks whether to stop between two pieces, or between two waves of pieces.
const PIECE_WORDS: usize = 1 << 16;
/// The number of states that are expanded together: at least some heavy ones, and not too many light ones.
const PIECES: RangeInclusive<usize> = 1 << 4..=1 << 13;
/// The number of emissions that are taken in together.
const BATCH: usize = 16;
/// The number of pieces that are expanded before their emissions are taken in.
const WAVE: usize = 256;

/// Returns the tables of the level after a step, their number per group, and the emissions.
pub(super) fn expand(
    step: &SweepStep,
    level: &SweepLevel,
    bound: ExpansionLimits<'_>,
    parallel: bool,
    buffers: &Buffers,
) -> Result<(Vec<StateTable>, usize, u64), Halt> {
    with_words!(step.kept.width(), K => {
        let expansion = Expansion::<K>::new(step);
        if parallel { expansion.with_threads(level, bound, buffers) } else { expansion.expand_on_one_thread(level, bound, buffers) }
    })
}

/// A step with its sets as masks.
pub(crate) struct Expansion<'a, K> {
    step: &'a SweepStep,
    required: K,
    /// The bits of each class of twins.
    twins: Vec<K>,
    /// The method that finds representatives under maps.
    canonical: Canonical,
    /// For each bound the sizes and bits of its cliques.
    cliques: Vec<Vec<(u32, K)>>,
}

/// The method that finds the representative of a state. Wide keys are mapped bit by bit.
enum Canonical {
    OneWord(CanonicalForm<u64>),
    TwoWords(CanonicalForm<u128>),
    Wide,
}

/// A move of the states of one group.
struct Move<K> {
    by: u16,
    blocked: K,
    set: K,
    /// The group after the move.
    group: usize,
    /// The bits that still matter in that group.
    kept: K,
}

/// A state that was reached.
#[derive(Clone, Copy)]
pub(super) struct Emission<K> {
    pub(super) key: K,
    /// The entry of the piece's table that the state comes from.
    pub(super) from: u32,
    /// The move that leads to the state.
    pub(super) by: u16,
    /// Coefficients below this one lead to no requested number.
    pub(super) least: u16,
}

impl<'a, K: Mask> Expansion<'a, K> {
    pub(crate) fn new(step: &'a SweepStep) -> Self {
        let twins: &[_] = match &step.likeness {
            StateSymmetry::Twins(classes) => classes,
            StateSymmetry::None | StateSymmetry::Maps(..) => &[],
        };
        Self {
            step,
            required: K::from_slice(&step.required),
            canonical: match (&step.likeness, K::WORDS) {
                (StateSymmetry::Maps(maps, order), 1) => Canonical::OneWord(CanonicalForm::new(maps, order)),
                (StateSymmetry::Maps(maps, order), 2) => Canonical::TwoWords(CanonicalForm::new(maps, order)),
                _ => Canonical::Wide,
            },
            twins: masks(twins, |(bits, _)| K::from_slice(bits)),
            cliques: masks(&step.bounds, |bound| {
                masks(&bound.cliques, |(size, bits)| (*size, K::from_slice(bits)))
            }),
        }
    }

    fn expand_on_one_thread(
        &self,
        level: &SweepLevel,
        bound: ExpansionLimits<'_>,
        buffers: &Buffers,
    ) -> Result<(Vec<StateTable>, usize, u64), Halt> {
        let (all, mut expanded) = (level.states(), 0);
        let mut tables = new_tables(self.step, level, 1, buffers);
        let mut emissions = 0;
        let mut batch = Vec::with_capacity(BATCH);
        for (place, table) in level.tables.iter().enumerate() {
            for states in pieces(table) {
                expanded += states.len();
                self.expand(place / level.parts, table, states, |group, emission| {
                    emissions += 1;
                    batch.push((group, emission));
                    if batch.len() == BATCH {
                        self.reach(&batch, table, level.words, &mut tables);
                        batch.clear();
                    }
                });
                self.reach(&batch, table, level.words, &mut tables);
                batch.clear();
                bound.check(&tables, expanded, all)?;
            }
        }
        Ok((tables, 1, emissions))
    }

    /// Expands with all threads of the pool.
    fn with_threads(
        &self,
        level: &SweepLevel,
        bound: ExpansionLimits<'_>,
        buffers: &Buffers,
    ) -> Result<(Vec<StateTable>, usize, u64), Halt> {
        let (all, mut expanded) = (level.states(), 0);
        let mut tables = new_tables(self.step, level, PARTS, buffers);
        let mut emissions = 0;
        for wave in all_pieces(level).chunks(WAVE) {
            let number = tables.len();
            let lists: Vec<OnceLock<Vec<Vec<Emission<K>>>>> = wave.iter().map(|_| OnceLock::new()).collect();
            for_each_number(wave.len(), &|index| {
                let (place, states) = &wave[index];
                let mut own: Vec<Vec<Emission<K>>> = (0..number).map(|_| Vec::new()).collect();
                self.expand(place / level.parts, &level.tables[*place], states.clone(), |group, emission| {
                    own[group * PARTS + part(hash(emission.key))].push(emission);
                });
                // No other thread has this index.
                _ = lists[index].set(own);
            });
            let lists: Vec<Vec<Vec<Emission<K>>>> =
                lists.into_iter().map(|own| own.into_inner().unwrap_or_default()).collect();
            each_of(&mut tables, &|index, next| {
                for ((place, _), own) in wave.iter().zip(&lists) {
                    let next = std::slice::from_mut(next);
                    for batch in own[index].chunks(BATCH) {
                        let batch: Vec<_> = batch.iter().map(|&emission| (0, emission)).collect();
                        self.reach(&batch, &level.tables[*place], level.words, next);
                    }
                }
            });
            for ((_, states), own) in wave.iter().zip(&lists) {
                emissions += own.iter().map(|list| list.len() as u64).sum::<u64>();
                expanded += states.len();
            }
            bound.check(&tables, expanded, all)?;
        }
        Ok((tables, PARTS, emissions))
    }

    /// Expands states of one group. It calls `emit` for each state reached, with the group, the key, the
    /// entry and the move that the state comes from, and the first useful coefficient.
    #[inline]
    pub(super) fn expand(
        &self,
        group: usize,
        table: &StateTable,
        states: Range<usize>,
        mut emit: impl FnMut(usize, Emission<K>),
    ) {
        let moves = self.moves(group);
        for from in states {
            let key: K = table.key(from);
            for &Move { by, blocked, set, group, kept } in &moves {
                if !key.and(blocked).is_empty() {
                    continue;
                }
                let key = key.or(set);
                if !self.required.and_not(key).is_empty() {
                    continue;
                }
                let key = self.representative(key.and(kept));
                if let Some(least) = self.least_of_use(group, key) {
                    emit(group, Emission { key, from: from as u32, by, least });
                }
            }
        }
    }

    /// Returns the moves that lead from a group to some group.
    fn moves(&self, group: usize) -> Vec<Move<K>> {
        let mut moves = Vec::new();
        for (by, choice) in self.step.moves.iter().enumerate() {
            if let Some(group) = choice.group[group] {
                let (blocked, set) = (K::from_slice(&choice.blocked), K::from_slice(&choice.set));
                let kept = K::from_slice(&self.step.kept[group]);
                moves.push(Move { by: by as u16, blocked, set, group, kept });
            }
        }
        moves
    }

    /// Adds weights of states in `table` to the states that emissions reach. Each emission names its table
    /// among the `next` ones.
    #[inline]
    fn reach(
        &self,
        batch: &[(usize, Emission<K>)],
        table: &StateTable,
        words: usize,
        next: &mut [StateTable],
    ) {
        // There are two waits for memory, one for the index and one for the entry, and each serves the whole
        // batch.
        let (mut hashes, mut slots, mut places) = ([0; BATCH], [(0, 0); BATCH], [None; BATCH]);
        for (number, (which, emission)) in batch.iter().enumerate() {
            hashes[number] = hash(emission.key);
            slots[number] = next[*which].glance(hashes[number]);
        }
        for (number, (which, emission)) in batch.iter().enumerate() {
            places[number] = next[*which].find_indexed(emission.key, hashes[number], slots[number]);
        }
        for (number, (which, emission)) in batch.iter().enumerate() {
            let weight = table.entry(emission.from as usize).1;
            let stretches = &self.step.moves[emission.by as usize].stretches;
            let next = &mut next[*which];
            let place = places[number].unwrap_or_else(|| next.find(emission.key, hashes[number]));
            next.add(place, weight, stretches, emission.least, words);
        }
    }

    /// Returns the first coefficient from which a requested number can still be reached; `None` if there is
    /// none.
    #[inline]
    pub(crate) fn least_of_use(&self, group: usize, key: K) -> Option<u16> {
        let step = self.step;
        let mut least = 0;
        for (bound, cliques) in step.bounds.iter().zip(&self.cliques) {
            let mut room = bound.free;
            for &(size, bits) in cliques {
                room += if bits.and_not(key).is_empty() { 0 } else { size };
            }
            let needed = bound.least.saturating_sub(room);
            if bound.grouped {
                if step.groups.exponent(group, bound.variable) < needed {
                    return None;
                }
            } else {
                let (low, length) = step.weights.windows[bound.variable];
                if low + length <= needed {
                    return None;
                }
                if step.weights.windows.len() == 1 {
                    least = needed.saturating_sub(low) as u16;
                }
            }
        }
        Some(least)
    }

    /// Returns the state that represents all states equivalent to this one.
    #[inline]
    pub(crate) fn representative(&self, mut key: K) -> K {
        match &self.step.likeness {
            StateSymmetry::None => key,
            StateSymmetry::Maps(maps, _) => match &self.canonical {
                Canonical::OneWord(form) => K::from_words(|_| form.representative(key.word(0))),
                Canonical::TwoWords(form) => {
                    let image = form.representative(u128::from_words(|word| key.word(word)));
                    K::from_words(|word| image.word(word))
                }
                Canonical::Wide => {
                    let mut least = key;
                    for map in maps {
                        let mut image = K::EMPTY;
                        for bit in key.squares() {
                            image = image.with_square(map[bit] as usize);
                        }
                        least = least.min(image);
                    }
                    least
                }
            },
            StateSymmetry::Twins(classes) => {
                for ((_, bundles), &bits) in classes.iter().zip(&self.twins) {
                    key = sort_bundles(key, bits, bundles);
                }
                key
            }
        }
    }
}

fn masks<T, M>(sets: &[T], mask: impl FnMut(&T) -> M) -> Vec<M> {
    sets.iter().map(mask).collect()
}

/// Returns the key with the patterns of its bundles sorted in increasing order; `bits` are the bits of all
/// bundles.
fn sort_bundles<K: Mask>(key: K, bits: K, bundles: &[Vec<usize>]) -> K {
    let mut patterns: Vec<u128> = Vec::with_capacity(bundles.len());
    for bundle in bundles {
        patterns.push(bundle.iter().fold(0, |pattern, &bit| pattern << 1 | u128::from(key.contains(bit))));
    }
    patterns.sort_unstable();
    let mut image = key.and_not(bits);
    for (bundle, pattern) in bundles.iter().zip(patterns) {
        for (place, &bit) in bundle.iter().rev().enumerate() {
            if pattern >> place & 1 == 1 {
                image = image.with_square(bit);
            }
        }
    }
    image
}

/// Divides the states of a table into the pieces that are expanded together.
fn pieces(table: &StateTable) -> Vec<Range<usize>> {
    let piece = (PIECE_WORDS / table.stride()).clamp(*PIECES.start(), *PIECES.end());
    (0..table.len()).step_by(piece).map(|start| start..(start + piece).min(table.len())).collect()
}

/// Divides all tables of a level into pieces, each with the place of its table.
fn all_pieces(level: &SweepLevel) -> Vec<(usize, Range<usize>)> {
    let of_table = |(place, table)| pieces(table).into_iter().map(move |states| (place, states));
    level.tables.iter().enumerate().flat_map(of_table).collect()
}

/// Creates the tables for the level after a step.
fn new_tables(step: &SweepStep, level: &SweepLevel, parts: usize, buffers: &Buffers) -> Vec<StateTable> {
    let groups = step.groups.coefficients();
    let weight_words = step.weights.coefficients() * level.words;
    // Tables grow when necessary; tables that are too large would count against the memory limit.
    let expected = level.states() / (2 * groups * parts);
    (0..groups * parts).map(|_| StateTable::new(step.kept.width(), weight_words, expected, buffers)).collect()
}

/// The limits of an expansion.
#[derive(Clone, Copy)]
pub(crate) struct ExpansionLimits<'a> {
    /// The number of bytes that the next level may take.
    pub(crate) memory: usize,
    pub(crate) should_stop: &'a (dyn Fn() -> bool + Sync),
}

/// The maximum number of states of a table. With more states, 32-bit places might not suffice for the
/// emissions before the next check.
const MAX_STATES: usize = 1 << 31;

/// The reason why an expansion was abandoned.
#[derive(Debug)]
pub(crate) enum Halt {
    Stopped,
    /// The memory was full after this share of the states.
    Full(f64),
}

impl ExpansionLimits<'_> {
    /// Checks whether to continue with these tables when `expanded` of `all` states are done.
    fn check(&self, tables: &[StateTable], expanded: usize, all: usize) -> Result<(), Halt> {
        if (self.should_stop)() {
            return Err(Halt::Stopped);
        }
        let memory: usize = tables.iter().map(StateTable::memory).sum();
        let is_crowded = self.memory < usize::MAX && tables.iter().any(|table| table.len() > MAX_STATES);
        if is_crowded || memory > self.memory {
            Err(Halt::Full(expanded as f64 / all as f64))
        } else {
            Ok(())
        }
    }
}

/// Returns the table of its group that takes in a state. It uses other bits of the hash than the place in the
/// table.
fn part(hash: u64) -> usize {
    hash as usize % PARTS
}

/// Calls `work` for each number below `number`, on all threads. It is compiled only once, whatever the work.
fn for_each_number(number: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..number).into_par_iter().for_each(work);
}

/// Calls `work` for each of some tables, on all threads.
fn each_of(tables: &mut [StateTable], work: &(dyn Fn(usize, &mut StateTable) + Sync)) {
    tables.par_iter_mut().enumerate().for_each(|(index, table)| work(index, table));
}
