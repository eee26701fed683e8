//! Kinds of pieces, by their moves.

use crate::piece::Moves;

/// Kinds, and the number of pieces of each: at least one.
pub(super) type Kinds = [(Moves, u32)];

/// Returns the number of times that each placement is met, because pieces of one kind come in any order.
pub(super) fn orders(kinds: &Kinds) -> u64 {
    kinds.iter().flat_map(|kind| 1..=u64::from(kind.1)).product()
}
