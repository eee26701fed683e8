//! A journal of placements by square: a line for each number that is known.
//!
//! Numbers by square are as many counts as there are squares up to symmetry. Each has a line of its own once it is counted to its
//! end, with the problem in which a piece is given there; whoever asks the same again finds it there, and counts what is missing.
//! Where an engine counts all squares at once, parts of that have lines. A line says which journal it belongs to, and by which version
//! of an engine it was counted. File, lock and what happens when a disk is full are those of [other journals](super::log).

use super::lock::Lock;
use super::log::{JournalError, Left, Log, Report, TICK, beside};
use super::record::{self, Line, Process, RecordError};
use super::square_lines::{LOSS, NumberLine, NumbersLine, SquaresHead};
use crate::answer::{Counted, CountedPart, Ledger};
use crate::clock::Instant;
use crate::engines::Engine;
use crate::{Named, Question};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first line of a journal.
fn first_line(head: &SquaresHead) -> String {
    Line::Squares(Box::new(head.clone())).write()
}

/// What is known so far.
#[derive(Debug, Default)]
struct Known {
    /// By problem.
    counts: HashMap<String, Counted>,
    /// By problem and engine, by the part and how many there are.
    parts: HashMap<(String, String, usize, usize), Vec<BigUint>>,
}

impl Known {
    /// Takes note of a count. One that was made twice is better than one that was not.
    fn count(&mut self, found: NumberLine, line: usize) -> Result<(), RecordError> {
        let NumberLine { problem, count, maximum, engine, version, checked, .. } = found;
        check_version(&engine, version, line)?;
        let [count] = &numbers(&count, line, &problem)?[..] else {
            return Err(RecordError::Number { line, problem });
        };
        let counted =
            Counted { count: count.clone(), maximum, engine: (engine, version), is_checked: checked };
        match self.counts.get(&problem) {
            Some(other) if (&other.count, other.maximum) != (&counted.count, counted.maximum) => {
                return Err(RecordError::OtherNumber { line, problem });
            }
            Some(other) if other.is_checked => {}
            _ => drop(self.counts.insert(problem, counted)),
        }
        Ok(())
    }

    /// Takes note of a part.
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

/// Refuses what was counted by another version of an engine.
fn check_version(engine: &str, version: u32, line: usize) -> Result<(), RecordError> {
    match Engine::named(engine).and_then(Engine::technique) {
        Some(technique) if technique.version() != version => {
            let (then, now) = (format!("{engine} {version}"), format!("{engine} {}", technique.version()));
            Err(RecordError::Engine { line, then, now })
        }
        _ => Ok(()),
    }
}

/// Numbers that are separated by blanks.
fn numbers(text: &str, line: usize, problem: &str) -> Result<Vec<BigUint>, RecordError> {
    let numbers = text.split(' ').map(str::parse).collect::<Result<Vec<_>, _>>();
    numbers.map_err(|_| RecordError::Number { line, problem: problem.to_owned() })
}

/// What was read of a journal.
#[derive(Default)]
struct Reading {
    known: Known,
    /// Bytes of whole lines; none if not even the first one is whole.
    whole: usize,
}

impl Reading {
    /// Reads what is asked here, and nothing else. A first line that a kill has torn off is written once more.
    fn of(bytes: &[u8], asked: &SquaresHead) -> Result<Self, RecordError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        if whole == 0 && first_line(asked).as_bytes().starts_with(bytes) {
            return Ok(Self::default());
        }
        let (mut known, asked_id, mut has_head) = (Known::default(), asked.id(), false);
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

/// A journal of placements by square, while they are counted.
pub(crate) struct SquaresJournal<'a> {
    run: String,
    begun: Instant,
    writing: Mutex<Writing<'a>>,
}

struct Writing<'a> {
    log: Log<'a>,
    known: Known,
}

impl<'a> SquaresJournal<'a> {
    /// A journal in a file: a new one, or the one that is there, with which the count goes on.
    ///
    /// # Errors
    /// A journal of something else or with damaged lines, a folder that is not there, and a lock that somebody else has.
    pub(crate) fn open(
        path: &Path,
        head: &SquaresHead,
        session: Process,
        report: Report<'a>,
    ) -> Result<Self, JournalError> {
        let first = first_line(head);
        let (log, known) = if path.exists() {
            // Before it is read: no other process may write to it from here on.
            let lock = Lock::take(path, &session)?;
            let read = Reading::of(&record::read_whole(path).map_err(RecordError::from)?, head)?;
            let first = if read.whole == 0 { first.as_str() } else { "" };
            (Log::go_on(path, (read.whole, first), lock, session, report)?, read.known)
        } else {
            (Log::in_file(path, &first, session, report)?, Known::default())
        };
        Ok(Self { run: head.id(), begun: Instant::now(), writing: Mutex::new(Writing { log, known }) })
    }

    fn writing(&self) -> MutexGuard<'_, Writing<'a>> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a count, and beside it writes what it keeps, a few times a second.
    pub(crate) fn run<T>(&self, count: impl FnOnce() -> T) -> T {
        let write = |is_over| {
            let mut writing = self.writing();
            if is_over {
                writing.log.push(&Line::End);
            }
            writing.log.flush(is_over);
            if is_over || writing.log.is_silent() {
                writing.log.beat();
            }
        };
        {
            let mut writing = self.writing();
            writing.log.flush(true);
            writing.log.beat();
        }
        beside(TICK, write, count)
    }

    /// How many counts are known so far, and parts of such where all squares are counted at once.
    pub(crate) fn kept(&self) -> (usize, usize) {
        let writing = self.writing();
        (writing.known.counts.len(), writing.known.parts.len())
    }

    /// What is left of it.
    pub(crate) fn left(self) -> Left {
        let log = self.writing.into_inner().unwrap_or_else(PoisonError::into_inner).log;
        let is_paused = log.is_paused();
        let left = log.left();
        Left { is_short: left.is_short || is_paused, ..left }
    }
}

/// Names a part.
fn key(question: &Question, part: CountedPart) -> (String, String, usize, usize) {
    (question.problem.to_string(), part.engine.0.to_owned(), part.part, part.of)
}

impl Ledger for SquaresJournal<'_> {
    fn known(&self, question: &Question) -> Option<Counted> {
        self.writing().known.counts.get(&question.problem.to_string()).cloned()
    }

    /// It is written soon.
    fn keep(&self, question: &Question, counted: &Counted) {
        let Counted { count, maximum, engine: (engine, version), is_checked } = counted.clone();
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
        let mut writing = self.writing();
        writing.log.push(&Line::Number(Box::new(line)));
        writing.known.counts.insert(problem, counted.clone());
    }

    fn known_part(&self, question: &Question, part: CountedPart) -> Option<Vec<BigUint>> {
        self.writing().known.parts.get(&key(question, part)).cloned()
    }

    /// It is written soon.
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
        let mut writing = self.writing();
        writing.log.push(&Line::Numbers(Box::new(line)));
        writing.known.parts.insert(key(question, part), numbers.to_vec());
    }
}
