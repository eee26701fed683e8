//! A formula for LaTeX.

use super::dialect::Dialect;
use super::record::FormulaRecord;
use super::rule::{bounds, equation, quotient};
use super::text::{claim, status};

/// Returns lines of text and displayed formulas for a document. They need nothing beyond plain LaTeX with
/// `amsmath`.
#[must_use]
pub fn latex(record: &FormulaRecord<'_>) -> String {
    let formula = record.formula;
    let variable = formula.variables.first().copied().unwrap_or('n');
    let mut text = format!("% {}: {}: {}\n", formula.title(), status(&formula.claim), claim(formula));
    let mut display = |formula: &str| text += &format!("\\[ {formula} \\]\n");
    if let Some(rule) = equation(formula, Dialect::Latex) {
        display(&format!("{rule} \\qquad ({})", bounds(formula, "\\ge", ",\\ ")));
    }
    if let Some(function) = formula.generating_function() {
        display(&format!(
            "\\sum_{{{variable}}} a_{variable} x^{variable} = {}",
            quotient(&function, Dialect::Latex)
        ));
    }
    let terms: Vec<String> = record.terms().iter().map(|(n, term)| format!("a_{{{n}}} = {term}")).collect();
    if !terms.is_empty() {
        display(&terms.join(",\\ "));
    }
    text
}
