//! A formula as JSON.

use super::dialect::Dialect;
use super::record::FormulaRecord;
use super::rule::equation;
use super::text::{claim, status};
use crate::algebra::Polynomial;
use crate::formula::{Claim, Reason, Rule};
use serde_json::{Value, json};

/// Returns one object on one line, `armistice.formula/1`. Integers that may be large are decimal strings.
#[must_use]
pub fn json(record: &FormulaRecord<'_>) -> String {
    let formula = record.formula;
    let names: Vec<String> = formula.variables.iter().map(char::to_string).collect();
    let mut value = json!({
        "schema": "armistice.formula/1",
        "family": formula.family.to_string(),
        "counted": formula.counted.to_string(),
        "variables": names,
        "status": status(&formula.claim),
        "about": claim(formula),
        "from": formula.from,
        "rule": rule(&formula.rule),
        "evidence": evidence(&formula.claim),
        "seconds": record.time.as_secs_f64(),
    });
    let terms: Vec<String> = record.terms().iter().map(|(_, term)| term.to_string()).collect();
    if !terms.is_empty() {
        value["first"] = json!(formula.first);
        value["known"] = json!(formula.terms.len());
        value["terms"] = json!(terms);
    }
    if let Some(equation) = equation(formula, Dialect::Program) {
        value["equation"] = json!(equation);
    }
    if let Some(function) = formula.generating_function() {
        let (numerator, denominator) = (polynomial(&function.numerator), polynomial(&function.denominator));
        value["generating_function"] = json!({ "numerator": numerator, "denominator": denominator });
    }
    if let Some(growth) = formula.growth() {
        value["growth"] = json!(growth.to_string());
    }
    if !record.sequences.is_empty() {
        let ids: Vec<&String> = record.sequences.iter().map(|sequence| &sequence.id).collect();
        value["sequences"] = json!(ids);
    }
    format!("{value}\n")
}

fn strings<T: ToString>(numbers: &[T]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect()
}

/// Returns the coefficients, from the constant on, and their denominator.
fn polynomial(polynomial: &Polynomial) -> Value {
    json!({
        "coefficients": strings(polynomial.numerators()),
        "denominator": polynomial.denominator().to_string(),
    })
}

fn rule(rule: &Rule) -> Value {
    match rule {
        Rule::Recurrence(found) => json!({
            "sort": "recurrence",
            "order": found.order(),
            "coefficients": strings(found.coefficients()),
            "first": found.first(),
            "initial": strings(found.initial()),
        }),
        Rule::QuasiPolynomial(found) => {
            let parts: Vec<Value> = found
                .parts()
                .iter()
                .map(|part| {
                    let classes: Vec<Value> = part.classes.iter().map(polynomial).collect();
                    json!({ "period": part.period, "classes": classes })
                })
                .collect();
            json!({
                "sort": "quasi-polynomial",
                "degree": found.degree().unwrap_or(0),
                "period": found.period(),
                "parts": parts,
            })
        }
        Rule::Bivariate(found) => {
            let (rows, denominator) = found.over_one_denominator();
            let rows: Vec<Vec<String>> = rows.iter().map(|row| strings(row)).collect();
            json!({ "sort": "polynomial", "coefficients": rows, "denominator": denominator.to_string() })
        }
        Rule::Holonomic(found) => {
            let coefficients: Vec<Value> = found.coefficients.iter().map(polynomial).collect();
            json!({ "sort": "holonomic", "order": found.order(), "coefficients": coefficients })
        }
        Rule::LongRecurrence { order } => json!({ "sort": "recurrence", "order": order }),
        _ => Value::Null,
    }
}

fn evidence(claim: &Claim) -> Value {
    match claim {
        Claim::Proved(Reason::Closure { states, classes }) => json!({ "states": states, "classes": classes }),
        Claim::Proved(Reason::Largest { states, order }) => json!({ "states": states, "order": order }),
        Claim::Proved(Reason::Symmetries { states, order }) => json!({ "states": states, "of_sum": order }),
        Claim::Proved(Reason::Clusters { rows, cols }) => json!({ "rows": rows, "cols": cols }),
        Claim::Proved(Reason::ShortClusters { ranks }) => json!({ "ranks": ranks }),
        Claim::Proved(Reason::Polytopes { period, coefficients, from, terms }) => {
            json!({ "period_divides": period, "coefficients": coefficients, "from": from, "terms": terms })
        }
        Claim::Fitted { unknown, further } | Claim::Guessed { unknown, further } => {
            json!({ "unknown": unknown, "further": further })
        }
        _ => Value::Null,
    }
}
