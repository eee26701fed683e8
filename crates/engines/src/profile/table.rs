//! States with their weights.
//!
//! Each state has a record of words: its weight, its key and, if a maximum is wanted, the largest number that
//! was met with it. The table sets the number of words, so neither states nor numbers have a maximum size.
//! Records stand at the place of their hash, or after it (open addressing): states are met millions of times
//! at random places, and one access to memory should be enough.

/// A set of states with weights.
#[derive(Debug, Clone)]
pub(super) struct Table {
    key_words: usize,
    weight_words: usize,
    has_gains: bool,
    /// The records; those without weight are free.
    words: Vec<u64>,
    /// The number of states.
    states: usize,
}

/// The minimum number of records.
const LEAST_RECORDS: usize = 1 << 6;
/// The maximum number of taken records among four.
const TAKEN_OF_FOUR: usize = 3;

impl Table {
    /// Creates an empty table with room for about `room` states.
    pub(super) fn new(key_words: usize, weight_words: usize, has_gains: bool, room: usize) -> Self {
        let mut table = Self { key_words, weight_words, has_gains, words: Vec::new(), states: 0 };
        let records = room.next_power_of_two().max(LEAST_RECORDS);
        table.words = vec![0; records * table.stride()];
        table
    }

    /// Creates an empty table like this one, with `weight_words` words for weights.
    pub(super) fn empty_like(&self, weight_words: usize, room: usize) -> Self {
        Self::new(self.key_words, weight_words, self.has_gains, room)
    }

    #[inline]
    fn stride(&self) -> usize {
        self.weight_words + self.key_words + usize::from(self.has_gains)
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.states
    }

    pub(super) fn weight_words(&self) -> usize {
        self.weight_words
    }

    /// Returns the number of records, including free ones.
    #[inline]
    pub(super) fn records(&self) -> usize {
        self.words.len() / self.stride()
    }

    /// Returns the key, weight and gain in a record; `None` if it is free.
    #[inline]
    pub(super) fn state(&self, record: usize) -> Option<(&[u64], &[u64], u64)> {
        let words = &self.words[record * self.stride()..(record + 1) * self.stride()];
        let (weight, rest) = words.split_at(self.weight_words);
        let (key, gain) = rest.split_at(self.key_words);
        weight.iter().any(|&word| word != 0).then(|| (key, weight, gain.first().copied().unwrap_or(0)))
    }

    /// Returns all states.
    pub(super) fn states(&self) -> impl Iterator<Item = (&[u64], &[u64], u64)> {
        (0..self.records()).filter_map(|record| self.state(record))
    }

    /// Adds a weight above 0 to a state. If the gain is larger than before, it replaces the old weight and
    /// gain.
    #[inline]
    pub(super) fn add(&mut self, key: &[u64], weight: &[u64], gain: u64) {
        let (stride, mask) = (self.stride(), self.records() - 1);
        let mut record = hash(key) as usize & mask;
        loop {
            let words = &mut self.words[record * stride..(record + 1) * stride];
            let (here, rest) = words.split_at_mut(self.weight_words);
            let (its_key, its_gain) = rest.split_at_mut(self.key_words);
            let is_free = here.iter().all(|&word| word == 0);
            if !is_free && its_key != key {
                record = (record + 1) & mask;
                continue;
            }
            let before = its_gain.first().copied().filter(|_| !is_free).unwrap_or(gain);
            if is_free || before < gain {
                here.copy_from_slice(weight);
                its_key.copy_from_slice(key);
                its_gain.fill(gain);
            } else if before == gain {
                add(here, weight);
            }
            self.states += usize::from(is_free);
            break;
        }
        if 4 * self.states > TAKEN_OF_FOUR * (mask + 1) {
            *self = self.moved_to(self.empty_like(self.weight_words, 2 * (mask + 1)));
        }
    }

    /// Moves the states to another table.
    fn moved_to(&self, mut other: Self) -> Self {
        let mut wide = vec![0; other.weight_words];
        for (key, weight, gain) in self.states() {
            wide[..weight.len()].copy_from_slice(weight);
            other.add(key, &wide, gain);
        }
        other
    }

    /// Returns the table with weights of one word more.
    pub(super) fn widen(&self) -> Self {
        self.moved_to(self.empty_like(self.weight_words + 1, self.records()))
    }

    /// Returns a bound on the bits of the sum of all weights.
    pub(super) fn bits(&self) -> u32 {
        let bits = |weight: &[u64]| {
            let top = weight.iter().rposition(|&word| word > 0).unwrap_or(0);
            top as u32 * u64::BITS + u64::BITS - weight[top].leading_zeros()
        };
        let largest = self.states().map(|(_, weight, _)| bits(weight)).max().unwrap_or(0);
        largest + usize::BITS - self.len().leading_zeros()
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// Returns the peak number of bytes until `more` states are added.
    pub(super) fn memory_with(&self, more: usize) -> usize {
        let grows = 4 * (self.states + more) > TAKEN_OF_FOUR * self.records();
        if grows { 3 * self.memory() } else { self.memory() }
    }
}

/// Adds a number to another one of equally many words, which holds the sum.
#[inline]
fn add(here: &mut [u64], more: &[u64]) {
    let mut carry = false;
    for (here, &more) in here.iter_mut().zip(more) {
        let (sum, first) = here.overflowing_add(more);
        let (sum, second) = sum.overflowing_add(carry.into());
        (*here, carry) = (sum, first || second);
    }
    debug_assert!(!carry, "the sum has more bits than were forecast");
}

#[inline]
fn hash(key: &[u64]) -> u64 {
    let mixed = key.iter().fold(0u64, |hash, &word| {
        let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
        product as u64 ^ (product >> 64) as u64
    });
    mixed ^ mixed >> 32
}
