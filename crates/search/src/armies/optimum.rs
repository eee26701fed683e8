//! The largest armies that leave each other in peace, with proof.
//!
//! `8x8 Q/Q` asks for the largest `m` with `m` queens against `m`. As a ratio, `8x8 Q2 N/R` asks for the largest `m` with
//! `2m` queens and `m` knights against `m` rooks. Otherwise numbers are given, and one kind is to be as many as possible
//! [beside them](super::beside). Where riders see along whole lines, a placement stays one when pieces are removed, so that
//! `m` goes up until no placement is found; a proof is the one problem with `m + 1` that was searched to its end.
//! Placements are found by [local search](super::local), by labelling lines ([`mod@crate::search::armies::decide`]), or by
//! the engines that count; each one is checked against the rules of movement.
//!
//! Where lines are blocked, removing a piece can start a war: then every `m` that the board has room for is tried.

use crate::clock::Instant;
use crate::feature::Feature;
use crate::placement::Placement;
use crate::plan::{Observer, Outcome, PlanError, Settings, plan_unless_stopped};
use crate::problem::{Problem, Quantity};
use crate::question::Question;
use crate::search::armies::decide::{Refutation, decide};
use crate::search::error::SearchError;
use crate::search::found::First;
use std::time::Duration;

/// What is asked about the armies of a problem, besides the largest ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ArmiesQuestion {
    /// How many placements have the largest armies.
    pub count: bool,
    /// Of two armies, all pairs of sizes that cannot both be kept when one grows.
    pub pareto: bool,
    /// Of two armies, how far the second one can grow beside a first one of the largest size.
    pub aggressor: bool,
    /// Whether the numbers of the problem are a ratio, in which the armies grow, and not given. One of each kind is a ratio
    /// in any case.
    pub ratio: bool,
}

/// Armies that fit, and why no larger ones do.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Attained {
    /// How many times each army of the problem; once each, where numbers are given.
    pub times: Vec<u32>,
    /// The problem with these numbers of pieces.
    pub problem: Problem,
    /// A placement of it.
    pub placement: Placement,
    /// What found it.
    pub found_by: &'static str,
    /// The problem one step further, which has no placement; `None` if that was not proved.
    pub refutation: Option<Refutation>,
}

/// The largest armies of a problem.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LargestArmies {
    /// What was asked: one of each army, a ratio, or given armies with one kind written `max`.
    pub question: Question,
    /// What was asked besides.
    pub asked: ArmiesQuestion,
    /// How many times each army, or how many pieces of the kind written `max`, together: the largest number that was found, or 0.
    pub number: u32,
    /// The largest that were found; `None` if not even one of each fits, or not even the given pieces.
    pub largest: Option<Attained>,
    /// Why nothing fits.
    pub none: Option<Refutation>,
    /// How many placements have them, if that was asked for.
    pub outcome: Option<Outcome>,
    /// All pairs that cannot grow, the first army increasing, if they were asked for.
    pub pareto: Option<Vec<Attained>>,
    /// The largest second army beside a first one of the largest size, if that was asked for.
    pub aggressor: Option<Attained>,
    /// Whether everything asked for was proved.
    pub proved: bool,
    /// Time for all of it.
    pub elapsed: Duration,
}

impl LargestArmies {
    /// For each number of times that the first army is there, from once on, how many times the second can be, if the pairs that
    /// cannot grow were asked for. These are the corners: up to the first of the next pair the second stays as it is.
    ///
    /// ```
    /// use armistice::plan::{Settings, Silent};
    /// use armistice::search::{ArmiesQuestion, largest_armies};
    ///
    /// let question = ArmiesQuestion { pareto: true, ..ArmiesQuestion::default() };
    /// let found = largest_armies(&"4x4 Q/Q".parse()?, &Settings::default(), question, &Silent)?;
    /// assert_eq!(found.curve(), Some(vec![6, 3, 2, 1, 1, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn curve(&self) -> Option<Vec<u32>> {
        let pairs = self.pareto.as_ref()?;
        let before = std::iter::once(0).chain(pairs.iter().map(|pair| pair.times[0]));
        let steps = pairs.iter().zip(before).map(|(pair, before)| (pair.times[1], pair.times[0] - before));
        Some(steps.flat_map(|(second, width)| std::iter::repeat_n(second, width as usize)).collect())
    }
}

/// What is to be as large as possible.
enum Aim {
    /// All armies, in the proportion of their numbers.
    Proportion,
    /// These of the [pieces](Problem::pieces), of one army, together, beside the others.
    Kinds(Vec<usize>),
}

impl Aim {
    fn of(problem: &Problem, question: ArmiesQuestion) -> Result<Self, SearchError> {
        let is_exact = |quantity: Quantity| matches!(quantity, Quantity::Exactly(number) if number > 0);
        let is_proportion = problem.armies().len() > 1 && problem.pieces().all(|of| is_exact(of.quantity));
        let is_one_each = problem.pieces().all(|of| of.quantity == Quantity::Exactly(1));
        if question.ratio || problem.armies().len() < 2 || is_one_each {
            return if is_proportion { Ok(Self::Proportion) } else { Err(SearchError::NoProportion) };
        }
        match problem.numbers_of(|of| !matches!(of.quantity, Quantity::Exactly(_)))[..] {
            [] => Err(SearchError::ArmiesGiven),
            ref kinds if are_of_one_army(problem, kinds) => Ok(Self::Kinds(kinds.to_vec())),
            _ => Err(SearchError::SeveralOpen),
        }
    }
}

/// Whether these are to be as many as possible, and stand in one army.
fn are_of_one_army(problem: &Problem, kinds: &[usize]) -> bool {
    let army_of = problem.army_of();
    let sought = problem.numbers_of(|of| of.quantity == Quantity::Max);
    sought == kinds && kinds.iter().all(|&kind| army_of[kind] == army_of[kinds[0]])
}

/// Finds the largest armies: in proportion, if no kind has a number or the numbers are a ratio; else the most pieces of
/// the kinds written `max`, of one army, beside those whose numbers are given.
///
/// The observer can stop the search; what was found until then is returned, with `proved` false.
///
/// # Errors
/// One army alone, numbers that leave open what is asked, more than two armies where two are asked for, settings that cannot
/// be met, and checks that failed.
pub fn largest_armies(
    about: &Question,
    settings: &Settings,
    question: ArmiesQuestion,
    observer: &dyn Observer,
) -> Result<LargestArmies, SearchError> {
    let start = Instant::now();
    let problem = &about.problem;
    if problem.board().is_large() {
        return Err(PlanError::LargeBoard.into());
    }
    if problem.walls().is_some() {
        return Err(PlanError::NotHere(Feature::Walls).into());
    }
    let aim = Aim::of(problem, question)?;
    check_pairs(problem, question, &aim)?;
    let quest = Quest { problem, settings, observer, is_hereditary: problem.is_pairwise() };
    let climbed = match &aim {
        Aim::Proportion => quest.equal()?,
        Aim::Kinds(kinds) => quest.beside(kinds)?,
    };
    let mut answer = LargestArmies {
        question: about.clone(),
        asked: question,
        proved: climbed.refutation.is_some(),
        number: climbed.number,
        largest: None,
        none: None,
        outcome: None,
        pareto: None,
        aggressor: None,
        elapsed: Duration::ZERO,
    };
    match climbed.best {
        Some(best) => answer.largest = Some(Attained { refutation: climbed.refutation, ..best }),
        None => answer.none = climbed.refutation,
    }
    if let Some(largest) = answer.largest.clone().filter(|_| answer.proved) {
        if question.count {
            observer.search_begins(&largest.problem.to_string());
            let outcome = match aim {
                Aim::Kinds(kinds) => quest.placements(about, &kinds, climbed.number)?,
                Aim::Proportion => quest.counted(&about.of(largest.problem.clone()))?,
            };
            answer.proved &= outcome.as_ref().is_some_and(|outcome| outcome.complete);
            answer.outcome = outcome;
        }
        if question.aggressor {
            let grown = quest.grown(&largest, 1)?;
            answer.proved &= grown.refutation.is_some();
            answer.aggressor = Some(grown);
        }
    }
    if question.pareto {
        let (pairs, proved) = quest.pareto()?;
        answer.proved &= proved;
        answer.pareto = Some(pairs);
    }
    answer.elapsed = start.elapsed();
    Ok(answer)
}

/// Whether pairs of sizes can be asked for, if they are.
fn check_pairs(problem: &Problem, question: ArmiesQuestion, aim: &Aim) -> Result<(), SearchError> {
    match problem.armies().len() {
        _ if !question.pareto && !question.aggressor => Ok(()),
        _ if matches!(aim, Aim::Kinds(_)) => Err(SearchError::OnlyProportion),
        armies @ 3.. => Err(SearchError::TwoArmies(armies)),
        _ if !problem.is_pairwise() => Err(SearchError::OnlySight),
        _ => Ok(()),
    }
}

pub(super) struct Quest<'a> {
    pub(super) problem: &'a Problem,
    pub(super) settings: &'a Settings,
    pub(super) observer: &'a dyn Observer,
    /// Whether a placement stays one when pieces are removed.
    pub(super) is_hereditary: bool,
}

/// What is known of a question that has an answer or is stopped.
pub(super) enum Knowledge {
    Attained(Box<Attained>),
    Refuted(Refutation),
    Stopped,
}

/// The largest number that fits, with armies that have it, and why no larger one does; that is missing if the search was
/// stopped.
pub(super) struct Climbed {
    number: u32,
    best: Option<Attained>,
    refutation: Option<Refutation>,
}

impl Quest<'_> {
    /// Whether the problem has a placement.
    pub(super) fn decide(&self, problem: Problem, times: &[u32]) -> Result<Knowledge, SearchError> {
        Ok(match decide(&problem, self.settings, self.observer)? {
            First::Found { placement, by } => {
                let times = times.to_vec();
                Knowledge::Attained(Box::new(Attained {
                    times,
                    problem,
                    placement,
                    found_by: by,
                    refutation: None,
                }))
            }
            First::None { by: refutation } => Knowledge::Refuted(refutation),
            First::Stopped => Knowledge::Stopped,
        })
    }

    /// The placements that a question asks for, counted; `None` if it was stopped before it was known how.
    pub(super) fn counted(&self, question: &Question) -> Result<Option<Outcome>, SearchError> {
        let plan = plan_unless_stopped(question, self.settings, self.observer)?;
        Ok(plan.map(|plan| plan.run(self.observer)).transpose()?)
    }

    /// Whether armies of these multiples of the sizes fit.
    fn ask(&self, times: &[u32]) -> Result<Knowledge, SearchError> {
        if let Some(problem) = self.problem.times(times) {
            return self.decide(problem, times);
        }
        let told = times.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ");
        Ok(Knowledge::Refuted(Refutation::of_numbers(self.problem, &format!("{told} times"))))
    }

    /// The largest number that fits, asking for one after another from the first on, each beyond the one that is attained.
    pub(super) fn climb(
        &self,
        first: u32,
        ask: impl Fn(u32) -> Result<Knowledge, SearchError>,
        attained_number: impl Fn(&Attained) -> u32,
    ) -> Result<Climbed, SearchError> {
        let mut climbed = Climbed { number: 0, best: None, refutation: None };
        let mut next = first;
        loop {
            match ask(next)? {
                Knowledge::Attained(attained) => {
                    next = attained_number(&attained);
                    self.observer.bounds(Some(next), None);
                    climbed = Climbed { number: next, best: Some(*attained), refutation: None };
                }
                Knowledge::Stopped => return Ok(climbed),
                // Larger armies could fit all the same, until the board has no room for them.
                Knowledge::Refuted(refutation) if !self.is_hereditary && !refutation.is_of_numbers => {}
                Knowledge::Refuted(refutation) => {
                    return Ok(Climbed { refutation: Some(refutation), ..climbed });
                }
            }
            next += 1;
        }
    }

    /// The largest armies in the proportion of the problem, or why there are none.
    fn equal(&self) -> Result<Climbed, SearchError> {
        let armies = self.problem.armies().len();
        self.climb(1, |times| self.ask(&vec![times; armies]), |attained| attained.times[0])
    }

    /// The same armies with one of them as large as it can be.
    fn grown(&self, from: &Attained, army: usize) -> Result<Attained, SearchError> {
        let mut best = Attained { refutation: None, ..from.clone() };
        loop {
            let mut asked = best.times.clone();
            asked[army] += 1;
            match self.ask(&asked)? {
                Knowledge::Attained(attained) => best = *attained,
                Knowledge::Refuted(refutation) => {
                    return Ok(Attained { refutation: Some(refutation), ..best });
                }
                Knowledge::Stopped => return Ok(best),
            }
        }
    }

    /// Of two armies all pairs that cannot grow; and whether all was proved.
    ///
    /// For a first army of one, the second is as large as it can be; one more in the first costs some in the second.
    fn pareto(&self) -> Result<(Vec<Attained>, bool), SearchError> {
        let alike = crate::symmetry::are_alike(&self.problem.armies()[0], &self.problem.armies()[1]);
        let mut pairs: Vec<Attained> = Vec::new();
        let mut first = 1;
        // The second army shrinks as the first one grows: from the size that fits beside the first on.
        let mut attained = match self.ask(&[1, 1])? {
            Knowledge::Attained(attained) => attained,
            Knowledge::Refuted(_) => return Ok((pairs, true)),
            Knowledge::Stopped => return Ok((pairs, false)),
        };
        loop {
            let grown = self.grown(&attained, 1)?;
            if grown.refutation.is_none() {
                return Ok((pairs, false));
            }
            let second = grown.times[1];
            // How far the first can grow beside that second.
            let widest = self.grown(&grown, 0)?;
            let Some(refutation) = widest.refutation.clone() else { return Ok((pairs, false)) };
            first = first.max(widest.times[0]) + 1;
            let done = alike && widest.times[0] >= second;
            pairs.push(Attained { refutation: Some(refutation), ..widest });
            if done {
                break;
            }
            // One more in the first, and as many in the second as fit: one is known to, if any do.
            match self.ask(&[first, 1])? {
                Knowledge::Attained(next) => attained = next,
                Knowledge::Refuted(_) => break,
                Knowledge::Stopped => return Ok((pairs, false)),
            }
        }
        if alike {
            pairs.retain(|pair| pair.times[0] <= pair.times[1]);
            let unequal = pairs.iter().rev().filter(|pair| pair.times[0] < pair.times[1]);
            let mirrored: Vec<Attained> = unequal.map(Attained::swapped).collect();
            pairs.extend(mirrored);
        }
        Ok((pairs, true))
    }
}

impl Attained {
    /// The same with two armies of the same pieces in each other's place.
    fn swapped(&self) -> Self {
        let times: Vec<u32> = self.times.iter().rev().copied().collect();
        let half = self.problem.armies()[0].pieces().len();
        let kinds = self.placement.pieces().iter();
        let pieces =
            kinds.map(|&(kind, square)| (if kind < half { kind + half } else { kind - half }, square));
        let mut problem = self.problem.clone();
        problem.reverse_armies();
        Self { times, problem, placement: Placement::new(pieces.collect()), ..self.clone() }
    }
}
