//! One placement, on boards of any size.
//!
//! No method finds a placement quickly for every problem, so several methods take turns. Each turn has a
//! fixed number of steps, which grows from turn to turn. Reading order comes first, because its first
//! placement is the one that books show. Then follow a [construction], if one is known, the order that
//! chooses the tightest file first, and [local search](repair). Steps are counted and not timed, so the same
//! problem has the same answer on every machine. Each placement is checked by the rules of movement before it
//! is reported. The answer that there is none comes only from a complete search or a count of zero.

pub(super) mod construction;
mod matched;
mod repair;

use crate::feature::OF_ONE_ARMY;
use crate::piece::Range;
use crate::placement::Placement;
use crate::plan::cases::{Split, cases_up_to};
use crate::plan::{Observer, Settings};
use crate::problem::{Objective, Problem};
use crate::question::{Demand, Question};
use crate::search::armies::{self, settle};
use crate::search::budget::{MAX_MEMORY, count_within};
use crate::search::error::SearchError;
use crate::search::found::First;
use crate::search::listing::{ListedPlacement, Listing, Selection, by_lines, list_lex};
use crate::symmetry::symmetries;
use construction::construct;
use num_bigint::BigUint;
use repair::{FIRST_MOVES, MAX_SQUARES, Repair};
use std::time::Duration;

/// The steps of the first turn of a depth-first search.
const FIRST_STEPS: u64 = 1 << 15;
/// The factor by which each turn is longer than the last.
const GROWS: u64 = 4;
/// The largest predicted time for counting in the first turn.
const FIRST_COUNT: Duration = Duration::from_millis(100);

/// The name of the method for placements that are constructed without a search.
pub const CONSTRUCTION: &str = "construction";

/// Finds a placement of a problem. On a board of up to 1,024 squares it is the first one in reading order if
/// that is found quickly. Only such boards support opposing armies.
///
/// `seed` is for local search. The observer can stop the search. If there is no placement and no method can
/// prove that, the search continues until it is stopped.
///
/// ```
/// use armistice::search::{First, find_first};
/// use armistice::{Problem, plan::Silent};
///
/// let problem = "5000x5000 Q5000".parse::<Problem>()?;
/// let First::Found { placement, .. } = find_first(&problem, 1, &Silent)? else { panic!("none") };
/// assert_eq!(placement.pieces().len(), 5000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for several armies, for boards that are too large for every method, and if a check fails.
pub fn find_first(problem: &Problem, seed: u64, observer: &dyn Observer) -> Result<First, SearchError> {
    if let Some(by) = Split::needed_split(problem) {
        return in_any_case(problem, by, seed, observer);
    }
    if !problem.is_pairwise() {
        return in_reading_order(problem, observer);
    }
    if problem.has_ranges() {
        return in_ranges(problem, seed, observer);
    }
    if problem.has_enemies() {
        return of_armies(problem, observer);
    }
    let is_exact = problem.objective() == Objective::Exactly;
    let is_large = problem.board().is_large();
    if is_large && !is_exact {
        return Err(SearchError::NoNumber);
    }
    if is_exact && is_crowded(problem) {
        return Ok(First::None { by: "more pieces than places" });
    }
    if is_large { on_large_board(problem, seed, observer) } else { in_turns(problem, seed, observer) }
}

/// Finds the first placement in reading order that a question asks for, whatever its equivalence. If the
/// pieces must [attack all squares](Question::dominating), reading order is the only method; otherwise
/// [`find_first`] decides.
///
/// # Errors
/// Fails in the cases of [`find_first`], and if the question combines a demand with an unsupported feature.
pub fn find_asked(question: &Question, seed: u64, observer: &dyn Observer) -> Result<First, SearchError> {
    let Question { problem, dominating, .. } = question;
    if *dominating == Demand::Nothing {
        return find_first(problem, seed, observer);
    }
    let selection = Selection { dominating: *dominating, ..Selection::default() };
    let mut listing = list_lex(problem, selection, observer)?;
    let by = "reading order";
    match listing.advance(&|| observer.should_stop()) {
        Some(ListedPlacement { placement, .. }) => First::meeting(problem, *dominating, placement, by),
        None if observer.should_stop() => Ok(First::Stopped),
        None => Ok(First::None { by }),
    }
}

/// Finds a placement with numbers in ranges: in reading order if that is quick, and otherwise one with the
/// lowest numbers. Without some of its pieces, a placement is still one.
fn in_ranges(problem: &Problem, seed: u64, observer: &dyn Observer) -> Result<First, SearchError> {
    if !problem.board().is_large() {
        let by = "reading order";
        let mut listing = list_lex(problem, Selection::default(), observer)?;
        if let Some(listed) = listing.advance_to(FIRST_STEPS, &|| observer.should_stop()) {
            return First::from_placement(problem, listed.placement, by);
        }
        if observer.should_stop() {
            return Ok(First::Stopped);
        }
        if listing.nodes() < FIRST_STEPS {
            return Ok(First::None { by });
        }
    }
    match find_first(&problem.with_least_numbers(), seed, observer)? {
        First::Found { placement, by } => First::from_placement(problem, placement, by),
        other => Ok(other),
    }
}

/// Looks for a placement in any of the cases of a problem: one turn for one case of each orbit, and then
/// longer turns for the undecided ones.
fn in_any_case(
    problem: &Problem,
    by: Split<'_>,
    seed: u64,
    observer: &dyn Observer,
) -> Result<First, SearchError> {
    if problem.board().is_large() || problem.objective() == Objective::Maximum {
        return Err(SearchError::Walls);
    }
    let group = symmetries(problem, false, false);
    let cases = cases_up_to(problem, by, &group).map_err(|_| SearchError::Walls)?;
    let mut open: Vec<usize> = (0..cases.number()).collect();
    let (mut steps, mut moves) = (FIRST_STEPS, FIRST_MOVES);
    while !open.is_empty() {
        let mut unknown = Vec::new();
        for number in open {
            if observer.should_stop() {
                return Ok(First::Stopped);
            }
            let Some(case) = cases.case(number) else { continue };
            match turn(&case.of, seed, steps, moves, observer)? {
                First::Found { placement, by } => {
                    return First::from_placement(problem, placement.with_pieces(&case.beside), by);
                }
                First::None { .. } => {}
                First::Stopped => unknown.push(number),
            }
        }
        open = unknown;
        (steps, moves) = (steps.saturating_mul(GROWS), moves.saturating_mul(GROWS));
    }
    Ok(First::None { by: "every choice of walls" })
}

/// Gives every method this number of steps. Returns [`First::Stopped`] if that is not enough.
fn turn(
    problem: &Problem,
    seed: u64,
    steps: u64,
    moves: u64,
    observer: &dyn Observer,
) -> Result<First, SearchError> {
    let is_exact = problem.objective() == Objective::Exactly && !problem.has_enemies();
    if is_exact && is_crowded(problem) {
        return Ok(First::None { by: "more pieces than places" });
    }
    let should_stop = || observer.should_stop();
    let lists = [
        ("reading order", list_lex(problem, Selection::default(), observer)),
        ("first fail", by_lines(problem)),
    ];
    let mut refusals = Vec::new();
    for (by, list) in lists {
        let mut list = match list {
            Ok(list) => list,
            Err(refusal) => {
                refusals.push(refusal);
                continue;
            }
        };
        if let Some(listed) = list.advance_to(steps, &should_stop) {
            return First::from_placement(problem, listed.placement, by);
        }
        if list.nodes() < steps && !should_stop() {
            return Ok(First::None { by });
        }
    }
    let repair = if is_exact { Repair::new(problem, seed) } else { None };
    // A problem that no method supports would be searched for ever.
    if repair.is_none()
        && let [refusal, _] = &refusals[..]
    {
        return Err(if problem.is_pairwise() { refusal.clone() } else { SearchError::Blocked });
    }
    match repair.and_then(|mut repair| repair.run(moves, &should_stop)) {
        Some(placement) => First::from_placement(problem, placement, "local search"),
        None => Ok(First::Stopped),
    }
}

/// Finds a placement of opposing armies: in reading order if that is quick, and otherwise by the search that
/// decides whether there is one.
fn of_armies(problem: &Problem, observer: &dyn Observer) -> Result<First, SearchError> {
    if problem.board().is_large() {
        return Err(SearchError::ArmiesOnLargeBoard(problem.armies().len()));
    }
    let settings = Settings::default().with_memory(MAX_MEMORY);
    let Some(settled) = settle(problem.into(), &settings, observer)? else { return Ok(First::Stopped) };
    let problem = &settled.question.problem;
    let mut lex = list_lex(problem, Selection::default(), observer)?;
    if let Some(listed) = lex.advance_to(FIRST_STEPS, &|| observer.should_stop()) {
        return First::from_placement(problem, listed.placement, "reading order");
    }
    if observer.should_stop() {
        return Ok(First::Stopped);
    }
    if lex.nodes() < FIRST_STEPS {
        return Ok(First::None { by: "reading order" });
    }
    match armies::decide(problem, &settings, observer)? {
        First::Found { placement, by } => Ok(First::Found { placement, by }),
        First::None { by } => Ok(First::None { by: by.engine.0 }),
        First::Stopped => Ok(First::Stopped),
    }
}

/// Returns true if there are more pieces than squares, or more pieces of a kind that attacks along ranks or
/// files than such lines.
fn is_crowded(problem: &Problem) -> bool {
    if !problem.has_only(OF_ONE_ARMY) {
        return false;
    }
    let board = problem.board();
    // Holes and the ends of a layer cut ranks in two.
    let lines = |step: (i32, i32), lines: usize| {
        if board.is_rectangle() && board.holes().is_empty() { (step, lines) } else { (step, usize::MAX) }
    };
    let lines = [lines((0, 1), board.rows()), lines((1, 0), board.cols())];
    let is_crowded = |pieces: &crate::problem::Pieces| {
        let closure = pieces.kind.moves().closed_with(pieces.kind.moves());
        let rides = |step| closure.rides().any(|ride| ride == (step, Range::Unlimited));
        lines.iter().any(|&(step, lines)| rides(step) && pieces.quantity.exact_number() as usize > lines)
    };
    problem.given_pieces() > board.open_area() as u64 || problem.pieces().any(is_crowded)
}

/// Finds a placement by a construction, or otherwise by turns of first fail (by the lines of the board) and
/// local search.
fn on_large_board(problem: &Problem, seed: u64, observer: &dyn Observer) -> Result<First, SearchError> {
    if let Some(squares) = construct(problem) {
        return First::from_placement(problem, of_one_kind(squares), CONSTRUCTION);
    }
    let mut tightest = by_lines(problem).map_err(|fault| match fault {
        SearchError::ManySquares { squares, kinds, most } => SearchError::NoWay { squares, kinds, most },
        fault => fault,
    })?;
    let mut repair = Repair::new(problem, seed);
    let (mut steps, mut moves) = (FIRST_STEPS, repair.as_ref().map_or(FIRST_MOVES, Repair::first_moves));
    loop {
        if let Some(found) = advance(&mut tightest, problem, steps, observer)? {
            return Ok(found);
        }
        let placement = repair.as_mut().and_then(|repair| repair.run(moves, &|| observer.should_stop()));
        if let Some(placement) = placement {
            return First::from_placement(problem, placement, "local search");
        }
        if observer.should_stop() {
            return Ok(First::Stopped);
        }
        (steps, moves) = (steps.saturating_mul(GROWS), moves.saturating_mul(GROWS));
    }
}

/// Continues first fail for this number of steps; `None` if that is not enough.
fn advance(
    tightest: &mut Listing,
    problem: &Problem,
    steps: u64,
    observer: &dyn Observer,
) -> Result<Option<First>, SearchError> {
    let by = "first fail";
    let end = tightest.nodes().saturating_add(steps);
    if let Some(listed) = tightest.advance_to(end, &|| observer.should_stop()) {
        return First::from_placement(problem, listed.placement, by).map(Some);
    }
    let is_over = tightest.nodes() < end && !observer.should_stop();
    Ok(is_over.then_some(First::None { by }))
}

/// Finds a placement by local search alone, without a limit, on a board of any size. Returns none if there
/// are more pieces than places.
pub(crate) fn search_at_random(
    problem: &Problem,
    seed: u64,
    observer: &dyn Observer,
) -> Result<First, SearchError> {
    if is_crowded(problem) {
        return Ok(First::None { by: "more pieces than places" });
    }
    let (squares, kinds) = (problem.board().squares(), problem.pieces().count());
    let none = SearchError::NoWay { squares, kinds, most: MAX_SQUARES };
    match Repair::new(problem, seed).ok_or(none)?.run(u64::MAX, &|| observer.should_stop()) {
        Some(placement) => First::from_placement(problem, placement, "local search"),
        None => Ok(First::Stopped),
    }
}

fn of_one_kind(squares: Vec<crate::board::Square>) -> Placement {
    Placement::new(squares.into_iter().map(|square| (0, square)).collect())
}

/// Finds the first placement in reading order, without a limit. If lines are blocked, no other method is
/// known.
fn in_reading_order(problem: &Problem, observer: &dyn Observer) -> Result<First, SearchError> {
    let Ok(mut listing) = list_lex(problem, Selection::default(), observer) else {
        return Err(SearchError::Blocked);
    };
    match listing.advance(&|| observer.should_stop()) {
        Some(listed) => First::from_placement(problem, listed.placement, "reading order"),
        None if observer.should_stop() => Ok(First::Stopped),
        None => Ok(First::None { by: "reading order" }),
    }
}

/// Gives all methods their turns.
fn in_turns(problem: &Problem, seed: u64, observer: &dyn Observer) -> Result<First, SearchError> {
    // A listing of maximum placements must first find the maximum, which can take long; no other method
    // supports this.
    let mut lex = list_lex(problem, Selection::default(), observer)?;
    let is_exact = problem.objective() == Objective::Exactly;
    let mut repair = if is_exact { Repair::new(problem, seed) } else { None };
    let mut tightest = if is_exact { by_lines(problem).ok() } else { None };
    let (mut steps, mut count) = (FIRST_STEPS, FIRST_COUNT);
    let mut moves = repair.as_ref().map_or(FIRST_MOVES, Repair::first_moves);
    let mut is_counted = !is_exact;
    for turn in 0.. {
        let end = lex.nodes().saturating_add(steps);
        let listed = lex.advance_to(end, &|| observer.should_stop());
        if let Some(listed) = listed {
            return First::from_placement(problem, listed.placement, "reading order");
        }
        if observer.should_stop() {
            return Ok(First::Stopped);
        }
        if lex.nodes() < end {
            return Ok(First::None { by: "reading order" });
        }
        if turn == 0
            && let Some(squares) = construct(problem)
        {
            return First::from_placement(problem, of_one_kind(squares), CONSTRUCTION);
        }
        if let Some(tightest) = &mut tightest
            && let Some(found) = advance(tightest, problem, steps, observer)?
        {
            return Ok(found);
        }
        if let Some(placement) =
            repair.as_mut().and_then(|repair| repair.run(moves, &|| observer.should_stop()))
        {
            return First::from_placement(problem, placement, "local search");
        }
        if !is_counted {
            match count_within(problem, count, observer)? {
                Some((number, by)) if number == BigUint::ZERO => return Ok(First::None { by }),
                known => is_counted = known.is_some(),
            }
        }
        (steps, moves, count) =
            (steps.saturating_mul(GROWS), moves.saturating_mul(GROWS), count.saturating_mul(4));
    }
    Ok(First::Stopped)
}
