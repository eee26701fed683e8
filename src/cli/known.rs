//! Sequences that are known to have the same terms.

use armistice::BigUint;
use armistice::sequences::Registry;

/// Sequences are named if so many of their terms are the same.
const SAME_TERMS: usize = 8;

/// The A-numbers and names of the sequences with these terms.
pub(super) fn sequences(terms: &[BigUint]) -> Vec<(String, String)> {
    let found = Registry::built_in().with_terms(terms, SAME_TERMS);
    found.into_iter().map(|sequence| (sequence.id.clone(), sequence.name.clone())).collect()
}
