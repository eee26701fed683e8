//! Puzzles with exactly one solution: a random placement, from which pieces are taken away, or around which
//! regions are drawn.
//!
//! Pieces are taken away in a random order. A piece stays if another placement would be possible without it,
//! or if the puzzle would be harder than requested. A piece that must stay also stays later, because
//! fewer pre-placed pieces never allow fewer placements. The result is therefore *minimal*. Minimal puzzles
//! differ in size; [`forcing`](super::forcing()) finds the smallest.
//!
//! Every puzzle is [checked in two ways](super::checked).

use super::backtrack::{Backtrack, End};
use super::checked::{Puzzle, is_unique, puzzle_of, way};
use super::grid::Grid;
use super::person::{Level, Technique, steps};
use super::regions::{DrawingAttempt, MAX_REGIONS, draw};
use crate::board::Set;
use crate::plan::Observer;
use crate::problem::Problem;
use crate::search::error::SearchError;
use armistice_base::random::Random;
use std::collections::BTreeSet;

/// The requested type of puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PuzzleRequest {
    /// The level of difficulty; `None` for any.
    pub level: Option<Level>,
    /// The number of pieces in each region, if regions are drawn and no pieces given; `None` if pieces are
    /// given.
    pub regions: Option<u32>,
    /// The seed of all draws.
    pub seed: u64,
}

/// A maker of puzzles, no two of them alike.
pub struct Maker {
    problem: Problem,
    grid: Grid,
    wanted: PuzzleRequest,
    random: Random,
    made: BTreeSet<String>,
}

/// The number of failed attempts after which the search ends.
const TRIED: u32 = 2000;
/// The number of steps of the first search for a random placement; each further one, from another start, has
/// more.
const FIRST_STEPS: u64 = 1 << 10;

impl Maker {
    /// Makes a maker of puzzles of a problem.
    ///
    /// # Errors
    /// Fails for open numbers of pieces, for problems that are not about choices, and for regions that cannot
    /// be drawn.
    pub fn new(problem: &Problem, wanted: PuzzleRequest) -> Result<Self, SearchError> {
        let grid = Grid::new(problem)?;
        if let Some(each) = wanted.regions {
            let pieces = problem.given_pieces();
            let regions = if each == 0 { 0 } else { pieces / u64::from(each) };
            let is_even = each > 0 && pieces.is_multiple_of(u64::from(each));
            if problem.regions().is_some() {
                return Err(SearchError::RegionsDrawn);
            }
            if !is_even || regions == 0 || regions > MAX_REGIONS as u64 {
                return Err(SearchError::UnevenRegions { pieces, each, most: MAX_REGIONS });
            }
        }
        let random = Random::new(wanted.seed);
        Ok(Self { problem: problem.clone(), grid, wanted, random, made: BTreeSet::new() })
    }

    /// Makes another puzzle; `None` if the observer stopped it.
    ///
    /// ```
    /// use armistice::plan::Silent;
    /// use armistice::search::puzzle::{Maker, PuzzleRequest};
    ///
    /// let request = PuzzleRequest { seed: 1, ..PuzzleRequest::default() };
    /// let mut maker = Maker::new(&"8x8 Q8".parse()?, request)?;
    /// let puzzle = maker.make(&Silent)?.unwrap();
    /// assert_eq!(armistice::count(&puzzle.problem)?, 1u32.into());
    /// assert!(puzzle.is_minimal && puzzle.given.pieces().len() < 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails for a problem without placements, and if 2000 attempts found no puzzle of the requested type.
    pub fn make(&mut self, observer: &dyn Observer) -> Result<Option<Puzzle>, SearchError> {
        let should_stop = || observer.should_stop();
        for _ in 0..TRIED {
            if should_stop() {
                return Ok(None);
            }
            let Some(solution) = self.solution(&should_stop)? else { return Ok(None) };
            let problem = match self.wanted.regions {
                Some(each) => {
                    match draw(&self.problem, &self.grid, &solution, each, &mut self.random, &should_stop) {
                        DrawingAttempt::One(problem) => *problem,
                        DrawingAttempt::Failed => continue,
                        DrawingAttempt::Stopped => return Ok(None),
                    }
                }
                None => match self.preplace(&solution, &should_stop) {
                    Some(problem) => problem,
                    None => return Ok(None),
                },
            };
            let is_wanted = match self.wanted.level {
                None => true,
                Some(level) => match way(&problem, &should_stop) {
                    Ok(steps) => steps.map(|steps| steps.level()) == Some(level),
                    Err(_) => return Ok(None),
                },
            };
            if is_wanted && self.made.insert(problem.to_string()) {
                return puzzle_of(problem, &self.problem, observer);
            }
        }
        Err(SearchError::NoSuchPuzzle { tried: TRIED })
    }

    /// Returns a random placement; not all are equally likely. `None` if the search was stopped.
    fn solution(&mut self, should_stop: &dyn Fn() -> bool) -> Result<Option<Vec<u64>>, SearchError> {
        let mut end = FIRST_STEPS;
        loop {
            let Ok(start) = self.grid.start([]) else { return Err(SearchError::NoPlacement) };
            let mut search = Backtrack {
                random: Some(&mut self.random),
                end,
                ..Backtrack::new(&self.grid, 1, should_stop)
            };
            match search.run(start) {
                End::Enough => return Ok(search.found.pop()),
                End::All => return Err(SearchError::NoPlacement),
                End::Stopped if should_stop() => return Ok(None),
                End::Stopped => end = end.saturating_mul(2),
            }
        }
    }

    /// Returns the problem with some pieces of a solution pre-placed, none of which is superfluous; `None` if
    /// the search was stopped.
    fn preplace(&mut self, solution: &[u64], should_stop: &dyn Fn() -> bool) -> Option<Problem> {
        let mut given: Vec<usize> =
            solution.squares().filter(|choice| !self.grid.given.contains(choice)).collect();
        self.random.shuffle(&mut given);
        let most = self.wanted.level.map(hardest);
        for place in (0..given.len()).rev() {
            let left_out = given.swap_remove(place);
            let Ok(start) = self.grid.start(given.iter().copied()) else { return None };
            let is_fine = is_unique(&self.grid, start.clone(), should_stop)?
                && match most {
                    Some(most) => steps(&self.grid, start, most, should_stop).ok()?.is_some(),
                    None => true,
                };
            if !is_fine {
                given.push(left_out);
                let last = given.len() - 1;
                given.swap(place, last);
            }
        }
        given.iter().try_fold(self.problem.clone(), |problem, &choice| {
            let (kind, square) = self.grid.kind_and_square(choice);
            problem.with_fixed(kind, problem.board().square(square))
        })
    }
}

/// Returns the hardest technique of a level.
fn hardest(level: Level) -> Technique {
    match level {
        Level::Easy => Technique::Single,
        Level::Medium => Technique::Attack,
        Level::Hard => Technique::AheadTwice,
        Level::Extreme => Technique::Search,
    }
}

#[cfg(test)]
mod tests {
    use super::super::regions::Growth;
    use super::*;
    use crate::board::Square;
    use crate::named::Named;
    use crate::plan::{CancelToken, Silent};
    use crate::search::listing::{Selection, list_lex};

    fn made(text: &str, wanted: PuzzleRequest, number: usize) -> Vec<Puzzle> {
        let mut maker = Maker::new(&text.parse().unwrap(), wanted).unwrap();
        (0..number).map(|_| maker.make(&Silent).unwrap().unwrap()).collect()
    }

    fn solutions(problem: &Problem) -> usize {
        list_lex(problem, Selection::default(), &Silent).unwrap().take(2).count()
    }

    /// Each puzzle has one solution, and more of them as soon as any pre-placed piece is omitted.
    #[test]
    fn puzzles_have_one_solution_and_nothing_to_spare() {
        for text in [
            "6x6 Q6",
            "8x8 Q8",
            "5x5 N B R Q A",
            "5x5/torus Q5",
            "6x6 N9",
            "4x4 R4 + B4",
            "6x6-c3 Q5",
            "5x5 Q4/Q4",
            "8x8 K16 rank=2 file=2",
        ] {
            for puzzle in made(text, PuzzleRequest { seed: 3, ..PuzzleRequest::default() }, 2) {
                assert_eq!(solutions(&puzzle.problem), 1, "{}", puzzle.problem);
                assert!(puzzle.is_minimal);
                let given: Vec<(usize, Square)> = puzzle.given.pieces().to_vec();
                for left_out in 0..given.len() {
                    let rest = given.iter().enumerate().filter(|&(place, _)| place != left_out);
                    let start: Problem = text.parse().unwrap();
                    let fewer =
                        rest.fold(start, |problem, (_, &(kind, at))| problem.with_fixed(kind, at).unwrap());
                    assert_eq!(solutions(&fewer), 2, "{fewer}");
                }
            }
        }
    }

    #[test]
    fn levels_are_what_was_asked_for() {
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            for puzzle in made("8x8 Q8", PuzzleRequest { level: Some(level), seed: 5, regions: None }, 3) {
                assert_eq!(puzzle.level(), Some(level), "{}", puzzle.problem);
                assert_eq!(solutions(&puzzle.problem), 1);
            }
        }
        assert_eq!(Level::ALL.len(), 4);
        let wanted = PuzzleRequest { level: Some(Level::Extreme), ..PuzzleRequest::default() };
        let none = Maker::new(&"4x4 Q4".parse().unwrap(), wanted).unwrap().make(&Silent);
        assert_eq!(none, Err(SearchError::NoSuchPuzzle { tried: TRIED }));
    }

    #[test]
    fn regions_leave_one_solution() {
        for (text, each) in [
            ("6x6 Q6", 1),
            ("7x7 K7 rank=1 file=1", 1),
            ("6x6-c3,d4 R6 rank=1 file=1", 1),
            ("8x8 K16 rank=2 file=2", 2),
            ("hexagon:3 K4", 1),
        ] {
            for puzzle in made(text, PuzzleRequest { level: None, seed: 2, regions: Some(each) }, 2) {
                assert_eq!(solutions(&puzzle.problem), 1, "{}", puzzle.problem);
                assert!(puzzle.given.pieces().is_empty());
                let regions = puzzle.problem.lines_along(crate::problem::LineType::Region);
                let open: usize = regions.iter().map(Vec::len).sum();
                assert_eq!(open, puzzle.problem.board().open_area(), "{}", puzzle.problem);
                let is_connected = |region: &Vec<usize>| {
                    let mut growth = Growth::new(puzzle.problem.board(), &[]);
                    region.iter().for_each(|&square| growth.region[square] = Some(0));
                    // A hole is in no region.
                    let nowhere = growth.region.len();
                    growth.is_connected_without(0, nowhere)
                };
                assert!(regions.iter().all(is_connected), "{}", puzzle.problem);
            }
        }
    }
    #[test]
    fn the_same_seed_makes_the_same_puzzles_and_no_two_are_alike() {
        let wanted = PuzzleRequest { seed: 9, ..PuzzleRequest::default() };
        let texts = |puzzles: Vec<Puzzle>| -> Vec<String> {
            puzzles.iter().map(|puzzle| puzzle.problem.to_string()).collect()
        };
        let first = texts(made("6x6 Q6", wanted, 8));
        assert_eq!(first, texts(made("6x6 Q6", wanted, 8)));
        let different: BTreeSet<&String> = first.iter().collect();
        assert_eq!(different.len(), 8);
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let refused = |text: &str, wanted: PuzzleRequest| Maker::new(&text.parse().unwrap(), wanted).err();
        let regions = |each| PuzzleRequest { regions: Some(each), ..PuzzleRequest::default() };
        assert_eq!(refused("8x8 Q*", PuzzleRequest::default()), Some(SearchError::NoGrid));
        let uneven = SearchError::UnevenRegions { pieces: 8, each: 3, most: MAX_REGIONS };
        assert_eq!(refused("8x8 Q8", regions(3)), Some(uneven));
        assert!(refused("8x8 Q8", regions(0)).is_some());
        assert_eq!(refused("2x2 R2 regions=aa/bb", regions(1)), Some(SearchError::RegionsDrawn));
        let mut none = Maker::new(&"3x3 Q3".parse().unwrap(), PuzzleRequest::default()).unwrap();
        assert_eq!(none.make(&Silent), Err(SearchError::NoPlacement));
        let stopped = CancelToken::new();
        stopped.cancel();
        let mut long = Maker::new(&"12x12 Q13".parse().unwrap(), PuzzleRequest::default()).unwrap();
        assert_eq!(long.make(&stopped), Ok(None));
    }
}
