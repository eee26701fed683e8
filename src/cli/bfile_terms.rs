//! Terms of a b-file that a table continues: they stand for rows that need not be counted, once some of them have been counted
//! again.

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

/// Terms are counted again for so long, and one at least.
const RECOUNTED: Duration = Duration::from_secs(2);

/// A term, and the problem that it belongs to.
pub(super) struct OldTerm {
    index: i64,
    row: TableRow,
    problem: Problem,
}

/// The terms of a file, from a first index on, as rows of a table whose own first row has the index `offset`. Terms without a
/// board, which others have by convention, are left out.
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
            "it has the terms {first} to {last}, and those of this table begin with {offset}"
        ));
    }
    let (name, range) = &order.down;
    let row = |(index, term): (i64, &BigUint)| {
        let values = vec![(*name, range.first.number(0) + index - offset)];
        let problem = family.at(&values).ok()?;
        let result = Ok(RowCount::of_term(term, is_maximum));
        Some(OldTerm { index, row: TableRow { values, problem: problem.to_string(), result }, problem })
    };
    Ok((*first..).zip(terms).filter_map(row).collect())
}

/// What a count of a term says.
pub(super) enum Recount {
    /// What was counted.
    Counted(RowCount),
    /// It took too long, or was interrupted.
    Stopped,
    /// Why it cannot be counted.
    Refused(String),
}

/// The rows of terms, after those that a moment suffices for, or all, were counted again.
pub(super) fn trusted(
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
                    let [ours, theirs] = [&counted, row.result.as_ref().unwrap_or(&counted)].map(shown);
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

/// What a b-file has of a count.
fn shown(count: &RowCount) -> String {
    count.maximum.map_or_else(|| count.count.to_string(), |maximum| maximum.to_string())
}
