//! A placement of a problem that is known to have one but for which no search has found it: by counts.

use super::error::SearchError;
use crate::placement::Placement;
use crate::problem::{Problem, fixed_pieces};

/// Fixes one piece after another on the first square that leaves some placement. `None` if a count could not
/// decide that.
pub(super) fn fixed_one_by_one(
    problem: &Problem,
    has_some: &dyn Fn(&Problem) -> Result<Option<bool>, SearchError>,
) -> Result<Option<Placement>, SearchError> {
    let mut fixed = problem.clone();
    let board = problem.board();
    for kind in 0..problem.pieces().count() {
        // A square that left no placement leaves none with more pieces either, so each square is tried once.
        // Pre-placed pieces may come after it.
        for square in (0..board.squares()).map(|index| board.square(index)) {
            let Some(more) = fixed.with_fixed(kind, square) else { continue };
            match has_some(&more)? {
                Some(true) => fixed = more,
                Some(false) => {}
                None => return Ok(None),
            }
        }
    }
    if fixed.pieces().any(|pieces| pieces.free_pieces() > 0) {
        let found = format!("{problem} was counted to have a placement, and has none");
        return Err(SearchError::Unsound(found));
    }
    Ok(Some(Placement::new(fixed_pieces(fixed.pieces()).collect())))
}
