//! Counts the terms of a sequence again, in order, until the time is over.
//!
//! If an engine counts by number, one count gives a whole row of a table; otherwise each k is counted. A term
//! beyond the list is counted twice in different ways: by another engine or, if only one is fast enough, on
//! the reflected board, if that gives another problem. A term without such a double-check is not shown.

use super::layout::{Layout, TermGroup};
use super::registry::{Sequence, Term};
use crate::answer::{Answer, AnswerError, Ledger, answer, plan_answer};
use crate::clock::Instant;
use crate::engines::Engine;
use crate::notation::Family;
use crate::plan::{self, Observer, Outcome, PlanError, Settings, Stabiliser, Summary};
use crate::problem::{Objective, Problem, Quantity};
use crate::question::Question;
use crate::search::{self, ArmiesQuestion, Finder, SearchError};
use crate::up_to::{MapGroup, UpTo};
use num_bigint::BigUint;

/// A term that differs from the published one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discrepancy {
    /// The index.
    pub n: i64,
    /// Our term.
    pub ours: BigUint,
    /// The published term.
    pub published: BigUint,
    /// The problem that was counted.
    pub problem: String,
}

/// A term beyond the list, counted twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurtherTerm {
    /// The index.
    pub n: i64,
    /// The term.
    pub value: BigUint,
    /// The problem that was counted.
    pub problem: String,
    /// The method of the first count.
    pub first: String,
    /// The method of the double-check, which gave the same result.
    pub second: String,
}

/// The reason why the count ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The time is over.
    Time,
    /// The requested number of terms is reached.
    Enough,
    /// A problem cannot be counted, for this reason.
    Refused(String),
    /// The board has too many squares for every engine.
    LargeBoard,
    /// A count failed, with this message.
    Failed(String),
}

impl From<AnswerError> for Stop {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Stopped => Self::Time,
            error if error.is_large_board() => Self::LargeBoard,
            AnswerError::Plan(error) => Self::Refused(error.to_string()),
            error => Self::Failed(error.to_string()),
        }
    }
}

impl Stop {
    fn of_search(error: SearchError) -> Self {
        match AnswerError::from(error) {
            error if error.is_large_board() => Self::LargeBoard,
            error => Self::Failed(error.to_string()),
        }
    }
}

impl From<PlanError> for Stop {
    fn from(error: PlanError) -> Self {
        AnswerError::from(error).into()
    }
}

/// The results for the terms of a sequence.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Verification {
    /// The number of terms that were counted and agree with the published ones.
    pub agree: usize,
    /// The number of terms that agree by convention: their boards have no squares, and nothing was counted.
    pub by_convention: usize,
    /// The number of terms that were not compared, because of another convention or a board that is too large
    /// for every engine.
    pub not_compared: usize,
    /// The number of published terms that were not reached.
    pub not_reached: usize,
    /// The number of agreeing terms below 10^30.
    pub agree_below_bound: usize,
    /// The number of countable published terms below 10^30.
    pub published_below_bound: usize,
    /// The terms that were counted and differ from the published ones.
    pub differences: Vec<Discrepancy>,
    /// The terms beyond the list.
    pub beyond: Vec<FurtherTerm>,
    /// The first index of an unbroken run of verified terms, with the terms, for a b-file.
    pub verified: Option<(i64, Vec<BigUint>)>,
    /// The reason why the count ended, before or after the end of the list.
    pub stop: Option<Stop>,
    /// The reason why no terms beyond the list are shown although time was left.
    pub unshown: Option<OmissionReason>,
}

impl Verification {
    /// Returns true if the time ended beyond the end of the list, before any term there was counted twice.
    #[must_use]
    pub fn ended_by_time(&self) -> bool {
        self.stop == Some(Stop::Time) && self.not_reached == 0 && self.beyond.is_empty()
    }
}

/// The reason why terms beyond the end of a list are not counted, or not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OmissionReason {
    /// Only one method counts the next term, so it cannot be double-checked.
    OneMethod,
    /// The list is a table by rows or antidiagonals.
    Table,
    /// The next term has no board.
    NoBoard,
}

/// The maximum number of consecutive rows without a term in a table.
const MAX_EMPTY_ROWS: usize = 100;

/// The value of a place in a list.
enum ListValue {
    Counted {
        value: BigUint,
        problem: String,
    },
    Convention(BigUint),
    /// The place follows another convention.
    NotCompared,
    /// There is no board of that size, or no engine for it.
    TooLarge,
}

/// Counts the terms of a sequence again, and then terms past its list.
///
/// The ledger counts, and the observer may stop the counts. At most `most_terms` places are visited. Terms
/// beyond the list are counted only if `most_terms` exceeds its length.
#[must_use]
pub fn verify(
    sequence: &Sequence,
    settings: &Settings,
    most_terms: usize,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Verification {
    let settings = settings.clone();
    let (most, done) = (most_terms, Verification::default());
    let mut work = Work { sequence, settings, ledger, observer, most, done, reached: 0 };
    let stop = work.walk().err();
    work.done.stop = stop;
    work.done.not_reached = sequence.terms.len() - work.reached.min(sequence.terms.len());
    let unreached = sequence.terms.iter().enumerate().skip(work.reached).filter(|(_, term)| **term < bound());
    let can_be_counted = |place: usize| {
        let n = sequence.offset + place as i64;
        let problem = || work.problem(&sequence.family, n, None);
        // No engine has tried large boards that were not reached.
        sequence.layout != Layout::List || matches!(problem(), Ok(Ok(problem)) if !problem.board().is_large())
    };
    work.done.published_below_bound += unreached.filter(|(place, _)| can_be_counted(*place)).count();
    work.done
}

const NO_PLACEMENT: &str = "no placement has a largest number";
const NO_SMALLEST: &str = "no placement has a smallest number";

/// Returns the number of squares that the maximum number of pieces leaves.
fn other_squares(problem: &Problem, largest: &BigUint) -> BigUint {
    let squares = BigUint::from(problem.board().open_area());
    &squares - largest.min(&squares)
}

/// Returns the bound for the totals. Larger terms are few, and mostly follow from closed formulas.
fn bound() -> BigUint {
    BigUint::from(10u32).pow(30)
}

struct Work<'a, L> {
    sequence: &'a Sequence,
    settings: Settings,
    ledger: &'a L,
    observer: &'a dyn Observer,
    most: usize,
    done: Verification,
    /// The number of visited places of the list.
    reached: usize,
}

impl<L: Ledger> Work<'_, L> {
    fn walk(&mut self) -> Result<(), Stop> {
        let sequence = self.sequence;
        let mut by_number = sequence.for_every_k.as_ref();
        let mut empty_rows = 0;
        for group in sequence.layout.groups(sequence.offset) {
            match group {
                TermGroup::One { n, k } => {
                    self.may_go_on()?;
                    if self.reached < sequence.terms.len() {
                        let value = self.value(n, k)?;
                        self.take(value);
                        continue;
                    }
                    let goes_on = match sequence.layout {
                        Layout::List => self.past_the_list(n)?,
                        _ => self.leave(OmissionReason::Table),
                    };
                    if !goes_on {
                        return Ok(());
                    }
                }
                TermGroup::Row { n, first, last } => {
                    if self.reached >= sequence.terms.len() {
                        self.leave(OmissionReason::Table);
                        return Ok(());
                    }
                    let before = self.reached;
                    self.row(n, first, last, &mut by_number)?;
                    empty_rows = if self.reached > before { 0 } else { empty_rows + 1 };
                    if empty_rows > MAX_EMPTY_ROWS {
                        return Err(Stop::Refused(format!("{empty_rows} rows of this table have no terms")));
                    }
                }
            }
        }
        Ok(())
    }

    /// Records why the next term is not shown, and returns false.
    fn leave(&mut self, unshown: OmissionReason) -> bool {
        self.done.unshown = Some(unshown);
        false
    }

    fn may_go_on(&self) -> Result<(), Stop> {
        match () {
            () if self.reached >= self.most => Err(Stop::Enough),
            () if self.observer.should_stop() => Err(Stop::Time),
            () => Ok(()),
        }
    }

    /// Compares a value with the next term of the list.
    fn take(&mut self, value: ListValue) {
        let Some(published) = self.sequence.terms.get(self.reached) else { return };
        let n = self.sequence.offset + self.reached as i64;
        self.reached += 1;
        let below = usize::from(*published < bound());
        let done = &mut self.done;
        let value = match value {
            ListValue::NotCompared | ListValue::TooLarge => {
                done.not_compared += 1;
                return;
            }
            ListValue::Convention(value) if value == *published => {
                done.by_convention += 1;
                value
            }
            ListValue::Counted { value, .. } if value == *published => {
                done.agree += 1;
                done.agree_below_bound += below;
                done.published_below_bound += below;
                value
            }
            ListValue::Convention(ours) => {
                let problem = "a board without squares".to_owned();
                done.differences.push(Discrepancy { n, ours, published: published.clone(), problem });
                return;
            }
            ListValue::Counted { value: ours, problem } => {
                done.published_below_bound += below;
                done.differences.push(Discrepancy { n, ours, published: published.clone(), problem });
                return;
            }
        };
        self.add_verified(n, value);
    }

    /// Adds a term to the unbroken run of verified ones, or begins a run with it if there is none.
    fn add_verified(&mut self, n: i64, value: BigUint) {
        let (first, terms) = self.done.verified.get_or_insert_with(|| (n, Vec::new()));
        if *first + terms.len() as i64 == n {
            terms.push(value);
        }
    }

    /// Returns the problem of a place, or the value that the place has without a count.
    fn problem(&self, family: &Family, n: i64, k: Option<i64>) -> Result<Result<Problem, ListValue>, Stop> {
        if !self.sequence.compares(n) {
            return Ok(Err(ListValue::NotCompared));
        }
        let known = [Some(('n', n)), k.map(|k| ('k', k))];
        let known = known.into_iter().flatten().filter(|(name, _)| family.variables().contains(name));
        match family.problem_at(&known.collect::<Vec<_>>()) {
            Ok(problem) => Ok(Ok(problem)),
            Err(error) if error.is_empty_board() => {
                // On a board without squares, no pieces have one placement, and more pieces have none.
                let is_nought = k.is_some_and(|k| k > 0) && self.sequence.for_every_k.is_some();
                let empty = self.sequence.empty.as_ref();
                let empty = empty.map(|empty| if is_nought { BigUint::ZERO } else { empty.clone() });
                Ok(Err(empty.map_or(ListValue::NotCompared, ListValue::Convention)))
            }
            Err(error) if error.is_large_board() => Ok(Err(ListValue::TooLarge)),
            Err(error) => Err(Stop::Refused(error.to_string())),
        }
    }

    fn value(&self, n: i64, k: Option<i64>) -> Result<ListValue, Stop> {
        let problem = match self.problem(&self.sequence.family, n, k)? {
            Ok(problem) => problem,
            Err(value) => return Ok(value),
        };
        match self.value_of(&problem) {
            Err(Stop::LargeBoard) => Ok(ListValue::TooLarge),
            value => value,
        }
    }

    /// Returns the value of the sequence for a problem.
    fn value_of(&self, problem: &Problem) -> Result<ListValue, Stop> {
        if let Some(group) = self.sequence.stabiliser {
            return self.of_stabiliser(problem, group);
        }
        let value = match self.sequence.term {
            Term::Aggressor | Term::LargestCount => self.largest_armies(problem)?,
            Term::Smallest | Term::SmallestCount => self.find_minimum(problem)?,
            Term::Largest if problem.objective() != Objective::Maximum && problem.armies().len() > 1 => {
                self.largest_armies(problem)?
            }
            Term::Largest if self.can_be_searched(problem) => self.find_maximum(problem)?,
            Term::Largest | Term::OtherSquares if self.is_beside(problem) => {
                let largest = self.largest_armies(problem)?;
                if self.sequence.term == Term::Largest { largest } else { other_squares(problem, &largest) }
            }
            _ => self.term(problem, &self.count(&self.question(problem))?)?,
        };
        Ok(ListValue::Counted { value, problem: problem.to_string() })
    }

    /// Returns the number of classes with exactly these symmetries. If the problem does not have them, the
    /// place is not compared.
    fn of_stabiliser(&self, problem: &Problem, group: MapGroup) -> Result<ListValue, Stop> {
        let division = plan::by_symmetry(&self.question(problem), &self.settings)?;
        let count = |plan: &plan::Plan| complete(self.ledger.count(plan, self.observer)?);
        let stabiliser = division.run_one(group, self.observer, count)?;
        if stabiliser.is_none() && self.observer.should_stop() {
            return Err(Stop::Time);
        }
        let counted =
            |one: Stabiliser| ListValue::Counted { value: one.classes, problem: problem.to_string() };
        Ok(stabiliser.map_or(ListValue::NotCompared, counted))
    }

    /// Returns true if the term is a maximum that a search can find: without maximal placements, and without
    /// a named engine.
    fn can_be_searched(&self, problem: &Problem) -> bool {
        problem.armies().len() == 1 && self.is_largest_alone(problem)
    }

    /// Returns true if the term is the maximum of one kind, given the other armies.
    fn is_beside(&self, problem: &Problem) -> bool {
        let open = problem.numbers_of(|of| !matches!(of.quantity, Quantity::Exactly(_)));
        problem.armies().len() > 1 && open.len() == 1 && self.is_largest_alone(problem)
    }

    fn is_largest_alone(&self, problem: &Problem) -> bool {
        let settings = &self.settings;
        let is_plain =
            problem.objective() == Objective::Maximum && !self.sequence.maximal && problem.is_pairwise();
        is_plain && settings.engine == Engine::BEST && settings.kernel.is_none()
    }

    /// Returns the maximum, without a count of the placements that attain it.
    fn find_maximum(&self, problem: &Problem) -> Result<BigUint, Stop> {
        let question = self.question(problem);
        let found = self.ledger.watch(&question, self.observer, |observer| {
            search::largest(&question, &self.settings, Finder::Best, false, observer)
        });
        let found = found.map_err(Stop::of_search)?;
        match found.number {
            _ if !found.proved => Err(Stop::Time),
            Some(number) => Ok(number.into()),
            None => Err(Stop::Refused(NO_PLACEMENT.to_owned())),
        }
    }

    /// Returns the minimum number of pieces, or the number of placements or classes that attain it.
    fn find_minimum(&self, problem: &Problem) -> Result<BigUint, Stop> {
        let question = self.question(problem);
        let is_counted = self.sequence.term != Term::Smallest;
        let found = self.ledger.watch(&question, self.observer, |observer| {
            search::smallest(problem, question.dominating, is_counted, &self.settings, observer)
        });
        let found = found.map_err(Stop::of_search)?.ok_or(Stop::Time)?;
        let is_plain = question.up_to == UpTo::Nothing && question.fixed_by.is_identity();
        match (self.sequence.term, found.number, found.placement) {
            (Term::Smallest, Some(number), _) => Ok(number.into()),
            (Term::Smallest, None, _) => Err(Stop::Refused(NO_SMALLEST.to_owned())),
            (_, _, Some((given, _))) if !is_plain => Ok(self.count(&self.question(&given))?.count),
            _ => found.count.ok_or(Stop::Time),
        }
    }

    /// Returns the term about the largest opposing armies, or about the largest army given the others. If no
    /// piece of each army fits, the armies are empty.
    fn largest_armies(&self, problem: &Problem) -> Result<BigUint, Stop> {
        let term = self.sequence.term;
        let asked = ArmiesQuestion {
            count: term == Term::LargestCount,
            aggressor: term == Term::Aggressor,
            pareto: false,
            ratio: problem.objective() != Objective::Maximum,
        };
        let question = self.question(problem);
        let found = self.ledger.watch(&question, self.observer, |observer| {
            search::largest_armies(&question, &self.settings, asked, observer)
        });
        let found = found.map_err(Stop::of_search)?;
        if !found.proved {
            return Err(Stop::Time);
        }
        if found.largest.is_none() && problem.objective() == Objective::Maximum {
            return Err(Stop::Refused(NO_PLACEMENT.to_owned()));
        }
        Ok(match term {
            Term::Aggressor => found.aggressor.map_or(BigUint::ZERO, |aggressor| aggressor.times[1].into()),
            Term::LargestCount => found.outcome.map_or(BigUint::from(1u32), |outcome| outcome.count),
            _ => found.number.into(),
        })
    }

    /// Returns the question of the sequence about a problem.
    fn question(&self, problem: &Problem) -> Question {
        let Sequence { up_to, fixed_by, maximal, dominating, .. } = *self.sequence;
        Question { up_to, fixed_by, maximal, dominating, ..problem.into() }
    }

    /// Returns a complete count.
    fn count(&self, question: &Question) -> Result<Outcome, Stop> {
        complete(answer(question, &self.settings, self.ledger, self.observer)?.outcome)
    }

    /// Returns the term that a count gives.
    fn term(&self, problem: &Problem, outcome: &Outcome) -> Result<BigUint, Stop> {
        let maximum = || {
            let refused = "the family asks for no largest number: expected a kind like Qmax";
            outcome.maximum.ok_or_else(|| Stop::Refused(refused.to_owned()))
        };
        match self.sequence.term {
            Term::Count | Term::Smallest | Term::SmallestCount => Ok(outcome.count.clone()),
            Term::Largest | Term::LargestCount | Term::Aggressor => maximum().map(BigUint::from),
            Term::OtherSquares => maximum().map(|largest| other_squares(problem, &largest.into())),
            Term::AttackingPairs => {
                let squares = problem.board().open_area();
                let pairs = BigUint::from(squares) * BigUint::from(squares.saturating_sub(1)) / 2u32;
                let peaceful = outcome.count.clone().min(pairs.clone());
                Ok(pairs - peaceful)
            }
        }
    }

    /// Compares a row of a table.
    fn row(
        &mut self,
        n: i64,
        first: i64,
        last: Option<i64>,
        by_number: &mut Option<&Family>,
    ) -> Result<(), Stop> {
        if last.is_some_and(|last| last < first) {
            return Ok(());
        }
        let at_once = match (*by_number, self.sequence.term) {
            (Some(family), Term::Count) => self.problem(family, n, None)?.ok(),
            _ => None,
        };
        if let Some(problem) = at_once {
            self.may_go_on()?;
            match self.row_at_once(&problem, first, last) {
                Ok(values) => {
                    let most = self.most - self.reached;
                    values.into_iter().take(most).for_each(|value| self.take(value));
                    return Ok(());
                }
                // From now on, the terms of this row and later rows are counted one by one.
                Err(Stop::Refused(_)) => *by_number = None,
                Err(Stop::LargeBoard) => {}
                Err(stop) => return Err(stop),
            }
        }
        let mut k = first;
        while last.is_none_or(|last| k <= last) && self.reached < self.sequence.terms.len() {
            self.may_go_on()?;
            let value = self.value(n, Some(k))?;
            // If k pieces fit, so do fewer. So the first zero ends the row.
            let is_nought = match &value {
                ListValue::Counted { value, .. } | ListValue::Convention(value) => *value == BigUint::ZERO,
                ListValue::NotCompared | ListValue::TooLarge => false,
            };
            if last.is_none() && is_nought && k > first {
                return Ok(());
            }
            // The length of a row that cannot be counted to its end is unknown, so later terms have no known
            // place.
            if last.is_none() && matches!(value, ListValue::TooLarge) {
                while self.reached < self.sequence.terms.len() {
                    self.may_go_on()?;
                    self.take(ListValue::TooLarge);
                }
                return Ok(());
            }
            // For a row that is not compared, no count gives the length.
            if last.is_none() && matches!(value, ListValue::NotCompared) {
                return self.skip_row(n, first);
            }
            self.take(value);
            k += 1;
        }
        Ok(())
    }

    /// Returns the values of a whole row from one count by number.
    fn row_at_once(&self, problem: &Problem, first: i64, last: Option<i64>) -> Result<Vec<ListValue>, Stop> {
        let question = Question { by_number: true, ..self.question(problem) };
        let outcome = self.count(&question)?;
        let counts = outcome.by_number.ok_or_else(|| Stop::Refused(String::new()))?;
        let number = |count: &plan::NumberCount| count.pieces.iter().map(|&k| i64::from(k)).sum::<i64>();
        let last = last.or_else(|| counts.iter().map(number).max()).unwrap_or(first);
        let value = |k: i64| {
            let count = counts.iter().find(|count| number(count) == k);
            let value = count.map_or(BigUint::ZERO, |count| count.count.clone());
            ListValue::Counted { value, problem: format!("{problem}, {k} pieces") }
        };
        let most = self.sequence.terms.len() - self.reached;
        Ok((first..=last).take(most).map(value).collect())
    }

    /// Skips a row that follows another convention. The number of skipped terms is the length of our own row.
    fn skip_row(&mut self, n: i64, first: i64) -> Result<(), Stop> {
        let plain = Sequence { from_n: None, without_n: Vec::new(), ..self.sequence.clone() };
        let (settings, done) = (self.settings.clone(), Verification::default());
        let (ledger, observer) = (self.ledger, self.observer);
        let own = Work { sequence: &plain, settings, ledger, observer, most: 0, done, reached: 0 };
        let mut k = first;
        loop {
            if self.observer.should_stop() {
                return Err(Stop::Time);
            }
            match own.value(n, Some(k))? {
                ListValue::Counted { value, .. } if value != BigUint::ZERO => {
                    self.take(ListValue::NotCompared);
                }
                _ => return Ok(()),
            }
            k += 1;
        }
    }

    /// Counts a term beyond the list twice. Returns whether there may be another one.
    fn past_the_list(&mut self, n: i64) -> Result<bool, Stop> {
        match self.counted_twice(n) {
            Err(Stop::LargeBoard) => Ok(self.leave(OmissionReason::NoBoard)),
            shown => shown,
        }
    }

    fn counted_twice(&mut self, n: i64) -> Result<bool, Stop> {
        let problem = match self.problem(&self.sequence.family, n, None)? {
            Ok(problem) => problem,
            Err(_) => return Ok(self.leave(OmissionReason::NoBoard)),
        };
        let is_of_armies = problem.armies().len() > 1 && self.sequence.term != Term::Count;
        let is_least = matches!(self.sequence.term, Term::Smallest | Term::SmallestCount);
        if is_of_armies || is_least || self.sequence.stabiliser.is_some() {
            // There is only one method to prove the largest armies and the minima, and only one to
            // distinguish stabilisers.
            return Ok(self.leave(OmissionReason::OneMethod));
        }
        let begun = Instant::now();
        let plan = plan_answer(&self.question(&problem), &self.settings, self.observer)?;
        let (question, settings) = (plan.question().clone(), self.settings.clone());
        let summary = plan.summary().clone();
        let second = plan::unless_stopped(self.observer, move |cancel| {
            plan::plan_double_check(&question, &settings.with_cancel(cancel), &summary)
        });
        let second = second.ok_or(Stop::Time)?.map_err(|error| Stop::Refused(error.to_string()))?;
        if !second.difference().is_independent() {
            return Ok(self.leave(OmissionReason::OneMethod));
        }
        let Answer { summary, outcome, .. } =
            Answer::from_plan(plan, begun.elapsed(), self.ledger, self.observer)?;
        let outcome = complete(outcome)?;
        // Planning can take a while, so the time is checked again.
        self.may_go_on()?;
        let again = complete(self.ledger.count(second.plan(), self.observer)?)?;
        let value = self.term(&problem, &outcome)?;
        let (first, second) = (name(&summary, None), name(second.summary(), Some(second.difference())));
        if !plan::agree(&outcome, &again) {
            let again = self.term(&problem, &again)?;
            let fault =
                format!("internal check failed: {problem} is {value} by {first} and {again} by {second}");
            return Err(Stop::Failed(fault));
        }
        self.add_verified(n, value.clone());
        self.done.beyond.push(FurtherTerm { n, value, problem: problem.to_string(), first, second });
        Ok(true)
    }
}

/// Returns the outcome if it is complete and not only a lower bound.
fn complete(outcome: Outcome) -> Result<Outcome, Stop> {
    if outcome.complete { Ok(outcome) } else { Err(Stop::Time) }
}

/// Returns the name of a method, such as `rows 1`, with its difference from the first count if it is not
/// another engine.
fn name(summary: &Summary, difference: Option<plan::Difference>) -> String {
    let (name, version) = summary.engine;
    match difference {
        None | Some(plan::Difference::Engine) => format!("{name} {version}"),
        Some(difference) => format!("{name} {version}, {}", difference.name()),
    }
}
