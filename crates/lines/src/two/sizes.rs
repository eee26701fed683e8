//! The sizes of the armies.

use super::lanes::Bounds;

/// How many pieces each army has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    pub(super) armies: [u32; 2],
    /// What they are worth.
    pub(super) needed: Bounds,
}
