//! A placement of armies by the labels of their lines: at random, or by a complete search.

use crate::board::Square;
use crate::engines::lines::{LabelledProblem, UnitFinding};
use crate::placement::Placement;
use crate::plan::{Observer, Pool, RunError, UnitDone};
use crate::problem::Problem;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The result of a search for one placement.
pub(crate) struct SearchResult {
    /// The squares of each army.
    pub(crate) placement: Option<Placement>,
    /// True if the search was complete, or found a placement.
    pub(crate) complete: bool,
    pub(crate) nodes: u64,
    /// The number of refutations of each type, one line each.
    pub(crate) steps: Vec<String>,
}

/// The fewest squares of a board on which chance is tried first; on smaller boards a search ends sooner.
const MIN_LUCKY_SQUARES: usize = 100;
/// The number of squares from which a search takes long enough that chance is tried for longer.
const LARGE_SQUARES: usize = 169;

/// Looks for one placement by chance, for a time that is short compared with a search.
pub(crate) fn guess(
    labelling: &LabelledProblem,
    problem: &Problem,
    observer: &dyn Observer,
) -> Option<Placement> {
    let squares = problem.board().squares();
    if squares < MIN_LUCKY_SQUARES {
        return None;
    }
    let squares = labelling.guess(squares >= LARGE_SQUARES, &|| observer.should_stop());
    squares.map(|squares| placement(problem, squares))
}

/// Looks for one placement, with this number of threads. The first unit that finds one ends the search.
pub(crate) fn search(
    labelling: &LabelledProblem,
    problem: &Problem,
    pool: Pool,
    observer: &dyn Observer,
) -> Result<SearchResult, RunError> {
    // The lowest unit with a placement. Units above it are not needed, and those below it continue, so that
    // the placement does not depend on the number of threads.
    let lowest = AtomicUsize::new(usize::MAX);
    let all_work: f64 = (0..labelling.units()).map(|unit| labelling.work(unit)).sum();
    let search = |unit: usize| {
        let should_stop = || lowest.load(Ordering::Relaxed) < unit || observer.should_stop();
        if should_stop() {
            return UnitFinding { squares: None, proof: labelling.no_proof(), complete: false };
        }
        let found = labelling.search_unit(unit, &should_stop);
        if found.squares.is_some() {
            lowest.fetch_min(unit, Ordering::Relaxed);
        } else if found.complete {
            let share = labelling.work(unit) / all_work;
            observer.unit_done(&UnitDone::step(unit, share, found.proof.nodes()));
        }
        found
    };
    let units = 0..labelling.units();
    let found: Vec<UnitFinding> = if pool.threads == 1 {
        units.map(search).collect()
    } else {
        pool.install(|| units.into_par_iter().with_max_len(1).map(search).collect())?
    };
    let complete = found.iter().all(|unit| unit.complete);
    let mut proof = labelling.no_proof();
    found.iter().for_each(|unit| proof.add(&unit.proof));
    let squares = found.into_iter().find_map(|unit| unit.squares);
    let placement = squares.map(|squares| placement(problem, squares));
    let (nodes, steps) = (proof.nodes(), proof.steps());
    Ok(SearchResult { complete: complete || placement.is_some(), placement, nodes, steps })
}

/// Returns the placement of armies of one kind each on these squares.
fn placement(problem: &Problem, armies: Vec<Vec<usize>>) -> Placement {
    let cols = problem.board().cols();
    let square = |index: usize| Square { row: index / cols, col: index % cols };
    let pieces = armies.into_iter().enumerate();
    Placement::new(
        pieces.flat_map(|(army, squares)| squares.into_iter().map(move |at| (army, square(at)))).collect(),
    )
}
