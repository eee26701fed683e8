//! `armistice formula`.

use super::args::{FormulaArguments, FormulaFormat};
use super::exit::UsageError;
use super::picture_file::PictureFile;
use super::{Exit, family_typed, output, progress};
use crate::clock::Instant;
use crate::formula::{CountedObject, Formula, FormulaError, Search, by_number, derive, growth_by_width};
use crate::notation::Family;
use crate::report::formula::{self as report, FormulaRecord};
use crate::report::plot::{self, Plot, Point};
use crate::sequences::{Sequence, Term};
use num_bigint::BigInt;

pub(super) fn run(arguments: &mut FormulaArguments) -> anyhow::Result<Exit> {
    take_sequence(arguments)?;
    let arguments = &*arguments;
    let family = family_typed::read_words(&arguments.family)?;
    if arguments.placements.fixed_by.is_some() {
        let why =
            "no formula of placements fixed by maps: expected no --fixed-by; table counts them size by size";
        return Err(UsageError(format!("{family}: {why}")).into());
    }
    let is_by_all = !arguments.by_number && !arguments.growth && !arguments.reached;
    if arguments.placements.demand.is_asked() && !is_by_all {
        let why = "dominating placements have a formula in one variable: expected no --by-number, --growth or --reached";
        return Err(UsageError(format!("{family}: {why}")).into());
    }
    let chart = arguments.svg.as_deref().map(PictureFile::of_svg).transpose()?;
    progress::catch_interruptions()?;
    let terms = arguments.at.map_or(arguments.terms as usize, |at| at as usize + 1);
    let search = Search::new(arguments.limits.settings(), arguments.budget)
        .with_terms(terms)
        .with_up_to(arguments.placements.up_to.unwrap_or_default())
        .with_maximal(arguments.placements.maximal)
        .with_dominating(arguments.placements.demand.demand());
    let start = Instant::now();
    if arguments.by_number {
        return of_numbers(&family, &search, arguments);
    }
    if arguments.growth {
        return growth(&family, &search, arguments.format);
    }
    let found = progress::watch_search(&family.to_string(), |observer| derive(&family, &search, observer));
    let formula = match found {
        Ok(formula) => formula,
        Err(error) => return report_missing((&family, search.counted_object()), error, arguments.format),
    };
    let formula = match formula {
        Formula { reached: Some(reached), .. } if arguments.reached => *reached,
        _ if arguments.reached => {
            let why = "--reached needs a strip with max for one kind, like '4x{n} Nmax'";
            return Err(UsageError(format!("{family}: {why}")).into());
        }
        formula => formula,
    };
    if let Some((sequence, n)) = formula.contradiction() {
        let (id, sort) = (&sequence.id, report::claim(&formula));
        let fault = format!(
            "{family}: no formula: the rule that fits the counted terms ({sort}) is contradicted by {id} at {n}"
        );
        output::complain(&fault);
        return Ok(Exit::Limit);
    }
    if let Some(at) = arguments.at {
        output::write(&format!("{}\n", find_term(&family, &formula, at)?))?;
        return Ok(Exit::Complete);
    }
    let record = FormulaRecord {
        formula: &formula,
        terms: arguments.terms as usize,
        sequences: formula.sequences(),
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
            return Err(UsageError(format!("{family}: a b-file is of one variable")).into());
        }
        (None, FormulaFormat::Bfile) => report::bfile(&record),
    };
    output::write(&text)?;
    if let Some(file) = &chart {
        file.write(&plot::svg(&plot(&record)?))?;
    }
    Ok(Exit::Complete)
}

/// Returns one term of a formula.
fn find_term(family: &Family, formula: &Formula, at: i64) -> Result<BigInt, UsageError> {
    let Some(mut terms) = formula.all_terms() else {
        let why = "--at needs a formula in one variable; write a number for the other, like 4x{n}";
        return Err(UsageError(format!("{family}: {why}")));
    };
    let first = formula.first;
    let term = usize::try_from(at - first).ok().and_then(|place| terms.nth(place));
    term.ok_or_else(|| UsageError(format!("{family}: no term at {at}: expected --at {first} or more")))
}

/// Replaces an A-number by the family of the sequence, with its options.
fn take_sequence(arguments: &mut FormulaArguments) -> Result<(), UsageError> {
    let sequence = family_typed::take_sequence(&mut arguments.family, &mut arguments.placements)?;
    let is_reached = |sequence: &Sequence| sequence.term == Term::Count && sequence.asks_for_maximum();
    arguments.reached |= sequence.is_some_and(is_reached);
    Ok(())
}

/// Reports that there is no formula, and returns the exit code.
fn report_missing(
    (family, counted): (&Family, CountedObject),
    error: FormulaError,
    format: FormulaFormat,
) -> anyhow::Result<Exit> {
    // The counted terms are still printed.
    if let Some(known) = error.known_terms() {
        output::write(&match format {
            FormulaFormat::Text => report::known_text(family, counted, known),
            FormulaFormat::Bfile => report::known_bfile(known),
            FormulaFormat::Json | FormulaFormat::Latex | FormulaFormat::Oeis => String::new(),
        })?;
    }
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

/// Finds the generating function by number of pieces.
fn of_numbers(family: &Family, search: &Search, arguments: &FormulaArguments) -> anyhow::Result<Exit> {
    let (start, rows, format) = (Instant::now(), arguments.terms as usize, arguments.format);
    let found = progress::watch_search(&family.to_string(), |observer| by_number(family, search, observer));
    let found = match found {
        Ok(found) => found,
        Err(error) => return report_missing((family, search.counted_object()), error, format),
    };
    output::write(&match format {
        FormulaFormat::Text => report::by_number_text(&found, rows, start.elapsed()),
        FormulaFormat::Json => report::by_number_json(&found, rows, start.elapsed()),
        FormulaFormat::Latex => report::by_number_latex(&found),
        _ => {
            return Err(
                UsageError::new("a formula by number of pieces is written as text, json or latex").into()
            );
        }
    })?;
    Ok(Exit::Complete)
}

/// Finds the growth of the counts on strips of every width.
fn growth(family: &Family, search: &Search, format: FormulaFormat) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let found =
        progress::watch_search(&family.to_string(), |observer| growth_by_width(family, search, observer));
    let found = match found {
        Ok(found) => found,
        Err(error) => return report_missing((family, search.counted_object()), error, format),
    };
    output::write(&match format {
        FormulaFormat::Text => report::growth_text(&found, start.elapsed()),
        FormulaFormat::Json => report::growth_json(&found, start.elapsed()),
        _ => return Err(UsageError::new("growth by width is written as text or json").into()),
    })?;
    Ok(if progress::is_interrupted() { Exit::Interrupted } else { Exit::Complete })
}

/// Whether more time might give a formula.
fn is_limit(error: &FormulaError) -> bool {
    matches!(
        error,
        FormulaError::Stopped { .. }
            | FormulaError::StoppedStrip
            | FormulaError::Unfitted { .. }
            | FormulaError::BothGrow { .. }
            | FormulaError::ManyStates(_)
            | FormulaError::LongStrip { .. }
    )
}

/// Plots the terms.
fn plot(record: &FormulaRecord<'_>) -> anyhow::Result<Plot> {
    let along = record.formula.variables.first().copied().unwrap_or('n');
    if record.formula.variables.len() > 1 {
        return Err(UsageError::new("--svg plots the terms of one variable").into());
    }
    let point =
        |(at, term): (i64, BigInt)| Some(Point { line: None, at, value: term.to_biguint()?, complete: true });
    let points = record.terms().into_iter().filter_map(point).collect();
    Ok(Plot { title: record.formula.title(), along, line: None, points })
}
