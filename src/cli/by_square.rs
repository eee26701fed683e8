//! `armistice count --by-square`: counts placements by the squares of their pieces.

use super::args::{BesideArgument, CountArguments};
use super::batch::{ProblemResult, ResultForm};
use super::exit::{UsageError, check_request, fault_of_path};
use super::journal::report;
use super::progress::{self, Bar, CountingMark, Interruption, is_interrupted};
use super::{Exit, output, time};
use crate::answer::{CountedPart, CountedTerm, Ledger};
use crate::clock::Instant;
use crate::plan::{Observer, Settings, StoppingObserver};
use crate::report::by_square::{SquaresFormat, csv, json, latex, text};
use crate::report::numbers;
use crate::run::by_square::SquaresJournal;
use crate::run::journal::remove;
use crate::run::log::{JournalEvent, JournalState};
use crate::run::machine::session;
use crate::run::square_lines::SquaresHead;
use crate::search::{CountsBySquare, by_square, by_square_beside};
use crate::{BigUint, Question};

pub(super) fn answer(
    question: &Question,
    arguments: &CountArguments,
    (form, format): (ResultForm, SquaresFormat),
    settings: &Settings,
) -> anyhow::Result<ProblemResult> {
    // An interruption between two squares must not lose the counted squares either.
    let _counting = CountingMark::begin();
    let journal = journal(question, arguments, settings)?;
    let end = time::end(arguments.journal.budget);
    let ledger = JournalLedger { bar: bar(end), journal: journal.as_ref() };
    let count = || match arguments.beside {
        None => check_request(by_square(
            question,
            settings,
            &ledger,
            &StoppingObserver { observer: &Interruption, end },
        ))
        .map(|found| vec![found]),
        Some(beside) => squares_beside(question, beside, settings, &ledger, end),
    };
    let found = journal.as_ref().map_or_else(count, |journal| journal.run(count));
    let is_whole = found.as_ref().is_ok_and(|found| found.iter().all(|found| found.complete));
    if let Some(journal) = journal {
        let known = journal.count_kept();
        let left = journal.close();
        match &found {
            // A refused count leaves no journal behind.
            Err(_) if known == (0, 0) => remove(&left.path),
            _ => tell(&left, known, found.is_ok() && !is_whole),
        }
    }
    let found = found?;
    let result = match (form, format) {
        (ResultForm::Json, _) => found.iter().map(json).collect(),
        (ResultForm::Text(_), SquaresFormat::Csv) => csv(&found),
        (ResultForm::Text(_), SquaresFormat::Latex) => found.iter().map(latex).collect(),
        (ResultForm::Text(style), SquaresFormat::Text) => {
            found.iter().map(|found| text(found, style)).collect::<String>()
        }
    };
    let exit = if is_whole || is_interrupted() { Exit::Complete } else { Exit::Limit };
    Ok(ProblemResult { exit, ..result.into() })
}

/// Reports events of the journal while it is written.
const REPORT: fn(JournalEvent<'_>) = |event| report(event, false);

/// Opens the journal that the user asked for.
fn journal(
    question: &Question,
    arguments: &CountArguments,
    settings: &Settings,
) -> anyhow::Result<Option<SquaresJournal<'static>>> {
    let Some(path) = &arguments.journal.journal else { return Ok(None) };
    let beside = arguments.beside.map(|beside| beside.to_string());
    let head = SquaresHead::new(question, beside, settings);
    let journal = SquaresJournal::open(path, &head, session(settings), &REPORT);
    Ok(Some(journal.map_err(|error| fault_of_path(path, error))?))
}

/// Reports the state of a journal that holds `counts` whole counts and `parts` partial ones. `has_more` is
/// true if there is more to count.
fn tell(left: &JournalState, (counts, parts): (usize, usize), has_more: bool) {
    let path = output::quoted_path(&left.path);
    if left.is_short {
        let what = if has_more { "the latest counts are lost" } else { "the journal is incomplete" };
        progress::note(&format!("{path}: could not be written; {what}"));
    }
    if left.goes_on && has_more {
        let what = if is_interrupted() { "interrupted" } else { "stopped" };
        let counts = numbers::count_noun(counts, "count");
        let kept = match parts {
            0 => format!("{counts} kept in {path}"),
            _ => format!("{counts} and {} of all squares kept in {path}", numbers::count_noun(parts, "part")),
        };
        progress::note(&format!("{what}; {kept}; repeat the command to continue"));
    }
}

/// Counts the placements by square, given a piece on a square: once for each kind that can stand there.
fn squares_beside(
    question: &Question,
    beside: BesideArgument,
    settings: &Settings,
    ledger: &impl Ledger,
    end: Option<Instant>,
) -> anyhow::Result<Vec<CountsBySquare>> {
    let observer = StoppingObserver { observer: &Interruption, end };
    let mut found = Vec::new();
    for piece in beside.pieces(&question.problem) {
        found.extend(check_request(by_square_beside(
            question,
            (piece, beside.square),
            settings,
            ledger,
            &observer,
        ))?);
    }
    if found.is_empty() {
        let fault = format!("{}: no free piece can stand on {}", question.problem, beside.square);
        return Err(UsageError(fault).into());
    }
    Ok(found)
}

fn bar(end: Option<Instant>) -> Bar<'static, impl Fn() -> Option<Instant>> {
    Bar { label: "", is_drawn: true, end: move || end }
}

/// Shows the progress of each count, and records the count in a journal if there is one.
struct JournalLedger<'a, E> {
    bar: Bar<'static, E>,
    journal: Option<&'a SquaresJournal<'static>>,
}

impl<E: Fn() -> Option<Instant>> Ledger for JournalLedger<'_, E> {
    fn watch<T>(
        &self,
        question: &Question,
        observer: &dyn Observer,
        search: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        self.bar.watch(question, observer, search)
    }

    fn known_number(&self, question: &Question) -> Option<CountedTerm> {
        self.journal?.known_number(question)
    }

    fn keep(&self, question: &Question, counted: &CountedTerm) {
        if let Some(journal) = self.journal {
            journal.keep(question, counted);
        }
    }

    fn known_part(&self, question: &Question, part: CountedPart) -> Option<Vec<BigUint>> {
        self.journal?.known_part(question, part)
    }

    fn keep_part(&self, question: &Question, part: CountedPart, numbers: &[BigUint]) {
        if let Some(journal) = self.journal {
            journal.keep_part(question, part, numbers);
        }
    }
}
