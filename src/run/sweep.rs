//! The journal of a sweep: its states on the disk, so that it goes on after a stop or a power cut.
//!
//! A sweep has no units; what is kept of it is its state at some time ([`SweepState`]), as large as most of what it holds in
//! memory. States are written to two files beside the journal in turn, `FILE.state-1` and `FILE.state-2`; only when one is
//! safely on the disk a line of the journal names it, with its hash. So a kill while one is written leaves the other one,
//! and a state that is damaged is seen and not used.
//!
//! While a state is written the sweep waits, so that no second copy is needed in memory. How often that happens follows from
//! how long it takes: at most a hundredth of the time goes into it.

use super::head::{HeadError, problem_again};
use super::line::{self, LineError};
use super::lock::{self, Lock, LockError};
use super::record::Session;
use super::store::{LineFile, Store, sync_folder};
use crate::Named;
use crate::engines::{Engine, SweepKeeper, SweepPause, SweepRecipe, SweepState, SweepWay};
use crate::plan::{self, Plan, Recipe, Settings};
use crate::{Question, UpTo};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Names the lines and their meaning; raised when they change.
const SCHEMA: &str = "armistice.sweep/1";

/// Between two states, at least, and before the first one: of a journal that was asked for,
const EAGER: Duration = Duration::from_millis(500);
/// and of one that was not.
const PATIENT: Duration = Duration::from_secs(10);
/// So much more time goes into counting than into writing.
const WORTH: f64 = 100.0;
/// Bytes that are expected to be written in a second, before any were.
const SPEED: f64 = 5e8;
/// What is smaller than this many bytes does not say how fast the disk is.
const LARGE: u64 = 1 << 24;
/// Writing the last state, of a sweep that was told to stop, is given up after this time.
const LAST: Duration = Duration::from_secs(60);
/// Between two signs of life.
const SIGN: Duration = Duration::from_secs(5);

/// The first line: what is counted, and in which ways.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SweepHead {
    schema: String,
    /// The problem text, and its hash.
    pub problem: String,
    identity: String,
    up_to: String,
    maximal: bool,
    by_number: bool,
    /// The engine as it was asked for.
    asked: String,
    /// The engine that counts, and its version.
    engine: String,
    version: u32,
    ways: Vec<Way>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Way {
    order: usize,
    grouped: Vec<bool>,
    seconds: f64,
    memory: u64,
}

impl SweepHead {
    /// The head for a plan of this problem; nothing if the plan is no sweep.
    #[must_use]
    pub fn new(plan: &Plan) -> Option<Self> {
        let (Question { problem, up_to, maximal, by_number }, settings) = (plan.question(), plan.settings());
        let way = |SweepWay { order, grouped, seconds, memory }| Way { order, grouped, seconds, memory };
        let (engine, version) = plan.summary().engine;
        Some(Self {
            schema: SCHEMA.to_owned(),
            problem: problem.to_string(),
            identity: problem.identity(),
            up_to: up_to.name().to_owned(),
            maximal: *maximal,
            by_number: *by_number,
            asked: settings.engine.name().to_owned(),
            engine: engine.to_owned(),
            version,
            ways: plan.swept()?.recipe().ways.into_iter().map(way).collect(),
        })
    }

    /// Names the count for ever: twelve digits of a hash of what is asked.
    #[must_use]
    pub fn id(&self) -> String {
        let Self { schema, identity, up_to, maximal, by_number, .. } = self;
        let hash = blake3::hash(format!("{schema} {identity} {up_to} {maximal} {by_number}").as_bytes());
        hash.to_hex()[..12].to_owned()
    }

    /// Name and version of the engine.
    #[must_use]
    pub fn counted_by(&self) -> String {
        format!("{} {}", self.engine, self.version)
    }

    /// The problem and the same plan, with everything else as in `settings`.
    fn plan_again(&self, settings: &Settings) -> Result<Plan, HeadError> {
        let unknown = |what: &str, name: &str| HeadError::Unknown(format!("{what} \"{name}\""));
        let problem = problem_again([&self.schema, SCHEMA], &self.problem, &self.identity)?;
        let engine = Engine::named(&self.asked).ok_or_else(|| unknown("the engine", &self.asked))?;
        let up_to = UpTo::named(&self.up_to).ok_or_else(|| unknown("placements up to", &self.up_to))?;
        let question = Question { problem, up_to, maximal: self.maximal, by_number: self.by_number };
        let settings = Settings { engine, ..settings.clone() };
        let way = |Way { order, grouped, seconds, memory }: &Way| SweepWay {
            order: *order,
            grouped: grouped.clone(),
            seconds: *seconds,
            memory: *memory,
        };
        let recipe = SweepRecipe { ways: self.ways.iter().map(way).collect() };
        let plan = plan::plan_again(&question, &settings, &Recipe::Sweep(recipe))?;
        let (engine, version) = plan.summary().engine;
        let now = format!("{engine} {version}");
        if now != self.counted_by() {
            return Err(HeadError::Version { then: self.counted_by(), now });
        }
        Ok(plan)
    }
}

/// A state that was written as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StateLine {
    /// Which of the two files has it, 1 or 2.
    pub slot: u32,
    digest: String,
    /// How large it is.
    pub bytes: u64,
    /// The share of the count that is done.
    pub share: f64,
    /// Partial placements made.
    pub nodes: u64,
    /// Seconds from the beginning of the session.
    pub at: f64,
    /// Whether all is counted.
    pub finished: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase")]
enum SweepLine {
    Sweep(Box<SweepHead>),
    Session(Session),
    State(StateLine),
}

/// What stands in the journal of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepRecord {
    /// What is counted.
    pub head: SweepHead,
    /// The processes that counted, in order, each with the states that it wrote.
    pub sessions: Vec<(Session, Vec<StateLine>)>,
    /// Bytes of whole lines.
    whole: usize,
}

/// Why a sweep cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The journal cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It has no head.
    #[error("line 1 is not the head that says what is swept: this is no journal of a sweep")]
    NoHead,
    /// A line is damaged.
    #[error(
        "line {line} is {fault}; without it the sweep goes on from another state, if it is not the first line"
    )]
    Line {
        /// Its number, from 1.
        line: usize,
        /// How.
        fault: LineError,
    },
    /// A line at a place where it cannot be.
    #[error("line {line} does not belong there: the journal was changed")]
    Place {
        /// Its number, from 1.
        line: usize,
    },
    /// Somebody else has the lock.
    #[error("{0}")]
    Lock(#[from] LockError),
    /// The count cannot go on here.
    #[error("{0}")]
    Head(#[from] HeadError),
    /// No state can be used.
    #[error("no state of the sweep can be used, so count anew; {path}: {why}")]
    NoState {
        /// The file of the last one.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// The journal is there already.
    #[error("the file is there already: --resume goes on with it, or take another name")]
    Exists,
}

impl SweepRecord {
    /// Whether a file begins like the journal of a sweep.
    #[must_use]
    pub fn is_one(path: &Path) -> bool {
        const BEGIN: &[u8] = b"{\"line\":\"sweep\",";
        let mut begin = [0; BEGIN.len()];
        let read = File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut begin));
        read.is_ok() && begin == *BEGIN
    }

    /// Reads a journal.
    ///
    /// # Errors
    /// Whatever is wrong with it but for a last line without an end, which a kill has torn off.
    pub fn read(path: &Path) -> Result<Self, SweepError> {
        Self::parse(&fs::read(path)?)
    }

    fn parse(bytes: &[u8]) -> Result<Self, SweepError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').zip(1..);
        let mut record: Option<Self> = None;
        for (text, line) in lines {
            let read = line::read(&text[..text.len() - 1]);
            match (read.map_err(|fault| SweepError::Line { line, fault })?, &mut record) {
                (SweepLine::Sweep(head), None) => {
                    record = Some(Self { head: *head, sessions: Vec::new(), whole });
                }
                (_, None) => return Err(SweepError::NoHead),
                (SweepLine::Session(session), Some(record)) => record.sessions.push((session, Vec::new())),
                (SweepLine::State(state), Some(record)) => match record.sessions.last_mut() {
                    Some((_, states)) if matches!(state.slot, 1 | 2) => states.push(state),
                    _ => return Err(SweepError::Place { line }),
                },
                (SweepLine::Sweep(_), Some(_)) => return Err(SweepError::Place { line }),
            }
        }
        record.ok_or(SweepError::NoHead)
    }

    /// Seconds that the sessions took, each up to its last state.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.sessions.iter().filter_map(|(_, states)| states.last()).map(|state| state.at).sum()
    }

    /// The states that may still be on the disk, the last one first: of each file the one that was written last.
    fn states(&self) -> Vec<&StateLine> {
        let mut states: Vec<&StateLine> = Vec::new();
        for state in self.sessions.iter().flat_map(|(_, states)| states).rev() {
            if states.iter().all(|other| other.slot != state.slot) {
                states.push(state);
            }
        }
        states
    }

    /// The last state that was written.
    #[must_use]
    pub fn last(&self) -> Option<&StateLine> {
        self.sessions.iter().flat_map(|(_, states)| states).next_back()
    }
}

/// The file of a state: `knights.jsonl.state-1`.
#[must_use]
pub fn state_path(journal: &Path, slot: u32) -> PathBuf {
    let mut name = journal.file_name().unwrap_or_default().to_owned();
    name.push(format!(".state-{slot}"));
    journal.with_file_name(name)
}

/// Removes a journal that is not needed any more, with its states if it has any.
pub fn remove(journal: &Path) {
    let _ = fs::remove_file(journal);
    for slot in [1, 2] {
        let _ = fs::remove_file(state_path(journal, slot));
    }
}

/// What there is to say while a sweep is kept.
#[derive(Debug, Clone, Copy)]
pub enum SweepEvent<'a> {
    /// The journal was begun.
    Began(&'a Path),
    /// A sweep that was told to stop is about to write so many bytes.
    Stopping(u64),
    /// A state could not be written.
    Failed(&'a Path, &'a io::Error),
    /// One was written again.
    GoesOn(&'a Path),
    /// Another process has taken over: this one writes no more.
    Taken(&'a Path),
}

/// Where the states of a sweep go.
pub struct SweepJournal<'a> {
    path: PathBuf,
    head: SweepHead,
    session: Session,
    begun: Instant,
    is_lazy: bool,
    tell: &'a (dyn Fn(SweepEvent<'_>) + Sync),
    writing: Mutex<Writing>,
    is_over: Mutex<bool>,
    changed: Condvar,
}

struct Writing {
    store: Option<LineFile>,
    lock: Option<Lock>,
    /// What stands before the next state in the journal and is not written yet.
    waiting: String,
    /// The file for the next state.
    slot: u32,
    /// When the last state was written, or tried to be.
    last: Instant,
    /// Bytes written in a second, as far as enough were for that to be said.
    speed: f64,
    /// Seconds that writing the last state took.
    cost: f64,
    /// Whether the last state could not be written.
    is_failed: bool,
    is_taken: bool,
    /// Whether the last state that was offered is on the disk.
    is_kept: bool,
}

/// A sweep that goes on.
pub struct ResumedSweep<'a> {
    /// The plan, which goes on from the state.
    pub plan: Plan,
    /// Where the next states go.
    pub journal: SweepJournal<'a>,
    /// Seconds that it took so far.
    pub before: f64,
    /// The share of the count that is done.
    pub share: f64,
    /// A state that was passed over, and why.
    pub passed_over: Option<(PathBuf, String)>,
}

impl<'a> SweepJournal<'a> {
    fn new(
        path: &Path,
        head: SweepHead,
        session: Session,
        is_lazy: bool,
        tell: &'a (dyn Fn(SweepEvent<'_>) + Sync),
    ) -> Self {
        let waiting = line::write(&SweepLine::Sweep(Box::new(head.clone())))
            + &line::write(&SweepLine::Session(session.clone()));
        let now = Instant::now();
        let writing = Writing {
            store: None,
            lock: None,
            waiting,
            slot: 1,
            last: now,
            speed: SPEED,
            cost: 0.0,
            is_failed: false,
            is_taken: false,
            is_kept: false,
        };
        Self {
            path: path.to_owned(),
            head,
            session,
            begun: now,
            is_lazy,
            tell,
            writing: Mutex::new(writing),
            is_over: Mutex::new(false),
            changed: Condvar::new(),
        }
    }

    /// A new journal, begun at once.
    ///
    /// # Errors
    /// A file that is there, a lock that somebody else has, and whatever the disk says.
    pub fn create(
        path: &Path,
        head: SweepHead,
        session: Session,
        tell: &'a (dyn Fn(SweepEvent<'_>) + Sync),
    ) -> Result<Self, SweepError> {
        if path.exists() {
            return Err(SweepError::Exists);
        }
        let journal = Self::new(path, head, session, false, tell);
        let mut writing = journal.writing();
        writing.lock = Some(Lock::take(path, &journal.session)?);
        writing.store = Some(LineFile::create(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => SweepError::Exists,
            _ => SweepError::Unreadable(error),
        })?);
        // A disk that is full now may not be when the first state is written.
        let _ = journal.append(&mut writing, "");
        drop(writing);
        tell(SweepEvent::Began(path));
        Ok(journal)
    }

    /// A journal that is begun with the first state, if the sweep takes long.
    #[must_use]
    pub fn lazy(
        path: &Path,
        head: SweepHead,
        session: Session,
        tell: &'a (dyn Fn(SweepEvent<'_>) + Sync),
    ) -> Self {
        Self::new(path, head, session, true, tell)
    }

    /// Reads a journal, makes its plan again and goes on from its last state.
    ///
    /// # Errors
    /// Journals that are damaged or of another version, and states that cannot be used.
    pub fn resume(
        path: &Path,
        settings: &Settings,
        session: Session,
        tell: &'a (dyn Fn(SweepEvent<'_>) + Sync),
    ) -> Result<ResumedSweep<'a>, SweepError> {
        // Before it is read: nobody else may write to it from here on.
        let lock = Lock::take(path, &session)?;
        let record = SweepRecord::read(path)?;
        let plan = record.head.plan_again(settings)?;
        let mut fault: Option<(PathBuf, String)> = None;
        let (mut share, mut next) = (None, 1);
        for state in record.states() {
            let file = state_path(path, state.slot);
            let opened = File::open(&file).map_err(|error| error.to_string());
            let loaded = opened.and_then(|opened| {
                let buffered = io::BufReader::with_capacity(1 << 20, opened);
                let sweep = plan.swept().ok_or("the plan is no sweep")?;
                sweep.load(buffered, &state.digest).map_err(|error| error.to_string())
            });
            match loaded {
                Ok(done) => {
                    (share, next) = (Some(done), 3 - state.slot);
                    break;
                }
                Err(why) => fault = fault.or(Some((file, why))),
            }
        }
        let share = match (share, &fault) {
            (Some(share), _) => share,
            (None, Some((path, why))) => {
                return Err(SweepError::NoState { path: path.display().to_string(), why: why.clone() });
            }
            (None, None) => 0.0,
        };
        let journal = Self::new(path, record.head.clone(), session, false, tell);
        let mut writing = journal.writing();
        writing.store = Some(LineFile::go_on(path, record.whole as u64)?);
        writing.lock = Some(lock);
        writing.waiting = line::write(&SweepLine::Session(journal.session.clone()));
        writing.slot = next;
        drop(writing);
        let before = record.seconds();
        Ok(ResumedSweep { plan, journal, before, share, passed_over: fault })
    }

    fn writing(&self) -> MutexGuard<'_, Writing> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is counted.
    #[must_use]
    pub fn head(&self) -> &SweepHead {
        &self.head
    }

    /// Whether there is a file.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.writing().store.is_some()
    }

    /// Whether the last state that was offered is on the disk, so that nothing is lost.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.writing().is_kept
    }

    /// Runs a count that offers its states, with signs of life meanwhile.
    pub fn keep<T>(&self, count: impl FnOnce(&dyn SweepKeeper) -> T) -> T {
        std::thread::scope(|scope| {
            // Without a thread (there may be too many on the machine) a lock of the system has to do.
            let signing = std::thread::Builder::new().name("journal".to_owned());
            let _ = signing.spawn_scoped(scope, || self.sign());
            let _end = End(self);
            count(self)
        })
    }

    /// Gives signs of life until the count is over.
    fn sign(&self) {
        loop {
            let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.changed.wait_timeout_while(is_over, SIGN, |is_over| !*is_over);
            if *waited.unwrap_or_else(PoisonError::into_inner).0 {
                return;
            }
            // While a state is written its owner is known to be alive soon enough.
            let Ok(mut writing) = self.writing.try_lock() else { continue };
            self.sign_now(&mut writing);
        }
    }

    fn sign_now(&self, writing: &mut Writing) {
        if let Some(lock) = &mut writing.lock
            && matches!(lock.touch(), Ok(false))
            && !std::mem::replace(&mut writing.is_taken, true)
        {
            (self.tell)(SweepEvent::Taken(&self.path));
        }
    }

    /// Adds what waits and a line to the journal, and makes it survive a power cut.
    fn append(&self, writing: &mut Writing, lines: &str) -> io::Result<()> {
        let text = std::mem::take(&mut writing.waiting) + lines;
        let Some(store) = &mut writing.store else { return Ok(()) };
        if let Err(error) = store.append(text.as_bytes()) {
            writing.waiting = text[..text.len() - lines.len()].to_owned();
            return Err(error);
        }
        store.sync()
    }

    /// Makes the file of a journal that was not worth it so far.
    fn begin(&self, writing: &mut Writing) -> io::Result<()> {
        if writing.store.is_some() {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        if writing.lock.is_none() {
            writing.lock = Some(Lock::take(&self.path, &self.session).map_err(io::Error::other)?);
        }
        writing.store = Some(LineFile::create(&self.path)?);
        (self.tell)(SweepEvent::Began(&self.path));
        Ok(())
    }

    fn is_due(&self, writing: &Writing, state: &SweepState<'_>) -> bool {
        let since = writing.last.elapsed();
        let least = if self.is_lazy { PATIENT } else { EAGER };
        match state.pause() {
            SweepPause::Step => {
                let cost = || writing.cost.max(state.bytes() as f64 / writing.speed);
                since >= least && since.as_secs_f64() >= WORTH * cost()
            }
            // What a run of seconds has done is done again as soon.
            SweepPause::Stopped => writing.store.is_some() || self.begun.elapsed() >= PATIENT / 5,
            SweepPause::Finished => writing.store.is_some(),
        }
    }

    fn write(&self, writing: &mut Writing, state: &SweepState<'_>) -> io::Result<()> {
        self.begin(writing)?;
        // Whoever has taken over writes there now.
        self.sign_now(writing);
        if writing.is_taken {
            return Ok(());
        }
        let begun = Instant::now();
        let path = state_path(&self.path, writing.slot);
        let is_last = state.pause() == SweepPause::Stopped;
        let written = File::create(&path).and_then(|file| {
            let end = is_last.then(|| begun + LAST);
            let mut to = Until { file: io::BufWriter::with_capacity(1 << 20, file), end, bytes: 0 };
            let digest = state.write(&mut to)?;
            to.flush()?;
            to.file.get_ref().sync_all()?;
            Ok((digest, to.bytes))
        });
        let (digest, bytes) = match written {
            Ok(written) => written,
            Err(error) => {
                // The room may be needed.
                let _ = fs::remove_file(&path);
                return Err(error);
            }
        };
        sync_folder(&path);
        let line = SweepLine::State(StateLine {
            slot: writing.slot,
            digest,
            bytes,
            share: state.share(),
            nodes: state.nodes(),
            at: self.begun.elapsed().as_secs_f64(),
            finished: state.pause() == SweepPause::Finished,
        });
        self.append(writing, &line::write(&line))?;
        writing.slot = 3 - writing.slot;
        if state.pause() == SweepPause::Finished {
            let _ = fs::remove_file(state_path(&self.path, writing.slot));
        }
        writing.cost = begun.elapsed().as_secs_f64();
        if bytes >= LARGE {
            writing.speed = (bytes as f64 / writing.cost.max(1e-6)).max(1.0);
        }
        Ok(())
    }
}

impl SweepKeeper for SweepJournal<'_> {
    fn keep(&self, state: &SweepState<'_>) {
        let mut writing = self.writing();
        writing.is_kept = false;
        if writing.is_taken || !self.is_due(&writing, state) {
            return;
        }
        if state.pause() == SweepPause::Stopped && state.bytes() as f64 > writing.speed {
            (self.tell)(SweepEvent::Stopping(state.bytes()));
        }
        let written = self.write(&mut writing, state);
        writing.last = Instant::now();
        writing.is_kept = written.is_ok() && !writing.is_taken;
        let was_failed = std::mem::replace(&mut writing.is_failed, written.is_err());
        match written {
            Err(error) if !was_failed || state.pause() == SweepPause::Stopped => {
                (self.tell)(SweepEvent::Failed(&self.path, &error));
            }
            Ok(()) if was_failed => (self.tell)(SweepEvent::GoesOn(&self.path)),
            _ => {}
        }
    }
}

/// A file that is written until some time at most.
struct Until {
    file: io::BufWriter<File>,
    end: Option<Instant>,
    bytes: u64,
}

impl Write for Until {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.end.is_some_and(|end| Instant::now() > end) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the disk is too slow to write it now"));
        }
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Ends the signs of life, also if the count should panic, so that the panic is seen.
struct End<'a, 'b>(&'a SweepJournal<'b>);

impl Drop for End<'_, '_> {
    fn drop(&mut self) {
        *self.0.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.changed.notify_all();
    }
}

/// How far a sweep is, as its journal says.
#[derive(Debug)]
pub struct SweepStatus {
    /// What stands in the journal.
    pub record: SweepRecord,
    /// Whether a process is at work on it.
    pub is_active: bool,
}

impl SweepStatus {
    /// Reads a journal.
    ///
    /// # Errors
    /// A file that cannot be used.
    pub fn read(path: &Path) -> Result<Self, SweepError> {
        Ok(Self { record: SweepRecord::read(path)?, is_active: lock::owner_of(path).is_some() })
    }

    /// The share of the count that is done and safe.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.record.last().map_or(0.0, |state| state.share)
    }

    /// Whether all is counted.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.record.last().is_some_and(|state| state.finished)
    }
}
