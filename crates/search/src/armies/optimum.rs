//! The largest armies that do not attack each other, with proof.
//!
//! `8x8 Q/Q` asks for the largest `m` with `m` queens against `m`. As a ratio, `8x8 Q2 N/R` asks for the
//! largest `m` with `2m` queens and `m` knights against `m` rooks. Otherwise numbers are given, and one kind
//! is maximised [next to them](super::beside). If riders see along whole lines, a placement stays valid when
//! pieces are removed. Then `m` increases until no placement is found, and the proof is a complete search of
//! the problem with `m + 1`. Placements are found by [local search](super::local), by labelling lines
//! ([`mod@crate::search::armies::decide`]), or by the engines that count. Each one is checked against the
//! rules of movement.
//!
//! If lines are blocked, removing a piece can create an attack. Then every `m` that the board has room for is
//! tried.

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

/// The questions about the armies of a problem in addition to the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ArmiesQuestion {
    /// If true, the placements with the largest armies are counted.
    pub count: bool,
    /// If true, all pairs of sizes of two armies are found of which neither army can grow without a loss of
    /// the other.
    pub pareto: bool,
    /// If true, the largest second army next to a first one of maximum size is found.
    pub aggressor: bool,
    /// If true, the numbers of the problem are a ratio in which the armies grow, and not exact. One of each
    /// kind is always a ratio.
    pub ratio: bool,
}

/// Armies that fit, with the proof that no larger ones do.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AttainedArmies {
    /// The multiple of each army of the problem; 1 for each if exact numbers are given.
    pub times: Vec<u32>,
    /// The problem with these numbers of pieces.
    pub problem: Problem,
    /// A placement of that problem.
    pub placement: Placement,
    /// The method that found it.
    pub found_by: &'static str,
    /// The problem one step further, which has no placement; `None` if that was not proved.
    pub refutation: Option<Refutation>,
}

/// The largest armies of a problem.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LargestArmies {
    /// The question: one of each army, a ratio, or armies of given numbers with one kind written `max`.
    pub question: Question,
    /// The additional questions.
    pub asked: ArmiesQuestion,
    /// The maximum found, or 0: the multiple of each army, or the number of pieces of the kind written `max`,
    /// together.
    pub number: u32,
    /// The largest armies found; `None` if not even one of each fits, or not even the pieces of given
    /// numbers.
    pub largest: Option<AttainedArmies>,
    /// The proof that nothing fits.
    pub none: Option<Refutation>,
    /// The number of placements with the largest armies, if requested.
    pub outcome: Option<Outcome>,
    /// All pairs of sizes that cannot grow, the first army increasing, if requested.
    pub pareto: Option<Vec<AttainedArmies>>,
    /// The largest second army next to a first one of maximum size, if requested.
    pub aggressor: Option<AttainedArmies>,
    /// True if every requested result was proved.
    pub proved: bool,
    /// The total time.
    pub elapsed: Duration,
}

impl LargestArmies {
    /// Returns the largest multiple of the second army for each multiple of the first, from 1 on, if the
    /// pairs that cannot grow were requested. These pairs are the corners: the second army stays the same up
    /// to the first army of the next pair.
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

/// The quantity to maximise.
enum Aim {
    /// All armies, in the proportion of their numbers.
    Proportion,
    /// The number of these [pieces](Problem::pieces) together, all of one army, next to the others.
    Kinds(Vec<usize>),
}

impl Aim {
    fn from_problem(problem: &Problem, question: ArmiesQuestion) -> Result<Self, SearchError> {
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

/// Returns true if these kinds are to be maximised and belong to one army.
fn are_of_one_army(problem: &Problem, kinds: &[usize]) -> bool {
    let army_of = problem.army_of();
    let sought = problem.numbers_of(|of| of.quantity == Quantity::Max);
    sought == kinds && kinds.iter().all(|&kind| army_of[kind] == army_of[kinds[0]])
}

/// Finds the largest armies next to numbers in ranges: those next to the lowest numbers, because fewer pieces
/// leave more room. Placements with higher numbers may also have them.
fn beside_ranges(
    about: &Question,
    settings: &Settings,
    question: ArmiesQuestion,
    observer: &dyn Observer,
) -> Result<LargestArmies, SearchError> {
    let start = Instant::now();
    let least = about.with_problem(about.problem.with_least_numbers());
    let alone = ArmiesQuestion { count: false, ..question };
    let mut found = largest_armies(&least, settings, alone, observer)?;
    (found.question, found.asked) = (about.clone(), question);
    if question.count && found.proved && found.largest.is_some() {
        let plan = plan_unless_stopped(about, settings, observer)?;
        let outcome = plan.map(|plan| plan.run(observer)).transpose()?;
        found.proved = outcome.as_ref().is_some_and(|outcome| outcome.complete);
        if found.proved && outcome.as_ref().is_some_and(|outcome| outcome.maximum != Some(found.number)) {
            let problem = &about.problem;
            return Err(SearchError::Unsound(format!("two largest numbers were found for {problem}")));
        }
        found.outcome = outcome;
    }
    found.elapsed = start.elapsed();
    Ok(found)
}

/// Finds the largest armies. They grow in proportion if no kind has a number or the numbers are a ratio.
/// Otherwise the kinds written `max`, all of one army, are maximised next to those whose numbers are given.
///
/// The observer can stop the search. It then returns its result so far, with `proved` false.
///
/// # Errors
/// Fails for one army alone, for numbers that leave the question open, for more than two armies if the
/// question supports only two, if settings cannot be met, and if a check fails.
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
    if problem.has_ranges() && problem.is_pairwise() {
        return beside_ranges(about, settings, question, observer);
    }
    let aim = Aim::from_problem(problem, question)?;
    check_pairs(problem, question, &aim)?;
    let quest = Quest { problem, settings, observer, is_hereditary: problem.is_pairwise() };
    let climbed = match &aim {
        Aim::Proportion => quest.find_largest()?,
        Aim::Kinds(kinds) => quest.maximise_beside(kinds)?,
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
        Some(best) => answer.largest = Some(AttainedArmies { refutation: climbed.refutation, ..best }),
        None => answer.none = climbed.refutation,
    }
    if let Some(largest) = answer.largest.clone().filter(|_| answer.proved) {
        if question.count {
            observer.search_begins(&largest.problem.to_string());
            let outcome = match aim {
                Aim::Kinds(kinds) => quest.placements(about, &kinds, climbed.number)?,
                Aim::Proportion => quest.count_placements(&about.with_problem(largest.problem.clone()))?,
            };
            answer.proved &= outcome.as_ref().is_some_and(|outcome| outcome.complete);
            answer.outcome = outcome;
        }
        if question.aggressor {
            let grown = quest.grow_army(&largest, 1)?;
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

/// Checks that pairs of sizes are supported, if they are requested.
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
    /// True if a placement stays valid when pieces are removed.
    pub(super) is_hereditary: bool,
}

/// The knowledge about a question that has an answer or is stopped.
pub(super) enum Knowledge {
    Attained(Box<AttainedArmies>),
    Refuted(Refutation),
    Stopped,
}

/// The maximum with armies that attain it, and the proof that no larger number fits, which is missing if the
/// search was stopped.
pub(super) struct ClimbResult {
    number: u32,
    best: Option<AttainedArmies>,
    refutation: Option<Refutation>,
}

impl Quest<'_> {
    /// Decides whether the problem has a placement.
    pub(super) fn decide(&self, problem: Problem, times: &[u32]) -> Result<Knowledge, SearchError> {
        Ok(match decide(&problem, self.settings, self.observer)? {
            First::Found { placement, by } => {
                let times = times.to_vec();
                Knowledge::Attained(Box::new(AttainedArmies {
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

    /// Counts the placements of a question; `None` if it was stopped before the plan was made.
    pub(super) fn count_placements(&self, question: &Question) -> Result<Option<Outcome>, SearchError> {
        let plan = plan_unless_stopped(question, self.settings, self.observer)?;
        Ok(plan.map(|plan| plan.run(self.observer)).transpose()?)
    }

    /// Decides whether armies of these multiples of the sizes fit.
    fn ask(&self, times: &[u32]) -> Result<Knowledge, SearchError> {
        if let Some(problem) = self.problem.times(times) {
            return self.decide(problem, times);
        }
        let told = times.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ");
        Ok(Knowledge::Refuted(Refutation::of_numbers(self.problem, &format!("{told} times"))))
    }

    /// Finds the maximum by trying one number after another from `first` on, each beyond the one that is
    /// attained.
    pub(super) fn climb(
        &self,
        first: u32,
        ask: impl Fn(u32) -> Result<Knowledge, SearchError>,
        attained_number: impl Fn(&AttainedArmies) -> u32,
    ) -> Result<ClimbResult, SearchError> {
        let mut climbed = ClimbResult { number: 0, best: None, refutation: None };
        let mut next = first;
        loop {
            match ask(next)? {
                Knowledge::Attained(attained) => {
                    next = attained_number(&attained);
                    self.observer.bounds(Some(next), None);
                    climbed = ClimbResult { number: next, best: Some(*attained), refutation: None };
                }
                Knowledge::Stopped => return Ok(climbed),
                // Larger armies may still fit, until the board has no room for them.
                Knowledge::Refuted(refutation) if !self.is_hereditary && !refutation.is_of_numbers => {}
                Knowledge::Refuted(refutation) => {
                    return Ok(ClimbResult { refutation: Some(refutation), ..climbed });
                }
            }
            next += 1;
        }
    }

    /// Finds the largest armies in the proportion of the problem, or the proof that there are none.
    fn find_largest(&self) -> Result<ClimbResult, SearchError> {
        let armies = self.problem.armies().len();
        self.climb(1, |times| self.ask(&vec![times; armies]), |attained| attained.times[0])
    }

    /// Returns the same armies with one of them as large as possible.
    fn grow_army(&self, from: &AttainedArmies, army: usize) -> Result<AttainedArmies, SearchError> {
        let mut best = AttainedArmies { refutation: None, ..from.clone() };
        loop {
            let mut asked = best.times.clone();
            asked[army] += 1;
            match self.ask(&asked)? {
                Knowledge::Attained(attained) => best = *attained,
                Knowledge::Refuted(refutation) => {
                    return Ok(AttainedArmies { refutation: Some(refutation), ..best });
                }
                Knowledge::Stopped => return Ok(best),
            }
        }
    }

    /// Finds all pairs of two armies that cannot grow. Returns them, and whether everything was proved.
    ///
    /// The search begins with a first army of one and the largest second army. Each increase of the first
    /// army costs some of the second.
    fn pareto(&self) -> Result<(Vec<AttainedArmies>, bool), SearchError> {
        let alike = crate::symmetry::are_alike(&self.problem.armies()[0], &self.problem.armies()[1]);
        let mut pairs: Vec<AttainedArmies> = Vec::new();
        let mut first = 1;
        // The second army shrinks as the first one grows: it begins with the size that fits next to the
        // first.
        let mut attained = match self.ask(&[1, 1])? {
            Knowledge::Attained(attained) => attained,
            Knowledge::Refuted(_) => return Ok((pairs, true)),
            Knowledge::Stopped => return Ok((pairs, false)),
        };
        loop {
            let grown = self.grow_army(&attained, 1)?;
            if grown.refutation.is_none() {
                return Ok((pairs, false));
            }
            let second = grown.times[1];
            // The largest first army next to that second army.
            let widest = self.grow_army(&grown, 0)?;
            let Some(refutation) = widest.refutation.clone() else { return Ok((pairs, false)) };
            first = first.max(widest.times[0]) + 1;
            let done = alike && widest.times[0] >= second;
            pairs.push(AttainedArmies { refutation: Some(refutation), ..widest });
            if done {
                break;
            }
            // One more in the first army, and the largest second army that fits: if any fits, one does.
            match self.ask(&[first, 1])? {
                Knowledge::Attained(next) => attained = next,
                Knowledge::Refuted(_) => break,
                Knowledge::Stopped => return Ok((pairs, false)),
            }
        }
        if alike {
            pairs.retain(|pair| pair.times[0] <= pair.times[1]);
            let unequal = pairs.iter().rev().filter(|pair| pair.times[0] < pair.times[1]);
            let mirrored: Vec<AttainedArmies> = unequal.map(AttainedArmies::swap_armies).collect();
            pairs.extend(mirrored);
        }
        Ok((pairs, true))
    }
}

impl AttainedArmies {
    /// Returns the problem with two armies of the same pieces exchanged.
    fn swap_armies(&self) -> Self {
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
