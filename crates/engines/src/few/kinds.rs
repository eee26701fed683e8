//! Kinds of pieces, by their moves.

use crate::piece::Moves;

/// Kinds, and how many pieces there are of each: one at least.
pub(super) type Kinds = [(Moves, u32)];

/// How often each placement is met: pieces of one kind come in any order.
pub(super) fn orders(kinds: &Kinds) -> u64 {
    kinds.iter().flat_map(|kind| 1..=u64::from(kind.1)).product()
}
