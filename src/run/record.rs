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

/// A process that counts. None of this is used to decide anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    /// Twelve digits that no other process has.
    pub attempt: String,
    /// The name of the machine.
    pub host: String,
    /// The processor and its cores.
    pub machine: String,
    /// The number of the process.
    pub process: u32,
    /// Seconds since 1970.
    pub started: u64,
    /// The program's version.
    pub version: String,
    /// The instructions used.
    pub kernel: String,
    /// Threads that count.
    pub threads: usize,
}

impl Process {
    /// This process, on a machine that is described like this.
    #[must_use]
    pub fn now(machine: String, kernel: &str, threads: usize) -> Self {
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

/// The name of this machine.
#[must_use]
pub fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = if name.trim().is_empty() { std::env::var("HOSTNAME").unwrap_or_default() } else { name };
    match name.trim() {
        "" => "unknown".to_owned(),
        name => name.to_owned(),
    }
}

/// Which part of a count it is: the `part`th of `of`, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountPart {
    /// Its number, from 0.
    pub part: usize,
    /// How many parts there are.
    pub of: usize,
}

/// Into how many parts a count is split: the second line of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// How many.
    pub parts: usize,
}

/// The last line of a result: a hash of all bytes before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    digest: String,
}

impl Seal {
    fn of(lines: &[u8]) -> Self {
        Self { digest: blake3::hash(lines).to_hex().to_string() }
    }
}

/// Lines with their seal behind them.
#[must_use]
pub fn sealed(lines: String) -> String {
    let seal = Line::Seal(Seal::of(lines.as_bytes())).write();
    lines + &seal
}

/// What a process has counted, as lines.
pub(super) fn lines_of(session: &Process, blocks: impl IntoIterator<Item = Block>) -> String {
    let blocks = blocks.into_iter().map(|block| Line::Block(Box::new(block)).write());
    [Line::Session(session.clone()).write()].into_iter().chain(blocks).collect()
}

/// Any line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase")]
pub enum Line {
    /// What is counted, by units: the first line.
    Head(Box<Head>),
    /// What is swept: the first line.
    Sweep(Box<Head>),
    /// What is counted by square: the first line.
    Squares(Box<SquaresHead>),
    /// A number of a count by square.
    Number(Box<NumberLine>),
    /// Numbers of a part of such a count.
    Numbers(Box<NumbersLine>),
    /// Into how many parts a plan splits it.
    Parts(Parts),
    /// Which part of it a file is about.
    Part(CountPart),
    /// A process that counts.
    Session(Process),
    /// Units that it has counted.
    Block(Box<Block>),
    /// A state of the sweep that it has written.
    State(State),
    /// The end of a session that was not cut short.
    End,
    /// The end of a result.
    Seal(Seal),
}

impl Line {
    /// The line with its end.
    #[must_use]
    pub fn write(&self) -> String {
        line::write(self)
    }
}

impl Head {
    /// The line with its end.
    #[must_use]
    pub fn line(&self) -> String {
        let head = Box::new(self.clone());
        if self.is_old_sweep() { Line::Sweep(head) } else { Line::Head(head) }.write()
    }

    /// What is lost with a damaged line.
    fn advice(&self) -> &'static str {
        if self.is_swept() { "; without it the sweep resumes from another state" } else { ADVICE }
    }
}

/// What is lost with a line of units.
const ADVICE: &str = "; without that line its units will be counted again";

/// How far a session came.
#[derive(Debug)]
pub enum JournalEntry {
    /// Units that it has counted.
    Block(Box<Block>),
    /// A state that it has written.
    State(State),
}

impl JournalEntry {
    /// Seconds from the beginning of the session.
    pub(super) fn at(&self) -> f64 {
        match self {
            Self::Block(block) => block.at,
            Self::State(state) => state.at,
        }
    }

    /// The units, if it is about some.
    #[must_use]
    pub fn block(&self) -> Option<&Block> {
        if let Self::Block(block) = self { Some(block) } else { None }
    }

    /// The state, if it is one.
    fn state(&self) -> Option<&State> {
        if let Self::State(state) = self { Some(state) } else { None }
    }
}

/// What stands in a file.
#[derive(Debug)]
pub struct Record {
    /// What is counted.
    pub head: Head,
    /// How many parts there are, if it is a plan.
    pub parts: Option<usize>,
    /// Which part it is about, if it is about one.
    pub part: Option<CountPart>,
    /// The processes that counted, in order; for each how many entries were there before it.
    pub sessions: Vec<(usize, Process)>,
    /// What they counted, with the numbers of the lines.
    pub entries: Vec<(usize, JournalEntry)>,
    /// Bytes of whole lines; there is more if the last line was torn off.
    pub whole: usize,
    /// Whether something was torn off.
    pub is_torn: bool,
    /// Whether the last process came to its end in order.
    pub is_ended: bool,
    /// The seal, if it is a result.
    pub seal: Option<String>,
}

/// Why a file is no journal or result that can be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It has no whole line.
    #[error(
        "nothing was written to it before the run was interrupted: start the count again, with another journal or without this one"
    )]
    Empty,
    /// It does not begin as it should.
    #[error("line 1 is not the head of a journal or a result")]
    NoHead,
    /// A head in the middle.
    #[error("line {line} is the head of another file: two files were put into one")]
    SecondHead {
        /// Its number, from 1.
        line: usize,
    },
    /// A line of another count.
    #[error("line {line} is from another count{}", ADVICE)]
    Foreign {
        /// Its number, from 1.
        line: usize,
    },
    /// A line is damaged.
    #[error("line {line} is {fault}{advice}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// How.
        fault: JournalLineError,
        /// What can be done about it.
        advice: &'static str,
    },
    /// A line at a place where it cannot be.
    #[error("line {line} does not belong there: the journal was changed")]
    Place {
        /// Its number, from 1.
        line: usize,
    },
    /// A block does not make sense.
    #[error("line {line} is wrong: {fault}{}", ADVICE)]
    Block {
        /// The line's number, from 1.
        line: usize,
        /// How.
        fault: BlockError,
    },
    /// Two lines with different results for one unit.
    #[error(
        "line {line} is wrong, or one before it: they have different counts of unit {unit}; start the count again"
    )]
    Contradiction {
        /// The later line's number, from 1.
        line: usize,
        /// The unit.
        unit: usize,
    },
    /// Numbers by square, where a count was expected.
    #[error(
        "this is the journal of {asked}: it goes on with the command that began it, count … --by-square --journal FILE"
    )]
    IsBySquare {
        /// What was asked.
        asked: String,
    },
    /// A count, where numbers by square were expected.
    #[error("this is the journal of a count: resume it with --resume, or use another name")]
    IsCount,
    /// A line of other numbers by square.
    #[error("line {line} is from another journal{}", LOSS)]
    ForeignNumber {
        /// Its number, from 1.
        line: usize,
    },
    /// A number that is none.
    #[error("line {line} is wrong: the count of {problem} is no number{}", LOSS)]
    Number {
        /// The line's number, from 1.
        line: usize,
        /// What was counted.
        problem: String,
    },
    /// Two lines with different numbers of one square.
    #[error(
        "line {line} is wrong, or one before it: they have different counts of {problem}; start the count again"
    )]
    OtherNumber {
        /// The later line's number, from 1.
        line: usize,
        /// What was counted.
        problem: String,
    },
    /// A number by another version of an engine.
    #[error("line {line} was counted by {then}, and this program has {now}{}", LOSS)]
    Engine {
        /// The line's number, from 1.
        line: usize,
        /// Name and version then.
        then: String,
        /// And now.
        now: String,
    },
    /// Something stands behind the seal, or the seal is broken.
    #[error("line {line} is wrong: the file was changed after it was sealed")]
    Seal {
        /// The line's number, from 1.
        line: usize,
    },
    /// It belongs to another count.
    #[error("{0}")]
    Head(#[from] HeadError),
}

/// More than the first line of any file of this program has.
const MAX_HEAD_BYTES: u64 = 1 << 24;

/// Times that a file is read which cannot be read at the moment, and the time between them.
const READING_TRIES: u32 = 3;
const READING_PAUSE: Duration = Duration::from_millis(100);

/// All of a file that begins with a line of this program; of another one no more than that line, if it has an end: it may be
/// endless. Servers of files say now and then that one is stale, and have it at the next try.
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

/// Whether a file could not be read for a reason that no second try changes.
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

/// Lines with their ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n')
}

/// A line with its end, which has this number.
pub(super) fn read_line(text: &[u8], line: usize, advice: &'static str) -> Result<Line, RecordError> {
    line::read(&text[..text.len() - 1]).map_err(|fault| RecordError::Line { line, fault, advice })
}

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// Whatever is wrong with the file but for a last line without an end, which a kill has torn off.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        Self::parse(&read_whole(path)?)
    }

    /// The same from its bytes.
    ///
    /// # Errors
    /// As [`Record::read`].
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
        Self::behind(*head, bytes, first.len())
    }

    /// Reads the lines behind the head, which ends after this many bytes.
    fn behind(head: Head, bytes: &[u8], mut before: usize) -> Result<Self, RecordError> {
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
                Line::Seal(seal) if seal == Seal::of(&bytes[..before]) => record.seal = Some(seal.digest),
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

    /// The entries of each session.
    pub(super) fn by_session(&self) -> impl Iterator<Item = (&Process, &[(usize, JournalEntry)])> {
        let ends = self.sessions.iter().skip(1).map(|&(from, _)| from).chain([self.entries.len()]);
        self.sessions.iter().zip(ends).map(|((from, session), to)| (session, &self.entries[*from..to]))
    }

    /// Seconds that the sessions took, each up to its last entry.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let last = |entries: &[(usize, JournalEntry)]| entries.last().map_or(0.0, |(_, entry)| entry.at());
        self.by_session().map(|(_, entries)| last(entries)).sum()
    }

    /// The share of the count that it says is done; `None` if nothing can go on from it.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        if self.head.is_swept() {
            return self.states().next().map(|state| state.share);
        }
        Some(self.blocks().map(|(_, block)| block.share).sum())
    }

    /// The blocks, with the numbers of their lines.
    fn blocks(&self) -> impl Iterator<Item = (usize, &Block)> {
        self.entries.iter().filter_map(|(line, entry)| Some((*line, entry.block()?)))
    }

    /// The states that may still be on the disk, the last one first: of each file the one that was written last.
    pub(super) fn states(&self) -> impl Iterator<Item = &State> {
        let mut states = self.entries.iter().rev().filter_map(|(_, entry)| entry.state());
        let last = states.next();
        let other = last.and_then(|last| states.find(|state| state.slot != last.slot));
        [last, other].into_iter().flatten()
    }

    /// What each block says of its units, checked against the head and the plan.
    ///
    /// # Errors
    /// Lines that do not make sense, or are of another count.
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

    /// Adds what was counted to what other files say, checked against the plan.
    ///
    /// # Errors
    /// Lines that do not make sense, or contradict each other or the other files.
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

    /// The same plan, and which units were counted of it: none if it is swept.
    ///
    /// # Errors
    /// A count that cannot go on here, and lines that are wrong.
    pub fn plan_again(&self, settings: &Settings) -> Result<(Plan, UnitCounts), RecordError> {
        let plan = self.head.plan_again(settings)?;
        let mut counted = UnitCounts::default();
        if let Some(units) = plan.units() {
            counted = UnitCounts::none(units.units());
            self.add_to(units, &mut counted)?;
        }
        Ok((plan, counted))
    }
}
