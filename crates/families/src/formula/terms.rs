//! Terms of a family, counted one after another.

use super::error::FormulaError;
use super::known::KnownTerms;
use super::search::Search;
use super::shape::FamilyShape;
use crate::answer::{Answer, AnswerError, plan_answer};
use crate::clock::Instant;
use crate::plan::{Deadline, Observer, Settings, StoppingObserver};
use crate::problem::{Objective, Problem};
use crate::question::{Demand, Question};
use crate::search::{self, Finder};
use crate::up_to::UpTo;
use num_bigint::BigInt;

/// Below this number, the error says that there were too few terms.
const FEW: usize = 8;

/// Counts the terms of a family until the time is over.
pub(super) struct Terms<'a> {
    settings: &'a Settings,
    observer: &'a dyn Observer,
    end: Instant,
    /// The number of terms that are wanted for rules that are too long to print.
    pub(super) wanted: usize,
    /// The equivalence up to which placements are counted.
    up_to: UpTo,
    maximal: bool,
    dominating: Demand,
    /// The known terms of the family, from a value on.
    known: KnownTerms,
    /// Whether a term was left out because there was no time for it.
    is_cut: bool,
}

impl<'a> Terms<'a> {
    pub(super) fn new(search: &'a Search, observer: &'a dyn Observer) -> Self {
        let end = Deadline::from_now(search.budget).0;
        Self {
            settings: &search.settings,
            observer,
            end,
            wanted: search.terms,
            up_to: search.up_to,
            maximal: search.maximal,
            dominating: search.dominating,
            known: KnownTerms::default(),
            is_cut: false,
        }
    }

    /// Returns these terms with three quarters of the remaining time.
    pub(super) fn with_most_of_the_time(self) -> Self {
        let now = Instant::now();
        Self { end: now + self.end.saturating_duration_since(now) * 3 / 4, ..self }
    }

    /// Returns true if the time is over or the observer stops the search.
    pub(super) fn is_over(&self) -> bool {
        self.deadline_observer().should_stop()
    }

    /// Returns an observer that stops when half of the remaining time is over.
    pub(super) fn half(&self) -> StoppingObserver<'a> {
        let now = Instant::now();
        StoppingObserver {
            observer: self.observer,
            end: Some(now + self.end.saturating_duration_since(now) / 2),
        }
    }

    /// Returns an observer that stops when the time is over.
    fn deadline_observer(&self) -> StoppingObserver<'a> {
        StoppingObserver { observer: self.observer, end: Some(self.end) }
    }

    /// Returns the number of placements of a problem; `None` if there is no time for it.
    ///
    /// # Errors
    /// The problem cannot be planned or counted.
    pub(super) fn count(&mut self, problem: Problem) -> Result<Option<BigInt>, FormulaError> {
        if self.is_over() {
            return Ok(self.cut());
        }
        let question = self.question(problem);
        let (begun, until) = (Instant::now(), self.deadline_observer());
        let plan = match plan_answer(&question, self.settings, &until) {
            Err(AnswerError::Stopped) => return Ok(self.cut()),
            plan => plan?,
        };
        let (planning, seconds) = (begun.elapsed(), plan.summary().seconds());
        let left = self.end.saturating_duration_since(Instant::now());
        if seconds > left.as_secs_f64() {
            return Ok(self.cut());
        }
        let outcome = Answer::from_plan(plan, planning, &(), &until)?.outcome;
        match outcome.complete {
            true => Ok(Some(outcome.count.into())),
            false => Ok(self.cut()),
        }
    }

    /// Notes that there was no time for a term.
    fn cut(&mut self) -> Option<BigInt> {
        self.is_cut = true;
        None
    }

    /// Returns the question about a problem of the family.
    fn question(&self, problem: Problem) -> Question {
        let question = Question::from(problem).with_up_to(self.up_to).with_maximal(self.maximal);
        question.with_dominating(self.dominating)
    }

    /// Returns the maximum number of pieces of a problem; `None` if there is no time for it, or no placement.
    ///
    /// # Errors
    /// The maximum cannot be found.
    fn find_maximum(&mut self, problem: Problem) -> Result<Option<BigInt>, FormulaError> {
        if self.is_over() {
            return Ok(self.cut());
        }
        let found =
            search::largest(&problem.into(), self.settings, Finder::Best, false, &self.deadline_observer())?;
        match found.proved {
            true => Ok(found.number.map(BigInt::from)),
            false => Ok(self.cut()),
        }
    }

    /// Returns the term of a family at a value, which is the maximum if the family asks for one. `None` if
    /// there is no such problem, or no time for it.
    ///
    /// # Errors
    /// The problem cannot be planned or counted.
    pub(super) fn term(&mut self, shape: &FamilyShape, value: i64) -> Result<Option<BigInt>, FormulaError> {
        let is_any = self.dominating == Demand::Nothing;
        let is_plain = self.up_to == UpTo::Nothing && !self.maximal && is_any;
        let term = match shape.problem_at(&[value]) {
            Some(problem) if problem.objective() == Objective::Maximum && is_plain => {
                self.find_maximum(problem)
            }
            Some(problem) => self.count(problem),
            None => Ok(None),
        };
        let term = match term {
            Err(FormulaError::Answer(error)) if error.is_large_board() => None,
            term => term?,
        };
        if let Some(term) = &term {
            self.known.push(value, term.clone());
        }
        Ok(term)
    }

    /// Returns true if a family has no countable problem at a value, with unlimited time.
    pub(super) fn end_at(&self, shape: &FamilyShape, value: i64) -> bool {
        shape.problem_at(&[value]).is_none_or(|problem| {
            let plan = plan_answer(&self.question(problem), self.settings, &self.deadline_observer());
            plan.is_err_and(|error| error.is_large_board())
        })
    }

    /// Returns the error without a formula: none fits, or there was no time for terms.
    pub(super) fn no_formula_error(&self, looked: &'static str) -> FormulaError {
        let terms = self.known.clone();
        match self.has_too_few() {
            true => FormulaError::Stopped { terms },
            false => FormulaError::Unfitted { terms, looked },
        }
    }

    /// Returns true if there was time for a few terms only.
    pub(super) fn has_too_few(&self) -> bool {
        (self.is_cut || self.is_over()) && self.known.terms.len() < FEW
    }

    /// Returns the known terms of the family.
    pub(super) fn known_terms(&self) -> KnownTerms {
        self.known.clone()
    }

    /// Returns terms of another question about the same family.
    pub(super) fn asking(&self, up_to: UpTo) -> Self {
        Self { up_to, known: KnownTerms::default(), is_cut: false, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::derive;
    use crate::plan::{Silent, plan};
    use std::time::Duration;

    /// Terms are those of the question, even if a similar question is faster to count.
    #[test]
    fn terms_are_what_is_asked_for() {
        for (text, up_to) in [
            ("{n}x{n} X3 X=BgR", UpTo::Nothing),
            ("{n}x{n} X3 X=BnD", UpTo::Nothing),
            ("{n}x{n} B2", UpTo::Symmetry),
            ("{n}x{n} B3", UpTo::from_group("half-turn".parse().unwrap())),
        ] {
            let family = text.parse::<crate::notation::Family>().unwrap();
            let search = Search { up_to, ..Search::new(Settings::default(), Duration::from_secs(4)) };
            let (first, terms): (i64, Vec<BigInt>) = match derive(&family, &search, &Silent) {
                Ok(found) => (found.first, found.all_terms().unwrap().take(6).collect()),
                Err(FormulaError::Unfitted { terms, .. } | FormulaError::Stopped { terms }) => {
                    (terms.first, terms.terms)
                }
                Err(other) => panic!("{text}: {other}"),
            };
            assert!(terms.len() > 4, "{text}: {terms:?}");
            for (n, term) in (first..).zip(terms).take(5) {
                let question = Question::new(family.problem_at(&[('n', n)]).unwrap()).with_up_to(up_to);
                let expected = plan(&question, &Settings::default()).unwrap().run(&Silent).unwrap().count;
                assert_eq!(term, expected.into(), "{text}, n = {n}");
            }
        }
    }
}
