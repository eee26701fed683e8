//! A journal or a result, read and checked.

use super::block::{Block, BlockError};
use super::head::{Content, Head, HeadError};
use super::line::{self, LineError};
use super::states::{State, States};
use super::units::Units;
use crate::Problem;
use crate::plan::kept::{Counted, UnitPlan};
use crate::plan::{Plan, Settings, UnitCount};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// A process that counts. None of this is used to decide anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
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

impl Session {
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
pub struct Part {
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
    /// The seal of these lines.
    #[must_use]
    pub fn of(lines: &[u8]) -> Self {
        Self { digest: blake3::hash(lines).to_hex().to_string() }
    }
}

/// Any line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase")]
pub enum Line {
    /// What is counted, by units: the first line.
    Head(Box<Head<Units>>),
    /// What is swept: the first line.
    Sweep(Box<Head<States>>),
    /// Into how many parts a plan splits it.
    Parts(Parts),
    /// Which part of it a file is about.
    Part(Part),
    /// A process that counts.
    Session(Session),
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

impl Head<Units> {
    /// The line with its end.
    #[must_use]
    pub fn line(&self) -> String {
        Line::Head(Box::new(self.clone())).write()
    }
}

impl Head<States> {
    /// The line with its end.
    #[must_use]
    pub fn line(&self) -> String {
        Line::Sweep(Box::new(self.clone())).write()
    }
}

/// What the lines say of one kind of content.
pub trait Kept: Content {
    /// How far a session came.
    type Entry;

    /// What is lost with a damaged line.
    const ADVICE: &'static str;

    /// The entry on a line, if it is one.
    fn entry(line: Line) -> Option<Self::Entry>;

    /// Seconds from the beginning of the session to an entry.
    fn at(entry: &Self::Entry) -> f64;
}

impl Kept for Units {
    type Entry = Block;

    const ADVICE: &'static str = "; without that line its units will be counted again";

    fn entry(line: Line) -> Option<Block> {
        if let Line::Block(block) = line { Some(*block) } else { None }
    }

    fn at(block: &Block) -> f64 {
        block.at
    }
}

impl Kept for States {
    type Entry = State;

    const ADVICE: &'static str = "; without it the sweep resumes from another state";

    fn entry(line: Line) -> Option<State> {
        if let Line::State(state @ State { slot: 1 | 2, .. }) = line { Some(state) } else { None }
    }

    fn at(state: &State) -> f64 {
        state.at
    }
}

/// What stands in a file.
#[derive(Debug)]
pub struct Record<C: Kept> {
    /// What is counted.
    pub head: Head<C>,
    /// How many parts there are, if it is a plan.
    pub parts: Option<usize>,
    /// Which part it is about, if it is about one.
    pub part: Option<Part>,
    /// The processes that counted, in order; for each how many entries were there before it.
    pub sessions: Vec<(usize, Session)>,
    /// What they counted, with the numbers of the lines.
    pub entries: Vec<(usize, C::Entry)>,
    /// Bytes of whole lines; there is more if the last line was torn off.
    pub whole: usize,
    /// Whether something was torn off.
    pub is_torn: bool,
    /// Whether the last process came to its end in order.
    pub is_ended: bool,
    /// The seal, if it is a result.
    pub seal: Option<String>,
}

/// A file with either kind of content.
#[derive(Debug)]
pub enum Found {
    /// Units that were counted.
    Units(Record<Units>),
    /// States of a sweep.
    States(Record<States>),
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
    #[error("line {line} is from another count{}", Units::ADVICE)]
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
        fault: LineError,
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
    #[error("line {line} is wrong: {fault}{}", Units::ADVICE)]
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

/// All of a file that begins with a line of this program; of another one no more than that line, if it has an end: it may be
/// endless.
pub(super) fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
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

impl Found {
    /// Reads a file.
    ///
    /// # Errors
    /// Whatever is wrong with the file but for a last line without an end, which a kill has torn off.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        Self::parse(&read_whole(path)?)
    }

    fn parse(bytes: &[u8]) -> Result<Self, RecordError> {
        let first = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let Some(text) = first.strip_suffix(b"\n") else { return Err(RecordError::Empty) };
        match line::read(text).map_err(|fault| RecordError::Line { line: 1, fault, advice: "" })? {
            Line::Head(head) => Record::of(*head, bytes, first.len()).map(Self::Units),
            Line::Sweep(head) => Record::of(*head, bytes, first.len()).map(Self::States),
            _ => Err(RecordError::NoHead),
        }
    }

    /// The share of the count that it says is done; `None` if nothing can go on from it.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        match self {
            Self::Units(record) => Some(record.share()),
            Self::States(record) => record.last().map(|state| state.share),
        }
    }
}

impl<C: Kept> Record<C> {
    /// Reads the lines behind the head, which ends after this many bytes.
    fn of(head: Head<C>, bytes: &[u8], mut before: usize) -> Result<Self, RecordError> {
        if let Err(error) = head.problem.parse::<Problem>() {
            let fault = LineError::Form(format!("the problem: {error}"));
            return Err(RecordError::Line { line: 1, fault, advice: "" });
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let is_torn = whole < bytes.len();
        let (sessions, entries) = (Vec::new(), Vec::new());
        let (parts, part, is_ended, seal) = (None, None, false, None);
        let mut record = Self { head, parts, part, sessions, entries, whole, is_torn, is_ended, seal };
        let lines = bytes[before..whole].split_inclusive(|&byte| byte == b'\n');
        for (text, number) in lines.zip(2..) {
            if record.seal.is_some() {
                return Err(RecordError::Seal { line: number });
            }
            let fault = |fault| RecordError::Line { line: number, fault, advice: C::ADVICE };
            let line = line::read(&text[..text.len() - 1]).map_err(fault)?;
            record.is_ended = line == Line::End;
            match line {
                Line::Head(_) | Line::Sweep(_) => return Err(RecordError::SecondHead { line: number }),
                Line::Parts(Parts { parts }) => record.parts = Some(parts),
                Line::Part(part) => record.part = Some(part),
                Line::End => {}
                Line::Session(session) => record.sessions.push((record.entries.len(), session)),
                Line::Seal(seal) if seal == Seal::of(&bytes[..before]) => record.seal = Some(seal.digest),
                Line::Seal(_) => return Err(RecordError::Seal { line: number }),
                Line::Block(_) | Line::State(_) => match C::entry(line) {
                    Some(entry) => record.entries.push((number, entry)),
                    None => return Err(RecordError::Place { line: number }),
                },
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
    pub fn by_session(&self) -> impl Iterator<Item = (&Session, &[(usize, C::Entry)])> {
        let ends = self.sessions.iter().skip(1).map(|&(from, _)| from).chain([self.entries.len()]);
        self.sessions.iter().zip(ends).map(|((from, session), to)| (session, &self.entries[*from..to]))
    }

    /// The sessions, each with the seconds that it took up to its last entry.
    pub fn times(&self) -> impl Iterator<Item = (&Session, f64)> {
        let time = |entries: &[(usize, C::Entry)]| entries.last().map_or(0.0, |(_, entry)| C::at(entry));
        self.by_session().map(move |(session, entries)| (session, time(entries)))
    }

    /// Seconds that the sessions took.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.times().map(|(_, time)| time).sum()
    }
}

impl Record<Units> {
    /// Reads a journal of units, a plan or a result.
    ///
    /// # Errors
    /// As [`Found::read`], and files with another content.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        Self::parse(&read_whole(path)?)
    }

    /// The same from its bytes.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn parse(bytes: &[u8]) -> Result<Self, RecordError> {
        match Found::parse(bytes)? {
            Found::Units(record) => Ok(record),
            Found::States(_) => Err(RecordError::NoHead),
        }
    }

    /// What was counted, checked against the plan.
    ///
    /// # Errors
    /// Lines that do not make sense, or contradict each other.
    pub fn counted(&self, ledger: &UnitPlan) -> Result<Counted, RecordError> {
        let mut counted = Counted::none(ledger.units());
        self.add_to(ledger, &mut counted)?;
        Ok(counted)
    }

    /// What each block says of its units, checked against the head and the plan.
    ///
    /// # Errors
    /// Lines that do not make sense, or are of another count.
    pub fn counts(&self, ledger: &UnitPlan) -> Result<Vec<Vec<(usize, UnitCount)>>, RecordError> {
        let run = self.head.id();
        let counts = |&(line, ref block): &(usize, Block)| {
            if block.run != run {
                return Err(RecordError::Foreign { line });
            }
            block.counts_in(ledger).map_err(|fault| RecordError::Block { line, fault })
        };
        self.entries.iter().map(counts).collect()
    }

    /// The same beside what other files say.
    ///
    /// # Errors
    /// Lines that do not make sense, or contradict each other or the other files.
    pub fn add_to(&self, ledger: &UnitPlan, counted: &mut Counted) -> Result<(), RecordError> {
        for ((line, _), counts) in self.entries.iter().zip(self.counts(ledger)?) {
            let line = *line;
            for (unit, count) in counts {
                if counted.note(unit, count).is_some_and(|known| known != count) {
                    return Err(RecordError::Contradiction { line, unit });
                }
            }
        }
        Ok(())
    }

    /// The share of the expected work that the blocks say is done.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.entries.iter().map(|(_, block)| block.share).sum()
    }

    /// The same plan, and what was counted of it.
    ///
    /// # Errors
    /// A count that cannot go on here, and lines that are wrong.
    pub fn plan_again(&self, settings: &Settings) -> Result<(Plan, Counted), RecordError> {
        let plan = self.head.plan_again(settings)?;
        let counted = match plan.units() {
            Some(units) => self.counted(units)?,
            None => Counted::default(),
        };
        Ok((plan, counted))
    }
}

impl Record<States> {
    /// The last state that was written.
    #[must_use]
    pub fn last(&self) -> Option<&State> {
        self.entries.last().map(|(_, state)| state)
    }

    /// The states that may still be on the disk, the last one first: of each file the one that was written last.
    pub(super) fn states(&self) -> impl Iterator<Item = &State> {
        let last =
            |slot| self.entries.iter().rev().map(|(_, state)| state).find(move |state| state.slot == slot);
        let first = self.last().map_or(1, |state| state.slot);
        [first, 3 - first].into_iter().filter_map(last)
    }
}
