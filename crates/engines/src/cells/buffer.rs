//! The states of one level, arranged so that a register finds the same word of eight states side by side.

use crate::board::Mask;

/// The number of words in a 512-bit register; the room in a buffer is a multiple of it.
pub(super) const LANES: usize = 8;

/// States of one level. Word `w` of mask `m` of state `i` is at `(m * words + w) * capacity + i`.
#[derive(Debug)]
pub(super) struct CellStates {
    pub(super) planes: Vec<u64>,
    pub(super) len: usize,
    pub(super) capacity: usize,
}

impl CellStates {
    /// Creates a buffer with room for `states` states, and for two overhanging registers.
    pub(super) fn new(masks: usize, words: usize, states: usize) -> Self {
        let capacity = (states + 2 * LANES).next_multiple_of(LANES);
        Self { planes: vec![0; masks * words * capacity], len: 0, capacity }
    }

    /// Returns mask number `mask` of state `index`.
    #[inline(always)]
    pub(super) fn mask<M: Mask>(&self, mask: usize, index: usize) -> M {
        M::from_words(|word| self.planes[(mask * M::WORDS + word) * self.capacity + index])
    }

    /// Adds a state.
    pub(super) fn push<M: Mask>(&mut self, masks: &[M]) {
        for (mask, squares) in masks.iter().enumerate() {
            for word in 0..M::WORDS {
                self.planes[(mask * M::WORDS + word) * self.capacity + self.len] = squares.word(word);
            }
        }
        self.len += 1;
    }

    /// Pads the states up to the next full register with empty ones, which have no pairs.
    #[inline(always)]
    pub(super) fn pad(&mut self) {
        for start in (0..self.planes.len()).step_by(self.capacity) {
            self.planes[start + self.len..start + self.len.next_multiple_of(LANES)].fill(0);
        }
    }
}
