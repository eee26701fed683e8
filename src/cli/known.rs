//! Sequences that are known to have the same terms.

use armistice::formula::{Counted, Formula};
use armistice::sequences::layout::Layout;
use armistice::sequences::{Entry, Registry, Sequence, Term};
use armistice::{BigUint, UpTo};
use num_bigint::BigInt;

/// Sequences are named if so many of their terms are the same.
const SAME_TERMS: usize = 8;

/// The A-numbers and names of the sequences with these terms.
pub(super) fn sequences(terms: &[BigUint]) -> Vec<(String, String)> {
    let found = Registry::built_in().with_terms(terms, SAME_TERMS);
    found.into_iter().map(|sequence| (sequence.id.clone(), sequence.name.clone())).collect()
}

/// The published sequence of the same family with a term that contradicts the formula, and the n of that term.
pub(super) fn contradiction(formula: &Formula) -> Option<(String, i64)> {
    let asked = match formula.counted {
        Counted::LargestNumber => (Term::Largest, UpTo::Nothing, false),
        Counted::Placements { up_to, maximal } => (Term::Count, up_to, maximal),
        _ => (Term::Count, UpTo::Nothing, false),
    };
    let is_same = |sequence: &&Sequence| {
        sequence.family == formula.family
            && (sequence.term, sequence.up_to, sequence.maximal) == asked
            && sequence.layout == Layout::List
    };
    let supported = Registry::built_in().entries().iter().filter_map(|entry| match entry {
        Entry::Supported(sequence) => Some(&**sequence),
        Entry::Unsupported(_) => None,
    });
    supported.filter(is_same).find_map(|sequence| {
        let terms = (formula.first..).zip(formula.all_terms()?).take_while(|(n, _)| *n < sequence.end());
        let published = |n: i64| sequence.terms.get(usize::try_from(n - sequence.offset).ok()?);
        let differs = |(n, term): &(i64, BigInt)| {
            let is_compared = *n > 0 && sequence.compares(*n);
            is_compared && published(*n).is_some_and(|known| BigInt::from(known.clone()) != *term)
        };
        let (n, _) = terms.into_iter().find(differs)?;
        Some((sequence.id.clone(), n))
    })
}
