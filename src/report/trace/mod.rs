//! A search made visible: every choice, the squares that it rules out, every dead end and every return.
//!
//! A [`Recording`] contains the steps that [`FirstFail`](crate::search::listing::FirstFail) reported.
//! [`page()`] turns it into a page that plays them forwards and backwards. A [`Scene`] follows a search as it
//! runs, for a terminal or for the moving picture that an [`Animation`] paints.

#[cfg(feature = "gif")]
mod animation;
#[cfg(feature = "text")]
pub mod comparison;
#[cfg(feature = "gif")]
mod letters;
mod page;
mod recording;
mod scene;

#[cfg(feature = "gif")]
pub use animation::Animation;
pub use page::{MAX_SIDE, page};
pub use recording::{Ending, Recording, SearchStep, record};
pub use scene::Scene;

use crate::board::{Board, Lattice};
use armistice_base::named;

/// The reasons why a search is not shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoTrace {
    /// The squares of the board have other neighbours than those of a rectangle, or an edge is joined with a
    /// twist.
    #[error(
        "the search can only be shown on flat boards of squares without twisted edges, not on {0}; use solve \
         or draw"
    )]
    Board(String),
}

/// Checks that a search on this board can be shown.
///
/// # Errors
/// Rejects boards of hexagons, boards in layers, and boards with twisted edges.
pub fn check_board(board: &Board) -> Result<(), NoTrace> {
    match board.lattice() == Lattice::Square && board.is_straight() {
        true => Ok(()),
        false => Err(NoTrace::Board(board.to_string())),
    }
}

named! {
    /// The format of a recording.
    pub enum TraceFormat {
        /// A page for a browser.
        Html = "html",
        /// An animated GIF.
        Gif = "gif",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_would_show_wrong_is_refused() {
        let is_shown = |text: &str| check_board(&text.parse().unwrap()).is_ok();
        assert!(["8x8", "8x8/torus", "8x8/roll-c3", "diamond:4"].into_iter().all(is_shown));
        assert!(
            !["hexagon:5", "triangle:4", "3x3x3", "8x8/moebius", "8x8/projective"].into_iter().any(is_shown)
        );
    }
}
