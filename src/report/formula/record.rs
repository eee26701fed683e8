//! A formula with the details that are shown with it.

use crate::formula::Formula;
use crate::sequences::Sequence;
use num_bigint::BigInt;
use std::time::Duration;

/// A formula with the details that are shown with it.
#[derive(Debug)]
pub struct FormulaRecord<'a> {
    /// The formula.
    pub formula: &'a Formula,
    /// The number of terms that are shown.
    pub terms: usize,
    /// Known sequences with the same terms.
    pub sequences: Vec<&'a Sequence>,
    /// The time that the search took.
    pub time: Duration,
}

impl FormulaRecord<'_> {
    /// Returns the terms that are shown, each with its n. A formula in two variables has none.
    #[must_use]
    pub fn terms(&self) -> Vec<(i64, BigInt)> {
        let terms = self.formula.all_terms().into_iter().flatten();
        (self.formula.first..).zip(terms).take(self.terms).collect()
    }
}
