//! A formula for LaTeX.

use super::FormulaRecord;
use super::dialect::Dialect;
use super::rule::{generating_function, quotient, right_side};
use super::text::{claim, status};
use crate::formula::Rule;

/// Lines of text and displayed formulas, to be pasted into a document. Nothing beyond plain LaTeX with `amsmath` is needed.
#[must_use]
pub fn latex(record: &FormulaRecord<'_>) -> String {
    let formula = record.formula;
    let variable = formula.variables.first().copied().unwrap_or('n');
    let mut text = format!("% {}: {}: {}\n", formula.family, status(&formula.claim), claim(formula));
    let mut display = |formula: &str| text += &format!("\\[ {formula} \\]\n");
    if let Some(rule) = right_side(formula, Dialect::Latex) {
        let from: Vec<String> = formula
            .variables
            .iter()
            .zip(&formula.from)
            .map(|(name, from)| format!("{name} \\ge {from}"))
            .collect();
        let from = from.join(",\\ ");
        display(&match formula.rule {
            Rule::Holonomic(_) => format!("{rule} = 0 \\qquad ({from})"),
            Rule::Bivariate(_) => {
                let names: Vec<String> = formula.variables.iter().map(char::to_string).collect();
                format!("a_{{{}}} = {rule} \\qquad ({from})", names.join(","))
            }
            _ => format!("a_{variable} = {rule} \\qquad ({from})"),
        });
    }
    if let Some(function) = generating_function(formula) {
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
