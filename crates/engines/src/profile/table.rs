//! States with how often each is met.
//!
//! Keys and weights are words in two lists, as many for each state as the table says, so that neither states nor numbers have a
//! largest size. A list of places, open addressing, finds a state again.

/// States, each once, with a weight.
#[derive(Debug, Clone)]
pub(super) struct Table {
    key_words: usize,
    weight_words: usize,
    keys: Vec<u64>,
    weights: Vec<u64>,
    /// The largest number met with each state, where that is asked; it is the weight's.
    gains: Vec<u32>,
    has_gains: bool,
    /// The number of a state plus one; 0 where none is.
    places: Vec<u32>,
}

/// No fewer places are made.
const MIN_PLACES: usize = 1 << 6;

impl Table {
    pub(super) fn new(key_words: usize, weight_words: usize, has_gains: bool) -> Self {
        let (keys, weights, gains) = (Vec::new(), Vec::new(), Vec::new());
        Self { key_words, weight_words, keys, weights, gains, has_gains, places: vec![0; MIN_PLACES] }
    }

    pub(super) fn len(&self) -> usize {
        self.weights.len() / self.weight_words
    }

    pub(super) fn has_gains(&self) -> bool {
        self.has_gains
    }

    pub(super) fn weight_words(&self) -> usize {
        self.weight_words
    }

    #[inline]
    pub(super) fn key(&self, state: usize) -> &[u64] {
        &self.keys[state * self.key_words..(state + 1) * self.key_words]
    }

    #[inline]
    pub(super) fn weight(&self, state: usize) -> &[u64] {
        &self.weights[state * self.weight_words..(state + 1) * self.weight_words]
    }

    #[inline]
    pub(super) fn gain(&self, state: usize) -> u32 {
        if self.has_gains { self.gains[state] } else { 0 }
    }

    /// Adds a weight to a state: with a larger gain than before it takes the place of what was there.
    #[inline]
    pub(super) fn add(&mut self, key: &[u64], weight: &[u64], gain: u32) {
        let mask = self.places.len() - 1;
        let mut place = hash(key) as usize & mask;
        loop {
            let state = self.places[place] as usize;
            if state == 0 {
                break;
            }
            if self.key(state - 1) == key {
                self.merge(state - 1, weight, gain);
                return;
            }
            place = (place + 1) & mask;
        }
        self.keys.extend_from_slice(key);
        self.weights.extend_from_slice(weight);
        if self.has_gains {
            self.gains.push(gain);
        }
        self.places[place] = self.len() as u32;
        if 2 * self.len() > self.places.len() {
            self.spread();
        }
    }

    #[inline]
    fn merge(&mut self, state: usize, weight: &[u64], gain: u32) {
        let here = &mut self.weights[state * self.weight_words..(state + 1) * self.weight_words];
        if self.has_gains && self.gains[state] != gain {
            if self.gains[state] < gain {
                self.gains[state] = gain;
                here.copy_from_slice(weight);
            }
            return;
        }
        add(here, weight);
    }

    fn spread(&mut self) {
        let mask = 2 * self.places.len() - 1;
        let mut places = vec![0; mask + 1];
        for state in 0..self.len() {
            let mut place = hash(self.key(state)) as usize & mask;
            while places[place] != 0 {
                place = (place + 1) & mask;
            }
            places[place] = state as u32 + 1;
        }
        self.places = places;
    }

    /// The same without states, in the memory that is held.
    pub(super) fn clear(&mut self, weight_words: usize) {
        self.weight_words = weight_words;
        self.keys.clear();
        self.weights.clear();
        self.gains.clear();
        self.places.fill(0);
    }

    /// The same with weights of one word more.
    pub(super) fn widened(&self) -> Self {
        let wide = |weight: &[u64]| weight.iter().copied().chain([0]).collect::<Vec<u64>>();
        let weights = self.weights.chunks_exact(self.weight_words).flat_map(wide).collect();
        Self { weights, weight_words: self.weight_words + 1, ..self.clone() }
    }

    /// The bits that the sum of all weights has at most.
    pub(super) fn bits(&self) -> u32 {
        let bits = |weight: &[u64]| {
            let top = weight.iter().rposition(|&word| word > 0).unwrap_or(0);
            top as u32 * u64::BITS + u64::BITS - weight[top].leading_zeros()
        };
        let largest = self.weights.chunks_exact(self.weight_words).map(bits).max().unwrap_or(0);
        largest + usize::BITS - self.len().leading_zeros()
    }

    /// The bytes that are held.
    pub(super) fn memory(&self) -> usize {
        let words = self.keys.capacity() + self.weights.capacity();
        words * size_of::<u64>() + (self.gains.capacity() + self.places.len()) * size_of::<u32>()
    }

    /// The bytes that are held in a moment at most after so many more states.
    pub(super) fn memory_with(&self, more: usize) -> usize {
        let will_grow = self.weights.len() + more * self.weight_words > self.weights.capacity()
            || 2 * (self.len() + more) > self.places.len();
        if will_grow { 3 * self.memory() } else { self.memory() }
    }
}

/// Adds a number to another one of as many words, which holds the sum.
#[inline]
pub(super) fn add(here: &mut [u64], more: &[u64]) {
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
