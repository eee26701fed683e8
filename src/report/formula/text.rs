//! A formula as lines for people.

use super::dialect::Dialect;
use super::record::FormulaRecord;
use super::rule::{bounds, equation, product, quotient};
use crate::formula::{Claim, CountedObject, Formula, KnownTerms, Reason, Rule};
use crate::notation::Family;
use crate::report::numbers;

/// Returns the status, then the rule and its consequences.
#[must_use]
pub fn text(record: &FormulaRecord<'_>) -> String {
    let FormulaRecord { formula, sequences, .. } = record;
    let mut lines = format!("{}\n", formula.title());
    let mut line = |label: &str, text: &str| lines += &format!("{label:<11}{text}\n");
    line(status(&formula.claim), &claim(formula));
    if !matches!(formula.rule, Rule::LongRecurrence { .. }) {
        line("holds", &format!("for {}", bounds(formula, "≥", " and ")));
    }
    if let Some(rule) = equation(formula, Dialect::Plain) {
        line("rule", &rule);
    }
    if let Some(product) = product(formula, Dialect::Plain) {
        line("", &format!("a({}) = {product}", variables(formula)));
    }
    if let Some(function) = formula.generating_function() {
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
    if formula.reached.is_some() {
        line("reached", "by a number of placements that has a formula of its own: --reached");
    }
    for sequence in sequences {
        line("sequence", &format!("{}: {}", sequence.id, sequence.name));
    }
    line("took", &numbers::time(record.time));
    lines
}

/// Returns the terms of a family for which no formula was found.
#[must_use]
pub fn known_text(family: &Family, counted: CountedObject, known: &KnownTerms) -> String {
    let variable = family.variables().first().copied().unwrap_or('n');
    let terms: Vec<String> = known.terms.iter().map(ToString::to_string).collect();
    let title = counted.title(family);
    format!("{title}\n{:<11}from {variable} = {}: {}\n", "terms", known.first, terms.join(", "))
}

/// Returns the status of a claim in one word.
pub(super) fn status(claim: &Claim) -> &'static str {
    match claim {
        Claim::Proved(_) => "proved",
        Claim::Fitted { .. } => "fitted",
        _ => "guessed",
    }
}

/// States the evidence for a formula in a line.
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
        Rule::LongRecurrence { order: 0 } => "linear recurrence, too long to be found".to_owned(),
        Rule::LongRecurrence { order } => {
            let is_exact =
                matches!(formula.claim, Claim::Proved(Reason::Closure { classes, .. }) if classes == *order);
            let more = if is_exact { "" } else { " or more" };
            format!("linear recurrence of order {}{more}, too long to be written out", group_digits(*order))
        }
        _ => String::new(),
    };
    let why = match &formula.claim {
        Claim::Proved(Reason::Closure { states, classes }) if states == classes => boundary_states(*states),
        Claim::Proved(Reason::Closure { states, classes }) => {
            let merged = if *classes == 1 { "class" } else { "classes" };
            let (states, classes) = (group_digits(*states), group_digits(*classes));
            format!("{states} boundary states in {classes} {merged} with the same future")
        }
        Claim::Proved(Reason::Clusters { rows, cols }) => {
            format!("from {rows}x{cols} on the places of every cluster of conflicts are a polynomial")
        }
        Claim::Proved(Reason::Largest { states, order }) => {
            format!(
                "{}; walks with the most pieces, or always so many fewer, obey one of order {}",
                boundary_states(*states),
                group_digits(*order)
            )
        }
        Claim::Proved(Reason::Symmetries { states, order }) => {
            format!(
                "{} boundary states of all placements and of those that symmetries fix, whose sum obeys one of order {}",
                group_digits(*states),
                group_digits(*order)
            )
        }
        Claim::Proved(Reason::ShortClusters { ranks }) => {
            format!("clusters of conflicts span at most {} further", numbers::count_noun(*ranks, "rank"))
        }
        Claim::Proved(Reason::Polytopes { period, coefficients, from, terms }) => {
            let coefficients = numbers::count_noun(*coefficients, "coefficient");
            let allowed = match period {
                1 => coefficients,
                _ => format!("period {period} and {coefficients}"),
            };
            let (terms, n) = (numbers::count_noun(*terms, "term"), variables(formula));
            format!("polytopes allow for {allowed}, and {terms} from {n} = {from} on agree")
        }
        Claim::Fitted { unknown, further } | Claim::Guessed { unknown, further } => {
            format!(
                "{}, {} agree",
                numbers::count_noun(*unknown, "unknown coefficient"),
                numbers::count_noun(*further, "further non-zero term")
            )
        }
        _ => String::new(),
    };
    format!("{sort}; {why}")
}

/// Writes a number of states: `1 boundary state`, `1,234 boundary states`.
fn boundary_states(number: usize) -> String {
    format!("{} boundary state{}", group_digits(number), if number == 1 { "" } else { "s" })
}

/// Writes a number with its digits in groups.
fn group_digits(number: usize) -> String {
    numbers::group_digits(&number.into())
}

/// Writes the variables of a formula: `n`, or `m, n`.
pub(super) fn variables(formula: &Formula) -> String {
    formula.variables.iter().map(char::to_string).collect::<Vec<_>>().join(", ")
}
