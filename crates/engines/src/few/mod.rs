//! The few engine: a few pieces of exact numbers, on boards of any size, without visiting the squares one by
//! one.
//!
//! * Up to three pieces are counted by the *displacements* at which two are in conflict, on planes, cylinders
//!   and tori ([`displaced`]): a queen on 1000x1000 has 8,000 of them, and a million squares.
//! * With four or more pieces, on a plane with sides up to 255, all but three are placed one after another on
//!   all squares, and the last three are counted together ([`search`], [`triple`]). The time for these three
//!   grows as the board's area, not as its cube. The first piece stands on one square of each orbit of the
//!   board's symmetries. On smaller boards this is faster than other engines if the last three share few
//!   lines: `24x24 R2 B3` takes a fifth of the time.
//!
//! The engine counts all placements of one army on a board without holes. Pieces are in conflict if either
//! attacks the other, whatever stands between. Questions with further features are rejected ([`Feature`]).

mod displaced;
mod displacements;
mod kinds;
mod leaf;
mod search;
#[cfg(test)]
mod tests;
mod triple;

use crate::engines::feature::Feature;
use crate::engines::leaf::Leaf;
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
use crate::piece::Moves;
use crate::problem::{Pieces, Problem};
use displaced::FewPieces;
use displacements::Extent;
use search::Search;

/// The name of the engine in results.
const NAME: &str = "few";
/// The version of the engine, raised whenever units or their numbering change.
const VERSION: u32 = 1;

/// The supported features of a problem.
const KNOWN: &[Feature] = &[Feature::ManySquares, Feature::JoinedEdges];
/// The maximum number of pieces; with more of them sums might not fit.
const MAX_PIECES: u32 = 8;
/// The maximum number of pieces that are counted by displacements.
const FEW_PIECES: usize = 3;

/// The engine.
pub(crate) struct FewEngine;

impl Technique for FewEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "By lines and displacements, for few pieces on large boards"
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[KNOWN, &[Feature::Sameness]]
    }

    fn misfit(&self) -> &'static str {
        "the few engine counts up to 3 pieces on planes, cylinders and tori, and up to 8 on planes with sides \
         up to 255"
    }

    /// Judges the engine. If the board is too large for sets of squares, it has few rivals; otherwise its
    /// cost is known.
    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        let problem = problem(ready)?;
        Some(if problem.board().is_large() { Suit::Shape } else { Suit::Model })
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let Task::Placements(ready) = task else { return None };
        let tuning = limits.tuning;
        let problem = problem(ready)?;
        let number = |pieces: &Pieces| (pieces.kind.moves().clone(), pieces.quantity.exact_number());
        let kinds: Vec<(Moves, u32)> = problem.pieces().map(number).filter(|kind| kind.1 > 0).collect();
        let pieces = kinds.iter().map(|kind| kind.1 as usize).sum::<usize>();
        let extent = Extent::from_board(problem.board())?;
        let sides = (problem.board().rows(), problem.board().cols());
        let is_plane = !extent.rows.is_joined && !extent.cols.is_joined;
        let search = || Search::new(&kinds, sides, (NAME, VERSION), tuning.kernel).filter(|_| is_plane);
        // The recount of three pieces counts the squares that they leave each other.
        if pieces < FEW_PIECES || (pieces == FEW_PIECES && !tuning.granularity.finest) {
            return Some(Box::new(FewPieces::new(&kinds, extent, (NAME, VERSION), tuning.kernel)?));
        }
        if let Some(search) = search() {
            return Some(Box::new(search));
        }
        let displaced = || FewPieces::new(&kinds, extent, (NAME, VERSION), tuning.kernel);
        Some(Box::new((pieces == FEW_PIECES).then(displaced)??))
    }
}

/// Returns the problem if the engine supports its features and numbers.
fn problem<'a>(ready: &LeafInstance<'a>) -> Option<&'a Problem> {
    let problem = ready.peaceful().filter(|problem| problem.has_only(KNOWN))?;
    let pieces =
        problem.pieces().try_fold(0u32, |sum, pieces| sum.checked_add(pieces.quantity.exact_number()))?;
    (pieces <= MAX_PIECES).then_some(problem)
}
