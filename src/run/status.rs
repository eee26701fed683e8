//! The progress of a count, from what is written while it runs.

use super::block::Block;
use super::campaign::{Campaign, CampaignError, JOURNAL, RESULT};
use super::head::Head;
use super::lock;
use super::merge::UNSEALED;
use super::ranges;
use super::record::{JournalEntry, Process, Record, RecordError};
use super::state::State;
use num_bigint::BigUint;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A journal without a lock, of a part, is being written if it was changed within this many seconds; a process has something
/// to write more often, as a rule.
const RECENT: u64 = 60;

/// Where the scripts that count in parts say that they gave up.
const GIVEN_UP: &str = "given-up.txt";

/// The most that is shown of a count that is not finished.
const NEARLY_ALL: f64 = 0.9999;

/// The progress of a count.
#[derive(Debug)]
pub(crate) struct Status {
    /// What is counted.
    pub(crate) head: Head,
    /// The share of the expected work that is done, and safe.
    pub(crate) share: f64,
    /// A lower bound on the count; `None` if nothing is known of it.
    pub(crate) bound: Option<BigUint>,
    /// Units that were counted.
    pub(crate) units: usize,
    /// Partial placements made.
    pub(crate) nodes: u64,
    /// Seconds that processes were counting, up to the last that they wrote.
    pub(crate) seconds: f64,
    /// Seconds that threads took; of a sweep at most: all of its threads.
    thread_seconds: f64,
    /// Seconds of the unit that took longest, of those in a line of their own.
    pub(crate) longest_unit: f64,
    /// Who counted, by machine.
    pub(crate) machines: Vec<Machine>,
    /// The last state of a sweep.
    pub(crate) state: Option<State>,
    /// Of a count in parts, the progress of these.
    pub(crate) parts: Option<PartsStatus>,
    /// Why the scripts that count in parts gave up, if they did.
    pub(crate) given_up: Option<String>,
    is_finished: bool,
    /// Files that cannot be used, and why.
    pub(crate) faults: Vec<(PathBuf, String)>,
}

/// The progress of parts.
#[derive(Debug, Serialize)]
pub(crate) struct PartsStatus {
    /// How many there are.
    pub(crate) parts: usize,
    /// How many have a result.
    pub(crate) finished: usize,
    /// How many others have a journal.
    pub(crate) begun: usize,
}

/// What was counted on one machine.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    /// Its name.
    pub(crate) host: String,
    /// Its processor and cores.
    pub(crate) machine: String,
    /// Units that were counted on it.
    pub(crate) units: usize,
    /// The share of the expected work of the count.
    pub(crate) share: f64,
    /// Seconds that processes were counting on it.
    pub(crate) seconds: f64,
    /// How many processes are counting on it now, as far as can be seen.
    pub(crate) processes: usize,
}

impl Machine {
    /// The share of the expected work that they do in a second, if each is as fast as all that there were, finished ones
    /// included.
    fn speed(&self) -> f64 {
        if self.seconds > 0.0 { self.processes as f64 * self.share / self.seconds } else { 0.0 }
    }
}

impl Status {
    /// Reads a journal, a result, or all of them in a folder.
    ///
    /// # Errors
    /// A file that cannot be used, or a folder where there is none that can be.
    pub(crate) fn read(path: &Path) -> Result<Self, RecordError> {
        if path.is_dir() {
            return Self::of_folder(path);
        }
        let record = Record::read(path)?;
        let mut reading = JournalReading::new(&record.head);
        reading.add(&record, lock::owner_of(path).is_some());
        Ok(reading.status())
    }

    /// Reads all journals and results in a folder.
    fn of_folder(path: &Path) -> Result<Self, RecordError> {
        let campaign = match Campaign::open(path) {
            Err(CampaignError::Disk(error)) => return Err(error.into()),
            campaign => campaign.ok(),
        };
        let now = lock::now_beside(&path.join("now")).unwrap_or_else(|_| SystemTime::now());
        let mut faults = Vec::new();
        let mut reading = campaign.as_ref().map(|campaign| JournalReading::new(&campaign.head));
        let (mut finished, mut begun) = (BTreeSet::new(), BTreeSet::new());
        let mut sealed = 0;
        for ending in [RESULT, JOURNAL] {
            // Units that stand in a journal alone are counted, but no result has them yet.
            sealed = reading.as_ref().map_or(0, |reading| reading.seen.len());
            for file in Campaign::all_files(path, ending)? {
                let record = match Record::read(&file) {
                    Ok(record) => record,
                    // Its process has only just begun.
                    Err(RecordError::Empty) => continue,
                    Err(error) => {
                        faults.push((file, error.to_string()));
                        continue;
                    }
                };
                let reading = reading.get_or_insert_with(|| JournalReading::new(&record.head));
                if let Some(difference) = record.head.difference(&reading.head) {
                    faults.push((file, difference));
                    continue;
                }
                if ending == RESULT && record.seal.is_none() {
                    faults.push((file, UNSEALED.to_owned()));
                    continue;
                }
                if let Some(part) = record.part {
                    let parts = if ending == RESULT { &mut finished } else { &mut begun };
                    parts.insert(part.part);
                }
                reading.add(&record, ending == JOURNAL && !record.is_ended && is_recent(&file, now));
            }
        }
        let Some(reading) = reading else { return Err(RecordError::NoHead) };
        let given_up = std::fs::read_to_string(path.join(GIVEN_UP)).ok();
        let given_up = given_up.and_then(|text| Some(text.lines().next()?.to_owned()));
        let parts = campaign.map(|campaign| PartsStatus {
            parts: campaign.parts,
            finished: finished.len(),
            begun: begun.difference(&finished).count(),
        });
        let is_finished = sealed == reading.head.units();
        Ok(Self { parts, faults, given_up, is_finished, ..reading.status() })
    }

    /// Whether all is counted; of a count in parts, whether results have all of it.
    pub(crate) fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// The share that is done, as it is shown: all of it only when that is so.
    pub(crate) fn shown_share(&self) -> f64 {
        if self.is_finished() { 1.0 } else { self.share.min(NEARLY_ALL) }
    }

    /// Whether a process is at work on it.
    pub(crate) fn is_active(&self) -> bool {
        self.machines.iter().any(|machine| machine.processes > 0)
    }

    /// What would have to be counted again without the journal, in time of threads.
    pub(crate) fn thread_time(&self) -> Duration {
        Duration::try_from_secs_f64(self.thread_seconds).unwrap_or(Duration::MAX)
    }

    /// The time that is left at the present speed, in seconds; `None` if no process is counting.
    pub(crate) fn seconds_left(&self) -> Option<f64> {
        let speed: f64 = self.machines.iter().map(Machine::speed).sum();
        (speed > 0.0).then(|| (1.0 - self.share).max(0.0) / speed)
    }
}

/// Whether a file was changed just now, by the clock of its file system.
fn is_recent(path: &Path, now: SystemTime) -> bool {
    let changed = path.metadata().and_then(|known| known.modified());
    changed.is_ok_and(|changed| lock::between(now, changed).as_secs() < RECENT)
}

/// What was read so far.
struct JournalReading {
    head: Head,
    /// Its id.
    run: String,
    seen: BTreeSet<usize>,
    /// For each term what was found, with weights.
    weighted: BTreeMap<usize, BigUint>,
    share: f64,
    nodes: u64,
    seconds: f64,
    thread_seconds: f64,
    longest_unit: f64,
    machines: BTreeMap<(String, String), Machine>,
    state: Option<State>,
}

impl JournalReading {
    fn new(head: &Head) -> Self {
        Self {
            head: head.clone(),
            run: head.id(),
            seen: BTreeSet::new(),
            weighted: BTreeMap::new(),
            share: 0.0,
            nodes: 0,
            seconds: 0.0,
            thread_seconds: 0.0,
            longest_unit: 0.0,
            machines: BTreeMap::new(),
            state: None,
        }
    }

    /// Adds what stands in a file.
    fn add(&mut self, record: &Record, is_active: bool) {
        let last = record.sessions.len().saturating_sub(1);
        for (number, (session, entries)) in record.by_session().enumerate() {
            let before = self.seen.len();
            let add = |(_, entry): &(usize, JournalEntry)| match entry {
                JournalEntry::Block(block) => self.add_block(block),
                JournalEntry::State(state) => self.add_state(state),
            };
            let share: f64 = entries.iter().map(add).sum();
            let units = self.seen.len().saturating_sub(before);
            let ended = entries.last().map_or(0.0, |(_, entry)| entry.at());
            if self.head.is_swept() {
                self.thread_seconds += ended * session.threads as f64;
            }
            self.seconds += ended;
            let machine = self.machine(session);
            machine.units += units;
            machine.share += share;
            if is_active && number == last {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
                let seconds = ended.max(now.saturating_sub(session.started) as f64).max(0.1);
                machine.processes += 1;
                machine.seconds += seconds;
            } else {
                machine.seconds += ended;
            }
        }
    }

    /// Adds some units, and returns their share of the work. Of those that are there already nothing is added, nor of others in
    /// the same block: it is a bound.
    fn add_block(&mut self, block: &Block) -> f64 {
        let Some(numbers) = ranges::read(&block.units, self.head.units()) else { return 0.0 };
        if block.run != self.run || numbers.iter().any(|unit| self.seen.contains(unit)) {
            return 0.0;
        }
        self.share += block.share;
        self.nodes = self.nodes.saturating_add(block.nodes);
        self.thread_seconds += block.seconds;
        self.longest_unit = self.longest_unit.max(block.seconds / numbers.len().max(1) as f64);
        let weighted = block.weighted.parse::<BigUint>().unwrap_or_default();
        *self.weighted.entry(block.term).or_default() += weighted;
        self.seen.extend(numbers);
        block.share
    }

    /// Takes note of a state, which says how far the only unit is; returns how much further.
    fn add_state(&mut self, state: &State) -> f64 {
        let before = std::mem::replace(&mut self.share, state.share);
        self.nodes = state.nodes;
        self.seen = state.finished.then_some(0).into_iter().collect();
        self.state = Some(state.clone());
        (state.share - before).max(0.0)
    }

    fn machine(&mut self, session: &Process) -> &mut Machine {
        let key = (session.host.clone(), session.machine.clone());
        self.machines.entry(key).or_insert_with(|| Machine {
            host: session.host.clone(),
            machine: session.machine.clone(),
            units: 0,
            share: 0.0,
            seconds: 0.0,
            processes: 0,
        })
    }

    fn status(self) -> Status {
        Status {
            bound: self.head.bound(&self.weighted),
            is_finished: self.seen.len() == self.head.units(),
            given_up: None,
            head: self.head,
            share: self.share.min(1.0),
            units: self.seen.len(),
            nodes: self.nodes,
            seconds: self.seconds,
            thread_seconds: self.thread_seconds,
            longest_unit: self.longest_unit,
            machines: self.machines.into_values().collect(),
            state: self.state,
            parts: None,
            faults: Vec::new(),
        }
    }
}
