//! Comparison of a formula with published sequences: those with the same terms, and those that contradict it.

use super::found::{CountedObject, Formula};
use crate::question::Demand;
use crate::sequences::layout::Layout;
use crate::sequences::{Registry, RegistryEntry, Sequence, Term};
use crate::up_to::UpTo;
use num_bigint::BigInt;

/// The number of terms that are compared with those of sequences of other families.
const COMPARED: usize = 32;

impl Formula {
    /// Returns the published sequences with the same terms.
    #[must_use]
    pub fn sequences(&self) -> Vec<&'static Sequence> {
        let Some(terms) = self.all_terms() else { return Vec::new() };
        let terms: Vec<_> = terms.take(COMPARED).filter_map(|term| term.to_biguint()).collect();
        Registry::built_in().with_terms(&terms)
    }

    /// Returns a published sequence of the same family with a term that contradicts the formula, and the n of
    /// that term.
    #[must_use]
    pub fn contradiction(&self) -> Option<(&'static Sequence, i64)> {
        let asked = match self.counted {
            CountedObject::LargestNumber => (Term::Largest, UpTo::Nothing, false, Demand::Nothing),
            CountedObject::Placements { up_to, maximal, dominating } => {
                (Term::Count, up_to, maximal, dominating)
            }
            CountedObject::ReachingLargest => (Term::Count, UpTo::Nothing, false, Demand::Nothing),
        };
        let is_same = |sequence: &&Sequence| {
            sequence.family == self.family
                && (sequence.term, sequence.up_to, sequence.maximal, sequence.dominating) == asked
                && sequence.fixed_by.is_identity()
                && sequence.stabiliser.is_none()
                && sequence.layout == Layout::List
        };
        let supported = Registry::built_in().entries().iter().filter_map(|entry| match entry {
            RegistryEntry::Supported(sequence) => Some(&**sequence),
            RegistryEntry::Unsupported(_) => None,
        });
        supported.filter(is_same).find_map(|sequence| {
            let terms = (self.first..).zip(self.all_terms()?).take_while(|(n, _)| *n < sequence.end());
            let published = |n: i64| sequence.terms.get(usize::try_from(n - sequence.offset).ok()?);
            let differs = |(n, term): &(i64, BigInt)| {
                let is_compared = *n > 0 && sequence.compares(*n);
                is_compared && published(*n).is_some_and(|known| BigInt::from(known.clone()) != *term)
            };
            let (n, _) = terms.into_iter().find(differs)?;
            Some((sequence, n))
        })
    }
}
