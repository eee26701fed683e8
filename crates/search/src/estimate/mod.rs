//! How many placements there are, about: an estimate with an interval, where counting takes too long.
//!
//! Pieces are thrown on the board as they come, in a number of ways that is known, and annealed: conflicts are made rarer and
//! rarer, and what share of their weight is left at each step is estimated by populations of arrangements ([`anneal`]). How
//! they begin, and how they walk, is a [`System`](system): pieces one to a clique of squares on any board
//! ([`cliques`]), or one to a rank and a file ([`grid`]), for queens and rooks on boards of any size ([`diagonals`]).
//! Populations are independent, their mean is without bias, and how far they scatter is the interval ([`interval`]).
//!
//! An estimate is never a count. Where a count is expected to be quicker, it is made instead.

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
use crate::plan::{Observer, Plan, Settings, Until, plan_unless_stopped};
use crate::problem::{Pieces, Problem, Quantity};
use crate::question::Question;
use crate::search::budget::MAX_MEMORY;
use crate::search::error::SearchError;
use anneal::{Annealed, Size};
use cliques::Cliques;
use diagonals::Diagonals;
pub use glance::{glance, is_estimated};
use grid::{Grid, Tabled};
pub use interval::Interval;
use num_bigint::BigUint;
use populations::{Found, Goal, Laboratory};
use std::time::Duration;

/// How much confidence intervals have.
pub const CONFIDENCE: f64 = 0.95;

/// How precise an estimate is to be, how long it may take, and from what random numbers it is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Half the width of the interval, relative to the estimate: 0.01 for ±1 %. As narrow as can be in the time if `None`.
    pub relative: Option<f64>,
    /// How long it may take. Without a limit of either kind it is ±1 %.
    pub time: Option<Duration>,
    /// The same seed makes the same estimate on any number of threads, unless time ends it.
    pub seed: u64,
    /// Whether placements are counted instead, where that is expected to be quicker.
    pub counts: bool,
}

/// An estimate, or the number itself.
#[derive(Debug, Clone, PartialEq)]
pub enum Estimated {
    /// Counting was quicker.
    Counted(Box<Answer>),
    /// An estimate.
    About(Box<Estimate>),
}

/// About how many placements there are.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// What was asked.
    pub question: Question,
    /// The number and its interval; `None` if populations that found placements are too few for one.
    pub interval: Option<Interval>,
    /// How many populations there were; none if it was stopped before anything was known,
    pub populations: usize,
    /// and how many of them found a placement. That none did is no proof that there is none.
    pub found: usize,
    /// Arrangements in each at the end, at most.
    pub size: usize,
    /// How many times they were made colder.
    pub steps: usize,
    /// Where the random numbers began.
    pub seed: u64,
    /// Whether the interval is as narrow as was asked for, or the time that was given is used up.
    pub complete: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// A count that is expected to take no longer than this is made in any case.
const AT_ONCE: Duration = Duration::from_millis(500);
/// Planning may take this long, and no larger share of the time that is given.
const MAX_PLANNING: Duration = Duration::from_secs(5);
const PLANNING_SHARE: f64 = 0.1;
/// A count is made if it is expected to take no more than this share of the time that is given,
const COUNT_SHARE: f64 = 0.25;
/// and is given up if it takes so many times as long as was allowed for it.
const LATE: f64 = 2.0;
/// What is asked for if nothing is said.
const RELATIVE: f64 = 0.01;

/// Estimates how many placements a question asks for, or counts them.
///
/// ```
/// use armistice::plan::{Settings, Silent};
/// use armistice::search::{Effort, Estimated, estimate};
///
/// let effort = Effort { relative: Some(0.05), time: None, seed: 1, counts: false };
/// let question = "8x8 Q8".parse()?;
/// let Estimated::About(estimate) = estimate(&question, effort, &Settings::default(), &Silent)? else { unreachable!() };
/// let interval = estimate.interval.unwrap();
/// assert!(interval.low < 92f64.ln() && 92f64.ln() < interval.high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Questions of other kinds, boards that are too large, a precision that is no share, and counts that fail a check.
pub fn estimate(
    question: &Question,
    effort: Effort,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Estimated, AnswerError> {
    let begun = Instant::now();
    check(question, effort.relative)?;
    let relative = effort.relative.or(effort.time.is_none().then_some(RELATIVE));
    let end = effort.time.and_then(|time| begun.checked_add(time));
    let mut plan = if effort.counts { planned(question, &effort, settings, observer) } else { None };
    let at_once = effort.time.map_or(AT_ONCE, |time| time.mul_f64(COUNT_SHARE));
    if let Some(answer) = counted(&mut plan, at_once.as_secs_f64(), begun, observer)? {
        return Ok(Estimated::Counted(answer.into()));
    }
    let problem = &question.problem;
    let is_wanted = |pieces: &Pieces| pieces.free_pieces() > 0 || pieces.quantity == Quantity::Any;
    let queens = Grid::<Diagonals>::of_queens(problem);
    if queens.is_none() && problem.board().is_large() {
        return Err(AnswerError::Search(SearchError::EstimateOnLargeBoard));
    }
    // A table of conflicts would not fit the boards that need none.
    let instance = queens.is_none().then(|| Instance::with_kinds(problem, &is_wanted));
    let is_open: Vec<bool> = problem
        .pieces()
        .filter(|pieces| is_wanted(pieces))
        .map(|pieces| pieces.quantity == Quantity::Any)
        .collect();
    let cliques = instance.as_ref().map(|instance| Cliques::new(instance, &is_open));
    let tabled = instance.as_ref().filter(|_| has_ranks(problem) && !is_open.contains(&true));
    let tabled = tabled.and_then(|instance| Grid::<Tabled<'_>>::tabled(instance, problem.board().cols()));
    let systems = [
        queens.as_ref().map(|system| system as &dyn Annealed),
        tabled.as_ref().map(|system| system as &dyn Annealed),
        cliques.as_ref().map(|system| system as &dyn Annealed),
    ];
    // The fewer arrangements, the more of them are placements.
    let fewest = systems.into_iter().flatten().min_by(|a, b| a.arrangements().total_cmp(&b.arrangements()));
    let Some(system) = fewest else { return Err(AnswerError::Search(SearchError::EstimateOnLargeBoard)) };
    let are_at_peace = instance.as_ref().is_none_or(|instance| instance.factor != BigUint::ZERO);
    let pool = settings.pool();
    let goal = Goal { relative, end };
    let laboratory = Laboratory { system, goal, seed: effort.seed, threads: pool.threads, observer };
    let found = match system.arrangements() > f64::NEG_INFINITY && are_at_peace {
        false => Found::nothing(),
        true => {
            let tuned = pool.install(|| laboratory.tune())?;
            let most = effort.time.map_or(f64::INFINITY, |_| at_once.as_secs_f64());
            let expected = tuned.as_ref().map_or(0.0, |tuned| laboratory.seconds(tuned)).min(most);
            if let Some(answer) = counted(&mut plan, expected, begun, observer)? {
                return Ok(Estimated::Counted(answer.into()));
            }
            pool.install(|| tuned.map_or_else(Found::stopped, |tuned| laboratory.populate(tuned)))?
        }
    };
    Ok(Estimated::About(Box::new(found.estimate(question, effort.seed, begun.elapsed()))))
}

/// Refuses what is not estimated.
fn check(question: &Question, relative: Option<f64>) -> Result<(), AnswerError> {
    let known = [IN_INSTANCES, &[Feature::AnyNumber, Feature::ManySquares]].concat();
    if !question.has_only(&known) {
        return Err(AnswerError::Search(SearchError::EstimateIsPlain));
    }
    match relative {
        Some(relative) if !(relative > 0.0 && relative <= 1.0) => {
            Err(AnswerError::Search(SearchError::NoPrecision))
        }
        _ => Ok(()),
    }
}

/// Whether there is something to anneal: on large boards without a table of conflicts.
fn has_system(problem: &Problem) -> bool {
    !problem.board().is_large() || Grid::<Diagonals>::of_queens(problem).is_some()
}

/// Whether the squares of a board are in ranks and files that are numbered as those of a rectangle.
fn has_ranks(problem: &Problem) -> bool {
    problem.board().is_rectangle() && problem.board().is_straight()
}

/// How the placements would be counted; `None` if no engine can, or if it takes too long to know.
fn planned(
    question: &Question,
    effort: &Effort,
    settings: &Settings,
    observer: &dyn Observer,
) -> Option<Plan> {
    let patience = effort.time.map_or(MAX_PLANNING, |time| time.mul_f64(PLANNING_SHARE).min(MAX_PLANNING));
    let memory = settings.memory.map_or(MAX_MEMORY, |memory| memory.min(MAX_MEMORY));
    let end = Instant::now().checked_add(patience);
    plan_unless_stopped(question, &settings.clone().with_memory(memory), &Until { observer, end }).ok()?
}

/// The number itself, if it is expected to be there in this time; `None` if it is not there by far, unless that was the observer's
/// wish.
fn counted(
    plan: &mut Option<Plan>,
    seconds: f64,
    begun: Instant,
    observer: &dyn Observer,
) -> Result<Option<Answer>, AnswerError> {
    let Some(plan) = plan.take_if(|plan| plan.summary().seconds() <= seconds) else { return Ok(None) };
    let planning = begun.elapsed();
    let late = Duration::try_from_secs_f64(LATE * seconds).ok();
    let end = late.and_then(|late| Instant::now().checked_add(late));
    let answer = Answer::by(plan, planning, &(), &Until { observer, end })?;
    Ok((answer.outcome.complete || observer.should_stop()).then_some(answer))
}

impl Found {
    /// Where no arrangement is a placement.
    fn nothing() -> Self {
        Self { samples: vec![f64::NEG_INFINITY], complete: true, ..Self::stopped() }
    }

    /// Where nothing is known yet.
    fn stopped() -> Self {
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
