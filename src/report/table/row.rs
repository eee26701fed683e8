//! A row of a table: its result, and how the result was obtained.

use super::style::TableValue;
use crate::answer::Answer;
use num_bigint::BigUint;

/// A row: the values of the variables, and the result.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// The variables in the order of the head, with their values.
    pub values: Vec<(char, i64)>,
    /// The canonical problem text, or an empty text if the values give no problem.
    pub problem: String,
    /// The count, or the reason why there is none.
    pub result: Result<RowCount, String>,
}

/// The count of a row, and how it was obtained.
#[derive(Debug, Clone, PartialEq)]
pub struct RowCount {
    /// The number of placements; a lower bound if it is not complete.
    pub count: BigUint,
    /// The maximum number of pieces, if requested.
    pub maximum: Option<u32>,
    /// Whether everything was counted.
    pub complete: bool,
    /// Whether an independent recount gave the same number.
    pub double_checked: bool,
    /// The method of the recount that gave the same number, if there was one. Not all methods are
    /// independent.
    pub checked_by: Option<String>,
    /// The engine's name.
    pub engine: String,
    /// The engine's version.
    pub engine_version: u32,
    /// The seconds that the count took.
    pub seconds: f64,
    /// The number of threads.
    pub threads: usize,
    /// The version of the program.
    pub version: String,
    /// The place and the date of the count.
    pub origin: Origin,
}

/// The place and the date of the count of a row. They are empty if a file does not have them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The processor and the number of its cores.
    pub machine: String,
    /// The date: `2026-11-20`.
    pub date: String,
}

impl RowCount {
    /// Creates the row of an answer.
    #[must_use]
    pub fn new(answer: &Answer, origin: Origin) -> Self {
        let Answer { summary, outcome, .. } = answer;
        Self {
            count: outcome.count.clone(),
            maximum: outcome.maximum,
            complete: outcome.complete,
            double_checked: answer.double_check().is_some_and(|check| check.difference.is_independent()),
            checked_by: answer.double_check().map(|check| check.by.clone()),
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
    /// Creates a row from a term of a b-file, without other details.
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
    /// Returns the value of a variable; 0 if it has none.
    #[must_use]
    pub fn value(&self, variable: char) -> i64 {
        self.values.iter().find(|(name, _)| *name == variable).map_or(0, |(_, value)| *value)
    }

    /// Returns whether the count is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.result.as_ref().is_ok_and(|count| count.complete)
    }
}

/// Returns the text of a row in a table for people. `at_least` is the sign of a lower bound.
///
/// For a maximum, the text has `value`, or both the maximum and the number of placements that attain it.
pub(super) fn cell(
    row: &TableRow,
    at_least: &str,
    number: &dyn Fn(&BigUint) -> String,
    value: Option<TableValue>,
) -> String {
    let Ok(RowCount { count, maximum, complete, .. }) = &row.result else { return "error".to_owned() };
    let bound = |value: String| match () {
        () if *complete => value,
        // A bound of zero is useless.
        () if value == "0" => "?".to_owned(),
        () => format!("{at_least} {value}"),
    };
    let Some(maximum) = maximum else { return bound(number(count)) };
    match value {
        Some(TableValue::Maximum) => bound(maximum.to_string()),
        // If the number may not be the maximum, the number of placements that attain it is useless.
        Some(TableValue::Placements) if !complete => "?".to_owned(),
        None if !complete => bound(maximum.to_string()),
        Some(TableValue::Placements) => number(count),
        None => format!("{maximum} ({})", number(count)),
    }
}
