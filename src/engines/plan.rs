//! From a problem to a plan, and from a plan to a number.

use super::choice::{self, Way};
use super::estimate::{Effort, Estimate, Random};
use super::instance::Instance;
use super::observer::{Observer, UnitDone};
use super::units::{Fineness, MOST_UNITS};
use super::{Counter, Kernel, Partial, Tally, fixed, naive};
use crate::board::{BoardMap, Mask, Square};
use crate::problem::{Objective, Problem};
use crate::with_mask;
use num_bigint::BigUint;
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// Which engine counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// The one that is expected to be fastest.
    #[default]
    Best,
    /// Piece by piece over masks.
    Cells,
    /// Square by square, with equal states of the rest merged.
    Frontier,
    /// Meeting in the middle, for one piece in every row and column.
    Halves,
    /// Row by row, for one kind with a rook's moves.
    Rows,
    /// The definition, tried out. Slow.
    Naive,
}

/// What counts as the same placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UpTo {
    /// Every placement is one of its own.
    #[default]
    Nothing,
    /// Placements that a turn or mirror of the board carries to each other are one, if it keeps the holes, the fixed
    /// pieces and the moves of every kind that has pieces. Translations round wrapped edges are not among these maps.
    Symmetry,
}

/// How to count.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Which engine.
    pub engine: Engine,
    /// Which instructions; the best that the processor has if `None`.
    pub kernel: Option<Kernel>,
    /// How many threads; one for each core if `None` or 0.
    pub threads: Option<usize>,
    /// What counts as the same placement.
    pub up_to: UpTo,
    /// How many bytes tables and buffers may take, about; no limit if `None`.
    pub memory: Option<u64>,
    /// Counts only placements that cannot be extended: no further piece of any kind of the problem fits.
    pub maximal: bool,
    /// Counts for every number of the pieces written `*` or `max` as well.
    pub by_number: bool,
    /// Splits into the smallest units that the engine can make. The sum is the same; for tests.
    pub finest_units: bool,
}

/// Why a problem cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Opposing armies.
    #[error("{0} armies: no engine counts opposing armies yet; one army can be counted")]
    Armies(usize),
    /// `*` or `max`.
    #[error("{} of a kind: no engine answers this yet; exact numbers like Q8 can be counted", .0.name())]
    Objective(Objective),
    /// A kernel that this processor lacks.
    #[error("this processor lacks the instructions of the kernel {0}: take another, or none for the best")]
    Kernel(Kernel),
    /// The naive engine up to symmetry, or with a kernel.
    #[error("the naive engine counts all placements, not classes, and has no kernels: take the engine cells")]
    NaiveIsPlain,
    /// The rows engine on a problem of another shape.
    #[error(
        "the rows engine counts one kind of piece with a rook's moves, about one to a row: take the engine best"
    )]
    NotRows,
    /// Halves forced on a problem that has not the shape.
    #[error(
        "the halves engine counts one kind with a rook's moves, one piece in every row and column of a square board: \
         take the engine best"
    )]
    NotHalves,
    /// More memory than allowed.
    #[error(
        "this takes about {} MB, and {} MB are allowed: allow more, or take the engine rows or cells, which take \
         little memory and longer", .needed.div_ceil(1_000_000), .allowed / 1_000_000
    )]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Too many ways to share pieces among the cycles of a symmetry.
    #[error(
        "up to symmetry: {ways} ways to share the pieces among the cycles of the {map}, too many to count"
    )]
    TooManyWays {
        /// The symmetry.
        map: &'static str,
        /// How many ways.
        ways: u128,
    },
    /// Division of classes, or by the naive engine.
    #[error("placements are divided by the engine cells, all of them and not up to symmetry")]
    DivideIsPlain,
    /// Division of a problem without pieces.
    #[error("no piece to divide by: every piece is fixed, or there is none")]
    NothingToDivide,
}

/// Everything needed to answer a question, before anything is counted.
pub struct Plan {
    terms: Vec<Term>,
    /// Where the units of each term begin, and in the end their number.
    starts: Vec<usize>,
    /// Expected cost of all units.
    work: f64,
    summary: Summary,
}

/// One counter of a plan, and how many times its count goes into the sum.
struct Term {
    counter: Box<dyn Counter>,
    times: u64,
    /// For each placement that a unit finds how many it adds to the sum, about, besides the unit's weight.
    scale: f64,
    estimate: Estimate,
    /// How much longer its units take than their works say: these are good for comparing only.
    pace: f64,
}

impl Term {
    fn new(counter: Box<dyn Counter>, times: u64) -> Self {
        // Only for progress; a factor too large for this shows as infinity.
        let factor: f64 = counter.factor().to_string().parse().unwrap_or(f64::INFINITY);
        let scale = factor * times as f64 / counter.divisor() as f64;
        let work: f64 = (0..counter.units()).map(|unit| counter.work(unit)).sum();
        let estimate = counter.estimate(Effort::PLANNING, &mut Random::new(0));
        let pace = if work > 0.0 { estimate.seconds * 1e9 / work } else { 1.0 };
        Self { counter, times, scale, estimate, pace }
    }

    /// The expected cost of a unit, in about nanoseconds.
    fn work(&self, unit: usize) -> f64 {
        self.pace * self.counter.work(unit)
    }
}

/// What a plan is going to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Name and version of the engine.
    pub engine: (&'static str, u32),
    /// Its instructions, if it has a choice.
    pub kernel: Option<Kernel>,
    /// How many maps of the board keep the problem, and so let placements be counted once for several.
    pub maps: usize,
    /// Up to symmetry: the symmetries that make placements the same, by name. Empty otherwise.
    pub symmetries: Vec<&'static str>,
    /// Counts that go into the sum: one, or up to symmetry one for each symmetry that has no like among the others.
    pub terms: usize,
    /// Independent units of work.
    pub units: usize,
    /// The heaviest unit's share of the expected work, 0 to 1.
    pub heaviest: f64,
    /// Expected work in seconds on one core: those of [`Summary::estimate`].
    pub expected_seconds: f64,
    /// What counting is expected to take.
    pub estimate: Estimate,
    /// 64-bit words in a mask; 0 for the naive engine, which has none.
    pub mask_words: usize,
    /// Bytes held by tables and units.
    pub memory: usize,
    /// Threads that will count.
    pub threads: usize,
}

/// A count and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The number asked for, or a lower bound on it if not complete. Of a problem with `max`, how many placements reach
    /// the largest number.
    pub count: BigUint,
    /// Of a problem with `max`, the largest number of pieces of the kinds written so, together.
    pub maximum: Option<u32>,
    /// The counts by number, if [`Settings::by_number`] asks for them: in increasing order of the numbers, zeros left out.
    pub by_number: Option<Vec<NumberCount>>,
    /// Up to symmetry, the number of all placements as well.
    pub placements: Option<BigUint>,
    /// Whether everything was counted.
    pub complete: bool,
    /// Units counted to their end.
    pub units_done: usize,
    /// Partial placements made.
    pub nodes: u64,
    /// Time for starting the threads and counting all units.
    pub elapsed: Duration,
}

/// How many placements have just so many pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberCount {
    /// How many of each kind written `*` or `max`, in the problem's order.
    pub pieces: Vec<u32>,
    /// The placements.
    pub count: BigUint,
}

/// Why a run has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The threads could not be started.
    #[error("{0} threads cannot be started")]
    Threads(usize),
    /// A sum of weighted counts is not the multiple that it must be: an engine is wrong.
    #[error("internal check failed: {sum} is no multiple of {divisor}; please report this problem")]
    NoMultiple {
        /// The sum.
        sum: BigUint,
        /// What it must be a multiple of.
        divisor: u64,
    },
}

/// The placements of a problem by the square of one piece. Made by [`divide`].
pub struct Division {
    /// The letter of the kind whose piece on the lowest square it is.
    pub letter: char,
    /// For each square where it can stand, lowest first, the plan that counts those placements.
    pub parts: Box<dyn Iterator<Item = (Square, Plan)>>,
}

/// Makes a plan.
///
/// # Errors
/// Problems that no engine counts yet, and settings that cannot be met.
pub fn plan(problem: &Problem, settings: &Settings) -> Result<Plan, PlanError> {
    check(problem, settings)?;
    let squares = problem.board().squares();
    if settings.engine == Engine::Naive {
        if settings.up_to == UpTo::Symmetry || settings.kernel.is_some() {
            return Err(PlanError::NaiveIsPlain);
        }
        let terms = vec![Term::new(Box::new(Naive { problem: problem.clone() }), 1)];
        return Ok(Plan::new(terms, 0, &[], settings, 0));
    }
    let group = match settings.up_to {
        UpTo::Nothing => Vec::new(),
        UpTo::Symmetry => fixed::symmetries(problem),
    };
    with_mask!(squares, M => {
        let instance = Instance::<M>::new(problem);
        let whole = instance.clone().merged();
        let way = way(settings);
        let mut terms = vec![Term::new(choice::whole(problem.board(), &whole, way).ok_or_else(|| misfit(settings))?, 1)];
        for (map, times) in fixed::conjugacy_classes(&group).into_iter().skip(1) {
            let kept = fixed::Kept::new(&instance, map, way);
            let kept = kept.map_err(|ways| PlanError::TooManyWays { map: map.point.name(), ways })?;
            terms.push(Term::new(Box::new(kept), times));
        }
        let plan = Plan::new(terms, instance.maps.len(), &group, settings, M::WORDS);
        check_memory(plan.summary.memory, settings)?;
        Ok(plan)
    })
}

/// Divides the placements of a problem by the lowest square that holds a piece of its first kind (fixed pieces
/// not considered).
///
/// # Errors
/// What [`plan`] refuses, problems without a piece to divide by, and settings that ask for classes or for the naive
/// engine.
pub fn divide(problem: &Problem, settings: &Settings) -> Result<Division, PlanError> {
    check(problem, settings)?;
    if settings.engine == Engine::Naive || settings.up_to == UpTo::Symmetry {
        return Err(PlanError::DivideIsPlain);
    }
    let board = problem.board().clone();
    let settings = settings.clone();
    with_mask!(board.squares(), M => {
        let instance = Instance::<M>::new(problem);
        let whole = choice::whole(&board, &instance.clone().merged(), way(&settings));
        let needed = whole.ok_or_else(|| misfit(&settings))?.memory();
        check_memory(needed, &settings)?;
        let first = problem.pieces().find(|pieces| pieces.free_pieces() > 0).ok_or(PlanError::NothingToDivide)?;
        let inner = board.clone();
        let parts = (0..board.squares()).filter_map(move |square| {
            let part = instance.with_lowest(square)?;
            let maps = part.maps.len();
            let terms = vec![Term::new(choice::part(&inner, &part.merged(), way(&settings)), 1)];
            Some((board.square(square), Plan::new(terms, maps, &[], &settings, M::WORDS)))
        });
        Ok(Division { letter: first.kind.letter(), parts: Box::new(parts) })
    })
}

/// Refuses what no engine counts.
fn check(problem: &Problem, settings: &Settings) -> Result<(), PlanError> {
    if problem.armies().len() > 1 {
        return Err(PlanError::Armies(problem.armies().len()));
    }
    if problem.objective() != Objective::Exactly {
        return Err(PlanError::Objective(problem.objective()));
    }
    match settings.kernel.filter(|kernel| !kernel.is_available()) {
        Some(kernel) => Err(PlanError::Kernel(kernel)),
        None => Ok(()),
    }
}

/// Why a problem has no counter.
fn misfit(settings: &Settings) -> PlanError {
    if settings.engine == Engine::Halves { PlanError::NotHalves } else { PlanError::NotRows }
}

fn check_memory(needed: usize, settings: &Settings) -> Result<(), PlanError> {
    match settings.memory {
        Some(allowed) if needed as u64 > allowed => Err(PlanError::Memory { needed: needed as u64, allowed }),
        _ => Ok(()),
    }
}

fn threads(settings: &Settings) -> usize {
    let threads = settings.threads.filter(|&threads| threads > 0);
    threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// How the settings would have an instance counted.
fn way(settings: &Settings) -> Way {
    let fineness = Fineness { most_units: MOST_UNITS, finest: settings.finest_units };
    let kernel = settings.kernel.unwrap_or_else(Kernel::best);
    Way { engine: settings.engine, kernel, fineness, threads: threads(settings) }
}

/// Below this expected cost (about nanoseconds) a run stays on the calling thread: starting others takes longer.
const WORTH_THREADS: f64 = 300_000.0;

impl Plan {
    fn new(
        terms: Vec<Term>,
        maps: usize,
        group: &[BoardMap],
        settings: &Settings,
        mask_words: usize,
    ) -> Self {
        let works = |term: &Term| (0..term.counter.units()).map(|unit| term.work(unit)).collect::<Vec<_>>();
        let works: Vec<f64> = terms.iter().flat_map(works).collect();
        let work: f64 = works.iter().sum();
        let mut starts = vec![0];
        for term in &terms {
            starts.push(starts[starts.len() - 1] + term.counter.units());
        }
        let threads = threads(settings);
        let estimate = Estimate::sum(&terms.iter().map(|term| term.estimate).collect::<Vec<_>>());
        let summary = Summary {
            engine: terms[0].counter.engine(),
            kernel: terms[0].counter.kernel(),
            maps,
            symmetries: group.iter().map(|map| map.point.name()).collect(),
            terms: terms.len(),
            units: works.len(),
            heaviest: works.iter().copied().fold(0.0, f64::max) / work.max(1.0),
            expected_seconds: estimate.seconds,
            estimate,
            mask_words,
            memory: terms.iter().map(|term| term.counter.memory()).sum(),
            threads,
        };
        Self { terms, starts, work, summary }
    }

    /// What the sum of the terms is divided by: the size of the symmetry group, or 1.
    fn group(&self) -> u64 {
        self.summary.symmetries.len().max(1) as u64
    }

    /// What it is going to do.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Counts. Units go to the threads by work stealing; the observer hears of each and can stop the run.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    pub fn run(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let units = 0..self.summary.units;
        let partials: Vec<Option<Partial>> = if self.summary.threads == 1
            || self.work < WORTH_THREADS
            || units.len() < 2
        {
            self.prepare();
            units.map(|unit| self.count_unit(unit, observer)).collect()
        } else {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.summary.threads).build();
            let pool = pool.map_err(|_| RunError::Threads(self.summary.threads))?;
            pool.install(|| {
                self.prepare();
                units.into_par_iter().with_max_len(1).map(|unit| self.count_unit(unit, observer)).collect()
            })
        };
        let elapsed = start.elapsed();
        let complete = partials.iter().all(|partial| partial.is_some_and(|partial| partial.complete));
        let placements = self.sum(&partials, 0)?;
        let mut count = placements.clone();
        for term in 1..self.terms.len() {
            count += self.sum(&partials, term)? * self.terms[term].times;
        }
        let found: Vec<&Partial> = partials.iter().flatten().collect();
        Ok(Outcome {
            count: quotient(count, self.group(), complete)?,
            maximum: None,
            by_number: None,
            placements: (!self.summary.symmetries.is_empty()).then_some(placements),
            complete,
            units_done: found.iter().filter(|partial| partial.complete).count(),
            nodes: found.iter().map(|partial| partial.nodes).sum(),
            elapsed,
        })
    }

    fn prepare(&self) {
        self.terms.iter().for_each(|term| term.counter.prepare());
    }

    /// Counts the unit with this number, unless the run is to stop.
    fn count_unit(&self, unit: usize, observer: &dyn Observer) -> Option<Partial> {
        if observer.should_stop() {
            return None;
        }
        let term = self.starts.partition_point(|&start| start <= unit) - 1;
        let (counter, within) = (&self.terms[term].counter, unit - self.starts[term]);
        let partial = counter.count(within, &|| observer.should_stop());
        if partial.complete {
            let weight = counter.weight(within) as f64 * self.terms[term].scale;
            observer.unit_done(&UnitDone {
                unit,
                share: self.terms[term].work(within) / self.work,
                found: partial.placements as f64 * weight / self.group() as f64,
                nodes: partial.nodes,
            });
        }
        Some(partial)
    }

    /// The number of placements that a term counts; a lower bound if units are missing.
    fn sum(&self, partials: &[Option<Partial>], term: usize) -> Result<BigUint, RunError> {
        let counter = &self.terms[term].counter;
        let mut tally = Tally::default();
        let mut complete = true;
        for (unit, partial) in partials[self.starts[term]..self.starts[term + 1]].iter().enumerate() {
            complete &= partial.is_some_and(|partial| partial.complete);
            if let Some(partial) = partial {
                tally.add(partial.placements, counter.weight(unit));
            }
        }
        Ok(quotient(tally.total(), counter.divisor(), complete)? * counter.factor())
    }
}

/// `sum / divisor`: checked to have no remainder if the sum is complete, else rounded down.
fn quotient(sum: BigUint, divisor: u64, complete: bool) -> Result<BigUint, RunError> {
    let quotient = &sum / divisor;
    if complete && &quotient * divisor != sum {
        return Err(RunError::NoMultiple { sum, divisor });
    }
    Ok(quotient)
}

/// The oracle as a counter: one unit.
struct Naive {
    problem: Problem,
}

impl Counter for Naive {
    fn engine(&self) -> (&'static str, u32) {
        ("naive", 1)
    }

    fn kernel(&self) -> Option<Kernel> {
        None
    }

    fn units(&self) -> usize {
        1
    }

    fn weight(&self, _: usize) -> u64 {
        1
    }

    fn work(&self, _: usize) -> f64 {
        1.0
    }

    fn divisor(&self) -> u64 {
        1
    }

    fn factor(&self) -> &BigUint {
        static ONE: std::sync::LazyLock<BigUint> = std::sync::LazyLock::new(|| BigUint::from(1u32));
        &ONE
    }

    fn count(&self, _: usize, should_stop: &dyn Fn() -> bool) -> Partial {
        let nodes = std::cell::Cell::new(0);
        let stop = || {
            nodes.set(nodes.get() + 1);
            should_stop()
        };
        let (placements, complete) = naive::count(&self.problem, &stop);
        Partial { placements, nodes: nodes.get(), complete }
    }

    fn memory(&self) -> usize {
        0
    }
}
