//! The journal of a count while it runs, whatever is kept of it.
//!
//! What can be kept follows from the plan: of units those that were [counted](super::units_log), of a sweep its
//! [states](super::states_log), of the definition tried out nothing.

use super::head::Head;
use super::lock::Lock;
use super::log::{Event, JournalError, Left, Log, Place, Tell};
use super::record::{Found, RecordError, Session};
use super::states::{States, state_path};
use super::states_log::{self, StatesLog};
use super::units::Units;
use super::units_log::UnitsLog;
use crate::plan::{Counted, Observer, Outcome, Plan, RunError, Settings};
use crate::problem::Problem;
use std::fs;
use std::path::Path;
use std::time::Duration;

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

/// A count that goes on.
pub struct Resumed<'a> {
    /// What is counted.
    pub problem: Problem,
    /// How.
    pub settings: Settings,
    /// The plan, made again.
    pub plan: Plan,
    /// Where it goes on.
    pub journal: Journal<'a>,
}

impl<'a> Journal<'a> {
    /// A new journal; `None` if nothing can be kept of the plan.
    ///
    /// # Errors
    /// A file that is there, a folder that is not, and a lock that somebody else has. A disk that is full only makes it wait.
    pub fn begin(
        place: Place<'_>,
        (problem, settings, plan): (&Problem, &Settings, &Plan),
        session: Session,
        tell: Tell<'a>,
    ) -> Result<Option<Self>, JournalError> {
        let kept = if let Some(head) = Head::<Units>::new(problem, settings, plan) {
            let log = Log::begin(place, &head.line(), [&head.problem, &head.id()], session, tell)?;
            Kept::Units(UnitsLog::new(log, head.id()), Counted::none(head.units()))
        } else if let Some(head) = Head::<States>::new(problem, settings, plan) {
            let mut log = Log::begin(place, &head.line(), [&head.problem, &head.id()], session, tell)?;
            if !log.is_lazy {
                // A disk that is full now may not be when the first state is written.
                let _ = log.write();
                tell(Event::Began(&log.path));
            }
            Kept::States(StatesLog::new(log, 1), 0.0)
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
        tell: Tell<'a>,
    ) -> Result<Resumed<'a>, JournalError> {
        // Before it is read: nobody else may write to it from here on.
        let lock = Lock::take(path, &session)?;
        let go_on = |whole, lock| Log::go_on(path, whole, lock, session, tell);
        let ((problem, settings, plan), kept, seconds) = match Found::read(path)? {
            Found::Units(record) if record.seal.is_some() => return Err(JournalError::Finished),
            Found::Units(record) => {
                let (problem, settings, plan, known) = record.plan_again(settings)?;
                let log = UnitsLog::new(go_on(record.whole, lock)?, record.head.id());
                ((problem, settings, plan), Kept::Units(log, known), record.seconds())
            }
            Found::States(record) => {
                let again = record.head.plan_again(settings).map_err(RecordError::from)?;
                let (share, slot) = states_log::load(&again.2, &record, path, tell)?;
                let log = StatesLog::new(go_on(record.whole, lock)?, slot);
                (again, Kept::States(log, share), record.seconds())
            }
        };
        let journal = Self { kept, before: Duration::try_from_secs_f64(seconds).unwrap_or_default() };
        Ok(Resumed { problem, settings, plan, journal })
    }

    /// Counts what is not known yet of the plan that the journal is for, and writes down how far it is.
    ///
    /// # Errors
    /// Runs that fail.
    pub fn count(self, plan: &Plan, observer: &dyn Observer) -> Result<(Outcome, Left), RunError> {
        let (outcome, left) = match (self.kept, plan.ledger()) {
            (Kept::Units(mut log, known), Some((ledger, _))) => {
                if known.done() > 0 {
                    let found = plan.add_up(&known).map(|outcome| outcome.count).unwrap_or_default();
                    let found = found.to_string().parse().unwrap_or(f64::INFINITY);
                    observer.goes_on(ledger.share_of(&known), found);
                }
                let seconds = plan.summary().estimate.seconds / plan.summary().threads.max(1) as f64;
                let expected = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
                let count = |observer: &dyn Observer| plan.run_from(&known, observer);
                (log.keep(&ledger, observer, expected, count)?, log.left())
            }
            (Kept::Units(log, _), None) => (plan.run(observer)?, log.left()),
            (Kept::States(log, share), _) => {
                if share > 0.0 {
                    observer.goes_on(share, 0.0);
                }
                (log.keep(|keeper| plan.run_kept(keeper, observer))?, log.left())
            }
        };
        Ok((Outcome { elapsed: outcome.elapsed + self.before, ..outcome }, left))
    }
}

/// Removes a journal that is not needed any more, with its states if it has any.
pub fn remove(journal: &Path) {
    let _ = fs::remove_file(journal);
    for slot in [1, 2] {
        let _ = fs::remove_file(state_path(journal, slot));
    }
}
