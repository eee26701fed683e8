//! Sets of squares as bits: one word for a board of up to 64 squares, more words for larger ones.
//!
//! Searches are generic over [`Mask`], and one width is chosen once per problem (see
//! [`with_mask!`](crate::with_mask)): a classic chess board never pays for the words that a board of 1,024
//! squares needs.
//!
//! ```
//! use armistice::board::Mask;
//!
//! //  . 1 . .     bit 2
//! //  1 . . .     bit 0
//! let set = u64::EMPTY.with_square(0).with_square(2);
//! assert_eq!(set.count(), 2);
//! assert_eq!(set.squares_above(0), u64::EMPTY.with_square(2));
//! assert_eq!(set.squares().collect::<Vec<_>>(), [0, 2]);
//! ```

use std::fmt::Debug;

/// A set of squares, numbered from zero.
///
/// Squares given to [`with_square`](Mask::with_square), [`without_square`](Mask::without_square) and
/// [`contains`](Mask::contains) must be below [`Mask::BITS`]; the result for a larger number is not specified
/// (the method may panic, but nothing worse).
pub trait Mask: Copy + Eq + Ord + Debug + Default + Send + Sync + 'static {
    /// Number of 64-bit words.
    const WORDS: usize;
    /// Maximum number of squares.
    const BITS: usize = Self::WORDS * 64;
    /// The empty set.
    const EMPTY: Self;

    /// Returns the word with the squares `64 * index ..`.
    fn word(self, index: usize) -> u64;
    /// Returns the set with these words; `word` maps the index of a word to the word.
    fn from_words(word: impl Fn(usize) -> u64) -> Self;
    /// Returns the set with these words. Missing words are empty.
    #[inline]
    #[must_use]
    fn from_slice(words: &[u64]) -> Self {
        Self::from_words(|word| words.get(word).copied().unwrap_or(0))
    }
    /// Returns this set with `square` in it.
    #[must_use]
    fn with_square(self, square: usize) -> Self;
    /// Returns this set without `square`.
    #[must_use]
    fn without_square(self, square: usize) -> Self;
    /// Returns true if `square` is in the set.
    fn contains(self, square: usize) -> bool;
    /// Returns the number of squares in the set.
    fn count(self) -> u32;
    /// Returns the squares in both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Returns the squares in either.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Returns the squares in this set and not in `other`.
    #[must_use]
    fn and_not(self, other: Self) -> Self;
    /// Returns the lowest square, if there is one.
    fn lowest(self) -> Option<usize>;
    /// Returns this set without its lowest square. The empty set stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Returns true if the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns the squares `0 .. squares`, or all squares of the mask if there are fewer.
    #[must_use]
    fn full(squares: usize) -> Self {
        Self::from_words(|word| match squares.saturating_sub(64 * word) {
            0 => 0,
            rest @ 1..64 => !(!0 << rest),
            _ => !0,
        })
    }

    /// Returns the squares of this set that come after `square`.
    #[must_use]
    fn squares_above(self, square: usize) -> Self {
        self.and_not(Self::full(square + 1))
    }

    /// Returns the squares, lowest first.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a mask, lowest first. [`Mask::squares`] makes it.
#[derive(Debug, Clone)]
pub struct Squares<M>(M);

impl<M: Mask> Iterator for Squares<M> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let square = self.0.lowest()?;
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! single_integer_mask {
    ($integer:ty, $words:literal) => {
        impl Mask for $integer {
            const WORDS: usize = $words;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn word(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }
            #[inline(always)]
            fn from_words(word: impl Fn(usize) -> u64) -> Self {
                (0..$words).fold(0, |mask, index| mask | Self::from(word(index)) << (64 * index))
            }
            #[inline(always)]
            fn with_square(self, square: usize) -> Self {
                self | (1 << square)
            }
            #[inline(always)]
            fn without_square(self, square: usize) -> Self {
                self & !(1 << square)
            }
            #[inline(always)]
            fn contains(self, square: usize) -> bool {
                self >> square & 1 == 1
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn lowest(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

single_integer_mask!(u64, 1);
single_integer_mask!(u128, 2);

/// A set of squares in `W` words, for boards of more than 128 squares.
///
/// Sets are ordered like integers: by the highest square first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WideMask<const W: usize>([u64; W]);

impl<const W: usize> Default for WideMask<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> Ord for WideMask<W> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const W: usize> PartialOrd for WideMask<W> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> WideMask<W> {
    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }
}

impl<const W: usize> Mask for WideMask<W> {
    const WORDS: usize = W;
    const EMPTY: Self = Self([0; W]);

    #[inline(always)]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }
    #[inline(always)]
    fn from_words(word: impl Fn(usize) -> u64) -> Self {
        Self(std::array::from_fn(word))
    }
    #[inline(always)]
    fn with_square(mut self, square: usize) -> Self {
        self.0[square / 64] |= 1 << (square % 64);
        self
    }
    #[inline(always)]
    fn without_square(mut self, square: usize) -> Self {
        self.0[square / 64] &= !(1 << (square % 64));
        self
    }
    #[inline(always)]
    fn contains(self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    // Compared with an empty set, wide sets would be a call of `memcmp`.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    #[inline(always)]
    fn lowest(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }
    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
}

/// Runs a block with `$mask` standing for the narrowest of these mask types that has `$words` words, or the
/// widest of them.
///
/// The compiler copies the called code for each type. Callers that gain little from a width of their own
/// therefore name fewer types.
///
/// ```
/// use armistice_chess::{board::{Mask, WideMask}, with_mask};
///
/// let words = with_mask!(3, M = u64 | u128 | WideMask<4> => M::WORDS);
/// assert_eq!(words, 4);
/// ```
#[macro_export]
macro_rules! with_mask {
    ($words:expr, $mask:ident = $($width:ty)|+ => $body:expr) => {
        $crate::with_mask!(@ $words, $mask, $body, $($width),+)
    };
    (@ $words:expr, $mask:ident, $body:expr, $widest:ty) => {{
        type $mask = $widest;
        $body
    }};
    (@ $words:expr, $mask:ident, $body:expr, $narrow:ty, $($wider:ty),+) => {
        if $words <= <$narrow as $crate::board::Mask>::WORDS {
            type $mask = $narrow;
            $body
        } else {
            $crate::with_mask!(@ $words, $mask, $body, $($wider),+)
        }
    };
}

/// Like [`with_mask!`](crate::with_mask), but with every width that sets of squares have. It is for code that
/// reads the words of a set directly.
///
/// Only this macro chooses the widths: 1, 2, 3 (for 12x12 and 13x13, which are counted often), 4, 8 or 16
/// words. In WebAssembly, which is sent over a network, boards of three words use four, and boards of eight
/// words (larger than 16x16) use sixteen.
#[macro_export]
macro_rules! with_words {
    ($words:expr, $mask:ident => $body:expr) => {{
        #[cfg(not(target_family = "wasm"))]
        let found = $crate::with_mask!($words, $mask = u64 | u128 | $crate::board::WideMask<3>
            | $crate::board::WideMask<4> | $crate::board::WideMask<8> | $crate::board::WideMask<16> => $body);
        #[cfg(target_family = "wasm")]
        let found = $crate::with_mask!($words, $mask = u64 | u128
            | $crate::board::WideMask<4> | $crate::board::WideMask<16> => $body);
        found
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares every width with a sorted list of squares, the simplest implementation.
    fn agrees_with_a_list<M: Mask>() {
        let all: Vec<usize> = (0..M::BITS).collect();
        assert_eq!(M::full(M::BITS).squares().collect::<Vec<_>>(), all);
        let thirds = all.iter().copied().filter(|s| s % 3 == 0).fold(M::EMPTY, M::with_square);
        let evens = all.iter().copied().filter(|s| s % 2 == 0).fold(M::EMPTY, M::with_square);
        let list = |mask: M| mask.squares().collect::<Vec<_>>();
        let filtered =
            |keep: &dyn Fn(usize) -> bool| all.iter().copied().filter(|&s| keep(s)).collect::<Vec<_>>();
        assert_eq!(list(thirds.and(evens)), filtered(&|s| s % 6 == 0));
        assert_eq!(list(thirds.or(evens)), filtered(&|s| s % 3 == 0 || s % 2 == 0));
        assert_eq!(list(thirds.and_not(evens)), filtered(&|s| s % 3 == 0 && s % 2 != 0));
        assert_eq!(list(thirds.squares_above(M::BITS / 2)), filtered(&|s| s % 3 == 0 && s > M::BITS / 2));
        assert_eq!(thirds.count() as usize, filtered(&|s| s % 3 == 0).len());
        assert_eq!(thirds.without_lowest(), thirds.without_square(0));
        assert!(thirds.contains(3) && !thirds.contains(4));
        assert_eq!((0..M::WORDS).map(|w| thirds.word(w).count_ones()).sum::<u32>(), thirds.count());
        assert_eq!(M::from_words(|word| thirds.word(word)), thirds);
        assert!(M::EMPTY.is_empty() && M::EMPTY.lowest().is_none() && M::EMPTY.without_lowest().is_empty());
        assert!(M::EMPTY.with_square(M::BITS - 1) > M::EMPTY.with_square(0));
    }

    #[test]
    fn every_width_is_a_set_of_squares() {
        agrees_with_a_list::<u64>();
        agrees_with_a_list::<u128>();
        agrees_with_a_list::<WideMask<3>>();
        agrees_with_a_list::<WideMask<4>>();
        agrees_with_a_list::<WideMask<8>>();
        agrees_with_a_list::<WideMask<16>>();
    }
}
