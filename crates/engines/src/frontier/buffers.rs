//! Reuses the memory of finished levels for later ones.
//!
//! The system clears every page that it gives out, and clearing takes as long as filling. Therefore the
//! tables of a level pass their memory to the level after the next one.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tag and the place of an entry of a table.
pub(super) type Slot = (u32, u32);

/// Memory that tables no longer need; the lists of the first table are last.
#[derive(Default)]
pub(super) struct Buffers {
    entries: Mutex<Vec<Vec<u64>>>,
    indexes: Mutex<Vec<Vec<Slot>>>,
}

fn lock<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Buffers {
    /// Returns an empty list of words.
    pub(super) fn entries(&self) -> Vec<u64> {
        let mut entries = lock(&self.entries).pop().unwrap_or_default();
        entries.clear();
        entries
    }

    /// Returns an empty index.
    pub(super) fn index(&self) -> Vec<Slot> {
        let mut index = lock(&self.indexes).pop().unwrap_or_default();
        index.clear();
        index
    }

    /// Keeps these lists of words, which held the entries of tables, and drops all others.
    pub(super) fn keep(&self, entries: impl Iterator<Item = Vec<u64>>) {
        let mut entries: Vec<Vec<u64>> = entries.collect();
        entries.reverse();
        *lock(&self.entries) = entries;
    }

    /// Keeps these indexes and drops all others.
    pub(super) fn keep_indexes(&self, mut indexes: Vec<Vec<Slot>>) {
        indexes.reverse();
        *lock(&self.indexes) = indexes;
    }
}
