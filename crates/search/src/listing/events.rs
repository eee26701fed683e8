//! The reports of a search to an observer of its steps.

use crate::board::Square;
use crate::placement::Placement;

/// An event of a search, in order.
///
/// Kinds have the numbers of the problem's pieces. A depth is the number of pieces chosen so far, without
/// pre-placed ones. An observer can keep a set of free squares for each kind. If it changes the set only at
/// [`Take`](Event::Take), [`RuleOut`](Event::RuleOut) and [`Restore`](Event::Restore), the set always agrees
/// with the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A pre-placed piece is put on its square, before any choice.
    Fix {
        /// The kind of the piece.
        kind: usize,
        /// The square of the piece.
        square: Square,
    },
    /// A piece is put on a square, to try it.
    Choose {
        /// The number of pieces chosen, including this one.
        depth: usize,
        /// The kind of the piece.
        kind: usize,
        /// The square of the piece.
        square: Square,
    },
    /// The last piece takes this square from a kind, because it attacks the square or stands on it.
    Take {
        /// The kind that can no longer use the square.
        kind: usize,
        /// The square that is no longer free for the kind.
        square: Square,
    },
    /// A kind has fewer free squares than pieces to place, in a column or on the whole board.
    DeadEnd {
        /// The kind that lacks free squares.
        kind: usize,
        /// The column without enough free squares, if each column has one piece.
        column: Option<usize>,
    },
    /// The last piece that was chosen is taken off again.
    Retreat {
        /// The number of pieces chosen, including this one.
        depth: usize,
        /// The kind of the piece.
        kind: usize,
        /// The square of the piece.
        square: Square,
    },
    /// A square is free again for a kind, after the piece that took it was taken off.
    Restore {
        /// The kind that can use the square again.
        kind: usize,
        /// The square that is free again.
        square: Square,
    },
    /// All placements that have the current pieces and the removed piece on this square were tried. The
    /// square is not tried again.
    RuleOut {
        /// The kind of the removed piece.
        kind: usize,
        /// The square of the removed piece.
        square: Square,
    },
    /// All pieces are placed.
    Found(&'a Placement),
}

/// An observer of a search, which may stop it.
pub trait Watcher {
    /// Takes every event.
    fn on_event(&mut self, event: Event<'_>);

    /// Returns true if the search should stop. The search calls it before every choice, and can continue
    /// later.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// A watcher that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct SilentWatcher;

impl Watcher for SilentWatcher {
    #[inline]
    fn on_event(&mut self, _: Event<'_>) {}
}
