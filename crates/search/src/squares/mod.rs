//! Placements by square: the number of placements with a piece of a kind on each square.
//!
//! A placement with a piece on a square is a placement of the problem in which that piece is pre-placed.
//! Every square is therefore a question of its own to the same engines. Squares that are equivalent under a
//! symmetry of the problem have the same number, so one of each orbit is counted ([`orbits`](mod@orbits)).
//! Some engines find all numbers at once ([`swept`](mod@swept), [`joined`](mod@joined)). The sum of the
//! numbers counts each placement once for each of its pieces, and once for each line that has one piece in
//! every placement; this is asserted ([`sums`]).
//!
//! For queens, the numbers by square divided by the count converge to the queenon (Simkin, arXiv:2107.13460).

mod found;
mod joined;
mod orbits;
mod sums;
mod swept;

pub use found::{CountsBySquare, KindBySquare};

use crate::answer::{AnswerError, CountedTerm, Ledger, answer};
use crate::board::Square;
use crate::clock::Instant;
use crate::feature::Feature;
use crate::plan::{ONE_OF_THEM, Observer, PlanError, RunError, Settings};
use crate::problem::{Objective, Problem, Quantity};
use crate::question::Question;
use num_bigint::BigUint;
use orbits::{Orbit, orbits};
use std::time::Duration;

/// Counts, for each square and each kind of piece, the placements with such a piece on the square.
///
/// ```
/// use armistice::{Question, plan::{Settings, Silent}, search::by_square};
///
/// let queens = Question::new("8x8 Q8".parse()?);
/// let found = by_square(&queens, &Settings::default(), &(), &Silent)?;
/// assert_eq!((&found.count, found.number('Q', "a1".parse()?)), (&92u32.into(), Some(&4u32.into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for questions up to symmetry, about fixed placements or by number, for large boards, in the cases of
/// [`answer`](answer()), and if numbers do not add up.
pub fn by_square(
    question: &Question,
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<CountsBySquare, AnswerError> {
    let start = Instant::now();
    check(question)?;
    let counting = CountTools { settings, ledger, observer };
    let mut found = match counting.count_whole(question) {
        Err(AnswerError::Stopped) => counting.squares(question, None, None)?,
        whole => {
            let (whole, is_complete) = whole?;
            let (settled, maximum) = settle_maximum(question, &whole);
            let found = counting.squares(&settled, maximum, is_complete.then_some(&whole))?;
            CountsBySquare { count: whole.count, maximum: maximum.filter(|_| is_complete), ..found }
        }
    };
    found.question = question.clone();
    found.elapsed = start.elapsed();
    Ok(found)
}

/// Like [`by_square`], but only for the placements with a piece of some kind on some square: the numbers show
/// where the other pieces are. The kind is one of the problem's [pieces](Problem::pieces). Returns `None` if
/// it cannot use that square.
///
/// ```
/// use armistice::{Question, plan::{Settings, Silent}, search::by_square_beside};
///
/// let queens = Question::new("4x4 Q4".parse()?);
/// let found = by_square_beside(&queens, (0, "b1".parse()?), &Settings::default(), &(), &Silent)?.unwrap();
/// assert_eq!(found.question.problem.to_string(), "4x4 Q4@b1");
/// assert_eq!((&found.count, found.number('Q', "a3".parse()?)), (&1u32.into(), Some(&1u32.into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails in the cases of [`by_square`].
pub fn by_square_beside(
    question: &Question,
    (piece, square): (usize, Square),
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Option<CountsBySquare>, AnswerError> {
    let start = Instant::now();
    check(question)?;
    let given = |problem: &Problem| match problem.pieces().nth(piece) {
        Some(pieces) if pieces.fixed.contains(&square) => Some(problem.clone()),
        _ => problem.with_fixed(piece, square),
    };
    let Some(asked) = given(&question.problem) else { return Ok(None) };
    let counting = CountTools { settings, ledger, observer };
    let (settled, maximum) = match question.problem.objective() {
        // The maximum is that of all placements.
        Objective::Maximum => match counting.count_whole(question) {
            Ok((whole, true)) => settle_maximum(question, &whole),
            Ok((_, false)) | Err(AnswerError::Stopped) => {
                return counting.squares(&question.with_problem(asked), None, None).map(Some);
            }
            Err(error) => return Err(error),
        },
        Objective::Exactly | Objective::AnyNumber => (question.clone(), None),
    };
    let with_piece = given(&settled.problem).map(|problem| settled.with_problem(problem));
    let Some(with_piece) = with_piece else { return Ok(None) };
    let count = counting.count(&with_piece, maximum)?;
    let mut found = counting.squares(&with_piece, maximum, count.as_ref())?;
    (found.question, found.maximum) = (question.with_problem(asked), maximum);
    found.elapsed = start.elapsed();
    Ok(Some(found))
}

/// Rejects questions that have no numbers by square.
fn check(question: &Question) -> Result<(), PlanError> {
    let refused = [Feature::Sameness, Feature::ByNumber, Feature::FixedByMaps, Feature::ManySquares];
    PlanError::refuse_together(question, "numbers by square (--by-square)", &refused, ONE_OF_THEM)
}

/// Returns the question with the maximum in the place of a single `max`, and the maximum.
fn settle_maximum(question: &Question, whole: &CountedTerm) -> (Question, Option<u32>) {
    let problem = &question.problem;
    let open = problem.numbers_of(|pieces| pieces.quantity == Quantity::Max);
    let exact = match (&open[..], whole.maximum) {
        (&[piece], Some(maximum)) => problem.with_number(piece, maximum),
        _ => None,
    };
    (exact.map_or_else(|| question.clone(), |exact| question.with_problem(exact)), whole.maximum)
}

/// The settings and tools of a count.
struct CountTools<'a, L> {
    settings: &'a Settings,
    ledger: &'a L,
    observer: &'a dyn Observer,
}

impl<L: Ledger> CountTools<'_, L> {
    /// Returns the number of a question, from the ledger or by counting, and whether the count is complete.
    fn count_whole(&self, question: &Question) -> Result<(CountedTerm, bool), AnswerError> {
        if let Some(known) = self.known_number(question) {
            return Ok((known, true));
        }
        let answer = answer(question, self.settings, self.ledger, self.observer)?;
        match (&answer.check, answer.agrees()) {
            (Some(Err(error)), _) => return Err(error.clone()),
            (_, Some(false)) => return Err(RunError::Check { what: "two counts differ" }.into()),
            _ => {}
        }
        let counted = CountedTerm::from_answer(&answer);
        if answer.outcome.complete {
            self.ledger.keep(question, &counted);
        }
        Ok((counted, answer.outcome.complete))
    }

    /// Returns the kept number of a question, if it is as certain as requested.
    fn known_number(&self, question: &Question) -> Option<CountedTerm> {
        self.ledger.known_number(question).filter(|known| known.is_checked || !self.settings.double_check)
    }

    /// Counts the placements with the maximum number of pieces, if it is known. `None` if the count was
    /// stopped.
    fn count(&self, question: &Question, maximum: Option<u32>) -> Result<Option<CountedTerm>, AnswerError> {
        let (counted, is_complete) = match self.count_whole(question) {
            Err(AnswerError::Stopped) => return Ok(None),
            whole => whole?,
        };
        let is_less = question.problem.objective() == Objective::Maximum && counted.maximum != maximum;
        let counted = if is_less { CountedTerm { count: BigUint::ZERO, ..counted } } else { counted };
        Ok(is_complete.then_some(counted))
    }

    /// Returns the numbers by square of a question with this count; fewer if it was stopped. The caller fills
    /// in the original question.
    fn squares(
        &self,
        question: &Question,
        maximum: Option<u32>,
        counted: Option<&CountedTerm>,
    ) -> Result<CountsBySquare, AnswerError> {
        let count = counted.map(|counted| &counted.count);
        let is_none = count == Some(&BigUint::ZERO);
        let mut kinds = known_kinds(&question.problem, count, is_none);
        let orbits = if is_none { Vec::new() } else { orbits(question) };
        let numbers = match counted {
            Some(counted) => self.of_orbits(question, maximum, (&orbits, counted))?,
            None => Vec::new(),
        };
        for (orbit, number) in orbits.iter().zip(&numbers) {
            for &(piece, index) in orbit {
                kinds[piece].numbers[index] = Some(number.clone());
            }
        }
        let complete = counted.is_some() && numbers.len() == orbits.len();
        if let (true, Some(count)) = (complete, count) {
            sums::check(question, &kinds, count)?;
        }
        Ok(CountsBySquare {
            question: question.clone(),
            maximum,
            count: count.cloned().unwrap_or_default(),
            is_counted: counted.is_some(),
            kinds,
            orbits: orbits.len(),
            orbits_done: numbers.len(),
            complete,
            elapsed: Duration::ZERO,
        })
    }

    /// Returns the numbers of the orbits, and only of the first ones if it was stopped.
    fn of_orbits(
        &self,
        question: &Question,
        maximum: Option<u32>,
        (orbits, whole): (&[Orbit], &CountedTerm),
    ) -> Result<Vec<BigUint>, AnswerError> {
        let mut questions = Vec::with_capacity(orbits.len());
        for &(piece, index) in orbits.iter().filter_map(|orbit| orbit.first()) {
            let with_piece = question.problem.with_fixed(piece, question.problem.board().square(index));
            let with_piece = with_piece.ok_or(RunError::Check { what: "an open square is closed" })?;
            questions.push(question.with_problem(with_piece));
        }
        let is_known = questions.iter().all(|question| self.known_number(question).is_some());
        if !self.settings.double_check && !is_known {
            let watched = self.ledger.watch(question, self.observer, |observer| {
                match swept::is_worth_it(question, &whole.engine.0, orbits.len()) {
                    true => {
                        Ok(swept::sweep_orbits(question, self.settings, (orbits, &whole.count), observer)?)
                    }
                    false => joined::count_orbits_together(
                        question,
                        self.settings,
                        (orbits, whole),
                        self.ledger,
                        observer,
                    ),
                }
            });
            if let Some(numbers) = watched? {
                for (question, count) in questions.iter().zip(&numbers) {
                    self.ledger.keep(question, &CountedTerm { count: count.clone(), ..whole.clone() });
                }
                return Ok(numbers);
            }
        }
        let mut numbers = Vec::with_capacity(orbits.len());
        for question in &questions {
            let Some(counted) = self.count(question, maximum)? else { break };
            numbers.push(counted.count);
        }
        Ok(numbers)
    }
}

/// Returns the numbers that need no count: all placements have a pre-placed piece on its square, and none has
/// a piece where it cannot be.
fn known_kinds(problem: &Problem, count: Option<&BigUint>, is_none: bool) -> Vec<KindBySquare> {
    let board = problem.board();
    let army_of = problem.army_of();
    let pieces = problem.pieces().enumerate().filter(|(_, pieces)| !pieces.kind.is_wall());
    let of_kind = pieces.map(|(piece, pieces)| {
        let number = |index: usize| match board.square(index) {
            square if pieces.fixed.contains(&square) => count.cloned(),
            square => (is_none || !orbits::is_free(problem, pieces, square)).then_some(BigUint::ZERO),
        };
        KindBySquare {
            piece,
            letter: pieces.kind.letter(),
            army: army_of[piece],
            numbers: (0..board.squares()).map(number).collect(),
        }
    });
    of_kind.collect()
}

#[cfg(test)]
mod tests;
