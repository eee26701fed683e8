//! Runs a program: level after level of states, on several threads, within a memory limit.
//!
//! All threads work on a large level, in two phases. First they expand pieces of the level into lists of
//! emissions, one list for each table of the next level; the hash of a state decides its table. Then each
//! table takes in its lists. No lock is needed, and the sums do not depend on the order.
//!
//! If the next level would not fit, there are two ways to continue. If the numbers of all pieces are exact
//! and few pieces are left, the cells engine counts the completions of each state separately, provided that
//! this is expected to be quicker ([`rest`](super::rest)). Otherwise the level is cut in two, and the parts
//! are swept to the end one after the other. States that both parts would have reached are met twice, which
//! costs time but changes no sum. With repeated cuts this becomes a depth-first search, so memory never
//! limits a sweep; only time does.

pub(super) mod expansion;
pub(super) mod ranks;
mod state;

use super::buffers::Buffers;
use super::level::{SweepLevel, growth};
use super::limits::SweepLimits;
use super::numbers::Numbers;
use super::program::SweepProgram;
use super::rest::{Handover, StateBatch};
use super::stream;
use super::stream::file::{self, StateFile};
use super::table::StateTable;
use crate::board::{Set, Sets};
use crate::work::Stopwatch;
use expansion::{ExpansionLimits, Halt, expand};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;

/// The reason why a sweep returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SweepStatus {
    Finished,
    Paused,
    Stopped,
    /// States could not be written to a file, or not be read.
    Failed(io::ErrorKind),
}

/// The share of free memory for the next level.
const LEVEL_SHARE: f64 = 0.45;
/// The share of the states that fitted with which a cut level continues. It is small because later levels
/// also grow, and each further cut wastes an expansion.
const CUT_SHARE: f64 = 0.25;
/// The number of states of a level that are sampled before the sweep decides whether to hand the level over.
const SAMPLE: usize = 1 << 8;
/// The number of states that are handed over together. If the run is stopped, the partial count of these
/// states is lost.
const HANDED: usize = 1 << 12;

/// Converts a coefficient to a number.
fn number(coefficient: &[u64]) -> BigUint {
    BigUint::new(coefficient.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect())
}

impl SweepProgram {
    /// Visits the states of a table at a place of a level: key, numbers of pieces placed, weight.
    fn visit(
        &self,
        level: &SweepLevel,
        place: usize,
        table: &StateTable,
        mut visit: impl FnMut(&[u64], Vec<u32>, BigUint),
    ) {
        let Some(last) = level.at.checked_sub(1).map(|last| &self.steps[last]) else { return };
        for at in 0..table.len() {
            let (key, weight) = table.entry(at);
            for (index, coefficient) in weight.chunks_exact(level.words).enumerate() {
                if coefficient.iter().all(|&word| word == 0) {
                    continue;
                }
                let exponents = self.exponents(last, place / level.parts, index);
                visit(key, exponents, number(coefficient));
            }
        }
    }
}

/// A sweep in progress.
pub(super) struct Sweep {
    program: SweepProgram,
    /// The data for handing levels over; `None` if none can be handed over.
    rest: Option<Handover>,
    /// The levels from which to continue, the next one last.
    levels: Vec<SweepLevel>,
    /// The counts so far.
    numbers: Numbers,
    /// The number of states after each step reached; if a level was cut, only of its first part.
    pub(super) profile: Vec<u64>,
    /// The number of emissions so far.
    emissions: u64,
    /// The peak number of bytes held.
    pub(super) peak: usize,
    /// The seconds used so far.
    pub(super) seconds: f64,
    /// The cost of handed-over levels: seconds, and partial placements made.
    handed: (f64, u64),
    /// The buffers of the level before the current one.
    buffers: Buffers,
    /// The reason why the sweep cannot continue.
    failure: Option<io::ErrorKind>,
}

impl Sweep {
    pub(super) fn new(program: SweepProgram, rest: Option<Handover>) -> Self {
        let table = StateTable::first(program.words);
        let level = SweepLevel {
            at: 0,
            tables: vec![table],
            parts: 1,
            on_disc: None,
            words: 1,
            sum_bits: 0.0,
            share: 1.0,
        };
        let memory = program.memory;
        Self {
            program,
            rest,
            levels: vec![level],
            numbers: Numbers::new(),
            profile: Vec::new(),
            emissions: 0,
            peak: memory,
            seconds: 0.0,
            handed: (0.0, 0),
            buffers: Buffers::default(),
            failure: None,
        }
    }

    pub(super) fn program(&self) -> &SweepProgram {
        &self.program
    }

    /// Returns the share of the sweep that the next level represents, and the share of all levels together.
    /// Both are 1 unless a level was cut.
    pub(super) fn shares(&self) -> (f64, f64) {
        let next = self.levels.last().map_or(1.0, |level| level.share);
        (next, self.levels.iter().map(|level| level.share).sum())
    }

    /// Returns the counts; they are complete once the sweep is finished.
    pub(super) fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// Returns the number of times that states were reached, plus the partial placements made from states
    /// that were handed over.
    pub(super) fn nodes(&self) -> u64 {
        self.emissions + self.handed.1
    }

    /// Continues until the sweep is finished, is stopped, or has made `limits.emissions` more emissions.
    pub(super) fn run(&mut self, limits: &SweepLimits<'_>) -> SweepStatus {
        let mut watch = Stopwatch::start();
        let status = self.go_on(limits, &mut watch);
        self.seconds += watch.lap();
        let status = self.failure.take().map_or(status, SweepStatus::Failed);
        if let Some(course) = limits.course.filter(|_| status == SweepStatus::Stopped) {
            course.offer(self, true);
        }
        status
    }

    fn go_on(&mut self, limits: &SweepLimits<'_>, watch: &mut Stopwatch) -> SweepStatus {
        let start = self.emissions;
        loop {
            // Between two steps, the levels and the numbers hold everything that is known.
            if let Some(course) = limits.course.filter(|_| !self.levels.is_empty()) {
                self.seconds += watch.lap();
                course.offer(self, false);
            }
            let Some(level) = self.levels.pop() else { return SweepStatus::Finished };
            if level.at == self.program.steps.len() {
                self.take_in(&level);
                continue;
            }
            if (limits.should_stop)() || self.failure.is_some() {
                self.levels.push(level);
                return SweepStatus::Stopped;
            }
            if self.emissions - start >= limits.emissions {
                self.levels.push(level);
                return SweepStatus::Paused;
            }
            self.step(level, limits, watch);
        }
    }

    /// Does the next step of a level, or cuts the level in two.
    fn step(&mut self, level: SweepLevel, limits: &SweepLimits<'_>, watch: &mut Stopwatch) {
        let step = &self.program.steps[level.at];
        let level = with_room(level, growth(step), limits.parallel);
        let held: usize = self.levels.iter().map(SweepLevel::memory).sum::<usize>() + self.program.memory;
        // This level and the next one each take half of the free memory. The next level and its successor can
        // then do so too.
        let free = limits.memory.min(isize::MAX as usize).saturating_sub(held) as f64;
        let states = level.states();
        let cannot_cut = states < 2;
        let bound = ExpansionLimits {
            memory: if cannot_cut { usize::MAX } else { (free * LEVEL_SHARE) as usize },
            should_stop: limits.should_stop,
        };
        if level.on_disc.is_some() {
            return self.step_on_disc(level, bound, limits);
        }
        let parallel = limits.parallel && states >= limits.parallel_threshold;
        let next = match step.shift {
            0 => expand(step, &level, bound, parallel, &self.buffers),
            _ => {
                let open = self.program.open_after(level.at);
                stream::expand(step, open, &level, bound, parallel, &self.buffers)
            }
        };
        let (tables, parts, emissions) = match next {
            Ok(next) => next,
            Err(Halt::Stopped) => return self.levels.push(level),
            Err(Halt::Full(_)) if self.had_better_hand_over(&level, limits, watch) => {
                return self.hand_over(level, limits, watch);
            }
            Err(Halt::Full(_)) if step.shift > 0 && limits.disc && file::has_room() => {
                return self.step_on_disc(level, bound, limits);
            }
            Err(Halt::Full(expanded)) => {
                let (first, second) = cut(level, CUT_SHARE * expanded);
                self.levels.push(second);
                return self.levels.push(first);
            }
        };
        let next = level.followed_by(step, tables, parts);
        self.advance(level, next, emissions, held, limits);
    }

    /// Like [`step`](Self::step), but with files: this level or the next one is not held in memory.
    fn step_on_disc(&mut self, level: SweepLevel, bound: ExpansionLimits<'_>, limits: &SweepLimits<'_>) {
        let step = &self.program.steps[level.at];
        let source =
            level.on_disc.as_ref().map_or(stream::Source::Tables(&level.tables), stream::Source::File);
        let shape = (self.program.shape_after(level.at).1, level.words);
        let open = self.program.open_after(level.at);
        let memory = bound.memory.min(isize::MAX as usize) / 4;
        let expanded = stream::expand_to_disc(step, open, source, shape, memory, bound.should_stop);
        let read = |file: StateFile| -> io::Result<SweepLevel> {
            let mut next = level.followed_by(step, Vec::new(), 0);
            let bytes = file.states() as f64 * ((1 + step.weights.coefficients() * level.words) * 8) as f64;
            let is_last = next.at == self.program.steps.len();
            if is_last || bytes < bound.memory as f64 / 2.0 {
                let mut reader = file.read(level.words)?;
                while let Some(table) = reader.next()? {
                    next.tables.push(table);
                }
                next.parts = next.tables.len();
            } else {
                next.on_disc = Some(file);
            }
            Ok(next)
        };
        match expanded.and_then(|(file, emissions)| Ok((read(file)?, emissions))) {
            Ok((next, emissions)) => self.advance(level, next, emissions, 0, limits),
            Err(error) => {
                if error.kind() != io::ErrorKind::Interrupted {
                    self.failure = Some(error.kind());
                }
                self.levels.push(level);
            }
        }
    }

    /// Continues with the next level when a level is done.
    fn advance(
        &mut self,
        level: SweepLevel,
        mut next: SweepLevel,
        emissions: u64,
        held: usize,
        limits: &SweepLimits<'_>,
    ) {
        self.emissions += emissions;
        self.peak = self.peak.max(held + level.memory() + next.memory());
        if self.profile.len() < next.at {
            self.profile.push(next.states() as u64);
        }
        let share = level.share;
        self.buffers.keep(level.tables.into_iter().map(StateTable::into_entries));
        (limits.progress)(share / self.program.steps.len() as f64, emissions);
        self.buffers.keep_indexes(next.tables.iter_mut().map(StateTable::seal).collect());
        if next.states() > 0 {
            self.levels.push(next);
        }
    }

    /// True if counting the completions of each state separately is expected to be quicker than sweeping on.
    fn had_better_hand_over(&self, level: &SweepLevel, limits: &SweepLimits<'_>, watch: &Stopwatch) -> bool {
        // A trial must remain a sweep.
        let Some(rest) = self.rest.as_ref().filter(|_| limits.emissions == u64::MAX) else { return false };
        let states = level.states();
        let every = states.div_ceil(SAMPLE);
        let (mut seconds, mut sampled) = (0.0, 0);
        let mut seen = 0;
        let mut samples: Vec<(usize, StateTable)> = Vec::new();
        for (place, table) in level.tables.iter().enumerate() {
            let first = (every - seen % every) % every;
            let chosen: Vec<usize> = (first..table.len()).step_by(every).collect();
            seen += table.len();
            sampled += chosen.len();
            samples.push((place, table.select(&chosen)));
        }
        for batch in self.batches(rest, level, &samples) {
            seconds += batch.estimate();
        }
        let by_cells = seconds * states as f64 / sampled.max(1) as f64;
        // The time includes expansions that were abandoned.
        let swept = self.seconds + watch.seconds() - self.handed.0;
        let pace = swept / self.emissions.max(1) as f64;
        let left = self.program.steps.len() - level.at;
        by_cells < pace * states as f64 * left as f64
    }

    /// Groups the states of tables of a level by the numbers of pieces placed; each table comes with its
    /// place in the level.
    fn batches(
        &self,
        rest: &Handover,
        level: &SweepLevel,
        tables: &[(usize, StateTable)],
    ) -> Vec<StateBatch> {
        let mut states: BTreeMap<Vec<u32>, (Sets, Vec<BigUint>)> = BTreeMap::new();
        let nobody = || (Sets::empty(0, self.program.words), Vec::new());
        for (place, table) in tables {
            self.program.visit(level, *place, table, |key, placed, weight| {
                let (keys, weights) = states.entry(placed).or_insert_with(nobody);
                keys.push(key);
                weights.push(weight);
            });
        }
        let batch = |(placed, (keys, weights)): (Vec<u32>, (Sets, Vec<BigUint>))| {
            let is_attacked = |state: usize, bit: usize| keys[state].holds(bit);
            let is_over = placed == rest.pieces();
            let counter = (!is_over).then(|| rest.counter(level.at, &placed, weights.len(), &is_attacked));
            StateBatch { weights, counter }
        };
        states.into_iter().map(batch).collect()
    }

    /// Has the cells engine count the completions of the states of a level, batch by batch.
    fn hand_over(&mut self, mut level: SweepLevel, limits: &SweepLimits<'_>, watch: &mut Stopwatch) {
        let Some(rest) = self.rest.clone() else { return self.levels.push(level) };
        let steps = self.program.steps.len() as f64;
        while let Some(place) = level.tables.iter().rposition(|table| table.len() > 0) {
            let of_part = Stopwatch::start();
            let (states, all) = (level.tables[place].len(), level.states());
            let part = level.tables[place].split_off(states.saturating_sub(HANDED));
            let share = level.share * part.len() as f64 / all as f64;
            let tables = [(place, part)];
            let (mut sum, mut nodes) = (BigUint::ZERO, 0);
            let mut complete = true;
            for batch in self.batches(&rest, &level, &tables) {
                let Some((count, made)) = batch.count(limits) else {
                    complete = false;
                    break;
                };
                sum += count;
                nodes += made;
            }
            let [(_, part)] = tables;
            if !complete {
                // The partial sum of these states is dropped; otherwise they would be counted twice.
                level.tables[place].append(part);
                return self.levels.push(level);
            }
            level.share -= share;
            self.handed.0 += of_part.seconds();
            self.handed.1 += nodes;
            if sum != BigUint::ZERO {
                *self.numbers.entry(rest.pieces().to_vec()).or_default() += sum;
            }
            (limits.progress)(share * (1.0 - level.at as f64 / steps), nodes);
            if let Some(course) = limits.course {
                self.seconds += watch.lap();
                self.levels.push(level);
                course.offer(self, false);
                let Some(rest) = self.levels.pop() else { return };
                level = rest;
            }
        }
    }

    /// Adds the numbers of the last level.
    fn take_in(&mut self, level: &SweepLevel) {
        if self.program.steps.is_empty() {
            self.numbers.insert(Vec::new(), BigUint::from(1u32));
            return;
        }
        let numbers = &mut self.numbers;
        for (place, table) in level.tables.iter().enumerate() {
            self.program.visit(level, place, table, |_, exponents, weight| {
                *numbers.entry(exponents).or_default() += weight;
            });
        }
    }
}

/// Returns the level with coefficients wide enough for one more step.
fn with_room(mut level: SweepLevel, grows_by: f64, parallel: bool) -> SweepLevel {
    // The margin covers the rounding of the logarithms.
    let fits = |level: &SweepLevel| level.sum_bits + grows_by + 0.01 < 64.0 * level.words as f64;
    if fits(&level) {
        return level;
    }
    let bits_of = |table: &StateTable| {
        let bits = |weight: &[u64]| {
            let of = |coefficient: &[u64]| {
                let top = coefficient.iter().rposition(|&word| word != 0);
                top.map_or(0, |top| 64 * (top as u32 + 1) - coefficient[top].leading_zeros())
            };
            weight.chunks_exact(level.words).map(of).max().unwrap_or(0)
        };
        (0..table.len()).map(|at| bits(table.entry(at).1)).max().unwrap_or(0)
    };
    let most = if parallel {
        level.tables.par_iter().map(bits_of).max()
    } else {
        level.tables.iter().map(bits_of).max()
    };
    let on_disc = level.on_disc.as_ref().map_or(0, StateFile::bits);
    let counted = f64::from(most.unwrap_or(0).max(on_disc)) + (level.states().max(1) as f64).log2();
    level.sum_bits = level.sum_bits.min(counted);
    if !fits(&level) {
        let words = level.words;
        level.tables = level.tables.iter().map(|table| table.widen(words, 1)).collect();
        level.words += 1;
    }
    level
}

/// Cuts a level of two or more states in two; the first part has about `share` of the states.
fn cut(mut level: SweepLevel, share: f64) -> (SweepLevel, SweepLevel) {
    let (all, mut taken) = (level.states(), 0);
    // Each part needs at least one state.
    let wanted = ((all as f64 * share) as usize).clamp(1, all - 1);
    let mut seen = 0;
    let part = |table: &mut StateTable| {
        // The states are divided in proportion, as if the tables were one.
        seen += table.len();
        let until = (wanted as u128 * seen as u128 / all as u128) as usize;
        let second = table.split_off(until - taken);
        taken = until;
        second
    };
    let second: Vec<StateTable> = level.tables.iter_mut().map(part).collect();
    let share = wanted as f64 / all as f64;
    let second = SweepLevel { tables: second, share: level.share * (1.0 - share), on_disc: None, ..level };
    level.share *= share;
    (level, second)
}

#[cfg(test)]
mod tests {
    use super::super::blueprint::{Blueprint, Likeness};
    use super::super::field::Field;
    use super::super::order::PointOrder;
    use super::super::program::{StateSymmetry, SweepAim, SweepStep};
    use super::super::rest;
    use super::super::shape::{Stretch, Variable};
    use super::expansion::Expansion;
    use super::*;
    use crate::board::Mask;
    use crate::problem::Problem;
    use std::collections::BTreeMap;

    /// Returns the engine of the registry that takes over.
    fn successor() -> Option<crate::engines::leaf::Successor> {
        crate::engines::Engine::techniques().find_map(|(_, technique)| technique.successor())
    }

    const TEXTS: [&str; 6] =
        ["4x4 K* N*", "5x5 R* K1", "3x5/cylinder W* F*", "4x5/torus X* X=vW", "6x6-b2,e5 B*", "4x4 Q*"];

    /// The sweeps of all components of a problem, in every order.
    fn blueprints(text: &str) -> Vec<Blueprint> {
        let problem: Problem = text.parse().unwrap();
        let field = Field { successor: successor(), ..Field::from_problem(&problem, false) };
        let of = |points: Vec<usize>| PointOrder::candidates(&field, &points);
        field
            .components()
            .into_iter()
            .flat_map(of)
            .map(|order| Blueprint::new(&field, &order, false))
            .collect()
    }

    fn aim(least: u32, most: u32, grouped: bool) -> SweepAim {
        SweepAim {
            variables: vec![Variable { kinds: vec![0], least, most }],
            grouped: vec![grouped],
            maximal: false,
        }
    }

    const AIMS: [(u32, u32, bool); 4] = [(0, u32::MAX, false), (2, 4, false), (3, 3, true), (2, 2, false)];

    fn programs(text: &str) -> impl Iterator<Item = (Blueprint, SweepAim)> {
        blueprints(text).into_iter().flat_map(|blueprint| {
            AIMS.map(|(least, most, grouped)| (blueprint.clone(), aim(least, most, grouped)))
        })
    }

    fn numbers(program: SweepProgram, limits: &SweepLimits<'_>) -> Numbers {
        let mut sweep = Sweep::new(program, None);
        assert_eq!(sweep.run(limits), SweepStatus::Finished);
        sweep.numbers().clone()
    }

    /// The contents of the tables: groups, keys and weights.
    fn contents(tables: &[StateTable], parts: usize) -> BTreeMap<(usize, Vec<u64>), Vec<u64>> {
        let mut contents = BTreeMap::new();
        for (place, table) in tables.iter().enumerate() {
            for at in 0..table.len() {
                let (key, weight) = table.entry(at);
                let state = (place / parts, key.to_vec());
                assert!(contents.insert(state, weight.to_vec()).is_none(), "a state twice");
            }
        }
        contents
    }

    /// Visits each level of a sweep on one thread, before it is expanded.
    fn levels(program: SweepProgram, mut see: impl FnMut(&SweepStep, SweepLevel)) {
        let mut sweep = Sweep::new(program, None);
        while let Some(level) = sweep.levels.pop().filter(|level| level.at < sweep.program.steps.len()) {
            see(&sweep.program.steps[level.at], copy(&level));
            sweep.step(level, &SweepLimits::single_threaded(usize::MAX), &mut Stopwatch::start());
        }
    }

    /// Returns the tables of the next level, their number per group, and the emissions.
    fn expanded(step: &SweepStep, level: &SweepLevel, parallel: bool) -> (Vec<StateTable>, usize, u64) {
        let unbounded = ExpansionLimits { memory: usize::MAX, should_stop: &|| false };
        expand(step, level, unbounded, parallel, &Buffers::default()).unwrap()
    }

    fn copy(level: &SweepLevel) -> SweepLevel {
        SweepLevel { tables: level.tables.clone(), on_disc: None, ..*level }
    }

    #[test]
    fn threads_reach_the_same_states() {
        for text in TEXTS {
            for (blueprint, aim) in programs(text) {
                let Ok(program) = SweepProgram::new(&blueprint, &aim, &|| false) else { continue };
                levels(program, |step, level| {
                    let (alone, parts, emissions) = expanded(step, &level, false);
                    let (shared, shared_parts, shared_emissions) = expanded(step, &level, true);
                    assert_eq!(shared_emissions, emissions, "{text}");
                    assert_eq!(contents(&shared, shared_parts), contents(&alone, parts), "{text}");
                });
            }
        }
    }

    #[test]
    fn a_cut_leaves_two_parts_and_loses_no_state() {
        for text in TEXTS {
            for (blueprint, aim) in programs(text) {
                let Ok(program) = SweepProgram::new(&blueprint, &aim, &|| false) else { continue };
                levels(program, |step, level| {
                    // Many small tables are also tested, because threads make them.
                    let (tables, parts, _) = expanded(step, &level, true);
                    for (tables, parts) in [(level.tables.clone(), level.parts), (tables, parts)] {
                        let whole = contents(&tables, parts);
                        if whole.len() < 2 {
                            continue;
                        }
                        for share in [0.0, 0.3, 0.5, 1.0] {
                            let all = SweepLevel { tables: tables.clone(), parts, ..copy(&level) };
                            let (first, second) = cut(all, share);
                            assert!(first.states() > 0 && second.states() > 0, "{text}");
                            assert!((first.share + second.share - level.share).abs() < 1e-9);
                            let mut both = contents(&first.tables, parts);
                            both.extend(contents(&second.tables, parts));
                            assert_eq!(first.states() + second.states(), whole.len(), "{text}");
                            assert_eq!(both, whole, "{text}");
                        }
                    }
                });
            }
        }
    }

    #[test]
    fn a_state_stands_for_those_that_are_alike() {
        let (mut maps, mut twins) = (0, 0);
        for text in TEXTS {
            for (mut blueprint, aim) in programs(text) {
                let Ok(program) = SweepProgram::new(&blueprint, &aim, &|| false) else { continue };
                levels(program, |step, level| {
                    match step.likeness {
                        StateSymmetry::None => return,
                        StateSymmetry::Maps(..) => maps += 1,
                        StateSymmetry::Twins(_) => twins += 1,
                    }
                    let (tables, parts, _) = expanded(step, &level, false);
                    for (_, key) in contents(&tables, parts).keys() {
                        let key = u128::from_slice(key);
                        assert_eq!(Expansion::new(step).representative(key), key, "{text}");
                    }
                });
                let program = SweepProgram::new(&blueprint, &aim, &|| false).unwrap();
                let found = numbers(program, &SweepLimits::single_threaded(usize::MAX));
                // The sweep without equivalences must give the same numbers.
                blueprint.steps.iter_mut().for_each(|step| step.likeness = Likeness::None);
                let program = SweepProgram::new(&blueprint, &aim, &|| false).unwrap();
                assert_eq!(numbers(program, &SweepLimits::single_threaded(usize::MAX)), found, "{text}");
            }
        }
        assert!(maps > 20 && twins > 20, "{maps} steps with maps, {twins} with twins");
    }

    #[test]
    fn pauses_stops_and_want_of_memory_change_nothing() {
        for text in TEXTS {
            for (blueprint, aim) in programs(text) {
                let Ok(program) = SweepProgram::new(&blueprint, &aim, &|| false) else { continue };
                let expected = numbers(program, &SweepLimits::single_threaded(usize::MAX));
                for memory in [1, 3_000, usize::MAX] {
                    let mut sweep = Sweep::new(SweepProgram::new(&blueprint, &aim, &|| false).unwrap(), None);
                    let stops = || true;
                    let stopping =
                        SweepLimits { should_stop: &stops, ..SweepLimits::single_threaded(memory) };
                    let pausing = SweepLimits { emissions: 40, ..SweepLimits::single_threaded(memory) };
                    loop {
                        assert_eq!(sweep.run(&stopping), SweepStatus::Stopped, "{text}");
                        if sweep.run(&pausing) == SweepStatus::Finished {
                            break;
                        }
                    }
                    assert_eq!(*sweep.numbers(), expected, "{text}, memory {memory}");
                }
            }
        }
    }

    #[test]
    fn handing_a_level_over_changes_nothing() {
        let mut handed = 0;
        for text in
            ["4x4 N2 K1", "5x4-b2 Q2 N1 W2", "4x4/torus K1 N1", "3x6 P2 F1 X1 X=vW", "4x5 R2 B1", "3x3 Q3"]
        {
            let problem: Problem = text.parse().unwrap();
            let field = Field { successor: successor(), ..Field::from_problem(&problem, false) };
            let [points] = &field.components()[..] else { panic!("{text} is to have one component") };
            let variable = |(kind, pieces): (usize, &crate::problem::Pieces)| {
                let number = pieces.free_pieces();
                Variable { kinds: vec![kind], least: number, most: number }
            };
            let variables: Vec<Variable> = problem.pieces().enumerate().map(variable).collect();
            for order in PointOrder::candidates(&field, points) {
                let blueprint = Blueprint::new(&field, &order, false);
                let rest =
                    rest::ground(&field).and_then(|ground| Handover::new(&ground, &blueprint, &variables));
                let rest = rest.unwrap();
                for grouped in [false, true] {
                    let grouped = vec![grouped; variables.len()];
                    let aim = SweepAim { variables: variables.clone(), grouped, maximal: false };
                    let Ok(program) = SweepProgram::new(&blueprint, &aim, &|| false) else { continue };
                    let expected = numbers(program, &SweepLimits::single_threaded(usize::MAX));
                    for at in 1..blueprint.steps.len() {
                        let program = SweepProgram::new(&blueprint, &aim, &|| false).unwrap();
                        let mut sweep = Sweep::new(program, Some(rest.clone()));
                        while let Some(level) = sweep.levels.pop() {
                            if level.at < at {
                                sweep.step(
                                    level,
                                    &SweepLimits::single_threaded(usize::MAX),
                                    &mut Stopwatch::start(),
                                );
                                continue;
                            }
                            handed += level.states();
                            let stops = || true;
                            let stopping = SweepLimits {
                                should_stop: &stops,
                                ..SweepLimits::single_threaded(usize::MAX)
                            };
                            let parallel = SweepLimits {
                                parallel: at % 2 == 0,
                                ..SweepLimits::single_threaded(usize::MAX)
                            };
                            sweep.hand_over(level, &stopping, &mut Stopwatch::start());
                            sweep
                                .levels
                                .pop()
                                .into_iter()
                                .for_each(|level| sweep.hand_over(level, &parallel, &mut Stopwatch::start()));
                        }
                        assert_eq!(*sweep.numbers(), expected, "{text}, handed over after {at} steps");
                    }
                }
            }
        }
        assert!(handed > 10_000, "{handed} states");
    }

    /// Coefficients become wider when necessary, and no sooner.
    #[test]
    fn coefficients_get_room() {
        let level = |value: u64, sum_bits: f64| {
            let mut table = StateTable::new(1, 1, 1, &Buffers::default());
            let stretch = Stretch { from: 0, to: 0, length: 1 };
            let at = table.find(0u64, 0);
            table.add(at, &[value], &[stretch], 0, 1);
            SweepLevel { at: 0, tables: vec![table], parts: 1, on_disc: None, words: 1, sum_bits, share: 1.0 }
        };
        for (value, sum_bits, words) in [
            (1, 0.0, 1),
            // The bound is too high here, but the numbers are not.
            (1, 64.0, 1),
            (1 << 62, 63.9, 2),
            (u64::MAX, 64.0, 2),
        ] {
            let level = with_room(level(value, sum_bits), 1.0, false);
            assert_eq!(level.words, words, "{value}");
            let mut expected = vec![value];
            expected.resize(words, 0);
            assert_eq!(level.tables[0].entry(0), (&[0][..], &expected[..]));
        }
    }
}
