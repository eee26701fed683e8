//! Whether a problem of opposing armies has a placement: one that has, or what proved that there is none.
//!
//! Local search finds placements quickly where there are many, and says nothing where it finds none. Then a search goes
//! to its end.

use super::labelled::{self, Searched};
use crate::clock::Instant;
use crate::engines::armies::{self, ClassOrder};
use crate::engines::instance::Instance;
use crate::engines::lines::{self, LabelledProblem};
use crate::engines::{Engine, Kernel};
use crate::named::Named;
use crate::placement::Placement;
use crate::plan::{Observer, Outcome, Plan, Settings, Until, plan_unless_stopped};
use crate::problem::{Problem, fixed_pieces};
use crate::question::Demand;
use crate::search::armies::local::ArmiesLocalSearch;
use crate::search::error::SearchError;
use crate::search::found::First;
use crate::search::listing::walked::walked;
use crate::search::one_by_one::fixed_one_by_one;
use crate::symmetry::classes::Classes;
use num_bigint::BigUint;
use std::time::Duration;

/// Steps of the first local search, some milliseconds; of the next one; and of the one that looks for a placement known to
/// be there.
const FIRST_STEPS: u64 = 20_000;
const MORE_STEPS: u64 = 480_000;
const LONG_STEPS: u64 = 6_000_000;
/// With a search that is expected to take less, in seconds, more local search would only take longer.
const QUICK: f64 = 0.1;
/// Seed of local search.
const SEED: u64 = 0xa2315;

/// A search that found nothing, to its end.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Refutation {
    /// The problem without a placement, as text.
    pub problem: String,
    /// Name and version of the engine; counting squares is one.
    pub engine: (&'static str, u32),
    /// Partial placements made.
    pub nodes: u64,
    /// What was refuted how, a line each; may be empty.
    pub steps: Vec<String>,
    /// Time for it.
    pub elapsed: Duration,
    /// Whether there are more pieces than squares.
    pub is_of_numbers: bool,
}

impl Refutation {
    /// A search of a problem that began at `start`.
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

    /// Several, of all the ways to share a number among the open kinds of a problem; `None` of nothing.
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

    /// More pieces than squares, of a problem and what was to become of it.
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

/// Decides.
pub(crate) fn decide(
    problem: &Problem,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<First<Refutation>, SearchError> {
    if observer.should_stop() {
        return Ok(First::Stopped);
    }
    let found = |placement: Placement, by: &'static str| First::found(problem, placement, by);
    observer.search_begins(&problem.to_string());
    let is_pairwise = problem.is_pairwise();
    let kernel = settings.kernel.unwrap_or_else(Kernel::best);
    if let Some(labelling) = LabelledProblem::of(problem, kernel) {
        if let Some(placement) = labelled::guess(&labelling, problem, observer) {
            return found(placement, "random labelling");
        }
        let start = Instant::now();
        let searched = labelled::search(&labelling, problem, settings.pool(), observer)?;
        return match searched.placement {
            Some(placement) => found(placement, "lines"),
            None if !searched.complete => Ok(First::Stopped),
            None => {
                let Searched { nodes, steps, .. } = searched;
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
        let mut list = walked(problem, Demand::Nothing, Classes::new(problem, &[], false));
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

/// The first turn of an engine; each further one is longer by [`TURN_GROWTH`].
const FIRST_TURN: Duration = Duration::from_secs(1);
const TURN_GROWTH: u32 = 4;

/// Counts by the engine that is expected to be the quickest, and by turns with the armies engine if it takes long: how
/// states of a sweep grow is hard to foresee where armies are crowded.
fn count_in_turns(
    problem: &Problem,
    plan_of_best: Plan,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<(Outcome, (&'static str, u32)), SearchError> {
    let has_other = problem.is_pairwise() && plan_of_best.summary().engine.0 != armies::NAME;
    let other = Engine::named(armies::NAME).unwrap_or_default();
    let (mut plans, mut turn) = (vec![plan_of_best], FIRST_TURN);
    for number in 0.. {
        if number == 1 {
            // Made when its turn comes. One that cannot be met leaves the turns to the other.
            let settings = settings.clone().with_engine(other);
            plans.extend(plan_unless_stopped(&problem.into(), &settings, observer).ok().flatten());
        }
        let next = &plans[number % plans.len()];
        let end = has_other.then(|| Instant::now() + turn);
        observer.search_begins(&problem.to_string());
        let outcome = next.run(&Until { observer, end })?;
        if outcome.complete || outcome.count > BigUint::ZERO || observer.should_stop() || !has_other {
            return Ok((outcome, next.summary().engine));
        }
        if number % 2 == 1 {
            turn = turn.saturating_mul(TURN_GROWTH);
        }
    }
    Err(SearchError::Unsound(format!("{problem} was given up")))
}

/// A placement by local search.
fn walk(problem: &Problem, steps: u64, observer: &dyn Observer) -> Option<Placement> {
    let instance = Instance::new(problem);
    if instance.is_hopeless() {
        return None;
    }
    let kinds: Vec<usize> =
        problem.pieces().enumerate().filter(|(_, of)| of.free_pieces() > 0).map(|(at, _)| at).collect();
    let order = ClassOrder::of(&instance);
    let instance = instance.select(&order.classes);
    let mut walk = ArmiesLocalSearch::new(&instance, order.tried, SEED)?;
    walk.run(steps, &|| observer.should_stop());
    let board = problem.board();
    let walked = walk.placement()?.into_iter();
    let walked = walked.map(|(class, square)| (kinds[order.classes[class]], board.square(square)));
    Some(Placement::new(fixed_pieces(problem.pieces()).chain(walked).collect()))
}
