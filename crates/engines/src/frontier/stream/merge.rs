//! Merges runs into a level, one range of keys after another.
//!
//! A range has about as many emissions as the nearest cache holds. They are merged by key, the two shortest
//! runs first (D. Huffman's order, which moves the fewest emissions), and then their weights are added up.
//! Weights of any width are touched only once, whether they are numbers or polynomials.

use super::super::buffers::Buffers;
use super::super::program::SweepStep;
use super::super::shape::{Stretch, add};
use super::super::sweep::expansion::{ExpansionLimits, Halt};
use super::super::table::StateTable;
use super::each::map_numbers;
use super::runs::{Cursor, Emission, Run};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The number of emissions between two samples of a run's keys.
const SAMPLE: usize = 1 << 8;
/// The number of samples in a range.
const RANGE: usize = 1 << 3;
/// The approximate number of words of the emissions of a table of the next level. One thread makes a table at
/// a time.
const TABLE_WORDS: usize = 1 << 18;
/// The maximum number of tables that an [`Emission`] can distinguish.
const MAX_TABLES: usize = 1 << 16;

/// The minimum number of tables of a level for each thread.
const SHARES: usize = 8;
/// The part of a table that may be left free is one in `ROOM`.
const ROOM: usize = 4;

/// The transfer of weights from states to the states that they reach.
pub(super) struct Transfer {
    /// The number of words of a coefficient.
    words: usize,
    /// The number of words of an entry after the step.
    stride: usize,
    /// The stretches of each move.
    stretches: Vec<Vec<Stretch>>,
    /// Whether there is one coefficient, which is kept.
    is_plain: bool,
}

impl Transfer {
    pub(super) fn of_step(step: &SweepStep, words: usize) -> Self {
        let stretches: Vec<Vec<Stretch>> = step.moves.iter().map(|choice| choice.stretches.clone()).collect();
        Self::new(step.weights.coefficients(), words, stretches)
    }

    /// Returns the transfer that keeps weights and changes only keys.
    pub(super) fn unweighted(step: &SweepStep, words: usize) -> Self {
        let length = step.weights.coefficients();
        Self::new(length, words, vec![vec![Stretch { from: 0, to: 0, length }]])
    }

    /// Returns the number of words of an entry after the step.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    fn new(coefficients: usize, words: usize, stretches: Vec<Vec<Stretch>>) -> Self {
        let one = [Stretch { from: 0, to: 0, length: 1 }];
        let is_plain = coefficients == 1 && stretches.iter().all(|stretches| *stretches == one);
        Self { words, stride: 1 + coefficients * words, stretches, is_plain }
    }

    /// Appends the states that sorted emissions reach.
    pub(super) fn add_up(&self, tables: &[StateTable], emissions: &[Emission], entries: &mut Vec<u64>) {
        let Some(first) = emissions.first() else { return };
        let changes = emissions.windows(2).map(|pair| usize::from(pair[0].key != pair[1].key));
        let states = 1 + changes.sum::<usize>();
        let begin = entries.len();
        let words = states * self.stride;
        if entries.capacity() - begin < words {
            entries.reserve_exact(words + begin / ROOM);
        }
        entries.resize(begin + words, 0);
        let into = &mut entries[begin..];
        match (self.is_plain, self.words) {
            (true, 1) => self.add_plain::<1>(tables, first.key, emissions, into),
            (true, 2) => self.add_plain::<2>(tables, first.key, emissions, into),
            (true, 3) => self.add_plain::<3>(tables, first.key, emissions, into),
            (true, 4) => self.add_plain::<4>(tables, first.key, emissions, into),
            _ => self.add_all(tables, first.key, emissions, into),
        }
    }

    /// Adds up weights that are one number of `WORDS` words.
    fn add_plain<const WORDS: usize>(
        &self,
        tables: &[StateTable],
        mut last: u64,
        emissions: &[Emission],
        entries: &mut [u64],
    ) {
        let mut place = 0;
        for emission in emissions {
            let (_, table, at) = emission.source();
            place += usize::from(emission.key != last) * (WORDS + 1);
            last = emission.key;
            let entry = &mut entries[place..place + WORDS + 1];
            let weight = &tables[table].entry(at).1[..WORDS];
            entry[0] = last;
            let mut carry = false;
            for word in 0..WORDS {
                (entry[word + 1], carry) = carrying_add(entry[word + 1], weight[word], carry);
            }
        }
    }

    /// Adds up weights of any shape.
    fn add_all(&self, tables: &[StateTable], mut last: u64, emissions: &[Emission], entries: &mut [u64]) {
        let Self { words, stride, ref stretches, .. } = *self;
        let mut place = 0;
        for emission in emissions {
            let (by, table, at) = emission.source();
            place += usize::from(emission.key != last) * stride;
            last = emission.key;
            entries[place] = last;
            let (own, weight) = (&mut entries[place + 1..place + stride], tables[table].entry(at).1);
            for &Stretch { from, to, length } in &stretches[by] {
                add(
                    &mut own[to * words..(to + length) * words],
                    &weight[from * words..(from + length) * words],
                    words,
                );
            }
        }
    }
}

/// Runs over tables, to be merged.
pub(super) struct Merger<'a> {
    pub(super) tables: &'a [StateTable],
    pub(super) runs: &'a [Run<'a>],
    pub(super) transfer: &'a Transfer,
    pub(super) buffers: &'a Buffers,
}

impl Merger<'_> {
    /// Returns the states reached, in order, in consecutive tables.
    pub(super) fn merge(&self, bound: ExpansionLimits<'_>, parallel: bool) -> Result<Vec<StateTable>, Halt> {
        let mut samples = Vec::new();
        self.runs.iter().for_each(|run| run.sample(SAMPLE, &mut samples));
        samples.sort_unstable();
        let mut ends: Vec<Option<u64>> =
            samples.into_iter().skip(RANGE - 1).step_by(RANGE).map(Some).collect();
        ends.dedup();
        ends.push(None);
        let ends_of_lists: Vec<Vec<u64>> = self.runs.iter().map(Run::ends).collect();
        let together = TABLE_WORDS / (SAMPLE * RANGE * self.transfer.stride);
        // With several threads, each gets several tables, so that none waits for long.
        let shares = if parallel { SHARES * rayon::current_num_threads() } else { 1 };
        let together = together.min(ends.len() / shares).max(ends.len() / MAX_TABLES + 1);
        let parts: Vec<&[Option<u64>]> = ends.chunks(together).collect();
        let held = AtomicUsize::new(self.runs.iter().map(Run::memory).sum());
        let done = AtomicUsize::new(0);
        let (is_stopped, is_full) = (AtomicBool::new(false), AtomicBool::new(false));
        let part = |number: usize| {
            if is_stopped.load(Ordering::Relaxed) || is_full.load(Ordering::Relaxed) {
                return None;
            }
            if (bound.should_stop)() {
                is_stopped.store(true, Ordering::Relaxed);
                return None;
            }
            let start = number.checked_sub(1).and_then(|before| *parts[before].last()?);
            let table = self.table(&ends_of_lists, start, parts[number]);
            if held.fetch_add(table.memory(), Ordering::Relaxed) + table.memory() > bound.memory {
                is_full.store(true, Ordering::Relaxed);
                return None;
            }
            done.fetch_add(1, Ordering::Relaxed);
            Some(table)
        };
        let tables: Option<Vec<StateTable>> = map_numbers(parts.len(), parallel, &part).into_iter().collect();
        tables.ok_or_else(|| match is_stopped.into_inner() {
            true => Halt::Stopped,
            false => Halt::Full(done.into_inner() as f64 / parts.len() as f64),
        })
    }

    /// Returns the states with keys from `start` on, through ranges with these ends.
    fn table(&self, ends_of_lists: &[Vec<u64>], start: Option<u64>, ends: &[Option<u64>]) -> StateTable {
        let begin = |(run, ends): (&Run<'_>, &Vec<u64>)| run.seek(ends, start.unwrap_or(0));
        let mut cursors: Vec<Cursor> = self.runs.iter().zip(ends_of_lists).map(begin).collect();
        let mut entries = self.buffers.entries();
        let mut bench = Bench::default();
        for &end in ends {
            bench.clear();
            for (run, cursor) in self.runs.iter().zip(&mut cursors) {
                bench.lay(|emissions| run.take_below(cursor, end, emissions));
            }
            self.transfer.add_up(self.tables, bench.merge(), &mut entries);
        }
        if entries.capacity() - entries.len() > entries.capacity() / ROOM {
            entries.shrink_to_fit();
        }
        StateTable::from_entries(entries, 1, self.transfer.stride)
    }
}

#[inline(always)]
fn carrying_add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

/// The work space in which the runs of a range are merged.
#[derive(Default)]
pub(super) struct Bench {
    emissions: Vec<Emission>,
    /// The runs to be merged, as ranges of `emissions`.
    runs: Vec<(usize, usize)>,
}

impl Bench {
    pub(super) fn clear(&mut self) {
        self.emissions.clear();
        self.runs.clear();
    }

    pub(super) fn lay(&mut self, fill: impl FnOnce(&mut Vec<Emission>)) {
        let start = self.emissions.len();
        fill(&mut self.emissions);
        if self.emissions.len() > start {
            self.runs.push((start, self.emissions.len()));
        }
    }

    /// Returns all emissions in order.
    pub(super) fn merge(&mut self) -> &[Emission] {
        let length = |run: &(usize, usize)| run.1 - run.0;
        // The longest runs come first.
        self.runs.sort_unstable_by_key(|run| std::cmp::Reverse(length(run)));
        while self.runs.len() > 1
            && let (Some(first), Some(second)) = (self.runs.pop(), self.runs.pop())
        {
            let start = self.emissions.len();
            self.emissions.resize(start + length(&first) + length(&second), Emission::default());
            let (all, into) = self.emissions.split_at_mut(start);
            merge(&all[first.0..first.1], &all[second.0..second.1], into);
            let merged = (start, self.emissions.len());
            let place = self.runs.partition_point(|run| length(run) > length(&merged));
            self.runs.insert(place, merged);
        }
        let (start, end) = self.runs.first().copied().unwrap_or_default();
        &self.emissions[start..end]
    }
}

/// Merges two sorted lists. The source of the next emission is unpredictable, so there is no branch on it.
fn merge(a: &[Emission], b: &[Emission], into: &mut [Emission]) {
    let (mut i, mut j, mut k) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (first, second) = (a[i], b[j]);
        let is_first = first.key <= second.key;
        into[k] = Emission {
            key: if is_first { first.key } else { second.key },
            from: if is_first { first.from } else { second.from },
        };
        i += usize::from(is_first);
        j += usize::from(!is_first);
        k += 1;
    }
    let left = a.len() - i;
    into[k..k + left].copy_from_slice(&a[i..]);
    into[k + left..].copy_from_slice(&b[j..]);
}
