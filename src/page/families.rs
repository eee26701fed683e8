//! Families, their formulas, and published sequences.

use super::asked::{About, Fault, MAX_SQUARES, PageContext};
use crate::BigUint;
use crate::clock::Instant;
use crate::formula::{Search, derive};
use crate::notation::Family;
use crate::report::formula::{self as report, FormulaRecord};
use crate::report::found;
use crate::sequences::{Registry, RegistryEntry, Sequence, Term, TermMatch, UnsupportedSequence};
use crate::{Demand, UpTo};
use serde_json::{Value, json};
use std::time::Duration;

/// The time limit of the search for a formula.
const BUDGET: Duration = Duration::from_secs(20);
/// The number of terms shown with a formula.
const TERMS: usize = 16;

/// Reads a text as a family, or as the name of a sequence that counts a family.
fn read(text: &str) -> Result<(Family, Option<&'static Sequence>), Fault> {
    match Registry::built_in().find(text.trim()) {
        Some(RegistryEntry::Supported(sequence)) => {
            let Sequence { id, family, .. } = &**sequence;
            let beside = sequence.beside_counts().or_else(|| beside_those_of_the_page(sequence));
            if let Some(beside) = beside {
                let command = format!("use the command: armistice verify {id}");
                return Err(Fault::from(format!("the terms of {id} are {beside} of {family}; {command}")));
            }
            Ok((family.clone(), Some(sequence)))
        }
        Some(RegistryEntry::Unsupported(UnsupportedSequence { id, reason, .. })) => {
            Err(Fault::from(format!("{id} is not a family of problems: {reason}")))
        }
        None => {
            let family: Family = text.parse()?;
            match family.in_braces() {
                Some(meant) => {
                    let why = format!("{family}: write variables in braces; did you mean {meant}?");
                    Err(Fault::from(why).meaning_family(&meant.to_string()))
                }
                None => Ok((family, None)),
            }
        }
    }
}

/// Describes the terms of a sequence, if they are counts that this page does not offer.
fn beside_those_of_the_page(sequence: &Sequence) -> Option<&'static str> {
    match sequence {
        Sequence { term: Term::Largest, .. } => Some("the maximum numbers of pieces"),
        Sequence { fixed_by, .. } if !fixed_by.is_identity() => {
            Some("the placements with certain symmetries")
        }
        Sequence { dominating, .. } if *dominating != Demand::Nothing => {
            Some("the placements that attack certain squares")
        }
        _ => None,
    }
}

/// Returns the text and the variables of a family. For a sequence, also returns which placements count.
pub(super) fn family(about: &About) -> Result<Value, Fault> {
    let (family, sequence) = read(&about.text)?;
    Ok(json!({
        "text": family.to_string(),
        "variables": family.variables(),
        "upTo": sequence.map(|sequence| match sequence.up_to {
            UpTo::Nothing => String::new(),
            up_to => up_to.to_string(),
        }),
        "maximal": sequence.is_some_and(|sequence| sequence.maximal),
    }))
}

/// Returns the problem at a value of the one variable. There is none if the board is empty or too large for
/// the page.
pub(super) fn member(about: &About) -> Result<Value, Fault> {
    let (family, _) = read(&about.text)?;
    let &[variable] = &family.variables()[..] else {
        return Err(Fault::from("a table needs exactly one variable, such as {n}"));
    };
    match family.problem_at(&[(variable, about.value)]) {
        Ok(problem) if problem.board().squares() > MAX_SQUARES => Ok(json!({ "problem": null })),
        Ok(problem) => Ok(json!({ "problem": problem.to_string() })),
        Err(error) if error.is_empty_board() || error.is_large_board() => Ok(json!({ "problem": null })),
        Err(error) => Err(error.into()),
    }
}

/// Finds the formula of a family.
pub(super) fn formula(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let (family, sequence) = read(&about.text)?;
    let (up_to, maximal) = match sequence {
        Some(sequence) => (sequence.up_to, sequence.maximal),
        None => (about.up_to()?, about.maximal),
    };
    let begun = Instant::now();
    let search = Search::new(means.settings.clone(), BUDGET).with_up_to(up_to).with_maximal(maximal);
    let formula = derive(&family, &search, means.observer)?;
    if let Some((sequence, n)) = formula.contradiction() {
        return Err(Fault::from(format!(
            "no formula found: the formula that fits the counted terms contradicts {} at {n}",
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

/// The most sequences in an answer.
const MAX_SEQUENCES: usize = 5;

/// Finds the sequences that agree with these terms, completely or nearly, if chance is an unlikely
/// explanation.
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
