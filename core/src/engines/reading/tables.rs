//! What an engine makes of a problem whose placements it goes through in reading order.

use crate::engines::counter::Partial;
use crate::engines::kernel::Kernel;
use crate::symmetry::classes::Classes;

/// A problem as an engine goes through it. Pieces are (square, kind) pairs, squares in reading order.
pub(crate) trait Reading: Send + Sync {
    /// Counts the placements with these first pieces; or of each the symmetries that fix it.
    fn count(
        &self,
        pieces: &[(usize, usize)],
        fixing: Option<&Classes>,
        kernel: Kernel,
        should_stop: &dyn Fn() -> bool,
    ) -> Partial;
    /// Where the piece after these can stand, by kind and square, and how many pieces are left; `None` if these cannot
    /// stand.
    fn candidates(&self, pieces: &[(usize, usize)]) -> Option<(Vec<(usize, usize)>, u32)>;
    /// Whether placements are looked at one by one, since only then it is seen that they are at peace.
    fn is_walked(&self) -> bool;
    /// How many squares the board has.
    fn squares(&self) -> usize;
    /// About how many nanoseconds a partial placement takes.
    fn node_nanoseconds(&self) -> f64;
    /// Bytes held.
    fn memory(&self) -> usize;
}
