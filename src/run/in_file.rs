//! A count that is kept in a file of the caller's: begun if the file does not exist, and continued if it
//! does.

use super::by_square::SquaresJournal;
use super::journal::Journal;
use super::log::{JournalError, JournalEvent, Place};
use super::machine::session;
use super::square_lines::SquaresHead;
use crate::answer::{self, Answer, AnswerError, Ledger};
use crate::board::Square;
use crate::clock::Instant;
use crate::plan::{Observer, Outcome, Plan, Settings};
use crate::search::{CountsBySquare, by_square, by_square_beside};
use crate::{Question, UpTo};
use std::cell::Cell;
use std::path::Path;

/// Answers a question like [`answer::answer`](fn@crate::answer::answer), and keeps the results in a journal.
///
/// If the file exists, the count continues from it. A completed count in the file takes no time. Returns
/// whether the file has everything that was counted: some engines cannot be continued, and a disk may be
/// full.
///
/// ```
/// use armistice::plan::{Settings, Silent};
/// use armistice::{Question, run::answer_in_file};
///
/// # let folder = std::env::temp_dir().join(format!("armistice-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let file = folder.join("queens.jsonl");
/// let question = Question::new("10x10 Q10".parse()?);
/// for _ in 0..2 {
///     let (answer, is_kept) = answer_in_file(&question, &Settings::default(), &file, &Silent)?;
///     assert_eq!((answer.outcome.count.to_string().as_str(), is_kept), ("724", true));
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`answer::answer`](fn@crate::answer::answer), and an error if the file is a journal
/// of another count or cannot be used.
pub fn answer_in_file(
    question: &Question,
    settings: &Settings,
    file: &Path,
    observer: &dyn Observer,
) -> Result<(Answer, bool), AnswerError> {
    let ledger = FileKeeper { file, begun: Cell::new(None), is_kept: Cell::new(false) };
    let answer = if file.exists() {
        let begun = Instant::now();
        let resumed = Journal::resume(file, settings, session(settings), &UNREPORTED);
        let (plan, journal) = match resumed {
            // The observer stopped the planning, so the plan was not made again.
            Err(_) if observer.should_stop() => return Err(AnswerError::Stopped),
            resumed => resumed.map_err(|error| add_file(file, &error))?,
        };
        let counted = plan.question().with_problem(plan.problem().clone());
        if counted != *question {
            let (counted, asked) = (describe_question(&counted), describe_question(question));
            return Err(AnswerError::Ledger(format!(
                "{}: the journal is of {counted}, not of {asked}",
                file.display()
            )));
        }
        ledger.begun.set(Some(journal));
        Answer::from_plan(plan, begun.elapsed(), &ledger, observer)?
    } else {
        answer::answer(question, settings, &ledger, observer)?
    };
    Ok((answer, ledger.is_kept.get()))
}

/// Counts placements by square like [`search::by_square`](crate::search::by_square()), and keeps each known
/// number in a journal.
///
/// If a piece is given, the placements contain that piece. If the file exists, only missing numbers are
/// counted. Returns whether the file has all known numbers: a disk may be full. There are no numbers if the
/// piece cannot stand on its square.
///
/// ```
/// use armistice::plan::{Settings, Silent};
/// use armistice::{Question, run::by_square_in_file};
///
/// # let folder = std::env::temp_dir().join(format!("armistice-squares-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let file = folder.join("squares.jsonl");
/// let question = Question::new("6x6 Q6".parse()?);
/// for _ in 0..2 {
///     let (found, is_kept) = by_square_in_file(&question, None, &Settings::default(), &file, &Silent)?;
///     assert_eq!((found.unwrap().number('Q', "b1".parse()?), is_kept), (Some(&1u32.into()), true));
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`search::by_square`](crate::search::by_square()), and an error if the file is a
/// journal of another count or cannot be used.
pub fn by_square_in_file(
    question: &Question,
    beside: Option<(usize, Square)>,
    settings: &Settings,
    file: &Path,
    observer: &dyn Observer,
) -> Result<(Option<CountsBySquare>, bool), AnswerError> {
    let name = |(piece, square): (usize, Square)| {
        let kind = question.problem.pieces().nth(piece);
        format!("{}{square}", kind.map_or('?', |pieces| pieces.kind.letter()))
    };
    let head = SquaresHead::new(question, beside.map(name), settings);
    let journal = SquaresJournal::open(file, &head, session(settings), &UNREPORTED)
        .map_err(|error| add_file(file, &error))?;
    let found = journal.run(|| match beside {
        None => by_square(question, settings, &journal, observer).map(Some),
        Some(beside) => by_square_beside(question, beside, settings, &journal, observer),
    });
    let left = journal.close();
    Ok((found?, left.is_there && !left.is_short))
}

/// Events of the journal are not reported: the caller learns at the end whether the file has everything.
const UNREPORTED: fn(JournalEvent<'_>) = |_| ();

struct FileKeeper<'a> {
    file: &'a Path,
    /// The journal that existed before.
    begun: Cell<Option<Journal<'static>>>,
    is_kept: Cell<bool>,
}

impl Ledger for FileKeeper<'_> {
    fn count(&self, plan: &Plan, observer: &dyn Observer) -> Result<Outcome, AnswerError> {
        let journal = match self.begun.take() {
            Some(journal) => Some(journal),
            None => Journal::begin(Place::File(self.file), plan, session(plan.settings()), &UNREPORTED)
                .map_err(|error| add_file(self.file, &error))?,
        };
        let Some(journal) = journal else { return Ok(plan.run(observer)?) };
        let (outcome, left) = journal.count(plan, observer)?;
        self.is_kept.set(left.is_there && !left.is_short);
        Ok(outcome)
    }
}

fn add_file(file: &Path, error: &JournalError) -> AnswerError {
    let message = format!("{}: {error}", file.display());
    match error.kind() {
        Some(kind) => AnswerError::File { message, kind },
        None => AnswerError::Ledger(message),
    }
}

/// Describes a question in words.
fn describe_question(question: &Question) -> String {
    let Question { problem, up_to, fixed_by, maximal, by_number, .. } = question;
    let fixed_by = if fixed_by.is_identity() { String::new() } else { format!(", fixed by {fixed_by}") };
    let up_to = if *up_to == UpTo::Nothing { String::new() } else { format!(" up to {up_to}") };
    let maximal = if *maximal { ", maximal placements" } else { "" };
    let by_number = if *by_number { ", by number of pieces" } else { "" };
    format!("{problem}{up_to}{fixed_by}{maximal}{by_number}")
}
