//! Placements on a strip by the number of pieces: a generating function in two variables, and its first rows.

use super::dialect::Dialect;
use crate::formula::NumberGeneratingFunction;
use crate::report::numbers;
use num_bigint::BigInt;
use serde_json::json;
use std::time::Duration;

/// The variables of the function: the first counts ranks, the second counts pieces.
const VARIABLES: [&str; 2] = ["x", "z"];

/// Returns the function, and a line for each length.
#[must_use]
pub fn by_number_text(found: &NumberGeneratingFunction, rows: usize, time: Duration) -> String {
    let states = numbers::count_noun(found.states, "boundary state");
    let quotient = quotient(found, Dialect::Plain);
    let mut text = format!("{}: placements by number of pieces\n", found.family);
    text += &format!("proved     the sum of a(n, k) x^n z^k, of n ranks and k pieces; {states}\n");
    text += &format!("generating {quotient}\n");
    for (length, row) in found.rows(rows).iter().enumerate() {
        text += &format!("{:<11}{}\n", format!("n = {length}"), strings(row).join(", "));
    }
    text + &format!("took       {}\n", numbers::time(time))
}

/// Returns the function and its rows as one object on one line, `armistice.by-number/1`.
#[must_use]
pub fn by_number_json(found: &NumberGeneratingFunction, rows: usize, time: Duration) -> String {
    let all = |rows: &[Vec<BigInt>]| rows.iter().map(|row| strings(row)).collect::<Vec<_>>();
    let value = json!({
        "schema": "armistice.by-number/1",
        "family": found.family.to_string(),
        "states": found.states,
        "numerator": all(&found.numerator),
        "denominator": all(&found.denominator),
        "rows": all(&found.rows(rows)),
        "seconds": time.as_secs_f64(),
    });
    format!("{value}\n")
}

/// Returns the function for LaTeX.
#[must_use]
pub fn by_number_latex(found: &NumberGeneratingFunction) -> String {
    let quotient = quotient(found, Dialect::Latex);
    format!(
        "% {}: placements by number of pieces\n\\[ \\sum_{{n,k}} a_{{n,k}} x^n z^k = {quotient} \\]\n",
        found.family
    )
}

fn quotient(found: &NumberGeneratingFunction, dialect: Dialect) -> String {
    let (numerator, is_sum) = dialect.series_in_two(&found.numerator, VARIABLES);
    let (denominator, _) = dialect.series_in_two(&found.denominator, VARIABLES);
    match dialect {
        Dialect::Latex => format!("\\frac{{{numerator}}}{{{denominator}}}"),
        _ if is_sum => format!("({numerator})/({denominator})"),
        _ => format!("{numerator}/({denominator})"),
    }
}

fn strings(numbers: &[BigInt]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect()
}
