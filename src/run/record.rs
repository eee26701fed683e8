//! A journal or a result, read and checked.

use super::block::{Block, BlockError};
use super::head::{Head, HeadError};
use super::line::{self, LineError};
use crate::plan::{Counted, Settings, UnitCount, UnitPlan};
use serde::{Deserialize, Serialize};
use std::io;
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

/// Which part of a count it is: the `part`th of so many, from 0.
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
    /// What is counted: the first line.
    Head(Box<Head>),
    /// Into how many parts a plan splits it.
    Parts(Parts),
    /// Which part of it a file is about.
    Part(Part),
    /// A process that counts.
    Session(Session),
    /// What it has counted.
    Block(Box<Block>),
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

/// What stands in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// What is counted.
    pub head: Head,
    /// How many parts there are, if it is a plan.
    pub parts: Option<usize>,
    /// Which part it is about, if it is about one.
    pub part: Option<Part>,
    /// The processes that counted, in order; for each how many blocks were there before it.
    pub sessions: Vec<(usize, Session)>,
    /// What they counted, with the numbers of the lines.
    pub blocks: Vec<(usize, Block)>,
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
pub enum RecordError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It has no whole line.
    #[error(
        "nothing was written to it before the run was stopped: count anew, with another journal or without this one"
    )]
    Empty,
    /// It does not begin as it should.
    #[error("line 1 is not the head that says what is counted: this is no journal or result")]
    NoHead,
    /// A head in the middle.
    #[error("line {line} is a second head: two files were put into one")]
    SecondHead {
        /// Its number, from 1.
        line: usize,
    },
    /// A line of another count.
    #[error("line {line} is of another count{}", advice(*line))]
    Foreign {
        /// Its number, from 1.
        line: usize,
    },
    /// A line is damaged.
    #[error("line {line} is {fault}{}", advice(*line))]
    Line {
        /// Its number, from 1.
        line: usize,
        /// How.
        fault: LineError,
    },
    /// A block does not make sense.
    #[error("line {line} is wrong: {fault}{}", advice(*line))]
    Block {
        /// The line's number, from 1.
        line: usize,
        /// How.
        fault: BlockError,
    },
    /// Two lines with different results for one unit.
    #[error("line {line} is wrong, or one before it: they have different counts of unit {unit}; count anew")]
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

fn lines_of(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// What can be done about a damaged line.
fn advice(line: usize) -> &'static str {
    // Without the first one nobody knows what was counted.
    if line == 1 { "" } else { "; without that line its units are counted again" }
}

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// Whatever is wrong with the file but for a last line without an end, which a kill has torn off.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        Self::parse(&std::fs::read(path)?)
    }

    /// The same from its bytes.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn parse(bytes: &[u8]) -> Result<Self, RecordError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let is_torn = whole < bytes.len();
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').zip(1..);
        let fault = |line| move |fault| RecordError::Line { line, fault };
        let Some((first, _)) = lines.next() else { return Err(RecordError::Empty) };
        let read = |text: &[u8], number| line::read(&text[..text.len() - 1]).map_err(fault(number));
        let Line::Head(head) = read(first, 1)? else { return Err(RecordError::NoHead) };
        let mut record = Self {
            head: *head,
            parts: None,
            part: None,
            sessions: Vec::new(),
            blocks: Vec::new(),
            whole,
            is_torn,
            is_ended: false,
            seal: None,
        };
        let mut before = first.len();
        for (text, number) in lines {
            if record.seal.is_some() {
                return Err(RecordError::Seal { line: number });
            }
            let line = read(text, number)?;
            record.is_ended = line == Line::End;
            match line {
                Line::Head(_) => return Err(RecordError::SecondHead { line: number }),
                Line::Block(block) => record.blocks.push((number, *block)),
                Line::Parts(Parts { parts }) => record.parts = Some(parts),
                Line::Part(part) => record.part = Some(part),
                Line::End => {}
                Line::Session(session) => record.sessions.push((record.blocks.len(), session)),
                Line::Seal(seal) if seal == Seal::of(&bytes[..before]) => record.seal = Some(seal.digest),
                Line::Seal(_) => return Err(RecordError::Seal { line: number }),
            }
            before += text.len();
        }
        if is_torn && let Some(_) = record.seal {
            return Err(RecordError::Seal { line: lines_of(&bytes[..whole]) + 1 });
        }
        Ok(record)
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
        self.blocks.iter().map(counts).collect()
    }

    /// The same beside what other files say.
    ///
    /// # Errors
    /// Lines that do not make sense, or contradict each other or the other files.
    pub fn add_to(&self, ledger: &UnitPlan, counted: &mut Counted) -> Result<(), RecordError> {
        for ((line, _), counts) in self.blocks.iter().zip(self.counts(ledger)?) {
            let line = *line;
            for (unit, count) in counts {
                if counted.note(unit, count).is_some_and(|known| known != count) {
                    return Err(RecordError::Contradiction { line, unit });
                }
            }
        }
        Ok(())
    }

    /// The blocks of each session.
    pub fn by_session(&self) -> impl Iterator<Item = (&Session, &[(usize, Block)])> {
        let ends = self.sessions.iter().skip(1).map(|&(from, _)| from).chain([self.blocks.len()]);
        self.sessions.iter().zip(ends).map(|((from, session), to)| (session, &self.blocks[*from..to]))
    }

    /// The share of the expected work that the blocks say is done.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.blocks.iter().map(|(_, block)| block.share).sum()
    }

    /// Seconds that the sessions took, each up to its last block.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.by_session().map(|(_, blocks)| blocks.last().map_or(0.0, |(_, block)| block.at)).sum()
    }

    /// The problem with the same plan, and what was counted of it.
    ///
    /// # Errors
    /// A count that cannot go on here, and lines that are wrong.
    pub fn plan_again(&self, settings: &Settings) -> Result<(crate::plan::Plan, Counted), RecordError> {
        let plan = self.head.plan_again(settings)?;
        let counted = match plan.units() {
            Some(units) => self.counted(units)?,
            None => Counted::default(),
        };
        Ok((plan, counted))
    }
}
