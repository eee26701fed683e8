//! Eight words side by side: one word of eight states.
//!
//! The count of [the last three pieces](super::triples) uses only logic, so it is written once for any
//! register. This file has the portable register, the slow twin of the one in `lanes_avx512`.

use super::buffer::LANES;

/// Eight words, and their operations.
pub(super) trait Register: Copy {
    /// Returns eight empty words.
    fn zero() -> Self;
    /// Loads the first eight words of a list, which must have at least eight.
    fn load(words: &[u64]) -> Self;
    /// Returns the lower words of `high` and `low` side by side, shifted down by fewer than 64 bits.
    fn shift(low: Self, high: Self, bits: u64) -> Self;
    /// Returns the bits in both registers.
    fn and(self, other: Self) -> Self;
    /// Returns the bits that are also in `word`.
    fn mask(self, word: u64) -> Self;
    /// Returns the bits in exactly one of the two registers.
    fn xor(self, other: Self) -> Self;
    /// Returns the bits in an odd number of the three registers.
    fn odd(self, second: Self, third: Self) -> Self;
    /// Returns the bits in at least two of the three registers.
    fn majority(self, second: Self, third: Self) -> Self;
    /// Returns the number of bits of each word.
    fn count(self) -> Self;
    /// Returns the sums of the words as numbers.
    fn plus(self, other: Self) -> Self;
    /// Returns the words.
    fn words(self) -> [u64; LANES];
}

/// Eight words in an array.
#[derive(Clone, Copy)]
pub(super) struct Eight([u64; LANES]);

impl Eight {
    #[inline(always)]
    fn from_words(word: impl Fn(usize) -> u64) -> Self {
        Self(std::array::from_fn(word))
    }
}

impl Register for Eight {
    #[inline(always)]
    fn zero() -> Self {
        Self([0; LANES])
    }
    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        let words = &words[..LANES];
        Self::from_words(|lane| words[lane])
    }
    #[inline(always)]
    fn shift(low: Self, high: Self, bits: u64) -> Self {
        // A shift by 64 consists of two shifts.
        Self::from_words(|lane| (low.0[lane] >> bits) | ((high.0[lane] << 1) << (63 - bits)))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self::from_words(|lane| self.0[lane] & other.0[lane])
    }
    #[inline(always)]
    fn mask(self, word: u64) -> Self {
        Self::from_words(|lane| self.0[lane] & word)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self::from_words(|lane| self.0[lane] ^ other.0[lane])
    }
    #[inline(always)]
    fn odd(self, second: Self, third: Self) -> Self {
        self.xor(second).xor(third)
    }
    #[inline(always)]
    fn majority(self, second: Self, third: Self) -> Self {
        Self::from_words(|lane| {
            let (a, b, c) = (self.0[lane], second.0[lane], third.0[lane]);
            (a & b) | (c & (a | b))
        })
    }
    #[inline(always)]
    fn count(self) -> Self {
        Self::from_words(|lane| u64::from(self.0[lane].count_ones()))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self::from_words(|lane| self.0[lane] + other.0[lane])
    }
    #[inline(always)]
    fn words(self) -> [u64; LANES] {
        self.0
    }
}
