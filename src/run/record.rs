//! A journal or a result, read and checked.

use super::block::{Block, BlockError};
use super::head::{Head, HeadError};
use super::line::{self, JournalLineError};
use super::square_lines::{LOSS, NumberLine, NumbersLine, SquaresHead};
use super::state::State;
use crate::Problem;
use crate::plan::kept::{UnitCounts, UnitPlan};
use crate::plan::{Plan, Settings, UnitCount};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A process that counts. Nothing is decided by these fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    /// Twelve digits that identify this process among all others.
    pub attempt: String,
    /// The name of the machine.
    pub host: String,
    /// The processor and the number of its cores.
    pub machine: String,
    /// The number of the process.
    pub process: u32,
    /// Seconds since 1970.
    pub started: u64,
    /// The version of the program.
    pub version: String,
    /// The instruction set that its kernel uses.
    pub kernel: String,
    /// The number of threads that count.
    pub threads: usize,
}

impl Process {
    /// Describes this process, on a machine with the given description.
    #[must_use]
    pub fn describe(machine: String, kernel: &str, threads: usize) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let process = std::process::id();
        let host = host();
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let hash = blake3::hash(format!("{host} {process} {} {boot}", since.as_nanos()).as_bytes());
        Self {
            attempt: hash.to_hex()[..12].to_owned(),
            host,
            machine,
            process,
            started: since.as_secs(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kernel: kernel.to_owned(),
            threads,
        }
    }
}

/// Returns the name of this machine.
#[must_use]
pub fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = if name.trim().is_empty() { std::env::var("HOSTNAME").unwrap_or_default() } else { name };
    match name.trim() {
        "" => "unknown".to_owned(),
        name => name.to_owned(),
    }
}

/// The part of a count that a file is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountPart {
    /// The number of the part, from 0.
    pub part: usize,
    /// The number of parts of the count.
    pub of: usize,
}

/// The number of parts of a count: the second line of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// The number of parts.
    pub parts: usize,
}

/// The last line of a result: a hash of all bytes before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    digest: String,
}

impl Seal {
    fn from_lines(lines: &[u8]) -> Self {
        Self { digest: blake3::hash(lines).to_hex().to_string() }
    }
}

/// Returns lines followed by their seal.
#[must_use]
pub fn seal(lines: String) -> String {
    let seal = Line::Seal(Seal::from_lines(lines.as_bytes())).write();
    lines + &seal
}

/// Returns the lines of a process and of the blocks that it has counted.
pub(super) fn lines_of(session: &Process, blocks: impl IntoIterator<Item = Block>) -> String {
    let blocks = blocks.into_iter().map(|block| Line::Block(Box::new(block)).write());
    [Line::Session(session.clone()).write()].into_iter().chain(blocks).collect()
}

/// Any line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase")]
pub enum Line {
    /// The head of a count by units: the first line.
    Head(Box<Head>),
    /// The head of a sweep: the first line.
    Sweep(Box<Head>),
    /// The head of a count by square: the first line.
    Squares(Box<SquaresHead>),
    /// A number of a count by square.
    Number(Box<NumberLine>),
    /// The numbers of a part of a count by square.
    Numbers(Box<NumbersLine>),
    /// The number of parts into which a plan splits the count.
    Parts(Parts),
    /// The part of the count that a file is about.
    Part(CountPart),
    /// A process that counts.
    Session(Process),
    /// Units that the process has counted.
    Block(Box<Block>),
    /// A state of the sweep that the process has written.
    State(State),
    /// The end of a session that was not cut short.
    End,
    /// The end of a result.
    Seal(Seal),
}

impl Line {
    /// Writes the line, including its line end.
    #[must_use]
    pub fn write(&self) -> String {
        line::write(self)
    }
}

impl Head {
    /// Writes the line, including its line end.
    #[must_use]
    pub fn line(&self) -> String {
        let head = Box::new(self.clone());
        if self.is_old_sweep() { Line::Sweep(head) } else { Line::Head(head) }.write()
    }

    /// States the loss that a damaged line causes.
    fn advice(&self) -> &'static str {
        if self.is_swept() { "; without it the sweep resumes from another state" } else { ADVICE }
    }
}

/// The loss that a damaged line of units causes.
const ADVICE: &str = "; without that line its units will be counted again";

/// The progress of a session.
#[derive(Debug)]
pub enum JournalEntry {
    /// Units that the session has counted.
    Block(Box<Block>),
    /// A state that the session has written.
    State(State),
}

impl JournalEntry {
    /// Returns the seconds since the beginning of the session.
    pub(super) fn seconds(&self) -> f64 {
        match self {
            Self::Block(block) => block.at,
            Self::State(state) => state.at,
        }
    }

    /// Returns the units, if the entry has units.
    #[must_use]
    pub fn block(&self) -> Option<&Block> {
        if let Self::Block(block) = self { Some(block) } else { None }
    }

    /// Returns the state, if the entry is a state.
    fn state(&self) -> Option<&State> {
        if let Self::State(state) = self { Some(state) } else { None }
    }
}

/// The content of a file.
#[derive(Debug)]
pub struct Record {
    /// The head of the count.
    pub head: Head,
    /// The number of parts, if the file is a plan.
    pub parts: Option<usize>,
    /// The part that the file is about, if it is about a part.
    pub part: Option<CountPart>,
    /// The processes that counted, in order, each with the number of entries before it.
    pub sessions: Vec<(usize, Process)>,
    /// The results of the processes, with the numbers of the lines.
    pub entries: Vec<(usize, JournalEntry)>,
    /// The bytes of complete lines. The file is longer if its last line is incomplete.
    pub whole: usize,
    /// Whether the last line is incomplete.
    pub is_torn: bool,
    /// Whether the last process came to its end in order.
    pub is_ended: bool,
    /// The seal, if the file is a result.
    pub seal: Option<String>,
}

/// The reasons why a file is not a usable journal or result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// The file has no complete line.
    #[error(
        "nothing was written to it before the run was interrupted: start the count again, with another journal or without this one"
    )]
    Empty,
    /// The file does not begin with a head.
    #[error("line 1 is not the head of a journal or a result")]
    NoHead,
    /// A head after the first line.
    #[error("line {line} is the head of another file: two files were put into one")]
    SecondHead {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A line of another count.
    #[error("line {line} is from another count{}", ADVICE)]
    Foreign {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A line is damaged.
    #[error("line {line} is {fault}{advice}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The fault of the line.
        fault: JournalLineError,
        /// The advice for the user.
        advice: &'static str,
    },
    /// A line in a place where it is not allowed.
    #[error("line {line} does not belong there: the journal was changed")]
    Place {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A block that contradicts itself or the plan.
    #[error("line {line} is wrong: {fault}{}", ADVICE)]
    Block {
        /// The number of the line, from 1.
        line: usize,
        /// The fault of the block.
        fault: BlockError,
    },
    /// Two lines with different results for one unit.
    #[error(
        "line {line} is wrong, or one before it: they have different counts of unit {unit}; start the count again"
    )]
    Contradiction {
        /// The number of the later line, from 1.
        line: usize,
        /// The number of the unit.
        unit: usize,
    },
    /// Numbers by square, where a count was expected.
    #[error(
        "this is the journal of {asked}: resume it with the command that began it, count … --by-square \
         --journal FILE"
    )]
    IsBySquare {
        /// The question of the journal.
        asked: String,
    },
    /// A count, where numbers by square were expected.
    #[error("this is the journal of a count: resume it with --resume, or use another name")]
    IsCount,
    /// A line of another count by square.
    #[error("line {line} is from another journal{}", LOSS)]
    ForeignNumber {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A text that is not a number.
    #[error("line {line} is wrong: the count of {problem} is not a number{}", LOSS)]
    Number {
        /// The number of the line, from 1.
        line: usize,
        /// The problem whose placements were counted.
        problem: String,
    },
    /// Two lines with different numbers for one square.
    #[error(
        "line {line} is wrong, or one before it: they have different counts of {problem}; start the count again"
    )]
    OtherNumber {
        /// The number of the later line, from 1.
        line: usize,
        /// The problem whose placements were counted.
        problem: String,
    },
    /// A number by another version of an engine.
    #[error("line {line} was counted by {then}, and this program has {now}{}", LOSS)]
    Engine {
        /// The number of the line, from 1.
        line: usize,
        /// The name and the version of the engine that counted.
        then: String,
        /// The name and the version of the engine here.
        now: String,
    },
    /// A line after the seal, or a seal that does not match.
    #[error("line {line} is wrong: the file was changed after it was sealed")]
    Seal {
        /// The number of the line, from 1.
        line: usize,
    },
    /// The file belongs to another count.
    #[error("{0}")]
    Head(#[from] HeadError),
}

/// More bytes than the first line of any file of this program has.
const MAX_HEAD_BYTES: u64 = 1 << 24;

/// The number of attempts to read a file that is temporarily unreadable.
const READING_TRIES: u32 = 3;
/// The time between two attempts.
const READING_PAUSE: Duration = Duration::from_millis(100);

/// Reads all of a file that begins with a line of this program.
///
/// Of another file it reads at most the first line, because such a file may be endless. File servers
/// occasionally report a stale file and serve it at the next attempt.
pub(super) fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut tries = 1;
    loop {
        match read_once(path) {
            Err(error) if tries < READING_TRIES && !is_settled(&error) => tries += 1,
            read => return read,
        }
        std::thread::sleep(READING_PAUSE);
    }
}

/// Returns whether a file could not be read for a reason that another attempt does not change.
fn is_settled(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied};
    matches!(error.kind(), InvalidInput | IsADirectory | NotADirectory | NotFound | PermissionDenied)
}

fn read_once(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = BufReader::new(std::fs::File::open(path)?);
    let mut bytes = Vec::new();
    file.by_ref().take(MAX_HEAD_BYTES).read_until(b'\n', &mut bytes)?;
    match bytes.strip_suffix(b"\n") {
        Some(head) if line::read::<Line>(head).is_ok() => {
            file.read_to_end(&mut bytes)?;
        }
        None if bytes.len() as u64 == MAX_HEAD_BYTES => bytes.push(b'\n'),
        _ => {}
    }
    Ok(bytes)
}

/// Splits bytes into lines with their line ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n')
}

/// Reads a line with its line end. The line has the number `line`.
pub(super) fn read_line(text: &[u8], line: usize, advice: &'static str) -> Result<Line, RecordError> {
    line::read(&text[..text.len() - 1]).map_err(|fault| RecordError::Line { line, fault, advice })
}

impl Record {
    /// Reads a file. It ignores a last line that a kill has cut off.
    ///
    /// # Errors
    /// Returns an error for any other fault of the file.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        Self::parse(&read_whole(path)?)
    }

    /// Like [`Record::read`], but reads the bytes of a file.
    ///
    /// # Errors
    /// Returns the errors of [`Record::read`].
    pub fn parse(bytes: &[u8]) -> Result<Self, RecordError> {
        let first = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let Some(text) = first.strip_suffix(b"\n") else { return Err(RecordError::Empty) };
        let fault = |fault| RecordError::Line { line: 1, fault, advice: "" };
        let head = match line::read(text).map_err(fault)? {
            Line::Head(head) | Line::Sweep(head) => head,
            Line::Squares(head) => return Err(RecordError::IsBySquare { asked: head.to_string() }),
            _ => return Err(RecordError::NoHead),
        };
        if let Err(error) = head.problem.parse::<Problem>() {
            return Err(fault(JournalLineError::Form(format!("the problem: {error}"))));
        }
        Self::read_after_head(*head, bytes, first.len())
    }

    /// Reads the lines after the head, which has the first `before` bytes.
    fn read_after_head(head: Head, bytes: &[u8], mut before: usize) -> Result<Self, RecordError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let is_torn = whole < bytes.len();
        let (sessions, entries) = (Vec::new(), Vec::new());
        let (parts, part, is_ended, seal) = (None, None, false, None);
        let mut record = Self { head, parts, part, sessions, entries, whole, is_torn, is_ended, seal };
        let (is_swept, advice) = (record.head.is_swept(), record.head.advice());
        for (text, number) in lines(&bytes[before..whole]).zip(2..) {
            if record.seal.is_some() {
                return Err(RecordError::Seal { line: number });
            }
            let line = read_line(text, number, advice)?;
            record.is_ended = line == Line::End;
            match line {
                Line::Head(_) | Line::Sweep(_) | Line::Squares(_) => {
                    return Err(RecordError::SecondHead { line: number });
                }
                Line::Parts(Parts { parts }) => record.parts = Some(parts),
                Line::Part(part) => record.part = Some(part),
                Line::End => {}
                Line::Session(session) => record.sessions.push((record.entries.len(), session)),
                Line::Seal(seal) if seal == Seal::from_lines(&bytes[..before]) => {
                    record.seal = Some(seal.digest);
                }
                Line::Seal(_) => return Err(RecordError::Seal { line: number }),
                Line::Block(block) if !is_swept => record.entries.push((number, JournalEntry::Block(block))),
                Line::State(state @ State { slot: 1 | 2, .. }) if is_swept => {
                    record.entries.push((number, JournalEntry::State(state)));
                }
                Line::Block(_) | Line::State(_) | Line::Number(_) | Line::Numbers(_) => {
                    return Err(RecordError::Place { line: number });
                }
            }
            before += text.len();
        }
        if is_torn && record.seal.is_some() {
            let lines = bytes[..whole].iter().filter(|&&byte| byte == b'\n').count();
            return Err(RecordError::Seal { line: lines + 1 });
        }
        Ok(record)
    }

    /// Returns the entries of each session.
    pub(super) fn by_session(&self) -> impl Iterator<Item = (&Process, &[(usize, JournalEntry)])> {
        let ends = self.sessions.iter().skip(1).map(|&(from, _)| from).chain([self.entries.len()]);
        self.sessions.iter().zip(ends).map(|((from, session), to)| (session, &self.entries[*from..to]))
    }

    /// Returns the seconds of all sessions, each up to its last entry.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let last =
            |entries: &[(usize, JournalEntry)]| entries.last().map_or(0.0, |(_, entry)| entry.seconds());
        self.by_session().map(|(_, entries)| last(entries)).sum()
    }

    /// Returns the share of the count that is done; `None` if the file has nothing to continue from.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        if self.head.is_swept() {
            return self.states().next().map(|state| state.share);
        }
        Some(self.blocks().map(|(_, block)| block.share).sum())
    }

    /// Returns the blocks, with the numbers of their lines.
    fn blocks(&self) -> impl Iterator<Item = (usize, &Block)> {
        self.entries.iter().filter_map(|(line, entry)| Some((*line, entry.block()?)))
    }

    /// Returns the states that may still be on the disk, the last one first: the last state written to each
    /// of the two files.
    pub(super) fn states(&self) -> impl Iterator<Item = &State> {
        let mut states = self.entries.iter().rev().filter_map(|(_, entry)| entry.state());
        let last = states.next();
        let other = last.and_then(|last| states.find(|state| state.slot != last.slot));
        [last, other].into_iter().flatten()
    }

    /// Returns the counts of the units in each block, checked against the head and the plan.
    ///
    /// # Errors
    /// Returns an error for lines that contradict themselves or are of another count.
    pub(super) fn counts(&self, ledger: &UnitPlan) -> Result<Vec<Vec<(usize, UnitCount)>>, RecordError> {
        let run = self.head.id();
        let counts = |(line, block): (usize, &Block)| {
            if block.run != run {
                return Err(RecordError::Foreign { line });
            }
            block.counts_in(ledger).map_err(|fault| RecordError::Block { line, fault })
        };
        self.blocks().map(counts).collect()
    }

    /// Adds the counts of this file to those of other files, checked against the plan.
    ///
    /// # Errors
    /// Returns an error for lines that contradict themselves, each other or the other files.
    pub(super) fn add_to(&self, ledger: &UnitPlan, counted: &mut UnitCounts) -> Result<(), RecordError> {
        for ((line, _), counts) in self.blocks().zip(self.counts(ledger)?) {
            for (unit, count) in counts {
                if counted.note(unit, count).is_some_and(|known| known != count) {
                    return Err(RecordError::Contradiction { line, unit });
                }
            }
        }
        Ok(())
    }

    /// Makes the plan again, and returns it with the units that were counted. A plan that is swept has no
    /// such units.
    ///
    /// # Errors
    /// Returns an error if the count cannot be continued here, or if lines are wrong.
    pub fn plan_again(&self, settings: &Settings) -> Result<(Plan, UnitCounts), RecordError> {
        let plan = self.head.plan_again(settings)?;
        let mut counted = UnitCounts::default();
        if let Some(units) = plan.units() {
            counted = UnitCounts::empty(units.units());
            self.add_to(units, &mut counted)?;
        }
        Ok((plan, counted))
    }
}
