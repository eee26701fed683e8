//! Numbers of a few bits in the words of a state.

/// The position of a number in the words of a state; it never spans two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BitField {
    pub(super) word: usize,
    shift: u32,
    mask: u64,
}

impl BitField {
    #[inline]
    pub(super) fn get(self, state: &[u64]) -> u64 {
        state[self.word] >> self.shift & self.mask
    }

    /// Writes a number into a field that is 0.
    #[inline]
    pub(super) fn put(self, state: &mut [u64], number: u64) {
        state[self.word] |= number << self.shift;
    }

    #[inline]
    pub(super) fn set(self, state: &mut [u64], number: u64) {
        state[self.word] &= !(self.mask << self.shift);
        self.put(state, number);
    }

    /// Returns the bits of the field in its word.
    pub(super) fn bits(self) -> u64 {
        self.mask << self.shift
    }
}

/// The bits that are in use.
#[derive(Debug, Clone, Default)]
pub(super) struct BitsInUse {
    pub(super) words: Vec<u64>,
}

impl BitsInUse {
    /// Allocates a field for numbers up to `largest`, below 2^63. Single bits are taken from the top of a
    /// word, so that they leave no holes among wider fields.
    pub(super) fn take(&mut self, largest: u64) -> BitField {
        let width = (u64::BITS - largest.leading_zeros()).max(1);
        let mask = (1 << width) - 1;
        let last = u64::BITS - width;
        let shift_of = |place: u32| if width == 1 { last - place } else { place };
        let free_in = |&taken: &u64| (0..=last).map(shift_of).find(|&shift| taken & mask << shift == 0);
        let free = self.words.iter().enumerate().find_map(|(word, taken)| Some((word, free_in(taken)?)));
        let (word, shift) = free.unwrap_or((self.words.len(), shift_of(0)));
        if word == self.words.len() {
            self.words.push(0);
        }
        let field = BitField { word, shift, mask };
        self.words[word] |= field.bits();
        field
    }

    pub(super) fn leave(&mut self, field: BitField) {
        self.words[field.word] &= !field.bits();
    }
}
