//! From a question to its answer: planned, counted, and counted once more.
//!
//! Everybody who counts does so here: the command, tables, sequences, formulas, the page, Python. The largest number is found
//! first where only its placements are left to be counted; the plan is made while somebody may say to stop; what keeps the
//! count ([`Ledger`]) counts by it; an engine of any size takes over where numbers outgrow that plan's; and if it is asked for,
//! the number is found once more in another way.

use crate::board::Square;
use crate::clock::Instant;
use crate::plan::{self, Difference, Observer, Outcome, Plan, PlanError, RunError, Second, Settings};
use crate::plan::{Silent, Stabilisers, Summary};
use crate::problem::Problem;
use crate::question::Question;
use crate::search::{SearchError, settle};
use num_bigint::BigUint;
use std::io::ErrorKind;
use std::time::Duration;

/// A number of placements, what was asked, and how it came about.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// How it was counted.
    pub summary: Summary,
    /// What came out.
    pub outcome: Outcome,
    /// Subtotals, if they were asked for.
    pub division: Option<Subtotals>,
    /// The second count, if one was asked for and the first is complete; why there is none, if nothing is wrong but that: it was
    /// stopped, or cannot be planned.
    pub check: Option<Result<Check, AnswerError>>,
    /// How long it took to decide how to count, before the time of the outcome began; the trial of a sweep, which the sweep
    /// goes on from, is in both.
    pub planning: Duration,
}

/// A second count of the same question.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// How it came about: `rows 1 on avx512`.
    pub by: String,
    /// How it differs from the first.
    pub difference: Difference,
    /// What came out.
    pub outcome: Outcome,
    /// Whether everything is as in the first count.
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

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The observer said to stop before anything was counted.
    #[error("stopped")]
    Stopped,
    /// No engine answers it, or the settings cannot be met.
    #[error(transparent)]
    Plan(PlanError),
    /// The count failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A largest number, or a placement, could not be searched for.
    #[error(transparent)]
    Search(SearchError),
    /// What was to keep the count cannot.
    #[error("{0}")]
    Ledger(String),
    /// The file in which the count was to be kept cannot be used now.
    #[error("{message}")]
    File {
        /// Which file, and why.
        message: String,
        /// What sort of error it is; [`ErrorKind::ResourceBusy`] if another process writes the file.
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
    /// Whether something else should be asked; if not, the program is wrong, or the machine.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        match self {
            // Of many cases one turned out to be nothing for the engine that was asked for.
            Self::Run(RunError::Unplanned { .. }) => true,
            Self::Run(_) | Self::Search(SearchError::Unsound(_)) => false,
            Self::Stopped | Self::Plan(_) | Self::Search(_) | Self::Ledger(_) | Self::File { .. } => true,
        }
    }

    /// Whether the board has more squares than anybody can count on, or search.
    #[must_use]
    pub fn is_large_board(&self) -> bool {
        matches!(
            self,
            Self::Plan(PlanError::LargeBoard)
                | Self::Search(SearchError::LargeBoard | SearchError::LargestOnLargeBoard)
        )
    }
}

/// What counts are kept in: a journal, for example, from which they go on after a stop. `()` keeps nothing.
pub trait Ledger {
    /// Has something searched that is about this question, is observed, and may take long.
    fn watch<T>(
        &self,
        _question: &Question,
        observer: &dyn Observer,
        search: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        search(observer)
    }

    /// Counts by a plan what is not known yet.
    ///
    /// # Errors
    /// Those of [`Plan::run`], and of a ledger that cannot be written.
    fn count(&self, plan: &Plan, observer: &dyn Observer) -> Result<Outcome, AnswerError> {
        Ok(self.watch(plan.question(), observer, |observer| plan.run(observer))?)
    }

    /// The number of a question that is one of several, if it was kept before.
    fn known(&self, _question: &Question) -> Option<Counted> {
        None
    }

    /// Keeps the number of a question that is one of several.
    fn keep(&self, _question: &Question, _counted: &Counted) {}

    /// The numbers of a part of a question, if they were kept before.
    fn known_part(&self, _question: &Question, _part: CountedPart) -> Option<Vec<BigUint>> {
        None
    }

    /// Keeps the numbers of a part of a question.
    fn keep_part(&self, _question: &Question, _part: CountedPart, _numbers: &[BigUint]) {}
}

impl Ledger for () {}

/// One of several numbers that answer a question together, counted to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The number.
    pub count: BigUint,
    /// Of a problem with `max`, the largest number of pieces.
    pub maximum: Option<u32>,
    /// The engine that counted it, with its version.
    pub engine: (String, u32),
    /// Whether it was counted twice.
    pub is_checked: bool,
}

/// A part of a question for which all squares are counted at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CountedPart {
    /// Its number, from 0.
    pub part: usize,
    /// How many parts there are.
    pub of: usize,
    /// The engine that counts, with its version.
    pub engine: (&'static str, u32),
}

impl Counted {
    /// What an answer has.
    pub(crate) fn by(answer: &Answer) -> Self {
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

/// Answers a question: how many placements there are. The observer is told how far the count is, and may stop it at any time.
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
/// Questions that no engine answers, counts that fail a check, and a stop before anything was counted.
pub fn answer(
    question: &Question,
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Answer, AnswerError> {
    let begun = Instant::now();
    let plan = planned(question, settings, observer)?;
    Answer::by(plan, begun.elapsed(), ledger, observer)
}

/// How a question is going to be answered, with the largest number in the place of `max` where that is found first.
///
/// # Errors
/// Questions that no engine answers, and a stop before the plan was made.
pub fn planned(
    question: &Question,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Plan, AnswerError> {
    let (question, asked) = match settings.double_check {
        // A second count is to find the number once more.
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
    /// The answer that a plan gives, which took so long to make.
    ///
    /// # Errors
    /// Counts that fail a check.
    pub fn by(
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
        let question = plan.question().of(plan.problem().clone());
        let summary = plan.summary().clone();
        Ok(Self { question, summary, outcome, division: None, check, planning })
    }

    /// The second count, if one was made.
    #[must_use]
    pub fn checked(&self) -> Option<&Check> {
        self.check.as_ref()?.as_ref().ok()
    }

    /// Whether the second count agrees; `None` if none was made.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        self.checked().map(|check| check.agrees)
    }
}

/// Counts once more, in another way, what has been counted; why that is not done, if nothing is wrong but that.
fn check(
    plan: &Plan,
    first: &Outcome,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Result<Check, AnswerError>, AnswerError> {
    let (question, settings) = (plan.question().clone(), plan.settings().clone());
    let summary = plan.summary().clone();
    let second: Second = match plan::unless_stopped(observer, move |cancel| {
        plan::second(&question, &settings.with_cancel(cancel), &summary)
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
/// Those of [`plan::divide`], and counts that fail a check.
pub fn divided(
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

/// The placements that a question is about by the symmetries that they have.
///
/// # Errors
/// Those of [`plan::by_symmetry`], and counts that fail a check.
pub fn by_symmetry(
    question: &Question,
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Stabilisers, AnswerError> {
    plan::by_symmetry(question, settings)?.run(observer, |plan| ledger.count(plan, observer))
}

/// How many placements a problem has, counted by the best engine on all cores, for as long as it takes.
///
/// To ask for more (classes, counts by number, another engine, progress, a limit) see [`answer`].
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
/// Problems that no engine counts, and counts that fail a check.
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
        // A second count finds the number itself, as the first one did then.
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

    /// Counts nothing at first.
    struct Limited(Cell<usize>);

    impl Ledger for Limited {
        fn count(&self, plan: &Plan, observer: &dyn Observer) -> Result<Outcome, AnswerError> {
            match self.0.replace(self.0.get() + 1) {
                0 => Err(RunError::TooLarge.into()),
                _ => Ok(plan.run(observer)?),
            }
        }
    }

    #[test]
    fn an_engine_of_any_size_takes_over() {
        let ledger = Limited(Cell::new(0));
        let found = answer(&"8x8 Q8".parse().unwrap(), &Settings::default(), &ledger, &Silent).unwrap();
        assert_eq!((found.outcome.count, ledger.0.get()), (92u32.into(), 2));
        assert_eq!(Some(found.summary.engine.0), Some(Engine::SWEEP.name()));
        let settings = Settings::default().with_engine("rows".parse().unwrap());
        let refused = answer(&"8x8 Q8".parse().unwrap(), &settings, &Limited(Cell::new(0)), &Silent);
        assert_eq!(refused, Err(RunError::TooLarge.into()));
    }

    #[test]
    fn parts_add_up() {
        let question = "6x6 Q6".parse().unwrap();
        let found = divided(&question, &Settings::default(), &(), &Silent).unwrap();
        let division = found.division.unwrap();
        assert_eq!(division.parts.iter().map(|(_, count)| count).sum::<BigUint>(), found.outcome.count);
        let found = by_symmetry(&question, &Settings::default(), &(), &Silent).unwrap();
        assert_eq!((found.question.up_to.to_string().as_str(), found.order), ("symmetry", 8));
        assert_eq!(found.classes, 1u32.into());
    }
}
