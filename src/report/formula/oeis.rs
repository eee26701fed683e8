//! A formula in the form of the On-Line Encyclopedia of Integer Sequences.

use super::code::{Language, code};
use super::dialect::Dialect;
use super::record::FormulaRecord;
use super::rule::{bounds, equation, quotient};
use super::text::{claim, status};
use crate::formula::{Claim, KnownTerms};
use num_bigint::BigInt;

/// Returns lines of formulas and programs: `%F` and `%o`, without an A-number.
#[must_use]
pub fn oeis(record: &FormulaRecord<'_>) -> String {
    let formula = record.formula;
    let note = match formula.claim {
        Claim::Proved(_) => String::new(),
        _ => "Conjecture: ".to_owned(),
    };
    let mut text = String::new();
    let mut line = |kind: &str, content: &str| text += &format!("{kind} {content}\n");
    let from = bounds(formula, ">=", " and ");
    if let Some(rule) = equation(formula, Dialect::Program) {
        line("%F", &format!("{note}{rule} for {from}."));
    }
    if let Some(function) = formula.generating_function() {
        line("%F", &format!("{note}G.f.: {}.", quotient(&function, Dialect::Program)));
    }
    line("%F", &format!("({}: {}.)", status(&formula.claim), claim(formula)));
    for (language, label) in [(Language::Pari, "PARI"), (Language::Python, "Python")] {
        let Some(program) = code(formula, language) else { continue };
        for (place, part) in program.lines().filter(|line| !line.is_empty()).enumerate() {
            let label = if place == 0 { format!("({label}) ") } else { String::new() };
            line("%o", &format!("{label}{part}"));
        }
    }
    text
}

/// Returns the terms as a b-file: `n a(n)` on each line.
#[must_use]
pub fn bfile(record: &FormulaRecord<'_>) -> String {
    lines(record.terms())
}

/// Returns the terms of a family without a known formula as a b-file.
#[must_use]
pub fn known_bfile(known: &KnownTerms) -> String {
    lines((known.first..).zip(known.terms.iter().cloned()))
}

fn lines(terms: impl IntoIterator<Item = (i64, BigInt)>) -> String {
    terms.into_iter().map(|(n, term)| format!("{n} {term}\n")).collect()
}
