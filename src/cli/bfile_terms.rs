//! The terms of a b-file that a table continues. Once some of the terms have been recounted, their rows need
//! not be counted.

use super::table_file::Values;
use super::table_order::VariableOrder;
use crate::Problem;
use crate::clock::Instant;
use crate::notation::Family;
use crate::report::table::{RowCount, TableRow};
use crate::sequences::bfile::IndexedTerms;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::time::Duration;

/// The time for recounting terms. At least one term is recounted.
const RECOUNTED: Duration = Duration::from_secs(2);

/// A term and its problem.
pub(super) struct OldTerm {
    index: i64,
    row: TableRow,
    problem: Problem,
}

/// Turns the terms of a file into rows of a table whose own first row has the index `offset`. The terms begin
/// with an index of their own. Terms without a board, which other b-files have by convention, are left out.
pub(super) fn rows(
    (first, terms): &IndexedTerms,
    family: &Family,
    order: &VariableOrder,
    offset: i64,
    is_maximum: bool,
) -> Result<Vec<OldTerm>, String> {
    let end = first + terms.len() as i64;
    if !(*first..=end).contains(&offset) {
        let last = end - 1;
        return Err(format!(
            "it has the terms {first} to {last}, but this table begins with {offset}: \
             begin with one of {first} to {end}, or use another name"
        ));
    }
    let (name, range) = &order.down;
    let row = |(index, term): (i64, &BigUint)| {
        let values = vec![(*name, range.first.number(0) + index - offset)];
        let problem = family.problem_at(&values).ok()?;
        let result = Ok(RowCount::of_term(term, is_maximum));
        Some(OldTerm { index, row: TableRow { values, problem: problem.to_string(), result }, problem })
    };
    Ok((*first..).zip(terms).filter_map(row).collect())
}

/// The result of recounting a term.
pub(super) enum Recount {
    /// The count.
    Counted(RowCount),
    /// The recount took too long or was interrupted.
    Stopped,
    /// The reason why the term cannot be counted.
    Refused(String),
}

/// Returns the rows of terms, after recounting all of them (`are_all`) or those for which [`RECOUNTED`]
/// suffices.
pub(super) fn trusted_rows(
    terms: Vec<OldTerm>,
    are_all: bool,
    mut count: impl FnMut(&Problem, &Values) -> anyhow::Result<Recount>,
) -> anyhow::Result<Result<BTreeMap<Values, TableRow>, String>> {
    let start = Instant::now();
    let mut known = BTreeMap::new();
    let mut is_doubted = true;
    for OldTerm { index, mut row, problem } in terms {
        if is_doubted {
            match count(&problem, &row.values)? {
                Recount::Counted(counted) => {
                    let [ours, theirs] =
                        [&counted, row.result.as_ref().unwrap_or(&counted)].map(format_count);
                    if ours != theirs {
                        let fault = format!("its term {index} is {theirs}, but {problem} has {ours}");
                        return Ok(Err(fault));
                    }
                    row.result = Ok(counted);
                }
                Recount::Refused(fault) => return Ok(Err(fault)),
                Recount::Stopped if known.is_empty() => {
                    return Ok(Err(format!("none of its terms was counted again: {problem} takes too long")));
                }
                Recount::Stopped => is_doubted = false,
            }
            is_doubted &= are_all || start.elapsed() < RECOUNTED;
        }
        known.insert(row.values.clone(), row);
    }
    Ok(Ok(known))
}

/// Returns the number that a b-file shows for a count.
fn format_count(count: &RowCount) -> String {
    count.maximum.map_or_else(|| count.count.to_string(), |maximum| maximum.to_string())
}
