//! A hint for a person who solves a puzzle: the next piece that a person would find, with the technique.
//!
//! The steps are those that define levels ([`super::person`]), taken until one of them places a piece.

use super::grid::{Grid, State, Unit};
use super::person::{Technique, only_places, step};
use super::unique::{UniquenessVerdict, unique};
use crate::board::{Set, Square};
use crate::plan::Observer;
use crate::problem::{Problem, fixed_pieces};
use crate::search::error::SearchError;
use crate::search::listing::Selection;

/// The next piece of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The kind, as an index of the problem's [pieces](Problem::pieces), and the square.
    pub piece: (usize, Square),
    /// The hardest technique on the way to this piece.
    pub technique: Technique,
    /// The squares of the line, region or kind that has no other place for it; none after a search.
    pub line: Vec<Square>,
}

/// Returns the next piece of a puzzle with these pre-placed pieces. `None` if no piece is missing, if there
/// is no solution, or if it was stopped.
///
/// ```
/// use armistice::plan::Silent;
/// use armistice::search::puzzle::{Technique, hint};
///
/// let hint = hint(&"4x4 Q4@b1".parse()?, &Silent)?.unwrap();
/// assert_eq!((hint.piece, hint.technique), ((0, "d2".parse()?), Technique::Single));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for problems that are not about choices, as for puzzles.
pub fn hint(problem: &Problem, observer: &dyn Observer) -> Result<Option<Hint>, SearchError> {
    let should_stop = || observer.should_stop();
    let grid = Grid::new(problem)?;
    let Ok(mut state) = grid.start([]) else { return Ok(None) };
    let mut hardest = Technique::Single;
    while grid.close(&mut state).is_ok() && !state.open.is_bare() {
        let (before, unit) = (state.taken.clone(), only_places(&grid, &state));
        let Ok(used) = step(&grid, &mut state, Technique::Search, &should_stop) else { return Ok(None) };
        if should_stop() {
            return Ok(None);
        }
        hardest = hardest.max(used);
        if used == Technique::Search {
            return search_hint(problem, observer);
        }
        if let Some(unit) = unit {
            return Ok(first_of(&grid, &before, &state).map(|(kind, square)| Hint {
                piece: (kind, problem.board().square(square)),
                technique: hardest,
                line: squares(problem, &grid, unit),
            }));
        }
    }
    Ok(None)
}

/// Returns the first choice that a step has taken.
fn first_of(grid: &Grid, before: &[u64], after: &State) -> Option<(usize, usize)> {
    let mut taken = after.taken.squares().filter(|&choice| !before.holds(choice));
    taken.next().map(|choice| grid.kind_and_square(choice))
}

/// Returns the squares of a unit, each once.
fn squares(problem: &Problem, grid: &Grid, unit: &Unit) -> Vec<Square> {
    let mut squares: Vec<usize> = unit.of.squares().map(|choice| grid.kind_and_square(choice).1).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.into_iter().map(|square| problem.board().square(square)).collect()
}

/// Returns a piece of the only solution, by a search.
fn search_hint(problem: &Problem, observer: &dyn Observer) -> Result<Option<Hint>, SearchError> {
    let UniquenessVerdict::One(solution) = unique(problem, Selection::default(), observer)?.found else {
        return Ok(None);
    };
    let given: Vec<(usize, Square)> = fixed_pieces(problem.pieces()).collect();
    let piece = solution.pieces().iter().copied().find(|piece| !given.contains(piece));
    Ok(piece.map(|piece| Hint { piece, technique: Technique::Search, line: Vec::new() }))
}

#[cfg(test)]
mod tests {
    use super::super::checked::with_given;
    use super::super::make::{Maker, PuzzleRequest};
    use super::*;
    use crate::plan::{CancelToken, Silent};

    /// Following one hint after another leads to the solution, with nothing harder than the puzzle's own
    /// level.
    #[test]
    fn hints_lead_to_the_solution() {
        for (text, regions) in [
            ("8x8 Q8", None),
            ("12x12 Q12", None),
            ("5x5 N B R Q A", None),
            ("6x6 Q5/Q5", None),
            ("5x5/torus Q5", None),
            ("7x7 K7 rank=1 file=1", Some(1)),
            ("8x8 K16 rank=2 file=2", Some(2)),
        ] {
            let wanted = PuzzleRequest { seed: 4, regions, ..PuzzleRequest::default() };
            let mut maker = Maker::new(&text.parse().unwrap(), wanted).unwrap();
            for _ in 0..3 {
                let puzzle = maker.make(&Silent).unwrap().unwrap();
                let mut hardest = Technique::Single;
                let mut now = puzzle.problem.clone();
                while let Some(hint) = hint(&now, &Silent).unwrap() {
                    assert!(puzzle.solution.pieces().contains(&hint.piece), "{now}: {hint:?}");
                    assert!(hint.line.is_empty() || hint.line.contains(&hint.piece.1), "{now}: {hint:?}");
                    hardest = hardest.max(hint.technique);
                    let next = with_given(&now, [&hint.piece]);
                    assert_ne!(next, now);
                    now = next;
                }
                let left = puzzle.solution.pieces().len() - fixed_pieces(now.pieces()).count();
                assert_eq!(left, 0, "{now}");
                assert_eq!(hardest, puzzle.steps.unwrap().hardest(), "{}", puzzle.problem);
            }
        }
    }

    #[test]
    fn where_there_is_no_hint() {
        for text in ["4x4 Q4@a1", "4x4 Q4@b1,d2,a3,c4", "4x4 Q4"] {
            assert_eq!(hint(&text.parse().unwrap(), &Silent), Ok(None), "{text}");
        }
        assert_eq!(hint(&"4x4 Q*".parse().unwrap(), &Silent), Err(SearchError::NoGrid));
        let stopped = CancelToken::new();
        stopped.cancel();
        assert_eq!(hint(&"8x8 Q8@e1,g2,d3".parse().unwrap(), &stopped), Ok(None));
    }
}
