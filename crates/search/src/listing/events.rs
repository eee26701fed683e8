//! What a search reports to whoever watches it.

use crate::board::Square;
use crate::placement::Placement;

/// What happens in a search, in order.
///
/// Kinds are numbered as the problem's pieces, and a depth is how many pieces were chosen so far, fixed ones not
/// among them. A set of free squares for each kind, changed by [`Take`](Event::Take), [`RuleOut`](Event::RuleOut) and
/// [`Restore`](Event::Restore) alone, is always the one that the search has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A piece that the problem fixes is put on its square, before any choice.
    Fix {
        /// Its kind.
        kind: usize,
        /// Its square.
        square: Square,
    },
    /// A piece is put on a square, to try it.
    Choose {
        /// How many pieces are chosen, with this one.
        depth: usize,
        /// Its kind.
        kind: usize,
        /// Its square.
        square: Square,
    },
    /// The last piece takes this square from a kind: it is attacked, or it is the piece's own.
    Take {
        /// The kind that can no longer stand there.
        kind: usize,
        /// The square.
        square: Square,
    },
    /// A kind has fewer free squares than pieces to place, in a column or on the whole board.
    DeadEnd {
        /// The kind.
        kind: usize,
        /// The column, if there is one piece to each.
        column: Option<usize>,
    },
    /// The last piece that was chosen is taken off again.
    Retreat {
        /// How many pieces were chosen, with this one.
        depth: usize,
        /// Its kind.
        kind: usize,
        /// Its square.
        square: Square,
    },
    /// A square is free again for a kind, after the piece that took it was taken off.
    Restore {
        /// The kind.
        kind: usize,
        /// The square.
        square: Square,
    },
    /// The square of the piece that was just taken off has been tried with all that stands now: it is not tried again.
    RuleOut {
        /// The kind.
        kind: usize,
        /// The square.
        square: Square,
    },
    /// All pieces stand.
    Found(&'a Placement),
}

/// Watches a search, and may stop it.
pub trait Watcher {
    /// Called with everything that happens.
    fn on_event(&mut self, event: Event<'_>);

    /// Asked before every choice: whether to stop. A search that was stopped can go on later.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// A watcher that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watcher for Unwatched {
    #[inline]
    fn on_event(&mut self, _: Event<'_>) {}
}
