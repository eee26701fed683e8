//! A row of a table: what came out, and how it came about.

use super::style::TableValue;
use crate::answer::Answer;
use num_bigint::BigUint;

/// A row: values of the variables, and what came out.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// The values, in the order of the head's variables.
    pub values: Vec<(char, i64)>,
    /// The canonical problem text, or an empty text if the values make no problem.
    pub problem: String,
    /// The count, or why there is none.
    pub result: Result<RowCount, String>,
}

/// The count of a row and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct RowCount {
    /// The number of placements; a lower bound if not complete.
    pub count: BigUint,
    /// The largest number of pieces, if that was asked for.
    pub maximum: Option<u32>,
    /// Whether everything was counted.
    pub complete: bool,
    /// Whether a second, independent count gave the same.
    pub double_checked: bool,
    /// How the second count was made that gave the same, if there was one; not all are independent.
    pub checked_by: Option<String>,
    /// The engine's name.
    pub engine: String,
    /// The engine's version.
    pub engine_version: u32,
    /// How long the count took.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
    /// The version of the program.
    pub version: String,
    /// Where and when.
    pub origin: Origin,
}

/// Where and when a row was counted. Empty if a file does not say so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The processor and its cores.
    pub machine: String,
    /// The date: `2026-11-20`.
    pub date: String,
}

impl RowCount {
    /// What was answered.
    #[must_use]
    pub fn new(answer: &Answer, origin: Origin) -> Self {
        let Answer { summary, outcome, .. } = answer;
        Self {
            count: outcome.count.clone(),
            maximum: outcome.maximum,
            complete: outcome.complete,
            double_checked: answer.checked().is_some_and(|check| check.difference.is_independent()),
            checked_by: answer.checked().map(|check| check.by.clone()),
            engine: summary.engine.0.to_owned(),
            engine_version: summary.engine.1,
            seconds: outcome.elapsed.as_secs_f64(),
            threads: summary.threads,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            origin,
        }
    }
}

impl RowCount {
    /// A term of a b-file, of which nothing else is known.
    #[must_use]
    pub fn of_term(term: &BigUint, is_maximum: bool) -> Self {
        Self {
            count: term.clone(),
            maximum: is_maximum.then(|| u32::try_from(term).unwrap_or(u32::MAX)),
            complete: true,
            double_checked: false,
            checked_by: None,
            engine: String::new(),
            engine_version: 0,
            seconds: 0.0,
            threads: 0,
            version: String::new(),
            origin: Origin::default(),
        }
    }
}

impl TableRow {
    /// The value of a variable; 0 if it has none.
    #[must_use]
    pub fn value(&self, variable: char) -> i64 {
        self.values.iter().find(|(name, _)| *name == variable).map_or(0, |(_, value)| *value)
    }

    /// Whether it was counted to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.result.as_ref().is_ok_and(|count| count.complete)
    }
}

/// What stands for a row in a table for people; `at_least` is the sign of a lower bound. Of a largest number `value` is
/// shown, or both: the number, and behind it how many placements reach it.
pub(super) fn cell(
    row: &TableRow,
    at_least: &str,
    number: &dyn Fn(&BigUint) -> String,
    value: Option<TableValue>,
) -> String {
    let Ok(RowCount { count, maximum, complete, .. }) = &row.result else { return "error".to_owned() };
    let bound = |value: String| match () {
        () if *complete => value,
        // A bound of zero says nothing.
        () if value == "0" => "?".to_owned(),
        () => format!("{at_least} {value}"),
    };
    let Some(maximum) = maximum else { return bound(number(count)) };
    match value {
        Some(TableValue::Maximum) => bound(maximum.to_string()),
        // How many placements reach a number that may not be the largest is of no use.
        Some(TableValue::Placements) if !complete => "?".to_owned(),
        None if !complete => bound(maximum.to_string()),
        Some(TableValue::Placements) => number(count),
        None => format!("{maximum} ({})", number(count)),
    }
}
