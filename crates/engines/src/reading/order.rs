//! The order of candidates.

use crate::board::Mask;

/// Takes the first candidate in reading order from the squares for each kind; returns its square and kind.
#[inline(always)]
pub(super) fn take<M: Mask>(todo: &mut [M]) -> Option<(usize, usize)> {
    let candidates = todo.iter().enumerate().filter_map(|(kind, todo)| Some((todo.lowest()?, kind)));
    let (square, kind) = candidates.min()?;
    todo[kind] = todo[kind].without_lowest();
    Some((square, kind))
}
