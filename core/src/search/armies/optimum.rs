//! The largest armies that leave each other in peace, with proof.
//!
//! The armies of a problem say in what proportion: `8x8 Q/Q` asks for the largest `m` with `m` queens against `m`, and
//! `8x8 Q2 N/R` for the largest `m` with `2m` queens and `m` knights against `m` rooks. Where riders see along whole lines,
//! a placement stays one when pieces are removed, so that `m` goes up until no placement is found; a proof is the
//! one problem with `m + 1` that was searched to its end. Placements are found by [local search](super::local), by
//! labelling lines ([`mod@crate::search::armies::decide`]), or by the engines that count; each one is checked against the
//! rules of movement.
//!
//! Where lines are blocked, removing a piece can start a war: then every `m` that the board has room for is tried.

use crate::clock::Instant;
use crate::placement::Placement;
use crate::plan::{Observer, Outcome, PlanError, Settings, plan};
use crate::problem::{Problem, Quantity};
use crate::question::Question;
use crate::search::armies::decide::{Decision, Refutation, decide};
use crate::search::largest::LargestError;
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
}

/// Armies that fit, and why no larger ones do.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Attained {
    /// How many times each army of the problem.
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
    /// The largest that were found; `None` if not even one of each fits.
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

/// Finds the largest armies.
///
/// The observer can stop the search; what was found until then is returned, with `proved` false.
///
/// # Errors
/// One army alone, numbers that are left open, more than two armies where two are asked for, settings that cannot be met,
/// and checks that failed.
pub fn largest_armies(
    about: &Question,
    settings: &Settings,
    question: ArmiesQuestion,
    observer: &dyn Observer,
) -> Result<LargestArmies, LargestError> {
    let start = Instant::now();
    let problem = &about.problem;
    if problem.board().is_large() {
        return Err(PlanError::LargeBoard.into());
    }
    if problem.walls().is_some() {
        return Err(PlanError::NoWalls.into());
    }
    let is_exact = |quantity: Quantity| matches!(quantity, Quantity::Exactly(number) if number > 0);
    let armies = problem.armies();
    if armies.len() < 2 || !problem.pieces().all(|pieces| is_exact(pieces.quantity)) {
        return Err(LargestError::NoProportion);
    }
    if (question.pareto || question.aggressor) && armies.len() > 2 {
        return Err(LargestError::TwoArmies(armies.len()));
    }
    let is_hereditary = problem.is_pairwise();
    if (question.pareto || question.aggressor) && !is_hereditary {
        return Err(LargestError::OnlySight);
    }
    let quest = Quest { problem, settings, observer, is_hereditary };
    let (largest, none) = quest.equal()?;
    let mut answer = LargestArmies {
        proved: none.is_some() || largest.as_ref().is_some_and(|largest| largest.refutation.is_some()),
        largest,
        none,
        outcome: None,
        pareto: None,
        aggressor: None,
        elapsed: Duration::ZERO,
    };
    if let Some(largest) = answer.largest.clone().filter(|_| answer.proved) {
        if question.count {
            observer.search_begins(&largest.problem.to_string());
            let outcome = plan(&about.of(largest.problem.clone()), settings)?.run(observer)?;
            answer.proved &= outcome.complete;
            answer.outcome = Some(outcome);
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

struct Quest<'a> {
    problem: &'a Problem,
    settings: &'a Settings,
    observer: &'a dyn Observer,
    /// Whether a placement stays one when pieces are removed.
    is_hereditary: bool,
}

/// What is known of a question that has an answer or is stopped.
enum Known {
    Attained(Box<Attained>),
    Refuted(Refutation),
    Stopped,
}

impl Quest<'_> {
    /// Whether armies of these multiples of the sizes fit.
    fn ask(&self, times: &[u32]) -> Result<Known, LargestError> {
        let Some(problem) = self.problem.times(times) else {
            return Ok(Known::Refuted(Refutation::of_numbers(self.problem, times)));
        };
        Ok(match decide(&problem, self.settings, self.observer)? {
            Decision::Found { placement, by } => {
                let times = times.to_vec();
                Known::Attained(Box::new(Attained {
                    times,
                    problem,
                    placement,
                    found_by: by,
                    refutation: None,
                }))
            }
            Decision::None(refutation) => Known::Refuted(refutation),
            Decision::Stopped => Known::Stopped,
        })
    }

    /// The largest armies in the proportion of the problem, or why there are none.
    fn equal(&self) -> Result<(Option<Attained>, Option<Refutation>), LargestError> {
        let (mut best, mut times): (Option<Attained>, u32) = (None, 0);
        loop {
            times += 1;
            match self.ask(&vec![times; self.problem.armies().len()])? {
                Known::Attained(attained) => {
                    self.observer.bounds(Some(times), None);
                    best = Some(*attained);
                }
                Known::Stopped => return Ok((best, None)),
                // Larger armies could fit all the same, until the board has no room for them.
                Known::Refuted(refutation) if !self.is_hereditary && !refutation.is_of_numbers => {}
                Known::Refuted(refutation) => {
                    return Ok(match best {
                        Some(best) => (Some(Attained { refutation: Some(refutation), ..best }), None),
                        None => (None, Some(refutation)),
                    });
                }
            }
        }
    }

    /// The same armies with one of them as large as it can be.
    fn grown(&self, from: &Attained, army: usize) -> Result<Attained, LargestError> {
        let mut best = Attained { refutation: None, ..from.clone() };
        loop {
            let mut asked = best.times.clone();
            asked[army] += 1;
            match self.ask(&asked)? {
                Known::Attained(attained) => best = *attained,
                Known::Refuted(refutation) => return Ok(Attained { refutation: Some(refutation), ..best }),
                Known::Stopped => return Ok(best),
            }
        }
    }

    /// Of two armies all pairs that cannot grow; and whether all was proved.
    ///
    /// For a first army of one, the second is as large as it can be; one more in the first costs some in the second.
    fn pareto(&self) -> Result<(Vec<Attained>, bool), LargestError> {
        let alike = crate::symmetry::are_alike(&self.problem.armies()[0], &self.problem.armies()[1]);
        let mut pairs: Vec<Attained> = Vec::new();
        let mut first = 1;
        // The second army shrinks as the first one grows: from the size that fits beside the first on.
        let Known::Attained(mut attained) = self.ask(&[1, 1])? else { return Ok((pairs, true)) };
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
                Known::Attained(next) => attained = next,
                Known::Refuted(_) => break,
                Known::Stopped => return Ok((pairs, false)),
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
