//! A count that is kept in a file of the caller's: begun if there is none, and continued if there is.

use super::journal::Journal;
use super::log::{JournalError, JournalEvent, Place};
use super::record::Process;
use crate::answer::{self, Answer, AnswerError, Ledger};
use crate::clock::Instant;
use crate::engines::Kernel;
use crate::plan::{Observer, Outcome, Plan, Settings};
use crate::{Named, Question, UpTo};
use std::cell::Cell;
use std::path::Path;

/// Answers a question like [`answer::answer`](fn@crate::answer::answer), and keeps what was counted in a journal. If the file is
/// there, the count goes on from it; one that is complete there takes no time. Returns whether the file has everything that was
/// counted: not every engine can be continued, and a disk may be full.
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
/// Those of [`answer::answer`](fn@crate::answer::answer), a journal of something else, and a file that cannot be used.
pub fn answer_in_file(
    question: &Question,
    settings: &Settings,
    file: &Path,
    observer: &dyn Observer,
) -> Result<(Answer, bool), AnswerError> {
    let ledger = InFile { file, begun: Cell::new(None), is_kept: Cell::new(false) };
    let answer = if file.exists() {
        let begun = Instant::now();
        let resumed = Journal::resume(file, settings, session(settings), &UNREPORTED);
        let (plan, journal) = match resumed {
            // The plan was not made again.
            Err(_) if observer.should_stop() => return Err(AnswerError::Stopped),
            resumed => resumed.map_err(|error| about(file, &error))?,
        };
        let counted = plan.question().of(plan.problem().clone());
        if counted != *question {
            let (counted, asked) = (named(&counted), named(question));
            return Err(AnswerError::Ledger(format!(
                "{}: the journal is of {counted}, not of {asked}",
                file.display()
            )));
        }
        ledger.begun.set(Some(journal));
        Answer::by(plan, begun.elapsed(), &ledger, observer)?
    } else {
        answer::answer(question, settings, &ledger, observer)?
    };
    Ok((answer, ledger.is_kept.get()))
}

/// What a journal reports while it is written shows in the end: whether it has everything.
const UNREPORTED: fn(JournalEvent<'_>) = |_| ();

struct InFile<'a> {
    file: &'a Path,
    /// The journal that was there.
    begun: Cell<Option<Journal<'static>>>,
    is_kept: Cell<bool>,
}

impl Ledger for InFile<'_> {
    fn count(&self, plan: &Plan, observer: &dyn Observer) -> Result<Outcome, AnswerError> {
        let journal = match self.begun.take() {
            Some(journal) => Some(journal),
            None => Journal::begin(Place::File(self.file), plan, session(plan.settings()), &UNREPORTED)
                .map_err(|error| about(self.file, &error))?,
        };
        let Some(journal) = journal else { return Ok(plan.run(observer)?) };
        let (outcome, left) = journal.count(plan, observer)?;
        self.is_kept.set(left.is_there && !left.is_short);
        Ok(outcome)
    }
}

fn about(file: &Path, error: &JournalError) -> AnswerError {
    AnswerError::Ledger(format!("{}: {error}", file.display()))
}

/// A question in words.
fn named(question: &Question) -> String {
    let Question { problem, up_to, fixed_by, maximal, by_number, .. } = question;
    let fixed_by = if fixed_by.is_identity() { String::new() } else { format!(", fixed by {fixed_by}") };
    let up_to = if *up_to == UpTo::Nothing { String::new() } else { format!(" up to {up_to}") };
    let maximal = if *maximal { ", maximal placements" } else { "" };
    let by_number = if *by_number { ", by number of pieces" } else { "" };
    format!("{problem}{up_to}{fixed_by}{maximal}{by_number}")
}

fn session(settings: &Settings) -> Process {
    let kernel = settings.kernel.unwrap_or_else(Kernel::best);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let machine = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    Process::now(machine, kernel.name(), settings.threads.unwrap_or_else(cores))
}
