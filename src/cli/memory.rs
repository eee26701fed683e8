//! The memory of this machine: how much it has, and how much is free.

use crate::plan::{available_memory, total_memory};
use std::sync::OnceLock;

/// Returns the memory limit if the user gave none: the memory that was free at the first call. It is the same
/// for the whole process.
pub(super) fn free() -> Option<u64> {
    static FREE: OnceLock<Option<u64>> = OnceLock::new();
    *FREE.get_or_init(available_memory)
}

/// Whether this machine has enough memory, but too little of it is free.
pub(super) fn is_scarce_now(needed: u64, allowed: u64) -> bool {
    free() == Some(allowed) && total_memory().is_some_and(|total| needed <= total)
}
