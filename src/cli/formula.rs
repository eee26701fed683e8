//! `armistice formula`.

use super::args::{FormulaArguments, FormulaFormat};
use super::exit::UsageError;
use super::{Exit, family_typed, output, progress};
use armistice::formula::{Formula, FormulaError, Search, derive};
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
    let found = progress::watch_search(&family.to_string(), |observer| derive(&family, &search, observer));
    let formula = match found {
        Ok(formula) => formula,
        Err(_) if progress::is_interrupted() => return Ok(Exit::Interrupted),
        Err(error) if is_limit(&error) => {
            output::complain(&format!("{family}: {error}"));
            return Ok(Exit::Limit);
        }
        Err(error @ FormulaError::Refuted) => return Err(error.into()),
        Err(error) => return Err(UsageError(format!("{family}: {error}")).into()),
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
        (None, FormulaFormat::Bfile) => report::bfile(&record),
    };
    output::write(&text)?;
    Ok(Exit::Complete)
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
