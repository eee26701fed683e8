//! Eight words side by side: one word of eight states.
//!
//! What is counted with logic alone, [the last three pieces](super::triples), is written once for any register. Here is
//! the one of plain words, the slow twin of the one in `lanes_avx512`.

use super::buffer::LANES;

/// Eight words, and what is done with them.
pub(super) trait Register: Copy {
    /// Eight empty words.
    fn zero() -> Self;
    /// The first eight words of a list, of which there must be so many.
    fn load(words: &[u64]) -> Self;
    /// The lower words of `high` and `low` side by side, shifted down by fewer than 64 bits.
    fn shifted(low: Self, high: Self, bits: u64) -> Self;
    /// The bits in both.
    fn and(self, other: Self) -> Self;
    /// The bits that are in this word as well.
    fn masked(self, word: u64) -> Self;
    /// The bits in one of the two.
    fn xor(self, other: Self) -> Self;
    /// The bits in an odd number of the three.
    fn odd(self, second: Self, third: Self) -> Self;
    /// The bits in two of the three or in all.
    fn majority(self, second: Self, third: Self) -> Self;
    /// The numbers of bits.
    fn count(self) -> Self;
    /// The sums of the words as numbers.
    fn plus(self, other: Self) -> Self;
    /// The words.
    fn words(self) -> [u64; LANES];
}

/// Eight words in an array.
#[derive(Clone, Copy)]
pub(super) struct Eight([u64; LANES]);

impl Eight {
    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64) -> Self {
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
        Self::of(|lane| words[lane])
    }
    #[inline(always)]
    fn shifted(low: Self, high: Self, bits: u64) -> Self {
        // A shift by 64 is made of two.
        Self::of(|lane| (low.0[lane] >> bits) | ((high.0[lane] << 1) << (63 - bits)))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self::of(|lane| self.0[lane] & other.0[lane])
    }
    #[inline(always)]
    fn masked(self, word: u64) -> Self {
        Self::of(|lane| self.0[lane] & word)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self::of(|lane| self.0[lane] ^ other.0[lane])
    }
    #[inline(always)]
    fn odd(self, second: Self, third: Self) -> Self {
        self.xor(second).xor(third)
    }
    #[inline(always)]
    fn majority(self, second: Self, third: Self) -> Self {
        Self::of(|lane| {
            let (a, b, c) = (self.0[lane], second.0[lane], third.0[lane]);
            (a & b) | (c & (a | b))
        })
    }
    #[inline(always)]
    fn count(self) -> Self {
        Self::of(|lane| u64::from(self.0[lane].count_ones()))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self::of(|lane| self.0[lane] + other.0[lane])
    }
    #[inline(always)]
    fn words(self) -> [u64; LANES] {
        self.0
    }
}
