//! Numbers by square from an engine that records the squares of the pieces: all squares at once.
//!
//! The engine counts one placement for several equivalent ones. Only the sum over an orbit of squares under
//! its symmetries is therefore meaningful, and the sum is divided equally among these squares. Its symmetries
//! may be more than those of the problem. The result is checked: the division leaves no remainder, squares of
//! an orbit have the same number, and the number of placements agrees with the earlier count.

use super::orbits::Orbit;
use crate::answer::{AnswerError, CountedPart, CountedTerm, Ledger};
use crate::plan::{Observer, RunError, Settings, StandingPlan, plan_standing};
use crate::question::Question;
use num_bigint::BigUint;

/// The time of a count with a pre-placed piece, as a share of the time for all placements.
const WITH_A_PIECE: f64 = 0.5;
/// The number of seconds below which this method is quicker than any other, or hardly slower.
const AT_ONCE: f64 = 0.05;

/// Returns true if this method is quicker than a count for each of `orbits` orbits.
fn is_worth_it(plan: &StandingPlan, orbits: usize) -> bool {
    plan.times() < WITH_A_PIECE * orbits as f64 || plan.seconds() < AT_ONCE
}

/// Returns, for each orbit, the number of placements with a piece there. `None` if no engine has all numbers
/// at once, or if it was stopped.
pub(super) fn count_orbits_together(
    question: &Question,
    settings: &Settings,
    (orbits, whole): (&[Orbit], &CountedTerm),
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<Option<Vec<BigUint>>, AnswerError> {
    let piece = orbits.first().and_then(|orbit| orbit.first()).map(|&(piece, _)| piece);
    // The engine has the numbers of one kind only.
    let is_of_one = orbits.iter().flatten().all(|&(other, _)| Some(other) == piece);
    let plan = if is_of_one { plan_standing(question, settings, &whole.engine.0) } else { None };
    let Some(plan) = plan.filter(|plan| is_worth_it(plan, orbits.len())) else {
        return Ok(None);
    };
    let part = |part: usize| CountedPart { part, of: plan.parts(), engine: plan.engine() };
    // The number of all placements, and the pieces of each class of squares.
    let mut sums = vec![BigUint::ZERO; 1 + plan.classes().len()];
    let add = |numbers: &[BigUint], sums: &mut [BigUint]| {
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    };
    let (mut missing, mut share) = (Vec::new(), 0.0);
    for number in 0..plan.parts() {
        match ledger.known_part(question, part(number)).filter(|numbers| numbers.len() == sums.len()) {
            Some(numbers) => {
                add(&numbers, &mut sums);
                share += plan.share(number);
            }
            None => missing.push(number),
        }
    }
    if share > 0.0 {
        observer.goes_on(share, sums[0].to_string().parse().unwrap_or(f64::INFINITY));
    }
    for batch in missing.chunks(plan.batch()) {
        let mut is_stopped = false;
        for (&number, found) in batch.iter().zip(plan.count(batch, observer)?) {
            let Some(found) = found else {
                is_stopped = true;
                continue;
            };
            let numbers: Vec<BigUint> = [found.count].into_iter().chain(found.classes).collect();
            ledger.keep_part(question, part(number), &numbers);
            add(&numbers, &mut sums);
        }
        if is_stopped {
            return Ok(None);
        }
    }
    let fault = |what| Err(RunError::Check { what }.into());
    if sums[0] != whole.count {
        return fault("counted by square there are other placements");
    }
    let mut on_squares = vec![BigUint::ZERO; question.problem.board().squares()];
    for (class, sum) in plan.classes().iter().zip(&sums[1..]) {
        let number = sum / class.len();
        if &number * class.len() != *sum {
            return fault("squares that a symmetry carries to each other have no equal parts");
        }
        class.iter().for_each(|&square| on_squares[square].clone_from(&number));
    }
    let mut numbers = Vec::with_capacity(orbits.len());
    for orbit in orbits {
        let mut of_orbit = orbit.iter().map(|&(_, square)| &on_squares[square]);
        let first = of_orbit.next().cloned().unwrap_or_default();
        if of_orbit.any(|other| *other != first) {
            return fault("squares that a symmetry carries to each other have other numbers");
        }
        numbers.push(first);
    }
    Ok(Some(numbers))
}
