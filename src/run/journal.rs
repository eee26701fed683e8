//! The journal of a count while it runs, whatever is kept of it.
//!
//! What can be kept follows from the plan: of units those that were counted (`units_log`), of a sweep its
//! states (`states_log`), of the definition tried out nothing.

use super::head::Head;
use super::lock::Lock;
use super::log::{Event, JournalError, Left, Log, Place, Report};
use super::record::{Found, RecordError, Session};
use super::states::{States, state_path};
use super::states_log::{self, StatesLog};
use super::units::Units;
use super::units_log::UnitsLog;
use crate::plan::kept::{Counted, Resumable};
use crate::plan::{Observer, Outcome, Plan, RunError, Settings};
use num_traits::ToPrimitive;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A sweep with more expected work than this, in seconds, takes a while.
const LONG_SECONDS: f64 = 1.0;

/// Where a count is written down.
pub struct Journal<'a> {
    kept: Kept<'a>,
    /// The time that it took so far.
    before: Duration,
}

enum Kept<'a> {
    /// Units, with those that were counted before.
    Units(UnitsLog<'a>, Counted),
    /// States, with the share that was done before.
    States(StatesLog<'a>, f64),
}

impl<'a> Journal<'a> {
    /// A new journal; `None` if nothing can be kept of the plan.
    ///
    /// # Errors
    /// A file that is there, a folder that is not, and a lock that somebody else has. A disk that is full only makes it
    /// wait.
    pub fn begin(
        place: Place<'_>,
        plan: &Plan,
        session: Session,
        report: Report<'a>,
    ) -> Result<Option<Self>, JournalError> {
        let kept = if let Some(head) = Head::<Units>::new(plan) {
            let log = Log::begin(place, &head.line(), [&head.problem, &head.id()], session, report)?;
            Kept::Units(UnitsLog::new(log, head.id()), Counted::none(head.units()))
        } else if let Some(head) = Head::<States>::new(plan) {
            let mut log = Log::begin(place, &head.line(), [&head.problem, &head.id()], session, report)?;
            if !log.is_lazy {
                // A disk that is full now may not be when the first state is written.
                let _ = log.write();
                if plan.summary().estimate.seconds >= LONG_SECONDS {
                    report(Event::Began(&log.path));
                }
            }
            Kept::States(StatesLog::new(log, 1, expected(plan)), 0.0)
        } else {
            return Ok(None);
        };
        Ok(Some(Self { kept, before: Duration::ZERO }))
    }

    /// Reads a journal, makes its plan again and goes on with it.
    ///
    /// # Errors
    /// Journals that are damaged or of another version, states that cannot be used, and a lock that somebody else has.
    pub fn resume(
        path: &Path,
        settings: &Settings,
        session: Session,
        report: Report<'a>,
    ) -> Result<(Plan, Self), JournalError> {
        // Before it is read: no other process may write to it from here on.
        let lock = Lock::take(path, &session)?;
        let go_on = |whole, lock| Log::go_on(path, whole, lock, session, report);
        let (plan, kept, seconds) = match Found::read(path)? {
            Found::Units(record) if record.seal.is_some() => return Err(JournalError::Finished),
            Found::Units(record) => {
                let (plan, known) = record.plan_again(settings)?;
                let log = UnitsLog::new(go_on(record.whole, lock)?, record.head.id());
                (plan, Kept::Units(log, known), record.seconds())
            }
            Found::States(record) => {
                let plan = record.head.plan_again(settings).map_err(RecordError::from)?;
                let load = |sweep| states_log::load(sweep, &record, path, report);
                let (share, slot) = plan.swept().map_or(Ok((0.0, 1)), load)?;
                let log = StatesLog::new(go_on(record.whole, lock)?, slot, expected(&plan));
                (plan, Kept::States(log, share), record.seconds())
            }
        };
        let before = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Ok((plan, Self { kept, before }))
    }

    /// Counts what is still unknown of the journal's plan, and writes down the progress.
    ///
    /// # Errors
    /// Runs that fail.
    pub fn count(self, plan: &Plan, observer: &dyn Observer) -> Result<(Outcome, Left), RunError> {
        let (outcome, left) = match self.kept {
            Kept::Units(mut log, known) => (count_units(&mut log, &known, plan, observer)?, log.left()),
            Kept::States(log, share) => {
                if share > 0.0 {
                    observer.goes_on(share, 0.0);
                }
                let run = |sweep: &dyn Resumable| log.keep(|keeper| sweep.run_kept(keeper, observer));
                (plan.swept().map_or_else(|| plan.run(observer), run)?, log.left())
            }
        };
        Ok((plan.answer(outcome.after(self.before)), left))
    }
}

/// How long a plan is expected to take.
fn expected(plan: &Plan) -> Duration {
    Duration::try_from_secs_f64(plan.summary().seconds()).unwrap_or(Duration::MAX)
}

fn count_units(
    log: &mut UnitsLog<'_>,
    known: &Counted,
    plan: &Plan,
    observer: &dyn Observer,
) -> Result<Outcome, RunError> {
    let Some(units) = plan.units() else { return plan.run(observer) };
    if known.done() > 0 {
        let found = units.add_up(known).map(|outcome| outcome.count).unwrap_or_default();
        observer.goes_on(units.share_of(known), found.to_f64().unwrap_or(f64::INFINITY));
    }
    log.keep(units, observer, expected(plan), |observer| units.run_from(known, observer))
}

/// Removes a journal that is not needed any more, with its states if it has any: these first, so that none is ever left that
/// no journal leads to.
pub fn remove(journal: &Path) {
    for slot in [1, 2] {
        let _ = fs::remove_file(state_path(journal, slot));
    }
    let _ = fs::remove_file(journal);
}
