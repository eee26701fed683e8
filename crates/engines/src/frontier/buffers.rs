//! Memory of levels that are done, for those to come.
//!
//! The system clears every page that it gives out, and that takes as long as filling it; so what the tables of a level had
//! goes to those of the level after the next one.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tag and place of an entry of a table.
pub(super) type Slot = (u32, u32);

/// What tables had that are no longer needed, the first one's last.
#[derive(Default)]
pub(super) struct Buffers {
    entries: Mutex<Vec<Vec<u64>>>,
    indexes: Mutex<Vec<Vec<Slot>>>,
}

fn locked<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Buffers {
    /// An empty list of words.
    pub(super) fn entries(&self) -> Vec<u64> {
        let mut entries = locked(&self.entries).pop().unwrap_or_default();
        entries.clear();
        entries
    }

    /// An empty index.
    pub(super) fn index(&self) -> Vec<Slot> {
        let mut index = locked(&self.indexes).pop().unwrap_or_default();
        index.clear();
        index
    }

    /// Keeps these lists of words, which held the entries of tables, and no others.
    pub(super) fn keep(&self, entries: impl Iterator<Item = Vec<u64>>) {
        let mut entries: Vec<Vec<u64>> = entries.collect();
        entries.reverse();
        *locked(&self.entries) = entries;
    }

    /// Keeps these indexes, and no others.
    pub(super) fn keep_indexes(&self, mut indexes: Vec<Vec<Slot>>) {
        indexes.reverse();
        *locked(&self.indexes) = indexes;
    }
}
