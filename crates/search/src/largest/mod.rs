//! The maximum number of pieces that fit, with a placement that attains it.
//!
//! There are three methods, because none is good for every problem. A clique, like a row for queens, holds at
//! most one piece. If a [local search](local) finds a placement as large as a [cover](network) by cliques
//! allows, that is the answer. Otherwise [branch and bound](mod@search) makes an attempt. If that does not
//! end, the expected time of the frontier engine decides which method continues: it is quick for kinds of
//! short range, and branch and bound for those of long range. Neither continues for ever: an engine that
//! takes much longer than expected makes way for the other.
//!
//! Every answer has a placement, which is checked against the rules of movement before it is shown. A sweep
//! finds only the number, and the placement is then searched for with the number known. If all else fails,
//! pieces are fixed square by square, and the number is computed again each time.

mod covered;
mod lines;
mod local;
pub(crate) mod matching;
mod network;
mod search;

use crate::board::WideMask;
use crate::clock::Instant;
use crate::engines::Engine;
use crate::engines::naive::{self, KindOnSquare};
use crate::engines::strips;
use crate::engines::strips::witness::largest_placement;
use crate::feature::Feature;
use crate::named::{Named, named};
use crate::placement::Placement;
use crate::plan::cases::{Case, Split, cases_up_to};
use crate::plan::{
    Observer, Outcome, Plan, PlanError, Settings, StoppingObserver, plan_unless_stopped, unless_stopped,
};
use crate::problem::{Objective, Problem, Quantity, fixed_pieces};
use crate::question::Question;
use crate::search::error::{MAX_COVERED, MAX_VERTICES, SearchError};
use crate::search::one_by_one::fixed_one_by_one;
use crate::symmetry::symmetries;
use crate::up_to::UpTo;
use crate::with_mask;
use covered::{CoverBounds, by_cover};
use local::LocalSearch;
use network::Network;
use search::{SearchEnd, search};
use std::time::Duration;

/// The name in results with a version that is raised whenever results change.
const BOUND: (&str, u32) = ("bound", 1);

named! {
    /// Which engine looks for the largest number.
    #[derive(Default)]
    pub enum Finder {
        /// The engine expected to finish first.
        #[default]
        Best = "best",
        /// Branch and bound.
        Bound = "bound",
        /// Square by square, merging equal states (a transfer matrix).
        Frontier = "frontier",
        /// Straight from the definition; slow, for checking.
        Naive = "naive",
    }
}

/// The maximum, with its proof.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Maximum {
    /// The question.
    pub question: Question,
    /// True if the placements that attain the maximum were to be counted.
    pub is_counted: bool,
    /// The maximum number of pieces of the kinds written `max`, together, or a lower bound of it if not
    /// proved. `None` if there is no placement or, if not proved, none was found.
    pub number: Option<u32>,
    /// A placement that attains the number; without pieces if there is none.
    pub placement: Placement,
    /// True if the number is proved to be the maximum.
    pub proved: bool,
    /// An upper bound of the number.
    pub bound: Option<u32>,
    /// The name and version of the engine that proved it, or was used last.
    pub engine: (&'static str, u32),
    /// The number of placements that attain it, if requested.
    pub outcome: Option<Outcome>,
    /// The number of partial placements made by branch and bound.
    pub nodes: u64,
    /// The total time.
    pub elapsed: Duration,
}

/// The duration of the first attempt of branch and bound, before a sweep is considered. Each further one is
/// longer by [`ATTEMPT_GROWTH`].
const FIRST_ATTEMPT: Duration = Duration::from_millis(100);
/// The factor by which each attempt is longer than the last.
const ATTEMPT_GROWTH: u32 = 4;
/// A sweep is begun if its expected time is at most this many times the last attempt of branch and bound.
const READY: f64 = 2.0;
/// A sweep is given up after this many times its expected time.
const LATE: f64 = 8.0;
/// The shortest time after which a sweep is given up.
const SHORT_SWEEP: Duration = Duration::from_secs(1);
/// The number of looks at a vertex in the first local search, for each pair of vertices.
const PAIR_EFFORT: usize = 200;
/// The largest number of looks at a vertex in the first local search: some tens of milliseconds.
const FIRST_EFFORT: usize = 30_000_000;
/// The number of looks at a vertex in later local searches, for each second of an attempt.
const EFFORT: f64 = 200_000_000.0;
/// The least time to look for a placement whose number is known before pieces are fixed one by one.
const MIN_LOCAL_SEARCH: Duration = Duration::from_secs(1);
/// The seed of the first local search.
const SEED: u64 = 0x1a26e57;

/// Finds the maximum number of pieces of the kinds written `max`, with a placement that attains it. If
/// `is_counted`, it also counts these placements.
///
/// The engine of the settings is ignored: `finder` decides. The observer can stop the search. It then returns
/// its result so far, with `proved` false.
///
/// # Errors
/// Fails for problems without `max`, with several armies, or too large for the requested finder, if settings
/// cannot be met, and if a check fails.
pub fn largest(
    question: &Question,
    settings: &Settings,
    finder: Finder,
    is_counted: bool,
    observer: &dyn Observer,
) -> Result<Maximum, SearchError> {
    let start = Instant::now();
    let problem = &question.problem;
    if problem.objective() != Objective::Maximum {
        return Err(SearchError::NothingToMaximise);
    }
    if problem.board().is_large() {
        return on_large_board(question, settings, finder, is_counted, observer);
    }
    if problem.has_enemies() {
        return Err(PlanError::Armies(problem.armies().len()).into());
    }
    if problem.has_ranges() && problem.is_pairwise() && finder != Finder::Naive {
        return with_least_numbers(question, settings, finder, is_counted, observer);
    }
    if let Some(feature) = problem.find_unsupported(KNOWN).filter(|_| finder != Finder::Naive) {
        let what = Feature::LargestNumber.words();
        let instead = "count placements of an exact number of pieces instead ('armistice count')";
        return Err(PlanError::Together { what, feature, instead }.into());
    }
    if let Some(by) = Split::needed_split(problem).filter(|_| finder != Finder::Naive) {
        if is_counted {
            let what = "the number of placements that attain the maximum (--count)";
            return Err(
                PlanError::Together { what, feature: Feature::Walls, instead: "leave out --count" }.into()
            );
        }
        return best_of(by, question, settings, finder, observer);
    }
    let engine = if finder == Finder::Naive { Engine::ORACLE } else { Engine::SWEEP };
    let settings = settings.clone().with_engine(engine);
    let mut quest = LargestQuest::new(problem, question.up_to, &settings, observer);
    quest.run(finder, is_counted)?;
    let number = quest.number();
    let LargestQuest { best, bound, is_proved, engine, outcome, nodes, .. } = quest;
    let placement = best.unwrap_or_default();
    check(problem, number, &placement)?;
    let bound = if is_proved { number } else { bound };
    let elapsed = start.elapsed();
    let (question, proved) = (question.clone(), is_proved);
    Ok(Maximum { question, is_counted, number, placement, proved, bound, engine, outcome, nodes, elapsed })
}

/// Finds the maximum next to numbers in ranges: it is the one next to the lowest numbers, because fewer pieces
/// leave more room. Placements with higher numbers may also attain it.
fn with_least_numbers(
    question: &Question,
    settings: &Settings,
    finder: Finder,
    is_counted: bool,
    observer: &dyn Observer,
) -> Result<Maximum, SearchError> {
    let start = Instant::now();
    let least = question.with_problem(question.problem.with_least_numbers());
    let mut found = largest(&least, settings, finder, false, observer)?;
    (found.question, found.is_counted) = (question.clone(), is_counted);
    if is_counted && found.proved {
        let counting = settings.clone().with_engine(Engine::BEST);
        let plan = plan_unless_stopped(question, &counting, observer)?;
        let outcome = plan.map(|plan| plan.run(observer)).transpose()?.filter(|outcome| outcome.complete);
        if outcome.as_ref().is_some_and(|outcome| outcome.maximum != found.number) {
            return Err(SearchError::Unsound(format!(
                "two largest numbers were found for {}",
                question.problem
            )));
        }
        found.outcome = outcome;
    }
    found.elapsed = start.elapsed();
    Ok(found)
}

/// Returns the reason why the maximum is not found on a large board.
fn too_large(problem: &Problem) -> SearchError {
    match problem.board().squares() {
        squares if squares > MAX_COVERED => SearchError::LargestOnHugeBoard { squares },
        _ => SearchError::LargestOnLargeBoard,
    }
}

/// Finds the maximum on a board with too many squares for sets. A thin board is a strip, with a placement
/// along it; others are [covered].
fn on_large_board(
    question: &Question,
    settings: &Settings,
    finder: Finder,
    is_counted: bool,
    observer: &dyn Observer,
) -> Result<Maximum, SearchError> {
    let start = Instant::now();
    let problem = &question.problem;
    let should_stop = || observer.should_stop();
    let found = match finder {
        Finder::Best => largest_placement(problem, &should_stop),
        Finder::Bound | Finder::Frontier | Finder::Naive => None,
    };
    let Some((number, placed)) = found else {
        let covered = if is_counted || finder != Finder::Best { None } else { by_cover(problem, observer) };
        let CoverBounds { number, placement, bound } = covered.ok_or_else(|| too_large(problem))?;
        check(problem, number, &placement)?;
        return Ok(Maximum {
            question: question.clone(),
            is_counted,
            number,
            placement,
            proved: number == Some(bound),
            bound: Some(bound),
            engine: BOUND,
            outcome: None,
            nodes: 0,
            elapsed: start.elapsed(),
        });
    };
    let placement = Placement::new(placed);
    check(problem, Some(number), &placement)?;
    let engine = Engine::from_name(strips::NAME).unwrap_or_default();
    let count = || plan_unless_stopped(question, &settings.clone().with_engine(engine), observer);
    let outcome = match is_counted.then(count).transpose()?.flatten() {
        None => None,
        Some(plan) => Some(plan.run(observer)?).filter(|outcome| outcome.complete),
    };
    if outcome.as_ref().is_some_and(|outcome| outcome.maximum != Some(number)) {
        return Err(SearchError::Unsound(format!("two largest numbers were found for {problem}")));
    }
    Ok(Maximum {
        question: question.clone(),
        is_counted,
        number: Some(number),
        placement,
        proved: true,
        bound: Some(number),
        engine: (strips::NAME, strips::VERSION),
        outcome,
        nodes: 0,
        elapsed: start.elapsed(),
    })
}

/// Rejects a result with this number of pieces that is not a placement.
fn check(problem: &Problem, number: Option<u32>, placement: &Placement) -> Result<(), SearchError> {
    if number.is_some() && placement.fault(problem).is_some() {
        return Err(SearchError::Unsound(format!("what was found for {problem} is not a placement of it")));
    }
    Ok(())
}

/// The features that the graph of pieces and conflicts supports, plus walls, which divide a problem into
/// cases.
const KNOWN: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::GivenPieces,
    Feature::AnyNumber,
    Feature::LargestNumber,
    Feature::Walls,
    Feature::Groups,
    Feature::ClosedSquares,
    Feature::ExclusiveLines,
];

/// Finds the best of all cases, one of each orbit. Cases that may have room for the most pieces come first:
/// those that cannot exceed the best so far need no search. For `14x14 Q #1`, only walls inside have room for
/// 15 queens, and the first of these attains 15.
fn best_of(
    by: Split<'_>,
    question: &Question,
    settings: &Settings,
    finder: Finder,
    observer: &dyn Observer,
) -> Result<Maximum, SearchError> {
    let start = Instant::now();
    let problem = &question.problem;
    let (mut number, mut placement, mut engine) = (None, Placement::default(), BOUND);
    // An upper bound for the cases that were not settled.
    let (mut proved, mut bound, mut nodes) = (true, None, 0);
    let cases = cases_up_to(problem, by, &symmetries(problem, false, false))?;
    let should_stop = || observer.should_stop();
    let mut sorted: Vec<(u32, Case)> =
        cases.iter().map(|case| (clique_bound(&case.of, &should_stop), case)).collect();
    sorted.sort_by_key(|(most, _)| std::cmp::Reverse(*most));
    for (most, case) in sorted {
        if number.is_some_and(|number| number >= most) {
            break;
        }
        if observer.should_stop() {
            (proved, bound) = (false, bound.max(Some(most)));
            break;
        }
        let found = largest(&question.with_problem(case.of), settings, finder, false, observer)?;
        if found.number > number {
            (number, placement, engine) =
                (found.number, found.placement.with_pieces(&case.beside), found.engine);
            observer.bounds(number, None);
        }
        if !found.proved {
            (proved, bound) = (false, bound.max(found.bound.or(Some(most))));
        }
        nodes += found.nodes;
    }
    check(problem, number, &placement)?;
    let bound = if proved { number } else { bound.max(number) };
    let elapsed = start.elapsed();
    let (question, is_counted, outcome) = (question.clone(), false, None);
    Ok(Maximum { question, is_counted, number, placement, proved, bound, engine, outcome, nodes, elapsed })
}

/// Returns the bound of a cover by cliques for the number of pieces of the kinds written `max`.
fn clique_bound(problem: &Problem, should_stop: &dyn Fn() -> bool) -> u32 {
    let network = Network::new(problem, should_stop);
    network.map_or(0, |network| network.bound(should_stop) as u32 + count_preplaced(problem))
}

/// Returns the number of pre-placed pieces of the kinds to be maximised.
fn count_preplaced(problem: &Problem) -> u32 {
    let sought = problem.pieces().filter(|pieces| pieces.quantity == Quantity::Max);
    sought.map(|pieces| pieces.fixed.len() as u32).sum()
}

/// The search for the answer, with its results so far.
struct LargestQuest<'a> {
    problem: &'a Problem,
    up_to: UpTo,
    settings: &'a Settings,
    observer: &'a dyn Observer,
    /// The graph; `None` if the pre-placed pieces are in conflict, or if it was stopped.
    network: Option<Network>,
    best: Option<Placement>,
    /// An upper bound of the number.
    bound: Option<u32>,
    /// True if the best is the maximum or, if there is none, that nothing fits.
    is_proved: bool,
    engine: (&'static str, u32),
    outcome: Option<Outcome>,
    nodes: u64,
    /// The number of local searches so far.
    searches: u64,
}

impl<'a> LargestQuest<'a> {
    fn new(problem: &'a Problem, up_to: UpTo, settings: &'a Settings, observer: &'a dyn Observer) -> Self {
        let of = problem.clone();
        let network = unless_stopped(observer, move |cancel| Network::new(&of, &|| cancel.should_stop()));
        Self {
            problem,
            up_to,
            settings,
            observer,
            network: network.flatten(),
            best: None,
            bound: None,
            is_proved: false,
            engine: BOUND,
            outcome: None,
            nodes: 0,
            searches: 0,
        }
    }

    fn run(&mut self, finder: Finder, is_counted: bool) -> Result<(), SearchError> {
        if finder == Finder::Naive {
            return self.try_out(is_counted);
        }
        // A question that cannot be counted is rejected before the search.
        let counting = if is_counted { self.counting()? } else { None };
        let Some(network) = &self.network else {
            self.is_proved = !self.is_stopped();
            return self.count(counting.as_ref(), None);
        };
        let is_small = network.vertices.len() <= MAX_VERTICES;
        if finder == Finder::Bound && !is_small {
            return Err(SearchError::TooLarge);
        }
        if is_small {
            let bound = network.bound(&|| self.is_stopped()) as u32;
            self.bound = Some(bound + count_preplaced(self.problem));
            self.tell_bounds();
            self.look_for_bound(first_effort(network));
            if finder != Finder::Frontier && !self.is_proved {
                self.match_conflicts();
            }
        }
        if finder == Finder::Frontier || !is_small {
            self.is_proved = false;
            self.sweep(None)?;
        } else {
            self.in_turns(finder, counting.as_ref())?;
        }
        self.count(counting.as_ref(), None)
    }

    /// Runs branch and bound and, if it takes long, takes turns with a sweep, which counts if that is
    /// requested.
    fn in_turns(&mut self, finder: Finder, counting: Option<&Plan>) -> Result<(), SearchError> {
        let mut attempt = FIRST_ATTEMPT;
        let mut expected = None;
        while !self.is_proved && !self.is_stopped() {
            self.engine = BOUND;
            self.branch(None, (finder == Finder::Best).then_some(attempt));
            if self.is_proved {
                self.bound = self.number();
                self.tell_bounds();
            }
            if self.is_proved || self.is_stopped() || finder == Finder::Bound {
                break;
            }
            let seconds = match expected {
                Some(seconds) => seconds,
                // A problem that is too large for a sweep may be feasible for branch and bound.
                None => match counting {
                    Some(plan) => plan.summary().estimate.seconds,
                    None => self
                        .plan(self.problem)
                        .ok()
                        .flatten()
                        .map_or(f64::INFINITY, |plan| plan.summary().estimate.seconds),
                },
            };
            expected = Some(seconds);
            if seconds <= attempt.as_secs_f64() * READY {
                let limit = Duration::from_secs_f64(seconds * LATE).max(SHORT_SWEEP);
                match counting {
                    Some(_) => self.count(counting, Some(limit))?,
                    None => self.sweep(Some(limit))?,
                }
                expected = Some(LATE * limit.as_secs_f64());
            }
            if !self.is_proved {
                self.look_for_bound((attempt.as_secs_f64() * EFFORT) as usize);
            }
            attempt = attempt.saturating_mul(ATTEMPT_GROWTH);
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.observer.should_stop()
    }

    /// Returns, for each kind of the problem, whether its pieces are to be maximised.
    fn is_sought(&self) -> Vec<bool> {
        self.problem.pieces().map(|pieces| pieces.quantity == Quantity::Max).collect()
    }

    /// Returns the number of the best placement.
    fn number(&self) -> Option<u32> {
        let is_sought = self.is_sought();
        let sought = |best: &Placement| best.pieces().iter().filter(|(kind, _)| is_sought[*kind]).count();
        self.best.as_ref().map(|best| sought(best) as u32)
    }

    /// Keeps a set of vertices if it is the best so far.
    fn keep(&mut self, vertices: Option<Vec<usize>>) {
        let (Some(network), Some(vertices)) = (&self.network, vertices) else { return };
        let sought = vertices.iter().filter(|&&vertex| network.is_sought[vertex]).count() as u32;
        if self.number().is_some_and(|number| number >= sought + count_preplaced(self.problem)) {
            return;
        }
        let board = self.problem.board();
        let chosen = vertices.iter().map(|&vertex| network.vertices[vertex]);
        let chosen = chosen.map(|vertex| (vertex.kind, board.square(vertex.square)));
        self.best = Some(Placement::new(fixed_pieces(self.problem.pieces()).chain(chosen).collect()));
        self.tell_bounds();
    }

    fn tell_bounds(&self) {
        self.observer.bounds(self.number(), self.bound);
    }

    /// Searches locally for a placement with this number of pieces.
    fn look(&mut self, effort: usize, target: Option<u32>) {
        let Some(network) = &self.network else { return };
        let target = target.map_or(usize::MAX, |target| (target - count_preplaced(self.problem)) as usize);
        let mut local = LocalSearch::new(network, SEED + self.searches);
        self.searches += 1;
        let found = local.run(target, effort, &|| self.observer.should_stop());
        self.keep(found);
    }

    /// Searches locally for as many pieces as the upper bound allows.
    fn look_for_bound(&mut self, effort: usize) {
        self.look(effort, self.bound);
        self.is_proved = self.number().is_some() && self.number() == self.bound;
    }

    /// Finds the maximum by a matching, if the conflicts allow that.
    fn match_conflicts(&mut self) {
        let Some(network) = &self.network else { return };
        let found = network.most_by_matching(&|| self.is_stopped());
        self.is_proved = found.is_some();
        self.keep(found);
        if self.is_proved {
            self.bound = self.number();
            self.tell_bounds();
        }
    }

    /// Runs branch and bound for the maximum, or for a placement with a known number.
    fn branch(&mut self, known: Option<u32>, limit: Option<Duration>) {
        let Some(network) = &self.network else { return };
        let fixed = count_preplaced(self.problem);
        let end = limit.map(|limit| Instant::now() + limit);
        let should_stop = || self.is_stopped() || end.is_some_and(|end| Instant::now() > end);
        let target = known.or(self.bound).map_or(usize::MAX - 1, |target| (target - fixed) as usize);
        let least = match known {
            Some(known) => (known - fixed).checked_sub(1),
            None => self.number().map(|number| number - fixed),
        };
        let least = least.map(|least| least as usize);
        let words = network.vertices.len().div_ceil(64);
        let found = with_mask!(words, M = u64 | WideMask<4> | WideMask<8> | WideMask<16> | WideMask<{ MAX_VERTICES / 64 }> => {
            search::<M>(network, least, target, &should_stop)
        });
        self.nodes += found.nodes;
        self.is_proved = found.end != SearchEnd::Stopped;
        self.keep(found.best);
    }

    /// Returns the question how many placements attain the maximum.
    fn question(&self) -> Question {
        Question { up_to: self.up_to, ..self.problem.into() }
    }

    /// Plans the frontier engine's search for the number; `None` if it was stopped before the plan was made.
    fn plan(&self, problem: &Problem) -> Result<Option<Plan>, PlanError> {
        plan_unless_stopped(&problem.into(), self.settings, self.observer)
    }

    /// Finds the number with the frontier engine, and looks for a placement that attains it.
    fn sweep(&mut self, limit: Option<Duration>) -> Result<(), SearchError> {
        let Some(plan) = self.plan(self.problem)? else { return Ok(()) };
        self.engine = plan.summary().engine;
        let end = limit.map(|limit| Instant::now() + limit);
        let outcome = plan.run(&StoppingObserver { observer: self.observer, end })?;
        if outcome.complete { self.settle(outcome.maximum, outcome.elapsed) } else { Ok(()) }
    }

    /// Plans the count of the placements that attain the maximum; `None` if it was stopped before the plan
    /// was made.
    fn counting(&self) -> Result<Option<Plan>, PlanError> {
        plan_unless_stopped(&self.question(), self.settings, self.observer)
    }

    /// Counts the placements that attain the maximum, if that is requested and was not done before.
    fn count(&mut self, counting: Option<&Plan>, limit: Option<Duration>) -> Result<(), SearchError> {
        let Some(plan) = counting.filter(|_| self.outcome.is_none() && !self.is_stopped()) else {
            return Ok(());
        };
        if !self.is_proved {
            self.engine = plan.summary().engine;
        }
        let end = limit.map(|limit| Instant::now() + limit);
        let outcome = plan.run(&StoppingObserver { observer: self.observer, end })?;
        if outcome.complete {
            self.settle(outcome.maximum, outcome.elapsed)?;
            self.outcome = Some(outcome);
        }
        Ok(())
    }

    /// Takes a number as the answer, with the time that it took to find.
    fn settle(&mut self, maximum: Option<u32>, elapsed: Duration) -> Result<(), SearchError> {
        let is_consistent = match self.is_proved {
            true => self.number() == maximum,
            false => self.number() <= maximum && (self.bound.is_none() || maximum <= self.bound),
        };
        if !is_consistent {
            let (number, problem) = (self.number(), self.problem);
            return Err(SearchError::Unsound(format!(
                "{problem}: {number:?} and {maximum:?} by two engines"
            )));
        }
        let Some(number) = maximum.filter(|_| self.number() < maximum) else {
            self.is_proved = true;
            return Ok(());
        };
        self.bound = maximum;
        if self.network.as_ref().is_some_and(|network| network.vertices.len() <= MAX_VERTICES) {
            self.look(FIRST_EFFORT, maximum);
            if self.number() < maximum {
                self.branch(maximum, Some(MIN_LOCAL_SEARCH.max(elapsed)));
            }
        }
        if self.number() < maximum && !self.is_stopped() {
            self.reduce(number)?;
        }
        self.is_proved = self.number() == maximum;
        Ok(())
    }

    /// Fixes one piece after another on the first square that keeps the number.
    fn reduce(&mut self, number: u32) -> Result<(), SearchError> {
        let any = self.problem.numbers_of(|pieces| pieces.quantity == Quantity::Any);
        // No more pieces of those kinds are needed than are pre-placed.
        let without = |problem: Problem, kind: usize| {
            let given = problem.pieces().nth(kind)?.fixed.len() as u32;
            problem.with_number(kind, given)
        };
        let Some(problem) = any.into_iter().try_fold(self.problem.clone(), without) else { return Ok(()) };
        let has_number = |problem: &Problem| {
            let Some(plan) = self.plan(problem)? else { return Ok(None) };
            let outcome = plan.run(self.observer)?;
            Ok(outcome.complete.then_some(outcome.maximum == Some(number)))
        };
        let best = fixed_one_by_one(&problem, &has_number)?;
        self.best = best.or(self.best.take());
        Ok(())
    }

    /// Tries everything out.
    fn try_out(&mut self, is_counted: bool) -> Result<(), SearchError> {
        let plan = crate::plan::plan(&self.question(), self.settings)?;
        self.engine = plan.summary().engine;
        let is_sought = self.is_sought();
        let board = self.problem.board();
        let mut best: Option<(usize, Vec<KindOnSquare>)> = None;
        self.is_proved = naive::visit_placements(self.problem, &|| self.is_stopped(), &mut |placed| {
            let number = placed.iter().filter(|(kind, _)| is_sought[*kind]).count();
            if best.as_ref().is_none_or(|(most, _)| *most < number) {
                best = Some((number, placed.to_vec()));
            }
        });
        let square = |(row, col): (i64, i64)| board.square(row as usize * board.cols() + col as usize);
        let pieces = |placed: &[KindOnSquare]| placed.iter().map(|&(kind, at)| (kind, square(at))).collect();
        self.best = best.map(|(_, placed)| Placement::new(pieces(&placed)));
        if is_counted && self.is_proved { self.count(Some(&plan), None) } else { Ok(()) }
    }
}

fn first_effort(network: &Network) -> usize {
    FIRST_EFFORT.min(PAIR_EFFORT * network.vertices.len().pow(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::engines::random::Random;
    use crate::plan::Silent;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Problems of every type: no pieces fit, one does, several kinds, equivalent kinds, pieces that attack
    /// in one direction only.
    const PROBLEMS: &[&str] = &[
        "1x1 Qmax",
        "1x1 Q2 Nmax",
        "3x3 Q4 Nmax",
        "3x3 Q1 Nmax",
        "3x3 Q@a1 Nmax@b1",
        "4x4 Nmax",
        "4x4 Qmax",
        "4x4 Q2 Nmax",
        "4x4 K2 R Nmax",
        "4x4 Nmax Kmax",
        "4x4 Amax Nmax Q",
        "4x4 Xmax Nmax X=N",
        "3x5 Bmax N*",
        "3x5 Kmax N2@a1 W*@c3",
        "4x4/torus Nmax",
        "4x4/cylinder Bmax K",
        "3x4/torus Pmax K",
        "3x5-b2,d2 Rmax B",
        "4x4-light Fmax Wmax",
        "4x4 Hmax@b2 R",
        "4x4 Pmax Wmax",
        "4x4 Xmax Y2 X=fWlA Y=rD",
        "3x3 Qmax + Nmax",
        "3x4 Rmax B + Kmax",
    ];

    fn quest<'a>(problem: &'a Problem, settings: &'a Settings) -> (LargestQuest<'a>, Option<u32>) {
        let quest = LargestQuest::new(problem, UpTo::Nothing, settings, &Silent);
        (quest, naive::answer(problem, false, &|| false).maximum)
    }

    fn has(quest: &LargestQuest<'_>, number: Option<u32>) {
        let problem = quest.problem;
        assert_eq!(quest.number(), number, "{problem}");
        if let Some(best) = &quest.best {
            let place = |square: Square| (square.row as i64, square.col as i64);
            let placed: Vec<KindOnSquare> =
                best.pieces().iter().map(|&(kind, square)| (kind, place(square))).collect();
            assert!(naive::is_placement(problem, &placed), "{problem}: {best:?}");
        }
    }

    /// Local search leaves branch and bound little to find. It is therefore tested alone, from nothing and
    /// for a known number.
    #[test]
    fn branch_and_bound_needs_no_start() {
        let settings = Settings::default().with_engine(Engine::SWEEP);
        for text in PROBLEMS {
            let problem = text.parse().unwrap();
            let (mut whole, maximum) = quest(&problem, &settings);
            whole.branch(None, None);
            has(&whole, maximum);
            if let Some(number) = maximum {
                for known in [Some(number), number.checked_sub(1)].into_iter().flatten() {
                    let (mut reached, _) = quest(&problem, &settings);
                    reached.branch(Some(known), None);
                    assert!(reached.number() >= Some(known), "{text}");
                }
                let (mut above, _) = quest(&problem, &settings);
                above.branch(Some(number + 1), None);
                has(&above, None);
            }
        }
    }

    #[test]
    fn pieces_are_fixed_one_by_one() {
        let settings = Settings::default().with_engine(Engine::SWEEP);
        for text in PROBLEMS {
            let problem = text.parse().unwrap();
            let (mut quest, maximum) = quest(&problem, &settings);
            if let Some(number) = maximum {
                quest.reduce(number).unwrap();
                has(&quest, maximum);
            }
        }
    }

    #[test]
    fn local_search_finds_the_largest_of_small_problems() {
        for text in PROBLEMS {
            let problem = text.parse().unwrap();
            let settings = Settings::default();
            let (mut quest, maximum) = quest(&problem, &settings);
            quest.look(1_000_000, maximum);
            has(&quest, maximum);
        }
    }

    /// No cover of all choices by cliques gives 38.
    #[test]
    fn bounds_of_groups_are_added() {
        let problem: Problem = "10x10 Qmax + Rmax + Bmax".parse().unwrap();
        let found = largest(&(&problem).into(), &Settings::default(), Finder::Best, false, &Silent).unwrap();
        assert_eq!((found.number, found.proved, found.nodes), (Some(38), true, 0));
    }

    /// Rooks and bishops conflict along lines, knights across colours, with holes, edges and given pieces.
    #[test]
    fn a_matching_finds_the_largest_of_random_boards() {
        let settings = Settings::default();
        let mut random = Random::new(SEED);
        let mut matched = 0;
        for round in 0..300 {
            let (ranks, files) = (2 + random.draw_below(3), 2 + random.draw_below(3));
            let edges = ["", "", "/cylinder", "/torus", "/klein"][random.draw_below(5)];
            let mut signs = String::new();
            for sign in ['-', '~'] {
                for at in 0..ranks * files {
                    if random.draw_below(6) == 0 {
                        let end = if signs.contains(sign) { ',' } else { sign };
                        let file = char::from(b'a' + (at % files) as u8);
                        signs.push_str(&format!("{end}{file}{}", 1 + at / files));
                    }
                }
            }
            let kind = ["Rmax", "Bmax", "Nmax", "Xmax X=fWlA", "Ymax Y=fBfR"][random.draw_below(5)];
            let text = format!("{ranks}x{files}{edges}{signs} {kind}");
            // Not every board has every edge, and a board needs a square.
            let Ok(problem) = text.parse::<Problem>() else { continue };
            let (mut quest, maximum) = quest(&problem, &settings);
            quest.match_conflicts();
            if quest.is_proved {
                matched += 1;
                has(&quest, maximum);
            } else {
                let is_flat = edges.is_empty() && ["Rmax", "Bmax", "Nmax"].contains(&kind);
                assert!(!is_flat, "round {round}: {text}");
            }
        }
        assert!(matched > 100, "{matched}");
    }

    #[test]
    fn what_another_piece_can_stand_for_is_left_out() {
        let vertices = |text: &str| {
            Network::new(&text.parse().unwrap(), &|| false).map(|network| network.vertices.len())
        };
        assert_eq!(vertices("8x8 Kmax"), Some(16));
        assert_eq!(vertices("3x3 Amax Nmax"), vertices("3x3 Nmax"));
        assert_eq!(vertices("4x4 Xmax Nmax X=N"), Some(16));
        // Pieces of exact numbers stay.
        assert_eq!(vertices("2x2 K Nmax"), Some(8));
        assert_eq!(vertices("2x2 Q@a1 N@b1 Kmax"), None);
    }

    /// An observer that stops once the maximum is known.
    struct MaximumWatcher(AtomicBool);

    impl Observer for MaximumWatcher {
        fn bounds(&self, least: Option<u32>, most: Option<u32>) {
            self.0.fetch_or(least.is_some() && least == most, Ordering::Relaxed);
        }

        fn should_stop(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    /// However long the count of placements takes.
    #[test]
    fn a_number_that_is_proved_stays_proved_without_a_count() {
        for text in ["8x8 Nmax Bmax Rmax Kmax", "9x9 Q4 Nmax", "7x7 Qmax Nmax"] {
            let problem = text.parse::<Problem>().unwrap().into();
            let known = largest(&problem, &Settings::default(), Finder::Best, false, &Silent).unwrap();
            let stop = MaximumWatcher(AtomicBool::new(false));
            let found = largest(&problem, &Settings::default(), Finder::Best, true, &stop).unwrap();
            assert!(found.proved && known.proved && found.is_counted, "{found:?}");
            assert_eq!((found.number, found.bound), (known.number, known.number), "{text}");
        }
    }

    /// On boards of all sizes, whatever was being prepared.
    #[test]
    fn a_search_that_is_stopped_at_once_claims_nothing() {
        let stop = AtomicBool::new(true);
        for text in
            ["40x40 Nmax", "128x128/torus Qmax", "100x100~a1 Kmax", "127x127/klein Amax", "20x20 Qmax Nmax"]
        {
            let problem: Problem = text.parse().unwrap();
            let found =
                largest(&(&problem).into(), &Settings::default(), Finder::Best, false, &stop).unwrap();
            let squares = problem.board().squares() as u32;
            assert!(!found.proved && found.bound.is_none_or(|bound| bound <= 2 * squares), "{found:?}");
            assert!(found.number <= found.bound || found.bound.is_none(), "{found:?}");
        }
    }

    /// If a sweep is given up, results so far are kept, and none of them counts as proved.
    #[test]
    fn a_stopped_search_is_a_lower_bound() {
        let stop = AtomicBool::new(true);
        let problem = "12x12 Q6 Nmax".parse::<Problem>().unwrap().into();
        for finder in [Finder::Best, Finder::Bound, Finder::Frontier, Finder::Naive] {
            let found = largest(&problem, &Settings::default(), finder, true, &stop).unwrap();
            assert!(!found.proved && found.number.is_none_or(|number| number <= 19), "{found:?}");
        }
    }
}
