//! The smallest placements that cannot be extended.
//!
//! For one kind the least number is the independent domination number of its conflict graph. It is found in one of two ways. All
//! placements that cannot be extended are counted by the number of pieces, and the least number is read off: a sweep does that
//! for any problem, and quickly for pieces that reach a few squares. Or branch and bound finds the least alone ([`domination`]):
//! for queens, whose states a sweep could not hold.

mod domination;

use super::error::SearchError;
use super::listing::{Selection, list_lex};
use crate::board::{Set, Sets, Wide, words_for};
use crate::clock::Instant;
use crate::conflict::Conflicts;
use crate::feature::Feature;
use crate::placement::Placement;
use crate::plan::pool::Pool;
use crate::plan::{Observer, Plan, PlanError, Settings, plan};
use crate::problem::{Problem, Quantity};
use crate::question::Question;
use crate::with_mask;
use domination::{Domination, SmallestChoice};
use num_bigint::BigUint;
use std::time::Duration;

/// The smallest number of pieces with which no further one fits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Smallest {
    /// The pieces of the kinds whose number was left open, together; `None` if there is no placement.
    pub number: Option<u32>,
    /// How many placements have so few.
    pub count: BigUint,
    /// One of them, with the problem in which their numbers are given; `None` if there is no placement.
    pub placement: Option<(Problem, Placement)>,
    /// Name and version of the engine that counted.
    pub engine: (&'static str, u32),
    /// How many nodes branch and bound has searched; 0 if all placements were counted.
    pub nodes: u64,
    /// Time for all of it.
    pub elapsed: Duration,
}

/// Finds the smallest placements that cannot be extended, of a problem in which some numbers are open (`*` or `max`: either is
/// the same here). `None` if the observer stopped it.
///
/// ```
/// use armistice::{Problem, plan::{Settings, Silent}, search::smallest};
///
/// let queens: Problem = "8x8 Q*".parse()?;
/// let smallest = smallest(&queens, &Settings::default(), &Silent)?.ok_or("stopped")?;
/// assert_eq!((smallest.number, smallest.count.to_string().as_str()), (Some(5), "728"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Problems in which no number is open, several armies, settings that cannot be met, and checks that failed.
pub fn smallest(
    problem: &Problem,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Option<Smallest>, SearchError> {
    let start = Instant::now();
    let is_open = |quantity: Quantity| !matches!(quantity, Quantity::Exactly(_));
    if !problem.pieces().any(|pieces| is_open(pieces.quantity)) {
        return Err(SearchError::NothingToMinimise);
    }
    if !problem.is_pairwise() {
        return Err(PlanError::BlockedIsPlain.into());
    }
    if problem.walls().is_some() {
        return Err(PlanError::NoWalls.into());
    }
    let question = Question::new(problem.with_open_numbers()).with_maximal(true).with_by_number(true);
    let is_free = settings.engine.technique().is_none();
    let planned = plan(&question, settings);
    let is_quick = planned.as_ref().is_ok_and(|plan| plan.summary().estimate.seconds < SWEEP_SECONDS);
    if is_free
        && !is_quick
        && let Some(vertices) = Vertices::of(problem)
    {
        return vertices.smallest(problem, settings, observer, start);
    }
    counted(problem, &planned?, observer, start)
}

/// Sweeps that take less time than this, in seconds, need no branch and bound.
const SWEEP_SECONDS: f64 = 0.5;
/// What is read of a problem that is searched.
const KNOWN: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::AnyNumber,
    Feature::LargestNumber,
    Feature::GivenPieces,
];
/// More vertices than this have no masks.
const MAX_VERTICES: usize = 1024;

/// The pieces that can stand somewhere, where all numbers are open, and their conflicts.
struct Vertices {
    /// Number of the kind among the problem's pieces, and its square.
    places: Vec<(usize, usize)>,
    closed: Sets,
    given: Vec<usize>,
}

impl Vertices {
    /// `None` of problems with exact numbers, with several armies, or too large.
    fn of(problem: &Problem) -> Option<Self> {
        let is_open = problem.pieces().all(|pieces| !matches!(pieces.quantity, Quantity::Exactly(_)));
        if !is_open || !problem.has_only(KNOWN) {
            return None;
        }
        let board = problem.board();
        let kinds = problem.pieces().count();
        let open: Vec<usize> = (0..board.squares()).filter(|&at| board.is_open(board.square(at))).collect();
        let places: Vec<(usize, usize)> =
            (0..kinds).flat_map(|kind| open.iter().map(move |&at| (kind, at))).collect();
        if places.is_empty() || places.len() > MAX_VERTICES {
            return None;
        }
        let conflicts = Conflicts::of_problem(problem);
        let mut closed = Sets::empty(0, words_for(places.len()));
        let mut set = vec![0; words_for(places.len())];
        for &(kind, square) in &places {
            set.fill(0);
            let near =
                |&(_, &(other, at)): &(usize, &(usize, usize))| conflicts.of(kind, square, other).holds(at);
            places.iter().enumerate().filter(near).for_each(|(vertex, _)| set.add_square(vertex));
            closed.push(&set);
        }
        let vertex = |(kind, at): (usize, usize)| places.iter().position(|&place| place == (kind, at));
        let given = problem
            .pieces()
            .enumerate()
            .flat_map(|(kind, pieces)| pieces.fixed.iter().map(move |&square| (kind, board.index(square))));
        let given: Option<Vec<usize>> = given.map(vertex).collect();
        let given = given?;
        // Given pieces that attack each other: there is no placement, which a sweep says as well.
        let at_peace = |(number, &vertex): (usize, &usize)| {
            given[..number].iter().all(|&other| !closed[vertex].holds(other))
        };
        let is_peaceful = given.iter().enumerate().all(at_peace);
        is_peaceful.then_some(Self { places, closed, given })
    }

    fn smallest(
        &self,
        problem: &Problem,
        settings: &Settings,
        observer: &dyn Observer,
        start: Instant,
    ) -> Result<Option<Smallest>, SearchError> {
        let is_stopped = || observer.should_stop();
        let pool = Pool::new(settings.threads, settings.in_callers_pool);
        let found: Option<SmallestChoice> = pool.install(|| {
            with_mask!(self.closed.width(), M = u64 | u128 | Wide<4> | Wide<16> => {
                Domination::<M>::new(&self.closed).smallest(&self.given, &is_stopped)
            })
        })?;
        let Some(SmallestChoice { number, count, chosen, nodes }) = found else { return Ok(None) };
        let placement = Some(self.placement(problem, &chosen)?);
        let (number, count, engine) = (Some(number), count.into(), ("domination", 1));
        Ok(Some(Smallest { number, count, placement, engine, nodes, elapsed: start.elapsed() }))
    }

    /// One of the placements with so many pieces; `None` if the search was stopped.
    fn one(
        &self,
        problem: &Problem,
        number: u32,
        observer: &dyn Observer,
    ) -> Result<Option<(Problem, Placement)>, SearchError> {
        let is_stopped = || observer.should_stop();
        let chosen = with_mask!(self.closed.width(), M = u64 | u128 | Wide<4> | Wide<16> => {
            Domination::<M>::new(&self.closed).one(&self.given, number, &is_stopped)
        });
        match chosen {
            Some(chosen) => self.placement(problem, &chosen).map(Some),
            None if observer.should_stop() => Ok(None),
            None => Err(unsound(problem)),
        }
    }

    /// Vertices as pieces, checked, with the problem in which their numbers are given.
    fn placement(&self, problem: &Problem, chosen: &[usize]) -> Result<(Problem, Placement), SearchError> {
        let chosen: Vec<(usize, usize)> = chosen.iter().map(|&vertex| self.places[vertex]).collect();
        let given = (0..problem.pieces().count()).try_fold(problem.clone(), |problem, kind| {
            problem.with_number(kind, chosen.iter().filter(|place| place.0 == kind).count() as u32)
        });
        let board = problem.board();
        let placement = Placement::new(chosen.iter().map(|&(kind, at)| (kind, board.square(at))).collect());
        let given = given.filter(|given| placement.fault(given).is_none());
        Ok((given.ok_or_else(|| unsound(problem))?, placement))
    }
}

fn unsound(problem: &Problem) -> SearchError {
    SearchError::Unsound(format!("{problem} has no placement of the least number"))
}

/// By a count of all placements that cannot be extended.
fn counted(
    problem: &Problem,
    plan: &Plan,
    observer: &dyn Observer,
    start: Instant,
) -> Result<Option<Smallest>, SearchError> {
    let outcome = plan.run(observer)?;
    if !outcome.complete {
        return Ok(None);
    }
    let by_number = outcome.by_number.unwrap_or_default();
    let size = |pieces: &[u32]| pieces.iter().sum::<u32>();
    let number = by_number.iter().map(|of| size(&of.pieces)).min();
    let least: Vec<_> = by_number.iter().filter(|of| Some(size(&of.pieces)) == number).collect();
    let placement = match (least.first(), number, Vertices::of(problem)) {
        (Some(_), Some(number), Some(vertices)) => match vertices.one(problem, number, observer)? {
            Some(placement) => Some(placement),
            None => return Ok(None),
        },
        (Some(numbers), ..) => match listed(problem, &numbers.pieces, observer)? {
            Some(placement) => Some(placement),
            None => return Ok(None),
        },
        (None, ..) => None,
    };
    let count = least.iter().map(|of| &of.count).sum();
    let engine = plan.summary().engine;
    Ok(Some(Smallest { number, count, placement, engine, nodes: 0, elapsed: start.elapsed() }))
}

/// The first placement that cannot be extended with these numbers of the kinds without one; `None` if the search was stopped.
fn listed(
    problem: &Problem,
    numbers: &[u32],
    observer: &dyn Observer,
) -> Result<Option<(Problem, Placement)>, SearchError> {
    let is_open = |quantity: Quantity| !matches!(quantity, Quantity::Exactly(_));
    let open = problem.pieces().enumerate().filter(|(_, pieces)| is_open(pieces.quantity));
    let given = open
        .zip(numbers)
        .try_fold(problem.clone(), |problem, ((piece, _), &number)| problem.with_number(piece, number));
    let given = given.ok_or_else(|| unsound(problem))?;
    let selection = Selection { maximal: true, ..Selection::default() };
    let mut listing = list_lex(&given, selection, observer)?;
    match listing.advance(&|| observer.should_stop()) {
        Some(listed) => Ok(Some((given, listed.placement))),
        None if observer.should_stop() => Ok(None),
        None => Err(unsound(problem)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::naive;
    use crate::plan::{CancelToken, Silent};

    #[test]
    fn the_least_numbers_are_those_of_the_oracle() {
        for text in
            ["4x4 Q*", "4x4 Kmax", "3x5 N*", "3x3 K* N*", "4x3/torus R*", "4x4-b2 B* K*", "3x3 Q* N@a1"]
        {
            let problem: Problem = text.parse().unwrap();
            let found = smallest(&problem, &Settings::default(), &Silent).unwrap().unwrap();
            let all = naive::answer(&problem.with_open_numbers(), true, &|| false).by_number;
            let size = |of: &crate::plan::NumberCount| of.pieces.iter().sum::<u32>();
            let least = all.iter().map(size).min();
            assert_eq!(found.number, least, "{text}");
            let count: BigUint = all.iter().filter(|of| Some(size(of)) == least).map(|of| &of.count).sum();
            assert_eq!(found.count, count, "{text}");
            assert_eq!(found.placement.is_some(), least.is_some(), "{text}");
            let Some((given, placement)) = found.placement else { continue };
            assert_eq!(placement.fault(&given), None, "{text}");
            let placed: Vec<_> = (placement.pieces().iter())
                .map(|&(kind, square)| (kind, (square.row as i64, square.col as i64)))
                .collect();
            assert!(naive::is_maximal(&given, &placed), "{text}");
        }
    }

    /// Branch and bound beside the oracle, on problems where it is never the quicker way.
    #[test]
    fn branch_and_bound_finds_the_least_of_the_oracle() {
        for text in [
            "4x4 Q*",
            "4x4 K*",
            "3x5 N*",
            "3x3 K* N*",
            "4x3/torus R*",
            "4x4-b2 B* K*",
            "5x4 Q*@b2",
            "2x2x3 K*",
            "hexagon:3 B*",
        ] {
            let problem: Problem = text.parse().unwrap();
            let vertices = Vertices::of(&problem).unwrap();
            let found = vertices.smallest(&problem, &Settings::default(), &Silent, Instant::now());
            let found = found.unwrap().unwrap();
            let all = naive::answer(&problem, true, &|| false).by_number;
            let size = |of: &crate::plan::NumberCount| of.pieces.iter().sum::<u32>();
            let least = all.iter().map(size).min();
            assert_eq!(found.number, least, "{text}");
            let count: BigUint = all.iter().filter(|of| Some(size(of)) == least).map(|of| &of.count).sum();
            assert_eq!(found.count, count, "{text}");
            let (given, placement) = found.placement.unwrap();
            let placed: Vec<_> = (placement.pieces().iter())
                .map(|&(kind, square)| (kind, (square.row as i64, square.col as i64)))
                .collect();
            assert!(naive::is_placement(&given, &placed) && naive::is_maximal(&problem, &placed), "{text}");
        }
        for text in ["4x4 Q2", "4x4 Q* K2", "3x3 K*/Q*", "4x4 K*@a1,b1"] {
            assert!(Vertices::of(&text.parse().unwrap()).is_none(), "{text}");
        }
    }

    #[test]
    fn what_has_no_open_number_is_refused_and_a_stop_is_heard() {
        let refused = smallest(&"4x4 Q4".parse().unwrap(), &Settings::default(), &Silent);
        assert_eq!(refused, Err(SearchError::NothingToMinimise));
        let token = CancelToken::new();
        token.cancel();
        assert_eq!(smallest(&"12x12 N*".parse().unwrap(), &Settings::default(), &token), Ok(None));
        let none =
            smallest(&"2x2 K* Q@a1 N@b2".parse().unwrap(), &Settings::default(), &Silent).unwrap().unwrap();
        assert_eq!((none.number, none.placement), (None, None));
    }
}
