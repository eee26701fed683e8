//! From a question to its answer: planned, counted, and double-checked.
//!
//! All counts of the command, tables, sequences, formulas, the page and Python are made here. If the question
//! is about placements of the maximum number, the maximum is found first. The observer may stop planning. The
//! [`Ledger`], which keeps the count, counts by the plan. If numbers outgrow the engine of the plan, an
//! engine for numbers of any size replaces it. A double-check, if requested, counts the placements again in
//! another way.

use crate::board::Square;
use crate::clock::Instant;
use crate::plan::{self, Difference, DoubleCheck, Observer, Outcome, Plan, PlanError, RunError, Settings};
use crate::plan::{Silent, Stabilisers, Summary};
use crate::problem::Problem;
use crate::question::Question;
use crate::search::{SearchError, settle};
use num_bigint::BigUint;
use std::io::ErrorKind;
use std::time::Duration;

/// A number of placements with its question and the way it was counted.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The way of counting.
    pub summary: Summary,
    /// The result.
    pub outcome: Outcome,
    /// The subtotals, if requested.
    pub division: Option<Subtotals>,
    /// The double-check, if one was requested and the first count is complete. An error if it was stopped or
    /// cannot be planned but nothing else is wrong.
    pub check: Option<Result<Check, AnswerError>>,
    /// The time for planning, before the time of the outcome began. If the count continues the trial of a
    /// sweep, that trial is in both times.
    pub planning: Duration,
}

/// A second count of the question.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// The way of the second count: `rows 1 on avx512`.
    pub by: String,
    /// The difference between the two ways of counting.
    pub difference: Difference,
    /// The result of the second count.
    pub outcome: Outcome,
    /// True if both counts agree in everything.
    pub agrees: bool,
}

/// The parts of a count by the lowest square that holds a piece of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subtotals {
    /// The letter of that kind.
    pub letter: char,
    /// The squares with a count above zero, lowest first.
    pub parts: Vec<(Square, BigUint)>,
}

/// The reasons why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The observer stopped before anything was counted.
    #[error("stopped")]
    Stopped,
    /// No engine supports the question, or the settings cannot be met.
    #[error(transparent)]
    Plan(PlanError),
    /// The count failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The search for a maximum, or for a placement, failed.
    #[error(transparent)]
    Search(SearchError),
    /// The ledger cannot keep the count.
    #[error("{0}")]
    Ledger(String),
    /// The file that should keep the count cannot be used now.
    #[error("{message}")]
    File {
        /// The file with the reason.
        message: String,
        /// The type of the error; [`ErrorKind::ResourceBusy`] if another process writes the file.
        kind: ErrorKind,
    },
}

impl From<PlanError> for AnswerError {
    fn from(error: PlanError) -> Self {
        match error {
            PlanError::Stopped => Self::Stopped,
            error => Self::Plan(error),
        }
    }
}

impl From<SearchError> for AnswerError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Plan(error) => error.into(),
            SearchError::Run(error) => error.into(),
            error => Self::Search(error),
        }
    }
}

impl AnswerError {
    /// Returns true if the user should ask something else; otherwise the program or the machine is at fault.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        match self {
            // One of many cases turned out to be unsupported by the engine that was requested.
            Self::Run(RunError::Unplanned { .. }) => true,
            Self::Run(_) | Self::Search(SearchError::Unsound(_)) => false,
            Self::Stopped | Self::Plan(_) | Self::Search(_) | Self::Ledger(_) | Self::File { .. } => true,
        }
    }

    /// Returns true if the board has too many squares to count or search.
    #[must_use]
    pub fn is_large_board(&self) -> bool {
        matches!(
            self,
            Self::Plan(PlanError::LargeBoard)
                | Self::Search(
                    SearchError::LargeBoard
                        | SearchError::LargestOnLargeBoard
                        | SearchError::LargestOnHugeBoard { .. }
                )
        )
    }
}

/// A store for counts: a journal, for example, from which they continue after a stop. `()` keeps nothing.
pub trait Ledger {
    /// Runs a search that belongs to this question, is observed, and may take long.
    fn watch<T>(
        &self,
        _question: &Question,
        observer: &dyn Observer,
        search: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        search(observer)
    }

    /// Counts the placements of a plan that are not in the ledger yet.
    ///
    /// # Errors
    /// Fails in the cases of [`Plan::run`], and if the ledger cannot be written.
    fn count(&self, plan: &Plan, observer: &dyn Observer) -> Result<Outcome, AnswerError> {
        Ok(self.watch(plan.question(), observer, |observer| plan.run(observer))?)
    }

    /// Returns the number of a question that is one of several, if it was kept before.
    fn known_number(&self, _question: &Question) -> Option<CountedTerm> {
        None
    }

    /// Keeps the number of a question that is one of several.
    fn keep(&self, _question: &Question, _counted: &CountedTerm) {}

    /// Returns the numbers of a part of a question, if they were kept before.
    fn known_part(&self, _question: &Question, _part: CountedPart) -> Option<Vec<BigUint>> {
        None
    }

    /// Keeps the numbers of a part of a question.
    fn keep_part(&self, _question: &Question, _part: CountedPart, _numbers: &[BigUint]) {}
}

impl Ledger for () {}

/// One of several numbers that together answer a question, counted to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedTerm {
    /// The number.
    pub count: BigUint,
    /// The maximum number of pieces, for a problem with `max`.
    pub maximum: Option<u32>,
    /// The engine that counted it, with its version.
    pub engine: (String, u32),
    /// True if the number was double-checked.
    pub is_checked: bool,
}

/// A part of a question for which all squares are counted at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CountedPart {
    /// The index of the part, from 0.
    pub part: usize,
    /// The number of parts.
    pub of: usize,
    /// The engine that counts, with its version.
    pub engine: (&'static str, u32),
}

impl CountedTerm {
    /// Returns the number of an answer.
    pub(crate) fn from_answer(answer: &Answer) -> Self {
        let Outcome { count, maximum, .. } = &answer.outcome;
        let (engine, version) = answer.summary.engine;
        Self {
            count: count.clone(),
            maximum: *maximum,
            engine: (engine.to_owned(), version),
            is_checked: answer.agrees() == Some(true),
        }
    }
}

/// Answers a question: returns the number of placements. The observer receives the progress of the count and
/// may stop it at any time.
///
/// ```
/// use armistice::answer::answer;
/// use armistice::plan::{Settings, Silent};
/// use armistice::{Question, UpTo};
///
/// let question = Question::new("8x8 Q8".parse()?).with_up_to(UpTo::Symmetry);
/// let answer = answer(&question, &Settings::default().with_double_check(true), &(), &Silent)?;
/// assert_eq!((answer.outcome.count.to_string().as_str(), answer.agrees()), ("12", Some(true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for questions that no engine supports, if a count fails a check, and if it is stopped before
/// anything was counted.
pub fn answer(
    question: &Question,
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Answer, AnswerError> {
    let begun = Instant::now();
    let plan = plan_answer(question, settings, observer)?;
    Answer::from_plan(plan, begun.elapsed(), ledger, observer)
}

/// Plans the answer to a question. If the maximum is found first, it replaces `max`.
///
/// # Errors
/// Fails for questions that no engine supports, and if it is stopped before the plan was made.
pub fn plan_answer(
    question: &Question,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Plan, AnswerError> {
    let (question, asked) = match settings.double_check {
        // A double-check must find the maximum again.
        true => (question.clone(), None),
        false => {
            let settled = settle(question.clone(), settings, observer)?.ok_or(AnswerError::Stopped)?;
            (settled.question, settled.asked)
        }
    };
    let plan = plan::plan_unless_stopped(&question, settings, observer)?.ok_or(AnswerError::Stopped)?;
    Ok(plan.for_largest(asked))
}

impl Answer {
    /// Counts by a plan that took this time to make, and returns the answer.
    ///
    /// # Errors
    /// Fails if a count fails a check.
    pub fn from_plan(
        plan: Plan,
        planning: Duration,
        ledger: &impl Ledger,
        observer: &dyn Observer,
    ) -> Result<Self, AnswerError> {
        let (plan, outcome) = match ledger.count(&plan, observer) {
            Err(AnswerError::Run(limit)) if limit.is_limit() => {
                let other = plan::of_any_size(&plan).ok_or(limit)?;
                let outcome = ledger.count(&other, observer)?;
                (other, outcome)
            }
            outcome => (plan, outcome?),
        };
        let is_checked = plan.settings().double_check && outcome.complete;
        let check = is_checked.then(|| check(&plan, &outcome, ledger, observer)).transpose()?;
        let question = plan.question().with_problem(plan.problem().clone());
        let summary = plan.summary().clone();
        Ok(Self { question, summary, outcome, division: None, check, planning })
    }

    /// Returns the double-check, if one was made.
    #[must_use]
    pub fn double_check(&self) -> Option<&Check> {
        self.check.as_ref()?.as_ref().ok()
    }

    /// Returns true if the double-check agrees; `None` if none was made.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        self.double_check().map(|check| check.agrees)
    }
}

/// Double-checks a count in another way. Returns the reason if this is impossible but nothing else is wrong.
fn check(
    plan: &Plan,
    first: &Outcome,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Result<Check, AnswerError>, AnswerError> {
    let (question, settings) = (plan.question().clone(), plan.settings().clone());
    let summary = plan.summary().clone();
    let second: DoubleCheck = match plan::unless_stopped(observer, move |cancel| {
        plan::plan_double_check(&question, &settings.with_cancel(cancel), &summary)
    }) {
        Some(Ok(second)) => second,
        Some(Err(error)) => return Ok(Err(error.into())),
        None => return Ok(Err(AnswerError::Stopped)),
    };
    let outcome = ledger.watch(plan.question(), observer, |observer| second.run(observer))?;
    if !outcome.complete {
        return Ok(Err(AnswerError::Stopped));
    }
    let agrees = plan::agree(first, &outcome);
    Ok(Ok(Check { by: second.to_string(), difference: second.difference(), outcome, agrees }))
}

/// Answers a question part by part: by the lowest square that holds a piece of its first kind.
///
/// # Errors
/// Fails in the cases of [`plan::divide`], and if a count fails a check.
pub fn answer_by_parts(
    question: &Question,
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Answer, AnswerError> {
    let begun = Instant::now();
    let division = plan::divide(question, settings)?;
    let mut sum = Outcome::zero();
    let mut subtotals = Subtotals { letter: division.letter, parts: Vec::new() };
    let mut summary: Option<Summary> = None;
    for (square, plan) in division.parts {
        let units = summary.as_ref().map_or(0, |summary| summary.units) + plan.summary().units;
        summary.insert(plan.summary().clone()).units = units;
        if observer.should_stop() {
            sum.complete = false;
            break;
        }
        let outcome = ledger.count(&plan, observer)?;
        sum.add(&outcome);
        if !sum.complete {
            break;
        }
        if outcome.count != BigUint::ZERO {
            subtotals.parts.push((square, outcome.count));
        }
    }
    let summary = match summary {
        Some(summary) => summary,
        // No square can take the first piece.
        None => plan::plan(question, settings)?.summary().clone(),
    };
    Ok(Answer {
        question: question.clone(),
        summary,
        planning: begun.elapsed().saturating_sub(sum.elapsed),
        outcome: sum,
        division: Some(subtotals),
        check: None,
    })
}

/// Counts the placements of a question by their symmetries.
///
/// # Errors
/// Fails in the cases of [`plan::by_symmetry`], and if a count fails a check.
pub fn by_symmetry(
    question: &Question,
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Stabilisers, AnswerError> {
    plan::by_symmetry(question, settings)?.run(observer, |plan| ledger.count(plan, observer))
}

/// Counts the placements of a problem with the best engine on all cores, without a time limit.
///
/// For more (classes, counts by number, another engine, progress, a limit) see [`answer`].
///
/// ```
/// use armistice::{Problem, count};
///
/// let problem: Problem = "8x8 Q8".parse()?;
/// assert_eq!(count(&problem)?, 92u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for problems that no engine supports, and if a count fails a check.
pub fn count(problem: &Problem) -> Result<BigUint, AnswerError> {
    Ok(answer(&problem.into(), &Settings::default(), &(), &Silent)?.outcome.count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::named::Named;
    use crate::plan::{CancelToken, RunError};
    use std::cell::Cell;

    fn of(text: &str, settings: &Settings, observer: &dyn Observer) -> Result<Answer, AnswerError> {
        answer(&text.parse().unwrap(), settings, &(), observer)
    }

    #[test]
    fn an_answer_owns_what_was_asked() {
        let found = of("6x6 Q6/Qmax", &Settings::default(), &Silent).unwrap();
        assert_eq!(found.question.problem.to_string(), "6x6 Q6/Qmax");
        assert_eq!((found.outcome.maximum, found.check.is_none()), (Some(5), true));
        // A double-check finds the maximum itself, as the first count did then.
        let again = of("6x6 Q6/Qmax", &Settings::default().with_double_check(true), &Silent).unwrap();
        assert_eq!((again.outcome.count, again.outcome.maximum), (found.outcome.count, Some(5)));
    }

    #[test]
    fn who_stops_before_the_count_has_no_answer() {
        let stopped = CancelToken::new();
        stopped.cancel();
        let question = "16x16 K8 Q8 N8 B8 R8 A8";
        assert_eq!(of(question, &Settings::default(), &stopped), Err(AnswerError::Stopped));
        assert!(matches!(of("4x4 Qmax #1", &Settings::default(), &Silent), Err(AnswerError::Plan(_))));
    }

    /// A ledger that counts nothing at first.
    struct LimitedLedger(Cell<usize>);

    impl Ledger for LimitedLedger {
        fn count(&self, plan: &Plan, observer: &dyn Observer) -> Result<Outcome, AnswerError> {
            match self.0.replace(self.0.get() + 1) {
                0 => Err(RunError::TooLarge.into()),
                _ => Ok(plan.run(observer)?),
            }
        }
    }

    #[test]
    fn an_engine_of_any_size_takes_over() {
        let ledger = LimitedLedger(Cell::new(0));
        let found = answer(&"8x8 Q8".parse().unwrap(), &Settings::default(), &ledger, &Silent).unwrap();
        assert_eq!((found.outcome.count, ledger.0.get()), (92u32.into(), 2));
        assert_eq!(Some(found.summary.engine.0), Some(Engine::SWEEP.name()));
        let settings = Settings::default().with_engine("rows".parse().unwrap());
        let refused = answer(&"8x8 Q8".parse().unwrap(), &settings, &LimitedLedger(Cell::new(0)), &Silent);
        assert_eq!(refused, Err(RunError::TooLarge.into()));
    }

    #[test]
    fn parts_add_up() {
        let question = "6x6 Q6".parse().unwrap();
        let found = answer_by_parts(&question, &Settings::default(), &(), &Silent).unwrap();
        let division = found.division.unwrap();
        assert_eq!(division.parts.iter().map(|(_, count)| count).sum::<BigUint>(), found.outcome.count);
        let found = by_symmetry(&question, &Settings::default(), &(), &Silent).unwrap();
        assert_eq!((found.question.up_to.to_string().as_str(), found.order), ("symmetry", 8));
        assert_eq!(found.classes, 1u32.into());
    }
}
