//! Formulas of families, for people, papers, programs and the OEIS.

mod code;
mod dialect;
mod growth;
mod json;
mod latex;
mod oeis;
mod rule;
mod text;

pub use code::{Language, code};
pub use growth::{growth_json, growth_text};
pub use json::json;
pub use latex::latex;
pub use oeis::{bfile, oeis};
pub use text::{claim, text};

use crate::formula::Formula;
use std::time::Duration;

/// A formula with what is shown of it.
#[derive(Debug)]
pub struct FormulaRecord<'a> {
    /// The formula.
    pub formula: &'a Formula,
    /// How many terms are shown.
    pub terms: usize,
    /// Known sequences with the same terms, each with its name.
    pub sequences: Vec<(String, String)>,
    /// How long it took.
    pub time: Duration,
}

impl FormulaRecord<'_> {
    /// The terms that are shown, each with its n. In two variables none.
    fn terms(&self) -> Vec<(i64, num_bigint::BigInt)> {
        let terms = self.formula.all_terms().into_iter().flatten();
        (self.formula.first..).zip(terms).take(self.terms).collect()
    }
}
