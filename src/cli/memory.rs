//! How much memory there is on this machine, and at this moment.

use crate::plan::{available_memory, total_memory};
use std::sync::OnceLock;

/// The limit if none was typed, the same for all that this process does: what was free when it was first asked.
pub(super) fn free() -> Option<u64> {
    static FREE: OnceLock<Option<u64>> = OnceLock::new();
    *FREE.get_or_init(available_memory)
}

/// Whether this machine has the memory that is needed, and only what is free of it is too little.
pub(super) fn is_scarce_now(needed: u64, allowed: u64) -> bool {
    free() == Some(allowed) && total_memory().is_some_and(|total| needed <= total)
}
