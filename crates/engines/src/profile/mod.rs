//! A sweep whose states hold numbers, for questions that depend on more than pairs of pieces.
//!
//! Squares are settled one by one, along lines across the board. All ways to settle the first squares that
//! leave the same remaining conditions are one state, and the weight of the state is their number. This is
//! the transfer matrix method (Kramers and Wannier 1941; Stanley, *Enumerative Combinatorics* I, 4.7), with a
//! broken profile. Tokens and numbers describe the remaining conditions (`program`). A token records for a
//! settled square how many attacks it still may or must receive, and which of the squares to come it attacks.
//! Numbers record the pairs so far, the pieces of each unfinished line, and the pieces of each kind. Once a
//! number can no longer leave its range, its value is forgotten; a state whose number can no longer reach its
//! range is dropped. If reflecting the lines across changes nothing, a state also represents its reflection,
//! at the end of each line.
//!
//! | file | does |
//! |---|---|
//! | `rules` | a question square by square: possible occupants, relations of squares, counted numbers |
//! | `program` | the effects of each square on a state, computed in advance |
//! | `fields` | numbers in the words of a state |
//! | `table` | states with their weights, of any size |
//! | `sweep` | from square to square |
//!
//! For non-attacking placements the engine `frontier` merges far more states; its states cannot hold the
//! numbers of this engine.

mod fields;
mod program;
mod rules;
mod sweep;
mod table;

use crate::engines::estimate::{Effort, Estimate};
use crate::engines::feature::{Feature, IN_INSTANCES};
use crate::engines::leaf::{Extent, Facts, Leaf};
use crate::engines::problem::{Objective, Quantity};
use crate::engines::question::Question;
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, NumberCount};
use crate::engines::technique::{Limits, Suit, Task, Technique};
use crate::engines::work::Stopwatch;
use num_bigint::BigUint;
use program::Program;
use rules::Rules;
use std::collections::BTreeMap;
use std::time::Duration;
use sweep::{Halt, Sweep};

/// The name of the engine in results.
const NAME: &str = "profile";
/// The version of its results.
const VERSION: u32 = 1;

/// The features that need this engine. Non-attacking placements depend only on pairs, and other engines sweep
/// them in narrower states.
const OWN: &[Feature] = &[Feature::Quotas, Feature::Degrees, Feature::Dominating];

/// The engine. It has no counter, because a sweep answers a whole question.
pub(crate) struct ProfileEngine;

impl Technique for ProfileEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "Square by square, with numbers in its states; for quotas, degrees and domination"
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let Task::Question(question, _) = *task else { return None };
        Some(Box::new(ProfileAnswer::new(question, limits)?))
    }

    fn suits_questions(&self) -> Option<Suit> {
        Some(Suit::Trial)
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[IN_INSTANCES, OWN, &[Feature::AnyNumber, Feature::LargestNumber, Feature::ByNumber]]
    }

    fn needs(&self) -> &'static [Feature] {
        OWN
    }

    fn has_kernels(&self) -> bool {
        false
    }

    fn misfit(&self) -> &'static str {
        TOO_WIDE
    }
}

const TOO_WIDE: &str = "the profile engine counts pieces of short reach on boards with a short side, and this \
                        problem is too large for it";

/// A question, ready to be swept.
struct Profile {
    program: Program,
    has_gains: bool,
    /// The number of squares of a line across.
    across: usize,
    /// For each reported number, whether its kind is to be maximised.
    is_maximised: Vec<bool>,
    objective: Objective,
}

/// The maximum number of words of states with split tokens; wider ones are not worth it.
const MOST_WORDS_SPLIT: usize = 2;
/// The maximum number of squares of boards for which both orders are tried.
const MAX_SQUARES_FOR_ORDERS: usize = 400;

impl Profile {
    /// Prepares a question; `None` if states would be too wide.
    fn new(question: &Question) -> Option<Self> {
        let problem = &question.problem;
        let (rows, cols) = (problem.board().rows(), problem.board().cols());
        let is_by_ranks = cols <= rows;
        let orders = [is_by_ranks, !is_by_ranks];
        let tried = if rows * cols > MAX_SQUARES_FOR_ORDERS { 1 } else { 2 };
        let made = orders[..tried].iter().filter_map(|&is_by_ranks| {
            let rules = Rules::new(question, is_by_ranks);
            // The square of a piece that waits for attacks must be known in any case, so its tokens are not
            // split.
            let split = if rules.has_degrees { None } else { Program::new(&rules, true) };
            let split = split.filter(|program| program.words <= MOST_WORDS_SPLIT);
            Some((split.or_else(|| Program::new(&rules, false))?, rules.across))
        });
        let (program, across) = made.min_by_key(|(program, _)| program.bits)?;
        let open = problem.pieces().map(|pieces| pieces.quantity);
        let open = open.filter(|quantity| !matches!(quantity, Quantity::Exactly(_)));
        let objective = problem.objective();
        Some(Self {
            program,
            has_gains: objective == Objective::Maximum && !question.by_number,
            across,
            is_maximised: open.map(|quantity| quantity == Quantity::Max).collect(),
            objective,
        })
    }

    /// Returns the number of words of a state.
    fn words(&self) -> usize {
        self.program.words
    }

    /// Returns a sweep before its first square.
    fn begin(&self) -> Sweep {
        Sweep::new(&self.program, self.has_gains)
    }

    /// Continues a sweep until it is finished or `should_stop` returns true. It then is at the end of the
    /// last finished square.
    ///
    /// # Errors
    /// The reason why the sweep is not finished.
    fn go_on(
        &self,
        sweep: &mut Sweep,
        memory: usize,
        should_stop: &dyn Fn() -> bool,
        progress: &dyn Fn(f64, u64),
    ) -> Result<(), Halt> {
        sweep.go_on(&self.program, memory, should_stop, progress)
    }

    /// Returns a sweep after `seconds` seconds.
    fn trial(&self, seconds: f64, memory: usize, should_stop: &dyn Fn() -> bool) -> Sweep {
        let (watch, mut sweep) = (Stopwatch::start(), self.begin());
        let is_over = || should_stop() || watch.seconds() > seconds;
        // The sweep can be used whether it was finished or not.
        let _ = self.go_on(&mut sweep, memory, &is_over, &|_, _| {});
        sweep
    }

    /// Returns the seconds that the rest of a sweep is expected to take.
    ///
    /// The time for a square grows line by line, more slowly each time, until the number of states is stable.
    fn estimate_rest(&self, sweep: &Sweep) -> Estimate {
        let done = &sweep.seconds;
        let left = self.program.steps.len() - done.len();
        let last = done.iter().rev().take(self.across).copied().fold(f64::MIN_POSITIVE, f64::max);
        let before = done.iter().rev().skip(self.across).take(self.across).copied();
        let before = before.fold(f64::MIN_POSITIVE, f64::max);
        // Before two lines are done, the growth is unknown.
        let growth =
            if done.len() < 2 * self.across { MOST_GROWTH } else { (last / before).clamp(1.0, MOST_GROWTH) };
        let mut growth = growth.powf(1.0 / self.across as f64);
        let (mut square, mut seconds) = (last, 0.0);
        for _ in 0..left {
            square *= growth;
            growth = growth.powf(1.0 - 1.0 / (2.0 * self.across as f64));
            seconds += square;
        }
        Estimate::by_trial(if left == 0 { 0.0 } else { seconds }, left == 0)
    }

    /// Returns the result of a finished sweep.
    fn result(&self, sweep: &Sweep) -> Counts {
        let mut by_number: BTreeMap<(u32, Vec<u32>), BigUint> = BTreeMap::new();
        for (key, weight, gain) in sweep.states.states() {
            if self.program.pairs.is_some_and(|(field, range)| !range.has(field.get(key))) {
                continue;
            }
            let told = self.program.told.iter();
            let numbers: Vec<u32> =
                told.map(|field| field.map_or(0, |field| field.get(key) as u32)).collect();
            let maximised = numbers.iter().zip(&self.is_maximised).filter(|(_, is_maximised)| **is_maximised);
            let gain = if self.has_gains { gain as u32 } else { maximised.map(|(number, _)| number).sum() };
            let words = weight.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
            *by_number.entry((gain, numbers)).or_default() += BigUint::new(words.collect());
        }
        let most = by_number.last_key_value().map(|((most, _), _)| *most);
        let reached = by_number.iter().filter(|((gain, _), _)| Some(*gain) == most);
        let count = reached.map(|(_, count)| count).sum();
        let mut by_number: Vec<NumberCount> =
            by_number.into_iter().map(|((_, pieces), count)| NumberCount { pieces, count }).collect();
        by_number.sort_by(|one, other| one.pieces.cmp(&other.pieces));
        let maximum = most.filter(|_| self.objective == Objective::Maximum);
        Counts { maximum, by_number, nodes: sweep.nodes, ..Counts::from_count(count) }
    }
}

/// A question that is answered by a sweep.
struct ProfileAnswer {
    facts: Facts,
    profile: Profile,
    /// The sweep as far as its trial reached.
    begun: Sweep,
    /// The time that the trial took.
    trial: Duration,
    /// The number of bytes that the sweep may take.
    memory: usize,
}

impl ProfileAnswer {
    /// Prepares a question and tries its sweep; `None` if states would be too wide.
    fn new(question: &Question, limits: &Limits<'_>) -> Option<Self> {
        let watch = Stopwatch::start();
        let profile = Profile::new(question)?;
        let memory =
            limits.tuning.memory.map_or(usize::MAX, |memory| usize::try_from(memory).unwrap_or(usize::MAX));
        let trial = (limits.stake * TRIAL_SHARE).min(MAX_TRIAL_SECONDS);
        let begun = profile.trial(trial, memory, limits.should_stop);
        let facts = Facts::single_unit((NAME, VERSION), question.by_number);
        Some(Self { facts, profile, begun, trial: watch.elapsed(), memory })
    }
}

impl Leaf for ProfileAnswer {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        let rest = self.profile.estimate_rest(&self.begun);
        Estimate { seconds: self.trial.as_secs_f64() + rest.seconds, ..rest }
    }

    /// Returns the number of bytes held so far. The final number of states is unknown until they exist.
    fn memory(&self) -> usize {
        self.begun.memory()
    }

    fn note(&self) -> Option<String> {
        Some(format!("swept with numbers in its states, of {} words", self.profile.words()))
    }

    fn extent(&self) -> Extent {
        Extent::of_states(self.profile.words())
    }

    fn trial_time(&self) -> Duration {
        self.trial
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let mut sweep = self.begun.clone();
        let memory = self.memory.saturating_sub(self.begun.memory());
        match self.profile.go_on(&mut sweep, memory, run.should_stop, run.progress) {
            Ok(()) => Ok(self.profile.result(&sweep)),
            // Before the last square no state is a placement.
            Err(Halt::Stopped) => Ok(Counts { nodes: sweep.nodes, ..Counts::default() }),
            Err(Halt::Memory) => Err(RunError::Memory { allowed: self.memory as u64 }),
        }
    }
}

/// The maximum seconds of a trial.
const MAX_TRIAL_SECONDS: f64 = 0.5;
/// The share of the time at stake that a trial may take.
const TRIAL_SHARE: f64 = 0.2;
/// The maximum growth from line to line that is forecast.
const MOST_GROWTH: f64 = 64.0;
