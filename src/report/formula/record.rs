//! A formula with what is shown of it.

use crate::formula::Formula;
use crate::sequences::Sequence;
use num_bigint::BigInt;
use std::time::Duration;

/// A formula with what is shown of it.
#[derive(Debug)]
pub struct FormulaRecord<'a> {
    /// The formula.
    pub formula: &'a Formula,
    /// How many terms are shown.
    pub terms: usize,
    /// Known sequences with the same terms.
    pub sequences: Vec<&'a Sequence>,
    /// How long it took.
    pub time: Duration,
}

impl FormulaRecord<'_> {
    /// The terms that are shown, each with its n. In two variables none.
    #[must_use]
    pub fn terms(&self) -> Vec<(i64, BigInt)> {
        let terms = self.formula.all_terms().into_iter().flatten();
        (self.formula.first..).zip(terms).take(self.terms).collect()
    }
}
