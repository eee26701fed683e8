//! The decision whether a problem of opposing armies has a placement: the result is a placement, or the proof
//! that there is none.
//!
//! Local search finds placements quickly if there are many, and proves nothing if it finds none. Then a
//! complete search follows.

use super::labelled::{self, SearchResult};
use crate::clock::Instant;
use crate::engines::armies::{self, ClassOrder};
use crate::engines::instance::Instance;
use crate::engines::lines::{self, LabelledProblem};
use crate::engines::{Engine, Kernel};
use crate::named::Named;
use crate::placement::Placement;
use crate::plan::{Observer, Outcome, Plan, Settings, StoppingObserver, plan_unless_stopped};
use crate::problem::{Problem, fixed_pieces};
use crate::question::Demand;
use crate::search::armies::local::ArmiesLocalSearch;
use crate::search::error::SearchError;
use crate::search::found::First;
use crate::search::listing::walked::list_by_walk;
use crate::search::one_by_one::fixed_one_by_one;
use crate::symmetry::classes::Classes;
use num_bigint::BigUint;
use std::time::Duration;

/// The number of steps of the first local search: some milliseconds.
const FIRST_STEPS: u64 = 20_000;
/// The number of steps of the second local search.
const MORE_STEPS: u64 = 480_000;
/// The number of steps of the local search for a placement that is known to exist.
const LONG_STEPS: u64 = 6_000_000;
/// The expected seconds of a search below which more local search would only take longer.
const QUICK: f64 = 0.1;
/// The seed of local search.
const SEED: u64 = 0xa2315;

/// A complete search that found no placement.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Refutation {
    /// The problem without a placement, as text.
    pub problem: String,
    /// The name and version of the engine; counting squares is also an engine.
    pub engine: (&'static str, u32),
    /// The number of partial placements made.
    pub nodes: u64,
    /// The number of refutations of each type, one line each; may be empty.
    pub steps: Vec<String>,
    /// The time taken.
    pub elapsed: Duration,
    /// True if there are simply more pieces than squares.
    pub is_of_numbers: bool,
}

impl Refutation {
    /// Returns the refutation by a search of a problem that began at `start`.
    fn of_search(
        problem: &Problem,
        engine: (&'static str, u32),
        nodes: u64,
        steps: Vec<String>,
        start: Instant,
    ) -> Self {
        let (problem, elapsed) = (problem.to_string(), start.elapsed());
        Self { problem, engine, nodes, steps, elapsed, is_of_numbers: false }
    }

    /// Combines the refutations for all ways to divide a number among the open kinds of a problem; `None` if
    /// there are none.
    pub(crate) fn of_all(problem: &Problem, number: u32, all: &[Self]) -> Option<Self> {
        let [first, .., last] = all else { return all.first().cloned() };
        let (ways, first_way, last_way) = (all.len(), &first.problem, &last.problem);
        let told = format!(
            "{ways} ways to share {number}, from {first_way} to {last_way}, each searched to its end"
        );
        Some(Self {
            problem: format!("{problem}, {number} for max,"),
            engine: last.engine,
            nodes: all.iter().map(|one| one.nodes).sum(),
            steps: vec![told],
            elapsed: all.iter().map(|one| one.elapsed).sum(),
            is_of_numbers: false,
        })
    }

    /// Returns the refutation that there are more pieces than squares. `told` describes the attempted change
    /// of the problem.
    pub(crate) fn of_numbers(problem: &Problem, told: &str) -> Self {
        let squares = problem.board().open_area();
        Self {
            problem: format!("{problem}, {told}"),
            engine: ("numbers", 1),
            nodes: 0,
            steps: vec![format!("more pieces than the {squares} squares")],
            elapsed: Duration::ZERO,
            is_of_numbers: true,
        }
    }
}

/// Decides whether the problem has a placement.
pub(crate) fn decide(
    problem: &Problem,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<First<Refutation>, SearchError> {
    if observer.should_stop() {
        return Ok(First::Stopped);
    }
    let found = |placement: Placement, by: &'static str| First::from_placement(problem, placement, by);
    observer.search_begins(&problem.to_string());
    let is_pairwise = problem.is_pairwise();
    let kernel = settings.kernel.unwrap_or_else(Kernel::best);
    if let Some(labelling) = LabelledProblem::from_problem(problem, kernel) {
        if let Some(placement) = labelled::guess(&labelling, problem, observer) {
            return found(placement, "random labelling");
        }
        let start = Instant::now();
        let searched = labelled::search(&labelling, problem, settings.pool(), observer)?;
        return match searched.placement {
            Some(placement) => found(placement, "lines"),
            None if !searched.complete => Ok(First::Stopped),
            None => {
                let SearchResult { nodes, steps, .. } = searched;
                let engine = (lines::NAME, lines::VERSION);
                Ok(First::None { by: Refutation::of_search(problem, engine, nodes, steps, start) })
            }
        };
    }
    if is_pairwise && let Some(placement) = walk(problem, FIRST_STEPS, observer) {
        return found(placement, "local search");
    }
    if observer.should_stop() {
        return Ok(First::Stopped);
    }
    let Some(plan) = plan_unless_stopped(&problem.into(), settings, observer)? else {
        return Ok(First::Stopped);
    };
    if is_pairwise
        && plan.summary().estimate.seconds > QUICK
        && let Some(placement) = walk(problem, MORE_STEPS, observer)
    {
        return found(placement, "local search");
    }
    let start = Instant::now();
    let (outcome, engine) = count_in_turns(problem, plan, settings, observer)?;
    if !outcome.complete && outcome.count == BigUint::ZERO {
        return Ok(First::Stopped);
    }
    if outcome.count == BigUint::ZERO {
        let by = Refutation::of_search(problem, engine, outcome.nodes, Vec::new(), start);
        return Ok(First::None { by });
    }
    if is_pairwise && let Some(placement) = walk(problem, LONG_STEPS, observer) {
        return found(placement, "local search");
    }
    if !is_pairwise {
        let mut list = list_by_walk(problem, Demand::Nothing, Classes::new(problem, &[], false));
        return match list.advance(u64::MAX, &|| observer.should_stop()) {
            Some(listed) => found(listed.placement, "list"),
            None => Ok(First::Stopped),
        };
    }
    let has_some = |problem: &Problem| {
        let plan = plan_unless_stopped(&problem.into(), settings, observer)?;
        let Some(outcome) = plan.map(|plan| plan.run(observer)).transpose()? else { return Ok(None) };
        Ok(if outcome.count > BigUint::ZERO { Some(true) } else { outcome.complete.then_some(false) })
    };
    match fixed_one_by_one(problem, &has_some)? {
        Some(placement) => found(placement, engine.0),
        None => Ok(First::Stopped),
    }
}

/// The duration of the first turn of an engine; each further one is longer by [`TURN_GROWTH`].
const FIRST_TURN: Duration = Duration::from_secs(1);
/// The factor by which each turn is longer than the last.
const TURN_GROWTH: u32 = 4;

/// Counts with the engine that is expected to be the quickest. If it takes long, it takes turns with the
/// armies engine: the growth of a sweep's states is hard to predict if armies are crowded.
fn count_in_turns(
    problem: &Problem,
    plan_of_best: Plan,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<(Outcome, (&'static str, u32)), SearchError> {
    let has_other = problem.is_pairwise() && plan_of_best.summary().engine.0 != armies::NAME;
    let other = Engine::from_name(armies::NAME).unwrap_or_default();
    let (mut plans, mut turn) = (vec![plan_of_best], FIRST_TURN);
    for number in 0.. {
        if number == 1 {
            // The plan is made at the engine's turn. If its settings cannot be met, the other engine has all
            // turns.
            let settings = settings.clone().with_engine(other);
            plans.extend(plan_unless_stopped(&problem.into(), &settings, observer).ok().flatten());
        }
        let next = &plans[number % plans.len()];
        let end = has_other.then(|| Instant::now() + turn);
        observer.search_begins(&problem.to_string());
        let outcome = next.run(&StoppingObserver { observer, end })?;
        if outcome.complete || outcome.count > BigUint::ZERO || observer.should_stop() || !has_other {
            return Ok((outcome, next.summary().engine));
        }
        if number % 2 == 1 {
            turn = turn.saturating_mul(TURN_GROWTH);
        }
    }
    Err(SearchError::Unsound(format!("{problem} was given up")))
}

/// Finds a placement by local search.
fn walk(problem: &Problem, steps: u64, observer: &dyn Observer) -> Option<Placement> {
    let instance = Instance::new(problem);
    if instance.is_hopeless() {
        return None;
    }
    let kinds: Vec<usize> =
        problem.pieces().enumerate().filter(|(_, of)| of.free_pieces() > 0).map(|(at, _)| at).collect();
    let order = ClassOrder::from_instance(&instance);
    let instance = instance.select(&order.classes);
    let mut walk = ArmiesLocalSearch::new(&instance, order.tried, SEED)?;
    walk.run(steps, &|| observer.should_stop());
    let board = problem.board();
    let walked = walk.placement()?.into_iter();
    let walked = walked.map(|(class, square)| (kinds[order.classes[class]], board.square(square)));
    Some(Placement::new(fixed_pieces(problem.pieces()).chain(walked).collect()))
}
