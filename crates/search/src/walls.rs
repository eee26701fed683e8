//! What is searched beside walls: each choice of their squares leaves a problem without walls, on a board with more holes.
//!
//! Up to symmetry one choice of each orbit is enough, with the symmetries that keep it. (How walls are counted with is in
//! `plan/leaders/walls.rs`.)

use crate::board::Square;
use crate::placement::Placement;
use crate::plan::{PlanError, walls_up};
use crate::problem::Problem;
use crate::symmetry::{Symmetry, symmetries};

/// Walls on some squares, and what is left beside them.
#[derive(Clone)]
pub(crate) struct Walled {
    /// Where they stand.
    pub(crate) squares: Vec<Square>,
    /// How many choices are the same up to symmetry.
    pub(crate) times: u64,
    /// What is left.
    pub(crate) rest: Problem,
}

impl Walled {
    /// A placement of the rest with the walls.
    pub(crate) fn whole(&self, problem: &Problem, placement: &Placement) -> Placement {
        let walls = self.squares.iter().map(|&square| (problem.pieces().count() - 1, square));
        Placement::new(placement.pieces().iter().copied().chain(walls).collect())
    }
}

/// The choices of a problem's walls that may leave room for its pieces, one of each orbit under a group, in the order of their
/// squares.
///
/// # Errors
/// Too many choices; and with `is_exact`, what is left that more symmetries keep than the walls.
pub(crate) fn choices(
    problem: &Problem,
    group: &[Symmetry],
    is_exact: bool,
) -> Result<Vec<Walled>, PlanError> {
    let identity = || vec![(0..problem.board().squares() as u16).collect()];
    let maps: Vec<Vec<u16>> = group.iter().map(|symmetry| symmetry.map.images.clone()).collect();
    let maps = if maps.is_empty() { identity() } else { maps };
    let ways = walls_up(problem, &maps).ok_or(PlanError::ManyWalls)?;
    let walled = |(squares, times): (Vec<Square>, u64)| {
        let rest = problem.walled(&squares)?;
        Some(Walled { squares, times, rest })
    };
    let choices: Vec<Walled> = ways.into_iter().filter_map(walled).collect();
    let is_too_symmetric = |choice: &Walled| {
        let fixing = maps.len() as u64 / choice.times;
        fixing > 1 && symmetries(&choice.rest, false, false).len() as u64 != fixing
    };
    match is_exact && choices.iter().any(is_too_symmetric) {
        true => Err(PlanError::WallsLikeHoles),
        false => Ok(choices),
    }
}
