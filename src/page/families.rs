//! Families, their formulas, and published sequences.

use super::asked::{About, Fault, MAX_SQUARES, Means};
use crate::BigUint;
use crate::clock::Instant;
use crate::formula::{Search, derive};
use crate::notation::Family;
use crate::report::formula::{self as report, FormulaRecord};
use crate::report::found;
use crate::sequences::{Registry, TermMatch};
use serde_json::{Value, json};
use std::time::Duration;

/// How long a formula is looked for.
const BUDGET: Duration = Duration::from_secs(20);
/// Terms that are shown of a formula.
const TERMS: usize = 16;

/// Its variables.
pub(super) fn family(about: &About) -> Result<Value, Fault> {
    let family: Family = about.text.parse()?;
    Ok(json!({ "text": family.to_string(), "variables": family.variables() }))
}

/// The problem at a value of the one variable; none if there is no such board, or none that the page shows.
pub(super) fn member(about: &About) -> Result<Value, Fault> {
    let family: Family = about.text.parse()?;
    let &[variable] = &family.variables()[..] else {
        return Err(Fault::from("a table has one variable, like {n}"));
    };
    match family.at(&[(variable, about.value)]) {
        Ok(problem) if problem.board().squares() > MAX_SQUARES => Ok(json!({ "problem": null })),
        Ok(problem) => Ok(json!({ "problem": problem.to_string() })),
        Err(error) if error.is_empty_board() || error.is_large_board() => Ok(json!({ "problem": null })),
        Err(error) => Err(error.into()),
    }
}

/// The formula of a family.
pub(super) fn formula(about: &About, means: &Means<'_>) -> Result<Value, Fault> {
    let family: Family = about.text.parse()?;
    let begun = Instant::now();
    let search =
        Search::new(means.settings.clone(), BUDGET).with_up_to(about.up_to()?).with_maximal(about.maximal);
    let formula = derive(&family, &search, means.observer)?;
    if let Some((sequence, n)) = formula.contradiction() {
        return Err(Fault::from(format!(
            "what fits the counted terms is contradicted by {} at {n}",
            sequence.id
        )));
    }
    let sequences = formula.sequences();
    let record = FormulaRecord { formula: &formula, terms: TERMS, sequences, time: begun.elapsed() };
    let mut answer: Value = serde_json::from_str(&report::json(&record))?;
    answer["text"] = json!(report::text(&record));
    answer["latex"] = json!(report::latex(&record));
    answer["python"] = json!(report::code(&formula, report::Language::Python));
    Ok(answer)
}

/// So many sequences are named.
const MAX_SEQUENCES: usize = 5;

/// The sequences that have these terms, or nearly, if that can hardly be an accident.
pub(super) fn identify(terms: &[String]) -> Result<Value, Fault> {
    let terms = terms.iter().map(|term| term.parse()).collect::<Result<Vec<BigUint>, _>>()?;
    let named = |found: TermMatch<'_>| {
        let TermMatch { sequence, .. } = found;
        json!({ "id": sequence.id, "name": sequence.name, "how": found::place(&found, terms.len()) })
    };
    let matches = Registry::built_in().matching(&terms);
    let telling = matches.into_iter().filter(|found| found.is_telling(&terms));
    Ok(json!({ "sequences": telling.take(MAX_SEQUENCES).map(named).collect::<Vec<_>>() }))
}
