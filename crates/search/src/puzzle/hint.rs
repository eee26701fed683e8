//! A hint for a person who solves a puzzle: the next piece that a person would find, with the technique.
//!
//! The [steps](super::solving_steps) are taken until one of them places a piece.

use super::person::Technique;
use super::reasons::steps_until;
use crate::board::Square;
use crate::plan::Observer;
use crate::problem::Problem;
use crate::search::error::SearchError;

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
    let Some(steps) = steps_until(problem, &|step| !step.placed.is_empty(), observer)? else {
        return Ok(None);
    };
    let technique = steps.iter().map(|step| step.technique).max();
    let last = steps.last().and_then(|step| Some((step, *step.placed.first()?))).zip(technique);
    Ok(last.map(|((step, piece), technique)| Hint { piece, technique, line: step.squares.clone() }))
}

#[cfg(test)]
mod tests {
    use super::super::checked::with_given;
    use super::super::make::{Maker, PuzzleRequest};
    use super::*;
    use crate::plan::{CancelToken, Silent};
    use crate::problem::fixed_pieces;

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
