//! A journal of placements by square: one line for each known number.
//!
//! Numbers by square are as many counts as there are squares up to symmetry. Each completed count gets a
//! line, with the problem in which a piece is pre-placed on the square. A later run with the same question
//! reads the line and counts only the missing squares. If an engine counts all squares at once, the parts of
//! that count have lines. A line states its journal and the version of the engine that counted it. The file,
//! the lock and the treatment of full disks are those of [other journals](super::log).

use super::lock::Lock;
use super::log::{JournalError, JournalState, Log, Report, TICK, run_with_ticks};
use super::record::{self, Line, Process, RecordError};
use super::square_lines::{LOSS, NumberLine, NumbersLine, SquaresHead};
use crate::answer::{CountedPart, CountedTerm, Ledger};
use crate::clock::Instant;
use crate::engines::Engine;
use crate::{Named, Question};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns the first line of a journal.
fn first_line(head: &SquaresHead) -> String {
    Line::Squares(Box::new(head.clone())).write()
}

/// The numbers that are known.
#[derive(Debug, Default)]
struct KnownNumbers {
    /// The counts, by problem.
    counts: HashMap<String, CountedTerm>,
    /// The numbers of parts, by problem, engine, part, and number of parts.
    parts: HashMap<(String, String, usize, usize), Vec<BigUint>>,
}

impl KnownNumbers {
    /// Adds a count. A count that was double-checked replaces one that was not.
    fn count(&mut self, found: NumberLine, line: usize) -> Result<(), RecordError> {
        let NumberLine { problem, count, maximum, engine, version, checked, .. } = found;
        check_version(&engine, version, line)?;
        let [count] = &numbers(&count, line, &problem)?[..] else {
            return Err(RecordError::Number { line, problem });
        };
        let counted =
            CountedTerm { count: count.clone(), maximum, engine: (engine, version), is_checked: checked };
        match self.counts.get(&problem) {
            Some(other) if (&other.count, other.maximum) != (&counted.count, counted.maximum) => {
                return Err(RecordError::OtherNumber { line, problem });
            }
            Some(other) if other.is_checked => {}
            _ => drop(self.counts.insert(problem, counted)),
        }
        Ok(())
    }

    /// Adds the numbers of a part.
    fn part(&mut self, found: NumbersLine, line: usize) -> Result<(), RecordError> {
        let NumbersLine { problem, part, of, engine, version, numbers: text, .. } = found;
        check_version(&engine, version, line)?;
        let numbers = numbers(&text, line, &problem)?;
        match self.parts.insert((problem.clone(), engine, part, of), numbers.clone()) {
            Some(other) if other != numbers => Err(RecordError::OtherNumber { line, problem }),
            _ => Ok(()),
        }
    }
}

/// Rejects a number that was counted by another version of an engine.
fn check_version(engine: &str, version: u32, line: usize) -> Result<(), RecordError> {
    match Engine::from_name(engine).and_then(Engine::technique) {
        Some(technique) if technique.version() != version => {
            let (then, now) = (format!("{engine} {version}"), format!("{engine} {}", technique.version()));
            Err(RecordError::Engine { line, then, now })
        }
        _ => Ok(()),
    }
}

/// Reads numbers that are separated by blanks.
fn numbers(text: &str, line: usize, problem: &str) -> Result<Vec<BigUint>, RecordError> {
    let numbers = text.split(' ').map(str::parse).collect::<Result<Vec<_>, _>>();
    numbers.map_err(|_| RecordError::Number { line, problem: problem.to_owned() })
}

/// The content of a journal.
#[derive(Default)]
struct Reading {
    known: KnownNumbers,
    /// The bytes of complete lines; zero if even the first line is incomplete.
    whole: usize,
}

impl Reading {
    /// Reads the lines that answer `asked` and rejects all others.
    ///
    /// A first line that a kill has cut off is written again.
    fn from_bytes(bytes: &[u8], asked: &SquaresHead) -> Result<Self, RecordError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        if whole == 0 && first_line(asked).as_bytes().starts_with(bytes) {
            return Ok(Self::default());
        }
        let (mut known, asked_id, mut has_head) = (KnownNumbers::default(), asked.id(), false);
        for (text, line) in record::lines(&bytes[..whole]).zip(1..) {
            let is_own = |run: &str| match run == asked_id {
                true => Ok(()),
                false => Err(RecordError::ForeignNumber { line }),
            };
            match (record::read_line(text, line, LOSS)?, line) {
                (Line::Squares(head), 1) => {
                    head.check(asked)?;
                    has_head = true;
                }
                (Line::Head(_) | Line::Sweep(_), 1) => return Err(RecordError::IsCount),
                (_, 1) => return Err(RecordError::NoHead),
                (Line::Head(_) | Line::Sweep(_) | Line::Squares(_), _) => {
                    return Err(RecordError::SecondHead { line });
                }
                (Line::Session(_) | Line::End, _) => {}
                (Line::Number(found), _) => {
                    is_own(&found.run)?;
                    known.count(*found, line)?;
                }
                (Line::Numbers(found), _) => {
                    is_own(&found.run)?;
                    known.part(*found, line)?;
                }
                _ => return Err(RecordError::Place { line }),
            }
        }
        if has_head { Ok(Self { known, whole }) } else { Err(RecordError::Empty) }
    }
}

/// A journal of placements by square that is written while they are counted.
pub(crate) struct SquaresJournal<'a> {
    run: String,
    begun: Instant,
    writing: Mutex<OpenLog<'a>>,
}

struct OpenLog<'a> {
    log: Log<'a>,
    known: KnownNumbers,
}

impl<'a> SquaresJournal<'a> {
    /// Creates a journal in a file, or opens the existing one to continue its count.
    ///
    /// # Errors
    /// Returns an error for a journal of another question or with damaged lines, a missing folder, and a lock
    /// held by another process.
    pub(crate) fn open(
        path: &Path,
        head: &SquaresHead,
        session: Process,
        report: Report<'a>,
    ) -> Result<Self, JournalError> {
        let first = first_line(head);
        let (log, known) = if path.exists() {
            // The lock comes before the reading, so that no other process writes to the journal from here on.
            let lock = Lock::take(path, &session)?;
            let read = Reading::from_bytes(&record::read_whole(path).map_err(RecordError::from)?, head)?;
            let first = if read.whole == 0 { first.as_str() } else { "" };
            (Log::go_on(path, (read.whole, first), lock, session, report)?, read.known)
        } else {
            (Log::in_file(path, &first, session, report)?, KnownNumbers::default())
        };
        Ok(Self { run: head.id(), begun: Instant::now(), writing: Mutex::new(OpenLog { log, known }) })
    }

    fn lock_log(&self) -> MutexGuard<'_, OpenLog<'a>> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a count, and writes its results to the journal a few times a second.
    pub(crate) fn run<T>(&self, count: impl FnOnce() -> T) -> T {
        let write = |is_over| {
            let mut writing = self.lock_log();
            if is_over {
                writing.log.push(&Line::End);
            }
            writing.log.flush(is_over);
            if is_over || writing.log.is_silent() {
                writing.log.beat();
            }
        };
        {
            let mut writing = self.lock_log();
            writing.log.flush(true);
            writing.log.beat();
        }
        run_with_ticks(TICK, write, count)
    }

    /// Returns the numbers of known counts and of known parts of counts of all squares at once.
    pub(crate) fn count_kept(&self) -> (usize, usize) {
        let writing = self.lock_log();
        (writing.known.counts.len(), writing.known.parts.len())
    }

    /// Closes the journal, and returns its state.
    pub(crate) fn close(self) -> JournalState {
        let log = self.writing.into_inner().unwrap_or_else(PoisonError::into_inner).log;
        let is_paused = log.is_paused();
        let left = log.release();
        JournalState { is_short: left.is_short || is_paused, ..left }
    }
}

/// Returns the key of a part.
fn key(question: &Question, part: CountedPart) -> (String, String, usize, usize) {
    (question.problem.to_string(), part.engine.0.to_owned(), part.part, part.of)
}

impl Ledger for SquaresJournal<'_> {
    fn known_number(&self, question: &Question) -> Option<CountedTerm> {
        self.lock_log().known.counts.get(&question.problem.to_string()).cloned()
    }

    /// Keeps a count in the journal, which is written soon.
    fn keep(&self, question: &Question, counted: &CountedTerm) {
        let CountedTerm { count, maximum, engine: (engine, version), is_checked } = counted.clone();
        let problem = question.problem.to_string();
        let line = NumberLine {
            run: self.run.clone(),
            problem: problem.clone(),
            count: count.to_string(),
            maximum,
            engine,
            version,
            checked: is_checked,
            at: self.begun.elapsed().as_secs_f64(),
        };
        let mut writing = self.lock_log();
        writing.log.push(&Line::Number(Box::new(line)));
        writing.known.counts.insert(problem, counted.clone());
    }

    fn known_part(&self, question: &Question, part: CountedPart) -> Option<Vec<BigUint>> {
        self.lock_log().known.parts.get(&key(question, part)).cloned()
    }

    /// Keeps the numbers of a part in the journal, which is written soon.
    fn keep_part(&self, question: &Question, part: CountedPart, numbers: &[BigUint]) {
        let text: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let line = NumbersLine {
            run: self.run.clone(),
            problem: question.problem.to_string(),
            part: part.part,
            of: part.of,
            engine: part.engine.0.to_owned(),
            version: part.engine.1,
            numbers: text.join(" "),
            at: self.begun.elapsed().as_secs_f64(),
        };
        let mut writing = self.lock_log();
        writing.log.push(&Line::Numbers(Box::new(line)));
        writing.known.parts.insert(key(question, part), numbers.to_vec());
    }
}
