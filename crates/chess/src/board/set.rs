//! Sets of squares as slices of words, for code that runs once per problem rather than once per placement.
//!
//! A search is compiled for each width of a [`Mask`], because that makes it fast. The preparation (conflicts
//! between squares, splitting a problem, estimating its cost) would gain nothing from being compiled six
//! times. There a set of squares is a slice of words with the operations of [`Set`]. The slice has the number
//! of words of the board's mask ([`words_for`]). Sets that belong together, like the free squares of each
//! kind, are stored one after another in [`Sets`].
//!
//! ```
//! use armistice::board::{Set, Sets};
//!
//! let mut free = Sets::empty(2, 1);
//! free[0].add_square(3);
//! free[1].add_square(3);
//! free[1].add_square(5);
//! assert!(free[0].meets(&free[1]));
//! assert_eq!(free[1].squares().collect::<Vec<_>>(), [3, 5]);
//! ```

use super::Mask;
use std::ops::{Index, IndexMut};

/// Bits in a word.
const BITS: usize = u64::BITS as usize;

/// Returns the number of words of a set of `squares` squares: that of the narrowest [mask](crate::with_words)
/// for them.
#[must_use]
#[inline]
pub fn words_for(squares: usize) -> usize {
    crate::with_words!(squares.div_ceil(64), M => M::WORDS)
}

/// Words as a set of squares, numbered from zero. Square arguments must be within the words.
pub trait Set {
    /// Returns true if the square is in the set.
    fn holds(&self, square: usize) -> bool;
    /// Returns the number of squares in the set.
    fn size(&self) -> u32;
    /// Returns true if the set is empty.
    fn is_bare(&self) -> bool;
    /// Returns the lowest square, if there is one.
    fn lowest(&self) -> Option<usize>;
    /// Returns the lowest square after `square`, if there is one.
    fn next_after(&self, square: usize) -> Option<usize>;
    /// Returns the squares, lowest first.
    fn squares(&self) -> SquaresOf<'_>;
    /// Returns true if both sets have a square in common.
    fn meets(&self, other: &[u64]) -> bool;
    /// Returns the number of squares in both sets.
    fn count_shared(&self, other: &[u64]) -> u32;
    /// Returns the number of squares of this set that are not in `other`.
    fn count_outside(&self, other: &[u64]) -> u32;
    /// Adds a square.
    fn add_square(&mut self, square: usize);
    /// Removes a square.
    fn remove_square(&mut self, square: usize);
    /// Removes a square and all those before it.
    fn remove_up_to(&mut self, square: usize);
    /// Adds all squares of another set.
    fn add(&mut self, other: &[u64]);
    /// Removes all squares of another set.
    fn subtract(&mut self, other: &[u64]);
    /// Keeps only the squares that are also in `other`.
    fn keep(&mut self, other: &[u64]);
}

impl Set for [u64] {
    #[inline]
    fn holds(&self, square: usize) -> bool {
        self[square / BITS] >> (square % BITS) & 1 == 1
    }

    #[inline]
    fn size(&self) -> u32 {
        self.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn is_bare(&self) -> bool {
        self.iter().all(|&word| word == 0)
    }

    #[inline]
    fn lowest(&self) -> Option<usize> {
        let word = self.iter().position(|&word| word != 0)?;
        Some(BITS * word + self[word].trailing_zeros() as usize)
    }

    #[inline]
    fn next_after(&self, square: usize) -> Option<usize> {
        let rest = self[square / BITS] & (!0 << (square % BITS)) << 1;
        SquaresOf { words: self, at: square / BITS, rest }.next()
    }

    #[inline]
    fn squares(&self) -> SquaresOf<'_> {
        SquaresOf { words: self, at: 0, rest: self.first().copied().unwrap_or(0) }
    }

    #[inline]
    fn meets(&self, other: &[u64]) -> bool {
        self.iter().zip(other).any(|(word, other)| word & other != 0)
    }

    #[inline]
    fn count_shared(&self, other: &[u64]) -> u32 {
        self.iter().zip(other).map(|(word, other)| (word & other).count_ones()).sum()
    }

    #[inline]
    fn count_outside(&self, other: &[u64]) -> u32 {
        self.iter().zip(other).map(|(word, other)| (word & !other).count_ones()).sum()
    }

    #[inline]
    fn add_square(&mut self, square: usize) {
        self[square / BITS] |= 1 << (square % BITS);
    }

    #[inline]
    fn remove_square(&mut self, square: usize) {
        self[square / BITS] &= !(1 << (square % BITS));
    }

    #[inline]
    fn remove_up_to(&mut self, square: usize) {
        self[..square / BITS].fill(0);
        // Two shifts, because shifting a word by all of its bits overflows.
        self[square / BITS] &= (!0 << (square % BITS)) << 1;
    }

    #[inline]
    fn add(&mut self, other: &[u64]) {
        self.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
    }

    #[inline]
    fn subtract(&mut self, other: &[u64]) {
        self.iter_mut().zip(other).for_each(|(word, other)| *word &= !other);
    }

    #[inline]
    fn keep(&mut self, other: &[u64]) {
        self.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
    }
}

/// The squares of a set, lowest first. [`Set::squares`] makes it.
#[derive(Debug, Clone)]
pub struct SquaresOf<'a> {
    words: &'a [u64],
    at: usize,
    rest: u64,
}

impl Iterator for SquaresOf<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.at += 1;
            self.rest = *self.words.get(self.at)?;
        }
        let square = BITS * self.at + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(square)
    }
}

/// Several sets of squares of the same width, in one vector.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sets {
    /// Words of each set.
    width: usize,
    words: Vec<u64>,
}

impl Sets {
    /// Returns `number` empty sets of `width` words each.
    #[must_use]
    pub fn empty(number: usize, width: usize) -> Self {
        Self { width, words: vec![0; number * width] }
    }

    /// Returns the sets that are stored one after another in `words`, `width` words each.
    #[must_use]
    pub fn new(width: usize, words: Vec<u64>) -> Self {
        Self { width, words }
    }

    /// Returns the number of words of each set.
    #[inline]
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of sets.
    #[inline]
    #[must_use]
    pub fn number(&self) -> usize {
        self.words.len().checked_div(self.width).unwrap_or(0)
    }

    /// Returns the sets in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u64]> + Clone {
        self.words.chunks_exact(self.width.max(1))
    }

    /// Returns all words, set by set.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Removes from each set the squares of the corresponding set in `taken`.
    #[inline]
    pub fn subtract(&mut self, taken: &[u64]) {
        self.words.subtract(taken);
    }

    /// Appends a set.
    pub fn push(&mut self, set: &[u64]) {
        self.words.extend_from_slice(set);
    }

    /// Appends the set of these squares.
    pub fn push_squares(&mut self, squares: impl IntoIterator<Item = usize>) {
        let start = self.words.len();
        self.words.resize(start + self.width, 0);
        squares.into_iter().for_each(|square| self.words[start..].add_square(square));
    }

    /// Returns the sets at these places, in this order.
    #[must_use]
    pub fn select(&self, places: &[usize]) -> Self {
        let words = places.iter().flat_map(|&place| &self[place]).copied().collect();
        Self { width: self.width, words }
    }

    /// Returns the sets as masks.
    #[must_use]
    pub fn masks<M: Mask>(&self) -> Vec<M> {
        self.iter().map(M::from_slice).collect()
    }
}

impl Index<usize> for Sets {
    type Output = [u64];

    #[inline]
    fn index(&self, place: usize) -> &[u64] {
        &self.words[place * self.width..][..self.width]
    }
}

impl IndexMut<usize> for Sets {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut [u64] {
        &mut self.words[place * self.width..][..self.width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::WideMask;

    fn set<M: Mask>(mask: M) -> Vec<u64> {
        (0..M::WORDS).map(|word| mask.word(word)).collect()
    }

    /// Checks that slices of words agree with masks.
    fn agrees_with_masks<M: Mask>() {
        let thirds = (0..M::BITS).filter(|square| square % 3 == 0).fold(M::EMPTY, M::with_square);
        let evens = (0..M::BITS).filter(|square| square % 2 == 0).fold(M::EMPTY, M::with_square);
        let (a, b) = (set(thirds), set(evens));
        assert!(a.squares().eq(thirds.squares()));
        assert_eq!((a.size(), a.lowest()), (thirds.count(), thirds.lowest()));
        assert_eq!(a.count_shared(&b), thirds.and(evens).count());
        assert_eq!(a.count_outside(&b), thirds.and_not(evens).count());
        assert!(a.meets(&b) && !a.is_bare() && set(M::EMPTY).is_bare());
        assert_eq!(set(M::EMPTY).lowest(), None);
        let changed = |change: &dyn Fn(&mut [u64])| {
            let mut words = a.clone();
            change(&mut words);
            M::from_slice(&words)
        };
        assert_eq!(changed(&|words| words.add(&b)), thirds.or(evens));
        assert_eq!(changed(&|words| words.keep(&b)), thirds.and(evens));
        assert_eq!(changed(&|words| words.subtract(&b)), thirds.and_not(evens));
        for square in (0..M::BITS).step_by(7) {
            assert_eq!(a.holds(square), thirds.contains(square));
            assert_eq!(a.next_after(square), thirds.squares_above(square).lowest());
            assert_eq!(changed(&|words| words.add_square(square)), thirds.with_square(square));
            assert_eq!(changed(&|words| words.remove_square(square)), thirds.without_square(square));
            assert_eq!(changed(&|words| words.remove_up_to(square)), thirds.squares_above(square));
        }
        assert_eq!(changed(&|words| words.remove_up_to(M::BITS - 1)), M::EMPTY);
        assert_eq!(words_for(M::BITS), M::WORDS);
        let sets = Sets::new(M::WORDS, [a.clone(), b].concat());
        assert_eq!(sets.masks::<M>(), [thirds, evens]);
        assert_eq!(sets.select(&[1, 0]).masks::<M>(), [evens, thirds]);
        let mut pushed = Sets::empty(0, M::WORDS);
        pushed.push_squares(thirds.squares());
        pushed.push_squares([]);
        assert_eq!(pushed.masks::<M>(), [thirds, M::EMPTY]);
    }

    #[test]
    fn slices_are_sets_of_every_width() {
        agrees_with_masks::<u64>();
        agrees_with_masks::<u128>();
        agrees_with_masks::<WideMask<3>>();
        agrees_with_masks::<WideMask<4>>();
        agrees_with_masks::<WideMask<8>>();
        agrees_with_masks::<WideMask<16>>();
    }
}
