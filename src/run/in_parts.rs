//! A count in parts without files: the plan and the results are text, which programs send between machines.
//!
//! The text of a plan is the content of `plan.json`, and that of a result the content of a result's file. So
//! a part that was counted by a program can be merged by the command, and a part of the command by a program.

use super::block::Block;
use super::campaign::{Campaign, MAX_PARTS};
use super::head::{Head, HeadError};
use super::keeper::Heap;
use super::machine::session;
use super::merge::{MergeError, MergeResult, UNSEALED};
use super::ranges;
use super::record::{CountPart, Line, Parts, Record, RecordError, lines_of, seal};
use crate::clock::Instant;
use crate::plan::{self, Observer, Plan, PlanError, RunError, Settings, Silent, StoppingObserver};
use crate::{Problem, Question};
use num_bigint::BigUint;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The reasons why a count in parts fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// The question cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The count is not a sum of independent units.
    #[error(
        "{0}: this count cannot be divided into parts; give exact numbers, or * for kinds of which few fit"
    )]
    Undivided(String),
    /// The whole count takes less time than planning its parts.
    #[error(
        "{problem}: planning the parts takes longer than the whole count, which takes about {seconds:.1} s: count it \
         in one go"
    )]
    AtOnce {
        /// The problem.
        problem: String,
        /// The seconds that one thread takes for the whole count.
        seconds: f64,
    },
    /// There are no parts, or too many.
    #[error("{0} parts: expected a number from 1 to {MAX_PARTS}")]
    Number(usize),
    /// The plan has no such part.
    #[error("part {part}: the plan has the parts 0 to {}", .parts - 1)]
    Part {
        /// The requested part.
        part: usize,
        /// The number of parts.
        parts: usize,
    },
    /// The text is not a plan.
    #[error("not a plan: {0}")]
    NoPlan(String),
    /// The plan cannot be made again by this program.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// A part cannot be counted.
    #[error(transparent)]
    Run(#[from] RunError),
    /// There is no result to merge.
    #[error("no results to merge")]
    Nothing,
    /// A text is not a result.
    #[error("result {number} is damaged: {fault}")]
    Damaged {
        /// The number of the result, from 1.
        number: usize,
        /// Its fault.
        fault: String,
    },
    /// A result belongs to another count.
    #[error("result {number} is of another count: {difference}")]
    Foreign {
        /// The number of the result, from 1.
        number: usize,
        /// The difference.
        difference: String,
    },
    /// Two results have different numbers for a unit.
    #[error("unit {unit} has different counts in two results: count its part again")]
    Conflict {
        /// The number of the unit.
        unit: usize,
    },
    /// Parts are missing.
    #[error("no results of the parts {}", ranges::write(.0))]
    Missing(Vec<usize>),
}

/// The planning time after which a count in one go is considered.
const PATIENCE: Duration = Duration::from_secs(3);

/// Plans the parts of a count with the settings of parts, unless the whole count, with its own settings, takes
/// less time than that.
///
/// # Errors
/// Fails if the question cannot be planned, or if the whole count is quicker.
pub(crate) fn plan_in_time(
    question: &Question,
    of_parts: &Settings,
    of_whole: &Settings,
) -> Result<Plan, PartsError> {
    let until = StoppingObserver { observer: &Silent, end: Some(Instant::now() + PATIENCE) };
    if let Some(plan) = plan::plan_unless_stopped(question, of_parts, &until)? {
        return Ok(plan);
    }
    let seconds = plan::plan(question, of_whole)?.summary().estimate.seconds;
    if seconds < PATIENCE.as_secs_f64() {
        return Err(PartsError::AtOnce { problem: question.problem.to_string(), seconds });
    }
    Ok(plan::plan(question, of_parts)?)
}

/// A plan to count in parts.
///
/// ```
/// use armistice::plan::{Settings, Silent};
/// use armistice::run::{PartPlan, merge_parts};
///
/// let settings = Settings::default().with_threads(1);
/// let plan = PartPlan::new(&"10x10 Q10".parse()?, 3, &settings)?;
/// // Another machine makes the same plan from its text.
/// let plan = PartPlan::from_text(&plan.text(), &settings)?;
/// let results: Result<Vec<_>, _> = (0..3).map(|part| plan.count(part, &Silent)).collect();
/// let results: Vec<String> = results?.into_iter().flatten().collect();
/// assert_eq!(merge_parts(&results, &settings)?.to_string(), "724");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PartPlan {
    campaign: Campaign,
    plan: Plan,
    settings: Settings,
}

impl PartPlan {
    /// Plans a count in `parts` parts. The plan is the same on every machine.
    ///
    /// # Errors
    /// Fails if the question cannot be planned or divided, if the whole count takes less time than planning its
    /// parts, and if there are no parts or more than a million.
    pub fn new(question: &Question, parts: usize, settings: &Settings) -> Result<Self, PartsError> {
        if !(1..=MAX_PARTS).contains(&parts) {
            return Err(PartsError::Number(parts));
        }
        let plan = plan_in_time(question, &settings.clone().with_shared(true), settings)?;
        let head = Head::new(&plan).filter(|head| !head.is_swept());
        let head = head.ok_or_else(|| PartsError::Undivided(question.problem.to_string()))?;
        Ok(Self::with_plan(head, parts, plan, settings))
    }

    /// Makes the plan of a text again.
    ///
    /// # Errors
    /// Fails if the text is not a plan or is damaged, or if this program counts the problem in another way.
    pub fn from_text(text: &str, settings: &Settings) -> Result<Self, PartsError> {
        let record = Record::parse(text.as_bytes()).map_err(|fault| PartsError::NoPlan(fault.to_string()))?;
        let fault = |fault: &str| PartsError::NoPlan(fault.to_owned());
        let parts = record.parts.ok_or_else(|| fault("it has no number of parts"))?;
        record.seal.ok_or_else(|| fault(UNSEALED))?;
        if record.head.is_swept() || !(1..=MAX_PARTS).contains(&parts) {
            return Err(fault("it cannot be divided"));
        }
        let plan = record.head.plan_again(settings)?;
        Ok(Self::with_plan(record.head, parts, plan, settings))
    }

    fn with_plan(head: Head, parts: usize, plan: Plan, settings: &Settings) -> Self {
        let campaign = Campaign::without_plan(Path::new(""), head, parts);
        Self { campaign, plan, settings: settings.clone() }
    }

    /// Returns the text of the plan, which is the content of a `plan.json` of the command.
    #[must_use]
    pub fn text(&self) -> String {
        seal(self.campaign.head.line() + &Line::Parts(Parts { parts: self.parts() }).write())
    }

    /// Returns the problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.plan.problem()
    }

    /// Returns the number of parts.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.campaign.parts
    }

    /// Returns the number of units in all parts.
    #[must_use]
    pub fn units(&self) -> usize {
        self.campaign.head.units()
    }

    /// Returns the expected seconds of all parts on one core.
    #[must_use]
    pub fn expected_seconds(&self) -> f64 {
        self.campaign.head.expected_seconds()
    }

    /// Counts a part, and returns the text of its result; `None` if the observer stopped it.
    ///
    /// # Errors
    /// Fails if the plan has no such part, or if the count fails.
    pub fn count(&self, part: usize, observer: &dyn Observer) -> Result<Option<String>, PartsError> {
        let parts = self.parts();
        if part >= parts {
            return Err(PartsError::Part { part, parts });
        }
        let ledger = self.plan.units().ok_or(RunError::Check { what: "a plan in parts has units" })?;
        let units = self.campaign.units_of(ledger, part);
        let all: f64 = units.iter().map(|&unit| ledger.share(unit)).sum();
        let (begun, heap) = (Instant::now(), Heap::new(observer, 1.0 / all.max(f64::MIN_POSITIVE)));
        ledger.count_units(&units, &heap)?;
        let done = heap.take();
        if done.len() < units.len() {
            return Ok(None);
        }
        let head = &self.campaign.head;
        let blocks = Block::from_units(&head.id(), ledger, done, begun.elapsed());
        let part = Line::Part(CountPart { part, of: parts }).write();
        Ok(Some(seal(head.line() + &part + &lines_of(&session(&self.settings), blocks))))
    }
}

/// Adds up the results of all parts, in any order, and returns the number of placements. Results may be
/// repeated.
///
/// # Errors
/// Fails if a result is damaged or of another count, if parts are missing, and if results contradict each
/// other.
pub fn merge_parts(results: &[impl AsRef<str>], settings: &Settings) -> Result<BigUint, PartsError> {
    let mut records = Vec::new();
    for (number, text) in (1..).zip(results) {
        let damaged = |fault: String| PartsError::Damaged { number, fault };
        let record = Record::parse(text.as_ref().as_bytes())
            .map_err(|fault: RecordError| damaged(fault.to_string()))?;
        if record.seal.is_none() {
            return Err(damaged(UNSEALED.to_owned()));
        }
        records.push((name_of(number), record));
    }
    let merged =
        MergeResult::of_records(None, records, Vec::new(), settings).map_err(|error| match error {
            MergeError::Head(error) => PartsError::Head(error),
            MergeError::Run(error) => PartsError::Run(error),
            _ => PartsError::Nothing,
        })?;
    if let Some((path, difference)) = merged.results.foreign.first() {
        return Err(PartsError::Foreign { number: number_of(path), difference: difference.clone() });
    }
    if let Some((path, fault)) = merged.results.damaged.first() {
        return Err(PartsError::Damaged { number: number_of(path), fault: fault.clone() });
    }
    if let Some(conflict) = merged.results.conflicts.first() {
        return Err(PartsError::Conflict { unit: conflict.unit });
    }
    match merged.outcome {
        Some(outcome) if outcome.complete => Ok(outcome.count),
        _ => Err(PartsError::Missing(merged.missing_parts())),
    }
}

/// Returns a name for a result that is in no file.
fn name_of(number: usize) -> PathBuf {
    PathBuf::from(number.to_string())
}

fn number_of(name: &Path) -> usize {
    name.to_str().and_then(|name| name.parse().ok()).unwrap_or_default()
}
