//! The journal of a count while it runs.
//!
//! The plan determines its lines: counted units, or states of a sweep. The engine that tries out the
//! definition has nothing that can be kept.

use super::head::Head;
use super::keeper::{Heap, Keeper};
use super::lock::Lock;
use super::log::{JournalError, JournalEvent, JournalState, Log, Place, Report};
use super::record::{Process, Record};
use super::state::state_path;
use crate::plan::kept::{CheckpointError, Resumable, UnitCounts};
use crate::plan::{Observer, Outcome, Plan, RunError, Settings};
use num_traits::ToPrimitive;
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The seconds of expected work above which a sweep is long.
const LONG_SECONDS: f64 = 1.0;

/// The journal of a count.
pub(crate) struct Journal<'a> {
    keeper: Keeper<'a>,
    /// The units that were counted before.
    known: UnitCounts,
    /// The share of a sweep that was done before.
    share: f64,
    /// The time that the count has taken until now.
    before: Duration,
}

impl<'a> Journal<'a> {
    /// Creates a journal; `None` if the plan has nothing that can be kept.
    ///
    /// # Errors
    /// Returns an error for an existing file, a missing folder, and a lock held by another process. A full
    /// disk only makes the journal wait.
    pub(crate) fn begin(
        place: Place<'_>,
        plan: &Plan,
        session: Process,
        report: Report<'a>,
    ) -> Result<Option<Self>, JournalError> {
        let Some(head) = Head::new(plan) else { return Ok(None) };
        let mut log = Log::begin(place, &head, session, report)?;
        if head.is_swept() && !log.is_lazy {
            // The disk may be full now, but have room when the first state is written.
            let _ = log.write();
            if plan.summary().estimate.seconds >= LONG_SECONDS {
                report(JournalEvent::Began(&log.path));
            }
        }
        let keeper = Keeper::new(log, &head, expected_time(plan), 1);
        let known = plan.units().map_or_else(UnitCounts::default, |units| UnitCounts::empty(units.units()));
        Ok(Some(Self { keeper, known, share: 0.0, before: Duration::ZERO }))
    }

    /// Reads a journal, makes its plan again and continues it.
    ///
    /// # Errors
    /// Returns an error for journals that are damaged or of another version, unusable states, and a lock held
    /// by another process.
    pub(crate) fn resume(
        path: &Path,
        settings: &Settings,
        session: Process,
        report: Report<'a>,
    ) -> Result<(Plan, Self), JournalError> {
        // The lock comes before the reading, so that no other process writes to the journal from here on.
        let lock = Lock::take(path, &session)?;
        let record = Record::read(path)?;
        if record.seal.is_some() {
            return Err(JournalError::Finished);
        }
        let (plan, known) = record.plan_again(settings)?;
        let load = |sweep| load(sweep, &record, path, report);
        let (share, slot) = plan.resumable_sweep().map_or(Ok((0.0, 1)), load)?;
        let log = Log::go_on(path, (record.whole, ""), lock, session, report)?;
        let keeper = Keeper::new(log, &record.head, expected_time(&plan), slot);
        let before = Duration::try_from_secs_f64(record.seconds()).unwrap_or_default();
        Ok((plan, Self { keeper, known, share, before }))
    }

    /// Counts the unknown units of the journal's plan, and writes the progress to the journal.
    ///
    /// # Errors
    /// Returns an error if the run fails.
    pub(crate) fn count(
        self,
        plan: &Plan,
        observer: &dyn Observer,
    ) -> Result<(Outcome, JournalState), RunError> {
        let Self { keeper, known, share, before } = self;
        let (share, found) = match plan.units() {
            Some(units) if known.count_done() > 0 => {
                let found = units.add_up(&known).map(|outcome| outcome.count).unwrap_or_default();
                (units.share_of(&known), found.to_f64().unwrap_or(f64::INFINITY))
            }
            _ => (share, 0.0),
        };
        if share > 0.0 {
            observer.goes_on(share, found);
        }
        let heap = Heap::new(observer, 1.0);
        let outcome = keeper.keep(plan.units(), &heap, || match (plan.units(), plan.resumable_sweep()) {
            (Some(units), _) => units.run_from(&known, &heap),
            (None, Some(_)) => plan.run_kept(&keeper, &heap),
            (None, None) => plan.run(&heap),
        })?;
        Ok((plan.answer(outcome.add_time(before)), keeper.close()))
    }
}

/// Returns the expected time of a plan.
fn expected_time(plan: &Plan) -> Duration {
    Duration::try_from_secs_f64(plan.summary().seconds()).unwrap_or(Duration::MAX)
}

/// Continues a sweep from the last usable state.
///
/// Returns the share of the count that is done, and the file for the next state.
fn load(
    sweep: &dyn Resumable,
    record: &Record,
    journal: &Path,
    report: Report<'_>,
) -> Result<(f64, u32), JournalError> {
    let mut fault: Option<(PathBuf, String)> = None;
    for state in record.states() {
        let path = state_path(journal, state.slot);
        let loaded = File::open(&path)
            .map_err(CheckpointError::from)
            .and_then(|file| sweep.load(Box::new(BufReader::with_capacity(1 << 20, file)), &state.digest));
        match loaded {
            Ok(share) => {
                fault.iter().for_each(|(path, why)| report(JournalEvent::PassedOver(path, why)));
                return Ok((share, 3 - state.slot));
            }
            // The state may be readable at the next attempt, and the state before it is further back.
            Err(CheckpointError::Unreadable(error))
                if error.raw_os_error().is_some() && error.kind() != ErrorKind::NotFound =>
            {
                return Err(JournalError::StateUnreadable { path: path.display().to_string(), error });
            }
            Err(why) => fault = fault.or(Some((path, why.to_string()))),
        }
    }
    match fault {
        Some((path, why)) => Err(JournalError::NoState { path: path.display().to_string(), why }),
        None => Ok((0.0, 1)),
    }
}

/// Removes a journal that is no longer needed, with its states.
///
/// The states go first, so that no state is ever left without a journal that leads to it.
pub(crate) fn remove(journal: &Path) {
    for slot in [1, 2] {
        let _ = fs::remove_file(state_path(journal, slot));
    }
    let _ = fs::remove_file(journal);
}
