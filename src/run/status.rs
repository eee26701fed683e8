//! The progress of a count, from the files that are written while it runs.

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

/// The journal of a part, which has no lock, counts as active if it was changed within `RECENT` seconds. A
/// process usually writes more often.
const RECENT: u64 = 60;

/// The file in which the scripts that count in parts report that they gave up.
const GIVEN_UP: &str = "given-up.txt";

/// The largest share that is shown for an unfinished count.
const NEARLY_ALL: f64 = 0.9999;

/// The progress of a count.
#[derive(Debug)]
pub(crate) struct Status {
    /// The head of the count.
    pub(crate) head: Head,
    /// The share of the expected work that is done and safely on the disk.
    pub(crate) share: f64,
    /// A lower bound on the count; `None` if there is none.
    pub(crate) bound: Option<BigUint>,
    /// The number of counted units.
    pub(crate) units: usize,
    /// The number of partial placements made.
    pub(crate) nodes: u64,
    /// The seconds that processes were counting, up to the last line that they wrote.
    pub(crate) seconds: f64,
    /// The seconds that threads took. For a sweep, an upper bound: the time of all its threads.
    thread_seconds: f64,
    /// The seconds of the longest unit. Units that share a line have its mean.
    pub(crate) longest_unit: f64,
    /// The work by machine.
    pub(crate) machines: Vec<Machine>,
    /// The last state of a sweep.
    pub(crate) state: Option<State>,
    /// The progress of the parts, for a count in parts.
    pub(crate) parts: Option<PartsStatus>,
    /// The reason why the scripts that count in parts gave up, if they did.
    pub(crate) given_up: Option<String>,
    is_finished: bool,
    /// The files that cannot be used, with their faults.
    pub(crate) faults: Vec<(PathBuf, String)>,
}

/// The progress of parts.
#[derive(Debug, Serialize)]
pub(crate) struct PartsStatus {
    /// The number of parts.
    pub(crate) parts: usize,
    /// The number of parts with a result.
    pub(crate) finished: usize,
    /// The number of other parts with a journal.
    pub(crate) begun: usize,
}

/// The work of one machine.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    /// The name of the machine.
    pub(crate) host: String,
    /// The processor and the number of its cores.
    pub(crate) machine: String,
    /// The number of units that were counted on the machine.
    pub(crate) units: usize,
    /// The machine's share of the expected work of the count.
    pub(crate) share: f64,
    /// The seconds that processes were counting on the machine.
    pub(crate) seconds: f64,
    /// The number of processes that are counting on the machine now, as far as files show.
    pub(crate) processes: usize,
}

impl Machine {
    /// Returns the share of the expected work that the machine does in a second.
    ///
    /// Active processes are assumed to be as fast as the average of all processes, including finished ones.
    fn speed(&self) -> f64 {
        if self.seconds > 0.0 { self.processes as f64 * self.share / self.seconds } else { 0.0 }
    }
}

impl Status {
    /// Reads a journal, a result, or all of them in a folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be used, or if the folder has no usable file.
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
            // Units in journals alone are counted, but not yet in a result.
            sealed = reading.as_ref().map_or(0, |reading| reading.seen.len());
            for file in Campaign::all_files(path, ending)? {
                let record = match Record::read(&file) {
                    Ok(record) => record,
                    // The process of this journal has only just begun.
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

    /// Returns whether all is counted. For a count in parts, returns whether the results have all of it.
    pub(crate) fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Returns the share that is done, for display. It is 1 only if the count is finished.
    pub(crate) fn shown_share(&self) -> f64 {
        if self.is_finished() { 1.0 } else { self.share.min(NEARLY_ALL) }
    }

    /// Returns whether a process is working on the count.
    pub(crate) fn is_active(&self) -> bool {
        self.machines.iter().any(|machine| machine.processes > 0)
    }

    /// Returns the thread time that would have to be repeated without the journal.
    pub(crate) fn thread_time(&self) -> Duration {
        Duration::try_from_secs_f64(self.thread_seconds).unwrap_or(Duration::MAX)
    }

    /// Returns the remaining time at the present speed, in seconds; `None` if no process is counting.
    pub(crate) fn seconds_left(&self) -> Option<f64> {
        let speed: f64 = self.machines.iter().map(Machine::speed).sum();
        (speed > 0.0).then(|| (1.0 - self.share).max(0.0) / speed)
    }
}

/// Returns whether a file was changed just now, by the clock of its file system.
fn is_recent(path: &Path, now: SystemTime) -> bool {
    let changed = path.metadata().and_then(|known| known.modified());
    changed.is_ok_and(|changed| lock::time_between(now, changed).as_secs() < RECENT)
}

/// The content of the files read until now.
struct JournalReading {
    head: Head,
    /// The id of the count.
    run: String,
    seen: BTreeSet<usize>,
    /// For each term, the weighted number of placements found.
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

    /// Adds the content of a file.
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
            let ended = entries.last().map_or(0.0, |(_, entry)| entry.seconds());
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

    /// Adds a block of units, and returns its share of the work.
    ///
    /// A block with a unit that was already added is skipped, together with its other units, because the sum
    /// is a lower bound.
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

    /// Takes over a state, which says how far the only unit is. Returns the progress since the previous
    /// state.
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
