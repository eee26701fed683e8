//! The sizes of the armies.

use super::lanes::Bounds;

/// The number of pieces of each army.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    pub(super) armies: [u32; 2],
    /// The worth of the pieces for each of the weights.
    pub(super) needed: Bounds,
}
