//! The states of one level with their weights, found by hashing.
//!
//! A state and its weight are adjacent in one list of words, so that finding a state and adding to its weight
//! touch one place in memory. An index of tags and places, at most half full, leads there.

use super::buffers::{Buffers, Slot};
use super::checkpoint::{CheckpointReader, CheckpointWriter};
use super::shape::{Stretch, add};
use crate::board::Mask;
use crate::engines::resumable::CheckpointError;

/// The place of no state.
const NONE: u32 = u32::MAX;

/// States of one level; all weights have the same shape.
#[derive(Debug, Clone, Default)]
pub(super) struct StateTable {
    /// For each state its key and its coefficients.
    entries: Vec<u64>,
    /// The tags and places of entries, by hash.
    index: Vec<Slot>,
    /// The number of words of a key.
    key: usize,
    /// The number of words of an entry.
    stride: usize,
    length: usize,
}

/// Mixes the words of a key. (It multiplies by an odd constant and folds; keys are not chosen to collide.)
#[inline]
pub(super) fn hash<K: Mask>(key: K) -> u64 {
    let mut mixed = 0x9e37_79b9_7f4a_7c15_u64;
    for word in 0..K::WORDS {
        let product = u128::from(mixed ^ key.word(word)) * 0xa076_1d64_78bd_642f;
        mixed = (product >> 64) as u64 ^ product as u64;
    }
    mixed
}

impl StateTable {
    /// Creates a table for keys of `key` words and weights of `weight_words` words, with room for `expected`
    /// states. It takes its memory from `buffers`.
    pub(super) fn new(key: usize, weight_words: usize, expected: usize, buffers: &Buffers) -> Self {
        let stride = key + weight_words;
        let places = (2 * expected).next_power_of_two().max(16);
        let (mut entries, mut index) = (buffers.entries(), buffers.index());
        entries.reserve(expected * stride);
        index.resize(places, (0, NONE));
        Self { entries, index, key, stride, length: 0 }
    }

    /// Returns the sealed table of the empty state alone, with a weight of 1.
    pub(super) fn first(key: usize) -> Self {
        let mut entries = vec![0; key + 1];
        entries[key] = 1;
        Self { entries, index: Vec::new(), key, stride: key + 1, length: 1 }
    }

    /// Seals states with keys of `key` words and weights, in entries of `stride` words.
    pub(super) fn from_entries(entries: Vec<u64>, key: usize, stride: usize) -> Self {
        let length = entries.len() / stride;
        Self { entries, index: Vec::new(), key, stride, length }
    }

    /// Returns all entries, one after the other.
    pub(super) fn words(&self) -> &[u64] {
        &self.entries
    }

    /// Returns the list of the entries.
    pub(super) fn into_entries(self) -> Vec<u64> {
        self.entries
    }

    /// Returns the first words of the keys.
    #[inline]
    pub(super) fn keys(&self) -> impl ExactSizeIterator<Item = u64> {
        self.entries.iter().step_by(self.stride).copied()
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Returns the number of words of a state: its key and its coefficients.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        self.entries.capacity() * 8 + self.index.capacity() * 8
    }

    /// Returns the words of the key of a state, and those of its weight.
    #[inline]
    pub(super) fn entry(&self, at: usize) -> (&[u64], &[u64]) {
        self.entries[at * self.stride..(at + 1) * self.stride].split_at(self.key)
    }

    /// Returns the key of a state as a mask.
    #[inline]
    pub(super) fn key<K: Mask>(&self, at: usize) -> K {
        let key = &self.entries[at * self.stride..][..K::WORDS];
        K::from_words(|word| key[word])
    }

    /// Returns the index entry where the search for a state begins. It is called for several states before
    /// they are searched, so that the processor waits for all of them at once.
    #[inline]
    pub(super) fn glance(&self, hash: u64) -> Slot {
        self.index[(hash >> 32) as usize & (self.index.len() - 1)]
    }

    /// Returns the place of the state if the index entry belongs to it. The place does not change when states
    /// are added.
    #[inline]
    pub(super) fn find_indexed<K: Mask>(&self, key: K, hash: u64, (tag, at): Slot) -> Option<usize> {
        let at = (at != NONE && tag == hash as u32).then_some(at as usize)?;
        (self.key::<K>(at) == key).then_some(at)
    }

    /// Adds parts of a weight to the state at a place, except to the coefficients below `least`.
    #[inline]
    pub(super) fn add(&mut self, at: usize, weight: &[u64], stretches: &[Stretch], least: u16, words: usize) {
        let least = usize::from(least);
        let start = at * self.stride + self.key;
        let own = &mut self.entries[start..start + self.stride - self.key];
        for &Stretch { from, to, length } in stretches {
            let skipped = least.saturating_sub(to).min(length);
            let (from, to, length) = (from + skipped, to + skipped, length - skipped);
            add(
                &mut own[to * words..(to + length) * words],
                &weight[from * words..(from + length) * words],
                words,
            );
        }
    }

    /// Returns the place of a state, and adds the state if the table lacks it.
    #[inline]
    pub(super) fn find<K: Mask>(&mut self, key: K, hash: u64) -> usize {
        if 2 * self.length >= self.index.len() {
            self.grow::<K>();
        }
        let tag = hash as u32;
        let mask = self.index.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let (other_tag, at) = self.index[slot];
            if at == NONE {
                let at = self.length;
                self.index[slot] = (tag, at as u32);
                self.entries.extend((0..K::WORDS).map(|word| key.word(word)));
                self.entries.resize((at + 1) * self.stride, 0);
                self.length += 1;
                return at;
            }
            if other_tag == tag && self.key::<K>(at as usize) == key {
                return at as usize;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow<K: Mask>(&mut self) {
        let places = self.index.len() * 2;
        self.index.clear();
        self.index.resize(places, (0, NONE));
        for at in 0..self.length {
            let hash = hash(self.key::<K>(at));
            let mut slot = (hash >> 32) as usize & (places - 1);
            while self.index[slot].1 != NONE {
                slot = (slot + 1) & (places - 1);
            }
            self.index[slot] = (hash as u32, at as u32);
        }
    }

    /// Drops the index, for a table that will only be read; returns it.
    pub(super) fn seal(&mut self) -> Vec<Slot> {
        std::mem::take(&mut self.index)
    }

    /// Returns the number of bytes of the states.
    pub(super) fn bytes(&self) -> u64 {
        self.entries.len() as u64 * 8
    }

    pub(super) fn write(&self, to: &mut CheckpointWriter<'_>) -> std::io::Result<()> {
        to.size(self.length)?;
        to.size(self.entries.capacity())?;
        to.words(&self.entries)
    }

    /// Reads a table, sealed. Its capacity is the original one, because capacity counts against the memory
    /// limit.
    pub(super) fn read(
        key: usize,
        stride: usize,
        from: &mut CheckpointReader,
    ) -> Result<Self, CheckpointError> {
        let (length, capacity) = (from.size()?, from.size()?);
        let words = length.checked_mul(stride).ok_or(CheckpointError::Form)?;
        Ok(Self { entries: from.words(words, capacity)?, index: Vec::new(), key, stride, length })
    }

    /// Moves the states from `at` on to a sealed table of their own.
    pub(super) fn split_off(&mut self, at: usize) -> Self {
        let entries = self.entries.split_off(at * self.stride);
        self.entries.shrink_to_fit();
        let length = self.length - at;
        self.length = at;
        Self { entries, index: Vec::new(), length, ..*self }
    }

    /// Takes the states of another sealed table; the two have no state in common.
    pub(super) fn append(&mut self, other: Self) {
        self.entries.extend(other.entries);
        self.length += other.length;
    }

    /// Returns some of the states, as a sealed table of their own.
    pub(super) fn select(&self, places: &[usize]) -> Self {
        let entry = |&at: &usize| &self.entries[at * self.stride..(at + 1) * self.stride];
        let entries = places.iter().flat_map(entry).copied().collect();
        Self { entries, index: Vec::new(), length: places.len(), ..*self }
    }

    /// Returns the states with coefficients of `more` additional words.
    pub(super) fn widen(&self, words: usize, more: usize) -> Self {
        let coefficients = (self.stride - self.key) / words;
        let stride = self.key + coefficients * (words + more);
        let mut entries = Vec::with_capacity(self.length * stride);
        for at in 0..self.length {
            let (key, weight) = self.entry(at);
            entries.extend_from_slice(key);
            for coefficient in weight.chunks_exact(words) {
                entries.extend_from_slice(coefficient);
                entries.extend(std::iter::repeat_n(0, more));
            }
        }
        Self { entries, index: Vec::new(), stride, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: [Stretch; 1] = [Stretch { from: 0, to: 0, length: 2 }];

    /// Returns a table of keys with two coefficients: the number of times that a key was added, and seven
    /// times that number.
    fn table(adds: u64) -> StateTable {
        let mut table = StateTable::new(2, 2, 0, &Buffers::default());
        for add in 0..adds {
            // A third of the keys occur twice, and keys use both words.
            let key = u128::from(add % (adds - adds / 3)) << 61;
            let at = table.find(key, hash(key));
            table.add(at, &[1, 7], &WHOLE, 0, 1);
        }
        table
    }

    fn contents(table: &StateTable) -> Vec<(u128, Vec<u64>)> {
        (0..table.len()).map(|at| (table.key(at), table.entry(at).1.to_vec())).collect()
    }

    #[test]
    fn a_table_grows_and_finds_its_states_again() {
        let table = table(3_000);
        assert_eq!(table.len(), 2_000);
        assert!(table.index.len() >= 2 * table.len());
        for (place, (key, weight)) in contents(&table).into_iter().enumerate() {
            let times = if place < 1_000 { 2 } else { 1 };
            assert_eq!((key, weight), ((place as u128) << 61, vec![times, 7 * times]));
        }
    }

    /// The states have equal tags, places in the index and first words, so that only their whole keys differ.
    #[test]
    fn states_that_collide_are_told_apart() {
        let slots = table(0).index.len() as u64;
        let mark = |key: u128| (hash(key) as u32, (hash(key) >> 32) % slots);
        let mut marked: Vec<((u32, u64), u128)> =
            (0..1 << 20).map(|high: u128| high << 64 | 5).map(|key| (mark(key), key)).collect();
        marked.sort_unstable();
        let pairs: Vec<[u128; 2]> = marked
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| [pair[0].1, pair[1].1])
            .collect();
        assert!(!pairs.is_empty(), "no two of a million keys collide");
        for [first, second] in pairs {
            let mut table = table(0);
            for (key, times) in [(first, 1), (second, 10), (first, 100)] {
                let at = table.find(key, hash(key));
                table.add(at, &[times, 0], &WHOLE, 0, 1);
            }
            assert_eq!(contents(&table), [(first, vec![101, 0]), (second, vec![10, 0])]);
        }
    }

    #[test]
    fn coefficients_below_the_least_get_nothing() {
        let mut table = StateTable::new(1, 3, 4, &Buffers::default());
        let two = [Stretch { from: 0, to: 0, length: 2 }, Stretch { from: 1, to: 2, length: 1 }];
        for (least, expected) in [(0, [1, 2, 2]), (1, [0, 2, 2]), (2, [0, 0, 2]), (3, [0, 0, 0])] {
            let key = u64::from(least);
            let at = table.find(key, hash(key));
            table.add(at, &[1, 2], &two, least, 1);
            assert_eq!(table.entry(usize::from(least)), (&[key][..], &expected[..]));
        }
    }

    #[test]
    fn a_table_is_split_without_loss() {
        for adds in [1, 2, 3, 100, 101] {
            let whole = table(adds);
            let all = contents(&whole);
            for at in [0, whole.len() / 2, whole.len()] {
                let mut first = whole.clone();
                let second = first.split_off(at);
                assert_eq!((first.len(), second.len()), (at, all.len() - at));
                assert_eq!([contents(&first), contents(&second)].concat(), all);
            }
        }
    }

    #[test]
    fn widened_coefficients_keep_their_values() {
        let table = table(50);
        let wide = table.widen(1, 2);
        for ((key, weight), (wide_key, wide_weight)) in contents(&table).into_iter().zip(contents(&wide)) {
            assert_eq!(wide_key, key);
            assert_eq!(wide_weight, [weight[0], 0, 0, weight[1], 0, 0]);
        }
        assert_eq!(wide.len(), table.len());
    }
}
