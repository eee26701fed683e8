//! The memory that all questions share.
//!
//! Each question receives half of the memory that earlier questions have left. The first one therefore has
//! much, and later ones still have some. The memory is free again when the question has been answered. A
//! question is refused if too little memory is left.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The reciprocal of the smallest share of the whole that a question receives.
const LEAST: u64 = 64;
/// The number of questions for which the memory suffices at the same time.
pub(super) const MOST_QUESTIONS: u32 = LEAST.ilog2();

/// The memory that questions share.
pub(super) struct Budget {
    /// The whole memory in bytes; no limit if `None`.
    bytes: Option<u64>,
    left: Mutex<u64>,
}

impl Budget {
    pub(super) fn new(bytes: Option<u64>) -> Arc<Self> {
        Arc::new(Self { bytes, left: Mutex::new(bytes.unwrap_or_default()) })
    }

    /// Takes memory for a question; `None` if too little is left.
    pub(super) fn take(self: &Arc<Self>) -> Option<BudgetShare> {
        let Some(all) = self.bytes else { return Some(BudgetShare { bytes: None, of: Arc::clone(self) }) };
        let mut left = self.lock_remaining();
        let bytes = left.div_ceil(2);
        if bytes < all / LEAST {
            return None;
        }
        *left -= bytes;
        Some(BudgetShare { bytes: Some(bytes), of: Arc::clone(self) })
    }

    fn lock_remaining(&self) -> MutexGuard<'_, u64> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The memory of one question, while it is being answered.
pub(super) struct BudgetShare {
    /// The share in bytes; no limit if `None`.
    pub(super) bytes: Option<u64>,
    of: Arc<Budget>,
}

impl Drop for BudgetShare {
    fn drop(&mut self) {
        *self.of.lock_remaining() += self.bytes.unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_never_have_more_than_all_together() {
        for all in [6400u64, 6401, 100, 3 << 30] {
            let budget = Budget::new(Some(all));
            let mut shares: Vec<BudgetShare> = std::iter::from_fn(|| budget.take()).take(1000).collect();
            let taken: u64 = shares.iter().filter_map(|share| share.bytes).sum();
            assert!(taken <= all && shares.len() >= MOST_QUESTIONS as usize, "{all}: {}", shares.len());
            assert!(shares.len() < 1000 && shares[0].bytes == Some(all.div_ceil(2)), "{all}");
            assert!(budget.take().is_none());
            shares.remove(0);
            assert!(budget.take().is_some(), "{all}");
        }
        assert_eq!(Budget::new(None).take().map(|share| share.bytes), Some(None));
        assert_eq!(Budget::new(Some(0)).take().map(|share| share.bytes), Some(Some(0)));
    }
}
