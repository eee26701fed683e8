//! Finds sequences by some of their terms, exactly or nearly, for all commands.

use super::layout::Layout;
use super::registry::{Registry, RegistryEntry, Sequence};
use crate::up_to::UpTo;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// A place where a sequence agrees with terms of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermMatch<'a> {
    /// The sequence.
    pub sequence: &'a Sequence,
    /// The number of the sequence's terms before those that agree.
    pub passed: usize,
    /// The number of the query's terms before those that agree.
    pub skipped: usize,
    /// The number of consecutive terms that agree.
    pub common: usize,
    /// The number of the query's terms beyond the end of the sequence's list.
    pub beyond: usize,
}

/// The maximum number of terms before the agreement that may differ, because conventions for small boards
/// differ.
const MAX_SKIPPED: usize = 4;
/// The minimum number of bits in all different terms of a partial agreement. Fewer may agree by chance.
const MIN_BITS: u64 = 12;
/// The minimum number of terms of a partial agreement. Fewer may agree by chance.
const MIN_COMMON: usize = 4;
/// The minimum number of terms, from the beginning on, for which two sequences are considered the same.
const MIN_SAME: usize = 8;
/// The minimum number of different terms for which two sequences are considered the same.
const MIN_DIFFERENT: usize = 5;

impl<'a> TermMatch<'a> {
    /// Returns all places where a sequence agrees with the query's terms as far as both continue, those with
    /// fewer skipped terms first.
    fn all(sequence: &'a Sequence, terms: &[BigUint]) -> impl Iterator<Item = Self> {
        let at = move |skipped: usize, passed: usize| {
            let (own, looked_for) = (&sequence.terms[passed..], &terms[skipped..]);
            let common = own.len().min(looked_for.len());
            let beyond = looked_for.len() - common;
            (own[..common] == looked_for[..common]).then_some(Self {
                sequence,
                passed,
                skipped,
                common,
                beyond,
            })
        };
        let skips = 0..terms.len().min(MAX_SKIPPED + 1);
        skips.flat_map(move |skipped| (0..sequence.terms.len()).filter_map(move |passed| at(skipped, passed)))
    }

    /// Returns true if all terms of the query are terms of the sequence.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.skipped == 0 && self.beyond == 0
    }

    /// Returns true if the agreement is unlikely to be a coincidence.
    #[must_use]
    pub fn is_telling(&self, terms: &[BigUint]) -> bool {
        let bits: u64 = self.differing_terms(terms).into_iter().map(|term| (term + 1u32).bits() - 1).sum();
        self.common >= MIN_COMMON && bits >= MIN_BITS
    }

    /// Returns true if both agree wherever they have terms, except for a few at the beginning, and have
    /// enough terms.
    fn is_same(&self, terms: &[BigUint]) -> bool {
        let is_begun = self.passed == 0 || (self.skipped == 0 && self.passed <= MAX_SKIPPED);
        is_begun && self.common >= MIN_SAME && self.differing_terms(terms).len() >= MIN_DIFFERENT
    }

    fn differing_terms<'t>(&self, terms: &'t [BigUint]) -> BTreeSet<&'t BigUint> {
        terms[self.skipped..][..self.common].iter().collect()
    }

    /// Returns the index of the first term that agrees.
    #[must_use]
    pub fn first_index(&self) -> i64 {
        self.sequence.offset + self.passed as i64
    }
}

impl Registry {
    /// Finds the sequences that contain all of these terms consecutively. If there are none, finds those that
    /// agree except for a few terms at the beginning or beyond the end of their lists, the best first.
    #[must_use]
    pub fn matching(&self, terms: &[BigUint]) -> Vec<TermMatch<'_>> {
        if terms.is_empty() {
            return Vec::new();
        }
        let is_found = |found: &TermMatch<'_>| found.is_whole() || found.is_telling(terms);
        let mut found: Vec<_> = self
            .supported_sequences()
            .filter_map(|sequence| TermMatch::all(sequence, terms).find(is_found))
            .collect();
        if found.iter().any(TermMatch::is_whole) {
            found.retain(TermMatch::is_whole);
        }
        found.sort_by_key(|found| std::cmp::Reverse(found.common));
        found
    }

    /// Finds the sequences with a term for each n that agree with these terms, except for a few at the
    /// beginning.
    #[must_use]
    pub fn with_terms(&self, terms: &[BigUint]) -> Vec<&Sequence> {
        let lists = self.supported_sequences().filter(|sequence| sequence.layout == Layout::List);
        lists.filter(|sequence| TermMatch::all(sequence, terms).any(|found| found.is_same(terms))).collect()
    }

    /// Finds the sequences that count the same placements up to another equivalence.
    pub fn up_to_something_else<'a>(&'a self, sequence: &Sequence) -> impl Iterator<Item = &'a Sequence> {
        let asked = |sequence: &Sequence| Sequence {
            id: String::new(),
            name: String::new(),
            topic: String::new(),
            terms: Vec::new(),
            up_to: UpTo::Nothing,
            offset: 0,
            empty: None,
            from_n: None,
            without_n: Vec::new(),
            next: None,
            ..sequence.clone()
        };
        let (up_to, this) = (sequence.up_to, asked(sequence));
        self.supported_sequences().filter(move |other| other.up_to != up_to && asked(other) == this)
    }

    /// Returns the sequences that can be counted.
    fn supported_sequences(&self) -> impl Iterator<Item = &Sequence> {
        self.entries().iter().filter_map(|entry| match entry {
            RegistryEntry::Supported(sequence) => Some(&**sequence),
            RegistryEntry::Unsupported(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the A-numbers that are found for some terms, each with its numbers of passed, skipped, common
    /// and further terms.
    fn found(terms: &[u32]) -> Vec<(&'static str, [usize; 4])> {
        let terms: Vec<BigUint> = terms.iter().map(|&term| term.into()).collect();
        let found = Registry::built_in().matching(&terms);
        found
            .iter()
            .map(|one| (one.sequence.id.as_str(), [one.passed, one.skipped, one.common, one.beyond]))
            .collect()
    }

    #[test]
    fn whole_lists_come_before_near_ones() {
        assert_eq!(found(&[92, 352, 724]), [("A000170", [8, 0, 3, 0])]);
        // Some authors count no placement on a board without squares.
        assert_eq!(found(&[0, 1, 0, 0, 2, 10, 4, 40, 92]), [("A000170", [1, 1, 8, 0])]);
        assert_eq!(found(&[7, 7, 2, 10, 4, 40, 92, 352]), [("A000170", [4, 2, 6, 0])]);
        assert_eq!(found(&[7, 92, 352]), [], "two terms are an accident");
        assert_eq!(found(&[92, 352, 725, 2680]), [], "a term between them differs");
        assert_eq!(found(&[]), []);
        assert!(found(&[1, 2, 3]).iter().all(|(_, found)| found[1..] == [0, 3, 0]));
    }

    #[test]
    fn lists_may_go_on_where_the_published_one_ends() {
        let Some(RegistryEntry::Supported(queens)) = Registry::built_in().find("A000170") else { panic!() };
        let last = queens.terms[queens.terms.len() - 5..].iter();
        let terms: Vec<BigUint> = last.cloned().chain([7u32.into()]).collect();
        let found = Registry::built_in().matching(&terms);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].common, found[0].beyond, found[0].first_index()), (5, 1, queens.end() - 5));
    }

    #[test]
    fn the_same_placements_are_counted_up_to_symmetry() {
        let registry = Registry::built_in();
        let Some(RegistryEntry::Supported(queens)) = registry.find("A000170") else { panic!() };
        let others: Vec<&str> =
            registry.up_to_something_else(queens).map(|sequence| sequence.id.as_str()).collect();
        // The sequences up to symmetry, and up to shifts and dilations of the torus.
        assert_eq!(others, ["A002562", "A062164", "A062165"]);
    }
}
