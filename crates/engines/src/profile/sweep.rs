//! Runs a program: from the states before a square to those after it.

use super::fields::BitField;
use super::program::{Choice, Fate, Program, Step, Stock};
use super::table::Table;
use crate::engines::work::Stopwatch;

/// The number of records that are followed between two checks whether to stop.
const RECORDS_BETWEEN_LOOKS: usize = 1 << 12;

/// The reason why a sweep does not continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// The caller stopped it.
    Stopped,
    /// Its states would take more memory than allowed.
    Memory,
}

/// A sweep in progress.
#[derive(Clone)]
pub(super) struct Sweep {
    /// The number of settled squares.
    pub(super) settled: usize,
    /// The states after these squares.
    pub(super) states: Table,
    /// A bound on the bits of the sum of all weights.
    bits: u32,
    /// The number of transitions so far.
    pub(super) nodes: u64,
    /// The seconds that each square took.
    pub(super) seconds: Vec<f64>,
}

impl Sweep {
    /// Creates a sweep before the first square.
    pub(super) fn new(program: &Program, has_gains: bool) -> Self {
        let mut states = Table::new(program.words, 1, has_gains, 0);
        if !program.is_hopeless {
            states.add(&vec![0; program.words], &[1], 0);
        }
        Self { settled: 0, states, bits: 1, nodes: 0, seconds: Vec::new() }
    }

    /// Settles squares until all are settled or `should_stop` returns true. The sweep then is before the
    /// unfinished square.
    ///
    /// # Errors
    /// The reason why the sweep is not finished.
    pub(super) fn go_on(
        &mut self,
        program: &Program,
        memory: usize,
        should_stop: &dyn Fn() -> bool,
        progress: &dyn Fn(f64, u64),
    ) -> Result<(), Halt> {
        let mut watch = Stopwatch::start();
        while let Some(step) = program.steps.get(self.settled) {
            let more = usize::BITS - step.choices.len().leading_zeros();
            if self.bits + more >= self.states.weight_words() as u32 * u64::BITS {
                self.bits = self.states.bits();
                if self.bits + more >= self.states.weight_words() as u32 * u64::BITS {
                    self.states = self.states.widen();
                }
            }
            let room = memory.saturating_sub(self.states.memory());
            let (next, nodes) = follow(&self.states, step, program, room, should_stop)?;
            self.states = next;
            self.bits += more;
            self.nodes += nodes;
            self.settled += 1;
            self.seconds.push(watch.lap());
            progress(self.settled as f64 / program.steps.len() as f64, nodes);
        }
        Ok(())
    }

    pub(super) fn memory(&self) -> usize {
        self.states.memory()
    }
}

/// Returns the states after a square, and the number of transitions.
fn follow(
    states: &Table,
    step: &Step,
    program: &Program,
    room: usize,
    should_stop: &dyn Fn() -> bool,
) -> Result<(Table, u64), Halt> {
    let (mut next, mut nodes) = (states.empty_like(states.weight_words(), states.len()), 0);
    let (mut new, mut turned) = (vec![0; program.words], vec![0; program.words]);
    for record in 0..states.records() {
        if record % RECORDS_BETWEEN_LOOKS == 0 {
            if should_stop() {
                return Err(Halt::Stopped);
            }
            if next.memory_with(RECORDS_BETWEEN_LOOKS * step.choices.len()) > room {
                return Err(Halt::Memory);
            }
        }
        let Some((key, weight, gain)) = states.state(record) else { continue };
        for choice in &step.choices {
            if !goes(key, step, choice, program, &mut new) {
                continue;
            }
            nodes += 1;
            let key = if turn(&new, step, &mut turned) { &turned } else { &new };
            next.add(key, weight, gain + choice.gain);
        }
    }
    Ok((next, nodes))
}

/// Writes the state to which a choice leads; false if there is none.
#[inline]
fn goes(key: &[u64], step: &Step, choice: &Choice, program: &Program, new: &mut [u64]) -> bool {
    for ((new, &old), &keep) in new.iter_mut().zip(key).zip(&step.keep) {
        *new = old & keep;
    }
    let (mut attacked, mut pairs) = (0, 0);
    for (field, effect) in step.tokens.iter().zip(&choice.effects) {
        let number = field.get(key);
        if number == 0 {
            continue;
        }
        match effect.fate {
            Fate::Dead => return false,
            Fate::Gone => {}
            Fate::In(stock) => put_more(new, stock, number),
        }
        attacked += number * effect.attacks;
        pairs += number * effect.pairs;
    }
    let Some(own) = &choice.own[(attacked as usize).min(choice.own.len() - 1)] else { return false };
    own.iter().for_each(|&stock| put_more(new, stock, 1));
    if let Some((field, range)) = program.pairs.filter(|_| pairs > 0) {
        let pairs = field.get(key) + pairs;
        if range.most.is_some_and(|most| pairs > most) {
            return false;
        }
        field.set(new, pairs.min(range.cap()));
    }
    for (number, &add) in step.numbers.iter().zip(&choice.adds) {
        let from = number.from.map_or(0, |field| field.get(key));
        match (number.add_to(from, add), number.to) {
            (None, _) => return false,
            (Some(to), Some(field)) => field.put(new, to),
            (Some(_), None) => {}
        }
    }
    true
}

#[inline]
fn put_more(state: &mut [u64], stock: Stock, more: u64) {
    let number = stock.field.get(state) + more;
    stock.field.set(state, number.min(stock.most));
}

/// Writes a state with its lines across reflected. Returns true if the reflection is smaller and represents
/// both.
#[inline]
fn turn(state: &[u64], step: &Step, turned: &mut [u64]) -> bool {
    if step.mirror.is_empty() {
        return false;
    }
    turned.copy_from_slice(state);
    step.mirror.iter().for_each(|&(_, to): &(BitField, BitField)| to.set(turned, 0));
    for &(from, to) in &step.mirror {
        to.put(turned, from.get(state));
    }
    &*turned < state
}
