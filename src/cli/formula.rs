//! `armistice formula`.

use super::args::{FormulaArguments, FormulaFormat};
use super::exit::UsageError;
use super::{Exit, family_typed, output, progress};
use armistice::formula::{Formula, FormulaError, Search, derive, growth_by_width};
use armistice::notation::Family;
use armistice::report::formula::{self as report, FormulaRecord};
use armistice::sequences::Registry;
use std::time::Instant;

/// Sequences are named if so many of their terms are the same.
const SAME_TERMS: usize = 8;

pub(super) fn run(arguments: &FormulaArguments) -> anyhow::Result<Exit> {
    let family = family_typed::read_words(&arguments.family)?;
    progress::catch_interruptions()?;
    let search = Search::new(arguments.limits.settings(), arguments.budget);
    let start = Instant::now();
    if arguments.growth {
        return growth(&family, &search, arguments.format);
    }
    let found = progress::watch_search(&family.to_string(), |observer| derive(&family, &search, observer));
    let formula = match found {
        Ok(formula) => formula,
        Err(error) => return unfound(&family, error),
    };
    let record = FormulaRecord {
        formula: &formula,
        terms: arguments.terms as usize,
        sequences: sequences(&formula),
        time: start.elapsed(),
    };
    let text = match (arguments.code, arguments.format) {
        (Some(language), _) => report::code(&formula, language).ok_or_else(|| {
            UsageError(format!("{family}: {}: no program can be written", report::claim(&formula)))
        })?,
        (None, FormulaFormat::Text) => report::text(&record),
        (None, FormulaFormat::Json) => report::json(&record),
        (None, FormulaFormat::Latex) => report::latex(&record),
        (None, FormulaFormat::Oeis) => report::oeis(&record),
        (None, FormulaFormat::Bfile) if formula.variables.len() > 1 => {
            return Err(UsageError(format!("{family}: terms in two variables are no b-file")).into());
        }
        (None, FormulaFormat::Bfile) => report::bfile(&record),
    };
    output::write(&text)?;
    Ok(Exit::Complete)
}

/// What is said and how it ends if there is no formula.
fn unfound(family: &Family, error: FormulaError) -> anyhow::Result<Exit> {
    if progress::is_interrupted() {
        return Ok(Exit::Interrupted);
    }
    if is_limit(&error) {
        output::complain(&format!("{family}: {error}"));
        return Ok(Exit::Limit);
    }
    Err(match error {
        FormulaError::Refuted => error.into(),
        _ => UsageError(format!("{family}: {error}")).into(),
    })
}

/// How numbers grow on strips of every width.
fn growth(family: &Family, search: &Search, format: FormulaFormat) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let found =
        progress::watch_search(&family.to_string(), |observer| growth_by_width(family, search, observer));
    let found = match found {
        Ok(found) => found,
        Err(error) => return unfound(family, error),
    };
    output::write(&match format {
        FormulaFormat::Text => report::growth_text(&found, start.elapsed()),
        FormulaFormat::Json => report::growth_json(&found, start.elapsed()),
        _ => return Err(UsageError::new("growth by width is written as text or json").into()),
    })?;
    Ok(if progress::is_interrupted() { Exit::Interrupted } else { Exit::Complete })
}

/// Whether there might be a formula with more time.
fn is_limit(error: &FormulaError) -> bool {
    matches!(
        error,
        FormulaError::Stopped { .. }
            | FormulaError::Unfitted { .. }
            | FormulaError::BothGrow { .. }
            | FormulaError::ManyStates(_)
            | FormulaError::LongStrip { .. }
    )
}

/// The known sequences with the same terms.
fn sequences(formula: &Formula) -> Vec<(String, String)> {
    let Some(terms) = formula.all_terms() else { return Vec::new() };
    let terms: Vec<_> = terms.take(4 * SAME_TERMS).filter_map(|term| term.to_biguint()).collect();
    let found = Registry::built_in().with_terms(&terms, SAME_TERMS);
    found.into_iter().map(|sequence| (sequence.id.clone(), sequence.name.clone())).collect()
}
