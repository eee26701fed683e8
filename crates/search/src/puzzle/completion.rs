//! The completion threshold: the number of non-attacking pieces that can be placed in any way such that the
//! rest can always be added.
//!
//! (For queens: I. P. Gent, C. Jefferson, P. Nightingale, *Complexity of n-queens completion*, 2017; S.
//! Glock, D. Munhá Correia, B. Sudakov, *The n-queens completion problem*, 2022; OEIS A374013.)
//!
//! The search visits all sets of one, two, three … non-attacking pieces, up to symmetry, until it finds one
//! that no placement contains. In a set, the piece whose orbit comes first can be assumed to be the first of
//! that orbit. Nearly all sets are in placements that were found before. With all but one piece chosen, the
//! known placements with these pieces show at once for which squares the last one needs no search. For the
//! other squares a search finds a placement, or proves that there is none, which ends the whole search. A
//! placement that is found is kept with all its images.

use super::backtrack::{Backtrack, End};
use super::grid::{Grid, State};
use crate::board::Set;
use crate::clock::Instant;
use crate::placement::Placement;
use crate::plan::Observer;
use crate::problem::Problem;
use crate::search::error::SearchError;
use crate::symmetry::symmetries;
use armistice_base::random::Random;
use std::time::Duration;

/// The largest number of words of all placements that are kept.
const MAX_KEPT: usize = 1 << 26;
/// The number of steps of the first search for a placement with some pieces.
const FIRST_STEPS: u64 = 1 << 10;
/// The factor by which each further search, from another start, has more steps.
const GROWS: u64 = 4;

/// The largest number of non-attacking pieces that can be completed on any squares.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The threshold, without pre-placed pieces; `None` if there is no placement at all, or if it was
    /// stopped.
    pub number: Option<u32>,
    /// A lower bound if it was stopped: this number of pieces or fewer can always be completed. `None` if not
    /// even one placement was found.
    pub at_least: Option<u32>,
    /// A set of one piece more that cannot be completed; `None` if every set can, or if there is no
    /// placement.
    pub stuck: Option<Placement>,
    /// True if the search was not stopped.
    pub complete: bool,
    /// The number of sets of pieces visited, up to symmetry.
    pub sets: u64,
    /// The number of searches for a placement that contains a set.
    pub searches: u64,
    /// The total time.
    pub elapsed: Duration,
}

/// Finds the largest number of pieces that can always be completed.
///
/// ```
/// use armistice::plan::Silent;
/// use armistice::search::puzzle::completion;
///
/// // Any queen on a board of 5x5 squares is in a placement of five; two need not be.
/// let queens = completion(&"5x5 Q5".parse()?, &Silent)?;
/// assert_eq!(queens.number, Some(1));
/// assert_eq!(queens.stuck.map(|stuck| stuck.pieces().len()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for open numbers of pieces, and for problems that are not about choices.
pub fn completion(problem: &Problem, observer: &dyn Observer) -> Result<Completion, SearchError> {
    let begun = Instant::now();
    let grid = Grid::new(problem)?;
    let mut search = Sets::new(problem, &grid, observer);
    let mut found = Completion {
        number: None,
        at_least: None,
        stuck: None,
        complete: true,
        sets: 0,
        searches: 0,
        elapsed: Duration::ZERO,
    };
    let most = problem.pieces().map(crate::problem::Pieces::free_pieces).sum::<u32>();
    for size in 0..=most {
        match search.all_of(size) {
            Outcome::Completed => found.at_least = Some(size),
            Outcome::Stopped => {
                found.complete = false;
                break;
            }
            Outcome::Stuck(taken) => {
                found.stuck = found.at_least.map(|_| grid.placement(problem, &taken));
                break;
            }
        }
    }
    if found.complete {
        found.number = found.at_least;
    }
    (found.sets, found.searches) = (search.sets, search.searches);
    found.elapsed = begun.elapsed();
    Ok(found)
}

/// The result for sets of pieces.
enum Outcome {
    Completed,
    /// These pieces are in no placement.
    Stuck(Vec<u64>),
    Stopped,
}

/// The known placements that contain some pieces.
struct KnownPlacements {
    of: Vec<u32>,
    /// The number of placements that were known when this was made.
    seen: usize,
}

/// The visited sets of pieces with the known placements.
struct Sets<'a> {
    grid: &'a Grid,
    observer: &'a dyn Observer,
    /// For each symmetry except the identity, the images of all choices.
    images: Vec<Vec<usize>>,
    /// For each choice, the first of its orbit.
    first: Vec<usize>,
    placements: Vec<Vec<u64>>,
    random: Random,
    sets: u64,
    searches: u64,
}

impl<'a> Sets<'a> {
    fn new(problem: &Problem, grid: &'a Grid, observer: &'a dyn Observer) -> Self {
        let mut images: Vec<Vec<usize>> = Vec::new();
        for symmetry in symmetries(problem, false, false).iter().skip(1) {
            let kinds = symmetry.pieces(problem);
            let image = |choice: usize| {
                let (kind, square) = grid.kind_and_square(choice);
                grid.choice(kinds[kind], symmetry.map.images[square].into())
            };
            images.extend((0..grid.choices()).map(image).collect::<Option<Vec<usize>>>());
        }
        let first =
            |choice: usize| images.iter().map(|images| images[choice]).min().unwrap_or(choice).min(choice);
        let first = (0..grid.choices()).map(first).collect();
        let (placements, random) = (Vec::new(), Random::new(1));
        Self { grid, observer, images, first, placements, random, sets: 0, searches: 0 }
    }

    /// Returns whether all sets of `size` non-attacking pieces can be completed.
    fn all_of(&mut self, size: u32) -> Outcome {
        let Ok(start) = self.grid.start([]) else { return Outcome::Stuck(vec![]) };
        let mut all = KnownPlacements { of: Vec::new(), seen: 0 };
        if size == 0 {
            return self.complete_all(&start, 0, &mut all);
        }
        for leader in 0..self.grid.choices() {
            if self.first[leader] != leader || !start.open.holds(leader) {
                continue;
            }
            let mut state = start.clone();
            // The orbits of earlier leaders are done.
            let earlier = (0..self.grid.choices()).filter(|&choice| self.first[choice] < leader);
            earlier.for_each(|choice| state.open.remove_square(choice));
            self.grid.take(&mut state, leader);
            if self.grid.close(&mut state).is_err() {
                continue;
            }
            match self.complete_all(&state, size - 1, &mut all) {
                Outcome::Completed => {}
                end => return end,
            }
        }
        Outcome::Completed
    }

    /// Returns whether all sets with `more` additional open pieces can be completed. `above` has the known
    /// placements that contain all pieces of the set but the last one taken, and perhaps that.
    fn complete_all(&mut self, state: &State, more: u32, above: &mut KnownPlacements) -> Outcome {
        self.look_up(&state.taken, above);
        let mut known = KnownPlacements { of: Vec::new(), seen: self.placements.len() };
        let has_all = |&number: &u32| state.taken.count_outside(&self.placements[number as usize]) == 0;
        known.of.extend(above.of.iter().copied().filter(has_all));
        match more {
            0 => {
                self.sets += 1;
                if known.of.is_empty() {
                    self.complete(&state.taken).err().unwrap_or(Outcome::Completed)
                } else {
                    Outcome::Completed
                }
            }
            1 => self.last_of(state, &known),
            _ => {
                let mut rest = state.clone();
                while let Some(choice) = rest.open.lowest() {
                    rest.open.remove_square(choice);
                    let mut next = rest.clone();
                    self.grid.take(&mut next, choice);
                    if self.grid.close(&mut next).is_err() {
                        continue;
                    }
                    match self.complete_all(&next, more - 1, &mut known) {
                        Outcome::Completed => {}
                        end => return end,
                    }
                }
                Outcome::Completed
            }
        }
    }

    /// Like [`complete_all`](Self::complete_all), but for sets with one additional piece.
    fn last_of(&mut self, state: &State, known: &KnownPlacements) -> Outcome {
        self.sets += u64::from(state.open.size());
        if self.observer.should_stop() {
            return Outcome::Stopped;
        }
        let mut unknown = state.open.clone();
        for &number in &known.of {
            unknown.subtract(&self.placements[number as usize]);
        }
        while let Some(choice) = unknown.lowest() {
            let mut taken = state.taken.clone();
            taken.add_square(choice);
            match self.complete(&taken) {
                Ok(placement) => unknown.subtract(&placement),
                Err(end) => return end,
            }
        }
        Outcome::Completed
    }

    /// Adds placements that were found since then, if they contain all these pieces but one.
    fn look_up(&self, taken: &[u64], known: &mut KnownPlacements) {
        let is_near = |&number: &u32| taken.count_outside(&self.placements[number as usize]) <= 1;
        let new = known.seen as u32..self.placements.len() as u32;
        known.of.extend(new.filter(is_near));
        known.seen = self.placements.len();
    }

    /// Returns a placement with these pieces, which is known from now on, or otherwise the outcome.
    fn complete(&mut self, taken: &[u64]) -> Result<Vec<u64>, Outcome> {
        self.searches += 1;
        let grid = self.grid;
        let observer = self.observer;
        let should_stop = || observer.should_stop();
        let mut end = FIRST_STEPS;
        loop {
            let own = taken.squares().filter(|choice| !grid.given.contains(choice));
            let Ok(start) = grid.start(own) else { return Err(Outcome::Stuck(taken.to_vec())) };
            let mut search =
                Backtrack { random: Some(&mut self.random), end, ..Backtrack::new(grid, 1, &should_stop) };
            match search.run(start) {
                End::Enough => {
                    let placement = search.found.pop().unwrap_or_default();
                    self.keep(&placement);
                    return Ok(placement);
                }
                End::All => return Err(Outcome::Stuck(taken.to_vec())),
                End::Stopped if should_stop() => return Err(Outcome::Stopped),
                End::Stopped => end = end.saturating_mul(GROWS),
            }
        }
    }

    /// Keeps a placement and its images.
    fn keep(&mut self, placement: &[u64]) {
        if self.placements.len() * placement.len() > MAX_KEPT {
            return;
        }
        self.placements.push(placement.to_vec());
        for images in &self.images {
            let mut image = vec![0; placement.len()];
            placement.squares().for_each(|choice| image.add_square(images[choice]));
            self.placements.push(image);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{CancelToken, Settings, Silent};
    use crate::search::answer::answer;

    /// Decides for every set of non-attacking pieces by the engines' counts, without symmetry or known
    /// placements.
    fn brute(problem: &Problem) -> Option<u32> {
        let count = |problem: &Problem| {
            answer(&problem.into(), &Settings::default(), &(), &Silent).unwrap().outcome.count
        };
        let is_at_peace = |problem: &Problem| {
            let given = Placement::new(crate::problem::fixed_pieces(problem.pieces()).collect());
            let alone = problem.pieces().enumerate().fold(problem.clone(), |alone, (kind, pieces)| {
                alone.with_number(kind, pieces.fixed.len() as u32).unwrap()
            });
            given.fault(&alone).is_none()
        };
        let places: Vec<(usize, usize)> = (0..problem.pieces().count())
            .flat_map(|kind| (0..problem.board().squares()).map(move |at| (kind, at)))
            .collect();
        let mut level = vec![(problem.clone(), 0)];
        let mut number = None;
        for size in 0.. {
            if level.is_empty() || level.iter().any(|(problem, _)| count(problem) == 0u32.into()) {
                return number;
            }
            number = Some(size);
            let mut next = Vec::new();
            for (problem, from) in &level {
                for (place, &(kind, at)) in places.iter().enumerate().skip(*from) {
                    let with = problem.with_fixed(kind, problem.board().square(at));
                    next.extend(with.filter(is_at_peace).map(|problem| (problem, place + 1)));
                }
            }
            level = next;
        }
        unreachable!()
    }

    #[test]
    fn trying_all_sets_agrees() {
        for text in [
            "4x4 Q4",
            "5x5 Q5",
            "6x6 Q6",
            "3x3 Q3",
            "3x3 K2 B",
            "4x4/torus R4",
            "3x3 R3",
            "3x3 Q/Q",
            "3x3 R2 + R2",
            "4x4-b2 R4",
            "4x4 R4@a1",
            "4x3 N4",
            "4x4 N5",
            "2x2 K",
            "1x1 K",
            "3x4 B3",
            "hexagon:2 K2",
            "4x4 F3 W2",
            "3x3 P3",
        ] {
            let problem: Problem = text.parse().unwrap();
            let found = completion(&problem, &Silent).unwrap();
            assert_eq!(found.number, brute(&problem), "{text}");
            assert!(found.complete && found.number == found.at_least);
        }
    }

    /// OEIS A374013.
    #[test]
    fn published_thresholds_of_queens() {
        for (n, expected) in (4..=12).zip([0, 1, 0, 1, 1, 1, 2, 2, 2]) {
            let problem = format!("{n}x{n} Q{n}").parse().unwrap();
            let found = completion(&problem, &Silent).unwrap();
            assert_eq!(found.number, Some(expected), "{n}");
            let stuck = found.stuck.unwrap();
            assert_eq!(stuck.pieces().len() as u32, expected + 1);
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let stopped = CancelToken::new();
        stopped.cancel();
        let found = completion(&"12x12 Q12".parse().unwrap(), &stopped).unwrap();
        assert!(!found.complete && found.number.is_none());
        assert!(completion(&"8x8 Q*".parse().unwrap(), &Silent).is_err());
    }
}
