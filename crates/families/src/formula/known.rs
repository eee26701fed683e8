//! Terms that were counted before a search for a formula ended.

use num_bigint::BigInt;

/// Terms of a family from a value on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownTerms {
    /// The value of the variable for the first term.
    pub first: i64,
    /// The terms.
    pub terms: Vec<BigInt>,
}

impl KnownTerms {
    pub(super) fn new(first: i64, terms: &[BigInt]) -> Self {
        Self { first, terms: terms.to_vec() }
    }

    /// Adds a term if it follows the others; otherwise begins a new list with it.
    pub(super) fn push(&mut self, value: i64, term: BigInt) {
        if value != self.first + self.terms.len() as i64 {
            *self = Self { first: value, terms: Vec::new() };
        }
        self.terms.push(term);
    }
}

/// Prints the number of terms, for use in a sentence: `1 term`, `17 terms`.
impl std::fmt::Display for KnownTerms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = self.terms.len();
        write!(f, "{number} term{}", if number == 1 { "" } else { "s" })
    }
}
