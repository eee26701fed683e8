//! Estimates of the number of placements, with an interval, if counting takes too long.
//!
//! Arrangements of pieces are drawn at random from a set of known size and annealed: conflicts become rarer
//! and rarer. Populations of arrangements estimate the share of weight that remains at each step
//! ([`anneal`]). A [`System`](system) defines how arrangements begin and walk. Pieces are placed one to a
//! clique of squares on any board ([`cliques`]), or one to a rank and a file ([`grid`]), for queens and rooks
//! on boards of any size ([`diagonals`]). Populations are independent, their mean is unbiased, and their
//! scatter gives the interval ([`interval`]).
//!
//! An estimate is never a count. If a count is expected to be quicker, it is made instead.

mod anneal;
mod cliques;
mod diagonals;
mod glance;
mod grid;
mod interval;
mod populations;
mod system;
#[cfg(test)]
mod tests;

use crate::answer::{Answer, AnswerError};
use crate::clock::Instant;
use crate::engines::instance::Instance;
use crate::feature::{Feature, IN_INSTANCES};
use crate::plan::{Observer, Plan, Settings, StoppingObserver, plan_unless_stopped};
use crate::problem::{Pieces, Problem, Quantity};
use crate::question::Question;
use crate::search::budget::MAX_MEMORY;
use crate::search::error::SearchError;
use anneal::{AnnealedSystem, Size};
use cliques::Cliques;
use diagonals::Diagonals;
pub use glance::{glance, is_estimated};
use grid::{ConflictTable, Grid};
pub use interval::Interval;
use num_bigint::BigUint;
use populations::{Goal, Laboratory, PopulationResults};
use std::time::Duration;

/// The confidence of the intervals.
pub const CONFIDENCE: f64 = 0.95;

/// The precision, time and random numbers of an estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Half the width of the interval, relative to the estimate: 0.01 for ±1 %. If `None`, the interval is as
    /// narrow as the time allows.
    pub relative: Option<f64>,
    /// The time limit. Without a limit of either type, the precision is ±1 %.
    pub time: Option<Duration>,
    /// The seed. Equal seeds give equal estimates on any number of threads, unless the time limit ends the
    /// estimate.
    pub seed: u64,
    /// If true, placements are counted instead if that is expected to be quicker.
    pub counts: bool,
}

/// An estimate, or the exact count.
#[derive(Debug, Clone, PartialEq)]
pub enum EstimateOrCount {
    /// The answer of a count, which was quicker.
    Counted(Box<Answer>),
    /// An estimate.
    About(Box<Estimate>),
}

/// An approximate number of placements.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The question.
    pub question: Question,
    /// The number and its interval; `None` if too few populations found placements.
    pub interval: Option<Interval>,
    /// The number of populations; 0 if the estimate was stopped before the first result.
    pub populations: usize,
    /// The number of populations that found a placement. If none did, this does not prove that there is none.
    pub found: usize,
    /// The largest number of arrangements in each population at the end.
    pub size: usize,
    /// The number of steps of cooling.
    pub steps: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// True if the interval is as narrow as requested, or the time is used up.
    pub complete: bool,
    /// The time taken.
    pub elapsed: Duration,
}

/// The expected time below which a count is made in any case.
const AT_ONCE: Duration = Duration::from_millis(500);
/// The longest time for planning.
const MAX_PLANNING: Duration = Duration::from_secs(5);
/// The largest share of the time limit for planning.
const PLANNING_SHARE: f64 = 0.1;
/// A count is made if it is expected to take at most this share of the time limit.
const COUNT_SHARE: f64 = 0.25;
/// The factor of the expected time after which a count is given up.
const LATE: f64 = 2.0;
/// The precision if none is requested.
const RELATIVE: f64 = 0.01;

/// Estimates the number of placements that a question asks for, or counts them.
///
/// ```
/// use armistice::plan::{Settings, Silent};
/// use armistice::search::{Effort, EstimateOrCount, estimate};
///
/// let effort = Effort { relative: Some(0.05), time: None, seed: 1, counts: false };
/// let question = "8x8 Q8".parse()?;
/// let estimate = estimate(&question, effort, &Settings::default(), &Silent)?;
/// let EstimateOrCount::About(estimate) = estimate else { unreachable!() };
/// let interval = estimate.interval.unwrap();
/// assert!(interval.low < 92f64.ln() && 92f64.ln() < interval.high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for other types of question, for boards that are too large, for a precision that is not a share, and
/// if a count fails a check.
pub fn estimate(
    question: &Question,
    effort: Effort,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<EstimateOrCount, AnswerError> {
    let begun = Instant::now();
    check(question, effort.relative)?;
    let relative = effort.relative.or(effort.time.is_none().then_some(RELATIVE));
    let end = effort.time.and_then(|time| begun.checked_add(time));
    let mut plan = if effort.counts { plan_count(question, &effort, settings, observer) } else { None };
    let at_once = effort.time.map_or(AT_ONCE, |time| time.mul_f64(COUNT_SHARE));
    if let Some(answer) = count_in_time(&mut plan, at_once.as_secs_f64(), begun, observer)? {
        return Ok(EstimateOrCount::Counted(answer.into()));
    }
    let problem = &question.problem;
    let is_wanted = |pieces: &Pieces| pieces.free_pieces() > 0 || pieces.quantity == Quantity::Any;
    let queens = Grid::<Diagonals>::of_queens(problem);
    if queens.is_none() && problem.board().is_large() {
        return Err(AnswerError::Search(SearchError::EstimateOnLargeBoard));
    }
    // A table of conflicts would not fit into memory for the boards that need none.
    let instance = queens.is_none().then(|| Instance::with_kinds(problem, &is_wanted));
    let is_open: Vec<bool> = problem
        .pieces()
        .filter(|pieces| is_wanted(pieces))
        .map(|pieces| pieces.quantity == Quantity::Any)
        .collect();
    let cliques = instance.as_ref().map(|instance| Cliques::new(instance, &is_open));
    let tabled = instance.as_ref().filter(|_| has_ranks(problem) && !is_open.contains(&true));
    let tabled = tabled
        .and_then(|instance| Grid::<ConflictTable<'_>>::from_conflicts(instance, problem.board().cols()));
    let systems = [
        queens.as_ref().map(|system| system as &dyn AnnealedSystem),
        tabled.as_ref().map(|system| system as &dyn AnnealedSystem),
        cliques.as_ref().map(|system| system as &dyn AnnealedSystem),
    ];
    // The fewer arrangements a system has, the larger is the share of placements.
    let fewest = systems.into_iter().flatten().min_by(|a, b| a.arrangements().total_cmp(&b.arrangements()));
    let Some(system) = fewest else { return Err(AnswerError::Search(SearchError::EstimateOnLargeBoard)) };
    let are_at_peace = instance.as_ref().is_none_or(|instance| instance.factor != BigUint::ZERO);
    let pool = settings.pool();
    let goal = Goal { relative, end };
    let laboratory = Laboratory { system, goal, seed: effort.seed, threads: pool.threads, observer };
    let found = match system.arrangements() > f64::NEG_INFINITY && are_at_peace {
        false => PopulationResults::zero(),
        true => {
            let tuned = pool.install(|| laboratory.tune())?;
            let most = effort.time.map_or(f64::INFINITY, |_| at_once.as_secs_f64());
            let expected = tuned.as_ref().map_or(0.0, |tuned| laboratory.seconds(tuned)).min(most);
            if let Some(answer) = count_in_time(&mut plan, expected, begun, observer)? {
                return Ok(EstimateOrCount::Counted(answer.into()));
            }
            pool.install(|| {
                tuned.map_or_else(PopulationResults::unknown, |tuned| laboratory.populate(tuned))
            })?
        }
    };
    Ok(EstimateOrCount::About(Box::new(found.estimate(question, effort.seed, begun.elapsed()))))
}

/// Rejects questions that estimates do not support.
fn check(question: &Question, relative: Option<f64>) -> Result<(), AnswerError> {
    let known = [IN_INSTANCES, &[Feature::AnyNumber, Feature::ManySquares]].concat();
    if let Some(feature) = question.find_unsupported(&known) {
        return Err(AnswerError::Search(SearchError::EstimateIsPlain(feature)));
    }
    match relative {
        Some(relative) if !(relative > 0.0 && relative <= 1.0) => {
            Err(AnswerError::Search(SearchError::NoPrecision))
        }
        _ => Ok(()),
    }
}

/// Returns true if there is a system to anneal: on large boards, one without a table of conflicts.
fn has_system(problem: &Problem) -> bool {
    !problem.board().is_large() || Grid::<Diagonals>::of_queens(problem).is_some()
}

/// Returns true if the squares of a board are in ranks and files numbered as those of a rectangle.
fn has_ranks(problem: &Problem) -> bool {
    problem.board().is_rectangle() && problem.board().is_straight()
}

/// Plans a count of the placements; `None` if no engine supports it, or if planning takes too long.
fn plan_count(
    question: &Question,
    effort: &Effort,
    settings: &Settings,
    observer: &dyn Observer,
) -> Option<Plan> {
    let patience = effort.time.map_or(MAX_PLANNING, |time| time.mul_f64(PLANNING_SHARE).min(MAX_PLANNING));
    let memory = settings.memory.map_or(MAX_MEMORY, |memory| memory.min(MAX_MEMORY));
    let end = Instant::now().checked_add(patience);
    plan_unless_stopped(question, &settings.clone().with_memory(memory), &StoppingObserver { observer, end })
        .ok()?
}

/// Counts the placements if a count is expected to finish within this time. `None` if it is far too late,
/// unless the observer stopped it.
fn count_in_time(
    plan: &mut Option<Plan>,
    seconds: f64,
    begun: Instant,
    observer: &dyn Observer,
) -> Result<Option<Answer>, AnswerError> {
    let Some(plan) = plan.take_if(|plan| plan.summary().seconds() <= seconds) else { return Ok(None) };
    let planning = begun.elapsed();
    let late = Duration::try_from_secs_f64(LATE * seconds).ok();
    let end = late.and_then(|late| Instant::now().checked_add(late));
    let answer = Answer::from_plan(plan, planning, &(), &StoppingObserver { observer, end })?;
    Ok((answer.outcome.complete || observer.should_stop()).then_some(answer))
}

impl PopulationResults {
    /// Returns the estimate if no arrangement is a placement.
    fn zero() -> Self {
        Self { samples: vec![f64::NEG_INFINITY], complete: true, ..Self::unknown() }
    }

    /// Returns the estimate if it was stopped before the first result.
    fn unknown() -> Self {
        Self { samples: Vec::new(), size: Size { chains: 0, links: 0 }, steps: 0, complete: false }
    }

    fn estimate(self, question: &Question, seed: u64, elapsed: Duration) -> Estimate {
        Estimate {
            question: question.clone(),
            interval: interval::interval(&self.samples),
            populations: self.samples.len(),
            found: self.samples.iter().filter(|sample| sample.is_finite()).count(),
            size: self.size.last(),
            steps: self.steps,
            seed,
            complete: self.complete,
            elapsed,
        }
    }
}
