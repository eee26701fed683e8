//! Placements by square: how many of them have a piece of a kind on each square.
//!
//! A placement with a piece there is a placement of the problem in which that piece is given, so every square is a question of
//! its own to the same engines. Squares that a symmetry of the problem carries to each other have the same number: one of each
//! orbit is counted ([`orbits`](mod@orbits)). Whoever adds the numbers up counts each placement once for each of its pieces, and once for
//! each line that has one piece in every placement; that is asserted ([`sums`]).
//!
//! For queens, numbers by square divided by the count are what converges to the queenon (Simkin, arXiv:2107.13460).

mod found;
mod orbits;
mod sums;
mod swept;

pub use found::{BySquare, KindBySquare};

use crate::answer::{Answer, AnswerError, Ledger, answer};
use crate::board::Square;
use crate::clock::Instant;
use crate::plan::{Observer, PlanError, RunError, Settings};
use crate::problem::{Objective, Problem, Quantity};
use crate::question::Question;
use crate::up_to::UpTo;
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
/// Questions up to symmetry, about fixed placements or by number, large boards, those of [`answer`](answer()), and numbers that do
/// not add up.
pub fn by_square(
    question: &Question,
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<BySquare, AnswerError> {
    let start = Instant::now();
    check(question)?;
    let counting = Counting { settings, ledger, observer };
    let mut found = match counting.whole(question) {
        Err(AnswerError::Stopped) => counting.squares(question, None, None)?,
        whole => {
            let whole = whole?;
            let (settled, maximum) = settled(question, &whole);
            let counted = whole.outcome.complete.then(|| Counted::by(&whole));
            let found = counting.squares(&settled, maximum, counted.as_ref())?;
            BySquare {
                count: whole.outcome.count,
                maximum: maximum.filter(|_| whole.outcome.complete),
                ..found
            }
        }
    };
    found.question = question.clone();
    found.elapsed = start.elapsed();
    Ok(found)
}

/// The same of those placements that have a piece of some kind on some square: where the others are. The kind is one of the
/// problem's [pieces](Problem::pieces); `None` if it cannot stand there.
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
/// Those of [`by_square`].
pub fn by_square_beside(
    question: &Question,
    (piece, square): (usize, Square),
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Option<BySquare>, AnswerError> {
    let start = Instant::now();
    check(question)?;
    let given = |problem: &Problem| match problem.pieces().nth(piece) {
        Some(pieces) if pieces.fixed.contains(&square) => Some(problem.clone()),
        _ => problem.with_fixed(piece, square),
    };
    let Some(asked) = given(&question.problem) else { return Ok(None) };
    let counting = Counting { settings, ledger, observer };
    let (settled, maximum) = match question.problem.objective() {
        // The largest number is that of all placements.
        Objective::Maximum => match counting.whole(question) {
            Ok(whole) if whole.outcome.complete => settled(question, &whole),
            Ok(_) | Err(AnswerError::Stopped) => {
                return counting.squares(&question.of(asked), None, None).map(Some);
            }
            Err(error) => return Err(error),
        },
        Objective::Exactly | Objective::AnyNumber => (question.clone(), None),
    };
    let with_piece = given(&settled.problem).map(|problem| settled.of(problem));
    let Some(with_piece) = with_piece else { return Ok(None) };
    let count = counting.count(&with_piece, maximum)?;
    let mut found = counting.squares(&with_piece, maximum, count.as_ref())?;
    (found.question, found.maximum) = (question.of(asked), maximum);
    found.elapsed = start.elapsed();
    Ok(Some(found))
}

/// Refuses what has no numbers by square.
fn check(question: &Question) -> Result<(), PlanError> {
    let Question { problem, up_to, maximal: _, by_number, fixed_by, dominating: _ } = question;
    let is_plain =
        *up_to == UpTo::Nothing && !by_number && fixed_by.is_identity() && !problem.board().is_large();
    if is_plain { Ok(()) } else { Err(PlanError::BySquareIsPlain) }
}

/// The question with the largest number in the place of a single `max`, and that number.
fn settled(question: &Question, whole: &Answer) -> (Question, Option<u32>) {
    let problem = &question.problem;
    let open = problem.numbers_of(|pieces| pieces.quantity == Quantity::Max);
    let exact = match (&open[..], whole.outcome.maximum) {
        (&[piece], Some(maximum)) => problem.with_number(piece, maximum),
        _ => None,
    };
    (exact.map_or_else(|| question.clone(), |exact| question.of(exact)), whole.outcome.maximum)
}

/// A number of placements, and the engine that counted them.
struct Counted {
    count: BigUint,
    engine: &'static str,
}

impl Counted {
    fn by(answer: &Answer) -> Self {
        Self { count: answer.outcome.count.clone(), engine: answer.summary.engine.0 }
    }
}

/// How it is counted.
struct Counting<'a, L> {
    settings: &'a Settings,
    ledger: &'a L,
    observer: &'a dyn Observer,
}

impl<L: Ledger> Counting<'_, L> {
    fn whole(&self, question: &Question) -> Result<Answer, AnswerError> {
        let answer = answer(question, self.settings, self.ledger, self.observer)?;
        match (&answer.check, answer.agrees()) {
            (Some(Err(error)), _) => Err(error.clone()),
            (_, Some(false)) => Err(RunError::Check { what: "two counts differ" }.into()),
            _ => Ok(answer),
        }
    }

    /// How many placements there are that have the largest number of pieces, if that is known; `None` if it was stopped.
    fn count(&self, question: &Question, maximum: Option<u32>) -> Result<Option<Counted>, AnswerError> {
        let answer = match self.whole(question) {
            Err(AnswerError::Stopped) => return Ok(None),
            answer => answer?,
        };
        let is_less = question.problem.objective() == Objective::Maximum && answer.outcome.maximum != maximum;
        let counted = Counted::by(&answer);
        let counted = if is_less { Counted { count: BigUint::ZERO, ..counted } } else { counted };
        Ok(answer.outcome.complete.then_some(counted))
    }

    /// The numbers by square of a question with this count; few of them if it was stopped. Others put in what was asked.
    fn squares(
        &self,
        question: &Question,
        maximum: Option<u32>,
        counted: Option<&Counted>,
    ) -> Result<BySquare, AnswerError> {
        let count = counted.map(|counted| &counted.count);
        let is_none = count == Some(&BigUint::ZERO);
        let mut kinds = known(&question.problem, count, is_none);
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
        Ok(BySquare {
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

    /// The numbers of orbits, of the first ones only if it was stopped.
    fn of_orbits(
        &self,
        question: &Question,
        maximum: Option<u32>,
        (orbits, whole): (&[Orbit], &Counted),
    ) -> Result<Vec<BigUint>, AnswerError> {
        let is_single = !self.settings.double_check;
        if is_single && swept::is_worth_it(question, whole.engine, orbits.len()) {
            let watched = self.ledger.watch(question, self.observer, |observer| {
                swept::swept(question, self.settings, (orbits, &whole.count), observer)
            });
            if let Some(numbers) = watched? {
                return Ok(numbers);
            }
        }
        let mut numbers = Vec::with_capacity(orbits.len());
        for &(piece, index) in orbits.iter().filter_map(|orbit| orbit.first()) {
            let square = question.problem.board().square(index);
            let with_piece = question.problem.with_fixed(piece, square);
            let with_piece = with_piece.ok_or(RunError::Check { what: "an open square is closed" })?;
            let Some(counted) = self.count(&question.of(with_piece), maximum)? else { break };
            numbers.push(counted.count);
        }
        Ok(numbers)
    }
}

/// What is known without counting: a piece stands where it is given in all placements, and where it cannot stand in none.
fn known(problem: &Problem, count: Option<&BigUint>, is_none: bool) -> Vec<KindBySquare> {
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
