//! The progress of a count, from what is written while it runs.

use super::campaign::{Campaign, JOURNAL, RESULT};
use super::head::Head;
use super::lock;
use super::record::{Found, Record, RecordError, Session};
use super::states::States;
use super::units::Units;
use crate::run::ranges;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A journal without a lock, of a part, is being written if it was changed within this many seconds; a process has something
/// to write more often, as a rule.
const RECENT: u64 = 60;

/// The progress of a count, whatever is kept of it.
#[derive(Debug)]
pub enum Status {
    /// By its units.
    Units(UnitsStatus),
    /// As the states of a sweep say.
    States(StatesStatus),
}

/// The progress of a count by units.
#[derive(Debug)]
pub struct UnitsStatus {
    /// What is counted.
    pub head: Head<Units>,
    /// The share of the expected work that is done.
    pub share: f64,
    /// A lower bound on the count.
    pub bound: BigUint,
    /// Units that were counted.
    pub units: usize,
    /// Partial placements made.
    pub nodes: u64,
    /// Seconds that threads took.
    pub thread_seconds: f64,
    /// Who counted, by machine.
    pub machines: Vec<Machine>,
    /// Of a count in parts, the progress of these.
    pub parts: Option<PartsStatus>,
    /// Files that cannot be used, and why.
    pub faults: Vec<(PathBuf, String)>,
}

/// The progress of a sweep.
#[derive(Debug)]
pub struct StatesStatus {
    /// What stands in the journal.
    pub record: Record<States>,
    /// Whether a process is at work on it.
    pub is_active: bool,
}

/// The most that is shown of a count that is not finished.
const NEARLY_ALL: f64 = 0.9999;

impl Status {
    /// What is counted.
    #[must_use]
    pub fn problem(&self) -> &str {
        match self {
            Self::Units(status) => status.head.asked(),
            Self::States(status) => status.record.head.asked(),
        }
    }

    /// The id of the count, which is in the names of automatic journals.
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Self::Units(status) => status.head.id(),
            Self::States(status) => status.record.head.id(),
        }
    }

    /// The share that is done, as it is shown: all of it only when that is so.
    #[must_use]
    pub fn shown_share(&self) -> f64 {
        match self {
            Self::Units(status) => status.shown_share(),
            Self::States(status) => status.shown_share(),
        }
    }

    /// What would have to be counted again without the journal, in time of threads.
    #[must_use]
    pub fn thread_time(&self) -> Duration {
        let seconds = match self {
            Self::Units(status) => status.thread_seconds,
            Self::States(status) => status.thread_seconds(),
        };
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

impl UnitsStatus {
    /// Whether all is counted.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.units == self.head.units()
    }

    /// The share that is done, as it is shown: all of it only when that is so.
    #[must_use]
    pub fn shown_share(&self) -> f64 {
        if self.is_finished() { 1.0 } else { self.share.min(NEARLY_ALL) }
    }
}

impl StatesStatus {
    /// The share that is done, as it is shown: all of it only when that is so.
    #[must_use]
    pub fn shown_share(&self) -> f64 {
        if self.is_finished() { 1.0 } else { self.share().min(NEARLY_ALL) }
    }

    /// The share of the count that is done and safe.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.record.last().map_or(0.0, |state| state.share)
    }

    /// Seconds that threads took at most: all of them, to the last state of each session.
    #[must_use]
    pub fn thread_seconds(&self) -> f64 {
        self.record.times().map(|(session, seconds)| seconds * session.threads as f64).sum()
    }

    /// Whether all is counted.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.record.last().is_some_and(|state| state.finished)
    }
}

/// The progress of parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartsStatus {
    /// How many there are.
    pub parts: usize,
    /// How many have a result.
    pub finished: usize,
    /// How many others have a journal.
    pub begun: usize,
}

/// What was counted on one machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Machine {
    /// Its name.
    pub host: String,
    /// Its processor and cores.
    pub machine: String,
    /// Units that were counted on it.
    pub units: usize,
    /// The share of the expected work of the count.
    pub share: f64,
    /// Seconds that processes were counting on it.
    pub seconds: f64,
    /// How many processes are counting on it now, as far as can be seen.
    pub active: usize,
    /// The share of the expected work that these do in a second.
    pub speed: f64,
}

impl Status {
    /// Reads a journal, a result, or all of them in a folder.
    ///
    /// # Errors
    /// A file that cannot be used, or a folder where there is none that can be.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        if path.is_dir() {
            return UnitsStatus::of_folder(path).map(Self::Units);
        }
        let found = Found::read(path)?;
        let is_active = lock::owner_of(path).is_some();
        Ok(match found {
            Found::Units(record) => {
                let mut reading = Reading::new(record.head.clone());
                reading.add(&record, is_active);
                Self::Units(reading.status())
            }
            Found::States(record) => Self::States(StatesStatus { record, is_active }),
        })
    }
}

impl UnitsStatus {
    /// The time that is left at the present speed, in seconds; `None` if no process is counting.
    #[must_use]
    pub fn seconds_left(&self) -> Option<f64> {
        let speed: f64 = self.machines.iter().map(|machine| machine.speed).sum();
        (speed > 0.0).then(|| (1.0 - self.share).max(0.0) / speed)
    }

    /// Reads all journals and results in a folder.
    fn of_folder(path: &Path) -> Result<Self, RecordError> {
        let campaign = Campaign::open(path).ok();
        let mut faults = Vec::new();
        let mut reading = campaign.as_ref().map(|campaign| Reading::new(campaign.head.clone()));
        let (mut finished, mut begun) = (BTreeSet::new(), BTreeSet::new());
        for ending in [RESULT, JOURNAL] {
            for file in Campaign::all_files(path, ending) {
                let record = match Record::read(&file) {
                    Ok(record) => record,
                    // Its process has only just begun.
                    Err(RecordError::Empty) => continue,
                    Err(error) => {
                        faults.push((file, error.to_string()));
                        continue;
                    }
                };
                let reading = reading.get_or_insert_with(|| Reading::new(record.head.clone()));
                if !record.head.is_of(&reading.head) {
                    faults.push((file, format!("it belongs to another count ({})", record.head.problem)));
                    continue;
                }
                if let Some(part) = record.part {
                    let parts = if record.seal.is_some() { &mut finished } else { &mut begun };
                    parts.insert(part.part);
                }
                reading.add(&record, ending == JOURNAL && !record.is_ended && is_recent(&file));
            }
        }
        let Some(reading) = reading else { return Err(RecordError::NoHead) };
        let parts = campaign.map(|campaign| PartsStatus {
            parts: campaign.parts,
            finished: finished.len(),
            begun: begun.difference(&finished).count(),
        });
        Ok(Self { parts, faults, ..reading.status() })
    }
}

fn is_recent(path: &Path) -> bool {
    let changed = path.metadata().and_then(|known| known.modified());
    changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age.as_secs() < RECENT))
}

/// What was read so far.
struct Reading {
    head: Head<Units>,
    /// Its id.
    run: String,
    seen: BTreeSet<usize>,
    weighted: Vec<BigUint>,
    share: f64,
    nodes: u64,
    thread_seconds: f64,
    machines: BTreeMap<(String, String), Machine>,
}

impl Reading {
    fn new(head: Head<Units>) -> Self {
        let weighted = vec![BigUint::ZERO; head.content.terms()];
        let (seen, machines) = (BTreeSet::new(), BTreeMap::new());
        let run = head.id();
        Self { head, run, seen, weighted, share: 0.0, nodes: 0, thread_seconds: 0.0, machines }
    }

    /// Adds the blocks of a file. Of units that are there already nothing is added, nor of others in the same block: it is
    /// a bound.
    fn add(&mut self, record: &Record<Units>, is_active: bool) {
        let last = record.sessions.len().saturating_sub(1);
        for (number, (session, blocks)) in record.by_session().enumerate() {
            let (mut units, mut share) = (0, 0.0);
            for (_, block) in blocks {
                let Some(numbers) = ranges::read(&block.units, self.head.units()) else { continue };
                if block.run != self.run || numbers.iter().any(|unit| self.seen.contains(unit)) {
                    continue;
                }
                units += numbers.len();
                share += block.share;
                self.nodes = self.nodes.saturating_add(block.nodes);
                self.thread_seconds += block.seconds;
                if let Some(sum) = self.weighted.get_mut(block.term) {
                    *sum += block.weighted.parse::<BigUint>().unwrap_or_default();
                }
                self.seen.extend(numbers);
            }
            self.share += share;
            let ended = blocks.last().map_or(0.0, |(_, block)| block.at);
            let machine = self.machine(session);
            machine.units += units;
            machine.share += share;
            if is_active && number == last {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
                let seconds = ended.max(now.saturating_sub(session.started) as f64).max(0.1);
                machine.active += 1;
                machine.seconds += seconds;
            } else {
                machine.seconds += ended;
            }
        }
    }

    fn machine(&mut self, session: &Session) -> &mut Machine {
        let key = (session.host.clone(), session.machine.clone());
        self.machines.entry(key).or_insert_with(|| Machine {
            host: session.host.clone(),
            machine: session.machine.clone(),
            units: 0,
            share: 0.0,
            seconds: 0.0,
            active: 0,
            speed: 0.0,
        })
    }

    fn status(mut self) -> UnitsStatus {
        for machine in self.machines.values_mut().filter(|machine| machine.seconds > 0.0) {
            // As fast as all processes there were, finished ones included.
            machine.speed = machine.active as f64 * machine.share / machine.seconds;
        }
        UnitsStatus {
            bound: self.head.content.bound(&self.weighted),
            head: self.head,
            share: self.share.min(1.0),
            units: self.seen.len(),
            nodes: self.nodes,
            thread_seconds: self.thread_seconds,
            machines: self.machines.into_values().collect(),
            parts: None,
            faults: Vec::new(),
        }
    }
}
