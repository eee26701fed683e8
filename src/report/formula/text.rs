//! A formula as lines for people.

use super::FormulaRecord;
use super::dialect::Dialect;
use super::rule::{equation, generating_function, product, quotient};
use crate::formula::{Claim, Formula, Reason, Rule};
use crate::report::numbers;

/// The status first, then the rule and what follows from it.
#[must_use]
pub fn text(record: &FormulaRecord<'_>) -> String {
    let FormulaRecord { formula, sequences, .. } = record;
    let mut lines = format!("{}\n", formula.family);
    let mut line = |label: &str, text: &str| lines += &format!("{label:<11}{text}\n");
    line(status(&formula.claim), &claim(formula));
    line("holds", &holds(formula));
    if let Some(rule) = equation(formula, Dialect::Plain) {
        line("rule", &rule);
    }
    if let Some(product) = product(formula, Dialect::Plain) {
        line("", &format!("a({}) = {product}", variables(formula)));
    }
    if let Some(function) = generating_function(formula) {
        line("generating", &quotient(&function, Dialect::Plain));
    }
    if let Some(growth) = formula.growth() {
        line("growth", &growth.to_string());
    }
    let terms = record.terms();
    if let Some((first, _)) = terms.first() {
        let shown: Vec<String> = terms.iter().map(|(_, term)| term.to_string()).collect();
        let variable = variables(formula);
        line("terms", &format!("from {variable} = {first}: {}", shown.join(", ")));
    }
    for (id, name) in sequences {
        line("sequence", &format!("{id}: {name}"));
    }
    line("took", &numbers::time(record.time));
    lines
}

/// One word.
pub(super) fn status(claim: &Claim) -> &'static str {
    match claim {
        Claim::Proved(_) => "proved",
        Claim::Fitted { .. } => "fitted",
        _ => "guessed",
    }
}

/// What stands behind a formula, in a line.
#[must_use]
pub fn claim(formula: &Formula) -> String {
    let sort = match &formula.rule {
        Rule::Recurrence(recurrence) => format!("linear recurrence of order {}", recurrence.order()),
        Rule::QuasiPolynomial(found) => {
            let degree = found.degree().unwrap_or(0);
            match found.period() {
                1 => format!("polynomial of degree {degree}"),
                period => format!("quasi-polynomial of degree {degree} and period {period}"),
            }
        }
        Rule::Bivariate(_) => "polynomial in both sides".to_owned(),
        Rule::Holonomic(found) => {
            format!("recurrence of order {} with polynomial coefficients", found.order())
        }
        Rule::LongRecurrence { order } => {
            format!(
                "linear recurrence of order {} or more, too long to be written out",
                numbers::grouped(&(*order).into())
            )
        }
        _ => String::new(),
    };
    let why = match &formula.claim {
        Claim::Proved(Reason::Closure { states, classes }) if states == classes => {
            numbers::counted(*states, "boundary state")
        }
        Claim::Proved(Reason::Closure { states, classes }) => {
            let merged = if *classes == 1 { "class" } else { "classes" };
            format!(
                "{} in {classes} {merged} with the same future",
                numbers::counted(*states, "boundary state")
            )
        }
        Claim::Proved(Reason::Clusters { rows, cols }) => {
            format!("boards from {rows}x{cols} on have room for every cluster of conflicts")
        }
        Claim::Proved(Reason::ShortClusters { ranks }) => {
            format!("clusters of conflicts span at most {} further", numbers::counted(*ranks, "rank"))
        }
        Claim::Fitted { unknown, further } | Claim::Guessed { unknown, further } => {
            format!(
                "{}, {} agree",
                numbers::counted(*unknown, "unknown coefficient"),
                numbers::counted(*further, "further term")
            )
        }
        _ => String::new(),
    };
    format!("{sort}; {why}")
}

/// From where on.
fn holds(formula: &Formula) -> String {
    let bounds = formula.variables.iter().zip(&formula.from);
    let bounds: Vec<String> = bounds.map(|(variable, from)| format!("{variable} ≥ {from}")).collect();
    format!("for {}", bounds.join(" and "))
}

/// `n`, or `m, n`.
pub(super) fn variables(formula: &Formula) -> String {
    formula.variables.iter().map(char::to_string).collect::<Vec<_>>().join(", ")
}
