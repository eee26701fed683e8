//! The solution of a puzzle, step by step, with the reason of each step.
//!
//! The steps are those that define levels ([`super::person`]). After them, if they are not enough, one step
//! places all remaining pieces of the only solution, which a search finds.

use super::grid::{Grid, State};
use super::person::{Step, Technique, walk};
use super::unique::{UniquenessVerdict, unique};
use crate::board::{Set, Square};
use crate::plan::Observer;
use crate::problem::Problem;
use crate::search::error::SearchError;
use crate::search::listing::Selection;
use std::ops::ControlFlow;

/// A step by which a person solves a puzzle: it places pieces, or crosses out squares.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvingStep {
    /// How the step follows from the steps before it.
    pub technique: Technique,
    /// The squares of the rank, file, region or other line that is the reason, or all squares of a kind. None
    /// after a search.
    ///
    /// The line has only these places left; or it would have too few after a piece on a crossed-out square;
    /// or such a piece would lead, one piece after another, to too few or too many pieces on it.
    pub squares: Vec<Square>,
    /// The kind, if the reason is the number of all pieces of one kind.
    pub kind: Option<usize>,
    /// The pieces that are placed: the index of the kind among the problem's [pieces](Problem::pieces), and
    /// the square.
    pub placed: Vec<(usize, Square)>,
    /// The kinds and squares that are crossed out, if the step places no piece.
    pub crossed_out: Vec<(usize, Square)>,
}

/// Returns the steps by which a person solves a puzzle with one solution. `None` for other problems, and if it
/// was stopped.
///
/// ```
/// use armistice::plan::Silent;
/// use armistice::search::puzzle::{Technique, solving_steps};
///
/// let steps = solving_steps(&"8x8 Q8@e1,g2,d3".parse()?, &Silent)?.unwrap();
/// // First a square is crossed out; then one line after another has only one place left.
/// assert_eq!((steps.len(), steps[0].technique), (6, Technique::Attack));
/// assert_eq!(steps.iter().map(|step| step.placed.len()).sum::<usize>(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for problems that are not about choices, as for puzzles.
pub fn solving_steps(
    problem: &Problem,
    observer: &dyn Observer,
) -> Result<Option<Vec<SolvingStep>>, SearchError> {
    steps_until(problem, &|_| false, observer)
}

/// Returns the steps up to the first one that is enough.
pub(super) fn steps_until(
    problem: &Problem,
    is_enough: &dyn Fn(&SolvingStep) -> bool,
    observer: &dyn Observer,
) -> Result<Option<Vec<SolvingStep>>, SearchError> {
    let should_stop = || observer.should_stop();
    let grid = Grid::new(problem)?;
    let Ok(start) = grid.start([]) else { return Ok(None) };
    let mut steps: Vec<SolvingStep> = Vec::new();
    let last = walk(&grid, start, Technique::Search, &should_stop, &mut |step, before, after| {
        // A stopped search looks like one that found nothing.
        if should_stop() {
            return ControlFlow::Break(());
        }
        steps.push(explain(problem, &grid, step, before, after));
        if steps.last().is_some_and(is_enough) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let Some(last) = last.filter(|_| !should_stop()) else { return Ok(None) };
    if let Some(step) = steps.last_mut().filter(|step| step.technique == Technique::Search) {
        let UniquenessVerdict::One(solution) = unique(problem, Selection::default(), observer)?.found else {
            return Ok(None);
        };
        let taken = pieces(problem, &grid, &last.taken);
        step.placed = solution.pieces().iter().copied().filter(|piece| !taken.contains(piece)).collect();
    } else if !steps.last().is_some_and(is_enough) && grid.tightest_unit(&last).is_some() {
        return Ok(None);
    }
    Ok(Some(steps))
}

/// Returns a step with its reason.
fn explain(problem: &Problem, grid: &Grid, step: Step, before: &State, after: &State) -> SolvingStep {
    let new = |before: &[u64], after: &[u64]| {
        let mut new = after.to_vec();
        new.subtract(before);
        new
    };
    let placed = new(&before.taken, &after.taken);
    // What a placed piece excludes needs no words.
    let crossed_out = if placed.is_bare() { new(&after.open, &before.open) } else { Vec::new() };
    let unit = step.unit.map(|unit| {
        // A line is a better reason than the number of all pieces of a kind.
        let line = grid.only_places(before).find(|&line| {
            let mut places = grid.units[line].of.clone();
            places.keep(&before.open);
            grid.units[line].kind.is_none() && places == placed
        });
        &grid.units[line.unwrap_or(unit)]
    });
    let of_unit = unit.map_or(Vec::new(), |unit| pieces(problem, grid, &unit.of));
    let mut squares: Vec<Square> = of_unit.into_iter().map(|piece| piece.1).collect();
    squares.sort_unstable();
    squares.dedup();
    SolvingStep {
        technique: step.technique,
        squares,
        kind: unit.and_then(|unit| unit.kind),
        placed: pieces(problem, grid, &placed),
        crossed_out: pieces(problem, grid, &crossed_out),
    }
}

/// Returns choices as kinds and squares.
fn pieces(problem: &Problem, grid: &Grid, choices: &[u64]) -> Vec<(usize, Square)> {
    let piece = |choice| {
        let (kind, square) = grid.kind_and_square(choice);
        (kind, problem.board().square(square))
    };
    choices.squares().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::super::make::{Maker, PuzzleRequest};
    use super::*;
    use crate::plan::{CancelToken, Silent};
    use crate::problem::fixed_pieces;

    /// The steps place the whole solution, cross out none of it, and are as many as define the level.
    #[test]
    fn steps_lead_to_the_solution() {
        let mut used = [0; 5];
        for (text, regions) in [
            ("8x8 Q8", None),
            ("14x14 Q14", None),
            ("5x5 N B R Q A", None),
            ("6x6 Q5/Q5", None),
            ("5x5/torus Q5", None),
            ("7x7 K7 rank=1 file=1", Some(1)),
            ("8x8 K16 rank=2 file=2", Some(2)),
        ] {
            let wanted = PuzzleRequest { seed: 9, regions, ..PuzzleRequest::default() };
            let mut maker = Maker::new(&text.parse().unwrap(), wanted).unwrap();
            for _ in 0..4 {
                let puzzle = maker.make(&Silent).unwrap().unwrap();
                let steps = solving_steps(&puzzle.problem, &Silent).unwrap().unwrap();
                let of =
                    |technique: Technique| steps.iter().filter(|step| step.technique == technique).count();
                let numbers = puzzle.steps.unwrap().of;
                let all = [Technique::Single, Technique::Attack, Technique::Ahead, Technique::AheadTwice];
                for technique in all.into_iter().chain([Technique::Search]) {
                    assert_eq!(of(technique), numbers[technique as usize] as usize, "{}", puzzle.problem);
                    used[technique as usize] += of(technique);
                }
                let mut placed: Vec<(usize, Square)> = fixed_pieces(puzzle.problem.pieces()).collect();
                for step in &steps {
                    assert_ne!(step.placed.is_empty(), step.crossed_out.is_empty(), "{step:?}");
                    let is_kept = |piece| !puzzle.solution.pieces().contains(piece);
                    assert!(step.crossed_out.iter().all(is_kept), "{step:?}");
                    let is_line = |piece: &(usize, Square)| step.squares.contains(&piece.1);
                    assert!(step.squares.is_empty() || step.placed.iter().all(is_line), "{step:?}");
                    placed.extend(&step.placed);
                }
                placed.sort_unstable();
                let mut solution = puzzle.solution.pieces().to_vec();
                solution.sort_unstable();
                assert_eq!(placed, solution, "{}", puzzle.problem);
            }
        }
        assert!(used[..4].iter().all(|&times| times > 0), "{used:?}");
    }

    /// Nine kings fill the board in one way, but no line says so.
    #[test]
    fn a_search_places_what_no_technique_finds() {
        let steps = solving_steps(&"5x5 K9".parse().unwrap(), &Silent).unwrap().unwrap();
        let [step] = &steps[..] else { panic!("{steps:?}") };
        assert_eq!((step.technique, step.placed.len()), (Technique::Search, 9));
        assert!(step.squares.is_empty() && step.kind.is_none());
    }

    #[test]
    fn where_there_are_no_steps() {
        let steps = |text: &str| solving_steps(&text.parse().unwrap(), &Silent);
        assert_eq!(steps("4x4 Q4@a1"), Ok(None));
        assert_eq!(steps("4x4 Q4"), Ok(None));
        assert_eq!(steps("4x4 Q4@b1,d2,a3,c4"), Ok(Some(Vec::new())));
        assert_eq!(steps("4x4 Q*"), Err(SearchError::NoGrid));
        let stopped = CancelToken::new();
        stopped.cancel();
        assert_eq!(solving_steps(&"8x8 Q8@e1,g2,d3".parse().unwrap(), &stopped), Ok(None));
    }
}
