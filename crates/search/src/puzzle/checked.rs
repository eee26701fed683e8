//! Puzzles, each checked in two ways that share only the problem: a search for a second solution ends with
//! one solution, and the engines count one placement.

use super::backtrack::{Backtrack, End};
use super::grid::{Grid, State};
use super::person::{Level, Steps, StopSignal, Technique, steps};
use super::unique::{UniquenessVerdict, unique};
use crate::board::Square;
use crate::placement::Placement;
use crate::plan::{Observer, Settings};
use crate::problem::{Problem, fixed_pieces};
use crate::search::answer::{AnswerError, answer};
use crate::search::error::SearchError;
use crate::search::listing::Selection;

/// A puzzle, which has exactly one solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The problem with its pre-placed pieces or regions.
    pub problem: Problem,
    /// Its only placement.
    pub solution: Placement,
    /// The pre-placed pieces, including those of the original problem.
    pub given: Placement,
    /// True if no pre-placed piece can be omitted, except those of the original problem.
    pub is_minimal: bool,
    /// The steps by which a person solves it; `None` if it is not about choices, for example with hoppers.
    pub steps: Option<Steps>,
}

impl Puzzle {
    /// Returns the level of difficulty, if it is known.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        self.steps.map(|steps| steps.level())
    }
}

/// Returns true if there is just one solution from this state; `None` if it was stopped.
pub(super) fn is_unique(grid: &Grid, start: State, should_stop: &dyn Fn() -> bool) -> Option<bool> {
    let mut search = Backtrack::new(grid, 2, should_stop);
    match search.run(start) {
        End::Stopped => None,
        End::All => Some(search.found.len() == 1),
        End::Enough => Some(false),
    }
}

/// Returns the steps by which a person solves a problem with one solution, if that is known.
pub(super) fn way(problem: &Problem, should_stop: &dyn Fn() -> bool) -> Result<Option<Steps>, StopSignal> {
    let Ok(grid) = Grid::new(problem) else { return Ok(None) };
    let Ok(start) = grid.start([]) else { return Ok(None) };
    steps(&grid, start, Technique::Search, should_stop)
}

/// Makes a puzzle of a problem with one placement, after both checks; `None` if they were stopped. Pre-placed
/// pieces of the original problem are not tested for omission.
///
/// # Errors
/// Fails for problems that have no placement or several, and for those that cannot be counted.
pub fn puzzle_of(
    problem: Problem,
    original: &Problem,
    observer: &dyn Observer,
) -> Result<Option<Puzzle>, SearchError> {
    let unsound = |fault: &str| SearchError::Unsound(format!("{problem}: {fault}"));
    let solution = match unique(&problem, Selection::default(), observer)?.found {
        UniquenessVerdict::One(placement) => placement,
        UniquenessVerdict::None => return Err(SearchError::NoPlacement),
        UniquenessVerdict::Several(_) => return Err(unsound("a puzzle with more than one solution")),
        UniquenessVerdict::Stopped(_) => return Ok(None),
    };
    match answer(&(&problem).into(), &Settings::default(), &(), observer) {
        Ok(answer) if !answer.outcome.complete => return Ok(None),
        Ok(answer) if answer.outcome.count == 1u32.into() => {}
        Ok(_) => {
            return Err(unsound("a puzzle with one solution, of which the engines count another number"));
        }
        Err(AnswerError::Stopped) => return Ok(None),
        Err(AnswerError::Plan(error)) => return Err(error.into()),
        Err(AnswerError::Run(error)) => return Err(error.into()),
        Err(AnswerError::Search(error)) => return Err(error),
        Err(AnswerError::Ledger(message) | AnswerError::File { message, .. }) => {
            return Err(unsound(&message));
        }
    }
    let given: Vec<(usize, Square)> = fixed_pieces(problem.pieces()).collect();
    let Some(is_minimal) = is_minimal(&given, original, observer)? else { return Ok(None) };
    let Ok(steps) = way(&problem, &|| observer.should_stop()) else { return Ok(None) };
    Ok(Some(Puzzle { problem, solution, given: Placement::new(given), is_minimal, steps }))
}

/// Returns the problem in which these pieces (kind and square of each) are also pre-placed; impossible ones
/// are omitted.
#[must_use]
pub fn with_given<'a>(problem: &Problem, pieces: impl IntoIterator<Item = &'a (usize, Square)>) -> Problem {
    pieces
        .into_iter()
        .fold(problem.clone(), |problem, &(kind, square)| problem.with_fixed(kind, square).unwrap_or(problem))
}

/// Returns true if the omission of any pre-placed piece, except those of the original problem, allows another
/// placement. Regions count as pre-placed.
fn is_minimal(
    given: &[(usize, Square)],
    original: &Problem,
    observer: &dyn Observer,
) -> Result<Option<bool>, SearchError> {
    let kept: Vec<(usize, Square)> = fixed_pieces(original.pieces()).collect();
    let own: Vec<(usize, Square)> = given.iter().copied().filter(|piece| !kept.contains(piece)).collect();
    for left_out in 0..own.len() {
        let rest = own.iter().enumerate().filter(|&(place, _)| place != left_out);
        let fewer = with_given(original, rest.map(|(_, piece)| piece));
        match unique(&fewer, Selection::default(), observer)?.is_unique() {
            Some(true) => return Ok(Some(false)),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(true))
}
