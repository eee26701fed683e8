//! The parts of an entry for `armistice table --format oeis` besides its terms: a formula, an example and the
//! command.

use super::args::TableArguments;
use super::exit::UsageError;
use super::output;
use super::progress;
use super::table_order::VariableOrder;
use crate::clock::Instant;
use crate::formula::{Claim, Search, derive};
use crate::notation::{Family, army_diagram};
use crate::plan::StoppingObserver;
use crate::report::formula::{self as report, FormulaRecord};
use crate::report::table::{EntryExample, EntryFormula, EntryParts, TableValue};
use crate::search::{First, find_first};
use crate::{Objective, Problem};
use std::ffi::OsString;
use std::time::Duration;

/// The time limit of the search for a formula.
const FORMULA_TIME: Duration = Duration::from_secs(2);
/// The number of terms of a formula that are compared with counted terms.
const TERMS: usize = 64;
/// The time limit of the search for an example.
const EXAMPLE_TIME: Duration = Duration::from_millis(200);
/// The numbers of squares that the board of an example may have.
const SQUARES: std::ops::RangeInclusive<usize> = 9..=100;
/// The seed, which is fixed so that each run shows the same placement.
const SEED: u64 = 1;

/// Refuses a family of two variables.
pub(super) fn of_two_variables(family: &Family) -> UsageError {
    let variables = family.variables();
    let names: Vec<String> = variables.iter().map(char::to_string).collect();
    let names = names.join(" and ");
    UsageError(format!(
        "an entry of the OEIS has one variable, but {family} has {names}: use --format bfile, or a number for one of them"
    ))
}

/// Collects the parts of an entry besides its terms. Parts that are not found within their time limits are
/// left out.
pub(super) fn parts(
    family: &Family,
    order: &VariableOrder,
    arguments: &TableArguments,
    typed: &[OsString],
) -> EntryParts {
    // The first word is the name of the program.
    let words: Vec<OsString> = typed.iter().skip(1).cloned().collect();
    EntryParts {
        command: output::command(&words),
        formula: formula(family, order, arguments),
        example: example(family, order, arguments),
    }
}

/// Finds a formula, with its first terms.
fn formula(family: &Family, order: &VariableOrder, arguments: &TableArguments) -> Option<EntryFormula> {
    let placements = &arguments.placements;
    let is_reached =
        order.objective(family) == Objective::Maximum && arguments.value == Some(TableValue::Placements);
    // The formula uses the variable, so the variable has to be the index.
    let is_index =
        !order.has_gaps() && arguments.offset.is_none_or(|offset| offset == order.down.1.first.number(0));
    if placements.fixed_by.is_some() || placements.demand.is_asked() || is_reached || !is_index {
        return None;
    }
    let search = Search::new(arguments.limits.settings(), FORMULA_TIME)
        .with_up_to(placements.up_to.unwrap_or_default())
        .with_maximal(placements.maximal);
    let start = Instant::now();
    let found = progress::watch_search(&family.to_string(), |observer| derive(family, &search, observer));
    let formula = found.ok().filter(|formula| formula.contradiction().is_none())?;
    let terms = formula.all_terms()?.take(TERMS).collect();
    let record =
        FormulaRecord { formula: &formula, terms: TERMS, sequences: Vec::new(), time: start.elapsed() };
    let is_proved = matches!(formula.claim, Claim::Proved(_));
    Some(EntryFormula { lines: report::oeis(&record), is_proved, first: formula.first, terms })
}

/// Finds a placement on the first board of the table whose size is in [`SQUARES`].
fn example(family: &Family, order: &VariableOrder, arguments: &TableArguments) -> Option<EntryExample> {
    let placements = &arguments.placements;
    if placements.fixed_by.is_some() || placements.maximal || placements.demand.is_asked() {
        // `find_first` does not search for placements with these properties.
        return None;
    }
    let end = Instant::now().checked_add(EXAMPLE_TIME);
    let variable = order.down.0;
    let problems = order.some_values().filter_map(|values| {
        let (_, n) = *values.iter().find(|(name, _)| *name == variable)?;
        Some((n, family.problem_at(&values).ok()?))
    });
    let is_shown = |problem: &Problem| SQUARES.contains(&problem.board().open_area());
    problems.filter(|(_, problem)| is_shown(problem)).find_map(|(n, problem)| {
        let found = progress::watch(false, |observer| {
            find_first(&problem, SEED, &StoppingObserver { observer, end })
        });
        let Ok(First::Found { placement, .. }) = found else { return None };
        let board = army_diagram(&problem, &placement, false);
        (!placement.pieces().is_empty()).then_some(EntryExample { n, board })
    })
}
