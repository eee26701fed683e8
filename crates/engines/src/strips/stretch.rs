//! A stretch of a strip, which is a board, with a question about it.
//!
//! * The number of placements is found rank by rank, exactly, or by the smallest recurrence, of which a
//!   single [term](crate::algebra::Recurrence::term) takes about as many products as the length has binary
//!   digits. For short stretches steps are faster, for long ones the recurrence. Up to symmetry there is one
//!   walk for each symmetry, and the number of classes is the mean of their counts (Burnside).
//! * The maximum is found by a [proved recurrence](super::exact) of the number of placements that attain it,
//!   if there is one, and otherwise rank by rank with the [highest coefficients](super::rings) alone.
//! * Exact numbers, or counts by number, are found rank by rank with polynomials.

use super::burnside::fixed_by_each;
use super::classes::Quotient;
use super::closure::{PlacementFilter, Transfer};
use super::exact::near_largest;
use super::largest::{MAX_RANKS, largest_numbers, most_pieces};
use super::moves::{GrowingSide, Strip};
use super::recurrence::{MAX_STATES, Matrix, StripLimits, StripRecurrence, recurrence_of_states};
use super::rings::{HighestPowers, LowestPowers, TopCoefficients};
use super::state::StateReplacement;
use super::terms::{IntegerRing, Ring, Steps, last_numbers, step_back};
use super::traces::{recurrence_of_traces, ring};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::problem::{Objective, Quantity};
use crate::engines::question::Question;
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, NumberCount};
use crate::engines::up_to::UpTo;
use num_bigint::{BigInt, BigUint};
use std::cell::Cell;
use std::collections::BTreeMap;

/// The least ratio of length to width, if the engine is not requested by name and others support the board.
const LONG: usize = 8;
/// The number of states of all layers together that are found in a second.
const STATES_PER_SECOND: f64 = 1e6;
/// The number of bytes of a state of a layer.
const STATE_BYTES: u64 = 100;
/// The factor by which a state with demands takes more bytes.
const DEMANDS: usize = 4;
/// The number of seconds below which steps are not compared with other methods.
const SHORT_SECONDS: f64 = 0.02;
/// The number of steps from square to square per second when states are merged.
const STEPS_PER_SECOND: f64 = 1e8;
/// The number of edges that are walked to estimate the growth of numbers.
const LOOK: usize = 1 << 18;

/// A walk over states with its number of ranks.
struct Walk {
    transfer: Transfer,
    ranks: usize,
}

/// The question about a stretch.
enum Task {
    /// The number of placements, all kinds in any number.
    Count,
    /// The maximum number of pieces of the sought kinds, and the number of placements that attain it.
    Largest,
    /// The numbers of placements by those of some kinds.
    Numbers(Vec<Column>),
}

/// A kind whose numbers are distinguished.
struct Column {
    kind: usize,
    quantity: Quantity,
    most: usize,
}

/// A board of a strip, and a question about it.
pub(super) struct Stretch {
    files: usize,
    /// The walks: one for each symmetry of the equivalence, the first for all placements.
    walks: Vec<Walk>,
    /// The first length from which on [traces](super::traces) count, if the ends meet.
    ring: Option<usize>,
    is_maximal: bool,
    facts: Facts,
    objective: Objective,
    task: Task,
    /// The approximate number of bits by which a number grows with each rank.
    growth: f64,
}

impl Stretch {
    /// Prepares a board along its longer side. `None` if there are too many states for the memory or for a
    /// tenth of the seconds at stake, or if the question is not supported.
    pub(super) fn new(
        engine: (&'static str, u32),
        question: &Question,
        memory: Option<u64>,
        stake: f64,
    ) -> Option<Self> {
        let facts = Facts::single_unit(engine, question.by_number);
        let board = question.problem.board();
        let (rows, cols) = (board.rows(), board.cols());
        let is_long = rows.max(cols) >= LONG * rows.min(cols);
        if stake.is_finite() && !board.is_large() && !is_long {
            return None;
        }
        let allowed =
            memory.map_or(MAX_STATES, |bytes| usize::try_from(bytes / STATE_BYTES).unwrap_or(MAX_STATES));
        let max_states = MAX_STATES.min(allowed).min((stake / 10.0 * STATES_PER_SECOND) as usize);
        let along =
            |(growing, ranks)| Self::from_question(facts.clone(), question, growing, ranks, max_states);
        let (by_ranks, by_files) = ((GrowingSide::Ranks, rows), (GrowingSide::Files, cols));
        if cols > rows {
            along(by_files).or_else(|| along(by_ranks))
        } else {
            along(by_ranks).or_else(|| along(by_files))
        }
    }

    fn from_question(
        facts: Facts,
        question: &Question,
        growing: GrowingSide,
        ranks: usize,
        max_states: usize,
    ) -> Option<Self> {
        let Question { problem, up_to, maximal, by_number, .. } = question;
        let strip = Strip::with_numbers(problem, growing)?;
        let quantities = || problem.pieces().map(|pieces| pieces.quantity);
        let has_exact = quantities().any(|quantity| matches!(quantity, Quantity::Exactly(_)));
        let is_largest = quantities().any(|quantity| quantity == Quantity::Max);
        let has_columns = has_exact || *by_number;
        let is_whole = !strip.is_ring && !has_columns && !is_largest;
        let which = if *maximal { PlacementFilter::Maximal } else { PlacementFilter::All };
        let max_states = if *maximal { max_states / DEMANDS } else { max_states };
        let walked = match up_to {
            UpTo::Nothing if *maximal && strip.is_ring => return None,
            UpTo::Nothing => vec![(which, ranks)],
            // A square has more symmetries, and if numbers are distinguished, it matters that images are also
            // pieces.
            UpTo::Symmetry | UpTo::Armies if is_whole && !maximal && strip.width != ranks => {
                fixed_by_each(&strip, ranks)
            }
            _ => return None,
        };
        let (mut walks, mut first) = (Vec::with_capacity(walked.len()), None);
        for (which, ranks) in walked {
            let transfer = if strip.is_ring {
                let (transfer, least) = ring(&strip, max_states, &|| false).ok()?;
                first = Some(least);
                transfer
            } else {
                Transfer::with_filter(which, &strip, StateReplacement::ALL, max_states, &|| false).ok()?
            };
            walks.push(Walk { transfer, ranks });
        }
        if first.is_some_and(|first| ranks < first) {
            return None;
        }
        let transfer = &walks.first()?.transfer;
        let column = |(kind, quantity): (usize, Quantity)| {
            let most = match quantity {
                Quantity::Exactly(number) => number as usize,
                Quantity::Max => most_pieces(transfer, kind, ranks),
                Quantity::Within(_) | Quantity::Any if *by_number => most_pieces(transfer, kind, ranks),
                Quantity::Within(_) | Quantity::Any => return None,
            };
            Some(Column { kind, quantity, most })
        };
        let task = match (has_columns, is_largest) {
            (true, _) => Task::Numbers(quantities().enumerate().filter_map(column).collect()),
            (false, true) => Task::Largest,
            (false, false) => Task::Count,
        };
        let looked = (LOOK / transfer.edges().max(1)).clamp(2, 16);
        let growth = transfer.exact_terms(looked + 1, &|| false)?.pop()?.bits() as f64 / looked as f64;
        Some(Self {
            files: strip.width,
            ring: first,
            is_maximal: *maximal,
            facts,
            objective: problem.objective(),
            task,
            growth,
            walks,
        })
    }

    /// Returns the maximum number of coefficients of the number of a state.
    fn coefficients(&self) -> f64 {
        match &self.task {
            Task::Count | Task::Largest => 1.0,
            Task::Numbers(columns) => columns.iter().map(|column| column.most as f64 + 1.0).product(),
        }
    }

    /// Estimates the bits of the numbers at the end of `ranks` ranks.
    fn bits(&self, ranks: usize) -> f64 {
        self.growth * ranks as f64
    }

    /// Estimates the seconds for all ranks of a walk step by step, if a step reads `reads` numbers.
    fn by_steps(&self, walk: &Walk, reads: usize) -> f64 {
        let number = 3e-8 + self.bits(walk.ranks) / 128.0 * 4e-10;
        let starts = if self.ring.is_some() { walk.transfer.states() as f64 } else { 1.0 };
        // Polynomials fill up with the ranks, and are multiplied.
        let numbers = match self.task {
            Task::Numbers(_) => 2.0 * self.coefficients(),
            Task::Count | Task::Largest => 1.0,
        };
        starts * walk.ranks as f64 * reads as f64 * numbers * number
    }

    /// Estimates the time to find a recurrence of `states` states and to compute its term; `None` if there is
    /// no recurrence.
    fn by_recurrence(&self, walk: &Walk, states: usize, reads: usize) -> Option<f64> {
        let (states, reads, bits) = (states as f64, reads as f64, self.bits(walk.ranks));
        if states > StripLimits::default().max_order as f64 {
            return None;
        }
        let primes = 4.0 + states * self.growth / 62.0;
        let found = match self.ring {
            Some(_) => 4.0 * primes * states.powi(3) * 2e-9,
            None => primes * states * (2.0 * reads + states) * 2e-9 + states * reads * 1e-7,
        };
        let product = |bits: f64| 1e-7 + (bits / 64.0).powf(1.5) * 1.5e-9;
        let squares = states * states * (product(bits / 4.0) + 1e-7 * (walk.ranks as f64).log2());
        Some(1e-4 + found + squares + states * product(bits / 2.0))
    }

    /// Estimates the seconds for a walk, before its states are merged.
    fn seconds(&self, walk: &Walk) -> f64 {
        let (states, reads) = (walk.transfer.states(), walk.transfer.edges());
        let by_steps = self.by_steps(walk, reads);
        match self.task {
            Task::Count | Task::Largest if !self.is_maximal || matches!(self.task, Task::Count) => {
                self.by_recurrence(walk, states, reads).map_or(by_steps, |seconds| seconds.min(by_steps))
            }
            _ => by_steps,
        }
    }

    /// Returns the number of a walk by steps over a matrix, whose numbers are of a ring.
    fn walk_steps<R: Ring>(
        &self,
        ranks: usize,
        steps: &impl Steps,
        ring: &R,
        step: impl Fn(&[R::Number]) -> Vec<R::Number>,
        watch: &Watch<'_>,
    ) -> Option<R::Number> {
        let states = steps.states();
        watch.begin(if self.ring.is_some() { states * ranks } else { ranks });
        let walked = |numbers| step_back(numbers, ranks, &step, watch.run.should_stop, &|| watch.step());
        if self.ring.is_none() {
            return walked(last_numbers(steps, ring))?.into_iter().next();
        }
        // Closed walks, from each state.
        let mut sum = ring.zero();
        for state in 0..states {
            let mut numbers = vec![ring.zero(); states];
            *numbers.get_mut(state)? = ring.one();
            ring.add(&mut sum, walked(numbers)?.get(state)?);
        }
        Some(sum)
    }

    /// Returns the number of a walk in which pieces of each kind have a weight.
    fn weighted_number<R: Ring>(
        &self,
        walk: &Walk,
        ring: &R,
        weights: &[R::Number],
        watch: &Watch<'_>,
    ) -> Option<R::Number> {
        let transfer = &walk.transfer;
        let step = |numbers: &[R::Number]| transfer.weighted_step(ring, Some(weights), numbers);
        self.walk_steps(walk.ranks, transfer, ring, step, watch)
    }

    /// Returns the number of placements that a walk counts.
    fn count_walk(&self, walk: &Walk, watch: &Watch<'_>) -> Option<BigInt> {
        let Walk { transfer, ranks } = walk;
        let limits = StripLimits::default();
        let seconds = self.by_steps(walk, transfer.edges());
        let is_short = seconds < SHORT_SECONDS;
        let work = limits.max_work.min((seconds * STEPS_PER_SECOND) as u64);
        let quotient = match self.ring {
            None if !is_short => Quotient::new(transfer, work, watch.run.should_stop),
            _ => None,
        };
        let matrix = Matrix::choose(transfer, quotient.as_ref(), 1);
        let by_steps = self.by_steps(walk, matrix.cost());
        let recurrence = self.by_recurrence(walk, matrix.states(), matrix.cost());
        if !is_short && recurrence.is_some_and(|seconds| seconds < by_steps) {
            let found = match self.ring {
                None => recurrence_of_states(transfer, quotient.as_ref(), &limits, watch.run.should_stop),
                Some(first) => recurrence_of_traces(transfer, first, &limits, watch.run.should_stop),
            };
            if let Ok(StripRecurrence { recurrence: Some(recurrence), .. }) = found {
                return recurrence.term(i64::try_from(*ranks).ok()?, watch.run.should_stop);
            }
        }
        self.walk_steps(*ranks, &matrix, &IntegerRing, |numbers| matrix.step(&IntegerRing, numbers), watch)
    }

    /// Returns the maximum number of pieces, and the number of placements that attain it.
    fn maximum_and_count(&self, walk: &Walk, watch: &Watch<'_>) -> Option<(i64, BigInt)> {
        let Walk { transfer, ranks } = walk;
        let is_short = self.by_steps(walk, transfer.edges()) < SHORT_SECONDS;
        if !is_short && !self.is_maximal && self.ring.is_none() {
            let largest = largest_numbers(transfer, MAX_RANKS.min(*ranks), watch.run.should_stop);
            if let Some(largest) = largest
                && let Some(found) =
                    near_largest(transfer, &largest, 0, &|ranks| ranks, None, watch.run.should_stop)
            {
                let count = found.recurrence.term(i64::try_from(*ranks).ok()?, watch.run.should_stop)?;
                return Some((i64::try_from(largest.maximum(*ranks)?).ok()?, count));
            }
        }
        let ring = HighestPowers { kept: 1 };
        let weights: Vec<TopCoefficients> =
            transfer.sought.iter().map(|&is_sought| HighestPowers::power(i64::from(is_sought))).collect();
        let (most, mut counts) = self.weighted_number(walk, &ring, &weights, watch)?;
        Some((most, counts.pop().unwrap_or_default()))
    }

    /// Returns the counts by the numbers of some kinds.
    fn numbers(&self, walk: &Walk, columns: &[Column], watch: &Watch<'_>) -> Option<Counts> {
        let ring = LowestPowers::new(columns.iter().map(|column| column.most).collect());
        let weight = |kind| {
            let variable = columns.iter().position(|column| column.kind == kind);
            variable.map_or_else(|| ring.one(), |variable| ring.variable(variable))
        };
        let weights: Vec<Vec<BigInt>> = (0..walk.transfer.sought.len()).map(weight).collect();
        let coefficients = self.weighted_number(walk, &ring, &weights, watch)?;
        let mut counts: BTreeMap<(u32, Vec<u32>), BigUint> = BTreeMap::new();
        for (place, count) in coefficients.into_iter().enumerate().filter(|(_, count)| *count != BigInt::ZERO)
        {
            let (mut most, mut pieces, mut is_asked) = (0, Vec::new(), true);
            for (variable, column) in columns.iter().enumerate() {
                let number = u32::try_from(ring.exponent(place, variable)).ok()?;
                match column.quantity {
                    Quantity::Exactly(asked) => is_asked &= number == asked,
                    Quantity::Within(_) | Quantity::Any => pieces.push(number),
                    Quantity::Max => {
                        pieces.push(number);
                        most += number;
                    }
                }
            }
            if is_asked {
                *counts.entry((most, pieces)).or_default() += count.to_biguint()?;
            }
        }
        let most = counts.last_key_value().map(|((most, _), _)| *most);
        let reached = counts.iter().filter(|((number, _), _)| Some(*number) == most);
        let count = reached.map(|(_, count)| count).sum();
        let by_number = counts.into_iter().map(|((_, pieces), count)| NumberCount { pieces, count });
        let mut by_number: Vec<NumberCount> = by_number.filter(|_| self.facts.is_by_number).collect();
        by_number.sort_by(|one, other| one.pieces.cmp(&other.pieces));
        let maximum = most.filter(|_| self.objective == Objective::Maximum);
        Some(Counts { maximum, by_number, ..Counts::from_count(count) })
    }

    /// Answers the question; `None` if it was stopped.
    fn counts(&self, watch: &Watch<'_>) -> Option<Counts> {
        let first = self.walks.first()?;
        match &self.task {
            Task::Count => {
                let counts = self.walks.iter().map(|walk| self.count_walk(walk, watch));
                let sum: BigUint = counts.sum::<Option<BigInt>>()?.to_biguint()?;
                let symmetries = self.walks.len();
                // A number that contradicts Burnside's lemma is dropped.
                (&sum % symmetries == BigUint::ZERO).then(|| Counts::from_count(sum / symmetries))
            }
            Task::Largest => {
                let (most, count) = self.maximum_and_count(first, watch)?;
                Some(Counts {
                    maximum: Some(u32::try_from(most).ok()?),
                    ..Counts::from_count(count.to_biguint()?)
                })
            }
            Task::Numbers(columns) => self.numbers(first, columns, watch),
        }
    }
}

impl Leaf for Stretch {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_model(1e9 * self.walks.iter().map(|walk| self.seconds(walk)).sum::<f64>())
    }

    fn memory(&self) -> usize {
        let of_walk = |walk: &Walk| {
            let states = walk.transfer.edges() as f64 * STATE_BYTES as f64 / 2.0;
            let numbers = 2.0 * walk.transfer.states() as f64 * self.coefficients();
            states + numbers * (32.0 + self.bits(walk.ranks) / 8.0)
        };
        self.walks.iter().map(of_walk).sum::<f64>() as usize
    }

    fn note(&self) -> Option<String> {
        let states: usize = self.walks.iter().map(|walk| walk.transfer.states()).sum();
        let states =
            if states == 1 { "one boundary state".to_owned() } else { format!("{states} boundary states") };
        Some(format!("along a strip {} wide, {states}", self.files))
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let watch = Watch { run, steps: Cell::new(0), done: Cell::new(0) };
        Ok(self.counts(&watch).unwrap_or_default())
    }
}

/// The observation of an answer, with the progress of its steps.
struct Watch<'a> {
    run: &'a Run<'a>,
    steps: Cell<usize>,
    done: Cell<usize>,
}

impl Watch<'_> {
    /// Begins this number of steps.
    fn begin(&self, steps: usize) {
        self.steps.set(steps);
        self.done.set(0);
    }

    fn step(&self) {
        let done = self.done.get() + 1;
        self.done.set(done);
        (self.run.progress)(done as f64 / self.steps.get().max(1) as f64, 0);
    }
}
