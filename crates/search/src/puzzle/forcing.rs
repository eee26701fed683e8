//! The smallest number of pieces that force a placement: no other placement contains all of them.
//!
//! All placements are listed. The search visits sets of one, two, three … pieces by dividing the list: by
//! each piece into the placements that contain it, these again by each later piece, and so on. If the part of
//! a set is a single placement, the set forces it. Each placement is visited once for every set of its
//! pieces. Sets of k of n pieces in a list of m placements therefore take about m times n over k steps, and
//! no memory but the list.

use crate::board::Square;
use crate::clock::Instant;
use crate::placement::Placement;
use crate::plan::Observer;
use crate::problem::{Problem, fixed_pieces};
use crate::search::error::SearchError;
use crate::search::listing::{Selection, list_all};
use armistice_base::random::Random;
use std::time::Duration;

/// The largest number of pieces of all listed placements together.
const MAX_LISTED: usize = 1 << 27;

/// The number of steps between two calls of `should_stop`.
const LOOK: u64 = 1 << 16;

/// The smallest sets of pieces that are in exactly one placement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ForcingSets {
    /// The number of their pieces, without pre-placed ones; `None` if there is no placement, or if it was
    /// stopped.
    pub number: Option<u32>,
    /// A lower bound: fewer pieces never force a placement. It is also valid if the search was stopped.
    pub at_least: u32,
    /// The number of such sets.
    pub sets: u64,
    /// Some of the sets, drawn at random, each with the placement that it forces.
    pub examples: Vec<(Placement, Placement)>,
    /// The number of placements that were listed.
    pub placements: u64,
    /// True if the search was not stopped.
    pub complete: bool,
    /// The total time.
    pub elapsed: Duration,
}

/// Finds the smallest number of pieces that force a placement, and some sets that do, in random order.
///
/// ```
/// use armistice::plan::Silent;
/// use armistice::search::puzzle::forcing;
///
/// let queens = forcing(&"8x8 Q8".parse()?, 1, 1, &Silent)?;
/// assert_eq!((queens.number, queens.placements), (Some(2), 92));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for problems that cannot be listed, or that have too many placements.
pub fn forcing(
    problem: &Problem,
    examples: usize,
    seed: u64,
    observer: &dyn Observer,
) -> Result<ForcingSets, SearchError> {
    let begun = Instant::now();
    let mut found = ForcingSets {
        number: None,
        at_least: 0,
        sets: 0,
        examples: Vec::new(),
        placements: 0,
        complete: false,
        elapsed: Duration::ZERO,
    };
    let list = list(problem, observer)?;
    found.placements = list.ends.len() as u64;
    if list.is_whole {
        found.complete = found.placements == 0;
        let all: Vec<u32> = (0..list.ends.len() as u32).collect();
        let most = (0..all.len()).map(|number| list.pieces_of(number).len()).max().unwrap_or(0) as u32;
        for size in 0..=most {
            if found.placements == 0 {
                break;
            }
            let mut sets = Sets::new(&list, examples, seed, observer);
            let is_whole = sets.divide(&all, None, size);
            if !is_whole {
                break;
            }
            if sets.number > 0 {
                found.number = Some(size);
                found.sets = sets.number;
                found.examples = sets.drawn.iter().map(|drawn| list.example(problem, drawn)).collect();
                found.complete = true;
                break;
            }
            found.at_least = size + 1;
        }
    }
    found.at_least = found.number.unwrap_or(found.at_least);
    found.elapsed = begun.elapsed();
    Ok(found)
}

/// All placements, each as the increasing numbers of its pieces, without pre-placed ones.
struct List {
    pieces: Vec<u32>,
    /// The end of each placement among the pieces.
    ends: Vec<usize>,
    squares: usize,
    kinds: usize,
    /// True if all placements are listed.
    is_whole: bool,
}

fn list(problem: &Problem, observer: &dyn Observer) -> Result<List, SearchError> {
    let board = problem.board();
    let (squares, kinds) = (board.squares(), problem.pieces().count());
    let given: Vec<(usize, Square)> = fixed_pieces(problem.pieces()).collect();
    let mut listing = list_all(problem, Selection::default(), observer)?;
    let mut list = List { pieces: Vec::new(), ends: Vec::new(), squares, kinds, is_whole: false };
    while let Some(listed) = listing.advance(&|| observer.should_stop()) {
        let own = listed.placement.pieces().iter().filter(|piece| !given.contains(piece));
        let first = list.pieces.len();
        list.pieces.extend(own.map(|&(kind, square)| (kind * squares + board.index(square)) as u32));
        list.pieces[first..].sort_unstable();
        list.ends.push(list.pieces.len());
        if list.pieces.len().max(list.ends.len()) > MAX_LISTED {
            return Err(SearchError::ManyPlacements { listed: list.ends.len() });
        }
    }
    list.is_whole = !observer.should_stop();
    Ok(list)
}

impl List {
    fn pieces_of(&self, number: usize) -> &[u32] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.pieces[start..self.ends[number]]
    }

    /// Returns pieces as a placement.
    fn placement(&self, problem: &Problem, pieces: &[u32]) -> Placement {
        let at = |&piece: &u32| {
            (piece as usize / self.squares, problem.board().square(piece as usize % self.squares))
        };
        Placement::new(pieces.iter().map(at).collect())
    }

    /// Returns a set with the placement that it forces, both with the pre-placed pieces.
    fn example(&self, problem: &Problem, (set, number): &(Vec<u32>, u32)) -> (Placement, Placement) {
        let given: Vec<(usize, Square)> = fixed_pieces(problem.pieces()).collect();
        let with_given = |pieces: &[u32]| self.placement(problem, pieces).with_pieces(&given);
        (with_given(set), with_given(self.pieces_of(*number as usize)))
    }
}

/// The sets of one size that force a placement.
struct Sets<'a> {
    list: &'a List,
    observer: &'a dyn Observer,
    number: u64,
    /// A sample of the sets, each with the index of its placement.
    drawn: Vec<(Vec<u32>, u32)>,
    examples: usize,
    random: Random,
    chosen: Vec<u32>,
    /// For each piece, the number of placements of the current part that contain it, and the last of these;
    /// zero between parts.
    counts: Vec<(u32, u32)>,
    steps: u64,
}

impl<'a> Sets<'a> {
    fn new(list: &'a List, examples: usize, seed: u64, observer: &'a dyn Observer) -> Self {
        let counts = vec![(0, 0); list.squares * list.kinds];
        let random = Random::new(seed);
        Self {
            list,
            observer,
            number: 0,
            drawn: Vec::new(),
            examples,
            random,
            chosen: Vec::new(),
            counts,
            steps: 0,
        }
    }

    /// Visits all sets with `more` further, later pieces in a part of the list. Returns false if it was
    /// stopped.
    fn divide(&mut self, part: &[u32], after: Option<u32>, more: u32) -> bool {
        self.steps += part.len() as u64;
        if self.steps >= LOOK {
            self.steps = 0;
            if self.observer.should_stop() {
                return false;
            }
        }
        match more {
            0 => {
                if let [only] = part {
                    self.add(None, *only);
                }
            }
            1 => self.count(part, after),
            _ => {
                let mut pairs: Vec<(u32, u32)> = Vec::new();
                for &number in part {
                    pairs.extend(self.pieces_after(number, after).iter().map(|&piece| (piece, number)));
                }
                pairs.sort_unstable();
                let mut own = Vec::new();
                for group in pairs.chunk_by(|first, second| first.0 == second.0) {
                    own.clear();
                    own.extend(group.iter().map(|pair| pair.1));
                    self.chosen.push(group[0].0);
                    let is_whole = self.divide(&own, Some(group[0].0), more - 1);
                    self.chosen.pop();
                    if !is_whole {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Handles the last piece: counts the pieces that are in one placement of the part.
    fn count(&mut self, part: &[u32], after: Option<u32>) {
        for &number in part {
            for place in 0..self.pieces_after(number, after).len() {
                let piece = self.pieces_after(number, after)[place] as usize;
                self.counts[piece] = (self.counts[piece].0 + 1, number);
            }
        }
        for &number in part {
            for place in 0..self.pieces_after(number, after).len() {
                let piece = self.pieces_after(number, after)[place];
                let (count, last) = std::mem::take(&mut self.counts[piece as usize]);
                if count == 1 {
                    self.add(Some(piece), last);
                }
            }
        }
    }

    /// Returns the pieces of a placement that come after `after`.
    fn pieces_after(&self, number: u32, after: Option<u32>) -> &'a [u32] {
        let pieces = self.list.pieces_of(number as usize);
        let from = after.map_or(0, |after| pieces.partition_point(|&piece| piece <= after));
        &pieces[from..]
    }

    /// Adds a set, and perhaps draws it: all sets are equally likely to be in the sample.
    fn add(&mut self, last: Option<u32>, number: u32) {
        self.number += 1;
        let set = || self.chosen.iter().copied().chain(last).collect();
        if self.drawn.len() < self.examples {
            self.drawn.push((set(), number));
        } else {
            let place = (self.random.fraction() * self.number as f64) as usize;
            if place < self.examples {
                self.drawn[place] = (set(), number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::checked::with_given;
    use super::super::unique::{UniquenessVerdict, unique};
    use super::*;
    use crate::plan::{CancelToken, Settings, Silent};
    use crate::search::answer::answer;

    /// Tries every set of squares for every kind; the engines count each with these pieces pre-placed.
    fn brute(problem: &Problem) -> (Option<u32>, u64) {
        let count = |problem: &Problem| {
            answer(&problem.into(), &Settings::default(), &(), &Silent).unwrap().outcome.count
        };
        if count(problem) == 0u32.into() {
            return (None, 0);
        }
        let places: Vec<(usize, Square)> = (0..problem.pieces().count())
            .flat_map(|kind| (0..problem.board().squares()).map(move |at| (kind, at)))
            .map(|(kind, at)| (kind, problem.board().square(at)))
            .collect();
        let mut level = vec![(problem.clone(), 0)];
        for size in 0.. {
            let forcing = level.iter().filter(|(problem, _)| count(problem) == 1u32.into()).count();
            if forcing > 0 {
                return (Some(size), forcing as u64);
            }
            let mut next = Vec::new();
            for (problem, from) in &level {
                for (place, &(kind, square)) in places.iter().enumerate().skip(*from) {
                    next.extend(problem.with_fixed(kind, square).map(|problem| (problem, place + 1)));
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
            "3x3 Q/Q",
            "3x3 R3 + R3",
            "4x4-b2 R4",
            "4x4 R4@a1",
            "4x3 N4",
            "3x3 G2",
            "2x2 K",
            "1x1 K",
            "2x3 K0",
            "4x4 K4 rank=1 file=1",
            "hexagon:2 K2",
        ] {
            let problem: Problem = text.parse().unwrap();
            let found = forcing(&problem, 3, 1, &Silent).unwrap();
            assert_eq!((found.number, found.sets), brute(&problem), "{text}");
            assert!(found.complete);
            for (set, placement) in &found.examples {
                let given = with_given(&problem, set.pieces());
                let only = unique(&given, Selection::default(), &Silent).unwrap().found;
                assert_eq!(only, UniquenessVerdict::One(placement.clone()), "{given}");
            }
            assert_eq!(found.examples.len() as u64, found.sets.min(3), "{text}");
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let stopped = CancelToken::new();
        stopped.cancel();
        let found = forcing(&"10x10 Q10".parse().unwrap(), 0, 1, &stopped).unwrap();
        assert_eq!((found.number, found.at_least, found.complete), (None, 0, false));
    }
}
