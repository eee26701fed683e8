//! A test whether a problem has no placement, exactly one, or more: the search ends at the second.
//!
//! Two searches take turns, each longer than the one before: the list in reading order, which supports every
//! problem that can be listed, and the puzzle's own search, if it applies. The first one that ends decides.

use super::backtrack::{Backtrack, End};
use super::grid::Grid;
use crate::clock::Instant;
use crate::placement::Placement;
use crate::plan::Observer;
use crate::problem::Problem;
use crate::question::Demand;
use crate::search::error::SearchError;
use crate::search::found::fault;
use crate::search::listing::{Listing, Selection, list_all};
use std::time::Duration;

/// The number of placements, as far as the test distinguishes it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UniquenessVerdict {
    /// There is provably no placement.
    None,
    /// There is provably exactly one placement.
    One(Placement),
    /// There are at least these two placements.
    Several([Placement; 2]),
    /// The test was stopped, after it had found this placement or none.
    Stopped(Option<Placement>),
}

/// The result of the test with the search that decided it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UniquenessTest {
    /// The number of placements found.
    pub found: UniquenessVerdict,
    /// The search that decided it.
    pub by: &'static str,
    /// The number of partial placements made, in all searches.
    pub nodes: u64,
    /// The total time.
    pub elapsed: Duration,
}

impl UniquenessTest {
    /// Returns true if there is exactly one placement; `None` if that is not known.
    #[must_use]
    pub fn is_unique(&self) -> Option<bool> {
        match self.found {
            UniquenessVerdict::One(_) => Some(true),
            UniquenessVerdict::None | UniquenessVerdict::Several(_) => Some(false),
            UniquenessVerdict::Stopped(_) => None,
        }
    }
}

/// Returns the pieces of one placement that are not in another, with kind and square of each.
#[must_use]
pub fn difference(first: &Placement, second: &Placement) -> Placement {
    let is_other = |piece: &&(usize, crate::board::Square)| !second.pieces().contains(piece);
    Placement::new(first.pieces().iter().filter(is_other).copied().collect())
}

/// The number of steps of the first turn of each search.
const FIRST_STEPS: u64 = 1 << 12;
/// The factor by which each turn is longer than the last.
const GROWS: u64 = 4;

/// Decides whether a problem has none, exactly one, or more than one of the selected placements.
///
/// ```
/// use armistice::Problem;
/// use armistice::plan::Silent;
/// use armistice::search::listing::Selection;
/// use armistice::search::puzzle::unique;
///
/// let is_unique = |text: &str| {
///     let problem: Problem = text.parse().unwrap();
///     unique(&problem, Selection::default(), &Silent).unwrap().is_unique()
/// };
/// assert_eq!(is_unique("8x8 Q8@a1"), Some(false));
/// assert_eq!(is_unique("8x8 Q8@b1,e3"), Some(true));
/// ```
///
/// # Errors
/// Fails in the cases of [`list_all`]: if the board is too large, or if the equivalence is not supported.
pub fn unique(
    problem: &Problem,
    selection: Selection,
    observer: &dyn Observer,
) -> Result<UniquenessTest, SearchError> {
    let begun = Instant::now();
    let should_stop = || observer.should_stop();
    // The start of a list can take longer than the other search.
    let mut list: Option<ListingProgress> = None;
    let grid = if selection == Selection::default() { Grid::new(problem).ok() } else { None };
    let (mut steps, mut nodes) = (FIRST_STEPS, 0);
    let demand = selection.dominating;
    let ended = |found: Vec<Placement>, by, nodes| {
        finish_test(problem, demand, found, by).map(|found| UniquenessTest {
            found,
            by,
            nodes,
            elapsed: begun.elapsed(),
        })
    };
    loop {
        if let Some(grid) = &grid {
            let mut search = Backtrack { end: steps, ..Backtrack::new(grid, 2, &should_stop) };
            let end = grid.start([]).map_or(End::All, |start| search.run(start));
            nodes += search.nodes;
            if end != End::Stopped {
                let found = search.found.iter().map(|taken| grid.placement(problem, taken)).collect();
                return ended(found, BY_GRID, nodes + list.map_or(0, |list| list.listing.nodes()));
            }
        }
        let list = match &mut list {
            Some(list) => list,
            None => list.insert(ListingProgress {
                listing: list_all(problem, selection, observer)?,
                found: Vec::new(),
            }),
        };
        if list.advance(steps, &should_stop) && !observer.should_stop() {
            let nodes = nodes + list.listing.nodes();
            return ended(std::mem::take(&mut list.found), BY_LIST, nodes);
        }
        if observer.should_stop() {
            let found = UniquenessVerdict::Stopped(list.found.pop());
            return Ok(UniquenessTest { found, by: BY_LIST, nodes, elapsed: begun.elapsed() });
        }
        steps = steps.saturating_mul(GROWS);
    }
}

/// The name of the puzzle's own search.
const BY_GRID: &str = "fewest choices";
/// The name of the list in reading order.
const BY_LIST: &str = "reading order";

/// A list with the placements found so far.
struct ListingProgress {
    listing: Listing,
    found: Vec<Placement>,
}

impl ListingProgress {
    /// Continues the list for `steps` more steps. Returns true if the result is known: the second placement
    /// was found, or the list ended.
    fn advance(&mut self, steps: u64, should_stop: &dyn Fn() -> bool) -> bool {
        let end = self.listing.nodes().saturating_add(steps);
        while self.found.len() < 2 {
            match self.listing.advance_to(end, should_stop) {
                Some(listed) => self.found.push(listed.placement),
                None => return self.listing.nodes() < end && !should_stop(),
            }
        }
        true
    }
}

/// Returns the result of a search that ended, after checking each placement by the rules of movement.
fn finish_test(
    problem: &Problem,
    demand: Demand,
    found: Vec<Placement>,
    by: &'static str,
) -> Result<UniquenessVerdict, SearchError> {
    if let Some(fault) = found.iter().find_map(|placement| fault(problem, demand, placement)) {
        return Err(SearchError::Unsound(format!(
            "{by} found something for {problem} that is none: {fault}"
        )));
    }
    let mut found = found.into_iter();
    Ok(match (found.next(), found.next()) {
        (None, _) => UniquenessVerdict::None,
        (Some(one), None) => UniquenessVerdict::One(one),
        (Some(one), Some(other)) if one != other => UniquenessVerdict::Several([one, other]),
        (Some(_), Some(_)) => {
            return Err(SearchError::Unsound(format!("{by} found one placement of {problem} twice")));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{CancelToken, Settings, Silent};
    use crate::question::Question;
    use crate::search::answer::answer;
    use armistice_base::random::Random;

    fn of(text: &str, selection: Selection) -> UniquenessVerdict {
        unique(&text.parse().unwrap(), selection, &Silent).unwrap().found
    }

    #[test]
    fn none_one_and_several() {
        assert_eq!(of("3x3 Q3", Selection::default()), UniquenessVerdict::None);
        assert_eq!(of("4x4 Q4@a1", Selection::default()), UniquenessVerdict::None);
        assert!(matches!(of("4x4 Q4@b1", Selection::default()), UniquenessVerdict::One(_)));
        let UniquenessVerdict::Several([first, second]) = of("4x4 Q4", Selection::default()) else {
            panic!()
        };
        assert_eq!(
            (difference(&first, &second).pieces().len(), difference(&first, &first).pieces().len()),
            (4, 0)
        );
        // The two placements are mirror images.
        let up_to = Selection { up_to: crate::up_to::UpTo::Symmetry, ..Selection::default() };
        assert!(matches!(of("4x4 Q4", up_to), UniquenessVerdict::One(_)));
        let maximal = Selection { maximal: true, ..Selection::default() };
        assert!(matches!(of("1x3 K", maximal), UniquenessVerdict::One(_)));
    }

    /// The oracle's counts decide, on problems of all types, with random pre-placed pieces.
    #[test]
    fn the_oracle_agrees() {
        let mut random = Random::new(5);
        let oracle = Settings::default().with_engine("naive".parse().unwrap());
        let mut seen = [0; 3];
        for text in [
            "4x4 Q4",
            "5x5 Q5",
            "4x4 N6",
            "3x4 K2 B2",
            "4x4/torus R4",
            "3x3 Q/Q",
            "3x3 R3 + R3",
            "3x4 G2",
            "4x4 K4 rank=1",
            "4x4 Q3 #1",
            "3x3 N*",
            "4x4 Bmax",
            "4x4 K3 pairs=1",
            "3x3 Q N/R blocked",
            "hexagon:3 Q2",
            "4x4-b2~c3 B4",
        ] {
            let problem: Problem = text.parse().unwrap();
            for _ in 0..12 {
                let mut some = problem.clone();
                for _ in 0..random.draw_below(4) {
                    let kind = random.draw_below(problem.pieces().count());
                    let square = problem.board().square(random.draw_below(problem.board().squares()));
                    some = some.with_fixed(kind, square).unwrap_or(some);
                }
                let question = Question::new(some.clone());
                let counted = answer(&question, &oracle, &(), &Silent).unwrap().outcome.count;
                let found = unique(&some, Selection::default(), &Silent).unwrap();
                let expected = usize::try_from(counted).unwrap().min(2);
                let number = match found.found {
                    UniquenessVerdict::None => 0,
                    UniquenessVerdict::One(_) => 1,
                    UniquenessVerdict::Several(_) => 2,
                    UniquenessVerdict::Stopped(_) => panic!("{some}"),
                };
                assert_eq!(number, expected, "{some}");
                seen[number] += 1;
            }
        }
        assert!(seen.iter().all(|&seen| seen > 10), "{seen:?}");
    }

    #[test]
    fn it_can_be_stopped() {
        let stopped = CancelToken::new();
        stopped.cancel();
        let found = unique(&"12x12 Q13".parse().unwrap(), Selection::default(), &stopped).unwrap();
        assert_eq!(found.is_unique(), None);
    }
}
